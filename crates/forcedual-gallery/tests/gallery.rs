//! The gallery, but for what depends on how fast the machine is.

use forcedual::progress::{Progress, Silent};
use forcedual::{Code, Error};
use forcedual_gallery::{Cell, EXHIBITS, Exhibit, Plot, named, open};
use std::sync::atomic::{AtomicBool, Ordering};

/// An exhibit of times alone, and a claim about them among others.
const TIMED: (&str, &str) = ("table", "steps a second");

#[test]
fn every_claim_holds() {
    let folder = tempfile::tempdir().unwrap();
    let exhibits: Vec<_> = EXHIBITS.iter().filter(|e| e.name != TIMED.0).collect();
    let mut false_ones = Vec::new();
    let mut claims = 0;
    let page = open(folder.path(), &exhibits, &Silent, |hung| {
        assert_eq!(hung.error, None, "{}", hung.exhibit.name);
        assert!(hung.claims().count() > 0, "{} claims nothing", hung.exhibit.name);
        for claim in hung.claims() {
            claims += 1;
            println!("{}: {}: {}", hung.exhibit.name, claim.says, claim.inequality());
            if !claim.holds() && !claim.says.starts_with(TIMED.1) {
                false_ones.push(format!("{}: {}", hung.exhibit.name, claim.says));
            }
        }
    });
    assert!(false_ones.is_empty(), "{false_ones:#?}");
    assert!(claims > 50, "{claims}");
    let text = std::fs::read_to_string(page.unwrap().page).unwrap();
    assert!(text.len() < 15 << 20, "{} bytes", text.len());
    assert!(text.contains(&format!("of {claims} claims hold, in {} of", exhibits.len())));
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
    let exhibits = named(&["free".to_owned()]).unwrap();
    let make = || {
        let mut kept = None;
        let page = open(folder.path(), &exhibits, &Silent, |hung| kept = Some(hung.kept)).unwrap();
        (kept.unwrap(), std::fs::read(page.page).unwrap())
    };
    let (kept, first) = make();
    assert!(!kept);
    assert_eq!(make(), (true, first));
    for file in ["modes.json", "modes-mode-1.glb", "data.json"] {
        std::fs::remove_file(folder.path().join("free").join(file)).unwrap();
        assert!(!make().0, "{file}");
    }
    for file in ["modes.json", "modes-mode-1.glb", "data.json", "findings.json", "SHA256SUMS"] {
        let path = folder.path().join("free").join(file);
        let mut bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - 2;
        bytes[last] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert!(!make().0, "{file} was damaged");
    }
    // of another program
    let findings = folder.path().join("free/findings.json");
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
fn an_interrupted_gallery_keeps_and_shows_what_was_complete() {
    let folder = tempfile::tempdir().unwrap();
    let exhibits = named(&["bear".to_owned(), "wing".to_owned()]).unwrap();
    let stopping = Stopping(AtomicBool::new(false));
    let opened = open(folder.path(), &exhibits, &stopping, |_| ()).unwrap();
    assert!(opened.interrupted && opened.hung.len() == 1);
    let page = std::fs::read_to_string(opened.page).unwrap();
    assert!(page.contains("<section id=\"bear\">") && !page.contains("<section id=\"wing\">"));
    let mut kept = Vec::new();
    open(folder.path(), &exhibits, &Silent, |hung| kept.push(hung.kept)).unwrap();
    assert_eq!(kept, [true, false]);
}

#[test]
fn exhibits_that_do_not_exist_are_refused_with_those_that_do() {
    let error = named(&["elephants".to_owned()]).err().unwrap();
    let help = error.help.unwrap();
    assert!(
        error.message.contains("elephants") && help.contains("did you mean `elephant`?"),
        "{help}"
    );
}

static UNFINISHED: Exhibit = Exhibit {
    name: "unfinished",
    title: "Half of it",
    figure: "",
    caption: "",
    hang: |wall| {
        wall.below("one is less than two", 1.0, 2.0, "");
        Err(Error::new(Code::Numeric, "the paint ran <out>"))
    },
};

static UNTRUE: Exhibit = Exhibit {
    name: "untrue",
    title: "Two is less than one",
    figure: "",
    caption: "",
    hang: |wall| {
        wall.below("two is less than one", 2.0, 1.0, "m");
        wall.above("nothing is more than one", f64::NAN, 1.0, "m");
        let cell = Cell::Number { value: 0.25, unit: "%".to_owned() };
        wall.table("Numbers", &["name", "share"], vec![vec!["a".into(), cell]]);
        wall.reservation("of <little> use");
        let curves = vec![("line".to_owned(), vec![(0.0, 1.0), (2.0, f64::NAN)])];
        wall.plot("line", "A line", Plot { x: "x".into(), y: "y".into(), curves })
    },
};

#[test]
fn what_fails_is_shown_and_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let make = || {
        let mut hung = Vec::new();
        let page = open(folder.path(), &[&UNFINISHED, &UNTRUE], &Silent, |h| hung.push(h.clone()))
            .unwrap();
        (hung, std::fs::read_to_string(page.page).unwrap())
    };
    let (hung, page) = make();
    assert_eq!(hung.iter().map(|h| h.failures()).collect::<Vec<_>>(), [1, 2]);
    assert!(hung[0].error.as_ref().unwrap().message.contains("paint"));
    assert!(page.contains("1 of 3 claims hold") && page.contains("1 could not be finished"));
    assert!(page.contains("the paint ran &lt;out&gt;") && page.contains("not a number"));
    assert!(page.contains("class=\"sum bad\""));
    assert!(page.contains("1 of 2 exhibits with reservations"));
    assert!(page.contains("of &lt;little&gt; use") && page.contains("<td>25.0%</td>"));
    // what was not finished is made again, what is untrue is kept as it is
    let (again, _) = make();
    assert_eq!(again.iter().map(|h| h.kept).collect::<Vec<_>>(), [false, true]);
    assert_eq!(again[1].failures(), 2);
}

#[test]
fn claims_tables_and_curves_are_written_as_data() {
    let folder = tempfile::tempdir().unwrap();
    let page = open(folder.path(), &[&UNTRUE], &Silent, |_| ()).unwrap();
    let text = std::fs::read_to_string(folder.path().join("untrue/data.json")).unwrap();
    let data: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(data["claims"][0]["value"], 2.0);
    assert_eq!(data["claims"][0]["holds"], false);
    assert!(data["claims"][1]["value"].is_null());
    assert_eq!(data["tables"][0]["rows"][0][0], "a");
    assert_eq!(data["tables"][0]["rows"][0][1]["value"], 0.25);
    assert_eq!(data["reservations"][0], "of <little> use");
    assert_eq!(data["plots"][0]["curves"][0]["points"][0], serde_json::json!([0.0, 1.0]));
    assert!(std::fs::read_to_string(page.page).unwrap().contains("href=\"untrue/data.json\""));
}

#[test]
fn exhibits_named_twice_are_made_once() {
    let twice = named(&["bear".to_owned(), "wing".to_owned(), "bear".to_owned()]).unwrap();
    assert_eq!(twice.iter().map(|e| e.name).collect::<Vec<_>>(), ["bear", "wing"]);
}

#[test]
fn the_document_names_every_exhibit() {
    let text = include_str!("../../../docs/gallery.md");
    for exhibit in EXHIBITS {
        assert!(text.contains(&format!("| {} ", exhibit.name)), "{}", exhibit.name);
    }
}
