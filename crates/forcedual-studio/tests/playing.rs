//! What pages see of scenes, and how bodies answer hands.

mod common;

use common::{BEAM, Page, STRIP, Server, Told, floats, length, word};
use serde_json::{Value, json};

/// The scene that the page was told, with a change.
fn edited(page: &Page, change: impl FnOnce(&mut Value)) -> Value {
    let mut scene = page.told["scene"]["scene"].clone();
    change(&mut scene);
    scene
}

fn stages(idle: &Value) -> Vec<&str> {
    idle["stages"].as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

/// The vertex of the surface that is farthest along the first axis, and the least far.
fn ends(page: &Page) -> (usize, usize) {
    let surface = page.surface();
    let by = |a: &usize, b: &usize| surface[*a][0].total_cmp(&surface[*b][0]);
    ((0..surface.len()).max_by(by).unwrap(), (0..surface.len()).min_by(by).unwrap())
}

#[tokio::test]
async fn a_page_is_told_everything_and_again_after_a_reload() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    for _ in 0..2 {
        page.frame(|_| true).await;
        for is in ["hello", "scene", "body", "prior", "model", "idle"] {
            assert!(page.told.contains_key(is), "{is}");
        }
        // surface, rows, shapes, and the fields of two forces, of supports and of stiffness
        for kind in [1, 2, 6, 400, 401, 400 + (u32::MAX - 1) % 100, 400 + u32::MAX % 100] {
            assert!(page.binary.contains_key(&kind), "{kind}: {:?}", page.binary.keys());
        }
        let model = &page.told["model"];
        assert_eq!((&model["modes"], &model["ready"]), (&json!(8), &json!(true)));
        assert_eq!(model["channels"][0]["name"], "tendon[0]");
        let captured: Vec<f64> = serde_json::from_value(model["captured"].clone()).unwrap();
        assert!(captured.is_sorted() && captured[7] <= 1.0 && captured[7] > 0.5, "{captured:?}");
        page = server.page().await;
    }
}

#[tokio::test]
async fn binary_messages_hold_what_the_protocol_says() {
    for (text, dim) in [(BEAM, 3), (STRIP, 2)] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::scene(folder.path(), text);
        let mut page = server.page().await;
        page.idle(1).await;
        let frame = page.frame(|_| true).await;
        let surface = &page.binary[&1];
        let [n, f, flags] = [8, 12, 16].map(|at| word(surface, at) as usize);
        assert_eq!(flags & 4 != 0, dim == 2);
        assert_eq!(surface.len(), 20 + 4 * (6 * n + 3 * f) + 4 * n);
        let faces = &surface[20 + 24 * n..][..12 * f];
        assert!((0..3 * f).all(|k| (word(faces, 4 * k) as usize) < n));
        let rows = &page.binary[&2];
        let [count, p, columns, d] = [8, 12, 16, 20].map(|at| word(rows, at) as usize);
        assert_eq!((count, d), (n, dim));
        let per = dim / columns;
        assert_eq!(rows.len(), 24 + 4 * p + (2 * n * per * p).next_multiple_of(4));
        assert_eq!(frame.numbers.len(), columns * p);
        assert_eq!(frame.rev, 1);
        let shapes = &page.binary[&6];
        let [modes, width, points] = [8, 12, 16].map(|at| word(shapes, at) as usize);
        assert_eq!((points, width), (n, if columns > 1 { 1 } else { dim }));
        assert_eq!(shapes.len(), 20 + (2 * modes * width * n).next_multiple_of(4));
        page.ask(json!({ "do": "cells" })).await;
        while !page.binary.contains_key(&8) {
            page.next().await;
        }
        let cells = &page.binary[&8];
        let [vertices, t, corners] = [8, 12, 16].map(|at| word(cells, at) as usize);
        assert_eq!(corners, dim + 1);
        assert_eq!(cells.len(), 20 + 4 * (3 * vertices + t * corners + 2 * t));
        let young = floats(&cells[20 + 4 * (3 * vertices + t * corners)..], t);
        assert!(young.iter().all(|y| (y - 1e5).abs() < 1.0));
        page.ask(json!({ "do": "shake", "on": true })).await;
        while !page.binary.contains_key(&5) {
            page.next().await;
        }
        let draw = &page.binary[&5];
        let arrows = word(draw, 8) as usize;
        let after = 12 + 24 * arrows;
        assert_eq!(word(draw, after) as usize, dim * n);
        let end = after + 4 + 4 * dim * n;
        // the strip's force is a mixture, of which one part acts
        let parts = word(draw, end) as usize;
        assert_eq!((parts, draw.len()), (3 - dim, end + 4 + 4 * parts));
        let moved = floats(&draw[after + 4..], dim * n);
        assert!(moved.iter().any(|u| *u != 0.0) && moved.iter().all(|u| u.is_finite()));
    }
}

