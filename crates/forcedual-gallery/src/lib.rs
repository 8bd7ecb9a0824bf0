//! The gallery: what force-dual modes are worth, computed anew by one command.
//!
//! An [`Exhibit`] is one small file in `exhibits`: scenes, a play, and claims as inequalities. It hangs
//! numbers, pictures, plots and views on its [`Wall`]; [`open`] makes those that are not there yet and binds all
//! of them into one page. What was made is kept, under the digest of the program that made it, so
//! that an interrupted gallery goes on where it was.

mod exhibits;
mod keep;
mod page;
mod plot;
pub mod published;
mod stage;
mod view;
mod wall;

pub use exhibits::EXHIBITS;
pub use wall::{Claim, Item, Relation, Wall};

use forcedual::progress::{Progress, check};
use forcedual::{Code, Error, Result};
use keep::Kept;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Something to look at, and what it claims.
pub struct Exhibit {
    /// Names its folder, and it on the command line.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// Which figure of the paper it answers to.
    pub figure: &'static str,
    /// What is seen, in HTML.
    pub caption: &'static str,
    /// Makes it.
    pub hang: fn(&mut Wall<'_>) -> Result<()>,
}

/// An exhibit that was made.
pub struct Hung {
    /// Which one.
    pub exhibit: &'static Exhibit,
    /// What hangs there.
    pub items: Vec<Item>,
    /// Time it took, s.
    pub seconds: f64,
    /// It was there already.
    pub kept: bool,
}

impl Hung {
    /// What it claims.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.items.iter().filter_map(|item| match item {
            Item::Claim(claim) => Some(claim),
            _ => None,
        })
    }
}

/// The exhibits of these names, all of them where none is named.
pub fn named(names: &[String]) -> Result<Vec<&'static Exhibit>> {
    if names.is_empty() {
        return Ok(EXHIBITS.iter().collect());
    }
    let one = |name: &String| {
        EXHIBITS.iter().find(|e| e.name == name).ok_or_else(|| {
            let all: Vec<&str> = EXHIBITS.iter().map(|e| e.name).collect();
            Error::new(Code::Scene, format!("there is no exhibit `{name}`"))
                .help(format!("the exhibits are {}", all.join(", ")))
        })
    };
    names.iter().map(one).collect()
}

/// Makes exhibits in a folder, tells about each, and writes the page of all that are there; gives its path.
pub fn open(
    folder: &Path,
    exhibits: &[&'static Exhibit],
    progress: &dyn Progress,
    mut tell: impl FnMut(&Hung),
) -> Result<PathBuf> {
    let stamp = keep::stamp()?;
    std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, &e))?;
    for &exhibit in exhibits {
        check(progress)?;
        let place = folder.join(exhibit.name);
        let hung = match Kept::read(&place, &stamp) {
            Some(kept) => Hung { exhibit, items: kept.items, seconds: kept.seconds, kept: true },
            None => {
                std::fs::create_dir_all(&place).map_err(|e| Error::io(&place, &e))?;
                Kept::forget(&place)?;
                let begun = Instant::now();
                let mut wall = Wall::new(&place, progress);
                (exhibit.hang)(&mut wall)?;
                let (items, seconds) = (wall.items, begun.elapsed().as_secs_f64());
                Kept { stamp: stamp.clone(), seconds, items: items.clone() }.write(&place)?;
                Hung { exhibit, items, seconds, kept: false }
            }
        };
        tell(&hung);
    }
    let all = EXHIBITS.iter().filter_map(|exhibit| {
        let kept = Kept::read(&folder.join(exhibit.name), &stamp)?;
        Some(Hung { exhibit, items: kept.items, seconds: kept.seconds, kept: true })
    });
    let path = folder.join("index.html");
    page::write(&path, folder, &all.collect::<Vec<_>>())?;
    Ok(path)
}
