//! Any linear actuation: the columns of a matrix.
//!
//! ```text
//! F = D A,  A ~ N(mean, Sigma_A)        L = D Sigma_A^{1/2}        mu = D mean
//! ```
//!
//! The dual modes of this prior span Green's functions `H^{-1} D`.

use super::parameters::{misshapen, non_negative, vectors};
use super::{Actuation, Context, Factor, ForceKind, Gaussian};
use crate::array::{Array, ArraySource};
use crate::energy::Actuator;
use crate::error::{Code, Error, Result};
use crate::linalg::{Mat, column, eigh, norm, product};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Forces that are random combinations of given ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Matrix {
    /// The forces per unit of amplitude, in N: an array of shape (dim * vertices, columns) or
    /// (columns, vertices, dim).
    pub columns: ArraySource,
    /// Variances of the amplitudes, one per column, or their covariance matrix; identity by
    /// default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covariance: Option<ArraySource>,
    /// Means of the amplitudes, one per column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<ArraySource>,
}

impl Matrix {
    /// Mean of every amplitude.
    fn means(&self, context: &Context<'_>, count: usize) -> Result<Option<Vec<f64>>> {
        let load = |source: &ArraySource| {
            let array = source.load(context.folder)?;
            array.vector(count, "the mean amplitudes")
        };
        self.mean.as_ref().map(load).transpose().map_err(|e| e.field("mean"))
    }

    fn matrix(&self, context: &Context<'_>) -> Result<Mat> {
        let array = self.columns.load(context.folder)?;
        let body = context.body;
        let (n, dim, dofs) = (body.mesh.vertex_count(), body.dim(), body.dofs());
        let count = match array.shape[..] {
            [count, rows, columns] if (rows, columns) == (n, dim) => {
                return vectors(array, count, dofs);
            }
            [rows, count] if rows == dofs => count,
            [rows] if rows == dofs => 1,
            _ => {
                let shapes = format!("({dofs}, columns) or (columns, {n}, {dim})");
                return Err(misshapen(&array.shape, body, &shapes));
            }
        };
        let array = Array { shape: vec![dofs, count], data: array.data };
        let array = array.matrix(Some(dofs), None, "the array")?;
        Ok(Mat::from_fn(dofs, count, |i, j| array.data[i * count + j]))
    }

    /// `Sigma_A^{1/2}`, symmetric.
    fn root(&self, source: &ArraySource, context: &Context<'_>, count: usize) -> Result<Mat> {
        let array = source.load(context.folder)?;
        if array.shape.len() == 1 {
            let variances = array.vector(count, "the variances")?;
            for (j, &v) in variances.iter().enumerate() {
                non_negative(v, &format!("[{j}]"))?;
            }
            return Ok(Mat::from_fn(
                count,
                count,
                |i, j| {
                    if i == j { variances[i].sqrt() } else { 0.0 }
                },
            ));
        }
        let data = array.matrix(Some(count), Some(count), "the covariance")?.data;
        let largest = data.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
        for (i, j) in (0..count).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let (a, b) = (data[i * count + j], data[j * count + i]);
            if (a - b).abs() > 1e-9 * largest {
                let message = format!(
                    "is not symmetric: entry ({i}, {j}) is {a} but entry ({j}, {i}) is {b}"
                );
                return Err(Error::new(Code::Force, message));
            }
        }
        let symmetric =
            Mat::from_fn(count, count, |i, j| 0.5 * (data[i * count + j] + data[j * count + i]));
        let (values, q) = eigh(symmetric.as_ref())?;
        if let Some(value) = values.iter().find(|&&v| v < -1e-9 * largest) {
            return Err(Error::new(Code::Force, format!("has the negative eigenvalue {value}")));
        }
        let scaled = Mat::from_fn(count, count, |i, j| q[(i, j)] * values[j].max(0.0).sqrt());
        Ok(product(scaled.as_ref(), q.transpose()))
    }
}