#[tokio::test]
async fn what_is_grabbed_comes_near_the_hand_while_the_far_end_stays_and_reset_is_rest() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    page.frame(|_| true).await;
    let (tip, root) = ends(&page);
    let at = page.surface()[tip];
    let to = [at[0] - 0.05, at[1], at[2] + 0.3];
    page.ask(json!({ "do": "grab", "id": 4, "vertex": tip, "to": to })).await;
    let begun = page.frame(|f| !f.pulls.is_empty()).await;
    assert_eq!(begun.pulls[0][3..], to, "the target comes back as it was sent");
    let later = page.frame(|f| f.time > begun.time + 3.0).await;
    let u = page.displacement(tip, &later);
    let left = length([at[0] + u[0] - to[0], at[1] + u[1] - to[1], at[2] + u[2] - to[2]]);
    assert!(left < 0.5 * 0.3, "{left} of 0.3 is left");
    assert!(length(page.displacement(root, &later)) < 0.05 * length(u));
    // the frame says where the held point is
    for c in 0..3 {
        assert!((later.pulls[0][c] - at[c] - u[c]).abs() < 1e-4);
    }
    page.ask(json!({ "do": "release", "id": 4 })).await;
    page.frame(|f| f.pulls.is_empty()).await;
    page.ask(json!({ "do": "reset" })).await;
    let reset = page.frame(|f| f.time < later.time).await;
    assert!(reset.numbers.iter().all(|z| z.abs() < 1e-6), "{:?}", reset.numbers);
}

#[tokio::test]
async fn channels_targets_gravity_and_balls_move_the_body() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    page.frame(|_| true).await;
    let (tip, _) = ends(&page);
    let at = page.surface()[tip];
    for (ask, undo) in [
        (json!({ "do": "amplitude", "channel": 0, "value": -0.1 }), json!({ "do": "relax" })),
        (
            json!({ "do": "target", "id": 1, "vertex": tip, "to": [at[0], at[1] + 0.05, at[2]] }),
            json!({ "do": "target", "id": 1, "to": null }),
        ),
        (json!({ "do": "gravity", "g": [0, -2, 0] }), json!({ "do": "gravity", "g": [0, 0, 0] })),
        (
            json!({ "do": "ball", "at": [0.9, 0.2, 0.1], "radius": 0.1 }),
            json!({ "do": "ball", "at": null }),
        ),
        (json!({ "do": "floor", "on": true }), json!({ "do": "floor", "on": false })),
        (json!({ "do": "script", "on": true }), json!({ "do": "script", "on": false })),
    ] {
        page.ask(json!({ "do": "reset" })).await;
        page.frame(|f| f.time < 0.05).await;
        page.ask(ask.clone()).await;
        let mut moved = 0.0;
        while moved < 1e-3 {
            let frame = page.frame(|_| true).await;
            moved = length(page.displacement(tip, &frame));
        }
        page.ask(undo).await;
    }
}

