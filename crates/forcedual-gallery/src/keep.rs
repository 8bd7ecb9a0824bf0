//! What was made, kept for the next time.
//!
//! A folder's `SHA256SUMS` names all of its files, as `sha256sum -c` reads them: what was damaged or edited is made again.
//! Of several processes on one gallery, one makes an exhibit and the others wait for it: who makes one holds a lock on
//! `.NAME.lock`, which ends with the process, however that ends.

use crate::wall::Item;
use forcedual::progress::{Progress, check};
use forcedual::{Code, Error, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

const FILE: &str = "findings.json";
const SUMS: &str = "SHA256SUMS";
/// Time between looks at a lock that another process holds.
const LOOK: Duration = Duration::from_millis(50);

/// An exhibit as it lies in its folder.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    /// The program that made it.
    pub stamp: String,
    /// Time it took, s.
    pub seconds: f64,
    /// What hangs there.
    pub items: Vec<Item>,
}

impl Kept {
    /// What this program made in a folder before, as it was made.
    pub fn read(folder: &Path, stamp: &str) -> Option<Self> {
        let text = std::fs::read(folder.join(FILE)).ok()?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        let sums = std::fs::read_to_string(folder.join(SUMS)).ok()?;
        (kept.stamp == stamp && kept.sums(folder).ok()? == sums).then_some(kept)
    }

    /// Forgets what was found in a folder, before its files are made again.
    pub fn forget(folder: &Path) -> Result<()> {
        for name in [FILE, SUMS] {
            let path = folder.join(name);
            match std::fs::remove_file(&path) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Error::io(path, &e));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes it, after all files that it names.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|e| Error::new(Code::Numeric, format!("the findings cannot be told: {e}")))?;
        forcedual::export::write_text(&folder.join(FILE), &text)?;
        forcedual::export::write_text(&folder.join(SUMS), &self.sums(folder)?)
    }

    /// A line for each file.
    fn sums(&self, folder: &Path) -> Result<String> {
        let mut text = String::new();
        for file in std::iter::once(FILE).chain(self.items.iter().filter_map(Item::file)) {
            let path = folder.join(file);
            let bytes = std::fs::read(&path).map_err(|e| Error::io(&path, &e))?;
            let _ = writeln!(text, "{}  {file}", digits(&bytes));
        }
        Ok(text)
    }
}

/// Waits until no other process holds a name in a folder, and holds it for as long as what is returned lives.
pub fn hold(folder: &Path, name: &str, progress: &dyn Progress) -> Result<File> {
    let path = folder.join(format!(".{name}.lock"));
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|e| Error::io(&path, &e))?;
    let mut told = false;
    // on file systems without locks everybody makes everything, as files are replaced whole
    while let Err(TryLockError::WouldBlock) = file.try_lock() {
        if !told {
            progress.stage(&format!("waiting for another process that makes {name}"), 0);
            told = true;
        }
        std::thread::sleep(LOOK);
        check(progress)?;
    }
    Ok(file)
}

fn digits(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Tells programs apart, so that nothing is kept of one that computed otherwise.
pub fn stamp() -> Result<String> {
    let path = std::env::current_exe().map_err(|e| Error::new(Code::Io, e.to_string()))?;
    let bytes = std::fs::read(&path).map_err(|e| Error::io(&path, &e))?;
    Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), &digits(&bytes)[..16]))
}
