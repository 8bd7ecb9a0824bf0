//! Who gets in, and what they may name.

mod common;

use common::{BEAM, Server, Told};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::protocol::Message;

const ROUTES: [&str; 9] = [
    "",
    "index.html",
    "zoo.json",
    "zoo/dragon.png",
    "schema.json",
    "download/scene.toml",
    "download/model.safetensors",
    "texture/0",
    "ws",
];

fn upgrade<'a>(host: &'a str, origin: Option<&'a str>) -> Vec<(&'a str, &'a str)> {
    let mut headers = vec![
        ("Host", host),
        ("Upgrade", "websocket"),
        ("Connection", "Upgrade"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    headers.extend(origin.map(|origin| ("Origin", origin)));
    headers
}

#[test]
fn wrong_tokens_hosts_and_origins_are_refused_on_every_route_and_on_the_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let (host, path) = (server.host(), server.path());
    let port = host.split(':').next_back().unwrap();
    let evil = format!("evil.example:{port}");
    let own = format!("http://{host}");
    for route in ROUTES {
        let line = |token: &str| format!("GET {token}{route}");
        for token in ["/", "/0123456789abcdef0123456789abcdef/", &path[..path.len() - 2]] {
            let (status, head, body) = server.request(&line(token), &[("Host", host)], b"");
            assert_eq!((status, body.len()), (404, 0), "{token}{route}");
            assert!(head.contains("content-security-policy"), "{head}");
        }
        for (name, headers) in [
            ("another host", vec![("Host", evil.as_str())]),
            ("no port", vec![("Host", "127.0.0.1")]),
            ("another origin", vec![("Host", host), ("Origin", "http://evil.example")]),
            ("no origin of a page", vec![("Host", host), ("Origin", "null")]),
            ("an upgrade from nowhere", upgrade(host, None)),
            ("an upgrade from elsewhere", upgrade(host, Some("http://evil.example"))),
            ("an upgrade to elsewhere", upgrade(&evil, Some(own.as_str()))),
        ] {
            let (status, _, body) = server.request(&line(&path), &headers, b"");
            assert_eq!(status, 403, "{route}: {name}");
            assert!(body.starts_with(b"The studio answers only at the address"), "{route}: {name}");
        }
    }
    for headers in [vec![("Host", host)], vec![("Host", host), ("Origin", "http://evil.example")]] {
        let line = format!("POST {path}upload/a.obj");
        assert_eq!(server.request(&line, &headers, b"v 0 0 0").0, 403);
    }
    let (status, head, _) = server.request(&format!("GET {path}"), &[("Host", host)], b"");
    assert_eq!(status, 200);
    let head = head.to_ascii_lowercase();
    for part in [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "nosniff",
        "no-referrer",
        "no-store",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(head.contains(part), "{part}: {head}");
    }
    assert!(!head.contains("access-control"), "{head}");
}

