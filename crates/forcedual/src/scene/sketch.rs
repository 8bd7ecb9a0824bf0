//! What a prior looks like: places and directions of its parts, and where its forces are strong.

use super::{Scene, SceneFile, context};
use crate::body::Body;
use crate::energy::Actuators;
use crate::error::{Code, Error, Result};
use crate::force::contact::Contact;
use crate::force::{Context, Force, ForceKind, Gaussian, Kind};
use crate::linalg::{dot, norm};
use crate::subspace::Linearisation;
use serde::Serialize;

type V = [f64; 3];

/// Fibers of muscles that are shown, at most.
const FIBERS: usize = 400;

/// Places and directions of the parts of a prior, in m.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Sketch {
    /// Every spring.
    pub springs: Vec<SpringSketch>,
    /// Some fibers of every muscle.
    pub muscles: Vec<Fiber>,
    /// Patches of contact.
    pub patches: Vec<PatchSketch>,
    /// Air pockets.
    pub pockets: Vec<PocketSketch>,
    /// Vertices that are pulled.
    pub handles: Vec<V>,
    /// What every channel that pulls or pushes does.
    pub loads: Vec<LoadSketch>,
}

/// A spring.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpringSketch {
    /// Where it ends.
    pub ends: [V; 2],
    /// The channel of its length.
    pub channel: usize,
}

/// A fiber of a muscle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fiber {
    /// The middle of its cell.
    pub at: V,
    /// Unit vector along it.
    pub direction: V,
    /// The channel that contracts it.
    pub channel: usize,
}

/// A patch of contact and its frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PatchSketch {
    /// Its middle.
    pub centre: V,
    /// Direction of the pressure.
    pub normal: V,
    /// Direction of friction.
    pub tangent: V,
    /// Radius of a disk of the same area (in the plane half the length), m.
    pub radius: f64,
    /// Number of the force that it belongs to ([`Scene::all_forces`]).
    pub force: usize,
}

/// An air pocket.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PocketSketch {
    /// The mean of the corners of its walls.
    pub centre: V,
    /// The channel of its pressure.
    pub channel: usize,
}

/// A pull at a vertex, or a push that does not follow the body.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LoadSketch {
    /// The middle of where it acts.
    pub at: V,
    /// Unit vector along the force as a whole; zero where its parts balance.
    pub along: V,
    /// The force as a whole, N per unit of amplitude.
    pub newtons: f64,
    /// The channel of its strength.
    pub channel: usize,
}

impl SceneFile {
    /// What the prior looks like, given what drives the body.
    pub fn sketch(&self, lin: &Linearisation<'_>, actuators: &Actuators) -> Result<Sketch> {
        let mut sketch = driven(lin.body, actuators);
        let context = Context::new(lin.body, &lin.stiffness, self.folder());
        for (k, (field, force)) in self.scene().all_forces().into_iter().enumerate() {
            if let Kind::Contact(contact) = &force.kind {
                let found = patches(contact, &context, k);
                sketch.patches.extend(found.map_err(|e| self.locate(e.field(&field)))?);
            }
        }
        Ok(sketch)
    }

    /// The Gaussian of one of [`Scene::all_forces`], by its number.
    pub fn gaussian_of(&self, lin: &Linearisation<'_>, number: usize) -> Result<Gaussian> {
        let (field, force) = self.scene().numbered(number)?;
        let measure = |g: &Gaussian| lin.rms_displacement(g);
        let made = force.gaussian(&context(lin, &measure, self.folder()));
        made.map_err(|e| self.locate(e.field(&field)))
    }

    /// How strong one of [`Scene::all_forces`] is on every vertex: the weight of painted ones, else the
    /// root mean square by the root of the mass, which hardly depends on the mesh.
    pub fn strength(&self, lin: &Linearisation<'_>, number: usize) -> Result<Vec<f64>> {
        let (field, force) = self.scene().numbered(number)?;
        let body = lin.body;
        if let Kind::Painted(painted) = &force.kind {
            let weights = painted.weights(body, self.folder());
            let weights = weights.map_err(|e| self.locate(e.field(&field)))?;
            let each = weights.len() / body.mesh.vertex_count().max(1);
            let largest = |w: &[f64]| w.iter().fold(0.0, |m: f64, w| m.max(*w));
            return Ok(weights.chunks_exact(each.max(1)).map(largest).collect());
        }
        let variances = self.gaussian_of(lin, number)?.factor.vertex_variances(body.dim());
        let by_mass = |(v, m): (f64, &f64)| if *m > 0.0 { (v / m).sqrt() } else { 0.0 };
        Ok(variances.into_iter().zip(&body.mass).map(by_mass).collect())
    }
}

