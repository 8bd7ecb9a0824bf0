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
use forcedual::body::Body;
use forcedual::energy::{Actuators, Collider, ContactPoints, Handle, Obstacle};
use forcedual::linalg::Mat;
use forcedual::material::Law;
use forcedual::mesh::display::{Attached, Display};
use forcedual::mesh::zoo;
use forcedual::progress::Silent;
use forcedual::reduce::{Coordinates, CubatureSpec, Skin, clusters};
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Dynamics, Engine, SimulationSpec, SolverSpec};
use forcedual::simulate::{Controls, Full, Settings, State, Stepper, System};
use forcedual::subspace::{Method, ModeCount, SubspaceKind};
use std::path::Path;
use std::time::Instant;

/// The command that writes `docs/benchmarks-runtime.md`.
const COMMAND: &str = "cargo xtask bench runtime";

/// A row of the table.
struct Row {
    creature: &'static str,
    cells: usize,
    modes: usize,
    solver: SolverSpec,
    /// Cells of the cubature, or clusters.
    points: usize,
    iterations: usize,
    contact: bool,
    /// Milliseconds of a step and of reconstruction that the published table prints.
    published: [f64; 2],
}

const ROWS: [Row; 4] = [
    Row {
        creature: "dragon",
        cells: 103_000,
        modes: 11,
        solver: SolverSpec::Projective,
        points: 30,
        iterations: 10,
        contact: false,
        published: [2.1, 0.13],
    },
    Row {
        creature: "teddy",
        cells: 90_000,
        modes: 24,
        solver: SolverSpec::Newton,
        points: 50,
        iterations: 3,
        contact: true,
        published: [23.0, 2.6],
    },
    Row {
        creature: "winged-horse",
        cells: 58_000,
        modes: 24,
        solver: SolverSpec::Newton,
        points: 200,
        iterations: 1,
        contact: false,
        published: [32.0, 1.9],
    },
    Row {
        creature: "winged-horse",
        cells: 58_000,
        modes: 24,
        solver: SolverSpec::ExactNewton,
        points: 200,
        iterations: 1,
        contact: false,
        published: [32.0, 1.9],
    },
];

/// Steps that are timed.
const STEPS: usize = 300;
/// Steps of the full body that are timed.
const FULL_STEPS: usize = 6;

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
        "x",
        "simkit full ms",
        "x",
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
         its reduced step, its dense reconstruction of all vertices, and one iteration of its full body.\n\
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

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measure(row: &Row, quick: bool, python: Option<&Python>) -> Result<Vec<String>, String> {
    measure_all(row, quick, python).map_err(|e| e.to_string())
}