#[tokio::test]
async fn time_stands_still_while_paused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    page.frame(|f| f.time > 0.1).await;
    page.ask(json!({ "do": "play", "running": false, "speed": 1.0 })).await;
    let first = page.until("stats", |s| s["running"] == false).await;
    let second = page.until("stats", |s| s["running"] == false).await;
    assert_eq!(first["time"], second["time"]);
    page.ask(json!({ "do": "play", "running": true, "speed": 0.25 })).await;
    let time = first["time"].as_f64().unwrap() as f32;
    page.frame(|f| f.time > time).await;
}

#[tokio::test]
async fn edits_of_forces_keep_the_factor_and_those_of_the_material_the_mesh() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    let first = page.idle(1).await;
    assert!(stages(&first).contains(&"modes"), "{first}");
    let forces = edited(&page, |s| s["force"][0]["strokes"][0]["radius"] = json!(0.3));
    page.ask(json!({ "do": "scene", "rev": 2, "scene": forces })).await;
    let second = page.idle(2).await;
    assert!(stages(&second).contains(&"modes"), "{second}");
    let timed = |page: &Page| -> Vec<String> {
        let seconds = page.told["model"]["seconds"].as_object().unwrap();
        seconds.keys().cloned().collect()
    };
    assert_eq!(timed(&page), ["certificate", "modes", "prior", "runtime"]);
    let material = edited(&page, |s| s["material"]["young"] = json!(2e5));
    page.ask(json!({ "do": "scene", "rev": 3, "scene": material })).await;
    let third = page.idle(3).await;
    let told = page.told["model"].clone();
    assert_eq!((&told["rev"], &told["ready"]), (&json!(3), &json!(true)));
    assert!(!stages(&second).contains(&"factor"), "{second}");
    assert!(!stages(&second).contains(&"read"), "{second}");
    assert!(stages(&third).contains(&"factor"), "{third}");
    assert!(!stages(&third).contains(&"read"), "{third}");
    let all = timed(&page);
    assert!(all.contains(&"factor".into()) && !all.contains(&"mesh".into()), "{all:?}");
}

#[tokio::test]
async fn only_forces_that_changed_are_told_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    page.binary.clear();
    let spring = edited(&page, |s| s["force"][1]["sigma"] = json!(0.02));
    page.ask(json!({ "do": "scene", "rev": 2, "scene": spring })).await;
    page.idle(2).await;
    assert!(page.binary.contains_key(&401) && !page.binary.contains_key(&400));
    // on another mesh all are
    let finer = edited(&page, |s| s["mesh"]["cells"] = json!(1200));
    page.ask(json!({ "do": "scene", "rev": 3, "scene": finer })).await;
    page.idle(3).await;
    let [surface, painted] = [1, 400].map(|kind| word(&page.binary[&kind], 4));
    assert_eq!((surface, painted), (3, 3));
}

#[tokio::test]
async fn an_edit_cancels_the_work_on_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    let large = edited(&page, |s| s["mesh"]["cells"] = json!(150_000));
    page.ask(json!({ "do": "scene", "rev": 2, "scene": large })).await;
    page.until("job", |j| j["rev"] == 2).await;
    let small = edited(&page, |s| s["subspace"]["modes"] = json!(5));
    let small = {
        let mut s = small;
        s["mesh"]["cells"] = json!(900);
        s
    };
    page.ask(json!({ "do": "scene", "rev": 3, "scene": small })).await;
    let mut large = 0;
    loop {
        match page.next().await {
            Told::Json(v) if v["is"] == "model" && v["rev"] == 2 => large += 1,
            Told::Json(v) if v["is"] == "idle" && v["rev"] == 3 => break,
            Told::Closed => panic!("closed"),
            _ => {}
        }
    }
    assert_eq!(large, 0, "the stale scene was worked on to its end");
    assert_eq!(page.told["model"]["modes"], 5);
}

