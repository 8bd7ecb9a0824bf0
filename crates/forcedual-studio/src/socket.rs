//! One page: what it asks, and what it is sent.
//!
//! Two halves that never wait for each other. The newest frame is sent when the socket is ready and
//! fewer than [`AHEAD`] frames are on their way; what a slow page misses is gone.

use crate::board::Slot;
use crate::hands::place;
use crate::protocol::{Ask, fault, text};
use crate::session::Session;
use crate::simulation::Command;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use forcedual::{Code, Error};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{mpsc, watch};

/// Frames that may be on their way to a page.
const AHEAD: usize = 2;
/// Messages that make no sense before a page is sent away.
const NONSENSE: usize = 50;
/// Answers that wait for a page at most.
const ANSWERS: usize = 64;

/// Talks with a page until it goes.
pub async fn talk(socket: WebSocket, session: Arc<Session>) {
    let page = session.enter();
    let (sink, stream) = socket.split();
    let (answer, answers) = mpsc::channel(ANSWERS);
    let (acked, acks) = watch::channel(0);
    let (hello, hellos) = watch::channel(0);
    let listen = Listener { session: session.clone(), page, answer, acked, hello };
    tokio::select! {
        () = listen.run(stream) => {}
        () = tell(sink, session.clone(), answers, acks, hellos) => {}
    }
    session.leave(page);
}

type Sink = futures_util::stream::SplitSink<WebSocket, Message>;
type Stream = futures_util::stream::SplitStream<WebSocket>;

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
            if sink.send(message).await.is_err() || end {
                return;
            }
        }
        board.mark_unchanged();
        if let Some(number) = read
            && let Some((number, message)) = session.board.after(number)
        {
            read = Some(number);
            if sink.send(message).await.is_err() {
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
                    if sink.send(message).await.is_err() {
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
                Some(message) => if sink.send(message).await.is_err() { return },
                None => return,
            },
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
}

impl Listener {
    async fn run(self, mut stream: Stream) {
        let mut nonsense = 0;
        while let Some(Ok(message)) = stream.next().await {
            let asked = match &message {
                Message::Text(text) => serde_json::from_str::<Ask>(text).map_err(|e| e.to_string()),
                Message::Binary(_) => Err("pages ask in JSON".to_owned()),
                Message::Close(_) => return,
                Message::Ping(_) | Message::Pong(_) => continue,
            };
            let done = asked.and_then(|ask| self.obey(ask));
            let Err(why) = done else { continue };
            nonsense += 1;
            let rev = self.session.rev();
            let error = Error::new(Code::Control, format!("the message was not understood: {why}"));
            let _ = self.answer.try_send(text(&fault(rev, &error)));
            if nonsense > NONSENSE {
                let code = close_code::POLICY;
                let reason = "too many messages that make no sense".into();
                let _ = self.answer.send(Message::Close(Some(CloseFrame { code, reason }))).await;
                // the other half ends this one
                std::future::pending::<()>().await;
            }
        }
    }

    /// Does what is asked, or says why it makes no sense.
    fn obey(&self, ask: Ask) -> Result<(), String> {
        let at = |to: &[f64]| place(to).ok_or("a place is two or three finite numbers".to_owned());
        let maybe = |to: &Option<Vec<f64>>| to.as_deref().map(at).transpose();
        let name = |id| (self.page, id);
        let command = match ask {
            Ask::Hello {} => {
                self.hello.send_modify(|n| *n = n.wrapping_add(1));
                return Ok(());
            }
            Ask::Scene { scene, rev } => {
                self.session.accept(scene, rev, None, "page");
                return Ok(());
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
            Ask::Shake { on } => {
                self.session.mail.put_shake(on);
                if !on {
                    self.session.board.forget(|slot| slot == Slot::Draw);
                }
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
