//! The published table: steps in a subspace beside steps of the full body.

use crate::stage::{SLOW as SOLVED, own_scene};
use forcedual::Result;
use forcedual::body::Body;
use forcedual::control::{Goal, InverseKinematics};
use forcedual::energy::{Actuators, Collider, ContactPoints, Handle, Obstacle};
use forcedual::material::Law;
use forcedual::mesh::SimplexMesh;
use forcedual::mesh::display::{Attached, Display};
use forcedual::progress::Progress;
use forcedual::reduce::{Coordinates, CubatureSpec, Skin};
use forcedual::scene::simulation::{Dynamics, Engine, SimulationSpec, SolverSpec};
use forcedual::simulate::{Controls, Full, Settings, State, Stepper, System};
use forcedual::subspace::{Method, ModeCount, Subspace, SubspaceKind};
use std::time::Instant;

/// A row of the table.
pub struct Row {
    /// Its name in the zoo.
    pub creature: &'static str,
    /// About so many cells.
    pub cells: usize,
    /// Skinning weights.
    pub modes: usize,
    /// How steps are solved.
    pub solver: SolverSpec,
    /// Cells of the cubature, or clusters.
    pub points: usize,
    /// Of a step.
    pub iterations: usize,
    /// Is it pressed against a ball?
    pub contact: bool,
    /// Seconds of a full step and of a reduced one, reconstruction included, that the published table prints.
    pub published: [f64; 2],
}

/// The rows of the published table; the last of them once more, solved exactly.
pub const ROWS: [Row; 4] = [
    Row {
        creature: "dragon",
        cells: 103_000,
        modes: 11,
        solver: SolverSpec::Projective,
        points: 30,
        iterations: 10,
        contact: false,
        published: [7.6, 2.4e-3],
    },
    Row {
        creature: "teddy",
        cells: 90_000,
        modes: 24,
        solver: SolverSpec::Newton,
        points: 50,
        iterations: 3,
        contact: true,
        published: [6.7, 2.7e-2],
    },
    Row {
        creature: "winged-horse",
        cells: 58_000,
        modes: 24,
        solver: SolverSpec::Newton,
        points: 200,
        iterations: 1,
        contact: false,
        published: [2.8, 3.4e-2],
    },
    Row {
        creature: "winged-horse",
        cells: 58_000,
        modes: 24,
        solver: SolverSpec::ExactNewton,
        points: 200,
        iterations: 1,
        contact: false,
        published: [2.8, 3.4e-2],
    },
];

/// Of time, s.
const STEP: f64 = 0.01;
/// Steps that are timed.
pub const STEPS: usize = 300;
/// Steps of the full body that are timed, and after which errors are measured.
pub const FULL_STEPS: usize = 20;

/// What a row took, times in s.
pub struct Measured {
    /// Vertices of the body.
    pub vertices: usize,
    /// Cells of the body.
    pub cells: usize,
    /// Reduced coordinates.
    pub coordinates: usize,
    /// Median of the steps.
    pub step: f64,
    /// Median of moving all vertices of the boundary, in single precision.
    pub surface: f64,
    /// The same of all vertices.
    pub all: f64,
    /// Median of a step of inverse kinematics for one point, where there is something to reach with.
    pub control: Option<f64>,
    /// Median of the steps of the full body, one Newton iteration each.
    pub full: f64,
    /// Distance by mass from the full body, solved to the end, after [`FULL_STEPS`] steps, relative to its motion; of quick rows.
    pub error: Option<f64>,
}

/// What others need to do the same.
pub struct Task<'a> {
    /// The row.
    pub row: &'a Row,
    /// The body.
    pub body: &'a Body,
    /// The subspace.
    pub subspace: &'a Subspace,
    /// The body in it.
    pub dynamics: &'a Dynamics,
    /// What acts on it.
    pub driver: &'a Driver,
}