#[tokio::test]
async fn a_bad_scene_is_told_with_its_field_and_the_last_good_model_stays_in_play() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    for (rev, key, value, field) in
        [(2, "young", json!(-1.0), "material.young"), (3, "yuong", json!(1.0), "material.yuong")]
    {
        let scene = edited(&page, |s| s["material"][key] = value);
        page.ask(json!({ "do": "scene", "rev": rev, "scene": scene })).await;
        let error = page.until("error", |e| e["rev"] == rev).await;
        assert_eq!(error["field"], field, "{error}");
        page.until("idle", |v| v["rev"] == rev).await;
        let frame = page.frame(|_| true).await;
        assert_eq!(frame.rev, 1);
    }
}

#[tokio::test]
async fn a_stalled_page_does_not_slow_another() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    // one says hello, asks for far more than sockets hold, and never reads; another reads but never answers
    let mut stalled = server.narrow_page().await;
    const ASKED: usize = 2000;
    for _ in 0..ASKED {
        stalled.ask(json!({ "do": "cells" })).await;
    }
    let mut deaf = server.page().await;
    deaf.acks = false;
    let start = page.frame(|_| true).await;
    for rev in 2..5 {
        let scene = edited(&page, |s| {
            s["force"][0]["strokes"][0]["radius"] = json!(0.3 + 0.01 * rev as f64)
        });
        page.ask(json!({ "do": "scene", "rev": rev, "scene": scene })).await;
        page.idle(rev).await;
    }
    let mut seen = 0;
    let mut last = start.number;
    while seen < 100 {
        let frame = page.frame(|f| f.number != last).await;
        last = frame.number;
        seen += 1;
    }
    // it was stalled indeed: the server has given up answering it
    let mut answered = 0;
    loop {
        stalled.ask(json!({ "do": "ping", "t": 1.0 })).await;
        match stalled.next().await {
            Told::Binary(8) => answered += 1,
            Told::Json(v) if v["is"] == "pong" => break,
            Told::Closed => panic!("closed"),
            _ => {}
        }
    }
    assert!(answered < ASKED, "{answered}");
    // one that does not answer is sent two frames
    deaf.ask(json!({ "do": "ping", "t": 1.0 })).await;
    let mut frames = 0;
    loop {
        match deaf.next().await {
            Told::Frame(_) => frames += 1,
            Told::Json(v) if v["is"] == "pong" => break,
            Told::Closed => panic!("closed"),
            _ => {}
        }
    }
    assert!(frames <= 2, "{frames}");
}

#[tokio::test]
async fn one_force_is_shaken_alone_and_many_each_by_a_scale_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    // the first is painted on the tip, the second a spring
    let mut longest = Vec::new();
    for force in [Value::Null, json!(0), json!(1)] {
        page.binary.remove(&5);
        page.ask(json!({ "do": "shake", "on": true, "force": force })).await;
        while !page.binary.contains_key(&5) {
            page.next().await;
        }
        page.ask(json!({ "do": "shake", "on": false })).await;
        let draw = &page.binary[&5];
        let arrows: Vec<[f32; 6]> =
            floats(&draw[12..], 6 * word(draw, 8) as usize).as_chunks().0.to_vec();
        let long = |keep: &dyn Fn(f32) -> bool| {
            let kept = arrows.iter().filter(|a| keep(a[0]));
            kept.map(|a| length([a[3], a[4], a[5]])).fold(0.0, f32::max)
        };
        // the spring begins at 0.1, paint begins beyond 0.6 and is strongest at the end
        longest.push([long(&|x| x < 0.5), long(&|x| x > 0.97)]);
    }
    let [both, painted, spring] = longest[..] else { panic!() };
    assert!(both[0] > 0.05 && both[1] > 0.05, "{both:?}");
    assert!(painted[0] == 0.0 && painted[1] > 0.05, "{painted:?}");
    assert!(spring[0] > 0.05 && spring[1] == 0.0, "{spring:?}");
}

