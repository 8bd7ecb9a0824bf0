//! Model files. Their checksum is made right first, so that what it guards is reached: whoever means harm can
//! do that too.

use forcedual::Result;
use forcedual::export::Model;
use forcedual::export::model::seal;
use forcedual::mesh::RawMesh;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Engine, Runtime};
use forcedual::simulate::{Controls, State};
use std::path::Path;

/// A model, which is written again and played for a few steps.
pub fn model(file: &[u8]) {
    let mut file = file.to_vec();
    if seal(&mut file).is_err() {
        return;
    }
    if let Ok(model) = Model::from_bytes(&file) {
        let _ = model.follower();
        let written = model.to_bytes().expect("what was read can be written");
        let again = Model::from_bytes(&written).expect("what was written can be read");
        assert_eq!(again.to_bytes().ok(), Some(written));
    }
    if let Ok(runtime) = Runtime::from_bytes(&file) {
        play(&runtime);
    }
}

/// A few steps, whatever becomes of them: numbers stay finite.
fn play(runtime: &Runtime) {
    let Ok(mut engine) = Engine::new(&runtime.dynamics, &runtime.spec) else { return };
    let mut state = State::rest(runtime.dynamics.coordinates());
    let controls = Controls::rest(runtime.dynamics.reduced().actuators.channels.len());
    for _ in 0..2 {
        engine.step(&mut state, &controls);
        assert!(state.z.iter().chain(&state.v).all(|x| x.is_finite()));
    }
}

/// A model with its run time: two triangles, held at one side.
pub fn small_model() -> Result<Vec<u8>> {
    let text =
        r#"{ "mesh": {}, "pin": [{ "where": { "vertices": [0] } }], "subspace": { "modes": 2 } }"#;
    let mesh = RawMesh {
        dim: 2,
        positions: vec![0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0],
        cells: vec![0, 1, 2, 0, 2, 3],
        ..RawMesh::default()
    };
    let scene = SceneFile::parse(text, Format::Json, Path::new(""))?.with_mesh(mesh);
    let (body, _) = scene.body(&Silent)?;
    let lin = scene.linearise(&body, &Silent)?;
    let prior = scene.prior(&lin)?;
    let subspace = scene.design(&lin, &prior, &Silent)?;
    let spec = scene.scene().simulation();
    let (runtime, _) = Runtime::new(&scene, &lin, &prior, &subspace, None, spec, &Silent)?;
    Model::new(scene.scene(), &lin, &subspace)?.with_runtime(Some(runtime)).to_bytes()
}