fn measure_all(row: &Row, quick: bool, python: Option<&Python>) -> forcedual::Result<Vec<String>> {
    let creature = zoo::Kind::ALL.iter().map(|k| k.creature()).find(|c| c.name == row.creature);
    let text = creature.map(|c| c.scene).unwrap_or_default();
    let mut scene = SceneFile::parse(text, Format::Toml, Path::new("."))?;
    let spec = scene.scene_mut();
    spec.mesh.cells = Some(if quick { row.cells / 20 } else { row.cells });
    spec.subspace.method = Method::ForceDual;
    spec.subspace.kind = SubspaceKind::Skinning;
    spec.subspace.modes = ModeCount::Number(row.modes);
    if row.solver == SolverSpec::Projective {
        spec.material.law = Law::Arap;
    }
    let (body, _) = scene.body(&Silent)?;
    let lin = scene.linearise(&body, &Silent)?;
    let prior = scene.prior(&lin)?;
    let subspace = scene.design(&lin, &prior, &Silent)?;
    let actuators = scene.actuators(&lin)?;
    let simulation = SimulationSpec {
        step: 0.01,
        solver: row.solver,
        iterations: Some(row.iterations),
        tolerance: 0.0,
        cubature: CubatureSpec::Cells(row.points),
        clusters: row.points,
        ..SimulationSpec::default()
    };
    let (dynamics, _) = Dynamics::new(&lin, &prior, &subspace, &actuators, &simulation, &Silent)?;
    let mut engine = Engine::new(&dynamics, &simulation)?;
    let coordinates = Coordinates::new(&lin, &subspace)?;
    let boundary = Attached::new(&body.mesh, Display::of_mesh(&body.mesh)?)?.0;
    let skin = Skin::of_surface(&body.mesh, &coordinates, &boundary);
    let mut driver = Driver::new(&body, &actuators, row.contact);
    let mut state = State::rest(engine.reduced().size());
    let (mut steps, mut skins) = (Vec::new(), Vec::new());
    let (mut scratch, mut out) = (Vec::new(), vec![0.0; skin.count() * body.dim()]);
    for k in 0..STEPS {
        let controls = driver.at(k);
        let begun = Instant::now();
        engine.step(&mut state, controls);
        steps.push(begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        skin.positions(&state.z, &mut scratch, &mut out);
        skins.push(begun.elapsed().as_secs_f64());
    }
    let mut full = Full::new(&body, &actuators, ContactPoints::of(&body))?;
    let settings = Settings { iterations: 1, ..simulation.settings() };
    let mut stepper = Stepper::new(settings, full.size())?;
    let mut state = State::rest(full.size());
    let mut fulls = Vec::new();
    for k in 0..if quick { 2 } else { FULL_STEPS } {
        let begun = Instant::now();
        stepper.step(&mut full, &mut state, driver.at(k));
        fulls.push(begun.elapsed().as_secs_f64());
    }
    let (step, surface, full) = (median(steps), median(skins), median(fulls));
    let total = step + surface;
    let published = 1e-3 * (row.published[0] + row.published[1]);
    let solver = match row.solver {
        SolverSpec::Projective => format!("projective, {} iterations", row.iterations),
        SolverSpec::Newton => format!("Newton, {} iterations", row.iterations),
        SolverSpec::ExactNewton => format!("exact Newton, {} iterations", row.iterations),
    };
    let ms = |s: f64| format!("{:.3}", 1e3 * s);
    let mut peer = vec!["-".to_owned(); 6];
    if let Some(python) = python {
        let weights = subspace.weights.as_ref();
        match problem(row, &body, weights, &dynamics, &driver).and_then(|()| python.runtime()) {
            Ok(found) => {
                let times = [(found.step, step), (found.surface, surface), (found.full, full)];
                let each = times.map(|(theirs, ours)| {
                    [format!("{:.1}", 1e3 * theirs), format!("{:.0}", theirs / ours)]
                });
                peer = each.concat();
            }
            Err(message) => println!("simkit, {}: {message}", row.creature),
        }
    }
    Ok(vec![
        row.creature.to_owned(),
        format!("{solver}, m = {}, k = {}", row.modes, row.points),
        body.mesh.vertex_count().to_string(),
        body.mesh.cell_count().to_string(),
        coordinates.size().to_string(),
        ms(step),
        ms(surface),
        ms(total),
        format!("{:.0}", 1e3 * full),
        format!("{:.0}", full / total),
        peer[0].clone(),
        peer[1].clone(),
        peer[2].clone(),
        peer[3].clone(),
        peer[4].clone(),
        peer[5].clone(),
        format!("{:.1}", 1e3 * published),
        format!("{:.0}", published / total),
    ])
}

/// Writes what the peer needs.
fn problem(
    row: &Row,
    body: &Body,
    weights: Option<&Mat>,
    dynamics: &Dynamics,
    driver: &Driver,
) -> Result<(), String> {
    let model = dynamics.reduced();
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

/// What acts on the body: a handle in a circle, channels in waves, and a ball where there is contact.
struct Driver {
    controls: Controls,
    start: [f64; 3],
    size: f64,
    sigma: Vec<f64>,
}

impl Driver {
    fn new(body: &Body, actuators: &Actuators, contact: bool) -> Self {
        let (low, high) = body.mesh.bounds();
        let top = (0..body.mesh.vertex_count())
            .filter(|&i| body.boundary.on_boundary(i) && !body.held[i])
            .max_by(|&a, &b| body.mesh.point(a)[1].total_cmp(&body.mesh.point(b)[1]))
            .unwrap_or(0);
        let mut start = [0.0; 3];
        start[..body.dim()].copy_from_slice(body.mesh.point(top));
        let mut controls = Controls::rest(actuators.channels.len());
        controls.handles = vec![Handle::on(top as u32, start, 500.0)];
        if contact {
            let middle = |c: usize| 0.5 * (low[c] + high[c]);
            let center = [middle(0), middle(1), high[2] + 0.2 * body.mesh.diagonal()];
            let shape = Obstacle::Sphere { center, radius: 0.25 * body.mesh.diagonal() };
            controls.colliders = vec![Collider { friction: 0.3, ..Collider::new(shape) }];
        }
        let sigma = actuators.channels.iter().map(|c| c.sigma).collect();
        Driver { controls, start, size: body.mesh.diagonal(), sigma }
    }

    fn at(&mut self, step: usize) -> &Controls {
        let (s, c) = (0.1 * step as f64).sin_cos();
        let handle = &mut self.controls.handles[0].target;
        handle[0] = self.start[0] + 0.05 * self.size * s;
        handle[1] = self.start[1] + 0.05 * self.size * (c - 1.0);
        for (a, sigma) in self.controls.amplitudes.iter_mut().zip(&self.sigma) {
            *a = sigma * s;
        }
        &self.controls
    }
}
