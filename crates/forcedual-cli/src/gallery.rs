//! `forcedual gallery`: exhibits, their claims, and a page of all of them.

use crate::args::Gallery;
use crate::output::{Output, counted};
use crate::progress::Bars;
use forcedual::Result;
use forcedual_gallery::{Claim, Exhibit, Hung, Opened, named, open};
use serde_json::{Value, json};
use std::fmt::Write;
use std::process::ExitCode;

/// Makes exhibits, tells of each, and fails if a claim does.
pub fn run(args: &Gallery, out: &Output, bars: &Bars) -> Result<ExitCode> {
    let exhibits = named(&args.exhibits)?;
    if args.list {
        list(&exhibits, args.json, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (mut asked, mut told) = (Vec::new(), Ok(()));
    let opened = open(&args.output, &exhibits, bars, |one| {
        bars.finish();
        if told.is_ok() && !args.json {
            told = out.text(&summary(one));
        }
        asked.push(one.clone());
    });
    bars.finish();
    let Opened { page, hung, interrupted } = opened?;
    told?;
    if args.json {
        let exhibits: Vec<Value> = asked.iter().map(data).collect();
        out.json(&json!({ "page": page, "interrupted": interrupted, "exhibits": exhibits }))?;
    } else {
        let made = |one: &&Hung| asked.iter().all(|h| h.exhibit.name != one.exhibit.name);
        let before = hung.iter().filter(made).filter(|h| h.failures() > 0);
        let before: Vec<&str> = before.map(|h| h.exhibit.name).collect();
        let mut text = verdict(&asked);
        if !before.is_empty() {
            let _ = write!(text, "; claims of others on the page FAIL: {}", before.join(", "));
        }
        out.text(&format!("{text}\nWrote {}\n", page.display()))?;
    }
    if interrupted {
        bars.note(&format!(
            "interrupted: {} of {} are complete, and kept for the next time",
            asked.len(),
            counted(exhibits.len(), "exhibit")
        ));
        return Ok(ExitCode::from(130));
    }
    let failed = asked.iter().any(|h| h.failures() > 0);
    Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn list(exhibits: &[&Exhibit], as_json: bool, out: &Output) -> Result<()> {
    if as_json {
        let one = |e: &&Exhibit| json!({ "name": e.name, "title": e.title, "figure": e.figure });
        return out.json(&exhibits.iter().map(one).collect::<Vec<_>>());
    }
    let width = exhibits.iter().map(|e| e.name.len()).max().unwrap_or(0);
    let lines = exhibits.iter().map(|e| format!("{:width$}  {}\n", e.name, e.title));
    out.plain(&lines.collect::<String>())
}

fn data(hung: &Hung) -> Value {
    json!({
        "name": hung.exhibit.name, "seconds": hung.seconds, "kept": hung.kept,
        "error": hung.error.as_ref().map(ToString::to_string),
        "claims": hung.claims().map(Claim::data).collect::<Vec<_>>(),
        "reservations": hung.reservations().collect::<Vec<_>>(),
    })
}

fn verdict(hung: &[Hung]) -> String {
    let claims = hung.iter().flat_map(Hung::claims).count();
    let failed = hung.iter().flat_map(Hung::claims).filter(|c| !c.holds()).count();
    let unfinished = hung.iter().filter(|h| h.error.is_some()).count();
    let reserved = hung.iter().filter(|h| h.reservations().next().is_some()).count();
    let mut text = match failed {
        0 => format!("{} hold", counted(claims, "claim")),
        _ => format!("{failed} of {} FAILED", counted(claims, "claim")),
    };
    if reserved > 0 {
        let _ = write!(text, ", {} with reservations", counted(reserved, "exhibit"));
    }
    if unfinished > 0 {
        let _ = write!(text, ", {} could not be finished", counted(unfinished, "exhibit"));
    }
    text
}

fn summary(hung: &Hung) -> String {
    let kept = if hung.kept { ", kept" } else { "" };
    let mut text = format!("{} ({:.1} s{kept})\n", hung.exhibit.name, hung.seconds);
    for claim in hung.claims() {
        let mark = if claim.holds() { "ok    " } else { "FAILED" };
        let _ = writeln!(text, "  {mark} {}: {}", claim.says, claim.inequality());
    }
    for reservation in hung.reservations() {
        let _ = writeln!(text, "  but    {reservation}");
    }
    if let Some(error) = &hung.error {
        let _ = writeln!(text, "  FAILED could not be finished: {error}");
    }
    text
}