#[tokio::test]
async fn parts_of_a_mixture_have_fields_and_draws_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), STRIP);
    let mut page = server.page().await;
    page.idle(1).await;
    let names = page.told["prior"]["forces"].as_array().unwrap().iter().map(|f| f["name"].clone());
    assert_eq!(names.collect::<Vec<_>>(), [json!(null), json!("left"), json!("right")]);
    let surface = page.surface();
    // most of them from 0.2 to 0.4 and from 0.8 to 1
    let reaches = |places: &[f32]| [0.3, 0.9].map(|x| places.iter().any(|p| (p - x).abs() < 0.15));
    let strong = |kind: u32| {
        let field = floats(&page.binary[&kind][16..], surface.len());
        let least = 0.1 * field.iter().copied().fold(0.0, f32::max);
        let places = surface.iter().zip(&field).filter(|(_, v)| **v > least).map(|(p, _)| p[0]);
        reaches(&places.collect::<Vec<f32>>())
    };
    assert_eq!([400, 401, 402].map(strong), [[true, true], [true, false], [false, true]]);
    for force in 0..3 {
        page.binary.remove(&5);
        page.ask(json!({ "do": "shake", "on": true, "force": force })).await;
        while !page.binary.contains_key(&5) {
            page.next().await;
        }
        page.ask(json!({ "do": "shake", "on": false })).await;
        let draw = &page.binary[&5];
        let arrows = floats(&draw[12..], 6 * word(draw, 8) as usize);
        let long = |a: &[f32]| length([a[3], a[4], a[5]]);
        let least = 0.3 * arrows.chunks_exact(6).map(long).fold(0.0, f32::max);
        let strong = arrows.chunks_exact(6).filter(|a| long(a) > least);
        let places: Vec<f32> = strong.map(|a| a[0]).collect();
        let acting = match force {
            0 => word(draw, draw.len() - 4),
            part => part,
        };
        assert_eq!(reaches(&places), [acting == 1, acting == 2], "{force}: {places:?}");
    }
}

#[tokio::test]
async fn a_surface_is_told_with_all_its_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    assert_eq!(word(&page.binary[&1], 16) & 8, 0, "a beam has no pictures");
    assert_eq!(server.get("texture/0").0, 404);
    // only their first bytes are looked at here
    let pictures: [&[u8]; 2] = [b"\x89PNG\r\n\x1a\nred", b"\xff\xd8\xff\xe0blue"];
    let materials = "newmtl a\nmap_Kd a.png\nnewmtl b\nmap_Kd b.jpg\n";
    let shape = "mtllib two.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\n\
        usemtl b\nf 1/1 3/2 2/3\nf 1/1 2/2 4/3\nusemtl a\nf 2/1 3/2 4/3\nf 1/1 4/2 3/3\n";
    server.upload("two.mtl", materials.as_bytes());
    server.upload("b.jpg", pictures[1]);
    // a picture alone is opened as a drawing, which these bytes are not: it is kept all the same
    server.upload("a.png", pictures[0]);
    let (status, said) = server.upload("two.obj", shape.as_bytes());
    assert_eq!(status, 200, "{said}");
    let mut scene = said["scene"].clone();
    scene["mesh"]["cells"] = json!(800);
    scene["subspace"]["modes"] = json!(2);
    page.ask(json!({ "do": "scene", "rev": 2, "scene": scene })).await;
    page.idle(2).await;
    let surface = &page.binary[&1];
    let [n, f, flags] = [8, 12, 16].map(|at| word(surface, at) as usize);
    assert_eq!(flags & 9, 9, "{:?}", page.told.get("error"));
    assert_eq!(surface.len(), 20 + 4 * (6 * n + 3 * f + 2 * n + n + f) + (flags & 2) * 2 * n);
    let of = &surface[surface.len() - 4 * f..];
    let mut seen: Vec<u32> = (0..f).map(|k| word(of, 4 * k)).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [0, 1]);
    let got = ["texture/0", "texture/1"].map(|name| server.get(name));
    for bytes in pictures {
        assert!(got.iter().any(|(status, body)| *status == 200 && body == bytes), "{got:?}");
    }
    assert_eq!(server.get("texture/2").0, 404);
}

