//! How the browser that is opened here learns the address of the page.
//!
//! Other users of the machine see the command line of every process, and so must not find the token there. The
//! browser is given an address that works once, within a minute, and leads on to the page. Where the system tells
//! whose a connection is (Linux), only those of the same user count.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a ticket can be used.
const TIME: Duration = Duration::from_secs(60);

/// A secret that can be shown once.
pub struct Ticket {
    until: Instant,
    left: Mutex<Option<String>>,
}

impl Ticket {
    /// A fresh ticket.
    pub fn new(secret: String) -> Self {
        Ticket { until: Instant::now() + TIME, left: Mutex::new(Some(secret)) }
    }

    /// Takes the ticket from a client that shows it; says whether it is good.
    pub fn take(&self, shown: &str, client: SocketAddr, own_port: u16) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let good = left.as_deref() == Some(shown)
            && Instant::now() < self.until
            && is_own(client, own_port);
        if good {
            *left = None;
        }
        good
    }
}

/// Does a connection to this port belong to the user of this process, for all that the system tells?
#[cfg(target_os = "linux")]
fn is_own(client: SocketAddr, own_port: u16) -> bool {
    use std::os::unix::fs::MetadataExt;
    let Ok(own) = std::fs::metadata("/proc/self").map(|process| process.uid()) else { return true };
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(std::fs::read_to_string);
    let tables = tables.iter().flatten();
    let mut owners = tables.flat_map(|table| owners(table, client.port(), own_port)).peekable();
    owners.peek().is_some() && owners.all(|user| user == own)
}

#[cfg(not(target_os = "linux"))]
fn is_own(_: SocketAddr, _: u16) -> bool {
    true
}

/// The users of connections from a port to another, in a table of the system's.
#[cfg(target_os = "linux")]
fn owners(table: &str, from: u16, to: u16) -> impl Iterator<Item = u32> {
    table.lines().filter_map(move |line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let port = |word: &str| u16::from_str_radix(word.rsplit(':').next()?, 16).ok();
        let ends = (port(words.get(1)?)?, port(words.get(2)?)?);
        (ends == (from, to)).then(|| words.get(7)?.parse().ok())?
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn connections_belong_to_the_user_that_the_table_says() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n\
            0: 0100007F:128B 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1\n\
            1: 0100007F:C001 0100007F:128B 01 00000000:00000000 00:00000000 00000000  1001        0 2\n\
            2: 0100007F:128B 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1000        0 3\n";
        assert_eq!(owners(table, 0xc001, 0x128b).collect::<Vec<_>>(), [1001]);
        assert_eq!(owners(table, 0x128b, 0xc001).collect::<Vec<_>>(), [1000]);
        assert_eq!(owners(table, 0xc002, 0x128b).count(), 0);
    }

    #[test]
    fn tickets_are_good_once_and_only_for_connections_that_there_are() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let own = listener.local_addr().unwrap().port();
        let stream = std::net::TcpStream::connect(("127.0.0.1", own)).unwrap();
        let client = stream.local_addr().unwrap();
        let ticket = Ticket::new("secret".to_owned());
        assert!(!ticket.take("other", client, own));
        assert!(!ticket.take("secret", client, 1), "nobody is connected there");
        assert!(ticket.take("secret", client, own));
        assert!(!ticket.take("secret", client, own));
    }
}
