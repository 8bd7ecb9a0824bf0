//! Several subspaces of one body, one for each component of a mixture, to change between at run time.
//!
//! All share the interface; what couples them are the products of their functions,
//!
//! ```text
//! B_k^T M B_l        projection of a motion of subspace l on subspace k
//! ```
//!
//! and the rows that let subspace `k` feel a displacement of subspace `l` as an offset: its gradient
//! in the cells of `k`'s cubature, and what muscles do with it.

use super::coordinates::{Coordinates, Motion};
use super::model::{Parts, ReducedModel, muscle_products};
use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::force::{Gaussian, SparseColumns};
use crate::linalg::{Mat, Rows, product, scale_rows};
use crate::progress::Progress;
use crate::subspace::{Linearisation, Subspace};
use std::sync::Arc;

/// A component of the mixture.
#[derive(Debug, Clone)]
pub struct Component {
    /// Its name, for reports.
    pub name: String,
    /// Its probability.
    pub probability: f64,
    /// Its forces; a model file holds them only if they are needed.
    pub forces: Option<Forces>,
    /// Its subspace.
    pub model: Arc<ReducedModel>,
    /// `K^{-1/2}`, of the reduced rest stiffness, motions without energy left out.
    pub(crate) compliance: Rows,
}

impl Component {
    /// The compliance `F^T B K^{-1} B^T F` of a reduced force `B^T F`: twice the energy that the
    /// subspace lets the force put into the body.
    pub fn compliance(&self, reduced_force: &[f64]) -> f64 {
        (0..self.compliance.count())
            .map(|i| crate::linalg::dot(self.compliance.row(i), reduced_force).powi(2))
            .sum()
    }
}

/// The forces of a component, where they act on the interface.
#[derive(Debug, Clone)]
pub struct Forces {
    gaussian: Gaussian,
    /// Number that the Gaussian knows each vertex of the interface by.
    vertices: Vec<u32>,
}

impl Forces {
    /// Entries of a factor on the interface at most, per degree of freedom of the interface.
    pub(crate) const MOST: usize = 64;

    /// Forces on vertices of which the interface has these.
    pub fn new(gaussian: Gaussian, vertices: Vec<u32>) -> Self {
        Forces { gaussian, vertices }
    }

    /// Factor and mean on some vertices of the interface, each named once.
    pub fn restrict(&self, points: &[u32], dim: usize) -> (Mat, Vec<f64>) {
        let vertices: Vec<u32> = points.iter().map(|&k| self.vertices[k as usize]).collect();
        self.gaussian.restrict(&vertices, dim)
    }

    /// The columns of the factor on the whole interface, and the mean; none where these are too
    /// many numbers to be kept.
    pub(crate) fn on_interface(&self, dim: usize) -> Option<(SparseColumns, Option<Vec<f64>>)> {
        if !self.gaussian.factor.is_explicit() {
            return None;
        }
        let (columns, mean) = self.gaussian.on(&self.vertices, dim);
        let entries: usize = columns.columns().iter().map(Vec::len).sum();
        (entries <= Self::MOST * columns.rows).then_some((columns, mean))
    }
}

/// What couples subspace `k` to subspace `l`.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    /// `B_k^T M B_l` of scalar functions or modes.
    pub(crate) product: Rows,
    /// How subspace `l` deforms the cells of `k`.
    pub(crate) cells: Motion,
    /// Per muscle: what it makes of a motion of `l` in `k`.
    pub(crate) muscles: Vec<Rows>,
}

/// The subspaces of a mixture.
#[derive(Debug, Clone)]
pub struct MixtureModel {
    /// One per component.
    pub components: Vec<Component>,
    /// Boundary area of each vertex of the interface, m^(d-1); the mean of all where there is none.
    pub areas: Vec<f64>,
    /// That of `k` and `l` at `k count + l`.
    pub(crate) pairs: Vec<Pair>,
}

