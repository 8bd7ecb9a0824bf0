//! What force-dual modes are for, as numbers: the same play in full, with force-dual modes, and with as
//! many modes that know nothing of the forces. `cargo test --release --test claims -- --nocapture`
//! prints the table of docs/claims.md.

use forcedual::body::Body;
use forcedual::control::{Goal, InverseKinematics};
use forcedual::energy::{Actuators, Collider, ContactPoints, Handle, Obstacle};
use forcedual::force::Gaussian;
use forcedual::mesh::zoo;
use forcedual::progress::Silent;
use forcedual::reduce::{Coordinates, CubatureSpec, MixtureModel, Parts, ReducedModel};
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::simulate::{
    Adaptive, Controls, Full, Reduced, Rule, Settings, State, Stepper, System,
};
use forcedual::subspace::{Linearisation, Method, Subspace, SubspaceSpec, design};
use std::path::Path;
use std::sync::Arc;

/// The scene of a creature with other forces and modes.
fn scene(name: &str, cells: usize, rest: &str) -> SceneFile {
    let creature = zoo::Kind::ALL.iter().map(|k| k.creature()).find(|c| c.name == name).unwrap();
    let body = creature.scene.split("[[force]]").next().unwrap();
    // coarse meshes have few vertices below 3 cm: hold the feet higher
    let body = body.replace("point = [0.0, 0.03, 0.0]", "point = [0.0, 0.07, 0.0]");
    let text = format!("{body}\n{rest}");
    let mut scene = SceneFile::parse(&text, Format::Toml, Path::new(".")).unwrap();
    scene.scene_mut().mesh.cells = Some(cells);
    scene
}

/// The boundary's vertex nearest to a place.
fn nearest(body: &Body, place: &[f64]) -> u32 {
    let away = |i: usize| -> f64 {
        body.mesh.point(i).iter().zip(place).map(|(a, b)| (a - b).powi(2)).sum()
    };
    let n = body.mesh.vertex_count();
    let free = (0..n).filter(|&i| body.boundary.on_boundary(i) && !body.held[i]);
    free.min_by(|&a, &b| away(a).total_cmp(&away(b))).unwrap() as u32
}

/// A handle that moves a vertex by so much within ten seconds.
fn drag(body: &Body, place: &[f64], by: [f64; 3], stiffness: f64, time: f64) -> Handle {
    let vertex = nearest(body, place);
    let from = body.mesh.point(vertex as usize);
    let share = (time / 10.0).min(1.0);
    let target = std::array::from_fn(|c| from.get(c).copied().unwrap_or(0.0) + share * by[c]);
    Handle::on(vertex, target, stiffness)
}

/// Slow enough that waves do not matter.
const SETTINGS: Settings = Settings {
    h: 1.0,
    integrator: forcedual::simulate::Integrator::BackwardEuler,
    iterations: 30,
    tolerance: 1e-6,
};
const STEPS: usize = 20;

struct Stage<'a> {
    lin: &'a Linearisation<'a>,
    prior: Gaussian,
    spec: SubspaceSpec,
    actuators: Actuators,
}

impl<'a> Stage<'a> {
    fn new(scene: &SceneFile, lin: &'a Linearisation<'a>) -> Self {
        Stage {
            prior: scene.prior(lin).unwrap(),
            spec: scene.scene().subspace.clone(),
            actuators: scene.actuators(lin).unwrap(),
            lin,
        }
    }

    fn subspace(&self, method: Method) -> Subspace {
        let spec = SubspaceSpec { method, ..self.spec.clone() };
        design(self.lin, &self.prior, &spec, Path::new("."), &Silent).unwrap()
    }

    fn reduced(&self, subspace: &Subspace) -> (Reduced, Coordinates) {
        let responses = self.lin.solve(self.prior.draw(Parts::DRAWS, 1));
        let contact = ContactPoints::of(self.lin.body);
        let parts = Parts {
            actuators: &self.actuators,
            contact: &contact,
            cubature: CubatureSpec::default(),
            responses: &responses,
        };
        let model = ReducedModel::new(self.lin, subspace, parts, &Silent).unwrap();
        (Reduced::new(Arc::new(model)), Coordinates::new(self.lin, subspace).unwrap())
    }

