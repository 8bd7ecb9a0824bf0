//! How much memory there is, and whether work that is about to begin fits into it.
//!
//! What takes memory in proportion to its input says beforehand how much ([`claim`]), and is refused with
//! [`Code::Memory`] where that is more than is free: of the machine, of its container, or of the bound that
//! was set for the process ([`limit_to`], `--max-memory`), whose memory so far counts.

use crate::error::{Code, Error, Result};
use crate::text::significant;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of the process at most.
static MOST: AtomicU64 = AtomicU64::new(u64::MAX);
/// Claims of fewer bytes are granted unseen.
const SMALL: u64 = 1 << 20;

/// Sets the bytes that the process may hold; what is begun from now on keeps to it.
pub fn limit_to(bytes: u64) {
    MOST.store(bytes, Ordering::Relaxed);
}

/// Bytes of memory that are free, where the system tells.
pub fn free() -> Option<u64> {
    let most = MOST.load(Ordering::Relaxed);
    let own = (most < u64::MAX).then(|| most.saturating_sub(held().unwrap_or(0)));
    own.into_iter().chain(of_machine()).min()
}

/// Bytes that the process holds, where the system tells.
pub fn held() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    kibibytes(&status, "VmRSS:")
}

/// The most bytes that the process has held, where the system tells.
pub fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    kibibytes(&status, "VmHWM:")
}

/// Refuses what takes about so many bytes more than are free. `what` needs them; `help` says what needs less.
pub fn claim(bytes: u64, what: &str, help: &str) -> Result<()> {
    if bytes < SMALL {
        return Ok(());
    }
    match free() {
        Some(free) if bytes > free => Err(refusal(bytes, free, what, help)),
        _ => Ok(()),
    }
}

/// The same for so many items of so many bytes.
pub fn claim_items(count: usize, bytes: usize, what: &str, help: &str) -> Result<()> {
    claim((count as u64).saturating_mul(bytes as u64), what, help)
}

/// Refuses a file that does not fit, before it is read: its bytes and, for now, as many numbers of them.
pub fn claim_file(path: &Path) -> Result<()> {
    let length = std::fs::metadata(path).map_or(0, |file| file.len());
    claim(length.saturating_mul(2), "this file", "read a smaller one, or allow more memory")
        .map_err(|e| e.file(path))
}

fn refusal(bytes: u64, free: u64, what: &str, help: &str) -> Error {
    let by = match MOST.load(Ordering::Relaxed) {
        u64::MAX => "",
        _ => " (--max-memory)",
    };
    let (needed, free) = (size_text(bytes), size_text(free));
    let message = format!("{what} needs about {needed} of memory, and {free} are free{by}");
    Error::new(Code::Memory, message).help(help)
}

/// As messages say it.
pub fn size_text(bytes: u64) -> String {
    match bytes {
        0 => "none".to_owned(),
        b if b < 1 << 30 => format!("{} MiB", significant(b as f64 / f64::from(1u32 << 20))),
        b => format!("{} GiB", significant(b as f64 / f64::from(1u32 << 30))),
    }
}

/// A number of bytes as it is written on the command line: `800M`, `2G`, `1.5GiB`, or a plain number.
pub fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = unit.to_ascii_uppercase();
    let power = match unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit) {
        "" => 0,
        "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return None,
    };
    let bytes = number.trim().parse::<f64>().ok()? * 1024f64.powi(power);
    (bytes >= 1.0 && bytes < u64::MAX as f64).then_some(bytes as u64)
}

/// Bytes that the machine, or the container in which it runs, has free.
fn of_machine() -> Option<u64> {
    let free = kibibytes(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
    let number = |name: &str| {
        let text = std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse::<u64>().ok()
    };
    let limit = number("memory.max").zip(number("memory.current"));
    let held = std::fs::read_to_string("/sys/fs/cgroup/memory.stat").unwrap_or_default();
    Some(limit.map_or(free, |limit| free.min(left(limit, &held))))
}

/// The bytes on a line that begins so and counts in kB.
fn kibibytes(text: &str, start: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(start))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()?.saturating_mul(1024))
}

/// What is left of a container's limit where so much is used: of what it holds, files that were not
/// used of late can be dropped.
fn left((most, used): (u64, u64), held: &str) -> u64 {
    let files = held.lines().find_map(|line| line.strip_prefix("inactive_file "));
    let files = files.and_then(|number| number.trim().parse().ok()).unwrap_or(0);
    most.saturating_sub(used.saturating_sub(files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_a_container_can_drop_count_as_free() {
        let held = "anon 5\nfile 900\nactive_file 500\ninactive_file 300\n";
        assert_eq!(left((2000, 1000), held), 1300);
        assert_eq!(left((2000, 1000), ""), 1000);
        assert_eq!([left((2000, 100), held), left((10, 2000), held)], [2000, 0]);
    }

    #[test]
    fn what_no_machine_has_is_refused_with_how_much_it_takes() {
        assert!(claim(u64::MAX, "a map of the world", "draw a smaller one").is_err());
        assert!(claim_items(usize::MAX, 8, "a map", "").is_err());
        assert!(claim(SMALL - 1, "a note", "").is_ok());
        let error = refusal(3 << 30, 1 << 30, "a map", "draw a smaller one");
        assert_eq!(error.code, Code::Memory);
        assert_eq!(error.message, "a map needs about 3.00 GiB of memory, and 1.00 GiB are free");
    }

    #[test]
    fn sizes_have_units_of_1024() {
        let sizes = ["512", "800K", "2G", "1.5GiB", " 3 mb", "1T"].map(parse_size);
        let expected = [512, 800 << 10, 2 << 30, 3 << 29, 3 << 20, 1 << 40];
        assert_eq!(sizes, expected.map(Some));
        for bad in ["", "G", "-2G", "nan", "2X", "0", "1e30T", "2GG"] {
            assert_eq!(parse_size(bad), None, "{bad}");
        }
    }
}
