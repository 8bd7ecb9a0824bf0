//! One page: what it asks, and what it is sent.
//!
//! Two halves that never wait for each other. The newest frame is sent when the socket is ready and
//! fewer than [`AHEAD`] frames are on their way; what a slow page misses is gone. A page that is not heard of
//! for a while, not even in answer to a ping, is taken to be gone: what it holds is let go.

use crate::board::Slot;
use crate::hands::place;
use crate::mailbox::Shake;
use crate::protocol::{Ask, LONGEST, fault, text};
use crate::session::Session;
use crate::simulation::Command;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use forcedual::{Code, Error};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use serde_json::json;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::{interval_at, sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// Frames that may be on their way to a page.
const AHEAD: usize = 2;
/// Messages that make no sense before a page is sent away.
const NONSENSE: usize = 50;
/// Answers that wait for a page at most.
const ANSWERS: usize = 64;
/// Characters of a message that takes long to read.
const LONG: usize = 1 << 16;
/// Long messages that are read at once.
static READING: Semaphore = Semaphore::const_new(2);
/// Pages at most.
const PAGES: usize = 256;
/// Bytes of the parts in which long messages are sent.
const PART: usize = 64 << 10;
/// Bytes that are read, or gathered to be sent, at once.
const GATHERED: usize = 16 << 10;
/// Messages that a page may send at once ...
const BURST: f64 = 400.0;
/// ... and in a second, for long.
const RATE: f64 = 400.0;
/// Time between pings.
const BEAT: Duration = Duration::from_secs(20);
/// The longest time without any word of a page.
const SILENCE: Duration = Duration::from_secs(90);

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Answers the wish for a socket, and talks with the page by it.
pub fn open(session: &Arc<Session>, mut request: Request) -> Response {
    let headers = request.headers();
    let says = |name: HeaderName, word: &str| {
        let each = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        each.flat_map(|value| value.split(',')).any(|one| one.trim().eq_ignore_ascii_case(word))
    };
    let asks = says(header::CONNECTION, "upgrade")
        && says(header::UPGRADE, "websocket")
        && says(header::SEC_WEBSOCKET_VERSION, "13");
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asks);
    let Some(accept) = key.map(|key| derive_accept_key(key.as_bytes())) else {
        return (StatusCode::BAD_REQUEST, "This is the address of a WebSocket.\n").into_response();
    };
    if session.clients() >= PAGES {
        return (StatusCode::SERVICE_UNAVAILABLE, "There are too many pages.\n").into_response();
    }
    let (upgrade, session) = (hyper::upgrade::on(&mut request), session.clone());
    tokio::spawn(async move {
        let Ok(upgraded) = upgrade.await else { return };
        let config = WebSocketConfig::default()
            .max_message_size(Some(LONGEST))
            .max_frame_size(Some(LONGEST))
            .read_buffer_size(GATHERED)
            .write_buffer_size(GATHERED);
        let io = TokioIo::new(upgraded);
        talk(Socket::from_raw_socket(io, Role::Server, Some(config)).await, session).await;
    });
    let agreed = [
        (header::CONNECTION, "upgrade"),
        (header::UPGRADE, "websocket"),
        (header::SEC_WEBSOCKET_ACCEPT, accept.as_str()),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, agreed).into_response()
}

/// Talks with a page until it goes.
async fn talk(socket: Socket, session: Arc<Session>) {
    let page = session.enter();
    let (sink, stream) = socket.split();
    let (answer, answers) = mpsc::channel(ANSWERS);
    let (acked, acks) = watch::channel(0);
    let (hello, hellos) = watch::channel(0);
    let (heard, words) = watch::channel(());
    let listen = Listener { session: session.clone(), page, answer, acked, hello, heard };
    tokio::select! {
        () = listen.run(stream) => {}
        () = tell(sink, session.clone(), answers, acks, hellos) => {}
        () = silence(words) => {}
    }
    session.leave(page);
}

/// Ends when nothing was heard for too long.
async fn silence(mut words: watch::Receiver<()>) {
    while let Ok(Ok(())) = timeout(SILENCE, words.changed()).await {}
}

/// What a text asks for; a long one is read where nobody waits for it.
async fn understood(text: Utf8Bytes) -> Result<Ask, String> {
    let long = text.len() > LONG;
    let read = move || serde_json::from_str::<Ask>(&text).map_err(|e| e.to_string());
    match long {
        true => {
            let _turn = READING.acquire().await;
            spawn_blocking(read).await.unwrap_or_else(|e| Err(e.to_string()))
        }
        false => read(),
    }
}

type Sink = futures_util::stream::SplitSink<Socket, Message>;
type Stream = futures_util::stream::SplitStream<Socket>;