    /// Where the play leaves the body in a subspace.
    fn reduced_end(&self, method: Method, play: &dyn Fn(f64, &mut Controls)) -> Vec<f64> {
        let (mut reduced, basis) = self.reduced(&self.subspace(method));
        basis.displacement(&self.end(&mut reduced, play))
    }

    /// Where the play leaves the body in full.
    fn full_end(&self, play: &dyn Fn(f64, &mut Controls)) -> Vec<f64> {
        let contact = ContactPoints::of(self.lin.body);
        let mut full = Full::new(self.lin.body, &self.actuators, contact).unwrap();
        let z = self.end(&mut full, play);
        let x = full.positions(&z);
        x.iter().zip(self.lin.body.mesh.positions()).map(|(x, r)| x - r).collect()
    }

    fn end(&self, system: &mut impl System, play: &dyn Fn(f64, &mut Controls)) -> Vec<f64> {
        let mut state = State::rest(system.size());
        let mut stepper = Stepper::new(SETTINGS, system.size()).unwrap();
        let mut controls = Controls::rest(self.actuators.channels.len());
        for k in 1..=STEPS {
            play(k as f64 * SETTINGS.h, &mut controls);
            let report = stepper.step(system, &mut state, &controls);
            assert!(!report.held);
        }
        state.z
    }

    /// Root mean square over some vertices, by mass.
    fn size(&self, u: &[f64], of: impl Fn(usize) -> bool) -> f64 {
        let d = self.lin.body.dim();
        let each = u.iter().zip(self.lin.mass()).enumerate().filter(|(i, _)| of(i / d));
        each.map(|(_, (u, m))| m * u * u).sum::<f64>().sqrt()
    }

    fn error(&self, u: &[f64], truth: &[f64]) -> f64 {
        let wrong: Vec<f64> = u.iter().zip(truth).map(|(a, b)| a - b).collect();
        self.size(&wrong, |_| true) / self.size(truth, |_| true)
    }
}

fn row(claim: &str, what: &str, full: Option<f64>, ours: f64, theirs: f64, rival: &str) {
    let percent = |x: f64| format!("{:.2}%", 100.0 * x);
    let full = full.map_or("-".to_owned(), percent);
    println!("| {claim} | {what} | {full} | {} | {} | {rival} |", percent(ours), percent(theirs));
}

#[test]
fn a_lifted_trunk_leaves_the_far_half_of_the_elephant_alone() {
    let trunk = [0.0, 0.62, 0.93];
    let scene = scene(
        "elephant",
        4000,
        "[[force]]\nkind = \"handles\"\nstiffness = 100.0\n\
         where = { ball = { center = [0.0, 0.62, 0.93], radius = 0.15 } }\n[subspace]\nmodes = 8\n",
    );
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let stage = Stage::new(&scene, &lin);
    let play = |time: f64, controls: &mut Controls| {
        controls.handles = vec![drag(&body, &trunk, [0.0, 0.05, 0.02], 1e4, time)];
    };
    let truth = stage.full_end(&play);
    let away = |i: usize| -> f64 {
        let squares = body.mesh.point(i).iter().zip(trunk).map(|(a, b)| (a - b).powi(2));
        squares.sum::<f64>().sqrt()
    };
    // what the far half does that it should not, beside all motion
    let spook = |u: &[f64]| {
        let wrong: Vec<f64> = u.iter().zip(&truth).map(|(a, b)| a - b).collect();
        stage.size(&wrong, |i| away(i) > 0.5 * body.mesh.diagonal()) / stage.size(&truth, |_| true)
    };
    let ours = stage.reduced_end(Method::ForceDual, &play);
    let theirs = stage.reduced_end(Method::Lma, &play);
    let spooks = [&ours, &theirs].map(|u| spook(u));
    row(
        "elephant, trunk lifted",
        "false motion of the far half",
        None,
        spooks[0],
        spooks[1],
        "LMA",
    );
    let errors = [&ours, &theirs].map(|u| stage.error(u, &truth));
    row("elephant, trunk lifted", "error", None, errors[0], errors[1], "LMA");
    assert!(spooks[0] < 0.6 * spooks[1] && errors[0] < errors[1], "{spooks:?} {errors:?}");
}

