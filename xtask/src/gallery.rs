//! `cargo xtask gallery`: all exhibits, and their claims as a document.

use crate::bench::{describe, markdown};
use crate::chores::{root, target};
use forcedual::progress::Silent;
use forcedual_gallery::{named, open};

/// Makes exhibits, all of them unless some are named.
pub fn run(names: &[String]) -> Result<(), String> {
    let exhibits = named(names).map_err(|e| e.to_string())?;
    let head = ["exhibit", "claim", "found", "s"].map(str::to_owned).to_vec();
    let (mut rows, mut failed) = (vec![head], 0);
    let page = open(&target().join("gallery"), &exhibits, &Silent, |hung| {
        println!("{} ({:.1} s)", hung.exhibit.name, hung.seconds);
        for (k, claim) in hung.claims().enumerate() {
            let mark = if claim.holds() { "" } else { " **fails**" };
            failed += usize::from(!claim.holds());
            println!("  {}: {}{mark}", claim.says, claim.inequality());
            let (name, seconds) = match k {
                0 => (hung.exhibit.name.to_owned(), format!("{:.1}", hung.seconds)),
                _ => (String::new(), String::new()),
            };
            rows.push(vec![name, claim.says.clone(), claim.inequality() + mark, seconds]);
        }
    })
    .map_err(|e| e.to_string())?;
    println!("wrote {}", page.display());
    if names.is_empty() {
        let text = format!(
            "# What modes that know the forces are worth\n\nWritten by `cargo xtask gallery`; do not edit. \
             `forcedual gallery` makes the same\nas a page, with pictures and bodies to turn.\n\n\
             Machine: {}.\n\nErrors are distances by mass from the full simulation, relative to its motion, unless \
             said otherwise.\n\n{}",
            describe(),
            markdown(&rows, 3)
        );
        let path = root().join("docs/gallery.md");
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("wrote docs/gallery.md");
    }
    match failed {
        0 => Ok(()),
        _ => Err(format!("{failed} claims fail")),
    }
}
