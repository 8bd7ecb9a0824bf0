//! A server in a thread and pages that talk to it over real sockets.
#![allow(dead_code)]

use forcedual_studio::{Address, Opened, Place, serve};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpSocket;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Nothing here takes so long; tests that wait for ever fail instead.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A beam held at one end and pushed at the other.
pub const BEAM: &str = r#"
[mesh]
shape = "beam"
size = [1.0, 0.2, 0.2]
cells = 900
[material]
young = 1e5
[[pin]]
where = { half-space = { point = [0.001, 0, 0], normal = [-1, 0, 0] } }
[[force]]
kind = "painted"
strokes = [{ at = [[1.0, 0.1, 0.1]], radius = 0.4 }]
rms-displacement = 0.05
[[force]]
name = "tendon"
kind = "springs"
between = [[[0.1, 0.2, 0.1], [0.9, 0.2, 0.1]]]
stiffness = 500.0
sigma = 0.05
[subspace]
modes = 8
"#;

/// A strip of the plane with a mixture.
pub const STRIP: &str = r#"
[mesh]
shape = "rectangle"
size = [1.0, 0.2]
cells = 300
[material]
young = 1e5
[[pin]]
where = { half-space = { point = [0.001, 0], normal = [-1, 0] } }
[[force]]
kind = "mixture"
[[force.of]]
name = "left"
kind = "contact"
patch = [{ center = [0.3, 0.2], radius = 0.1 }]
[[force.of]]
name = "right"
kind = "contact"
patch = [{ center = [0.9, 0.2], radius = 0.1 }]
[subspace]
kind = "skinning"
modes = 3
[simulation]
adaptive = "compliance"
"#;

/// A server, ended when dropped.
pub struct Server {
    /// The address of its page.
    pub url: String,
    /// The address that leads there once.
    pub once: String,
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Server {
    /// Of a scene written into a folder.
    pub fn scene(folder: &Path, text: &str) -> Self {
        let path = folder.join("scene.toml");
        std::fs::write(&path, text).unwrap();
        Self::open(&path)
    }

    /// Of a file.
    pub fn open(path: &Path) -> Self {
        let opened = Opened::file(path).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let (sender, receiver) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let place = Place { host: None, port: Some(0) };
            let ready = |address: &Address| sender.send(address.clone()).unwrap();
            serve(opened, &place, ready, || stopped.load(Ordering::SeqCst)).unwrap();
        });
        let Address { page: url, once } = receiver.recv_timeout(PATIENCE).unwrap();
        Server { url, once, stop, thread: Some(thread) }
    }

    /// `127.0.0.1:port`
    pub fn host(&self) -> &str {
        self.url.split('/').nth(2).unwrap()
    }

    /// `/token/`
    pub fn path(&self) -> String {
        format!("/{}/", self.url.split('/').nth(3).unwrap())
    }

    /// Status, head and body of the answer to a request with these headers.
    pub fn request(
        &self,
        line: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("Content-Length: {}\r\n\r\n", body.len());
        stream.write_all(text.as_bytes()).unwrap();
        // a server that refuses need not read all of it
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(answer.len());
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        (status, head, answer.get(end + 4..).unwrap_or_default().to_vec())
    }

    /// The body of what the page gets; chunked answers are put together.
    pub fn get(&self, name: &str) -> (u16, Vec<u8>) {
        let line = format!("GET {}{name}", self.path());
        let (status, _, body) = self.request(&line, &[("Host", self.host())], b"");
        (status, body)
    }

    /// Leaves a file.
    pub fn upload(&self, name: &str, body: &[u8]) -> (u16, Value) {
        let line = format!("POST {}upload/{name}", self.path());
        let origin = format!("http://{}", self.host());
        let headers = [("Host", self.host()), ("Origin", &origin)];
        let (status, _, body) = self.request(&line, &headers, body);
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    /// A page that has said hello.
    pub async fn page(&self) -> Page {
        let mut page = self.silent_page().await;
        page.ask(json!({ "do": "hello" })).await;
        page
    }

    /// A page that has said nothing.
    pub async fn silent_page(&self) -> Page {
        self.page_over(TcpSocket::new_v4().unwrap()).await
    }

    /// A page whose system takes hardly anything in that the page does not read.
    pub async fn narrow_page(&self) -> Page {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut page = self.page_over(socket).await;
        page.ask(json!({ "do": "hello" })).await;
        page
    }

    async fn page_over(&self, socket: TcpSocket) -> Page {
        let address = format!("ws://{}{}ws", self.host(), self.path());
        let mut request = address.into_client_request().unwrap();
        let origin = format!("http://{}", self.host()).parse().unwrap();
        request.headers_mut().insert("Origin", origin);
        let stream = socket.connect(self.host().parse().unwrap()).await.unwrap();
        let (socket, _) = client_async(request, stream).await.unwrap();
        let until = Instant::now() + PATIENCE;
        Page {
            socket,
            until,
            told: BTreeMap::new(),
            binary: BTreeMap::new(),
            frame: None,
            acks: true,
        }
    }
}

/// A frame, decoded.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    pub rev: u32,
    pub number: u32,
    pub which: u32,
    pub time: f32,
    pub numbers: Vec<f32>,
    pub pulls: Vec<[f32; 6]>,
}

