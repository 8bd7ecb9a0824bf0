//! Who gets in: every token, host and origin but the right ones, on every route; and paths that lead elsewhere.

use super::client::Client;
use super::server::Server;
use crate::{Effort, Outcome};
use serde_json::{Value, json};
use std::path::Path;

/// Everything there is to get and to leave.
const ROUTES: &[&str] = &[
    "GET ",
    "GET index.html",
    "HEAD index.html",
    "GET ws",
    "GET zoo.json",
    "GET zoo/dragon.png",
    "GET schema.json",
    "GET download/scene.toml",
    "GET download/scene.json",
    "GET download/model.safetensors",
    "GET download/run.npz",
    "GET download/run.glb",
    "GET texture/0",
    "POST upload/a.obj",
    "OPTIONS ws",
    "PUT upload/a.obj",
];

/// The secret that no path may lead to.
const SECRET: &str = "nobody is to read this";

/// Asks by the wrong token, host or origin.
pub fn refuse(server: &Server, effort: &Effort, outcome: &mut Outcome) {
    let (host, port, token) = (&server.host, server.port(), &server.token);
    let tokens = [
        format!("/{token}/"),
        "/".to_owned(),
        "//".to_owned(),
        format!("/{}/", "0".repeat(32)),
        format!("/{}/", &token[..31]),
        format!("/{token}0/"),
        format!("/{}/", token.to_ascii_uppercase().replace(|c: char| c.is_ascii_digit(), "A")),
        format!("//{token}/"),
        format!("/%{:02x}{}/", token.as_bytes()[0], &token[1..]),
        format!("/x/../{token}/"),
        format!("/{token}%2f"),
        format!("/once/{token}/"),
    ];
    let hosts: Vec<Vec<String>> = vec![
        vec![host.clone()],
        vec![],
        vec![String::new()],
        vec!["evil.example".to_owned()],
        vec![format!("evil.example:{port}")],
        vec!["127.0.0.1".to_owned()],
        vec!["localhost".to_owned()],
        vec![format!("127.0.0.1.:{port}")],
        vec![format!("localhost.:{port}")],
        vec![format!("127.0.0.1.evil.example:{port}")],
        vec![format!("evil.example@{host}")],
        vec![format!("{host}@evil.example")],
        vec!["127.0.0.1:1".to_owned()],
        vec![format!("0.0.0.0:{port}")],
        vec![format!("127.1:{port}")],
        vec![format!("2130706433:{port}")],
        vec![format!("[::ffff:127.0.0.1]:{port}")],
        vec![host.clone(), "evil.example".to_owned()],
        vec!["evil.example".to_owned(), host.clone()],
        vec![format!("{host}, evil.example")],
    ];
    let origins: Vec<Vec<String>> = vec![
        vec![format!("http://{host}")],
        vec![],
        vec!["null".to_owned()],
        vec![String::new()],
        vec!["http://evil.example".to_owned()],
        vec![format!("http://evil.example:{port}")],
        vec![format!("https://{host}")],
        vec![format!("http://{host}/")],
        vec![format!("http://{host}.evil.example")],
        vec![format!("http://evil.example@{host}")],
        vec![format!("http://localhost:{port}")],
        vec!["file://".to_owned()],
        vec![format!("http://{host}"), "http://evil.example".to_owned()],
        vec![format!("HTTP://{host}")],
    ];
    let (mut cases, mut asked) = (0, 0);
    let all = tokens.len() * hosts.len() * origins.len();
    // a share of them is spread over all of them
    let every = (all / effort.count(all)).max(1);
    for case in (0..all).step_by(every) {
        if !effort.lasts() {
            break;
        }
        let t = case % tokens.len();
        let h = case / tokens.len() % hosts.len();
        let o = case / tokens.len() / hosts.len();
        if (t, h) == (0, 0) && o < 2 {
            continue;
        }
        cases += 1;
        for route in ROUTES {
            let (method, path) = route.split_once(' ').unwrap_or_default();
            for upgrade in [false, true] {
                if upgrade && path != "ws" {
                    continue;
                }
                asked += 1;
                let mut said = format!("{method} {}{path} HTTP/1.1\r\nConnection: ", tokens[t]);
                said += match upgrade {
                    // the answer to a refused one ends, too
                    true => {
                        "Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    }
                    false => "close\r\n",
                };
                hosts[h].iter().for_each(|host| said += &format!("Host: {host}\r\n"));
                origins[o].iter().for_each(|origin| said += &format!("Origin: {origin}\r\n"));
                said += "Content-Length: 0\r\n";
                let answer = server.answer(format!("{said}\r\n").as_bytes());
                let open = answer.head.to_ascii_lowercase().contains("access-control-allow");
                if !matches!(answer.status, 400 | 403 | 404 | 405) || open {
                    outcome.fails(format!("admitted with {}: {said}", answer.status));
                }
            }
        }
    }
    outcome.figure(
        format!("wrong tokens, hosts and origins on {} routes", ROUTES.len()),
        format!("{cases} cases, {asked} requests"),
        "none admitted",
    );
}

/// Ways to write `../` and its like.
const STEPS: &[&str] = &[
    "../",
    "..%2f",
    "%2e%2e/",
    "%2e%2e%2f",
    "%252e%252e%252f",
    "..%252f",
    "..\\",
    "..%5c",
    "%2e%2e%5c",
    "%c0%ae%c0%ae/",
    "..%c0%af",
    "....//",
    "..;/",
    "..%00/",
    "./../",
    "..//",
    "%2e%2e%00%2f",
    "\u{2024}\u{2024}/",
];

/// Where paths might lead.
const ENDS: &[&str] = &["secret.obj", "etc/passwd", "Cargo.toml", "link.obj", "deep/secret.obj"];

/// Names that mean something else somewhere.
const NAMES: &[&str] = &[
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "C:%5cWindows%5cwin.ini",
    "C:/Windows/win.ini",
    "%5c%5cserver%5cshare%5ca.obj",
    "file:%2f%2f%2fetc%2fpasswd",
    "link.obj",
    "folder/secret.obj",
    "CON",
    "con.obj",
    "NUL.obj",
    "nul",
    "AUX.ply",
    "COM1.stl",
    "LPT9.obj",
    "CONOUT$",
    "a.obj%00.png",
    "%00",
    "%ff%fe",
    "%",
    "%zz",
    ".",
    "..",
    "...",
    "%2e",
    "~",
    "~root/a.obj",
    "$HOME/a.obj",
    "a.obj:stream",
    "a.obj::$DATA",
    "%e2%80%ae.obj",
    "-rf.obj",
    "%0d%0aSet-Cookie:%20a=b",
];

/// Asks for paths that lead out of what was opened; `folder` is opened, and has a secret beside it.
pub fn traverse(server: &Server, folder: &Path, outcome: &mut Outcome) -> Result<(), String> {
    let mut paths: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    for step in STEPS {
        for depth in [1, 2, 8] {
            paths.extend(ENDS.iter().map(|end| step.repeat(depth) + end));
        }
    }
    paths.extend([100, 1000, 60_000, 200_000].map(|length| "a".repeat(length) + ".obj"));
    paths.push("../".repeat(10_000) + "etc/passwd");
    let outside = || {
        let home = folder.parent().unwrap_or(folder);
        let names = std::fs::read_dir(home).into_iter().flatten().flatten();
        let mut names: Vec<_> = names.map(|e| e.file_name()).collect();
        names.sort();
        (names, std::fs::read_to_string(home.join("secret.obj")).unwrap_or_default())
    };
    let before = outside();
    let mut asked = 0;
    for path in &paths {
        for (method, route) in [
            ("GET", ""),
            ("GET", "assets/"),
            ("GET", "download/"),
            ("GET", "zoo/"),
            ("GET", "texture/"),
        ] {
            asked += 1;
            let answer = server.page(method, &format!("{route}{path}"), b"");
            let told = String::from_utf8_lossy(&answer.body);
            let harmless = matches!(answer.status, 400 | 404 | 405 | 414 | 431 | 0);
            if !harmless
                || told.contains(SECRET)
                || told.contains("root:")
                || !answer.head.is_ascii()
            {
                outcome.fails(format!("{method} {route}{path:.80}: {}", answer.status));
            }
        }
        asked += 1;
        let answer =
            server.page("POST", &format!("upload/{path}"), b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        let name = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
        let name = name["name"].as_str().unwrap_or_default().to_owned();
        let device = ["con", "nul", "aux", "prn", "com1", "lpt9"];
        let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
        if name.contains(['/', '\\', ':', '\0'])
            || name.starts_with('.')
            || device.contains(&&*stem)
        {
            outcome.fails(format!("an upload was kept as {name}"));
        }
        if outside() != before {
            outcome.fails(format!("the upload of {path:.80} changed something outside"));
        }
    }
    asked += named_in_scenes(server, &paths, outcome).map_err(|e| e.to_string())?;
    outcome.figure(
        "paths that lead elsewhere, to get, to leave and in scenes",
        asked,
        "none led there",
    );
    Ok(())
}

/// Scenes that name such files.
fn named_in_scenes(
    server: &Server,
    paths: &[String],
    outcome: &mut Outcome,
) -> std::io::Result<usize> {
    let mut client = Client::new(server)?;
    let mut rev = 1000;
    for path in paths.iter().filter(|path| path.len() < 1000) {
        let plain =
            path.replace("%2e", ".").replace("%2f", "/").replace("%5c", "\\").replace("%00", "\0");
        for key in ["file", "surface", "display"] {
            rev += 1;
            let scene = json!({ "mesh": { (key): plain } });
            client.ask(&json!({ "do": "scene", "rev": rev, "scene": scene }))?;
            let done =
                client.until(|v| v["rev"] == rev && (v["is"] == "error" || v["is"] == "idle"))?;
            let said = done.to_string();
            // what was uploaded under such a name is one's own
            let own = done["is"] == "idle" && !plain.contains(['/', '\\']);
            if (done["is"] != "error" && !own) || said.contains(SECRET) || said.contains("root:") {
                outcome.fails(format!("a scene with {key} = {plain:?}: {said:.200}"));
            }
        }
    }
    Ok(rev - 1000)
}

/// A folder to open, with a secret beside it and links in it that lead there.
pub fn folder(home: &Path, scene: &str) -> std::io::Result<std::path::PathBuf> {
    let opened = home.join("opened");
    std::fs::create_dir(&opened)?;
    std::fs::write(home.join("secret.obj"), format!("# {SECRET}\nv 0 0 0\n"))?;
    std::fs::write(opened.join("scene.toml"), scene)?;
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(home.join("secret.obj"), opened.join("link.obj"))?;
        std::os::unix::fs::symlink(home, opened.join("folder"))?;
    }
    Ok(opened)
}
