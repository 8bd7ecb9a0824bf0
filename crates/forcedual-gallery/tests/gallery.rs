//! The gallery, but for the exhibits that time steps.

use forcedual::progress::{Progress, Silent};
use forcedual_gallery::{EXHIBITS, named, open};
use std::sync::atomic::{AtomicBool, Ordering};

/// Those that depend on how fast the machine is.
const TIMED: [&str; 2] = ["dragon", "table"];

#[test]
fn every_claim_holds() {
    let folder = tempfile::tempdir().unwrap();
    let exhibits: Vec<_> = EXHIBITS.iter().filter(|e| !TIMED.contains(&e.name)).collect();
    let mut false_ones = Vec::new();
    let mut claims = 0;
    let page = open(folder.path(), &exhibits, &Silent, |hung| {
        assert!(hung.claims().count() > 0, "{} claims nothing", hung.exhibit.name);
        for claim in hung.claims() {
            claims += 1;
            println!("{}: {}: {}", hung.exhibit.name, claim.says, claim.inequality());
            if !claim.holds() {
                false_ones.push(format!("{}: {}", hung.exhibit.name, claim.says));
            }
        }
    });
    assert!(false_ones.is_empty(), "{false_ones:#?}");
    assert!(claims > 50, "{claims}");
    let text = std::fs::read_to_string(page.unwrap()).unwrap();
    assert!(text.contains(&format!("{claims} of {claims} claims hold, in {} of", exhibits.len())));
    for exhibit in &exhibits {
        assert!(text.contains(&format!("<section id=\"{}\">", exhibit.name)));
    }
    // it asks for nothing
    for word in ["src=\"http", "href=\"http", "<link", "url(", "@import", "fetch("] {
        assert!(!text.contains(word), "{word}");
    }
}

#[test]
fn what_was_made_is_kept_and_what_is_missing_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let exhibits = named(&["wing".to_owned()]).unwrap();
    let make = || {
        let mut kept = None;
        let page = open(folder.path(), &exhibits, &Silent, |hung| kept = Some(hung.kept)).unwrap();
        (kept.unwrap(), std::fs::read(page).unwrap())
    };
    let (kept, first) = make();
    assert!(!kept);
    assert_eq!(make(), (true, first));
    std::fs::remove_file(folder.path().join("wing/motion.json")).unwrap();
    assert!(!make().0);
    // of another program
    let findings = folder.path().join("wing/findings.json");
    let text = std::fs::read_to_string(&findings).unwrap();
    std::fs::write(&findings, text.replace("\"stamp\": \"", "\"stamp\": \"other ")).unwrap();
    assert!(!make().0);
}

/// Stops after some stages.
struct Stopping(AtomicBool);

impl Progress for Stopping {
    fn stage(&self, name: &str, _: usize) {
        if name == "play" {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn an_interrupted_gallery_keeps_what_was_complete() {
    let folder = tempfile::tempdir().unwrap();
    let exhibits = named(&["bear".to_owned(), "wing".to_owned()]).unwrap();
    let stopping = Stopping(AtomicBool::new(false));
    let error = open(folder.path(), &exhibits, &stopping, |_| ()).unwrap_err();
    assert_eq!(error.code, forcedual::Code::Cancelled);
    let mut kept = Vec::new();
    open(folder.path(), &exhibits, &Silent, |hung| kept.push(hung.kept)).unwrap();
    assert_eq!(kept, [true, false]);
}

#[test]
fn exhibits_that_do_not_exist_are_refused_with_those_that_do() {
    let error = named(&["elephants".to_owned()]).err().unwrap();
    assert!(error.message.contains("elephants") && error.help.unwrap().contains("elephant, "));
}
