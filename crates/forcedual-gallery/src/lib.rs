//! The gallery: what force-dual modes are worth, computed anew by one command.
//!
//! An [`Exhibit`] is one small file in `exhibits`: scenes, a play, and claims as inequalities. It hangs
//! numbers, pictures, plots and views on its [`Wall`], with the data behind them in files; [`open`] makes those
//! that are not there yet and binds all of them into one page. What was made is kept, under the digests of the
//! program that made it and of its files, so that an interrupted or killed gallery goes on where it was. An exhibit that fails is
//! hung as one that failed, and the others go on.

mod exhibits;
mod keep;
pub mod machine;
mod page;
mod plot;
pub mod published;
mod show;
mod stage;
mod thin;
mod view;
mod wall;

pub use exhibits::EXHIBITS;
pub use plot::Plot;
pub use wall::{Cell, Claim, Item, Relation, Wall};

use forcedual::error::did_you_mean;
use forcedual::progress::{Progress, Silent, check};
use forcedual::{Code, Error, Result};
use keep::Kept;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The name of the page.
const PAGE: &str = "index.html";

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
#[derive(Clone)]
pub struct Hung {
    /// Which one.
    pub exhibit: &'static Exhibit,
    /// What hangs there.
    pub items: Vec<Item>,
    /// Time it took, s.
    pub seconds: f64,
    /// It was there already.
    pub kept: bool,
    /// Why it could not be finished.
    pub error: Option<Error>,
}

impl Hung {
    fn from(exhibit: &'static Exhibit, kept: Kept) -> Self {
        Hung { exhibit, items: kept.items, seconds: kept.seconds, kept: true, error: None }
    }

    /// What it claims.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.items.iter().filter_map(|item| match item {
            Item::Claim(claim) => Some(claim),
            _ => None,
        })
    }

    /// What does not hold, or holds less than one might think.
    pub fn reservations(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Reservation(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// What went wrong: claims that do not hold, and that it could not be finished.
    pub fn failures(&self) -> usize {
        self.claims().filter(|c| !c.holds()).count() + usize::from(self.error.is_some())
    }
}

/// The exhibits of these names, each once; all of them where none is named.
pub fn named(names: &[String]) -> Result<Vec<&'static Exhibit>> {
    if names.is_empty() {
        return Ok(EXHIBITS.iter().collect());
    }
    let mut found: Vec<&'static Exhibit> = Vec::new();
    for name in names {
        let one = EXHIBITS.iter().find(|e| e.name == name).ok_or_else(|| {
            let all: Vec<&str> = EXHIBITS.iter().map(|e| e.name).collect();
            let meant = did_you_mean(name, &all);
            Error::new(Code::SelectionEmpty, format!("there is no exhibit `{name}`"))
                .help(format!("{meant}the exhibits are {}", all.join(", ")))
        })?;
        if found.iter().all(|e| e.name != one.name) {
            found.push(one);
        }
    }
    Ok(found)
}

/// A gallery that was made.
pub struct Opened {
    /// Where its page is.
    pub page: PathBuf,
    /// What hangs there, also what was made before.
    pub hung: Vec<Hung>,
    /// Somebody interrupted it: some exhibits that were asked for are not there.
    pub interrupted: bool,
}

/// Makes exhibits in a folder, tells about each, and writes the page of all that are there. Only an interruption
/// stops it: an exhibit that cannot be finished says why.
pub fn open(
    folder: &Path,
    exhibits: &[&'static Exhibit],
    progress: &dyn Progress,
    mut tell: impl FnMut(&Hung),
) -> Result<Opened> {
    let stamp = keep::stamp()?;
    make_folder(folder)?;
    let page = folder.join(PAGE);
    let mut made: Vec<Hung> = Vec::new();
    let mut interrupted = false;
    for &exhibit in exhibits {
        let place = folder.join(exhibit.name);
        let hung = match Kept::read(&place, &stamp) {
            Some(kept) => Hung::from(exhibit, kept),
            None => match make(exhibit, folder, &stamp, progress) {
                Err(error) if error.code == Code::Cancelled => {
                    interrupted = true;
                    break;
                }
                hung => hung?,
            },
        };
        tell(&hung);
        let fresh = !hung.kept;
        made.push(hung);
        if fresh {
            // who interrupts it for good has a page, too
            bind(&page, folder, &stamp, &made)?;
        }
    }
    let hung = bind(&page, folder, &stamp, &made)?;
    Ok(Opened { page, hung, interrupted })
}

/// Makes an exhibit, unless another process has done so meanwhile.
fn make(
    exhibit: &'static Exhibit,
    folder: &Path,
    stamp: &str,
    progress: &dyn Progress,
) -> Result<Hung> {
    let _held = keep::hold(folder, exhibit.name, progress)?;
    let place = folder.join(exhibit.name);
    match Kept::read(&place, stamp) {
        Some(kept) => Ok(Hung::from(exhibit, kept)),
        None => hang(exhibit, &place, stamp, progress),
    }
}

/// Writes the page of all that is there, one process at a time, so that none leaves out what another has made.
fn bind(page: &Path, folder: &Path, stamp: &str, made: &[Hung]) -> Result<Vec<Hung>> {
    let _held = keep::hold(folder, PAGE, &Silent)?;
    let hung = all(folder, stamp, made);
    page::write(page, folder, &hung)?;
    Ok(hung)
}

/// What was made, in the order of the rooms, with what was made before.
fn all(folder: &Path, stamp: &str, made: &[Hung]) -> Vec<Hung> {
    let before = |exhibit: &'static Exhibit| match made
        .iter()
        .find(|hung| hung.exhibit.name == exhibit.name)
    {
        Some(hung) => Some(hung.clone()),
        None => Some(Hung::from(exhibit, Kept::read(&folder.join(exhibit.name), stamp)?)),
    };
    let others = made.iter().filter(|h| EXHIBITS.iter().all(|e| e.name != h.exhibit.name)).cloned();
    EXHIBITS.iter().filter_map(before).chain(others).collect()
}

fn make_folder(folder: &Path) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        let error = Error::new(Code::Io, "is a file, and the gallery needs a folder").file(folder);
        return Err(error.help("name another folder with -o"));
    }
    std::fs::create_dir_all(folder)
        .map_err(|e| Error::new(Code::Io, format!("the folder cannot be made: {e}")).file(folder))
}

fn hang(
    exhibit: &'static Exhibit,
    place: &Path,
    stamp: &str,
    progress: &dyn Progress,
) -> Result<Hung> {
    check(progress)?;
    progress.stage(&format!("exhibit {}", exhibit.name), 0);
    make_folder(place)?;
    Kept::forget(place)?;
    let begun = Instant::now();
    let mut wall = Wall::new(place, progress);
    let done = (exhibit.hang)(&mut wall);
    let seconds = begun.elapsed().as_secs_f64();
    let error = match done {
        Err(error) if error.code == Code::Cancelled => return Err(error),
        done => done.err(),
    };
    let items = wall.finish(exhibit)?;
    if error.is_none() {
        Kept { stamp: stamp.to_owned(), seconds, items: items.clone() }.write(place)?;
    }
    Ok(Hung { exhibit, items, seconds, kept: false, error })
}
