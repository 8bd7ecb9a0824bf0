//! The Hessian of a reduced body formed and factored, and derivatives with respect to actuation.

use super::quadratics::Quadratics;
use super::stencils::{Stencils, grow};
use super::{Reduced, System};
use crate::energy::{CORNERS, gather};
use crate::linalg::{
    DenseCholesky, Mat, Number, Rows, add_transposed_product, column_mut, combine_rows,
};
use crate::reduce::ReducedModel;

/// What is added to a matrix that should be positive but is not, beside its largest entry.
const SHIFTS: [f64; 3] = [1e-14, 1e-10, 1e-6];

/// How much shorter than its length the rest length of a tendon is that is just taut.
const TAUT: f64 = 1e-12;

/// Room for the dense Hessian.
pub(super) struct Dense<T = f64> {
    pub factor: DenseCholesky<T>,
    /// `C G` of one pair of axes.
    image: Vec<T>,
    /// Rows of touched vertices, and what stencils make of them.
    points: Vec<T>,
    forces: Vec<T>,
}

/// What the Hessian is made of: `H = G^T C G + Q + rows^T (stencil Hessians) rows`
pub(super) struct Parts<'a> {
    pub cells: &'a [f64],
    pub quadratic: &'a Quadratics,
    pub stencils: &'a Stencils,
}

impl<T: Number> Dense<T> {
    /// Room for `likely` touched vertices from the start.
    pub fn new(model: &ReducedModel, likely: usize) -> Self {
        let per = model.dim / model.motion.columns;
        let touched = likely * per * model.motion.rows.stride();
        Dense {
            factor: DenseCholesky::new(model.coordinates()),
            image: vec![T::default(); model.deformation.rows.data().len()],
            points: Vec::with_capacity(touched),
            forces: Vec::with_capacity(touched),
        }
    }

    /// Makes room for so many numbers of rows of touched vertices.
    pub fn reserve(&mut self, count: usize) {
        grow(&mut self.points, count);
        grow(&mut self.forces, count);
    }

    /// Forms the lower triangle of `H + w I`; `rows` are `G`.
    pub fn form(&mut self, w: f64, rows: &Rows<T>, parts: &Parts<'_>) {
        let Parts { cells, quadratic, stencils } = parts;
        let (d, columns) = (stencils.rows.dim, stencils.rows.columns);
        let (width, stride) = (rows.width(), rows.stride());
        let (n, per) = (d * d, d * d / columns);
        let matrix = &mut self.factor.matrix;
        matrix.fill(T::default());
        (0..matrix.nrows()).for_each(|i| matrix[(i, i)] = T::nearest(w));
        if quadratic.acts {
            for (c, a) in (0..columns).flat_map(|c| (0..width).map(move |a| (c, a))) {
                for (b, q) in quadratic.matrix.row(a).iter().enumerate() {
                    let entry = &mut matrix[(c * width + a, c * width + b)];
                    *entry = T::nearest(entry.double() + q);
                }
            }
        }
        let point = d / columns;
        self.points.clear();
        self.points.extend(stencils.rows.rows.data().iter().map(|x| T::nearest(*x)));
        for (c, b) in (0..columns).flat_map(|c| (0..=c).map(move |b| (c, b))) {
            // block (c, b) = G^T (C_cb G)
            let images = self.image.chunks_exact_mut(per * stride);
            let data = rows.data().chunks_exact(per * stride);
            for ((image, data), block) in images.zip(data).zip(cells.chunks_exact(n * n)) {
                let mut scales = [T::default(); 81];
                for (r, s) in (0..per).flat_map(|r| (0..per).map(move |s| (r, s))) {
                    let entry = block[(r * columns + c) * n + s * columns + b];
                    scales[r * per + s] = T::nearest(entry);
                }
                combine_rows(per, &scales, data, image);
            }
            let at = (c * width, b * width);
            add_transposed_product(matrix.as_mut(), at, rows.data(), &self.image, stride, width);

            self.forces.clear();
            self.forces.resize(self.points.len(), T::default());
            for block in &stencils.blocks {
                let side = block.count * d;
                let values = &stencils.values[block.from..][..side * side];
                for (i, j) in (0..block.count).flat_map(|i| (0..block.count).map(move |j| (i, j))) {
                    let to = stencils.number(block.corners[i]) * point;
                    let from = stencils.number(block.corners[j]) * point;
                    for (r, s) in (0..point).flat_map(|r| (0..point).map(move |s| (r, s))) {
                        let row = i * d + r * columns + c;
                        let scale = values[row * side + j * d + s * columns + b];
                        let source = &self.points[(from + s) * stride..][..stride];
                        let out = &mut self.forces[(to + r) * stride..][..stride];
                        out.iter_mut().zip(source).for_each(|(to, x)| {
                            *to = T::nearest(to.double() + scale * x.double());
                        });
                    }
                }
            }
            if !stencils.touched.is_empty() {
                let (points, forces) = (&self.points, &self.forces);
                add_transposed_product(matrix.as_mut(), at, points, forces, stride, width);
            }
        }
    }
}

