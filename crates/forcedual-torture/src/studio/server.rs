//! The studio as a process, and what is said to it over plain sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Nothing here takes so long.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running studio, ended when dropped.
pub struct Server {
    child: Child,
    /// `127.0.0.1:port`
    pub host: String,
    /// Thirty-two digits.
    pub token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answer to a request: its status (0 where there is none), head and body.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// For example 404.
    pub status: u16,
    /// The lines before the body.
    pub head: String,
    /// What follows.
    pub body: Vec<u8>,
}

impl Server {
    /// The studio on a file.
    pub fn start(command: &Path, file: &Path) -> Result<Self, String> {
        let mut studio = Command::new(command);
        studio.arg("studio").arg(file).args(["--port", "0", "--no-open"]);
        studio.env_remove("SSH_CONNECTION").env_remove("SSH_TTY");
        studio.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = studio.spawn().map_err(|e| format!("the studio does not start: {e}"))?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("the studio has no output")?;
        let mut out = BufReader::new(out);
        out.read_line(&mut line).map_err(|e| format!("the studio says nothing: {e}"))?;
        // what else it says is for people
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        let parts: Vec<&str> = line.trim().split('/').collect();
        let (Some(host), Some(token)) = (parts.get(2), parts.get(3)) else {
            return Err(format!("the studio says {line}"));
        };
        Ok(Server { child, host: (*host).to_owned(), token: (*token).to_owned() })
    }

    /// The number of its port.
    pub fn port(&self) -> &str {
        self.host.rsplit(':').next().unwrap_or_default()
    }

    /// A connection.
    pub fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// The answer to bytes.
    pub fn answer(&self, said: &[u8]) -> Answer {
        let Ok(mut stream) = self.connect() else { return Answer::default() };
        // who refuses need not read all of it
        let _ = stream.write_all(said);
        read_answer(&mut stream)
    }

    /// The answer to a request of a page.
    pub fn page(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let host = &self.host;
        let head = format!(
            "{method} /{}/{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n",
            self.token,
            body.len()
        );
        self.answer(&[head.as_bytes(), body].concat())
    }

    /// Does it answer at once?
    pub fn lives(&self) -> bool {
        self.page("GET", "zoo.json", b"").status == 200
    }

    /// Memory that it holds, bytes, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes << 10)
    }
}

/// Everything until the other side ends.
fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    Answer { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
}
