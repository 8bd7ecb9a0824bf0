//! The studio as a command: it says where it is, serves its page, and ends by Ctrl-C.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// Ended in any case.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn started(args: &[&str]) -> (Running, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_forcedual"))
        .args(args)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (Running(child), line)
}

#[test]
fn without_arguments_or_a_terminal_the_studio_says_where_it_is_and_ends_by_ctrl_c() {
    let own = ["--port", "0", "--no-open"];
    for args in [&[][..], &own, &["studio", "--port", "0", "--no-open"]] {
        let (mut running, line) = started(args);
        let url = line.strip_prefix("The studio is at http://").unwrap().trim_end();
        let (host, path) = url.split_once('/').unwrap();
        assert!(host.starts_with("127.0.0.1:"), "{line}");
        let mut stream = TcpStream::connect(host).unwrap();
        let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut page = String::new();
        stream.read_to_string(&mut page).unwrap();
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("<html"), "{page}");
        let id = running.0.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        assert_eq!(running.0.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn what_cannot_be_opened_is_refused_before_anything_is_served() {
    for (name, part) in [("missing.obj", "no such file"), ("src/main.rs", "no scene, mesh")] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_forcedual")).args(["studio", name]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn options_of_the_studio_before_another_command_are_refused() {
    let args = ["--port", "0", "shapes"];
    let output = Command::new(env!("CARGO_BIN_EXE_forcedual")).args(args).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("after the word `studio`"), "{said}");
}
