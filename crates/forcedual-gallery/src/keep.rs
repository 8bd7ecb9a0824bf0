//! What was made, kept for the next time.

use crate::wall::Item;
use forcedual::{Code, Error, Result};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

const FILE: &str = "findings.json";

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
    /// What this program made in a folder before.
    pub fn read(folder: &Path, stamp: &str) -> Option<Self> {
        let text = std::fs::read(folder.join(FILE)).ok()?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        let there = |item: &Item| item.file().is_none_or(|file| folder.join(file).exists());
        (kept.stamp == stamp && kept.items.iter().all(there)).then_some(kept)
    }

    /// Forgets what was found in a folder, before its files are made again.
    pub fn forget(folder: &Path) -> Result<()> {
        let path = folder.join(FILE);
        match std::fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::io(path, &e)),
            _ => Ok(()),
        }
    }

    /// Writes it, after all files that it names.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|e| Error::new(Code::Numeric, format!("the findings cannot be told: {e}")))?;
        forcedual::export::write_text(&folder.join(FILE), &text)
    }
}

/// Tells programs apart, so that nothing is kept of one that computed otherwise.
pub fn stamp() -> Result<String> {
    let path = std::env::current_exe().map_err(|e| Error::new(Code::Io, e.to_string()))?;
    let bytes = std::fs::read(&path).map_err(|e| Error::io(&path, &e))?;
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    Ok(format!("{} {:016x}", env!("CARGO_PKG_VERSION"), hasher.finish()))
}
