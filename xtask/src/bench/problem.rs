//! The problems of the benchmark: a body held at one end and four priors over forces.

use forcedual::array::{Array, Member, write_npz};
use forcedual::body::Body;
use forcedual::force::{Factor, SparseColumns};
use forcedual::material::field::Material;
use forcedual::mesh::shapes::{ShapeKind, ShapeSpec};
use forcedual::mesh::{SimplexMesh, io};
use forcedual::subspace::linearisation::{body_assembler, rest_stiffness};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

const SPRINGS: usize = 20;
const PATCHES: usize = 100;
/// Share of the longest extent that is held.
const HELD: f64 = 0.1;

/// Where the mesh comes from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Subject {
    /// A built-in shape.
    Shape(ShapeSpec),
    /// A mesh file.
    File(PathBuf),
}

impl Subject {
    pub fn shape(shape: ShapeKind, size: Option<Vec<f64>>, cells: usize) -> Self {
        Subject::Shape(ShapeSpec { shape, size, cells: Some(cells), cavities: None })
    }

    /// Name for tables; never a path.
    pub fn name(&self) -> String {
        match self {
            Subject::Shape(spec) => serde_json::to_value(spec.shape)
                .ok()
                .and_then(|v| v.as_str().map(str::to_owned))
                .unwrap_or_default(),
            Subject::File(path) => {
                path.file_name().unwrap_or_default().to_string_lossy().into_owned()
            }
        }
    }

    fn mesh(&self) -> forcedual::Result<SimplexMesh> {
        SimplexMesh::new(match self {
            Subject::Shape(spec) => spec.build()?,
            Subject::File(path) => io::read(path)?,
        })
    }
}

/// A prior over forces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    WhiteNoise,
    Painted,
    PaintedSprings,
    Patches,
}

impl Case {
    pub const ALL: [Case; 4] =
        [Case::WhiteNoise, Case::Painted, Case::PaintedSprings, Case::Patches];

    pub fn name(self) -> &'static str {
        match self {
            Case::WhiteNoise => "white-noise",
            Case::Painted => "painted",
            Case::PaintedSprings => "painted-springs",
            Case::Patches => "patches",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Case::WhiteNoise => "white noise (linear modal analysis)",
            Case::Painted => "painted variance",
            Case::PaintedSprings => "painted variance + 20 springs",
            Case::Patches => "100 loaded patches (low rank)",
        }
    }
}

/// A body held at the low end of its longest axis, and what its priors are made of.
pub struct Problem {
    pub body: Body,
    /// Variance of the force per degree of freedom; zero on a third of the body.
    painted: Vec<f64>,
    springs: SparseColumns,
    patches: SparseColumns,
}

impl Problem {
    pub fn new(subject: &Subject) -> forcedual::Result<Self> {
        let mesh = subject.mesh()?;
        let (n, d) = (mesh.vertex_count(), mesh.dim());
        let (low, high) = mesh.bounds();
        let extent = |c: usize| high[c] - low[c];
        let axis = (0..d).fold(0, |a, c| if extent(c) > extent(a) { c } else { a });
        let along = |i: usize| (mesh.point(i)[axis] - low[axis]) / extent(axis);
        let held: Vec<bool> = (0..n).map(|i| along(i) < HELD).collect();
        let weight: Vec<f64> = (0..n).map(|i| smooth_step((along(i) - 0.35) / 0.3)).collect();
        let body = Body::new(mesh, &Material::default(), Path::new("."))?.pinned(&held);
        let painted: Vec<f64> = (0..n * d)
            .map(|i| if held[i / d] { 0.0 } else { body.mass[i / d] * weight[i / d] })
            .collect();
        let total = painted.iter().sum::<f64>().sqrt();
        let mut problem = Problem {
            painted,
            springs: SparseColumns::new(n * d),
            patches: SparseColumns::new(n * d),
            body,
        };
        problem.add_springs(axis, total);
        problem.add_patches();
        Ok(problem)
    }

    /// Springs along the body on one side of it, as strong together as the painted forces.
    fn add_springs(&mut self, axis: usize, total: f64) {
        let mesh = &self.body.mesh;
        let d = mesh.dim();
        let (low, high) = mesh.bounds();
        let side = (axis + 1) % d;
        let anchor = |s: f64| {
            let mut p: Vec<f64> = (0..d).map(|c| 0.5 * (low[c] + high[c])).collect();
            p[axis] = low[axis] + s * (high[axis] - low[axis]);
            p[side] = high[side];
            nearest(mesh, &p)
        };
        let strength = total / (SPRINGS as f64).sqrt();
        for k in 0..SPRINGS {
            let s = HELD + (0.88 - HELD) * k as f64 / SPRINGS as f64;
            let (a, b) = (anchor(s), anchor(s + 0.12));
            let line: Vec<f64> =
                mesh.point(b).iter().zip(mesh.point(a)).map(|(b, a)| b - a).collect();
            let length = line.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.0 {
                let end = |v: usize, sign: f64| {
                    let pull = line.iter().map(move |x| sign * strength * x / length);
                    pull.enumerate().map(move |(c, f)| ((d * v + c) as u32, f))
                };
                self.springs.push(end(a, 1.0).chain(end(b, -1.0)).collect());
            }
        }
    }

