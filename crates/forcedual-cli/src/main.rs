//! The forcedual command: parses, shows progress, prints and writes. All numerics are in the
//! library.
//!
//! | exit code | |
//! |---|---|
//! | 0 | done |
//! | 1 | `check` found defects that `design` would refuse, or a claim of `gallery` does not hold |
//! | 2 | bad input, or a file that cannot be read or written |
//! | 70 | a defect of the program itself |
//! | 130 | interrupted |

mod args;
mod chart;
mod check;
mod check_drawing;
mod check_surface;
mod compare;
mod design;
mod example;
mod extent;
mod fault;
mod gallery;
mod inspect;
mod mesh;
mod open;
mod output;
mod progress;
mod render;
mod sample;
mod shapes;
mod simulate;
mod studio;
mod target;

use args::{Args, Command};
use clap::Parser;
use forcedual::{Code, Error, Result};
use output::Output;
use progress::Bars;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = match Args::try_parse().and_then(Args::checked) {
        Ok(args) => args,
        Err(error) => return fault::usage(&error),
    };
    std::panic::set_hook(Box::new(|info| {
        eprintln!("forcedual has a defect: {info}\nPlease report it with the scene that shows it.");
    }));
    let result = std::panic::catch_unwind(|| run(&args));
    if let (Ok(Err(error)), true) = (&result, args.json()) {
        fault::print_json(error);
    }
    match result {
        Ok(Ok(code)) => code,
        Ok(Err(error)) if error.code == Code::Cancelled => {
            eprintln!("interrupted: nothing was written");
            ExitCode::from(130)
        }
        Ok(Err(error)) => {
            fault::print(&error);
            ExitCode::from(2)
        }
        Err(_) => ExitCode::from(70),
    }
}

fn run(args: &Args) -> Result<ExitCode> {
    if let Some(threads) = args.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global().map_err(
            |e| Error::new(Code::Numeric, format!("{threads} threads cannot be started: {e}")),
        )?;
    }
    if let Some(bytes) = args.max_memory {
        forcedual::memory::limit_to(bytes);
    }
    let out = Output { quiet: args.quiet };
    let bars = Bars::new(args.quiet, args.verbose)?;
    match &args.command {
        None => {
            let place = args.place.clone();
            studio::run(&args::Studio { input: None, place }, &out, &bars)
        }
        Some(Command::Studio(a)) => studio::run(a, &out, &bars),
        Some(Command::Design(a)) => design::run(a, &out, &bars),
        Some(Command::Inspect(a)) => inspect::run(a, &out),
        Some(Command::Simulate(a)) => simulate::run(a, &out, &bars),
        Some(Command::Sample(a)) => sample::run(a, &out, &bars),
        Some(Command::Compare(a)) => compare::run(a, &out, &bars),
        Some(Command::Check(a)) => return check::run(a, &out, &bars),
        Some(Command::Gallery(a)) => return gallery::run(a, &out, &bars),
        Some(Command::Mesh(a)) => mesh::run(a, &out, &bars),
        Some(Command::Render(a)) => render::run(a, &out, &bars),
        Some(Command::Shapes(a)) => shapes::run(a, &out, &bars),
        Some(Command::Example(a)) => example::run(a, &out),
        Some(Command::Schema) => out.json(&forcedual::scene::schema()),
    }?;
    Ok(ExitCode::SUCCESS)
}
