//! The forcedual command.
fn main() {}
