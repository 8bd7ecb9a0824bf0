//! Constants that are legal but hardly meant: another unit, most of the time, or a Poisson's ratio
//! at which linear simplices lock.

use super::Scene;
use crate::force::Gaussian;
use crate::linalg::column;
use crate::material::field::Quantity;
use crate::mesh::geometry::components;
use crate::subspace::Linearisation;
use crate::subspace::basis::mass_norm_squared;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::path::Path;

/// Residual of solves that is told.
const ROUGH: f64 = 1e-8;
/// Softer than any solid, in Pa.
const SOFT: f64 = 100.0;
/// Stiffer than any solid (diamond has 1e12), in Pa.
const STIFF: f64 = 1e13;
/// Lighter than most foams, in kg/m^3.
const LIGHT: f64 = 10.0;
/// Heavier than any metal (osmium has 22590), in kg/m^3.
const HEAVY: f64 = 3e4;
/// Above this Poisson's ratio, cells of constant strain are clearly too stiff.
const LOCKING: f64 = 0.49;
/// Draws that tell how much a force moves the body.
const DRAWS: usize = 8;
/// Share of the mean square motion below which a force is faint.
const FAINT: f64 = 1e-4;

impl Scene {
    /// What looks as if it were in another unit, or will not behave.
    pub(super) fn doubts(&self, dim: usize, folder: &Path) -> Vec<String> {
        let material = &self.material;
        let mut youngs = values("material.young", &material.young, folder);
        let mut ratios = values("material.poisson", &material.poisson, folder);
        let mut densities = values("material.density", &material.density, folder);
        for (k, region) in material.region.iter().enumerate() {
            let field = |key: &str| format!("material.region[{k}].{key}");
            youngs.extend(region.young.map(|x| (field("young"), x)));
            ratios.extend(region.poisson.map(|x| (field("poisson"), x)));
            densities.extend(region.density.map(|x| (field("density"), x)));
        }
        let mut doubts: Vec<String> = youngs.iter().filter_map(|(f, x)| stiffness(f, *x)).collect();
        doubts.extend(ratios.iter().filter(|r| r.1 > LOCKING).map(|(field, x)| {
            format!("{field} is {x}: above {LOCKING} linear cells lock, that is, bend too stiffly by much on coarse meshes; use {LOCKING} at most, or fine meshes")
        }));
        if dim == 3 {
            doubts.extend(densities.iter().filter_map(|(f, x)| density(f, *x)));
        }
        doubts
    }
}

/// Pieces of the mesh that nothing holds, where others are held.
pub(super) fn loose(lin: &Linearisation<'_>) -> Option<String> {
    let body = lin.body;
    if lin.rigid.ncols() == 0 || !body.held.contains(&true) {
        return None;
    }
    let (count, piece) = components(&body.mesh);
    let mut held = vec![false; count];
    let pinned = piece.iter().zip(&body.held).filter(|(_, held)| **held);
    pinned.for_each(|(&k, _)| {
        if let Some(held) = held.get_mut(k as usize) {
            *held = true;
        }
    });
    let free = held.iter().filter(|held| !**held).count();
    (free > 0).then(|| {
        format!(
            "{free} of the mesh's {count} pieces are not pinned and float: pin them too, or drop \
             them (`forcedual check` lists them)"
        )
    })
}

/// That solves leave more of the forces than they should.
pub(super) fn rough(lin: &Linearisation<'_>) -> Option<String> {
    (lin.residual > ROUGH).then(|| {
        format!(
            "displacements are exact to {:.0e} only, as something stiff rides on something much softer \
             or cells are nearly flat: a stiff part a million times as stiff as the rest is rigid enough",
            lin.residual
        )
    })
}

/// Forces that hardly move the body beside the others.
pub(super) fn faint(lin: &Linearisation<'_>, forces: &[Gaussian]) -> Vec<String> {
    if forces.len() < 2 {
        return Vec::new();
    }
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let motion = |force: &Gaussian| {
        let u = lin.solve(force.sample(DRAWS, &mut rng));
        let each = (0..DRAWS).map(|j| mass_norm_squared(column(u.as_ref(), j), lin.mass()));
        each.sum::<f64>()
    };
    let motions: Vec<f64> = forces.iter().map(motion).collect();
    let total: f64 = motions.iter().sum();
    let faint = |(k, motion): (usize, &f64)| {
        (*motion < FAINT * total).then(|| {
            format!(
                "force[{k}] causes about {:.0e} of the motion, next to nothing beside the others: check its strength, or set `rms-displacement`",
                motion / total
            )
        })
    };
    motions.iter().enumerate().filter_map(faint).collect()
}

/// The number, or the least and the largest of an array that can be read.
fn values(field: &str, quantity: &Quantity, folder: &Path) -> Vec<(String, f64)> {
    let numbers = match quantity {
        Quantity::Number(x) => vec![*x],
        Quantity::Array(source) => source.load(folder).map(|a| a.data).unwrap_or_default(),
    };
    let least = numbers.iter().copied().reduce(f64::min);
    let most = numbers.iter().copied().reduce(f64::max).filter(|x| Some(*x) != least);
    least.into_iter().chain(most).map(|x| (field.to_owned(), x)).collect()
}