impl Reduced {
    /// Factors `H + w I` at `z`: the true Hessian if that is positive, else its positive part.
    pub(super) fn factor(&mut self, z: &[f64], w: f64) -> bool {
        [false, true].into_iter().any(|psd| {
            self.linearise(z, psd);
            self.refactor(w, psd)
        })
    }

    /// Factors `H + w I` where the body was linearised last; without its negative part if need be with
    /// more than `w`, as rounding of very stiff parts may make it indefinite.
    pub(super) fn refactor(&mut self, w: f64, psd: bool) -> bool {
        self.form(w);
        let matrix = &self.dense.factor.matrix;
        let largest = (0..matrix.nrows()).map(|i| matrix[(i, i)]).fold(0.0, f64::max);
        self.dense.factor.factor()
            || psd
                && SHIFTS.iter().any(|shift| {
                    self.form(w + shift * largest);
                    self.dense.factor.factor()
                })
    }

    /// Forms the lower triangle of `H + w I` where the body was linearised last.
    fn form(&mut self, w: f64) {
        let Reduced { dense, model, stencils, quadratic, cells, .. } = self;
        dense.form(w, &model.deformation.rows, &Parts { cells, quadratic, stencils });
    }

    /// Solves with the matrix that was factored last.
    pub(crate) fn solve_again(&mut self, b: &mut [f64]) {
        self.dense.factor.solve(b);
    }

    /// `K^{-1} X` with the matrix `K` that was factored last and the derivatives `X` of the energy's slope at
    /// `z` with respect to the coordinates that the step began with; none where they are zero.
    pub(crate) fn back(&mut self, z: &[f64]) -> Option<Mat> {
        if !self.look_back(z) {
            return None;
        }
        let size = self.size();
        let (mut out, mut unit) = (Mat::zeros(size, size), vec![0.0; size]);
        for j in 0..size {
            unit.fill(0.0);
            unit[j] = 1.0;
            let column = column_mut(out.as_mut(), j);
            self.add_by_start(&unit, column);
            self.dense.factor.solve(column);
        }
        Some(out)
    }

    /// Looks ahead of `z`: `force` becomes `(H + w I)^{-1} (force - dE/dz)`, Newton's step under that
    /// further force, and `out` the derivatives `dz/dA = -(H + w I)^{-1} d^2E / dz dA` with respect to
    /// the amplitudes, one column per channel; `false` if there are none. `begin` must have been
    /// called for the step.
    pub fn sensitivities(&mut self, z: &[f64], w: f64, force: &mut [f64], out: &mut [f64]) -> bool {
        self.factor(z, w) && self.look_ahead(z, force, out)
    }

    /// [`Reduced::sensitivities`] by the true Hessian only; `false` where that is not positive.
    pub(crate) fn true_sensitivities(
        &mut self,
        z: &[f64],
        w: f64,
        force: &mut [f64],
        out: &mut [f64],
    ) -> bool {
        self.linearise(z, false);
        self.refactor(w, false) && self.look_ahead(z, force, out)
    }