#[test]
fn a_wing_bends_at_its_joints_and_not_in_its_bones() {
    let scene = scene(
        "chicken-wing",
        2000,
        "[[force]]\nkind = \"handles\"\nstiffness = 100.0\nwhere = { region = \"tip\" }\n\
         [subspace]\nkind = \"skinning\"\nmodes = 6\n",
    );
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let stage = Stage::new(&scene, &lin);
    let tip = [1.1, 0.3];
    let play = |time: f64, controls: &mut Controls| {
        controls.handles = vec![drag(&body, &tip, [-0.25, 0.2, 0.0], 1.5e5, time)];
    };
    let names = body.mesh.regions();
    let bone = |t: usize| {
        let label = body.mesh.cell_labels()[t] as usize;
        let name = label.checked_sub(1).and_then(|k| names.get(k));
        name.is_some_and(|n| ["humerus", "radius", "ulna"].contains(&n.as_str()))
    };
    let strain = |u: &[f64]| {
        let (mut sum, mut volume) = (0.0, 0.0);
        for (t, v) in body.geometry.volumes.iter().enumerate().filter(|(t, _)| bone(*t)) {
            let mut f = [[1.0, 0.0], [0.0, 1.0]];
            for (a, &w) in body.mesh.cell(t).iter().enumerate() {
                let g = body.geometry.gradient(t, a);
                for i in 0..2 {
                    (0..2).for_each(|j| f[i][j] += u[2 * w as usize + i] * g[j]);
                }
            }
            for i in 0..2 {
                for j in 0..2 {
                    let c = f[0][i] * f[0][j] + f[1][i] * f[1][j] - f64::from(u8::from(i == j));
                    sum += v * 0.25 * c * c;
                }
            }
            volume += v;
        }
        (sum / volume).sqrt()
    };
    let truth = stage.full_end(&play);
    let ours = stage.reduced_end(Method::ForceDual, &play);
    let theirs = stage.reduced_end(Method::SkinningEigenmodes, &play);
    row(
        "chicken wing, bent",
        "strain of the bones",
        Some(strain(&truth)),
        strain(&ours),
        strain(&theirs),
        "skinning eigenmodes",
    );
    let errors = [&ours, &theirs].map(|u| stage.error(u, &truth));
    row("chicken wing, bent", "error", None, errors[0], errors[1], "skinning eigenmodes");
    assert!(errors[0] < 0.06 && errors[1] > 0.9, "{errors:?}");
    assert!(strain(&ours) < 1.2 * strain(&truth));
}

#[test]
fn a_bed_gives_way_under_a_ball_where_it_lies() {
    let scene = scene(
        "bed",
        6000,
        "[[force]]\nkind = \"contact\"\nnormal-sigma = 3000.0\n\
         patch = [{ center = [0.0, 0.43, 0.1], radius = 0.08, normal = [0.0, -1.0, 0.0] },\n\
         { center = [0.0, 0.43, 0.1], radius = 0.12, normal = [0.0, -1.0, 0.0] },\n\
         { center = [0.0, 0.43, 0.1], radius = 0.17, normal = [0.0, -1.0, 0.0] }]\n[subspace]\nmodes = 9\n",
    );
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let stage = Stage::new(&scene, &lin);
    let play = |time: f64, controls: &mut Controls| {
        let center = [0.0, 0.62 - 0.08 * (time / 10.0).min(1.0), 0.1];
        controls.colliders = vec![Collider::new(Obstacle::Sphere { center, radius: 0.15 })];
    };
    let truth = stage.full_end(&play);
    let errors = [Method::ForceDual, Method::Lma]
        .map(|method| stage.error(&stage.reduced_end(method, &play), &truth));
    row("bed under a ball", "error", None, errors[0], errors[1], "LMA");
    assert!(errors[0] < 0.6 && errors[0] < 0.1 * errors[1], "{errors:?}");
}

