//! Derivatives of steps, against differences of steps.

use forcedual::energy::{Collider, Obstacle};
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Engine, Runtime};
use forcedual::simulate::{Controls, State};
use std::path::Path;

fn runtime(simulation: &str) -> Runtime {
    let text = format!(
        "[mesh]\nshape = \"beam\"\nsize = [1, 0.2, 0.2]\ncells = 400\n[material]\nyoung = 1e5\n\
         [[pin]]\nwhere = {{ box = {{ min = [-inf, -inf, -inf], max = [0.001, inf, inf] }} }}\n\
         [[force]]\nkind = \"springs\"\nstiffness = 300\nsigma = 0.1\n\
         between = [[[0.1, 0.2, 0.1], [0.9, 0.2, 0.1]], [[0.1, 0, 0.1], [0.9, 0, 0.1]]]\n\
         [[force]]\nkind = \"muscle\"\nmode = \"groups\"\nsigma = 1e3\n\
         fibers = [{{ direction = [1, 0, 0] }}]\n\
         [subspace]\nkind = \"skinning\"\nmodes = 3\n\
         [simulation]\nsolver = \"exact-newton\"\niterations = 60\ntolerance = 0.0\n\
         gravity = [0, 0, -9.81]\ncubature = 40\n{simulation}\n"
    );
    let scene = SceneFile::parse(&text, Format::Toml, Path::new("")).unwrap();
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let prior = scene.prior(&lin).unwrap();
    let subspace = scene.design(&lin, &prior, &Silent).unwrap();
    let spec = scene.scene().simulation();
    Runtime::new(&scene, &lin, &prior, &subspace, None, spec, &Silent).unwrap().0
}

#[test]
fn derivatives_of_a_step_are_those_of_differences_with_either_integrator_and_on_a_floor() {
    for (integrator, floor) in
        [("backward-euler", false), ("bdf2", false), ("backward-euler", true)]
    {
        let runtime = runtime(&format!("integrator = \"{integrator}\""));
        let mut engine = Engine::new(&runtime.dynamics, &runtime.spec).unwrap();
        let mut controls = Controls::rest(3);
        controls.gravity = [0.0, 0.0, -9.81];
        controls.amplitudes = vec![-0.05, 0.02, 300.0];
        if floor {
            let shape = Obstacle::HalfSpace { point: [0.0, 0.0, -0.001], normal: [0.0, 0.0, 1.0] };
            controls.colliders = vec![Collider { friction: 0.4, ..Collider::new(shape) }];
        }
        let mut state = State::rest(runtime.dynamics.coordinates());
        for _ in 0..if floor { 60 } else { 5 } {
            engine.step(&mut state, &controls);
        }
        let before = state.clone();
        let mut after = before.clone();
        assert_eq!(engine.step(&mut after, &controls).parts, 1);
        let found = engine.derivatives(&before, &after).unwrap();

        let mut moved = |change: &dyn Fn(&mut State, &mut Controls, f64), by: f64| {
            let [up, down] = [by, -by].map(|by| {
                let (mut state, mut controls) = (before.clone(), controls.clone());
                change(&mut state, &mut controls, by);
                engine.step(&mut state, &controls);
                state
            });
            let slope = |a: &[f64], b: &[f64]| -> Vec<f64> {
                a.iter().zip(b).map(|(a, b)| (a - b) / (2.0 * by)).collect()
            };
            (slope(&up.z, &down.z), slope(&up.v, &down.v))
        };
        let mut check = |j: usize,
                         change: &dyn Fn(&mut State, &mut Controls, f64),
                         by: f64,
                         of: [&forcedual::linalg::Mat; 2]| {
            let (z, v) = moved(change, by);
            for (slope, matrix) in [z, v].iter().zip(of) {
                let size = slope.iter().fold(1e-12, |m: f64, x| m.max(x.abs()));
                for (i, s) in slope.iter().enumerate() {
                    let error = (s - matrix[(i, j)]).abs();
                    assert!(error < 2e-5 * size, "{integrator} {j} {i}: {s} {}", matrix[(i, j)]);
                }
            }
        };
        for j in [0, 7, 20] {
            check(j, &|s, _, by| s.z[j] += by, 1e-5, [&found.z_z, &found.v_z]);
            check(j, &|s, _, by| s.v[j] += by, 1e-3, [&found.z_v, &found.v_v]);
        }
        for (k, by) in [(0, 1e-4), (1, 1e-4), (2, 1.0)] {
            check(k, &|_, c, by| c.amplitudes[k] += by, by, [&found.z_a, &found.v_a]);
        }
    }
}
