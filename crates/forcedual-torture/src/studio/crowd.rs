//! Two hundred pages, half of them bad: stalled, flooding, or speaking nonsense.

use super::client::{Client, Told};
use super::server::Server;
use crate::dice::Dice;
use crate::{Effort, Outcome};
use serde_json::json;
use std::io::{self, Write};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Pages of the whole campaign.
const PAGES: usize = 200;
/// How long they are there.
const TIME: Duration = Duration::from_secs(600);
/// How long one page is alone before them.
const ALONE: Duration = Duration::from_secs(60);
/// More memory than with one page, bytes.
const MEMORY: u64 = 64 << 20;
/// Longer steps than with one page, the slowest in a hundred.
const SLOWER: f64 = 1.05;

/// What bad pages do.
#[derive(Clone, Copy)]
enum Kind {
    /// Say hello and read nothing.
    Stalled,
    /// Ask as fast as they can.
    Flooding,
    /// Say what makes no sense, and come again when they are sent away.
    Nonsense,
}

/// Holds a crowd out; times are judged only at full length.
pub fn run(server: &Server, effort: &Effort, timed: bool, outcome: &mut Outcome) -> io::Result<()> {
    // what the crowd takes of this machine's time is not the studio's
    let polite = timed.then(|| nice(15));
    let pages = effort.count(PAGES).max(20);
    let alone = watch(server, length(ALONE, effort), effort, &mut 0)?;
    let before = server.memory();
    let (over, answered, talked) =
        (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let mut most = 0;
    let crowded = std::thread::scope(|scope| {
        for k in 0..pages {
            let (over, answered, talked) = (&over, &answered, &talked);
            let kind = [Kind::Stalled, Kind::Flooding, Kind::Nonsense][k / 2 % 3];
            scope.spawn(move || {
                let mut dice = Dice::new(k as u64);
                while !over.load(Ordering::Relaxed) {
                    // who is sent away comes again
                    let _ = match k % 2 {
                        0 => good(server, over, answered),
                        _ => bad(server, kind, over, talked, &mut dice),
                    };
                    std::thread::sleep(Duration::from_millis(100));
                }
            });
        }
        let looked = watch(server, length(TIME, effort), effort, &mut most);
        over.store(true, Ordering::Relaxed);
        looked
    })?;
    drop(polite);
    let more = most.saturating_sub(before.unwrap_or(0));
    if before.is_some() && more > MEMORY {
        outcome.fails(format!("{} MB more memory with {pages} pages than with one", more >> 20));
    }
    let good = pages.div_ceil(2);
    if answered.load(Ordering::Relaxed) < good {
        outcome.fails("pages that behave are not answered beside those that do not");
    }
    let ratio = crowded.slow / alone.slow;
    if timed && ratio > SLOWER {
        outcome
            .fails(format!("the slowest steps take {ratio:.3} times as long with {pages} pages"));
    }
    let pace = |w: &Watched| format!("{:.0} us, the slowest in a hundred {:.0} us", w.step, w.slow);
    outcome.figure(
        format!("{pages} pages, half of them stalled, flooding or speaking nonsense"),
        format!(
            "{:.0} s, {} messages",
            length(TIME, effort).as_secs_f64(),
            talked.load(Ordering::Relaxed)
        ),
        format!(
            "a step alone {}; in the crowd {} ({ratio:.2} times); {} MB more memory",
            pace(&alone),
            pace(&crowded),
            more >> 20
        ),
    );
    Ok(())
}

fn length(whole: Duration, effort: &Effort) -> Duration {
    Duration::from_secs(effort.count(whole.as_secs() as usize).max(4) as u64)
}

/// What a page is told of steps, us.
#[derive(Debug, Clone, Copy)]
struct Watched {
    /// The median of medians.
    step: f64,
    /// The median of what the slowest in a hundred take.
    slow: f64,
}

/// What a page that leads the body in circles is told for a while, and the most memory meanwhile.
fn watch(server: &Server, time: Duration, effort: &Effort, most: &mut u64) -> io::Result<Watched> {
    let mut client = Client::new(server)?;
    client.until(|v| v["is"] == "stats")?;
    client.ask(&json!({ "do": "grab", "id": 1, "vertex": 0, "to": [0, 0, 0] }))?;
    let (mut steps, mut slow) = (Vec::new(), Vec::new());
    let begun = Instant::now();
    while (begun.elapsed() < time && effort.lasts()) || slow.is_empty() {
        match client.hear()? {
            Told::Json(v) if v["is"] == "stats" => {
                steps.extend(v["step_us"].as_f64());
                slow.extend(v["slow_us"].as_f64());
                *most = server.memory().unwrap_or(0).max(*most);
            }
            Told::Frame(number) => {
                let turn = f64::from(number) * 0.05;
                let to = [0.2 * turn.cos(), 0.2 * turn.sin(), 0.1];
                client.ask(&json!({ "do": "drag", "id": 1, "to": to }))?;
            }
            _ => {}
        }
    }
    Ok(Watched { step: median(&mut steps), slow: median(&mut slow) })
}

fn median(all: &mut [f64]) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Reads what it is told, and asks now and then.
fn good(server: &Server, over: &AtomicBool, answered: &AtomicUsize) -> io::Result<()> {
    let mut client = Client::new(server)?;
    client.ask(&json!({ "do": "ping", "t": 1.0 }))?;
    while !over.load(Ordering::Relaxed) {
        if let Told::Json(v) = client.hear()?
            && v["is"] == "pong"
        {
            answered.fetch_add(1, Ordering::Relaxed);
        }
    }
    Ok(())
}

fn bad(
    server: &Server,
    kind: Kind,
    over: &AtomicBool,
    talked: &AtomicUsize,
    dice: &mut Dice,
) -> io::Result<()> {
    let mut client = Client::new(server)?;
    client.stream.set_write_timeout(Some(Duration::from_secs(2)))?;
    while !over.load(Ordering::Relaxed) {
        match kind {
            Kind::Stalled => std::thread::sleep(Duration::from_millis(200)),
            Kind::Flooding => {
                let far = 1e3 * dice.between(0.0, 1.0);
                let asks = [
                    json!({ "do": "drag", "id": 99, "to": [far, 0, 0] }),
                    json!({ "do": "ping", "t": far }),
                    json!({ "do": "hello" }),
                    json!({ "do": "cells" }),
                    json!({ "do": "amplitude", "channel": 4000, "value": far }),
                    json!({ "do": "ack", "frame": dice.below(1 << 32) }),
                ];
                // answers are not read: what waits on both sides stops it
                client.ask(&asks[dice.below(asks.len())])?;
            }
            Kind::Nonsense => {
                let length = dice.from(1, 200);
                let noise: Vec<u8> = (0..length).map(|_| dice.below(256) as u8).collect();
                match dice.below(4) {
                    0 => client.send(1, b"{\"do\":\"fly\"}")?,
                    1 => client.send(2, &noise)?,
                    2 => client.send(1, String::from_utf8_lossy(&noise).as_bytes())?,
                    _ if dice.between(0.0, 1.0) < 0.05 => client.stream.write_all(&noise)?,
                    _ => client.send(9, &noise[..length.min(100)])?,
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        talked.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Lower priority for this thread and those that it starts, as long as this lives.
struct Nice;

fn nice(level: i32) -> Nice {
    renice(level);
    Nice
}

impl Drop for Nice {
    fn drop(&mut self) {
        renice(0);
    }
}

fn renice(level: i32) {
    let (level, own) = (level.to_string(), std::process::id().to_string());
    let _ = Command::new("renice").args(["-n", &level, "-p", &own]).output();
}
