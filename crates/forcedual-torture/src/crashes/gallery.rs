//! The gallery, whose exhibits are kept for the next time: killed, and made by many at once.

use super::bench::{Bench, Files, files, told, visible};
use super::kills::{Moment, killed};
use crate::dice::Dice;
use crate::{Effort, Outcome};
use serde_json::Value;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

/// An exhibit that takes half a second.
const EXHIBIT: &str = "free";
/// Processes on one gallery.
const MANY: usize = 16;
/// Those that wait where the one that computes is killed.
const WAITING: usize = 4;
/// The time over which kills after the first sign of writing are spread: an exhibit writes many files.
const WRITING: Duration = Duration::from_millis(200);

fn words(folder: &str) -> Vec<String> {
    ["gallery", EXHIBIT, "-o", folder, "--json"].map(str::to_owned).to_vec()
}

/// Kills galleries: how often, how often while writing, and how often something hidden was left.
pub fn kill(
    bench: &Bench,
    times: usize,
    effort: &Effort,
    dice: &mut Dice,
    outcome: &mut Outcome,
) -> Result<(usize, usize, usize), String> {
    let place = bench.emptied("hall")?;
    let begun = Instant::now();
    bench.run(&words("hall"))?;
    let time = begun.elapsed();
    let whole = files(&place);
    let (mut kills, mut while_writing, mut left, mut tries) = (0, 0, 0, 0);
    while kills < times && effort.lasts() && tries < 3 * times + 10 {
        tries += 1;
        match tries % 2 {
            0 => drop(bench.emptied("hall")?),
            // something that was damaged makes it anew
            _ => std::fs::write(place.join(EXHIBIT).join("data.json"), "{")
                .map_err(|e| e.to_string())?,
        }
        let seen = files(&place).len();
        let child = bench.start(&words("hall"))?;
        let writing = tries % 4 < 2;
        let at = match writing {
            true => Moment::Writing(WRITING.mul_f64(dice.between(0.0, 1.0))),
            false => Moment::After(time.mul_f64(dice.between(0.0, 1.0))),
        };
        if !killed(child, &at, || files(&place).len() != seen)? {
            continue;
        }
        kills += 1;
        while_writing += usize::from(writing);
        let after = files(&place);
        left += usize::from(after.len() > visible(&after).len() + locks(&after));
        let damaged = |name: &str| tries % 2 == 1 && name.ends_with("data.json");
        for (name, bytes) in visible(&after).iter().filter(|(name, _)| !damaged(name)) {
            if !is_whole(name, bytes, &whole) {
                outcome.fails(format!("gallery: kill {tries} left half of {name}"));
            }
        }
        let again = bench.run(&words("hall"))?;
        let restarted = files(&place);
        for (name, bytes) in &whole {
            if !restarted.get(name).is_some_and(|new| is_whole(name, new, &whole)) {
                outcome
                    .fails(format!("gallery: {name} ({} bytes) after kill {tries}", bytes.len()));
            }
        }
        if restarted.len() != whole.len() {
            let names: Vec<&String> = restarted.keys().collect();
            outcome.fails(format!("gallery: after kill {tries} and a restart {names:?}"));
        }
        // complete findings are taken over, incomplete ones never
        let complete = after.contains_key(&format!("{EXHIBIT}/SHA256SUMS"));
        let untouched = after.get(&format!("{EXHIBIT}/data.json")).is_some_and(|b| b != b"{");
        if kept(&again) != Some(complete && untouched) {
            outcome.fails(format!("gallery: kept {:?} after kill {tries}", kept(&again)));
        }
    }
    Ok((kills, while_writing, left))
}

fn locks(files: &Files) -> usize {
    files.keys().filter(|name| name.ends_with(".lock")).count()
}

/// Is a file as an undisturbed run writes it, but for the time that it took?
fn is_whole(name: &str, bytes: &[u8], whole: &Files) -> bool {
    let text = String::from_utf8_lossy(bytes);
    match name.rsplit('/').next().unwrap_or_default() {
        "findings.json" => serde_json::from_slice::<Value>(bytes).is_ok(),
        "SHA256SUMS" => {
            text.ends_with('\n') && text.lines().all(|line| line.split_once("  ").is_some())
        }
        "index.html" => text.trim_end().ends_with("</html>"),
        _ => whole.get(name).is_none_or(|expected| expected == bytes),
    }
}

/// Was the exhibit there already?
fn kept(output: &Output) -> Option<bool> {
    let said: Value = serde_json::from_slice(&output.stdout).ok()?;
    said["exhibits"][0]["kept"].as_bool()
}

fn claims(output: &Output) -> Option<Value> {
    let said: Value = serde_json::from_slice(&output.stdout).ok()?;
    Some(said["exhibits"][0]["claims"].clone())
}

/// Many processes on one gallery: one computes, all agree; also where the one that computes is killed.
pub fn together(bench: &Bench, effort: &Effort, outcome: &mut Outcome) -> Result<(), String> {
    let many = effort.count(MANY).max(WAITING);
    let mut rounds = 0;
    for killing in [false, true] {
        for _ in 0..effort.count(5) {
            if !effort.lasts() {
                break;
            }
            rounds += 1;
            bench.emptied("hall")?;
            let first = killing.then(|| start(bench)).transpose()?;
            if let Some(mut first) = first {
                let begun = Instant::now();
                while !bench.path("hall/free").exists() && begun.elapsed() < Duration::from_secs(60)
                {
                    std::thread::sleep(Duration::from_millis(1));
                }
                let others = crowd(bench, if killing { WAITING } else { many })?;
                let _ = first.kill();
                let _ = first.wait();
                judge(others, outcome)?;
            } else {
                judge(crowd(bench, many)?, outcome)?;
            }
        }
    }
    outcome.figure(
        format!(
            "{many} processes on one gallery; {WAITING} and one that is killed while it computes"
        ),
        format!("{rounds} rounds"),
        "one computed, the others took over what it made, and all told the same",
    );
    Ok(())
}

fn start(bench: &Bench) -> Result<Child, String> {
    let mut command = bench.command(&words("hall"));
    command.stdout(Stdio::piped()).spawn().map_err(|e| format!("it does not run: {e}"))
}

fn crowd(bench: &Bench, many: usize) -> Result<Vec<Child>, String> {
    (0..many).map(|_| start(bench)).collect()
}

fn judge(children: Vec<Child>, outcome: &mut Outcome) -> Result<(), String> {
    let outputs = children.into_iter().map(Child::wait_with_output);
    let outputs: Vec<Output> = outputs
        .collect::<std::io::Result<_>>()
        .map_err(|e| format!("it cannot be waited for: {e}"))?;
    if let Some(output) = outputs.iter().find(|output| !output.status.success()) {
        outcome.fails(format!("one of many on a gallery: {}", told(output)));
    }
    let computed = outputs.iter().filter(|output| kept(output) == Some(false)).count();
    if computed != 1 {
        outcome.fails(format!("{computed} of {} on one gallery computed", outputs.len()));
    }
    if outputs
        .iter()
        .any(|output| claims(output).is_none() || claims(output) != claims(&outputs[0]))
    {
        outcome.fails("those on one gallery do not agree");
    }
    Ok(())
}
