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
use crate::error::{Code, Error, Result};
use crate::force::Gaussian;
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
    /// Its forces.
    pub prior: Gaussian,
    /// Its subspace.
    pub model: Arc<ReducedModel>,
    /// `K^{-1/2}`, of the reduced rest stiffness, motions without energy left out.
    compliance: Rows,
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

/// The subspaces of a mixture.
#[derive(Debug, Clone)]
pub struct MixtureModel {
    /// One per component.
    pub components: Vec<Component>,
    /// `B_k^T M B_l` of scalar functions or modes, at `k count + l`.
    products: Vec<Rows>,
    /// How subspace `l` deforms the cells of `k`, at `k count + l`.
    cells: Vec<Motion>,
    /// Per muscle: what it makes of a motion of `l` in `k`, at `k count + l`.
    muscles: Vec<Vec<Rows>>,
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
            all.push(Component { name, probability, prior, model, compliance });
            coordinates.push(own);
        }
        let count = all.len();
        let pairs = || (0..count).flat_map(|k| (0..count).map(move |l| (k, l)));
        let weighted = |c: &Coordinates| {
            let mass = if c.blend { &lin.body.mass[..] } else { lin.mass() };
            let mut functions = c.functions.clone();
            scale_rows(functions.as_mut(), mass);
            functions
        };
        let masses: Vec<Mat> = coordinates.iter().map(weighted).collect();
        let products = pairs().map(|(k, l)| {
            let p = product(coordinates[k].functions.transpose(), masses[l].as_ref());
            Rows::from_fn(p.nrows(), p.ncols(), |i, j| p[(i, j)])
        });
        let cells =
            pairs().map(|(k, l)| coordinates[l].gradients(lin, &all[k].model.cubature.cells));
        let muscles = pairs().map(|(k, l)| {
            let found = muscle_products(lin, &coordinates[k], &coordinates[l], parts.actuators);
            found.into_iter().map(|(_, rows)| rows).collect()
        });
        let (products, cells, muscles) = (products.collect(), cells.collect(), muscles.collect());
        Ok((MixtureModel { components: all, products, cells, muscles }, coordinates))
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

    /// Coordinates of all subspaces together.
    pub fn coordinates(&self) -> usize {
        self.components.iter().map(|c| c.model.coordinates()).sum()
    }

    fn pair(&self, k: usize, l: usize) -> usize {
        k * self.components.len() + l
    }

    /// Adds `B_k^T M B_l` times coordinates of `l` to coordinates of `k`.
    pub fn add_projected(&self, k: usize, l: usize, from: &[f64], to: &mut [f64]) {
        add_rows(&self.products[self.pair(k, l)], from, to);
    }

    /// How subspace `l` deforms the cells of `k`.
    pub fn cells(&self, k: usize, l: usize) -> &Motion {
        &self.cells[self.pair(k, l)]
    }

    /// Adds what muscle number `m` makes of coordinates of `l` to coordinates of `k`.
    pub fn add_muscle(&self, k: usize, l: usize, m: usize, from: &[f64], to: &mut [f64]) {
        add_rows(&self.muscles[self.pair(k, l)][m], from, to);
    }
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