#[test]
fn a_flexed_biceps_and_an_inflated_gripper_are_followed_by_their_own_modes() {
    let muscle = "[[force]]\nname = \"muscles\"\nkind = \"muscle\"\nmode = \"groups\"\n\
        fibers = [{ where = { region = \"biceps\" }, direction = [0.97, -0.25] }]\nsigma = 1e4\n\
        [subspace]\nkind = \"skinning\"\nmodes = 2\n";
    let pockets = "[[force]]\nname = \"pockets\"\nkind = \"pneumatic\"\npockets = \"all\"\nsigma = 1000.0\n\
        [subspace]\nkind = \"skinning\"\nmodes = 6\n";
    for (name, cells, text, amplitude, rival) in [
        ("arm", 3000, muscle, 1e4, Method::SkinningEigenmodes),
        ("gripper-2d", 3000, pockets, 1e3, Method::SkinningEigenmodes),
    ] {
        let scene = scene(name, cells, text);
        let (body, _) = scene.body(&Silent).unwrap();
        let lin = scene.linearise(&body, &Silent).unwrap();
        let stage = Stage::new(&scene, &lin);
        let play = |time: f64, controls: &mut Controls| {
            controls.amplitudes.fill(amplitude * (time / 10.0).min(1.0));
        };
        let truth = stage.full_end(&play);
        let errors = [Method::ForceDual, rival]
            .map(|method| stage.error(&stage.reduced_end(method, &play), &truth));
        row(&format!("{name}, driven"), "error", None, errors[0], errors[1], rival.name());
        assert!(errors[0] < 0.5 * errors[1], "{errors:?}");
    }
}

#[test]
fn a_dragon_reaches_with_its_arm_and_keeps_the_rest_still() {
    let scene = scene(
        "dragon",
        5000,
        "[[force]]\nname = \"arm\"\nkind = \"springs\"\nstiffness = 8000.0\nsigma = 0.05\n\
         between = [[[0.16, 0.52, 0.05], [0.22, 0.35, 0.28]], [[0.16, 0.30, 0.05], [0.24, 0.36, 0.28]]]\n\
         [subspace]\nmodes = 2\n",
    );
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let stage = Stage::new(&scene, &lin);
    let hand = nearest(&body, &[0.22, 0.35, 0.28]);
    let from = body.mesh.point(hand as usize);
    let goal =
        Goal { point: Handle::on(hand, [from[0], from[1] + 0.02, from[2]], 0.0), weight: 1.0 };
    let still = |u: &[f64]| {
        let away = |i: usize| -> f64 {
            body.mesh.point(i).iter().zip(from).map(|(a, b)| (a - b).powi(2)).sum()
        };
        stage.size(u, |i| away(i).sqrt() > 0.5) / stage.size(u, |_| true)
    };
    let [ours, theirs] = [Method::ForceDual, Method::Lma].map(|method| {
        let (mut reduced, basis) = stage.reduced(&stage.subspace(method));
        let mut stepper = Stepper::new(SETTINGS, reduced.size()).unwrap();
        let mut state = State::rest(reduced.size());
        let mut ik = InverseKinematics::new(&reduced);
        let mut controls = Controls::rest(2);
        for _ in 0..60 {
            stepper.step(&mut reduced, &mut state, &controls);
            ik.improve(&mut reduced, &state, SETTINGS.h, &[goal], &mut controls).unwrap();
        }
        let truth =
            stage.full_end(&|_, c: &mut Controls| c.amplitudes.clone_from(&controls.amplitudes));
        let u = basis.displacement(&state.z);
        let at = &u[3 * hand as usize..][..3];
        let away = at[0].hypot(at[1] - 0.02).hypot(at[2]);
        assert!(method == Method::Lma || away < 0.01, "{away}");
        (still(&u), stage.error(&u, &truth), still(&truth))
    });
    row("dragon reaches", "motion farther than 0.5 m", Some(ours.2), ours.0, theirs.0, "LMA");
    row("dragon reaches", "error", None, ours.1, theirs.1, "LMA");
    let astray = |(found, _, truth): (f64, f64, f64)| (found - truth).abs();
    assert!(astray(ours) < 0.3 * astray(theirs), "{ours:?} {theirs:?}");
    assert!(ours.1 < 0.3 * theirs.1, "{ours:?} {theirs:?}");
}

