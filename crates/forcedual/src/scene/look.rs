//! What a scene's selections hit and what its parameters become, to look at.

use super::Scene;
use crate::body::Body;
use crate::error::{Error, Result};
use crate::force::{Chosen, ForceKind, Gaussian};
use crate::mesh::io::{Field, On};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What one selection of a scene hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selected {
    /// Where the selection stands, for example `pin[0].where`.
    pub field: String,
    /// What was selected.
    pub of: On,
    /// How many were selected.
    pub selected: usize,
    /// How many there are.
    pub total: usize,
}

impl Scene {
    /// What every selection of the scene hits, in the order of the document's tables.
    pub(super) fn selections(&self, body: &Body, folder: &Path) -> Result<Vec<Selected>> {
        let mut all = Vec::new();
        for (k, pin) in self.pin.iter().enumerate() {
            all.push(Chosen::vertices(format!("pin[{k}].where"), &pin.r#where));
        }
        for (k, region) in self.material.region.iter().enumerate() {
            all.push(Chosen::cells(format!("material.region[{k}].where"), &region.r#where));
        }
        for (k, force) in self.force.iter().enumerate() {
            let outer = format!("force[{k}]");
            all.extend(force.selections().into_iter().map(|chosen| chosen.within(&outer)));
        }
        if self.subspace.uses("handles") {
            for (k, handle) in self.subspace.handles.iter().enumerate() {
                all.push(Chosen::vertices(format!("subspace.handles[{k}]"), handle));
            }
        }
        let picker = body.picker(folder);
        let count = |chosen: Chosen<'_>| {
            let mask = match chosen.of {
                On::Cells => picker.cells(chosen.selection),
                On::Vertices => picker.vertices(chosen.selection),
            };
            let mask = mask.map_err(|e: Error| e.field(&chosen.field))?;
            Ok(Selected {
                field: chosen.field,
                of: chosen.of,
                selected: mask.iter().filter(|on| **on).count(),
                total: mask.len(),
            })
        };
        all.into_iter().map(count).collect()
    }

    /// Supports and material as fields on the mesh, and of each force the root mean square in N on
    /// every vertex.
    pub(super) fn fields(&self, body: &Body, forces: &[Gaussian]) -> Vec<Field> {
        let on = |name: &str, on, data| Field { name: name.to_owned(), on, components: 1, data };
        let held = body.held.iter().map(|&held| f64::from(u8::from(held))).collect();
        let lame = |value: fn(f64, f64) -> f64| {
            body.lame.iter().map(|lame| rounded(value(lame.mu, lame.lam))).collect::<Vec<f64>>()
        };
        let young = lame(|mu, lam| mu * (3.0 * lam + 2.0 * mu) / (lam + mu));
        let poisson = lame(|mu, lam| 0.5 * lam / (lam + mu));
        let mut fields = vec![
            on("held", On::Vertices, held),
            on("young", On::Cells, young),
            on("poisson", On::Cells, poisson),
            on("density", On::Cells, body.density.clone()),
        ];
        for (k, gaussian) in forces.iter().enumerate() {
            let name = match self.force.get(k) {
                Some(force) => force.name.as_deref().unwrap_or(force.kind.name()),
                None => "white-noise",
            };
            let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
            let name = format!("force_{k}_{}", name.chars().map(plain).collect::<String>());
            let variances = gaussian.factor.vertex_variances(body.dim());
            let rms = variances.into_iter().map(f64::sqrt).collect();
            fields.push(on(&name, On::Vertices, rms));
        }
        fields
    }
}

/// To twelve digits: what was given, without the round-off of converting it there and back.
fn rounded(x: f64) -> f64 {
    format!("{x:.11e}").parse().unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::super::SceneFile;
    use super::super::document::Format;
    use super::*;
    use crate::error::Code;
    use crate::mesh::SimplexMesh;
    use crate::progress::Silent;
    use crate::subspace::Linearisation;

    #[test]
    fn constants_come_back_as_they_were_written() {
        for young in [3e5, 1e6, 2.5e6, 7.3e9] {
            for poisson in [0.0, 0.1, 0.3, 0.45, 0.499] {
                let lame = crate::material::Lame::from_young_poisson(young, poisson);
                let (mu, lam) = (lame.mu, lame.lam);
                assert_eq!(rounded(mu * (3.0 * lam + 2.0 * mu) / (lam + mu)), young);
                assert_eq!(rounded(0.5 * lam / (lam + mu)), poisson);
            }
        }
    }

    const SCENE: &str = r#"
[mesh]
shape = "rectangle"
size = [4.0, 1.0]
cells = 400
[[material.region]]
where = { half-space = { point = [2.0, 0.0], normal = [1.0, 0.0] } }
young = 5e6
poisson = 0.2
density = 500.0
[[pin]]
where = { box = { min = [-inf, -inf], max = [0.0, inf] } }
[[pin]]
where = { vertices = [0, 1] }
[[force]]
name = "left & right"
kind = "mixture"
[[force.of]]
kind = "muscle"
fibers = [{ direction = [1, 0] }, { direction = [0, 1], where = { cells = [1, 2, 3] } }]
[[force.of]]
kind = "sum"
of = [{ kind = "contact", patch = [{ center = [4, 0], radius = 1 }, { where = "boundary", normal = [-1, 0] }] }]
[[force]]
kind = "painted"
where = { box = { min = [3.0, -inf], max = [inf, inf] } }
[subspace]
modes = 3
"#;

    fn scene(text: &str) -> SceneFile {
        SceneFile::parse(text, Format::Toml, Path::new(".")).unwrap()
    }

    fn count(mesh: &SimplexMesh, test: impl Fn(&[f64]) -> bool) -> usize {
        (0..mesh.vertex_count()).filter(|&i| test(mesh.point(i))).count()
    }

    #[test]
    fn every_selection_is_counted_where_it_stands() {
        let scene = scene(SCENE);
        let (body, _) = scene.body(&Silent).unwrap();
        let found = scene.selections(&body).unwrap();
        let mesh = &body.mesh;
        let right = (0..mesh.cell_count()).filter(|&t| mesh.centroid(t)[0] > 2.0).count();
        let edge = |x: &[f64]| x[0] == 0.0 || x[0] == 4.0 || x[1] == 0.0 || x[1] == 1.0;
        let expected = [
            ("pin[0].where", "vertices", count(mesh, |x| x[0] == 0.0)),
            ("pin[1].where", "vertices", 2),
            ("material.region[0].where", "cells", right),
            ("force[0].of[0].fibers[1].where", "cells", 3),
            ("force[0].of[1].of[0].patch[1].where", "vertices", count(mesh, edge)),
            ("force[1].where", "vertices", count(mesh, |x| x[0] >= 3.0)),
        ];
        let found: Vec<_> =
            found.iter().map(|s| (s.field.as_str(), s.of.name(), s.selected)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn fields_show_supports_material_and_the_strength_of_every_force() {
        let scene = scene(SCENE);
        let (body, _) = scene.body(&Silent).unwrap();
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let fields = scene.fields(&lin).unwrap();
        let names: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
        let forces = ["force_0_left___right", "force_1_painted"];
        assert_eq!(names, [&["held", "young", "poisson", "density"][..], &forces].concat());
        for i in 0..body.mesh.vertex_count() {
            let x = body.mesh.point(i)[0];
            let held = x == 0.0 || i < 2;
            assert_eq!(fields[0].data[i], f64::from(u8::from(held)));
            // independent forces by mass, in two directions
            let rms = if x >= 3.0 { (2.0 * body.mass[i]).sqrt() } else { 0.0 };
            assert!((fields[5].data[i] - rms).abs() <= 1e-12 * rms, "{i}");
            assert_eq!(fields[4].data[i] > 0.0, !held, "{i}");
        }
        for t in 0..body.mesh.cell_count() {
            let [young, poisson, density] =
                if body.mesh.centroid(t)[0] > 2.0 { [5e6, 0.2, 500.0] } else { [1e6, 0.45, 1e3] };
            assert!((fields[1].data[t] / young - 1.0).abs() < 1e-12);
            assert!((fields[2].data[t] / poisson - 1.0).abs() < 1e-12);
            assert_eq!(fields[3].data[t], density);
        }
    }

    #[test]
    fn keys_that_no_method_at_hand_looks_at_are_refused_with_their_line() {
        let own = |text: &str| scene(&SCENE.replace("modes = 3", text));
        let specs = |scene: &SceneFile| vec![scene.scene().subspace.clone()];
        for (text, key, who) in [
            ("handles = [\"all\"]", "handles", "`bounded-biharmonic`"),
            ("samples = 7", "samples", "`pod`"),
            ("seed = 7", "seed", "`greens`, `pod` and `push-forward`"),
            ("time-step = 0.1", "time-step", "`dynamic`"),
            ("form = \"sum\"", "form", "kind = \"skinning\""),
            ("method = \"harmonic\"\nkind = \"skinning\"\nmodes = 3", "modes", "all methods but"),
        ] {
            let scene = own(text);
            let error = scene.check_keys(&specs(&scene)).unwrap_err();
            assert_eq!(error.code, Code::Scene);
            assert_eq!(error.place.field, Some(format!("subspace.{key}")));
            let document = SCENE.replace("modes = 3", text);
            let line = document.lines().position(|line| line.starts_with(key)).unwrap() + 1;
            assert_eq!(error.place.line, Some(line), "{key}");
            assert!(error.help.unwrap().contains(who), "{key}");
        }
        // a method from elsewhere may use a key, and does not forbid those of the scene's own
        let mut scene = own("method = \"pod\"\nsamples = 7\nmodes = 3");
        assert!(scene.check_keys(&specs(&scene)).is_ok());
        scene.scene_mut().subspace.method = crate::subspace::Method::Lma;
        assert!(scene.check_keys(&specs(&scene)).is_ok());
        let mut scene = own("samples = 7");
        scene.scene_mut().subspace.method = crate::subspace::Method::Pod;
        assert!(scene.check_keys(&specs(&scene)).is_ok());
    }
}