/// Sends a message, a long one in parts: of what a slow page has not taken in, no more than one waits in memory.
/// Says whether the page is still there.
async fn send(sink: &mut Sink, message: Message) -> bool {
    let (kind, mut rest) = match message {
        Message::Text(text) if text.len() > PART => (Data::Text, Bytes::from(text)),
        Message::Binary(bytes) if bytes.len() > PART => (Data::Binary, bytes),
        short => return sink.send(short).await.is_ok(),
    };
    let mut kind = OpCode::Data(kind);
    loop {
        let part = rest.split_to(PART.min(rest.len()));
        let last = rest.is_empty();
        if sink.send(Message::Frame(Frame::message(part, kind, last))).await.is_err() {
            return false;
        }
        if last {
            return true;
        }
        kind = OpCode::Data(Data::Continue);
    }
}

/// How much a page may say: what is too much waits on its side.
struct Allowance {
    left: f64,
    at: tokio::time::Instant,
}

impl Allowance {
    fn new() -> Self {
        Allowance { left: BURST, at: tokio::time::Instant::now() }
    }

    /// Waits until one message more may be heard.
    async fn one_more(&mut self) {
        let passed = self.at.elapsed().as_secs_f64();
        self.at = tokio::time::Instant::now();
        self.left = (self.left + RATE * passed).min(BURST) - 1.0;
        if self.left < 0.0 {
            sleep(Duration::from_secs_f64(-self.left / RATE)).await;
        }
    }
}

/// Sends a page what is new.
async fn tell(
    mut sink: Sink,
    session: Arc<Session>,
    mut answers: mpsc::Receiver<Message>,
    mut acks: watch::Receiver<u32>,
    mut hellos: watch::Receiver<u32>,
) {
    let mut board = session.board.watch();
    let mut frames = session.frames.subscribe();
    let mut rival = session.rival_frames.subscribe();
    let mut read = None;
    let mut on_their_way: VecDeque<u32> = VecDeque::new();
    let mut last = None;
    let mut beat = interval_at(tokio::time::Instant::now() + BEAT, BEAT);
    loop {
        if hellos.has_changed().unwrap_or(false) {
            hellos.mark_unchanged();
            read = Some(0);
            last = None;
            rival.mark_changed();
            on_their_way.clear();
        }
        while let Ok(message) = answers.try_recv() {
            let end = matches!(message, Message::Close(_));
            if !send(&mut sink, message).await || end {
                return;
            }
        }
        board.mark_unchanged();
        if let Some(number) = read
            && let Some((number, message)) = session.board.after(number)
        {
            read = Some(number);
            if !send(&mut sink, message).await {
                return;
            }
            continue;
        }
        let ack = *acks.borrow_and_update();
        on_their_way.retain(|frame| frame.wrapping_sub(ack) as i32 > 0);
        if read.is_some() && on_their_way.len() < AHEAD {
            let own = frames.borrow_and_update().clone();
            let own = own.filter(|(number, _)| Some(*number) != last);
            let second = match rival.has_changed() {
                Ok(true) => rival.borrow_and_update().clone(),
                _ => None,
            };
            if let Some((number, _)) = &own {
                last = Some(*number);
                on_their_way.push_back(*number);
            }
            if own.is_some() || second.is_some() {
                for (_, message) in [own, second].into_iter().flatten() {
                    if !send(&mut sink, message).await {
                        return;
                    }
                }
                continue;
            }
        }
        let room = on_their_way.len() < AHEAD;
        tokio::select! {
            answer = answers.recv() => match answer {
                Some(Message::Close(frame)) => {
                    let _ = sink.send(Message::Close(frame)).await;
                    return;
                }
                Some(message) => if !send(&mut sink, message).await { return },
                None => return,
            },
            _ = beat.tick() => {
                if sink.send(Message::Ping(Bytes::new())).await.is_err() { return }
            }
            changed = board.changed() => if changed.is_err() { return },
            changed = hellos.changed() => match changed {
                Ok(()) => { hellos.mark_changed(); }
                Err(_) => return,
            },
            changed = acks.changed() => if changed.is_err() { return } else { acks.mark_changed() },
            changed = frames.changed(), if room => if changed.is_err() { return },
            changed = rival.changed(), if room => match changed {
                Ok(()) => rival.mark_changed(),
                Err(_) => return,
            },
        }
    }
}

/// Listens to a page.
struct Listener {
    session: Arc<Session>,
    page: u64,
    answer: mpsc::Sender<Message>,
    acked: watch::Sender<u32>,
    hello: watch::Sender<u32>,
    heard: watch::Sender<()>,
}

