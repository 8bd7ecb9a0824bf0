//! A page without a browser: a WebSocket of the plainest kind.

use super::server::Server;
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Text, and a close.
const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// A message of the studio.
pub enum Told {
    /// JSON.
    Json(Value),
    /// A frame's number.
    Frame(u32),
    /// Something else that is binary.
    Other,
}

/// A page.
pub struct Client {
    /// Its connection.
    pub stream: TcpStream,
    parts: Vec<u8>,
    kind: u8,
}

impl Client {
    /// A page that has said nothing.
    pub fn silent(server: &Server) -> io::Result<Self> {
        let mut stream = server.connect()?;
        let host = &server.host;
        let wish = format!(
            "GET /{}/ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.token
        );
        stream.write_all(wish.as_bytes())?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        match head.starts_with(b"HTTP/1.1 101") {
            true => Ok(Client { stream, parts: Vec::new(), kind: 0 }),
            false => Err(io::Error::other(String::from_utf8_lossy(&head).into_owned())),
        }
    }

    /// A page that has said hello.
    pub fn new(server: &Server) -> io::Result<Self> {
        let mut client = Self::silent(server)?;
        client.ask(&json!({ "do": "hello" }))?;
        Ok(client)
    }

    /// Asks for something.
    pub fn ask(&mut self, what: &Value) -> io::Result<()> {
        self.send(TEXT, what.to_string().as_bytes())
    }

    /// Sends a message in one frame.
    pub fn send(&mut self, kind: u8, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(&frame(kind, bytes))
    }

    /// How long the next message may take to come.
    pub fn patience(&mut self, time: Duration) -> io::Result<()> {
        self.stream.set_read_timeout(Some(time))
    }

    /// The next message; frames are drawn at once.
    pub fn hear(&mut self) -> io::Result<Told> {
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head)?;
            let length = match head[1] & 127 {
                126 => {
                    let mut more = [0; 2];
                    self.stream.read_exact(&mut more)?;
                    u64::from(u16::from_be_bytes(more))
                }
                127 => {
                    let mut more = [0; 8];
                    self.stream.read_exact(&mut more)?;
                    u64::from_be_bytes(more)
                }
                short => u64::from(short),
            };
            let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
            self.stream.read_exact(&mut bytes)?;
            match head[0] & 15 {
                CLOSE => return Err(io::ErrorKind::ConnectionAborted.into()),
                PING => self.send(PONG, &bytes)?,
                PONG => {}
                kind => {
                    if kind != 0 {
                        self.kind = kind;
                    }
                    self.parts.extend(bytes);
                    if head[0] & 128 != 0 {
                        return self.whole();
                    }
                }
            }
        }
    }

    fn whole(&mut self) -> io::Result<Told> {
        let bytes = std::mem::take(&mut self.parts);
        if self.kind == TEXT {
            return Ok(Told::Json(serde_json::from_slice(&bytes).map_err(io::Error::other)?));
        }
        let word = |at: usize| {
            bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes)
        };
        match (word(0), word(8)) {
            (Some(3), Some(number)) => {
                self.ask(&json!({ "do": "ack", "frame": number }))?;
                Ok(Told::Frame(number))
            }
            _ => Ok(Told::Other),
        }
    }

    /// The next JSON message that fulfils a wish.
    pub fn until(&mut self, wish: impl Fn(&Value) -> bool) -> io::Result<Value> {
        loop {
            if let Told::Json(value) = self.hear()?
                && wish(&value)
            {
                return Ok(value);
            }
        }
    }
}

/// A masked frame, as clients send them.
pub fn frame(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x80 | kind];
    match bytes.len() {
        short @ 0..=125 => out.push(0x80 | short as u8),
        middle @ 126..=65535 => {
            out.push(0x80 | 126);
            out.extend((middle as u16).to_be_bytes());
        }
        long => {
            out.push(0x80 | 127);
            out.extend((long as u64).to_be_bytes());
        }
    }
    // a mask of zeros hides nothing, and is one
    out.extend([0; 4]);
    out.extend(bytes);
    out
}
