//! `forcedual gallery`: exhibits, their claims, and a page of all of them.

use crate::args::Gallery;
use crate::output::{Output, counted};
use crate::progress::Bars;
use forcedual::{Code, Result};
use forcedual_gallery::{EXHIBITS, Hung, named, open};
use std::fmt::Write;
use std::process::ExitCode;

/// Makes exhibits, tells of each, and fails if a claim does.
pub fn run(args: &Gallery, out: &Output, bars: &Bars) -> Result<ExitCode> {
    if args.list {
        let width = EXHIBITS.iter().map(|e| e.name.len()).max().unwrap_or(0);
        let lines = EXHIBITS.iter().map(|e| format!("{:width$}  {}\n", e.name, e.title));
        out.plain(&lines.collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    let exhibits = named(&args.exhibits)?;
    let (mut claims, mut failed, mut told) = (0, 0, Ok(()));
    let page = open(&args.output, &exhibits, bars, |hung| {
        claims += hung.claims().count();
        failed += hung.claims().filter(|c| !c.holds()).count();
        bars.finish();
        if told.is_ok() {
            told = out.text(&summary(hung));
        }
    });
    bars.finish();
    let page = page.inspect_err(|e| {
        if e.code == Code::Cancelled {
            bars.note("exhibits that were complete are kept for the next time");
        }
    })?;
    told?;
    let verdict = match failed {
        0 => format!("{} hold", counted(claims, "claim")),
        _ => format!("{failed} of {} FAILED", counted(claims, "claim")),
    };
    out.text(&format!("{verdict}\nWrote {}\n", page.display()))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn summary(hung: &Hung) -> String {
    let kept = if hung.kept { ", kept" } else { "" };
    let mut text = format!("{} ({:.1} s{kept})\n", hung.exhibit.name, hung.seconds);
    for claim in hung.claims() {
        let mark = if claim.holds() { "ok    " } else { "FAILED" };
        let _ = writeln!(text, "  {mark} {}: {}", claim.says, claim.inequality());
    }
    text
}