/// What a page was told.
#[derive(Debug, Clone)]
pub enum Told {
    Json(Value),
    Binary(u32),
    Frame(Frame),
    Closed,
}

/// A page.
pub struct Page {
    socket: WebSocketStream<tokio::net::TcpStream>,
    /// When a test that still waits has failed.
    until: Instant,
    /// The last message of each kind.
    pub told: BTreeMap<String, Value>,
    pub binary: BTreeMap<u32, Vec<u8>>,
    pub frame: Option<Frame>,
    pub acks: bool,
}

impl Page {
    pub async fn ask(&mut self, value: Value) {
        self.send(Message::text(value.to_string())).await;
    }

    pub async fn send(&mut self, message: Message) {
        // a server that sends this page away may be faster
        let _ = self.socket.send(message).await;
    }

    /// The next message.
    pub async fn next(&mut self) -> Told {
        let next = timeout_at(self.until, self.socket.next());
        let message = next.await.unwrap_or_else(|_| panic!("not told: {:?}", self.told));
        match message {
            Some(Ok(Message::Text(text))) => {
                let value: Value = serde_json::from_str(&text).unwrap();
                self.told.insert(value["is"].as_str().unwrap().to_owned(), value.clone());
                Told::Json(value)
            }
            Some(Ok(Message::Binary(bytes))) => {
                let kind = word(&bytes, 0);
                if kind != 3 {
                    let key = if kind == 4 { 400 + word(&bytes, 8) % 100 } else { kind };
                    self.binary.insert(key, bytes.to_vec());
                    return Told::Binary(kind);
                }
                let frame = decoded(&bytes);
                if frame.which == 0 {
                    self.frame = Some(frame.clone());
                    if self.acks {
                        self.ask(json!({ "do": "ack", "frame": frame.number })).await;
                    }
                }
                Told::Frame(frame)
            }
            Some(Ok(Message::Close(_))) | None | Some(Err(_)) => Told::Closed,
            Some(Ok(_)) => Told::Binary(0),
        }
    }

    /// The next JSON message of a kind that fulfils a wish.
    pub async fn until(&mut self, is: &str, wish: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.next().await {
                Told::Json(value) if value["is"] == is && wish(&value) => return value,
                Told::Closed => panic!("closed before `{is}`"),
                _ => {}
            }
        }
    }

    /// The end of the work on a revision.
    pub async fn idle(&mut self, rev: u32) -> Value {
        self.until("idle", |v| v["rev"] == rev && v["cancelled"] != true).await
    }

    /// The next frame of the body that fulfils a wish.
    pub async fn frame(&mut self, wish: impl Fn(&Frame) -> bool) -> Frame {
        loop {
            match self.next().await {
                Told::Frame(frame) if frame.which == 0 && wish(&frame) => return frame,
                Told::Closed => panic!("closed before a frame"),
                _ => {}
            }
        }
    }

    /// Rest positions of the surface.
    pub fn surface(&self) -> Vec<[f32; 3]> {
        let bytes = &self.binary[&1];
        let n = word(bytes, 8) as usize;
        floats(&bytes[20..], 3 * n).as_chunks().0.to_vec()
    }

    /// The displacement of a vertex of the surface in a frame.
    pub fn displacement(&self, vertex: usize, frame: &Frame) -> [f32; 3] {
        let bytes = &self.binary[&2];
        let [p, columns, dim] = [12, 16, 20].map(|at| word(bytes, at) as usize);
        let scales = floats(&bytes[24..], p);
        let shorts = bytes[24 + 4 * p..].as_chunks::<2>().0;
        let mut u = [0.0; 3];
        for (c, u) in u.iter_mut().enumerate().take(dim) {
            let (row, block) = if columns > 1 { (vertex, c) } else { (vertex * dim + c, 0) };
            let row = shorts[row * p..].iter().zip(&scales);
            let row = row.map(|(short, scale)| scale * f32::from(i16::from_le_bytes(*short)));
            *u = row.zip(&frame.numbers[block * p..]).map(|(r, z)| r * z).sum();
        }
        u
    }
}

pub fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

pub fn floats(bytes: &[u8], count: usize) -> Vec<f32> {
    let chunks = bytes.as_chunks::<4>().0.iter().take(count);
    chunks.map(|b| f32::from_le_bytes(*b)).collect()
}

fn decoded(bytes: &[u8]) -> Frame {
    let count = word(bytes, 20) as usize;
    let numbers = floats(&bytes[24..], count);
    let after = 24 + 4 * count;
    let pulls = word(bytes, after) as usize;
    assert_eq!(bytes.len(), after + 4 + 24 * pulls, "a frame of another length");
    Frame {
        rev: word(bytes, 4),
        number: word(bytes, 8),
        which: word(bytes, 12),
        time: floats(&bytes[16..], 1)[0],
        numbers,
        pulls: floats(&bytes[after + 4..], 6 * pulls).as_chunks().0.to_vec(),
    }
}

pub fn length(u: [f32; 3]) -> f32 {
    u.iter().map(|x| x * x).sum::<f32>().sqrt()
}
