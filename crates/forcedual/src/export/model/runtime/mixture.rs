//! Tensors of a mixture: of each component, and of what couples two of them.

use super::{Body, Shape, entries, push_rows, push_subspace, read_motion, read_subspace};
use crate::error::{Code, Error, Result};
use crate::export::model::tensors::{Tensors, Writer, misshapen, wrong};
use crate::force::{Factor, Gaussian, SparseColumns};
use crate::linalg::Rows;
use crate::reduce::{Component, Forces, MixtureModel, Pair, ReducedModel};
use crate::simulate::Rule;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is not a tensor of a component.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Part {
    name: String,
    probability: f64,
    /// Not known where it is not finite.
    cubature_error: Option<f64>,
    cubature_error_by_volume: Option<f64>,
}

/// Boundary areas of the interface's vertices.
const AREAS: &str = "runtime_areas";

fn prefix(k: usize) -> String {
    format!("runtime_component_{k}_")
}

/// Name of a tensor of components `k` and `l`.
fn between(k: usize, l: usize, name: &str) -> String {
    format!("runtime_pair_{k}_{l}_{name}")
}

/// Adds the tensors of a mixture.
pub(super) fn push(model: &MixtureModel, rule: Rule, out: &mut Writer) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for (k, component) in model.components.iter().enumerate() {
        let prefix = prefix(k);
        push_subspace(&prefix, &component.model, out);
        push_rows(&format!("{prefix}compliance"), &component.compliance, out);
        if rule != Rule::Compliance {
            push_forces(&prefix, component, out)?;
        }
        parts.push(Part {
            name: component.name.clone(),
            probability: component.probability,
            cubature_error: Some(component.model.cubature.error),
            cubature_error_by_volume: Some(component.model.cubature.error_by_volume),
        });
    }
    out.floats(AREAS, &[model.areas.len()], &model.areas);
    let count = parts.len();
    for (at, pair) in model.pairs.iter().enumerate() {
        let (k, l) = (at / count, at % count);
        push_rows(&between(k, l, "product"), &pair.product, out);
        if k != l {
            push_rows(&between(k, l, "deformation"), &pair.cells.rows, out);
            let shape = [pair.muscles.len(), pair.product.count(), pair.product.width()];
            let all = pair.muscles.iter().flat_map(entries);
            out.floats(&between(k, l, "muscles"), &shape, all);
        }
    }
    Ok(parts)
}

/// The mixture that the tensors hold.
pub(super) fn read(tensors: &Tensors, body: &Body, rule: Rule) -> Result<MixtureModel> {
    let parts = &body.header.components;
    let total: f64 = parts.iter().map(|p| p.probability).sum();
    if !(parts.iter().all(|p| p.probability > 0.0) && (total - 1.0).abs() < 1e-6) {
        return Err(wrong(super::KEY, "holds probabilities that do not sum to 1"));
    }
    let mut components = Vec::new();
    for (k, part) in parts.iter().enumerate() {
        let prefix = prefix(k);
        let errors = [part.cubature_error, part.cubature_error_by_volume];
        let model = Arc::new(read_subspace(tensors, &prefix, body, errors)?);
        let compliance = format!("{prefix}compliance");
        let (values, sizes) = tensors.floats(&compliance)?;
        let r = model.coordinates();
        let [count, width] = sizes[..] else { return Err(misshapen(&compliance)) };
        if width != r {
            return Err(misshapen(&compliance));
        }
        components.push(Component {
            name: part.name.clone(),
            probability: part.probability,
            forces: match rule {
                Rule::Compliance => None,
                _ => Some(read_forces(tensors, &prefix, body)?),
            },
            model,
            compliance: Rows::from_fn(count, r, |i, j| values[i * r + j]),
        });
    }
    let mut pairs = Vec::new();
    for (k, to) in components.iter().enumerate() {
        for (l, from) in components.iter().enumerate() {
            pairs.push(read_pair(tensors, (k, &to.model), (l, &from.model))?);
        }
    }
    let areas = tensors.shaped(AREAS, &[body.points()])?;
    if !areas.iter().all(|a| *a > 0.0) {
        return Err(wrong(AREAS, "holds areas that are not positive"));
    }
    Ok(MixtureModel { components, areas, pairs })
}

/// What couples a subspace to another one, or to itself.
fn read_pair(
    tensors: &Tensors,
    (k, to): (usize, &ReducedModel),
    (l, from): (usize, &ReducedModel),
) -> Result<Pair> {
    let shape = Shape::of(from);
    let (height, width) = (Shape::of(to).width, shape.width);
    let product = read_motion(tensors, &between(k, l, "product"), height, shape)?.rows;
    let muscles = to.quadratics.iter().filter(|q| q.channel.is_some());
    if k == l {
        let muscles = muscles.map(|q| q.matrix.clone()).collect();
        return Ok(Pair { product, cells: to.deformation.clone(), muscles });
    }
    let count = to.deformation.rows.count();
    let cells = read_motion(tensors, &between(k, l, "deformation"), count, shape)?;
    let count = muscles.count();
    let values = tensors.shaped(&between(k, l, "muscles"), &[count, height, width])?;
    let matrix =
        |m: usize| Rows::from_fn(height, width, |i, j| values[(m * height + i) * width + j]);
    Ok(Pair { product, cells, muscles: (0..count).map(matrix).collect() })
}

fn push_forces(prefix: &str, component: &Component, out: &mut Writer) -> Result<()> {
    let stored = component.forces.as_ref().and_then(|f| f.on_interface(component.model.dim));
    let Some((factor, mean)) = stored else {
        let message = "a model file does not hold the forces that the rule of its mixture needs";
        return Err(Error::new(Code::Unsupported, message).help("choose by compliance"));
    };
    let at = |name: &str| format!("{prefix}{name}");
    let columns = factor.columns();
    let all = || columns.iter().zip(0i64..).flat_map(|(c, j)| c.iter().map(move |e| (e, j)));
    let count = all().count();
    out.integers(&at("force_rows"), &[count], all().map(|((row, _), _)| (*row).into()));
    out.integers(&at("force_columns"), &[count], all().map(|(_, j)| j));
    out.floats(&at("force_values"), &[count], all().map(|((_, x), _)| x));
    if let Some(mean) = mean {
        out.floats(&at("force_mean"), &[factor.rows], &mean);
    }
    Ok(())
}

fn read_forces(tensors: &Tensors, prefix: &str, body: &Body) -> Result<Forces> {
    let at = |name: &str| format!("{prefix}{name}");
    let dofs = body.rest.len();
    let rows = tensors.integers(&at("force_rows"), 0, dofs)?;
    let numbers = tensors.numbers(&at("force_columns"), rows.len())?;
    let values = tensors.shaped(&at("force_values"), &[rows.len()])?;
    let mut factor = SparseColumns::new(dofs);
    let (mut entries, mut column) = (Vec::new(), 0);
    for ((row, x), number) in rows.into_iter().zip(values).zip(numbers) {
        if number != column && !entries.is_empty() {
            factor.push(std::mem::take(&mut entries));
            column += 1;
        }
        if number != column {
            return Err(wrong(&at("force_columns"), "does not count columns one by one"));
        }
        entries.push((row, x));
    }
    if !entries.is_empty() {
        factor.push(entries);
    }
    let mean = match tensors.has(&at("force_mean")) {
        true => Some(tensors.shaped(&at("force_mean"), &[dofs])?),
        false => None,
    };
    let gaussian = Gaussian { factor: Factor::Columns(factor), mean };
    Ok(Forces::new(gaussian, (0..body.points() as u32).collect()))
}
