//! Checks that the parameters of several kinds share; each names the field at fault.

use crate::error::{Code, Error, Result};
use crate::linalg::norm;

fn wrong(field: &str, message: String) -> Error {
    Error::new(Code::Force, message).field(field)
}

/// `value` if it is finite.
pub(super) fn finite(value: f64, field: &str) -> Result<f64> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(wrong(field, format!("is {value}, but must be finite")))
    }
}

/// `value` if it is finite and not negative.
pub(super) fn non_negative(value: f64, field: &str) -> Result<f64> {
    if value >= 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(wrong(
        field,
        format!("is {value}, but must be finite and not negative"),
    ))
}

/// `value` if it is finite and above zero.
pub(super) fn positive(value: f64, field: &str) -> Result<f64> {
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(wrong(
        field,
        format!("is {value}, but must be finite and positive"),
    ))
}

/// A point or vector with as many finite coordinates as the body has dimensions.
pub(super) fn point(values: &[f64], dim: usize, field: &str) -> Result<[f64; 3]> {
    if values.len() != dim {
        return Err(wrong(
            field,
            format!("has {} coordinates, but the body has {dim}", values.len()),
        ));
    }
    let mut point = [0.0; 3];
    for (to, &x) in point.iter_mut().zip(values) {
        *to = finite(x, field)?;
    }
    Ok(point)
}

/// A vector as in [`point`], made a unit vector.
pub(super) fn direction(values: &[f64], dim: usize, field: &str) -> Result<[f64; 3]> {
    let vector = point(values, dim, field)?;
    unit(vector).ok_or_else(|| {
        wrong(
            field,
            "is the zero vector, which has no direction".to_owned(),
        )
    })
}

/// The unit vector along `vector`, if it is not zero.
pub(super) fn unit(vector: [f64; 3]) -> Option<[f64; 3]> {
    let largest = vector.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
    let scaled = vector.map(|x| x / largest);
    let length = norm(&scaled);
    (largest > 0.0 && length.is_finite()).then(|| scaled.map(|x| x / length))
}

/// Refuses a vertex number that the mesh does not have.
pub(super) fn vertex(i: usize, count: usize, field: &str) -> Result<usize> {
    if i < count {
        return Ok(i);
    }
    Err(wrong(
        field,
        format!("vertex {i} does not exist: the mesh has {count} vertices"),
    ))
}

/// One number per vertex, none negative.
pub(super) fn weights(numbers: &[f64], per_vertex: usize, field: &str) -> Result<()> {
    match numbers.iter().position(|&w| w < 0.0) {
        None => Ok(()),
        Some(k) => Err(wrong(
            field,
            format!(
                "vertex {} has the weight {}, but weights cannot be negative",
                k / per_vertex,
                numbers[k]
            ),
        )),
    }
}

/// The amplitude one, for fields whose default it is.
pub(super) fn one() -> f64 {
    1.0
}