impl MixtureModel {
    /// From name, probability, forces and subspace of every component; and the coordinates of each.
    pub fn new(
        lin: &Linearisation<'_>,
        parts: Parts<'_>,
        components: Vec<(String, f64, Gaussian, Subspace)>,
        progress: &dyn Progress,
    ) -> Result<(Self, Vec<Coordinates>)> {
        if components.is_empty() {
            return Err(Error::new(Code::Force, "there is nothing to choose from"));
        }
        let mut all = Vec::new();
        let mut coordinates = Vec::new();
        for (name, probability, prior, subspace) in components {
            let own = Coordinates::new(lin, &subspace)?;
            let responses = lin.solve(prior.draw(Parts::DRAWS, 1));
            let parts = Parts { responses: &responses, ..parts };
            let model = Arc::new(ReducedModel::new(lin, &subspace, parts, progress)?);
            let compliance = own.compliance_root(lin)?;
            let forces = Some(Forces::new(prior, model.interface.clone()));
            all.push(Component { name, probability, forces, model, compliance });
            coordinates.push(own);
        }
        let weighted = |c: &Coordinates| {
            let mass = if c.blend { &lin.body.mass[..] } else { lin.mass() };
            let mut functions = c.functions.clone();
            scale_rows(functions.as_mut(), mass);
            functions
        };
        let masses: Vec<Mat> = coordinates.iter().map(weighted).collect();
        let mut pairs = Vec::new();
        for (component, own) in all.iter().zip(&coordinates) {
            for (other, mass) in coordinates.iter().zip(&masses) {
                let p = product(own.functions.transpose(), mass.as_ref());
                let muscles = muscle_products(lin, own, other, parts.actuators);
                pairs.push(Pair {
                    product: Rows::from_fn(p.nrows(), p.ncols(), |i, j| p[(i, j)]),
                    cells: other.gradients(lin, &component.model.cubature.cells),
                    muscles: muscles.into_iter().map(|(_, rows)| rows).collect(),
                });
            }
        }
        let areas = areas(lin.body, &all[0].model.interface);
        Ok((MixtureModel { components: all, areas, pairs }, coordinates))
    }

    /// Coordinates of all subspaces side by side, in the order of [`Coordinates::joined`], into `out`.
    pub fn join<'a>(&self, parts: impl Iterator<Item = &'a [f64]>, out: &mut [f64]) {
        let columns = self.components.first().map_or(1, |c| c.model.motion.columns);
        let all = out.len() / columns.max(1);
        let mut from = 0;
        for part in parts {
            let width = part.len() / columns;
            for (c, part) in part.chunks_exact(width.max(1)).enumerate() {
                out[c * all + from..][..width].copy_from_slice(part);
            }
            from += width;
        }
    }

    /// The reverse of [`MixtureModel::join`].
    pub fn split<'a>(&self, joined: &[f64], parts: impl Iterator<Item = &'a mut [f64]>) {
        let columns = self.components.first().map_or(1, |c| c.model.motion.columns);
        let all = joined.len() / columns.max(1);
        let mut from = 0;
        for part in parts {
            let width = part.len() / columns;
            for (c, part) in part.chunks_exact_mut(width.max(1)).enumerate() {
                part.copy_from_slice(&joined[c * all + from..][..width]);
            }
            from += width;
        }
    }

    /// Names of the components whose forces are too many numbers for a model file.
    pub(crate) fn unstorable(&self) -> Vec<&str> {
        let fits = |c: &Component| {
            c.forces.as_ref().is_some_and(|f| f.on_interface(c.model.dim).is_some())
        };
        self.components.iter().filter(|c| !fits(c)).map(|c| c.name.as_str()).collect()
    }

    /// Coordinates of all subspaces together.
    pub fn coordinates(&self) -> usize {
        self.components.iter().map(|c| c.model.coordinates()).sum()
    }

    fn pair(&self, k: usize, l: usize) -> &Pair {
        &self.pairs[k * self.components.len() + l]
    }

    /// Adds `B_k^T M B_l` times coordinates of `l` to coordinates of `k`.
    pub fn add_projected(&self, k: usize, l: usize, from: &[f64], to: &mut [f64]) {
        add_rows(&self.pair(k, l).product, from, to);
    }

    /// How subspace `l` deforms the cells of `k`.
    pub fn cells(&self, k: usize, l: usize) -> &Motion {
        &self.pair(k, l).cells
    }

    /// Adds what muscle number `m` makes of coordinates of `l` to coordinates of `k`.
    pub fn add_muscle(&self, k: usize, l: usize, m: usize, from: &[f64], to: &mut [f64]) {
        add_rows(&self.pair(k, l).muscles[m], from, to);
    }
}

/// Boundary areas of some vertices, and the mean of all for those inside.
fn areas(body: &Body, vertices: &[u32]) -> Vec<f64> {
    let own = &body.boundary.areas;
    let (sum, count) = own.iter().filter(|a| **a > 0.0).fold((0.0, 0), |(s, n), a| (s + a, n + 1));
    let mean = sum / f64::from(count.max(1));
    vertices.iter().map(|&v| own[v as usize]).map(|a| if a > 0.0 { a } else { mean }).collect()
}

/// Adds a matrix times each axis of coordinates.
fn add_rows(matrix: &Rows, from: &[f64], to: &mut [f64]) {
    let (rows, width) = (matrix.count().max(1), matrix.width().max(1));
    for (from, to) in from.chunks_exact(width).zip(to.chunks_exact_mut(rows)) {
        for (i, to) in to.iter_mut().enumerate() {
            *to += crate::linalg::dot(matrix.row(i), from);
        }
    }
}