impl Listener {
    async fn run(self, mut stream: Stream) {
        let mut nonsense = 0;
        let mut allowance = Allowance::new();
        while let Some(Ok(message)) = stream.next().await {
            self.heard.send_replace(());
            allowance.one_more().await;
            let asked = match message {
                Message::Text(text) => understood(text).await,
                Message::Binary(_) => Err("pages ask in JSON".to_owned()),
                Message::Close(_) => return,
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => continue,
            };
            let done = match asked {
                Ok(ask) => self.obey(ask).await,
                Err(why) => Err(why),
            };
            let Err(why) = done else { continue };
            nonsense += 1;
            let rev = self.session.rev();
            let error = Error::new(Code::Control, format!("the message was not understood: {why}"));
            let _ = self.answer.try_send(text(&fault(rev, &error)));
            if nonsense > NONSENSE {
                let code = CloseCode::Policy;
                let reason = "too many messages that make no sense".into();
                let _ = self.answer.send(Message::Close(Some(CloseFrame { code, reason }))).await;
                // the other half ends this one
                std::future::pending::<()>().await;
            }
        }
    }

    /// Does what is asked, or says why it makes no sense.
    async fn obey(&self, ask: Ask) -> Result<(), String> {
        let at = |to: &[f64]| place(to).ok_or("a place is two or three finite numbers".to_owned());
        let maybe = |to: &Option<Vec<f64>>| to.as_deref().map(at).transpose();
        let name = |id| (self.page, id);
        let command = match ask {
            Ask::Hello {} => {
                self.hello.send_modify(|n| *n = n.wrapping_add(1));
                return Ok(());
            }
            Ask::Scene { scene, rev } => {
                let session = self.session.clone();
                let accept = move || session.accept(scene, rev, None, "page");
                // a large one takes long to write down
                return spawn_blocking(accept).await.map_err(|e| e.to_string());
            }
            Ask::Cancel {} => {
                self.session.cancel();
                return Ok(());
            }
            Ask::Cells {} => {
                let cells = self.session.cells.lock().unwrap_or_else(|e| e.into_inner()).clone();
                cells.into_iter().for_each(|cells| drop(self.answer.try_send(cells)));
                return Ok(());
            }
            Ask::Shake { on, force } => {
                self.session.mail.put_shake(on.then_some(Shake { force }));
                self.session.board.forget(|slot| slot == Slot::Draw);
                return Ok(());
            }
            Ask::Rival { kind } => {
                self.session.mail.put_rival(kind);
                return Ok(());
            }
            Ask::Ack { frame } => {
                self.acked.send_replace(frame);
                return Ok(());
            }
            Ask::Ping { t } => {
                let _ = self.answer.try_send(text(&json!({ "is": "pong", "t": t })));
                return Ok(());
            }
            Ask::Play { running, speed } if speed.is_finite() => Command::Run { running, speed },
            Ask::Play { .. } => return Err("the speed is not finite".to_owned()),
            Ask::Script { on } => Command::Script(on),
            Ask::Reset {} => Command::Reset,
            Ask::Grab { id, vertex, to } => Command::Grab(name(id), vertex as usize, at(&to)?),
            Ask::Drag { id, to } => Command::Drag(name(id), at(&to)?, Instant::now()),
            Ask::Release { id } => Command::Release(name(id)),
            Ask::Target { id, vertex, to } => {
                Command::Target(name(id), vertex.map(|v| v as usize), maybe(&to)?)
            }
            Ask::Ball { at, radius } => Command::Ball(maybe(&at)?, radius),
            Ask::Floor { on } => Command::Floor(on),
            Ask::Gravity { g } => Command::Gravity(at(&g)?),
            Ask::Amplitude { channel, value } => Command::Amplitude(channel, value),
            Ask::Relax {} => Command::Relax,
        };
        match command {
            // a hand that is not let go of would hold for ever
            Command::Release(_) => self.session.inbox.send_surely(command),
            _ => self.session.inbox.send(command),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_page_that_says_too_much_is_heard_at_the_rate_of_pages() {
        let begun = tokio::time::Instant::now();
        let mut allowance = Allowance::new();
        for _ in 0..400 {
            allowance.one_more().await;
        }
        assert!(begun.elapsed() < Duration::from_millis(10));
        for _ in 0..4000 {
            allowance.one_more().await;
        }
        let took = begun.elapsed().as_secs_f64();
        assert!((9.9..10.1).contains(&took), "{took}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_is_gone_when_it_has_said_nothing_for_long() {
        let (heard, words) = watch::channel(());
        let begun = tokio::time::Instant::now();
        let end = tokio::spawn(silence(words));
        for _ in 0..10 {
            tokio::time::sleep(SILENCE - BEAT).await;
            assert!(!end.is_finished());
            heard.send_replace(());
        }
        end.await.unwrap();
        assert_eq!(begun.elapsed(), 10 * (SILENCE - BEAT) + SILENCE);
    }
}
