//! Requests that never end, messages that are too large, and small files that are large inside.

use super::client::{Client, frame};
use super::server::Server;
use crate::{Effort, Outcome};
use serde_json::{Value, json};
use std::io::{Cursor, Read, Write};
use std::time::{Duration, Instant};
use zip::write::SimpleFileOptions;

/// Connections that dribble.
const DRIBBLERS: usize = 600;
/// Memory that what is refused may take, bytes.
const MEMORY: u64 = 64 << 20;
/// Memory that a picture of a hundred million points may take, or what else is allowed, bytes.
const LARGE: u64 = 1 << 30;
/// Bytes that a small file pretends to hold.
const BOMB: u64 = 8 << 30;

/// Heads that come letter by letter: others are answered meanwhile, and those that dribble are sent away.
pub fn dribble(server: &Server, effort: &Effort, outcome: &mut Outcome) -> std::io::Result<()> {
    let many = effort.count(DRIBBLERS).max(300);
    let before = server.memory();
    let begun = Instant::now();
    let mut slow = Vec::new();
    for k in 0..many {
        let mut stream = server.connect()?;
        let head =
            format!("GET /{}/zoo.json HTTP/1.1\r\nHost: {}\r\nX-{k}: ", server.token, server.host);
        stream.write_all(head.as_bytes())?;
        slow.push(stream);
    }
    let mut worst = Duration::ZERO;
    while begun.elapsed() < Duration::from_secs(14) {
        // those that were sent away cannot say more
        slow.iter_mut().for_each(|stream| drop(stream.write_all(b"x")));
        let asked = Instant::now();
        if !server.lives() {
            outcome.fails(format!("not answered beside {many} slow connections"));
        }
        worst = worst.max(asked.elapsed());
        std::thread::sleep(Duration::from_millis(500));
    }
    let mut held = 0;
    for stream in &mut slow {
        stream.set_read_timeout(Some(Duration::from_millis(20)))?;
        let gone = match stream.read(&mut [0; 64]) {
            Ok(_) => true,
            Err(e) => {
                !matches!(e.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
            }
        };
        held += usize::from(!gone);
    }
    if held > 0 {
        outcome.fails(format!("{held} of {many} slow connections are still there after 14 s"));
    }
    grown(server, before, MEMORY, "slow connections", outcome);
    outcome.figure(
        "connections whose heads come letter by letter",
        many,
        format!(
            "all sent away within 14 s; others answered meanwhile in {} ms at worst",
            worst.as_millis()
        ),
    );
    Ok(())
}

fn grown(
    server: &Server,
    before: Option<u64>,
    most: u64,
    what: &str,
    outcome: &mut Outcome,
) -> u64 {
    let (Some(before), Some(after)) = (before, server.memory()) else { return 0 };
    let more = after.saturating_sub(before);
    if more > most {
        outcome.fails(format!("{what}: {} MB more memory", more >> 20));
    }
    more
}

/// Messages over the limit, in one frame and in many, and frames that lie.
pub fn oversize(server: &Server, effort: &Effort, outcome: &mut Outcome) -> std::io::Result<()> {
    let before = server.memory();
    let mut tried = 0;
    let huge = [&[0x81, 0xff][..], &(1u64 << 40).to_be_bytes(), &[0; 4], b"{"].concat();
    let mut endless = frame(1, b"{\"do\":\"");
    endless[0] = 1;
    let mut part = frame(0, &[b'x'; 1 << 16]);
    part[0] = 0;
    (0..80).for_each(|_| endless.extend(&part));
    let reserved = [0xf1, 0x80, 0, 0, 0, 0].to_vec();
    let unmasked = [0x81, 0x02, b'{', b'}'].to_vec();
    let long_ping = frame(9, &[0; 4000]);
    let no_text = frame(1, &[0xff, 0xfe, 0xfd]);
    let deep = frame(
        1,
        format!("{{\"do\":\"scene\",\"rev\":1,\"scene\":{}", "[".repeat(1 << 20)).as_bytes(),
    );
    let whole = frame(1, "x".repeat(5 << 20).as_bytes());
    let kinds = [whole, huge, endless, reserved, unmasked, long_ping, no_text, deep];
    for _ in 0..effort.count(10) {
        for said in &kinds {
            tried += 1;
            let mut client = Client::silent(server)?;
            // who is sent away may be gone before all is said
            let _ = client.stream.write_all(said);
            let _ = client.ask(&json!({ "do": "ping", "t": 1.5 }));
            client.patience(Duration::from_secs(20))?;
            // closed, or told what is wrong and going on
            let closed = loop {
                match client.hear() {
                    Err(e) => break !matches!(e.kind(), std::io::ErrorKind::WouldBlock),
                    Ok(super::client::Told::Json(v)) if v["is"] == "pong" => break true,
                    Ok(_) => {}
                }
            };
            if !closed {
                outcome.fails(format!(
                    "neither closed nor answered: {:?}",
                    &said[..said.len().min(12)]
                ));
            }
        }
    }
    if !server.lives() {
        outcome.fails("not answered after messages that are too large");
    }
    grown(server, before, MEMORY, "messages that are too large", outcome);
    outcome.figure(
        "messages that are too large, or no messages",
        tried,
        "closed or told what is wrong",
    );
    Ok(())
}

/// Uploads that announce too much, never end, stop, or are large inside.
pub fn uploads(server: &Server, effort: &Effort, outcome: &mut Outcome) -> std::io::Result<()> {
    let before = server.memory();
    let head = |name: &str, rest: &str| {
        let (token, host) = (&server.token, &server.host);
        format!(
            "POST /{token}/upload/{name} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n{rest}\r\n"
        )
    };
    for length in ["99999999999", "18446744073709551615", "-1", "1e9"] {
        let answer =
            server.answer(head("a.obj", &format!("Content-Length: {length}\r\n")).as_bytes());
        if !matches!(answer.status, 400 | 413 | 422 | 431) {
            outcome.fails(format!("an upload of {length} bytes: {}", answer.status));
        }
    }
    let mut endless = server.connect()?;
    endless.write_all(head("a.obj", "Transfer-Encoding: chunked\r\n").as_bytes())?;
    let part = [b"100000\r\n".as_slice(), &vec![b'v'; 1 << 20], b"\r\n"].concat();
    let mut sent = 0u64;
    let most = effort.count(1200).max(20) as u64;
    while sent < most && endless.write_all(&part).is_ok() {
        sent += 1;
    }
    if sent >= 1200 {
        outcome.fails("an upload without end went on beyond 1.2 GB");
    }
    drop(endless);
    grown(server, before, MEMORY, "uploads without end", outcome);
    let each = vec![b'#'; effort.count(20).max(1) << 20];
    let kept = std::thread::scope(|scope| {
        let send = || server.page("POST", "upload/many.obj", &each).status;
        let all: Vec<_> = (0..16).map(|_| scope.spawn(send)).collect();
        all.into_iter()
            .filter_map(|one| one.join().ok())
            .filter(|status| matches!(status, 200 | 422))
            .count()
    });
    if kept != 16 {
        outcome.fails(format!("{kept} of 16 uploads of nothing at once were answered"));
    }
    grown(server, before, MEMORY, "many uploads at once", outcome);
    outcome.figure(
        "uploads that announce too much, never end, or come 16 at once",
        format!("{} MB", sent + 16 * (each.len() as u64 >> 20)),
        "refused, or kept at 64 MB of memory at most",
    );
    inside(server, outcome)
}

/// Small files that are large inside: uploaded, and opened by a scene.
fn inside(server: &Server, outcome: &mut Outcome) -> std::io::Result<()> {
    let weight = json!({
        "mesh": { "shape": "beam", "cells": 500 },
        "force": [{ "kind": "white-noise", "where": { "weight": { "file": "bomb.npz" } } }],
    });
    let drawing = json!({ "mesh": { "surface": "bomb.png" } });
    let surface = |name: &str| json!({ "mesh": { "surface": name } });
    let file = |name: &str| json!({ "mesh": { "file": name } });
    let bombs: Vec<(&str, Vec<u8>, Value)> = vec![
        ("bomb.npz", npz(), weight),
        ("bomb.png", png(60_000, 60_000), drawing),
        ("bomb.gltf", gltf(), surface("bomb.gltf")),
        ("bomb.svg", svg(), surface("bomb.svg")),
        ("bomb.vtu", vtu(), file("bomb.vtu")),
        ("bomb.ply", b"ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty double x\nproperty double y\nproperty double z\nelement face 4000000000\nproperty list uint int vertex_indices\nend_header\n".to_vec(), surface("bomb.ply")),
        ("bomb.mesh", b"MeshVersionFormatted 2\nDimension 3\nVertices\n4000000000\n0 0 0 0\n".to_vec(), file("bomb.mesh")),
        ("bomb.safetensors", [&[0xff; 8][..], b"{}"].concat(), Value::Null),
        ("deep.json", "[".repeat(2 << 20).into_bytes(), Value::Null),
    ];
    let mut told = Vec::new();
    for (name, bytes, scene) in &bombs {
        let (before, begun) = (server.memory(), Instant::now());
        let answer = server.page("POST", &format!("upload/{name}"), bytes);
        if !matches!(answer.status, 200 | 422) {
            outcome.fails(format!("{name}: the upload was answered by {}", answer.status));
        }
        if !scene.is_null() {
            let mut client = Client::new(server)?;
            client.ask(&json!({ "do": "scene", "rev": 4_000_000, "scene": scene }))?;
            let rev = client.until(|v| v["is"] == "scene" && v["source"] == "page")?["rev"].clone();
            let done =
                client.until(|v| v["rev"] == rev && (v["is"] == "error" || v["is"] == "idle"));
            if done.is_err() {
                outcome.fails(format!("{name}: no end within a minute"));
            }
        }
        let more = grown(server, before, LARGE, name, outcome);
        if begun.elapsed() > Duration::from_secs(30) {
            outcome.fails(format!("{name} took {} s", begun.elapsed().as_secs()));
        }
        told.push(more >> 20);
    }
    let most = told.iter().max().copied().unwrap_or(0);
    outcome.figure(
        "small files that are large inside (npz, png, glTF, svg, vtu, ply, mesh, safetensors, json)",
        bombs.len(),
        format!("refused, or {most} MB of memory at most"),
    );
    if !server.lives() {
        outcome.fails("not answered after small files that are large inside");
    }
    Ok(())
}

/// An array of zeros that fills gigabytes.
fn npz() -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().large_file(true);
    let count = BOMB / 8;
    let head = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({count},), }}");
    let head = format!("{head:<117}\n");
    let mut write = || -> std::io::Result<()> {
        archive.start_file("weight.npy", options).map_err(std::io::Error::other)?;
        archive.write_all(b"\x93NUMPY\x01\x00\x76\x00")?;
        archive.write_all(head.as_bytes())?;
        // deflated, it is a thousand times as small
        let zeros = vec![0; 1 << 20];
        (0..(BOMB >> 20) / 16).try_for_each(|_| archive.write_all(&zeros))
    };
    let _ = write();
    archive.finish().map(Cursor::into_inner).unwrap_or_default()
}