#[test]
fn a_horse_with_two_modes_at_a_time_follows_every_hand() {
    let spots = [[0.55, 0.95, -0.2], [-0.55, 0.95, -0.2], [0.0, 0.98, 0.66], [0.0, 0.5, -0.75]];
    let of = |s: &[f64; 3]| {
        format!(
            "[[force.of]]\nkind = \"handles\"\nstiffness = 100.0\n\
             where = {{ ball = {{ center = {s:?}, radius = 0.2 }} }}\n"
        )
    };
    let scene = scene(
        "winged-horse",
        5000,
        &format!(
            "[[force]]\nkind = \"mixture\"\n{}[subspace]\nmodes = 2\n",
            spots.iter().map(of).collect::<String>()
        ),
    );
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let stage = Stage::new(&scene, &lin);
    let contact = ContactPoints::of(&body);
    let responses = stage.lin.solve(stage.prior.draw(Parts::DRAWS, 1));
    let parts = Parts {
        actuators: &stage.actuators,
        contact: &contact,
        cubature: CubatureSpec::default(),
        responses: &responses,
    };
    let components = spots.iter().enumerate().map(|(k, spot)| {
        let alone = self::scene("winged-horse", 5000, &of(spot).replace("force.of", "force"));
        let prior = alone.prior(&lin).unwrap();
        let subspace = design(&lin, &prior, &stage.spec, Path::new("."), &Silent).unwrap();
        (format!("{k}"), 0.25, prior, subspace)
    });
    let mixture =
        Arc::new(MixtureModel::new(&lin, parts, components.collect(), &Silent).unwrap().0);
    let mut sums = [0.0; 3];
    let ways = [[0.0, 0.06, 0.0], [0.0, 0.06, 0.0], [0.06, 0.0, 0.0], [0.06, 0.0, 0.0]];
    for (spot, way) in spots.iter().zip(&ways) {
        let play = |time: f64, controls: &mut Controls| {
            let near = |i: &usize| -> bool {
                let p = body.mesh.point(*i).iter().zip(spot);
                body.boundary.on_boundary(*i)
                    && p.map(|(a, b)| (a - b).powi(2)).sum::<f64>() < 0.15 * 0.15
            };
            let hand = (0..body.mesh.vertex_count()).filter(near);
            let share = (time / 10.0).min(1.0);
            controls.handles = hand
                .map(|i| {
                    let p = body.mesh.point(i);
                    Handle::on(i as u32, std::array::from_fn(|c| p[c] + share * way[c]), 1.5e3)
                })
                .collect();
        };
        let truth = stage.full_end(&play);
        let mut adaptive = Adaptive::new(mixture.clone(), SETTINGS, Rule::Compliance).unwrap();
        let mut controls = Controls::rest(stage.actuators.channels.len());
        for k in 1..=STEPS {
            play(k as f64 * SETTINGS.h, &mut controls);
            adaptive.step(&controls);
        }
        let mut x = Vec::new();
        adaptive.interface(&mut x);
        let interface = mixture.components[0].model.interface.clone();
        let others = [Method::ForceDual, Method::Lma].map(|m| stage.reduced_end(m, &play));
        let rest = body.mesh.positions();
        let at = |u: &[f64]| -> Vec<f64> {
            interface
                .iter()
                .flat_map(|&v| (0..3).map(move |c| 3 * v as usize + c))
                .map(|i| rest[i] + u[i])
                .collect()
        };
        let (end, still) = (at(&truth), at(&vec![0.0; truth.len()]));
        let apart =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        for (sum, x) in sums.iter_mut().zip([x, at(&others[0]), at(&others[1])]) {
            *sum += apart(&x, &end) / apart(&end, &still) / spots.len() as f64;
        }
    }
    let errors = sums.map(f64::sqrt);
    row("horse, 2 modes at a time", "error", None, errors[0], errors[1], "2 modes for all hands");
    row("horse, 2 modes at a time", "error", None, errors[0], errors[2], "LMA");
    assert!(errors[0] < 0.6 * errors[2] && errors[0] < 0.6 * errors[1], "{errors:?}");
}
