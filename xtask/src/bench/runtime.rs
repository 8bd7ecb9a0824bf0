//! `cargo xtask bench runtime`: steps in a subspace beside steps of the full body.
//!
//! Three creatures at the sizes of the published table, each with its own kind of step, and the same
//! steps by the author's library (`xtask/bench/runtime.py`).

use super::machine;
use super::peers::Python;
use super::problem::vector;
use super::table::markdown;
use crate::chores::root;
use forcedual::array::{Member, write_npz};
use forcedual::energy::{ContactPoints, Obstacle};
use forcedual::progress::Silent;
use forcedual::reduce::clusters;
use forcedual::scene::simulation::SolverSpec;
use forcedual_gallery::published::{FULL_STEPS, ROWS, Row, STEPS, Task};

/// The command that writes `docs/benchmarks-runtime.md`.
const COMMAND: &str = "cargo xtask bench runtime";

/// Runs the benchmark.
pub fn run(args: &[String]) -> Result<(), String> {
    if let Some(other) = args.iter().find(|a| !["--quick", "--no-peers"].contains(&a.as_str())) {
        return Err(format!("bench runtime knows --quick and --no-peers, not {other}"));
    }
    let given = |flag: &str| args.iter().any(|a| a == flag);
    let quick = given("--quick");
    let python = if given("--no-peers") { None } else { Some(Python::install()?) };
    let heading = [
        "creature",
        "solver",
        "vertices",
        "cells",
        "coordinates",
        "step ms",
        "surface ms",
        "total ms",
        "full ms",
        "x full",
        "simkit ms",
        "x simkit",
        "simkit surface ms",
        "x surface",
        "simkit full ms",
        "x in full",
        "published ms",
        "x published",
    ];
    let mut lines = vec![heading.map(str::to_owned).to_vec()];
    for row in &ROWS {
        lines.push(
            measure(row, quick, python.as_ref()).map_err(|e| format!("{}: {e}", row.creature))?,
        );
    }
    let mut text = format!(
        "# Benchmarks at run time\n\nWritten by `{COMMAND}`; do not edit.\n\nMachine: {}.\n\n",
        machine::describe()
    );
    text += &format!(
        "Medians of {STEPS} steps of 10 ms on one thread, a handle dragged in a circle; `surface` is the\n\
         time to move all boundary vertices, in single precision. `full` is a step of the full body\n\
         by one Newton iteration, with its symbolic factor kept, on all threads (median of {FULL_STEPS}).\n\
         `simkit` is the author's library on the same body, weights, cells and handle (without actuators):\n\
         its reduced step, its dense reconstruction of all vertices, and one iteration of its full body\n\
         (medians of 40, 40 and 2).\n\
         `published` are the times printed in the paper, of its own bodies and machine.\n\n"
    );
    text += &markdown(&lines, 2);
    println!("{text}");
    if !quick && python.is_some() {
        let path = root().join("docs").join("benchmarks-runtime.md");
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("wrote docs/benchmarks-runtime.md");
    }
    Ok(())
}

fn measure(row: &Row, quick: bool, python: Option<&Python>) -> Result<Vec<String>, String> {
    let peer = |task: &Task<'_>| python.map(|python| problem(task).and_then(|()| python.runtime()));
    let (own, peer) = row.measure(quick, &Silent, peer).map_err(|e| e.to_string())?;
    let total = own.step + own.surface;
    let ms = |s: f64| format!("{:.3}", 1e3 * s);
    let mut others = vec!["-".to_owned(); 6];
    match peer {
        Some(Ok(found)) => {
            let times =
                [(found.step, own.step), (found.surface, own.surface), (found.full, own.full)];
            let each = times.map(|(theirs, ours)| {
                [format!("{:.1}", 1e3 * theirs), format!("{:.0}", theirs / ours)]
            });
            others = each.concat();
        }
        Some(Err(message)) => println!("simkit, {}: {message}", row.creature),
        None => {}
    }
    let first = [
        row.creature.to_owned(),
        row.solver(),
        own.vertices.to_string(),
        own.cells.to_string(),
        own.coordinates.to_string(),
        ms(own.step),
        ms(own.surface),
        ms(total),
        format!("{:.0}", 1e3 * own.full),
        format!("{:.0}", own.full / total),
    ];
    let last =
        [format!("{:.1}", 1e3 * row.published[1]), format!("{:.0}", row.published[1] / total)];
    Ok(first.into_iter().chain(others).chain(last).collect())
}

/// Writes what the peer needs.
fn problem(task: &Task<'_>) -> Result<(), String> {
    let Task { row, body, subspace, dynamics, driver } = task;
    let model = dynamics.reduced();
    let weights = subspace.weights.as_ref();
    let Some(weights) = weights else { return Err("there are no weights".to_owned()) };
    let by_rows = (0..weights.nrows()).flat_map(|i| (0..weights.ncols()).map(move |j| (i, j)));
    let labels: Vec<u32> = match row.solver {
        SolverSpec::Projective => clusters(body, weights, row.points).of_cell,
        _ => Vec::new(),
    };
    let handle = driver.controls.handles[0];
    let contact = ContactPoints::of(body);
    let ball = driver.controls.colliders.iter().flat_map(|c| match c.shape {
        Obstacle::Sphere { center, radius } => {
            vec![center[0], center[1], center[2], radius, contact.stiffness]
        }
        _ => Vec::new(),
    });
    let arrays = [
        ("vertices", vector(body.mesh.positions().iter().copied())),
        ("cells", vector(body.mesh.cells().iter().map(|&v| v.into()))),
        ("mu", vector(body.lame.iter().map(|l| l.mu))),
        ("lam", vector(body.lame.iter().map(|l| l.lam))),
        ("volume", vector(body.geometry.volumes.iter().copied())),
        ("mass", vector(body.mass.iter().copied())),
        ("held", vector(body.held.iter().map(|&h| f64::from(u8::from(h))))),
        ("weights", vector(by_rows.map(|at| weights[at]))),
        ("points", vector(model.cubature.cells.iter().map(|&t| t.into()))),
        ("point_weights", vector(model.cubature.weights.iter().copied())),
        ("labels", vector(labels.iter().map(|&c| c.into()))),
        ("handle", vector([f64::from(handle.corners[0]), handle.stiffness])),
        ("ball", vector(ball)),
        (
            "contact",
            vector(model.contact.vertices.iter().map(|&k| model.interface[k as usize].into())),
        ),
        ("areas", vector(model.contact.areas.iter().copied())),
        ("iterations", vector([row.iterations as f64])),
    ];
    let members: Vec<(&str, &dyn Member)> =
        arrays.iter().map(|(name, array)| (*name, array as &dyn Member)).collect();
    let folder = Python::folder();
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    write_npz(&folder.join("problem.npz"), &members).map_err(|e| e.to_string())
}
