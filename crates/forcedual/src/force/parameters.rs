//! Checks that the parameters of several kinds share; each names the field at fault.

use crate::array::{Array, shape_text};
use crate::body::Body;
use crate::error::{Code, Error, Result, counted};
use crate::linalg::{Mat, column_mut, norm};
use crate::mesh::select::not_stray;

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
    Err(wrong(field, format!("is {value}, but must be finite and not negative")))
}

/// `value` if it is finite and above zero.
pub(super) fn positive(value: f64, field: &str) -> Result<f64> {
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(wrong(field, format!("is {value}, but must be finite and positive")))
}

/// `value` if its square neither over- nor underflows, with room for sums and quotients.
pub(super) fn strength(value: f64, field: &str) -> Result<f64> {
    if (1e-100..=1e100).contains(&positive(value, field)?) {
        return Ok(value);
    }
    Err(wrong(field, format!("is {value:e}, but must lie between 1e-100 and 1e100")))
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

/// A point as in [`point`] and the vertex nearest to it, among those that belong to a cell; a
/// point that is farther away than the body is large is refused.
pub(super) fn place(values: &[f64], body: &Body, field: &str) -> Result<([f64; 3], usize)> {
    let at = point(values, body.dim(), field)?;
    let distance = |i: usize| {
        let arm = body.mesh.point(i).iter().zip(&at).map(|(x, y)| x - y);
        arm.fold(0.0, f64::hypot)
    };
    let (near, i) = (0..body.mesh.vertex_count())
        .filter(|&i| body.mass[i] > 0.0)
        .map(|i| (distance(i), i))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .ok_or_else(|| wrong(field, "there is no vertex near it".to_owned()))?;
    not_stray(&body.mesh, near).map_err(|e| e.field(field))?;
    Ok((at, i))
}

/// A vector as in [`point`], made a unit vector.
pub(super) fn direction(values: &[f64], dim: usize, field: &str) -> Result<[f64; 3]> {
    let vector = point(values, dim, field)?;
    unit(vector)
        .ok_or_else(|| wrong(field, "is the zero vector, which has no direction".to_owned()))
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
    Err(wrong(field, format!("vertex {i} does not exist: the mesh has {count} vertices")))
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

/// Samples over the degrees of freedom, one per column, from an array of shape (samples, dim *
/// vertices) or (samples, vertices, dim).
pub(super) fn samples(array: Array, body: &Body) -> Result<Mat> {
    let (n, d, dofs) = (body.mesh.vertex_count(), body.dim(), body.dofs());
    let count = match array.shape[..] {
        [count, rows, columns] if (rows, columns) == (n, d) => count,
        [count, columns] if columns == dofs => count,
        _ => {
            let shapes = format!("(samples, {n}, {d}) or (samples, {dofs})");
            return Err(misshapen(&array.shape, body, &shapes));
        }
    };
    vectors(array, count, dofs)
}

/// Vectors of which `count` follow each other, one per column.
pub(super) fn vectors(array: Array, count: usize, dofs: usize) -> Result<Mat> {
    let rows = Array { shape: vec![count, dofs], data: array.data };
    let data = rows.matrix(None, Some(dofs), "the array")?.data;
    Ok(Mat::from_fn(dofs, count, |i, j| data[j * dofs + i]))
}

/// The error of an array of another shape than those that are allowed for vectors over the
/// degrees of freedom, with what to do where its axes are merely in another order.
pub(super) fn misshapen(shape: &[usize], body: &Body, allowed: &str) -> Error {
    let (n, d, dofs) = (body.mesh.vertex_count(), body.dim(), body.dofs());
    let message = format!("expected the shape {allowed}, found {}", shape_text(shape));
    let help = match *shape {
        [a, b] if a == dofs || b == dofs => "this is transposed: swap the axes (`a.T` in NumPy)",
        [a] if a == dofs => "this is one vector: add an axis (`a[None]` in NumPy)",
        [a, b] if (a, b) == (n, d) => "this is one vector: add an axis (`a[None]` in NumPy)",
        [a, b, c] if [a, b, c].contains(&n) && [a, b, c].contains(&d) => {
            "the axes are in another order: `numpy.transpose` changes it"
        }
        _ => {
            let help = format!("the mesh has {n} vertices in {d} dimensions");
            return Error::new(Code::Array, message).help(help);
        }
    };
    Error::new(Code::Array, message).help(help)
}

/// Factor and mean of samples, one per column: centred `(x - mean) / sqrt(N - 1)`, else
/// `x / sqrt(N)` and no mean.
pub(super) fn moments(mut samples: Mat, centred: bool) -> Result<(Mat, Option<Vec<f64>>)> {
    let (rows, count) = (samples.nrows(), samples.ncols());
    let least = if centred { 2 } else { 1 };
    if count < least {
        let message = format!("has {}, but needs at least {least}", counted(count, "sample"));
        return Err(Error::new(Code::Force, message));
    }
    let mean: Option<Vec<f64>> = centred.then(|| {
        (0..rows).map(|i| (0..count).map(|j| samples[(i, j)]).sum::<f64>() / count as f64).collect()
    });
    let scale = 1.0 / ((if centred { count - 1 } else { count }) as f64).sqrt();
    for j in 0..count {
        for (i, x) in column_mut(samples.as_mut(), j).iter_mut().enumerate() {
            *x = scale * (*x - mean.as_ref().map_or(0.0, |m| m[i]));
        }
    }
    Ok((samples, mean))
}

#[cfg(test)]
mod tests {
    use super::super::bench::Bench;
    use super::*;

    #[test]
    fn numbers_outside_their_range_are_refused_by_name() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for check in [finite, non_negative, positive] {
                assert_eq!(check(bad, "sigma").unwrap_err().place.field.as_deref(), Some("sigma"));
            }
        }
        assert!(non_negative(-1e-300, "x").is_err() && non_negative(0.0, "x").is_ok());
        assert!(positive(0.0, "x").is_err() && positive(1e-300, "x").is_ok());
        assert!(finite(-1.0, "x").is_ok());
    }

    #[test]
    fn points_farther_away_than_the_body_is_large_are_refused() {
        let bench = Bench::square(2);
        assert_eq!(place(&[1.9, 1.9], &bench.body, "center").unwrap(), ([1.9, 1.9, 0.0], 8));
        for (point, distance) in [([1.0, 301.0], "300.0"), ([-1e300, 0.0], "1e300")] {
            let error = place(&point, &bench.body, "center").unwrap_err();
            let found = (error.code, error.place.field.as_deref());
            assert_eq!(found, (Code::SelectionEmpty, Some("center")));
            let expected = format!(
                "the point is {distance} m away from the body, which spans [0.0, 0.0] to [1.0, 1.0]"
            );
            assert_eq!(error.message, expected);
            assert!(error.help.unwrap().contains("unit"));
        }
    }

    #[test]
    fn wrong_shapes_of_samples_say_what_is_expected_and_how_to_get_there() {
        // 9 vertices in the plane
        let body = Bench::square(2).body;
        for (shape, help) in [
            (vec![18, 5], "transposed"),
            (vec![18], "a[None]"),
            (vec![9, 2], "a[None]"),
            (vec![9, 2, 5], "numpy.transpose"),
            (vec![5, 2, 9], "numpy.transpose"),
            (vec![5, 17], "the mesh has 9 vertices in 2 dimensions"),
            (vec![5, 9, 3], "the mesh has 9 vertices in 2 dimensions"),
        ] {
            let data = vec![1.0; shape.iter().product()];
            let error = samples(Array { shape: shape.clone(), data }, &body).unwrap_err();
            let expected = format!(
                "expected the shape (samples, 9, 2) or (samples, 18), found {}",
                shape_text(&shape)
            );
            assert_eq!(error.message, expected);
            assert!(error.help.as_ref().unwrap().contains(help), "{error}");
        }
        let error = moments(Mat::zeros(18, 1), true).unwrap_err();
        assert_eq!(error.message, "has 1 sample, but needs at least 2");
    }

    #[test]
    fn unit_vectors_survive_extreme_lengths() {
        for scale in [1e-300, 1.0, 1e300] {
            let u = unit([3.0 * scale, 0.0, -4.0 * scale]).unwrap();
            assert!((u[0] - 0.6).abs() < 1e-15 && (u[2] + 0.8).abs() < 1e-15);
        }
        assert_eq!(unit([0.0; 3]), None);
        assert_eq!(unit([f64::INFINITY, 0.0, 0.0]), None);
    }

    #[test]
    fn vectors_are_read_flat_or_by_vertex() {
        let bench = Bench::square(1);
        let data: Vec<f64> = (0..24).map(f64::from).collect();
        let read = |shape: &[usize]| {
            samples(Array { shape: shape.to_vec(), data: data.clone() }, &bench.body)
        };
        let flat = read(&[3, 8]).unwrap();
        assert_eq!((flat.nrows(), flat.ncols(), flat[(5, 2)]), (8, 3, 21.0));
        assert_eq!(read(&[3, 4, 2]).unwrap(), flat);
        for shape in [&[8, 3][..], &[3, 2, 4], &[24], &[2, 3, 2, 2]] {
            assert_eq!(read(shape).unwrap_err().code, Code::Array);
        }
    }
}
