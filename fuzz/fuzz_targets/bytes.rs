//! The target that `TARGET` names, under libFuzzer.
#![no_main]

use forcedual_torture::targets::Target;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("TARGET").unwrap_or_default();
    Target::named(&name).unwrap_or_else(|| panic!("TARGET={name:?} is none of them"))
});

fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = TARGET.watched(bytes) {
        panic!("{why}");
    }
});
