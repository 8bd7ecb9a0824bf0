//! The studio: paint forces, watch modes appear and grab the body, in a browser.
//!
//! One server for one session. The scene is the single source of truth: pages send it whole after
//! every edit, and what changed is worked out again. Three kinds of threads share a `Session`:
//!
//! | thread | does |
//! |---|---|
//! | tokio's | talk with pages (`socket`), nothing else |
//! | the worker | turns scenes into models (`worker`) |
//! | the simulation | moves the body in real time (`simulation`); rivals follow it in threads of their own (`rival`) |
//!
//! None waits for a page: the newest of everything is put where pages' tasks find it (`board`).
//! `door` keeps who dawdles from keeping others out. docs/studio.md is the protocol.

mod attend;
mod board;
mod door;
mod files;
mod guard;
mod hands;
#[doc(hidden)]
pub mod hostile;
mod mailbox;
mod progress;
mod protocol;
mod rival;
mod routes;
mod session;
mod simulation;
mod socket;
mod take_home;
mod tell;
mod ticket;
mod upload;
mod worker;
mod zoo;

pub use session::Opened;

use board::Slot;
use forcedual::{Code, Error, Result};
use guard::Guard;
use routes::Server;
use serde_json::json;
use session::Session;
use simulation::Inbox;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;
use ticket::Ticket;
use tokio::net::TcpListener;

/// Where the studio listens.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// The host's name or address; the machine itself where there is none.
    pub host: Option<String>,
    /// The port; [`PORT`], or any that is free, where there is none.
    pub port: Option<u16>,
}

/// The usual port.
pub const PORT: u16 = 4747;

/// Where the page is.
#[derive(Debug, Clone)]
pub struct Address {
    /// The page itself, with the secret.
    pub page: String,
    /// For a browser that is started on this machine: leads to the page, once, within a minute.
    pub once: String,
}

/// Serves a session until `stopped` says so; `ready` is told where.
pub fn serve(
    opened: Opened,
    place: &Place,
    ready: impl FnOnce(&Address),
    stopped: impl Fn() -> bool,
) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|e| Error::new(Code::Io, format!("the server cannot be started: {e}")))?;
    let served = runtime.block_on(listen(opened, place, ready, stopped));
    // pages and work at hand need not be waited for
    runtime.shutdown_background();
    served
}

async fn listen(
    opened: Opened,
    place: &Place,
    ready: impl FnOnce(&Address),
    stopped: impl Fn() -> bool,
) -> Result<()> {
    let listener = bind(place).await?;
    let failed =
        |e: &dyn std::fmt::Display| Error::new(Code::Io, format!("the server failed: {e}"));
    let address = listener.local_addr().map_err(|e| failed(&e))?;
    let guard = Guard::new(address, place.host.as_deref()).map_err(|e| failed(&e))?;
    let port = address.port();
    let (page, once) = reached(place, address);
    let secret = guard::secret().map_err(|e| failed(&e))?;
    let page = format!("http://{page}/{}/", guard.token());
    let once = format!("http://{once}{}{secret}", routes::ONCE);
    let (inbox, commands) = Inbox::new();
    let session = Session::new(opened, inbox);
    let hello = json!({ "is": "hello", "version": env!("CARGO_PKG_VERSION") });
    session.board.say(Slot::Hello, protocol::text(&hello));
    let shared = session.clone();
    rival::alone(1, move || simulation::run(shared, commands));
    let shared = session.clone();
    std::thread::spawn(move || worker::run(shared));
    let shared = session.clone();
    let ticket = Ticket::new(secret);
    let server = Arc::new(Server { guard, ticket, port, session });
    ready(&Address { page, once });
    let end = async {
        while !stopped() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        () = door::open(listener, server) => {}
        () = end => {}
    }
    shared.close();
    Ok(())
}

/// The hosts in the addresses that are shown, and opened by the machine's own browser.
fn reached(place: &Place, bound: SocketAddr) -> (String, String) {
    let port = bound.port();
    let host = match &place.host {
        _ if bound.ip().is_unspecified() => {
            return (SocketAddr::new(outward(), port).to_string(), format!("127.0.0.1:{port}"));
        }
        Some(host) if bound.is_ipv4() => format!("{host}:{port}"),
        _ => bound.to_string(),
    };
    (host.clone(), host)
}

/// The address by which other machines reach this one, where it is known.
fn outward() -> IpAddr {
    // nothing is sent: to connect such a socket only asks which way packets would go
    let way = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    way.map_or(Ipv4Addr::LOCALHOST.into(), |own| own.ip())
}

async fn bind(place: &Place) -> Result<TcpListener> {
    let host = place.host.as_deref().unwrap_or("127.0.0.1");
    let port = place.port.unwrap_or(PORT);
    let bound = match (TcpListener::bind((host, port)).await, place.port) {
        (Err(_), None) => TcpListener::bind((host, 0)).await,
        (bound, _) => bound,
    };
    bound.map_err(|e| {
        let message = format!("the studio cannot listen at {host}:{port}: {e}");
        Error::new(Code::Io, message).help("choose another --port, or leave it out")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_listens_everywhere_is_shown_by_an_address_that_others_reach() {
        let at = |host: &str, bound: &str| {
            reached(&Place { host: Some(host.to_owned()), port: None }, bound.parse().unwrap())
        };
        let (shown, own) = at("0.0.0.0", "0.0.0.0:4747");
        assert_eq!(own, "127.0.0.1:4747");
        let shown: SocketAddr = shown.parse().unwrap();
        assert!(!shown.ip().is_unspecified() && shown.port() == 4747);
        assert_eq!(shown.ip(), outward());
        assert_eq!(at("box.example", "10.0.0.7:80").0, "box.example:80");
        assert_eq!(at("::1", "[::1]:80").1, "[::1]:80");
    }
}
