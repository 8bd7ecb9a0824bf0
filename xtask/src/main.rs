//! The project's chores: `cargo xtask test` and its parts, `cargo xtask gallery` and `cargo xtask bench`.

mod bench;
mod chores;
mod gallery;
mod page;
mod python;
mod supply;
mod torture;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test [ARGS]    format, lints, documentation and tests, those in Python and of the studio's page too;
                           ARGS go to `cargo test`, and leave Python and the page out
cargo xtask python [ARGS]  types and tests of the Python package alone; ARGS go to pytest
cargo xtask page           tests of the studio's page alone, in a browser too
cargo xtask gallery [EXHIBIT...]
                           the gallery, in the target directory; writes docs/gallery.md unless exhibits are named
cargo xtask torture [CAMPAIGN...] [--minutes N]
                           campaigns that try to break the program; whole ones, which take hours,
                           write their figures to docs/reliability.md
cargo xtask deny           licences, bans, sources and known defects of dependencies alone
cargo xtask sbom           all that is built in, as CycloneDX, in the target directory
cargo xtask bench [design] [--mesh FILE] [--quick] [--no-peers]
                           subspace design beside SciPy and simkit; writes docs/benchmarks.md
                           unless the mesh is given, small (--quick) or the peers are left out
cargo xtask bench runtime [--quick] [--no-peers]
                           steps in subspaces beside steps in full; writes docs/benchmarks-runtime.md
cargo xtask bench python   steps from Python beside steps from Rust; writes docs/benchmarks-python.md
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match args.split_first() {
        Some((command, rest)) if command == "test" => chores::test(rest),
        Some((command, rest)) if command == "python" => python::test(rest),
        Some((command, [])) if command == "page" => page::test(),
        Some((command, rest)) if command == "gallery" => gallery::run(rest),
        Some((command, rest)) if command == "torture" => torture::run(rest),
        Some((command, [])) if command == "deny" => supply::check(),
        Some((command, [])) if command == "sbom" => supply::sbom(),
        Some((command, rest)) if command == "bench" => bench::bench(rest),
        Some((command, [job])) if command == "bench-worker" => bench::work(job),
        Some((command, _)) if !matches!(command.as_str(), "help" | "-h" | "--help") => {
            Err(format!("no such chore: {command}\n\n{HELP}"))
        }
        _ => {
            print!("{HELP}");
            Ok(())
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