#[tokio::test]
async fn rivals_follow_the_same_hand() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    page.frame(|_| true).await;
    let (tip, _) = ends(&page);
    let at = page.surface()[tip];
    let to = [at[0] - 0.02, at[1], at[2] + 0.2];
    page.ask(json!({ "do": "grab", "id": 1, "vertex": tip, "to": to })).await;
    for (kind, which) in [("lma", 1), ("greens", 1), ("skinning-eigenmodes", 1), ("full", 2)] {
        page.ask(json!({ "do": "rival", "kind": kind })).await;
        page.until("rival", |r| r["kind"] == kind && r["state"] == "running").await;
        let n = page.surface().len();
        loop {
            let Told::Frame(frame) = page.next().await else { continue };
            if frame.which != which {
                continue;
            }
            if which == 1 {
                if frame.numbers.iter().any(|z| z.abs() > 1e-3) {
                    break;
                }
            } else {
                assert_eq!(frame.numbers.len(), 3 * n);
                if frame.numbers[3 * tip + 2] > at[2] + 0.05 {
                    break;
                }
            }
        }
    }
    let stats = page.until("stats", |s| s["error"].is_f64()).await;
    assert!(stats["rival_us"].as_f64().unwrap() > 0.0);
    let stats = page.until("stats", |s| s["felt"].is_f64()).await;
    assert!((0.0..=1.0 + 1e-9).contains(&stats["felt"].as_f64().unwrap()), "{stats}");
    page.ask(json!({ "do": "rival", "kind": "off" })).await;
    page.until("stats", |s| s["rival_us"].is_null()).await;
}

#[tokio::test]
async fn the_error_is_that_of_equal_times() {
    let folder = tempfile::tempdir().unwrap();
    // all degrees of freedom and all cells: the body in its subspace is the body in full
    let whole = r#"
        [mesh]
        shape = "rectangle"
        size = [1.0, 0.2]
        cells = 40
        [material]
        young = 1e5
        [[pin]]
        where = { half-space = { point = [0.001, 0], normal = [-1, 0] } }
        [[force]]
        kind = "white-noise"
        [subspace]
        modes = 60
        [simulation]
        tolerance = 1e-9
        cubature = 1000
    "#;
    let server = Server::scene(folder.path(), whole);
    let mut page = server.page().await;
    page.idle(1).await;
    page.frame(|_| true).await;
    page.ask(json!({ "do": "rival", "kind": "full" })).await;
    page.until("rival", |r| r["state"] == "running").await;
    let (tip, _) = ends(&page);
    let at = page.surface()[tip];
    let mut told = Vec::new();
    while told.len() < 8 {
        let t = page.frame(|_| true).await.time;
        let to = [at[0], at[1] + 0.1 * (12.0 * t).sin(), at[2]];
        page.ask(json!({ "do": "grab", "id": 1, "vertex": tip, "to": to })).await;
        let stats = &page.told["stats"];
        let new = told.last().is_none_or(|(time, _)| *time != stats["time"]);
        if let (true, Some(error)) = (new, stats["error"].as_f64()) {
            told.push((stats["time"].clone(), error));
        }
    }
    assert!(told.iter().all(|(_, error)| *error < 1e-3), "{told:?}");
}

