//! What times were measured on, as far as Linux tells.

/// Processor, cores and memory in one line.
pub fn describe() -> String {
    let field = |file: &str, key: &str| -> Option<String> {
        let text = std::fs::read_to_string(file).ok()?;
        let line = text.lines().find(|l| l.starts_with(key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let model = field("/proc/cpuinfo", "model name").unwrap_or("unknown processor".into());
    let memory = field("/proc/meminfo", "MemTotal")
        .and_then(|m| m.split_whitespace().next()?.parse::<f64>().ok())
        .map_or("unknown".into(), |kb| format!("{:.0} GiB", kb / f64::from(1 << 20)));
    format!("{model}, {} cores, {memory} memory", cores())
}

/// How many processes were running or waiting to run in the last minute, where that is told.
pub fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// Cores that the process may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