    /// Pressure on patches of the surface, in the directions of the axes by turns.
    fn add_patches(&mut self) {
        let (mesh, boundary) = (&self.body.mesh, &self.body.boundary);
        let d = mesh.dim();
        let surface: Vec<usize> = (0..mesh.vertex_count())
            .filter(|&i| boundary.on_boundary(i) && !self.body.held[i])
            .collect();
        let radius = 0.1 * mesh.diagonal();
        for k in 0..PATCHES.min(surface.len()) {
            let centre = mesh.point(surface[k * surface.len() / PATCHES.min(surface.len())]);
            let load = surface.iter().filter_map(|&i| {
                let r2: f64 = mesh.point(i).iter().zip(centre).map(|(x, c)| (x - c).powi(2)).sum();
                let w = 1.0 - r2.sqrt() / radius;
                (w > 0.0).then(|| ((d * i + k % d) as u32, w * boundary.areas[i]))
            });
            self.patches.push(load.collect());
        }
    }

    /// The factor of a prior's covariance.
    pub fn factor(&self, case: Case) -> Factor {
        let roots = |v: &[f64]| Factor::Diagonal(v.iter().map(|x| x.sqrt()).collect());
        let factor = match case {
            Case::WhiteNoise => roots(&self.body.dof_mass()),
            Case::Painted => roots(&self.painted),
            Case::PaintedSprings => Factor::Sum(vec![
                (1.0, roots(&self.painted)),
                (1.0, Factor::Columns(self.springs.clone())),
            ]),
            Case::Patches => Factor::Columns(self.patches.clone()),
        };
        factor.without(&self.body.held, self.body.dim())
    }

    /// Writes the assembled matrices over the degrees of freedom that move.
    pub fn save(&self, folder: &Path) -> forcedual::Result<()> {
        let body = &self.body;
        let d = body.dim();
        let free: Vec<bool> = (0..body.dofs()).map(|i| !body.held[i / d]).collect();
        let (h, kept) = rest_stiffness(body, &body_assembler(body)).restricted(&free);
        let mut number = vec![None; body.dofs()];
        kept.iter().enumerate().for_each(|(new, &old)| number[old as usize] = Some(new));
        let pick = |v: &[f64]| vector(kept.iter().map(|&i| v[i as usize]));
        let mut arrays = vec![
            ("h_starts".to_owned(), vector(h.pattern.column_starts.iter().map(|&x| x.into()))),
            ("h_rows".to_owned(), vector(h.pattern.rows.iter().map(|&x| x.into()))),
            ("h_values".to_owned(), vector(h.values)),
            ("mass".to_owned(), pick(&body.dof_mass())),
            ("painted".to_owned(), pick(&self.painted)),
            ("free".to_owned(), vector(kept.iter().map(|&i| i.into()))),
        ];
        for (name, columns) in [("springs", &self.springs), ("patches", &self.patches)] {
            let entries: Vec<(f64, f64, f64)> = columns
                .columns()
                .iter()
                .enumerate()
                .flat_map(|(j, c)| c.iter().map(move |&(i, x)| (i, j, x)))
                .filter_map(|(i, j, x)| Some((number[i as usize]? as f64, j as f64, x)))
                .collect();
            let count = columns.columns().len() as f64;
            arrays.push((format!("{name}_columns"), vector([count])));
            arrays.push((format!("{name}_rows"), vector(entries.iter().map(|e| e.0))));
            arrays.push((format!("{name}_at"), vector(entries.iter().map(|e| e.1))));
            arrays.push((format!("{name}_values"), vector(entries.iter().map(|e| e.2))));
        }
        let arrays: Vec<(&str, &dyn Member)> =
            arrays.iter().map(|(n, a)| (n.as_str(), a as &dyn Member)).collect();
        write_npz(&folder.join("problem.npz"), &arrays)
    }
}

/// A one-axis array.
pub fn vector(entries: impl IntoIterator<Item = f64>) -> Array {
    let data: Vec<f64> = entries.into_iter().collect();
    Array { shape: vec![data.len()], data }
}

/// 0 below zero, 1 above one, smooth in between.
fn smooth_step(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn nearest(mesh: &SimplexMesh, p: &[f64]) -> usize {
    let distance =
        |i: usize| -> f64 { mesh.point(i).iter().zip(p).map(|(x, p)| (x - p).powi(2)).sum() };
    (0..mesh.vertex_count()).min_by(|&a, &b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
}
