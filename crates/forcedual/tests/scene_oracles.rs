//! The oracles hold from a scene document to a certified subspace, mesh file included.

mod common;

use common::{Oracle, largest_sine, leading};
use forcedual::mesh::RawMesh;
use forcedual::mesh::io;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use std::path::Path;

/// Designs a scene on the oracle's mesh, read from a file, and compares spectrum and modes.
fn check(name: &str, force: &str) {
    let oracle = Oracle::open(name);
    let x = oracle.array("X");
    let raw = RawMesh {
        dim: x.shape[1],
        positions: x.data,
        cells: oracle.indices("T"),
        ..Default::default()
    };
    let mesh = std::env::temp_dir().join(format!("forcedual-{}-{name}.vtu", std::process::id()));
    io::write(&mesh, &raw, &[]).unwrap();
    let pins = match oracle.indices("pinned") {
        p if p.is_empty() => String::new(),
        p => format!("[[pin]]\nwhere = {{ vertices = {p:?} }}\n"),
    };
    let arrays = format!("{name}.npz");
    let modes = oracle.matrix("basis").ncols();
    let text = format!(
        "[mesh]\nfile = {mesh:?}\n[material]\nlaw = 'linear'\ndensity = {rho:?}\n\
         young = {{ file = '{arrays}', array = 'E' }}\npoisson = {{ file = '{arrays}', array = 'nu' }}\n\
         {pins}[subspace]\nmodes = {modes}\n[[force]]\n{force}\n",
        rho = oracle.scalar("rho"),
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles");
    let scene = SceneFile::parse(&text, Format::Toml, &folder).unwrap();
    let (body, _) = scene.body(&Silent).unwrap();
    std::fs::remove_file(&mesh).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let prior = scene.prior(&lin).unwrap();
    let found = scene.design(&lin, &prior, &Silent).unwrap();

    let lambda = oracle.vector("lambda_all");
    for (k, value) in
        found.eigenvalues.iter().enumerate().filter(|(k, _)| lambda[*k] > 1e-9 * lambda[0])
    {
        assert!((value / lambda[k] - 1.0).abs() < 1e-8, "lambda {k}: {value} {}", lambda[k]);
    }
    let basis = oracle.matrix("basis");
    let elastic = found.basis.as_ref().subcols(found.rigid, found.modes()).to_owned();
    for m in oracle.vector("m_gap").into_iter().map(|m| m as usize) {
        let sine = largest_sine(&leading(&elastic, m), &leading(&basis, m), &body.dof_mass());
        assert!(sine < 1e-6, "m = {m}: {sine}");
    }
    let c = &found.certificate;
    assert!((c.trace / oracle.scalar("trace") - 1.0).abs() < 1e-8);
    let captured = oracle.vector("captured");
    assert!((c.captured / captured[found.modes() - 1] - 1.0).abs() < 1e-8);
}

#[test]
fn white_noise() {
    check("01_lma_2d", "kind = 'white-noise'");
}

#[test]
fn radial_on_a_heterogeneous_body() {
    let oracle = Oracle::open("02_painted_radial_2d");
    let force = format!(
        "kind = 'radial'\ncenter = {:?}\nradius = {:?}\nsharpness = {:?}",
        oracle.vector("center"),
        oracle.scalar("radius"),
        oracle.scalar("alpha")
    );
    check("02_painted_radial_2d", &force);
}

#[test]
fn muscles_weighted_by_volume() {
    let oracle = Oracle::open("05_muscle_2d");
    let cells = oracle.indices("active");
    check(
        "05_muscle_2d",
        &format!(
            "kind = 'muscle'\nweighting = 'volume'\n\
             fibers = {{ where = {{ cells = {cells:?} }}, direction = {{ file = '05_muscle_2d.npz', array = 'fiber' }} }}"
        ),
    );
}

#[test]
fn springs_on_a_free_body() {
    let oracle = Oracle::open("06_springs_3d_free");
    let ends = oracle.indices("springs");
    let edges: Vec<&[u32]> = ends.chunks(2).collect();
    let force = format!(
        "kind = 'springs'\nedges = {edges:?}\nstiffness = {:?}",
        oracle.vector("stiffness")
    );
    check("06_springs_3d_free", &force);
}

#[test]
fn a_matrix_of_contact_loads() {
    check(
        "03_contact_3d",
        "kind = 'matrix'\ncolumns = { file = '03_contact_3d.npz', array = 'D' }\n\
         covariance = { file = '03_contact_3d.npz', array = 'Sigma_A' }",
    );
}