fn stiffness(field: &str, x: f64) -> Option<String> {
    let written = short(x);
    if x < SOFT {
        return Some(format!(
            "{field} is {written} Pa, softer than any solid: {written} MPa would be {} Pa, {written} GPa {} Pa",
            short(1e6 * x),
            short(1e9 * x)
        ));
    }
    (x > STIFF).then(|| {
        format!(
            "{field} is {written} Pa, stiffer than any solid: diamond has 1e12 Pa; {} Pa if it was converted from MPa twice",
            short(1e-6 * x)
        )
    })
}

fn density(field: &str, x: f64) -> Option<String> {
    let written = short(x);
    if x < 1e-6 {
        return Some(format!(
            "{field} is {written} kg/m^3, next to nothing: {written} t/mm^3 would be {} kg/m^3",
            short(1e12 * x)
        ));
    }
    if x < LIGHT {
        return Some(format!(
            "{field} is {written} kg/m^3, lighter than most foams: {written} g/cm^3 would be {} kg/m^3",
            short(1e3 * x)
        ));
    }
    (x > HEAVY).then(|| {
        format!(
            "{field} is {written} kg/m^3, heavier than any metal: {written} g/m^3 would be {} kg/m^3",
            short(1e-3 * x)
        )
    })
}

/// A number to three digits, without zeros at its end.
fn short(x: f64) -> String {
    let rounded: f64 = format!("{x:.2e}").parse().unwrap_or(x);
    match rounded.abs() {
        1e-3..1e5 => format!("{rounded}"),
        _ => format!("{rounded:e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::SceneFile;
    use super::super::document::Format;
    use super::*;
    use crate::progress::Silent;

    fn doubts(material: &str, dim: usize) -> Vec<String> {
        let text = format!("[mesh]\nshape = \"beam\"\n[material]\n{material}\n");
        let scene = SceneFile::parse(&text, Format::Toml, Path::new("")).unwrap();
        scene.scene().doubts(dim, Path::new(""))
    }

    #[test]
    fn constants_in_other_units_are_doubted_and_converted() {
        for (material, said) in [
            (
                "young = 2.5",
                "material.young is 2.5 Pa, softer than any solid: 2.5 MPa would be 2.5e6 Pa, 2.5 GPa 2.5e9 Pa",
            ),
            ("young = 2e15", "2e9 Pa if it was converted from MPa twice"),
            ("poisson = 0.499", "material.poisson is 0.499: above 0.49 linear cells lock"),
            ("density = 1.1", "1.1 g/cm^3 would be 1100 kg/m^3"),
            ("density = 1.1e-9", "1.1e-9 t/mm^3 would be 1100 kg/m^3"),
            ("density = 1.1e6", "1.1e6 g/m^3 would be 1100 kg/m^3"),
            ("young = [1e6, 3.0, 2e6]", "material.young is 3 Pa"),
            (
                "region = [{ where = \"all\", density = 0.9 }]",
                "material.region[0].density is 0.9 kg/m^3",
            ),
        ] {
            let found = doubts(material, 3);
            assert_eq!(found.len(), 1, "{material}: {found:?}");
            assert!(found[0].contains(said), "{material}: {found:?}");
        }
    }

    #[test]
    fn contrasts_that_cost_digits_are_told() {
        let told = |young: f64| {
            let text = format!(
                "[mesh]\nshape = \"rectangle\"\ncells = 200\n[material]\nyoung = 1e3\n\
                 [[material.region]]\nwhere = {{ box = {{ min = [1, 0.2], max = [3, 0.8] }} }}\nyoung = {young}\n\
                 [[pin]]\nwhere = {{ half-space = {{ point = [0.001, 0], normal = [-1, 0] }} }}\n"
            );
            let scene = SceneFile::parse(&text, Format::Toml, Path::new("")).unwrap();
            let (body, _) = scene.body(&Silent).unwrap();
            let lin = scene.linearise(&body, &Silent).unwrap();
            let doubts = scene.force_doubts(&lin, &[]);
            doubts.iter().any(|d| d.contains("something stiff"))
        };
        assert!(!told(1e6));
        assert!(told(1e12));
    }

    #[test]
    fn forces_that_do_nothing_beside_the_others_are_named() {
        let faint = |rms: &str| {
            let text = format!(
                "[mesh]\nshape = \"beam\"\ncells = 200\n[[force]]\nkind = \"white-noise\"\n[[force]]\nkind = \"region\"\nwhere = \"all\"\nrms-displacement = {rms}\n[[force]]\nkind = \"white-noise\"\nrms-displacement = 1.0\n"
            );
            let scene = SceneFile::parse(&text, Format::Toml, Path::new("")).unwrap();
            let (body, _) = scene.body(&Silent).unwrap();
            let lin = scene.linearise(&body, &Silent).unwrap();
            scene.prior_and_doubts(&lin).unwrap().1
        };
        let named = |rms: &str| faint(rms).iter().any(|w| w.starts_with("force[1] causes"));
        assert!(named("1e-4") && !named("0.1"));
    }

    #[test]
    fn usual_constants_are_not_doubted_nor_densities_in_the_plane() {
        assert!(doubts("young = 150.0\npoisson = 0.49\ndensity = 20.0", 3).is_empty());
        assert!(doubts("young = 1e12\ndensity = 22590.0", 3).is_empty());
        assert!(doubts("density = 1.0", 2).is_empty());
    }
}
