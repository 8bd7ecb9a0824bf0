//! `cargo xtask gallery`: all exhibits, and their claims as a document.

use crate::bench::{describe, markdown};
use crate::chores::{root, target};
use forcedual::export::write_text;
use forcedual::progress::Silent;
use forcedual_gallery::{named, open};

/// Makes exhibits, all of them unless some are named.
pub fn run(names: &[String]) -> Result<(), String> {
    let exhibits = named(names).map_err(|e| e.to_string())?;
    let head = ["exhibit", "claim", "found", "s"].map(str::to_owned).to_vec();
    let (mut rows, mut notes, mut failed) = (vec![head], String::new(), 0);
    let opened = open(&target().join("gallery"), &exhibits, &Silent, |hung| {
        let exhibit = hung.exhibit;
        println!("{} ({:.1} s)", exhibit.name, hung.seconds);
        failed += hung.failures();
        let (mut name, mut seconds) = (exhibit.name.to_owned(), format!("{:.1}", hung.seconds));
        let mut row = |says: String, found: String| {
            println!("  {says}: {found}");
            rows.push(vec![std::mem::take(&mut name), says, found, std::mem::take(&mut seconds)]);
        };
        for claim in hung.claims() {
            let mark = if claim.holds() { "" } else { " **fails**" };
            row(claim.says.clone(), claim.inequality() + mark);
        }
        if let Some(error) = &hung.error {
            row("could not be finished **fails**".to_owned(), error.to_string());
        }
        for text in hung.reservations() {
            notes += &format!("\n- **{}**: {text}", exhibit.name);
        }
    })
    .map_err(|e| e.to_string())?;
    println!("wrote {}", opened.page.display());
    if names.is_empty() {
        let text = format!(
            "# What modes that know the forces are worth\n\nWritten by `cargo xtask gallery`; do not edit. \
             `forcedual gallery` makes the same\nas a page, with pictures and bodies to turn.\n\n\
             Machine: {}.\n\nErrors are distances by mass from the full simulation at the end of a slow play, relative to its motion;\n\
             for bridge, ghost, heart and bear from linear solves under drawn forces. Bodies in subspaces use all of their\n\
             cells, but for those of the large dragon, the table and the cubature. Bounds are round numbers that were set after the first\n\
             measurement, with some room, so that a change for the worse shows; or what a rival does.\n\n{}\n## What does not hold, or holds less than one might think\n{notes}\n",
            describe(),
            markdown(&rows, 3)
        );
        let path = root().join("docs/gallery.md");
        write_text(&path, &text).map_err(|e| e.to_string())?;
        println!("wrote docs/gallery.md");
    }
    match failed {
        0 => Ok(()),
        _ => Err(format!("{failed} claims or exhibits fail")),
    }
}