/// A picture of so many points, in a few bytes that end early.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    for (kind, data) in
        [(b"IHDR", head.as_slice()), (b"IDAT", &[0x78, 0x9c, 0x03, 0, 0, 0, 0, 1]), (b"IEND", &[])]
    {
        bytes.extend((data.len() as u32).to_be_bytes());
        bytes.extend(kind);
        bytes.extend(data);
        bytes.extend(crc(&[kind.as_slice(), data].concat()).to_be_bytes());
    }
    bytes
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| {
            if c & 1 == 1 { (c >> 1) ^ 0xedb8_8320 } else { c >> 1 }
        })
    })
}

/// Accessors that say more than there is.
fn gltf() -> Vec<u8> {
    let count = 4_000_000_000u64;
    json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "byteLength": 12 * count, "uri": "data:application/octet-stream;base64,AAAA" }],
        "bufferViews": [{ "buffer": 0, "byteLength": 12 * count }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3" },
            { "componentType": 5126, "count": count, "type": "VEC3" },
        ],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 1 } }] }],
        "nodes": [{ "mesh": 0 }], "scenes": [{ "nodes": [0] }], "scene": 0,
    })
    .to_string()
    .into_bytes()
}

/// Entities of entities, and uses of uses.
fn svg() -> Vec<u8> {
    let mut text =
        String::from("<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a0 \"M0 0L1 0L1 1Z\">");
    for k in 1..40 {
        text += &format!("<!ENTITY a{k} \"{}\">", format!("&a{};", k - 1).repeat(10));
    }
    text += "]><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><g id=\"u0\"><path d=\"&a39;\"/></g>";
    for k in 1..40 {
        text +=
            &format!("<g id=\"u{k}\">{}</g>", format!("<use href=\"#u{}\"/>", k - 1).repeat(10));
    }
    (text + "<use href=\"#u39\"/></svg>").into_bytes()
}

/// Counts that lie.
fn vtu() -> Vec<u8> {
    b"<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\
      <UnstructuredGrid><Piece NumberOfPoints=\"4000000000\" NumberOfCells=\"4000000000\"><Points>\
      <DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"binary\">//////////8=</DataArray></Points>\
      <Cells></Cells></Piece></UnstructuredGrid></VTKFile>"
        .to_vec()
}