impl Row {
    /// The solver's name.
    pub fn solver_name(&self) -> &'static str {
        match self.solver {
            SolverSpec::Projective => "projective",
            SolverSpec::Newton => "Newton",
            SolverSpec::ExactNewton => "exact Newton",
        }
    }

    /// How far displacements are from those of the full body after [`FULL_STEPS`] steps.
    fn error(
        &self,
        body: &Body,
        actuators: &Actuators,
        driver: &mut Driver,
        reached: &[f64],
        progress: &dyn Progress,
    ) -> Result<f64> {
        let mut full = Full::new(body, actuators, ContactPoints::of(body))?;
        let settings = Settings { h: STEP, ..SOLVED };
        let mut stepper = Stepper::new(settings, full.size())?;
        let mut state = State::rest(full.size());
        progress.stage("compare with the full body", FULL_STEPS);
        for k in 0..FULL_STEPS {
            forcedual::progress::check(progress)?;
            stepper.step(&mut full, &mut state, driver.at(k));
            progress.advance(k + 1);
        }
        let (mut wrong, mut whole) = (0.0, 0.0);
        let places = full.positions(&state.z).iter().zip(body.mesh.positions());
        for (i, ((x, rest), u)) in places.zip(reached).enumerate() {
            let (m, truth) = (body.mass[i / body.dim()], x - rest);
            (wrong, whole) = (wrong + m * (u - truth).powi(2), whole + m * truth * truth);
        }
        Ok((wrong / whole).sqrt())
    }

    /// Times steps of inverse kinematics that pull the handle's vertex to where the handle is.
    fn control(
        &self,
        engine: &mut Engine,
        state: &State,
        driver: &mut Driver,
    ) -> Result<Option<f64>> {
        if driver.controls.amplitudes.is_empty() {
            return Ok(None);
        }
        let mut ik = InverseKinematics::new(engine.reduced());
        let (mut state, mut controls) = (state.clone(), driver.controls.clone());
        let mut times = Vec::new();
        for k in 0..STEPS / 3 {
            let goal = Goal { point: driver.at(k).handles[0], weight: 1.0 };
            engine.step(&mut state, &controls);
            let begun = Instant::now();
            engine.improve(&mut ik, &state, &[goal], &mut controls, STEP)?;
            times.push(begun.elapsed().as_secs_f64());
        }
        Ok(Some(median(times)))
    }

    /// The solver in words.
    pub fn solver(&self) -> String {
        let name = self.solver_name();
        let s = if self.iterations == 1 { "" } else { "s" };
        format!("{name}, {} iteration{s}, m = {}, k = {}", self.iterations, self.modes, self.points)
    }

    /// Times the row, on a twentieth of the cells if it is to be `quick`; `others` may do the same by other means.
    pub fn measure<T>(
        &self,
        quick: bool,
        progress: &dyn Progress,
        others: impl FnOnce(&Task<'_>) -> T,
    ) -> Result<(Measured, T)> {
        let mut scene = own_scene(self.creature)?;
        let spec = scene.scene_mut();
        spec.mesh.cells = Some(if quick { self.cells / 20 } else { self.cells });
        spec.subspace.method = Method::ForceDual;
        spec.subspace.kind = SubspaceKind::Skinning;
        spec.subspace.modes = ModeCount::Number(self.modes);
        if self.solver == SolverSpec::Projective {
            spec.material.law = Law::Arap;
        }
        let (body, _) = scene.body(progress)?;
        let lin = scene.linearise(&body, progress)?;
        let prior = scene.prior(&lin)?;
        let subspace = scene.design(&lin, &prior, progress)?;
        let actuators = scene.actuators(&lin)?;
        let simulation = SimulationSpec {
            step: STEP,
            solver: self.solver,
            iterations: Some(self.iterations),
            tolerance: 0.0,
            cubature: CubatureSpec::Cells(self.points),
            clusters: Some(self.points),
            ..SimulationSpec::default()
        };
        let (dynamics, _) =
            Dynamics::new(&lin, &prior, &subspace, &actuators, &simulation, progress)?;
        let mut engine = Engine::new(&dynamics, &simulation)?;
        let coordinates = Coordinates::new(&lin, &subspace)?;
        let boundary = Attached::new(&body.mesh, Display::of_mesh(&body.mesh)?)?.0;
        let skin = Skin::of_surface(&body.mesh, &coordinates, &boundary);
        let everything = Skin::of_surface(&body.mesh, &coordinates, &every_vertex(&body.mesh)?);
        let mut driver = Driver::new(&body, &actuators, self.contact);
        let mut state = State::rest(engine.reduced().size());
        let (mut steps, mut skins, mut alls) = (Vec::new(), Vec::new(), Vec::new());
        let mut scratch = Vec::new();
        let [mut out, mut out_all] =
            [&skin, &everything].map(|s| vec![0.0; s.count() * body.dim()]);
        let count = if quick { 2 } else { FULL_STEPS };
        let mut early = Vec::new();
        progress.stage("time steps", STEPS);
        for k in 0..STEPS {
            let controls = driver.at(k);
            let begun = Instant::now();
            engine.step(&mut state, controls);
            steps.push(begun.elapsed().as_secs_f64());
            let begun = Instant::now();
            skin.positions(&state.z, &mut scratch, &mut out);
            skins.push(begun.elapsed().as_secs_f64());
            let begun = Instant::now();
            everything.positions(&state.z, &mut scratch, &mut out_all);
            alls.push(begun.elapsed().as_secs_f64());
            if k + 1 == FULL_STEPS {
                early = coordinates.displacement(&state.z);
            }
        }
        let control = self.control(&mut engine, &state, &mut driver)?;
        let mut full = Full::new(&body, &actuators, ContactPoints::of(&body))?;
        let settings = Settings { iterations: 1, ..simulation.settings() };
        let mut stepper = Stepper::new(settings, full.size())?;
        let mut state = State::rest(full.size());
        let mut fulls = Vec::new();
        progress.stage("time the full body", count);
        for k in 0..count {
            forcedual::progress::check(progress)?;
            let begun = Instant::now();
            stepper.step(&mut full, &mut state, driver.at(k));
            fulls.push(begun.elapsed().as_secs_f64());
            progress.advance(k + 1);
        }
        let error = match quick {
            true => Some(self.error(&body, &actuators, &mut driver, &early, progress)?),
            false => None,
        };
        let measured = Measured {
            vertices: body.mesh.vertex_count(),
            cells: body.mesh.cell_count(),
            coordinates: coordinates.size(),
            step: median(steps),
            surface: median(skins),
            all: median(alls),
            control,
            full: median(fulls),
            error,
        };
        let task = Task {
            row: self,
            body: &body,
            subspace: &subspace,
            dynamics: &dynamics,
            driver: &driver,
        };
        let told = others(&task);
        Ok((measured, told))
    }
}

/// All vertices of a mesh, to be moved like a surface.
fn every_vertex(mesh: &SimplexMesh) -> Result<Attached> {
    let place = |i: usize| {
        let p = mesh.point(i);
        [p[0], p[1], p.get(2).copied().unwrap_or(0.0)]
    };
    let positions: Vec<[f64; 3]> = (0..mesh.vertex_count()).map(place).collect();
    let normals = vec![[0.0, 1.0, 0.0]; positions.len()];
    Ok(Attached::new(mesh, Display { positions, normals, ..Display::default() })?.0)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// What acts on the body: a handle in a circle, channels in waves, and a ball where there is contact.
pub struct Driver {
    /// The controls of now.
    pub controls: Controls,
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
