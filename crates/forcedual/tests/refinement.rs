//! Priors mean the same thing on a coarse and on a fine mesh.

use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use std::path::Path;

/// Leading eigenvalues and trace of a scene on a plate with two cavities.
fn spectrum(cells: usize, force: &str) -> (Vec<f64>, f64) {
    let text = format!(
        r#"
        [mesh]
        shape = "plate"
        size = [3, 1]
        cells = {cells}
        cavities = 2
        [material]
        law = "linear"
        poisson = 0.3
        [[pin]]
        where = {{ box = {{ min = [0, 0], max = [0, 1] }} }}
        [subspace]
        modes = 3
        [[force]]
        {force}
        "#
    );
    let scene = SceneFile::parse(&text, Format::Toml, Path::new(".")).unwrap();
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let prior = scene.prior(&lin).unwrap();
    let found = scene.design(&lin, &prior, &Silent).unwrap();
    (found.eigenvalues, found.certificate.trace)
}

/// The response changes no more than the stiffness does (7% here) when cells are quartered; a
/// prior of the wrong scaling would change it by a factor of two or four.
fn assert_invariant(force: &str, tolerance: f64) {
    let (coarse, coarse_trace) = spectrum(3_000, force);
    let (fine, fine_trace) = spectrum(12_000, force);
    assert!(
        (coarse_trace / fine_trace - 1.0).abs() < tolerance,
        "{force}\n{coarse_trace:e} {fine_trace:e}"
    );
    let modes = coarse.len().min(2);
    for k in 0..modes {
        let ratio = coarse[k] / fine[k];
        assert!((ratio - 1.0).abs() < tolerance, "{force}\nmode {k}: {ratio}");
    }
}

/// One test per kind; the second number is the tolerance.
macro_rules! invariant {
    ($($name:ident: $force:literal, $tolerance:literal;)*) => {$(
        #[test]
        fn $name() {
            assert_invariant($force, $tolerance);
        }
    )*};
}

invariant! {
    white_noise: "kind = 'white-noise'", 0.12;
    painted: "kind = 'painted'\nwhere = { half-space = { point = [2, 0], normal = [1, 0] } }\nsoften = 0.3", 0.16;
    painted_normals: "kind = 'painted'\nwhere = 'boundary'\ndirections = 'normal'", 0.12;
    region: "kind = 'region'\nwhere = { box = { min = [2, 0], max = [3, 1] } }", 0.12;
    radial: "kind = 'radial'\ncenter = [3, 1]\nradius = 0.5", 0.12;
    matern: "kind = 'matern'\nlength = 0.7", 0.12;
    contact: "kind = 'contact'\npatch = [{ center = [2, 1], radius = 0.3 }]", 0.12;
    pneumatic: "kind = 'pneumatic'", 0.15;
    muscle_groups: "kind = 'muscle'\nmode = 'groups'\nfibers = [{ where = { box = { min = [0, 0], max = [3, 0.2] } }, direction = [1, 0] }]", 0.12;
    muscle_elements: "kind = 'muscle'\nfibers = { where = { box = { min = [0, 0], max = [3, 0.2] } }, direction = [1, 0] }", 0.15;
    springs: "kind = 'springs'\nbetween = [[[1, 0], [2.5, 1]]]\nstiffness = 100", 0.15;
    handles_of_given_strength: "kind = 'handles'\nwhere = { nearest = [3, 1] }\nstiffness = 1\nrms = 1", 0.15;
    mixture: "kind = 'mixture'\nof = [{ kind = 'white-noise' }, { kind = 'matern', length = 1 }]", 0.12;
}