impl ForceKind for Matrix {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let d = self.matrix(context).map_err(|e| e.field("columns"))?;
        let mean = self.means(context, d.ncols())?.map(|amplitudes| {
            let a = Mat::from_fn(amplitudes.len(), 1, |i, _| amplitudes[i]);
            column(product(d.as_ref(), a.as_ref()).as_ref(), 0).to_vec()
        });
        let factor = match &self.covariance {
            None => d,
            Some(source) => {
                let root =
                    self.root(source, context, d.ncols()).map_err(|e| e.field("covariance"))?;
                product(d.as_ref(), root.as_ref())
            }
        };
        Ok(Gaussian { factor: Factor::Dense(factor), mean }.without(&body.held, body.dim()))
    }

    fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
        let d = self.matrix(context).map_err(|e| e.field("columns"))?;
        let mean = self.means(context, d.ncols())?.unwrap_or_else(|| vec![0.0; d.ncols()]);
        let root = match &self.covariance {
            None => Mat::identity(d.ncols(), d.ncols()),
            Some(source) => {
                self.root(source, context, d.ncols()).map_err(|e| e.field("covariance"))?
            }
        };
        let each = mean.into_iter().enumerate().map(|(j, mean)| {
            let entries = column(d.as_ref(), j).iter().enumerate();
            let force = entries.filter(|(_, x)| **x != 0.0).map(|(i, x)| (i as u32, *x)).collect();
            let sigma = norm(column(root.as_ref(), j));
            Actuation { actuator: Actuator::Load { force }, mean, sigma, part: None }
        });
        Ok(each.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use serde_json::json;

    fn rows(n: usize) -> Vec<Vec<f64>> {
        (0..n).map(|i| vec![(i as f64).sin(), (i as f64).cos()]).collect()
    }

    #[test]
    fn covariance_is_the_matrix_times_the_amplitudes_covariance() {
        let bench = Bench::square(2).free();
        let sigma = [[2.0, 1.0], [1.0, 3.0]];
        let kind = parsed(
            "matrix",
            json!({ "columns": rows(18), "covariance": sigma, "mean": [2.0, -1.0] }),
        );
        let g = bench.gaussian(&kind).unwrap();
        let found = g.factor.covariance(Mat::identity(18, 18));
        let d = rows(18);
        for (i, j) in (0..18).flat_map(|i| (0..18).map(move |j| (i, j))) {
            let expected: f64 =
                (0..4).map(|k| d[i][k / 2] * sigma[k / 2][k % 2] * d[j][k % 2]).sum();
            assert!((found[(i, j)] - expected).abs() < 1e-13);
        }
        let mean = g.mean.unwrap();
        assert!((0..18).all(|i| (mean[i] - 2.0 * d[i][0] + d[i][1]).abs() < 1e-14));
    }

    #[test]
    fn a_list_of_variances_is_a_diagonal_covariance_and_zeros_are_allowed() {
        let bench = Bench::square(2);
        let dense = |covariance: serde_json::Value| {
            bench
                .gaussian(&parsed(
                    "matrix",
                    json!({ "columns": rows(18), "covariance": covariance }),
                ))
                .unwrap()
                .factor
                .dense()
        };
        assert!(
            (dense(json!([4.0, 0.0])) - dense(json!([[4.0, 0.0], [0.0, 0.0]]))).norm_max() < 1e-14
        );
    }

    #[test]
    fn faults_are_named() {
        let bench = Bench::square(2);
        for (parameters, field) in [
            (json!({ "columns": rows(17) }), "columns"),
            (json!({ "columns": rows(18), "covariance": [1.0] }), "covariance"),
            (json!({ "columns": rows(18), "covariance": [1.0, -1.0] }), "covariance[1]"),
            (json!({ "columns": rows(18), "covariance": [[1.0, 0.5], [0.4, 1.0]] }), "covariance"),
            (json!({ "columns": rows(18), "covariance": [[1.0, 2.0], [2.0, 1.0]] }), "covariance"),
            (json!({ "columns": rows(18), "mean": [1.0, 2.0, 3.0] }), "mean"),
        ] {
            let fault = bench.fault(&parsed("matrix", parameters));
            assert_eq!(fault.place.field.as_deref(), Some(field), "{fault}");
        }
    }
}