impl Scene {
    /// All forces with their fields (`force[0]`, `force[0].of[1]`), the parts of sums and mixtures after their whole.
    pub fn all_forces(&self) -> Vec<(String, &Force)> {
        fn add<'a>(field: String, force: &'a Force, all: &mut Vec<(String, &'a Force)>) {
            all.push((field.clone(), force));
            let of = |k: usize| format!("{field}.of[{k}]");
            match &force.kind {
                Kind::Sum(sum) => {
                    sum.of.iter().enumerate().for_each(|(k, part)| add(of(k), part, all));
                }
                Kind::Mixture(mixture) => {
                    mixture.of.iter().enumerate().for_each(|(k, c)| add(of(k), &c.force, all));
                }
                _ => {}
            }
        }
        let mut all = Vec::new();
        let each = self.force.iter().enumerate();
        each.for_each(|(k, force)| add(format!("force[{k}]"), force, &mut all));
        all
    }

    fn numbered(&self, number: usize) -> Result<(String, &Force)> {
        let all = self.all_forces();
        let count = all.len();
        let none = || Error::new(Code::Force, format!("there is no force {number} among {count}"));
        all.into_iter().nth(number).ok_or_else(none)
    }
}

fn driven(body: &Body, actuators: &Actuators) -> Sketch {
    let point = |i: u32| lifted(body.mesh.point(i as usize));
    let muscles = &actuators.muscles;
    let count = muscles.volume.len();
    let fiber = |s: usize| {
        let (mut at, mut direction) = ([0.0; 3], [0.0; 3]);
        let corners = muscles.corners(s);
        for (&i, slope) in corners.iter().zip(muscles.slopes(s)) {
            let x = point(i);
            (0..3).for_each(|c| at[c] += x[c] / corners.len() as f64);
            (0..3).for_each(|c| direction[c] += slope * x[c]);
        }
        Fiber { at, direction, channel: muscles.channel[s] }
    };
    let (loads, mut handles) = loads(body, actuators);
    handles.dedup();
    let springs = actuators.springs.ends.iter().zip(&actuators.springs.channel);
    let spring = |(ends, channel): (&[u32; 2], &usize)| SpringSketch {
        ends: ends.map(point),
        channel: *channel,
    };
    let mut pockets = Vec::new();
    for all in [&actuators.pockets, &actuators.open] {
        let d = all.dim.max(1);
        let walls = all.channel.iter().zip(all.walls.chunks_exact(d));
        let walls: Vec<(usize, &[u32])> = walls.map(|(c, w)| (*c, w)).collect();
        for pocket in walls.chunk_by(|a, b| a.0 == b.0) {
            let corners: Vec<V> =
                pocket.iter().flat_map(|(_, w)| w.iter().map(|&i| point(i))).collect();
            pockets.push(PocketSketch { centre: mean(&corners), channel: pocket[0].0 });
        }
    }
    Sketch {
        springs: springs.map(spring).collect(),
        muscles: (0..count).step_by(count.div_ceil(FIBERS).max(1)).map(fiber).collect(),
        patches: Vec::new(),
        pockets,
        handles: handles.into_iter().map(point).collect(),
        loads,
    }
}

/// Pulls and pushes, and the vertices of those that act on one alone.
fn loads(body: &Body, actuators: &Actuators) -> (Vec<LoadSketch>, Vec<u32>) {
    let d = body.dim();
    let pulls = &actuators.pulls;
    let pulled = pulls.channel.iter().zip(&pulls.vertex).zip(&pulls.axis);
    let pulled = pulled.map(|((channel, i), axis)| (*channel, i * d as u32 + *axis as u32, 1.0));
    let all: Vec<(usize, u32, f64)> = pulled.chain(actuators.loads.iter().copied()).collect();
    let (mut loads, mut handles) = (Vec::new(), Vec::new());
    for parts in all.chunk_by(|a, b| a.0 == b.0) {
        let (mut at, mut along, mut total) = ([0.0; 3], [0.0; 3], 0.0);
        for &(_, dof, force) in parts {
            let x = lifted(body.mesh.point(dof as usize / d));
            (0..3).for_each(|c| at[c] += force.abs() * x[c]);
            along[dof as usize % d] += force;
            total += force.abs();
        }
        let vertex = |part: &(usize, u32, f64)| part.1 / d as u32;
        if parts.iter().all(|part| vertex(part) == vertex(&parts[0])) {
            handles.push(vertex(&parts[0]));
        }
        if total > 0.0 {
            let length = norm(&along);
            // parts that balance leave round-off
            let by = if length > 1e-9 * total { 1.0 / length } else { 0.0 };
            let (at, along) = (at.map(|x| x / total), along.map(|x| by * x));
            let newtons = if by > 0.0 { length } else { 0.0 };
            loads.push(LoadSketch { at, along, newtons, channel: parts[0].0 });
        }
    }
    (loads, handles)
}

