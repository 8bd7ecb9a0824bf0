//! A thousand steps of every creature under random abuse: nothing but finite numbers comes out, and
//! when let go it comes back.

use forcedual::energy::{Collider, Handle, Obstacle};
use forcedual::mesh::zoo;
use forcedual::progress::Silent;
use forcedual::reduce::CubatureSpec;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Dynamics, Engine, SimulationSpec};
use forcedual::simulate::{Controls, State, System};
use forcedual::subspace::{Method, ModeCount, SubspaceKind};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::path::Path;

/// What a creature did.
fn abuse(creature: &zoo::Creature, kind: SubspaceKind) {
    let name = creature.name;
    let mut scene = SceneFile::parse(creature.scene, Format::Toml, Path::new(".")).unwrap();
    let subspace = &mut scene.scene_mut().subspace;
    (subspace.kind, subspace.method) = (kind, Method::ForceDual);
    subspace.modes = ModeCount::Number(6);
    // coarse, but fine enough for pockets and regions
    let usual = scene.scene().mesh.cells.unwrap_or(20_000);
    scene.scene_mut().mesh.cells = Some(match name {
        "gripper" | "gripper-2d" | "heart" | "bed" => usual,
        _ => usual / 5,
    });
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let prior = scene.prior(&lin).unwrap_or_else(|e| panic!("{name}: {e}"));
    let subspace = scene.design(&lin, &prior, &Silent).unwrap();
    let actuators = scene.actuators(&lin).unwrap();
    let spec = SimulationSpec {
        cubature: CubatureSpec::Cells(200),
        iterations: Some(3),
        ..SimulationSpec::default()
    };
    let (dynamics, _) = Dynamics::new(&lin, &prior, &subspace, &actuators, &spec, &Silent).unwrap();
    let mut engine = Engine::new(&dynamics, &spec).unwrap();
    let size = body.mesh.diagonal();
    let d = body.dim();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut state = State::rest(engine.reduced().size());
    let boundary: Vec<u32> = (0..body.mesh.vertex_count() as u32)
        .filter(|&i| body.boundary.on_boundary(i as usize) && !body.held[i as usize])
        .collect();
    let mut controls = Controls::rest(actuators.channels.len());
    let mut held = 0;
    for step in 0..1000 {
        if step % 10 == 0 {
            for (a, channel) in controls.amplitudes.iter_mut().zip(&actuators.channels) {
                *a = channel.mean + channel.sigma * rng.random_range(-10.0..10.0);
            }
            let vertex = boundary[rng.random_range(0..boundary.len())];
            let mut far = || size * rng.random_range(-10.0..10.0);
            let target = [far(), far(), if d == 3 { far() } else { 0.0 }];
            let stiffness = 10f64.powf(rng.random_range(0.0..7.0));
            controls.handles = vec![Handle::on(vertex, target, stiffness)];
            let center =
                std::array::from_fn(
                    |c| {
                        if c < d { size * rng.random_range(-0.5..0.5) } else { 0.0 }
                    },
                );
            let ball = Obstacle::Sphere { center, radius: 0.4 * size };
            controls.colliders = vec![Collider { friction: 0.5, ..Collider::new(ball) }];
            controls.gravity = [0.0, rng.random_range(-100.0..100.0), 0.0];
            let h = 10f64.powf(rng.random_range(-4.0..-1.0));
            if let Engine::Newton(parts) = &mut engine {
                parts.1.settings.h = h;
            }
        }
        let report = engine.step(&mut state, &controls);
        held += usize::from(report.held);
        let finite = state.z.iter().chain(&state.v).all(|x| x.is_finite());
        assert!(finite, "{name} {kind:?}: step {step}");
    }
    assert!(held < 50, "{name} {kind:?}: {held} steps were held");
    let rest = State::rest(state.z.len());
    let [calm, abused] = [rest, state].map(|state| {
        let amplitudes = actuators.channels.iter().map(|c| c.mean).collect();
        let_go(&mut engine, state, amplitudes)
    });
    let squares = calm.iter().zip(&abused).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
    let away = (squares / calm.len() as f64).sqrt() / size;
    // most are back to a thousandth; the dragon keeps a fold, as its cells are few
    assert!(away < 0.06, "{name} {kind:?}: {away} of its size from where it rests");
}

/// Lets go for twenty seconds: the distances between points of the boundary then.
fn let_go(engine: &mut Engine, mut state: State, amplitudes: Vec<f64>) -> Vec<f64> {
    let controls = Controls { amplitudes, ..Controls::default() };
    let Engine::Newton(parts) = engine else { return Vec::new() };
    let (reduced, stepper) = &mut **parts;
    stepper.settings.h = 0.05;
    stepper.settings.iterations = 10;
    for _ in 0..400 {
        stepper.step(reduced, &mut state, &controls);
    }
    let mut x = Vec::new();
    reduced.interface(&state.z, &mut x);
    let points: Vec<&[f64]> = x.chunks(reduced.model().dim).collect();
    let n = points.len();
    let apart = |i: usize| {
        let pair = points[i].iter().zip(points[(7 * i + n / 2) % n]);
        pair.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    };
    (0..n).map(apart).collect()
}

#[test]
fn creatures_survive_a_thousand_hostile_steps() {
    zoo::Kind::ALL.par_iter().enumerate().for_each(|(k, kind)| {
        let kinds = [SubspaceKind::Skinning, SubspaceKind::Displacement];
        abuse(&kind.creature(), kinds[k % 2]);
    });
}