    /// [`Reduced::sensitivities`] with the matrix that was factored last.
    fn look_ahead(&mut self, z: &[f64], force: &mut [f64], out: &mut [f64]) -> bool {
        let size = self.size();
        let mut slope = std::mem::take(&mut self.residual);
        self.gradient(z, &mut slope);
        force.iter_mut().zip(&slope).for_each(|(f, g)| *f -= g);
        self.residual = slope;
        self.dense.factor.solve(force);
        self.pushes(z, out);
        out.chunks_exact_mut(size).for_each(|column| self.dense.factor.solve(column));
        out.iter().chain(&*force).all(|x| x.is_finite())
    }

    /// Shortens tendons that hang loose at `z` until they are just taut, within bounds: there they have no
    /// force yet, but a derivative with respect to their amplitude. `begin` must have been called for
    /// the step.
    pub fn tighten(&mut self, z: &[f64], bounds: &[(f64, f64)], amplitudes: &mut [f64]) {
        let (model, d) = (self.model.clone(), self.model.dim);
        let springs = &model.actuators.springs;
        if !springs.slack.contains(&true) {
            return;
        }
        self.place(z);
        let mut local = [0.0; 3 * CORNERS];
        for (s, (ends, &channel)) in springs.ends.iter().zip(&springs.channel).enumerate() {
            let count = gather(ends, d, &self.x, &mut local);
            let (length, _) = springs.along(&local[..count]);
            let taut = length * (1.0 - TAUT) - springs.rest[s];
            let (low, high) = bounds[channel];
            let loose = springs.is_loose(s, length, springs.rest[s] + self.amplitudes[channel]);
            if loose && (low..=high).contains(&taut) {
                self.amplitudes[channel] = taut;
                amplitudes[channel] = taut;
            }
        }
    }

    /// Force per unit of every amplitude at `z`, `-d^2E / dz dA`, one column per channel; `begin` must
    /// have been called for the step.
    pub fn pushes(&mut self, z: &[f64], out: &mut [f64]) {
        let (model, d, size) = (self.model.clone(), self.model.dim, self.size());
        out.fill(0.0);
        self.place(z);
        for muscle in &model.quadratics {
            let Some(channel) = muscle.channel else { continue };
            // slack muscles do nothing
            if self.amplitudes[channel] < 0.0 {
                continue;
            }
            let to = &mut out[channel * size..][..size];
            self.image.fill(0.0);
            let (columns, image) = (model.deformation.columns, &mut self.quadratic.image);
            muscle.matrix.add_product(1.0, columns, &self.padded, image, &mut self.image);
            model.deformation.add_unpadded(&self.image, to);
            to.iter_mut().zip(&muscle.linear).for_each(|(to, l)| *to += l);
        }
        for (channel, force) in &model.loads {
            let to = &mut out[channel * size..][..size];
            to.iter_mut().zip(force).for_each(|(to, f)| *to -= f);
        }
        let mut image = std::mem::take(&mut self.image);
        self.for_each(|energy| {
            let (mut local, mut slope) = ([0.0; 3 * CORNERS], [0.0; 3 * CORNERS]);
            for s in 0..energy.stencils() {
                let Some(channel) = energy.channel(s) else { continue };
                let vertices = energy.vertices(s);
                let count = gather(vertices, d, &self.x, &mut local);
                energy.gradient_by_amplitude(s, &local[..count], &mut slope[..count]);
                image.fill(0.0);
                for (&v, slope) in vertices.iter().zip(slope.chunks_exact(d)) {
                    model.motion.add_point(v as usize, slope, &mut image);
                }
                model.motion.add_unpadded(&image, &mut out[channel * size..][..size]);
            }
        });
        self.image = image;
        out.iter_mut().for_each(|g| *g = -*g);
    }
}