fn patches(contact: &Contact, context: &Context<'_>, force: usize) -> Result<Vec<PatchSketch>> {
    let body = context.body;
    let each = contact.patch.iter().map(|patch| {
        let areas = patch.areas(context)?;
        let frame = patch.frame(body, &areas)?;
        let total: f64 = areas.iter().sum();
        let mut centre = [0.0; 3];
        for (i, a) in areas.iter().enumerate() {
            let x = lifted(body.mesh.point(i));
            (0..3).for_each(|c| centre[c] += a / total * x[c]);
        }
        let radius = match body.dim() {
            2 => total / 2.0,
            _ => (total / std::f64::consts::PI).sqrt(),
        };
        Ok(PatchSketch { centre, normal: frame[0], tangent: frame[1], radius, force })
    });
    each.collect()
}

fn lifted(point: &[f64]) -> V {
    std::array::from_fn(|c| point.get(c).copied().unwrap_or(0.0))
}

fn mean(points: &[V]) -> V {
    let ones = vec![1.0 / points.len().max(1) as f64; points.len()];
    std::array::from_fn(|c| dot(&ones, &points.iter().map(|p| p[c]).collect::<Vec<f64>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;
    use crate::scene::document::Format;
    use std::path::Path;

    #[test]
    fn parts_are_where_the_scene_puts_them() {
        let text = r#"
[mesh]
shape = "beam"
size = [1.0, 0.2, 0.2]
cells = 600
[[force]]
kind = "springs"
between = [[[0, 0, 0], [1, 0, 0]]]
stiffness = 10.0
[[force]]
kind = "muscle"
mode = "groups"
fibers = [{ direction = [0, 2, 0] }]
[[force]]
kind = "sum"
of = [{ kind = "contact", patch = [{ where = { half-space = { point = [1, 0, 0], normal = [1, 0, 0] } }, normal = [-1, 0, 0] }] }]
[[force]]
kind = "painted"
where = { half-space = { point = [0.5, 0, 0], normal = [1, 0, 0] } }
"#;
        let scene = SceneFile::parse(text, Format::Toml, Path::new("")).unwrap();
        let (body, _) = scene.body(&Silent).unwrap();
        let lin = scene.linearise(&body, &Silent).unwrap();
        let sketch = scene.sketch(&lin, &scene.actuators(&lin).unwrap()).unwrap();
        let spring = SpringSketch { ends: [[0.0; 3], [1.0, 0.0, 0.0]], channel: 0 };
        assert_eq!(sketch.springs, [spring]);
        let pushes: Vec<_> = sketch.loads.iter().map(|l| (l.along, l.channel)).collect();
        let along = |c: usize, x: f64| std::array::from_fn(|k| if k == c { x } else { 0.0 });
        // the spring and the muscle have the first two channels, the vertices at the tip are in none
        assert_eq!(pushes[0], (along(0, -1.0), 2));
        assert!(pushes.len() > 1 && sketch.handles.is_empty(), "{pushes:?}");
        assert!(sketch.muscles.iter().all(|f| (f.direction[1] - 1.0).abs() < 1e-9));
        let patch = &sketch.patches[0];
        // the sum is the third force, its part the fourth
        assert_eq!((patch.force, patch.normal), (3, [-1.0, 0.0, 0.0]));
        let area = std::f64::consts::PI * patch.radius * patch.radius;
        assert!((sketch.loads[0].newtons / area - 1.0).abs() < 1e-9);
        let fields = scene.scene().all_forces().into_iter().map(|(field, _)| field);
        let expected = ["force[0]", "force[1]", "force[2]", "force[2].of[0]", "force[3]"];
        assert_eq!(fields.collect::<Vec<_>>(), expected);
        for (c, x) in [1.0, 0.1, 0.1].into_iter().enumerate() {
            // triangles at the rim lie to one side or the other
            assert!((patch.centre[c] - x).abs() < 2e-3, "{:?}", patch.centre);
        }
        let [whole, part, painted] = [2, 3, 4].map(|k| scene.strength(&lin, k).unwrap());
        assert!(whole == part && part.iter().any(|x| *x > 0.0));
        assert!(scene.strength(&lin, 5).is_err());
        for i in 0..body.mesh.vertex_count() {
            let inside = body.mesh.point(i)[0] >= 0.5 - 1e-9;
            assert_eq!(painted[i], f64::from(u8::from(inside)));
        }
    }
}