#[tokio::test]
async fn steps_take_the_iterations_that_the_scene_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    let exact = |iterations: usize| json!({ "iterations": iterations, "tolerance": 0.0 });
    let scene = edited(&page, |s| s["simulation"] = exact(3));
    page.ask(json!({ "do": "scene", "rev": 2, "scene": scene })).await;
    page.idle(2).await;
    page.frame(|f| f.rev == 2).await;
    let (tip, _) = ends(&page);
    let at = page.surface()[tip];
    let to = [at[0], at[1], at[2] + 0.3];
    page.ask(json!({ "do": "grab", "id": 1, "vertex": tip, "to": to })).await;
    let stats =
        page.until("stats", |s| s["rev"] == 2 && s["iterations"].as_f64() > Some(2.0)).await;
    assert!(stats["iterations"].as_f64().unwrap() <= 3.0, "{stats}");
    assert!(stats["short"].as_f64().unwrap() > 0.0, "{stats}");
}

#[tokio::test]
async fn a_mixture_changes_between_its_components() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), STRIP);
    let mut page = server.page().await;
    page.idle(1).await;
    assert_eq!(page.told["model"]["components"], json!(["left", "right"]));
    let stats = page.until("stats", |s| s["posterior"].is_array()).await;
    let posterior: Vec<f64> = serde_json::from_value(stats["posterior"].clone()).unwrap();
    assert!((posterior.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let (tip, _) = ends(&page);
    let at = page.surface()[tip];
    page.ask(json!({ "do": "grab", "id": 1, "vertex": tip, "to": [at[0], at[1] - 0.2] })).await;
    page.until("stats", |s| s["posterior"][1].as_f64() > Some(0.8)).await;
}

#[tokio::test]
async fn everything_can_be_taken_home_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    page.frame(|f| f.time > 0.5).await;
    let (_, toml) = server.get("download/scene.toml");
    let toml = String::from_utf8(toml).unwrap();
    let (_, json) = server.get("download/scene.json");
    let scene: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(scene, page.told["scene"]["scene"]);
    let again = Server::scene(folder.path(), &toml);
    let mut other = again.page().await;
    other.idle(1).await;
    assert_eq!(other.told["scene"]["scene"], scene);
    let (status, glb) = server.get("download/run.glb");
    assert_eq!((status, &glb[..4]), (200, &b"glTF"[..]));
    let (status, npz) = server.get("download/run.npz");
    assert_eq!((status, &npz[..2]), (200, &b"PK"[..]));
    let (status, model) = server.get("download/model.safetensors");
    assert_eq!(status, 200);
    let path = folder.path().join("model.safetensors");
    std::fs::write(&path, &model).unwrap();
    let played = Server::open(&path);
    let mut third = played.page().await;
    let idle = third.idle(1).await;
    assert_eq!(stages(&idle), ["read"], "a model is played without design");
    third.frame(|f| f.time > 0.0).await;
    assert_eq!(third.binary[&2][8..], page.binary[&2][8..], "the same rows");
    let (status, again) = played.get("download/model.safetensors");
    assert_eq!((status, again == model), (200, true));
}

#[tokio::test]
async fn dropped_files_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::scene(folder.path(), BEAM);
    let mut page = server.page().await;
    page.idle(1).await;
    let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    let (status, said) = server.upload("corner.obj", tetrahedron.as_bytes());
    assert_eq!((status, &said["role"]), (200, &json!("surface")), "{said}");
    let mut scene = said["scene"].clone();
    scene["mesh"]["cells"] = json!(800);
    scene["subspace"]["modes"] = json!(2);
    page.ask(json!({ "do": "scene", "rev": 2, "scene": scene })).await;
    page.idle(2).await;
    assert_eq!(page.told["model"]["rev"], 2, "{:?}", page.told.get("error"));
    assert_eq!(page.told["model"]["kind"], "skinning");
    let (_, model) = server.get("download/model.safetensors");
    let (status, said) = server.upload("corner.safetensors", &model);
    assert_eq!((status, &said["role"]), (200, &json!("model")));
    page.until("scene", |s| s["source"] == "open").await;
    let rev = page.told["scene"]["rev"].as_u64().unwrap() as u32;
    page.idle(rev).await;
    page.frame(|f| f.rev == rev).await;
}