#[test]
fn paths_do_not_lead_out() {
    let folder = tempfile::tempdir().unwrap();
    let opened = folder.path().join("opened");
    std::fs::create_dir(&opened).unwrap();
    std::fs::write(folder.path().join("secret.obj"), "v 0 0 0").unwrap();
    let server = Server::scene(&opened, BEAM);
    for route in [
        "../Cargo.toml",
        "..%2fCargo.toml",
        "assets/../../Cargo.toml",
        "assets/%2e%2e/%2e%2e/Cargo.toml",
        "download/../scene.toml",
        "download/..%2f..%2fsecret.obj",
        "zoo/../../x.png",
        "texture/../0",
        "%00",
        "%ff",
    ] {
        assert_eq!(server.get(route).0, 404, "{route}");
    }
    let (status, said) =
        server.upload("..%2f..%2fsecret.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert_eq!((status, &said["name"]), (200, &json!("secret.obj")));
    let outside = std::fs::read_to_string(folder.path().join("secret.obj")).unwrap();
    assert_eq!(outside, "v 0 0 0");
    assert_eq!(server.upload("..", b"").0, 422);
    assert_eq!(server.upload("virus.exe", b"").0, 422);
}

#[tokio::test]
async fn scenes_of_pages_read_files_of_the_opened_folder_only() {
    let folder = tempfile::tempdir().unwrap();
    let opened = folder.path().join("opened");
    std::fs::create_dir(&opened).unwrap();
    std::fs::write(folder.path().join("outside.mesh"), "nothing").unwrap();
    let server = Server::scene(&opened, BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    for (rev, name) in [(2, "../outside.mesh"), (3, "/etc/hostname"), (4, "missing.mesh")] {
        let scene = json!({ "mesh": { "file": name } });
        page.ask(json!({ "do": "scene", "rev": rev, "scene": scene })).await;
        let error = page.until("error", |e| e["rev"] == rev).await;
        assert_eq!(error["field"], "mesh.file", "{error}");
        assert_eq!(error["code"], "io", "{error}");
    }
}

#[tokio::test]
async fn nonsense_is_answered_and_much_of_it_ends_that_page_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    for text in [
        "",
        "{",
        "[]",
        "null",
        r#"{"do":"fly"}"#,
        r#"{"do":"grab","id":1,"vertex":0,"to":[0,"x",0]}"#,
        r#"{"do":"grab","id":1,"vertex":-3,"to":[0,0,0]}"#,
        r#"{"do":"drag","id":1,"to":[1]}"#,
        r#"{"do":"play","running":true,"speed":1e999}"#,
        r#"{"do":"gravity","g":[]}"#,
    ] {
        page.send(Message::text(text)).await;
        let error = page.until("error", |e| e["code"] == "control").await;
        assert!(error["message"].as_str().unwrap().contains("not understood"), "{text}: {error}");
    }
    // what makes sense but is of no use does no harm
    for ask in [
        json!({ "do": "grab", "id": 1, "vertex": 4_000_000_000u32, "to": [0, 0, 0] }),
        json!({ "do": "grab", "id": 1, "vertex": 0, "to": [1e300, -1e300, 1e300] }),
        json!({ "do": "release", "id": 77 }),
        json!({ "do": "amplitude", "channel": 99, "value": 1.0 }),
        json!({ "do": "target", "id": 1, "vertex": 99_999_999, "to": [0, 0, 0] }),
        json!({ "do": "ball", "at": [0, 0, 0], "radius": -1.0 }),
        json!({ "do": "ball", "at": [0, 0, 0], "radius": 1e300 }),
        json!({ "do": "ball", "at": null }),
        json!({ "do": "reset" }),
    ] {
        page.ask(ask).await;
    }
    page.ask(json!({ "do": "ping", "t": 7.5 })).await;
    page.until("pong", |p| p["t"] == 7.5).await;
    let mut other = server.page().await;
    for _ in 0..60 {
        page.send(Message::binary(vec![1, 2, 3])).await;
    }
    while !matches!(page.next().await, Told::Closed) {}
    other.ask(json!({ "do": "ping", "t": 1.0 })).await;
    other.until("pong", |_| true).await;
}

#[tokio::test]
async fn messages_that_are_too_large_end_that_page_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.send(Message::text("x".repeat(5 << 20))).await;
    while !matches!(page.next().await, Told::Closed) {}
    let mut page = server.page().await;
    page.ask(json!({ "do": "ping", "t": 1.0 })).await;
    page.until("pong", |_| true).await;
}

#[test]
fn the_address_for_the_browser_hides_the_token_and_leads_to_the_page_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let token = server.path();
    assert!(!server.once.contains(token.trim_matches('/')));
    let path = format!("/{}", server.once.splitn(4, '/').nth(3).unwrap());
    let get =
        |path: &str, host: &str| server.request(&format!("GET {path}"), &[("Host", host)], b"");
    assert_eq!(get(&path, "evil.example").0, 404);
    assert_eq!(get("/once/0123456789abcdef0123456789abcdef", server.host()).0, 404);
    let (status, head, _) = get(&path, server.host());
    assert_eq!(status, 303);
    assert!(head.contains(&format!("location: {token}")), "{head}");
    assert_eq!(get(&path, server.host()).0, 404);
}

#[test]
fn who_dawdles_is_sent_away_and_keeps_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let slow = |said: &str| {
        let mut stream = TcpStream::connect(server.host()).unwrap();
        stream.write_all(said.as_bytes()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    };
    let mut all: Vec<TcpStream> = (0..300).map(|_| slow("GET / HTTP/1.1\r\nHost: ")).collect();
    let begun = Instant::now();
    assert_eq!(server.get("zoo.json").0, 200);
    assert!(begun.elapsed() < Duration::from_secs(5));
    let mut last = all.pop().unwrap();
    let mut rest = Vec::new();
    // closed, with or without a word
    let _ = last.read_to_end(&mut rest);
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}

#[test]
fn uploads_that_announce_too_much_are_refused_before_they_come() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut stream = TcpStream::connect(server.host()).unwrap();
    let (host, path) = (server.host(), server.path());
    let head = format!(
        "POST {path}upload/a.obj HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
         Content-Length: 99999999999\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    assert!(
        answer.starts_with("HTTP/1.1 422") && answer.contains("larger than 512 MiB"),
        "{answer}"
    );
}
