//! `cargo xtask torture`: campaigns that try to break the program, and their figures.

use crate::bench::{describe, markdown};
use crate::chores::{self, root};
use crate::python;
use forcedual::export::write_text;
use forcedual_torture::{CAMPAIGNS, Campaign, Effort, Outcome, Python, Setting, section_replaced};
use std::time::{Duration, Instant};

/// Runs the campaigns that are named, or all; with `--minutes N`, each as far as its part of the time goes.
pub fn run(args: &[String]) -> Result<(), String> {
    let (minutes, names) = parse(args)?;
    let chosen: Vec<&Campaign> = CAMPAIGNS
        .iter()
        .filter(|c| names.is_empty() || names.iter().any(|n| n == c.name))
        .collect();
    let command = chores::command()?;
    let python = match chosen.iter().any(|c| c.name == "python") {
        true => Some(python::environment()?)
            .map(|e| Python { interpreter: e.python, package: e.package }),
        false => None,
    };
    let setting = Setting { command, python };
    let path = root().join("docs/reliability.md");
    let mut failed = 0;
    for campaign in &chosen {
        println!("==> {}: {}", campaign.name, campaign.about);
        let share = minutes.map(|m| Duration::from_secs_f64(60.0 * m / chosen.len() as f64));
        let effort = share.map_or(Effort::WHOLE, Effort::within);
        let started = Instant::now();
        let outcome = (campaign.run)(&setting, &effort);
        for figure in &outcome.figures {
            println!("  {}: {} {}", figure.tried, figure.amount, figure.found);
        }
        for failure in &outcome.failures {
            println!("  FAILS {failure}");
        }
        failed += outcome.failures.len();
        if minutes.is_none() {
            let old = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
            let text = section(campaign, &outcome, started.elapsed());
            let new = section_replaced(&old, campaign.name, &text);
            write_text(&path, &new).map_err(|e| e.to_string())?;
            println!("wrote docs/reliability.md");
        }
    }
    match failed {
        0 => Ok(()),
        _ => Err(format!("{failed} failures")),
    }
}

fn parse(args: &[String]) -> Result<(Option<f64>, Vec<String>), String> {
    let (mut minutes, mut names) = (None, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--minutes" {
            let given = args.next().and_then(|m| m.parse::<f64>().ok());
            let valid = given.filter(|m| *m > 0.0 && *m <= 1e5);
            minutes = Some(valid.ok_or("--minutes takes a number of minutes, for example 10")?);
        } else if CAMPAIGNS.iter().any(|c| c.name == arg) {
            names.push(arg.clone());
        } else {
            let known: Vec<&str> = CAMPAIGNS.iter().map(|c| c.name).collect();
            return Err(format!("no such campaign: {arg}; there are {}", known.join(", ")));
        }
    }
    Ok((minutes, names))
}

fn section(campaign: &Campaign, outcome: &Outcome, time: Duration) -> String {
    let mut rows = vec![["tried", "amount", "found"].map(str::to_owned).to_vec()];
    for figure in &outcome.figures {
        rows.push(vec![figure.tried.clone(), figure.amount.clone(), figure.found.clone()]);
    }
    let broke: String = outcome.failures.iter().map(|f| format!("- **fails**: {f}\n")).collect();
    format!(
        "`cargo xtask torture {}`, {:.1} minutes; {}\n\n{}\n{broke}",
        campaign.name,
        time.as_secs_f64() / 60.0,
        describe(),
        markdown(&rows, 1),
    )
}
