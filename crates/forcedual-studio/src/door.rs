//! Connections: how many there are, and how long they may dawdle.
//!
//! A request's head has to come within [`HEAD`], and what is sent must be taken in, if only a little of it, within
//! [`STALL`]. Where there are [`MOST`] connections, the oldest that has not shown the token makes room for the next:
//! who only holds connections open keeps nobody out.

use crate::routes::{Server, answer};
use axum::body::Body;
use axum::http::StatusCode;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{Sleep, sleep};

/// Connections at once, beside those of pages' sockets.
const MOST: usize = 256;
/// The longest wait for the head of a request, the next one's too.
const HEAD: Duration = Duration::from_secs(10);
/// The longest time in which nothing of what is sent is taken in.
const STALL: Duration = Duration::from_secs(30);
/// Bytes of a head, and of what is read ahead, at most.
const AHEAD: usize = 64 << 10;
/// Time to wait where the system has no more connections to give.
const EXHAUSTED: Duration = Duration::from_millis(100);

/// A connection, and whether it has shown the token.
struct Guest {
    task: AbortHandle,
    known: Arc<AtomicBool>,
}

/// Answers whoever comes.
pub async fn open(listener: TcpListener, server: Arc<Server>) {
    let mut guests: Vec<Guest> = Vec::new();
    loop {
        let Ok((stream, client)) = listener.accept().await else {
            sleep(EXHAUSTED).await;
            continue;
        };
        // small messages are sent at once instead of waiting for more
        let _ = stream.set_nodelay(true);
        guests.retain(|guest| !guest.task.is_finished());
        if guests.len() >= MOST {
            let Some(at) = guests.iter().position(|g| !g.known.load(Ordering::Relaxed)) else {
                continue;
            };
            guests.remove(at).task.abort();
        }
        let known = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(attend(stream, client, server.clone(), known.clone()));
        guests.push(Guest { task: task.abort_handle(), known });
    }
}

async fn attend(
    stream: TcpStream,
    client: SocketAddr,
    server: Arc<Server>,
    known: Arc<AtomicBool>,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (server, known) = (server.clone(), known.clone());
        async move {
            let response = answer(&server, client, request.map(Body::new)).await;
            let refused = [StatusCode::NOT_FOUND, StatusCode::FORBIDDEN];
            known.fetch_or(!refused.contains(&response.status()), Ordering::Relaxed);
            Ok::<_, Infallible>(response)
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(AHEAD);
    let io = TokioIo::new(Impatient { stream, stall: None });
    // who breaks off, or makes no sense, is gone
    let _ = builder.serve_connection(io, service).with_upgrades().await;
}

/// A connection that ends when nothing of what is sent is taken in for too long.
struct Impatient {
    stream: TcpStream,
    stall: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    /// What became of a try to send.
    fn judge<T>(
        &mut self,
        cx: &mut Context<'_>,
        tried: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if tried.is_ready() {
            self.stall = None;
            return tried;
        }
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep(STALL)));
        ready!(stall.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.judge(cx, tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
