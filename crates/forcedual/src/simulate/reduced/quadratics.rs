//! Energies of a reduced body that are quadratic in its coordinates: muscles.

use crate::linalg::Rows;
use crate::reduce::ReducedModel;

/// Quadratic energies at the amplitudes of a step.
pub(super) struct Quadratics {
    pub(super) acts: bool,
    columns: usize,
    pub(super) matrix: Rows,
    /// The matrix in single precision, for conjugate gradients.
    single: Rows<f32>,
    pub(super) linear: Vec<f64>,
    made_for: Option<Vec<f64>>,
    pub(super) image: Vec<f64>,
}

impl Quadratics {
    pub(super) fn new(model: &ReducedModel) -> Self {
        let width = if model.quadratics.is_empty() { 0 } else { model.deformation.rows.width() };
        let mut sums = Quadratics {
            acts: false,
            columns: model.deformation.columns,
            matrix: Rows::from_fn(width, width, |_, _| 0.0),
            single: Rows::from_fn(width, width, |_, _| 0.0),
            linear: vec![0.0; model.coordinates()],
            made_for: None,
            image: vec![0.0; width * model.deformation.columns],
        };
        sums.sum(model, &vec![0.0; model.actuators.channels.len()]);
        sums
    }

    pub(super) fn sum(&mut self, model: &ReducedModel, amplitudes: &[f64]) {
        if model.quadratics.is_empty() || self.made_for.as_deref() == Some(amplitudes) {
            return;
        }
        match &mut self.made_for {
            Some(made_for) => made_for.copy_from_slice(amplitudes),
            none => *none = Some(amplitudes.to_vec()),
        }
        self.acts = model.quadratics.iter().any(|q| q.strength(amplitudes) != 0.0);
        self.linear.fill(0.0);
        for a in 0..self.matrix.width() {
            let row = self.matrix.row_mut(a);
            row.fill(0.0);
            for q in &model.quadratics {
                let strength = q.strength(amplitudes);
                row.iter_mut().zip(q.matrix.row(a)).for_each(|(to, x)| *to += strength * x);
            }
            let single = self.single.row_mut(a).iter_mut();
            single.zip(&*row).for_each(|(to, x)| *to = *x as f32);
        }
        for q in &model.quadratics {
            let strength = q.strength(amplitudes);
            self.linear.iter_mut().zip(&q.linear).for_each(|(to, l)| *to += strength * l);
        }
    }

    /// The matrix in single precision, where it acts.
    pub(super) fn single(&self) -> Option<&Rows<f32>> {
        self.acts.then_some(&self.single)
    }

    /// Adds the matrix times padded coordinates to padded coordinates.
    pub(super) fn add(&mut self, z: &[f64], out: &mut [f64]) {
        if self.acts {
            self.matrix.add_product(1.0, self.columns, z, &mut self.image, out);
        }
    }
}
