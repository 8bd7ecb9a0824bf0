//! How much memory there is, and whether what is to be done fits into it.

use crate::error::{Code, Error, Result};

/// Share of the memory that is free that may be asked for.
const SHARE: f64 = 0.9;
/// A gibibyte.
const GIB: f64 = (1u64 << 30) as f64;

/// Peak resident memory of this process in bytes (Linux).
pub fn peak() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// Memory that can be used without swapping, in bytes (Linux).
pub fn available() -> Option<u64> {
    let free = kilobytes("/proc/meminfo", "MemAvailable:")?;
    // what a container is allowed, less what it has
    let number = |file: &str| std::fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    let most = number("/sys/fs/cgroup/memory.max");
    let used = number("/sys/fs/cgroup/memory.current").unwrap_or(0);
    Some(most.map_or(free, |most| free.min(most.saturating_sub(used))))
}

fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|l| l.starts_with(name))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// Refuses so many of something, each of which takes so many bytes, if `room` bytes are too few for them.
pub(crate) fn fits(count: usize, each: usize, room: Option<u64>, what: &str) -> Result<()> {
    let Some(room) = room.map(|room| SHARE * room as f64) else { return Ok(()) };
    let needed = count as f64 * each as f64;
    if needed <= room {
        return Ok(());
    }
    let message = format!(
        "{count} {what} would need {:.1} GiB of memory, and there are {:.1} GiB",
        needed / GIB,
        room / GIB
    );
    let most = (room / each as f64) as usize;
    Err(Error::new(Code::Scene, message).help(format!("make at most {most} {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_what_would() {
        assert!(fits(9, 1 << 30, Some(10 << 30), "frames").is_ok());
        assert!(fits(usize::MAX, usize::MAX, None, "frames").is_ok());
        let error = fits(10, 1 << 30, Some(10 << 30), "frames").unwrap_err();
        assert_eq!(error.message, "10 frames would need 10.0 GiB of memory, and there are 9.0 GiB");
        assert_eq!(error.help.as_deref(), Some("make at most 9 frames"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_tells_of_its_memory() {
        assert!(available().unwrap() > 0 && peak().unwrap() > 0);
    }
}
