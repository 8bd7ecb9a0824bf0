//! NumPy arrays of what the library holds, and back.

use forcedual::linalg::{Mat, SparseRows, column};
use numpy::ndarray::{Array2, ShapeBuilder};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Makes an array that others share unchangeable.
fn frozen(array: &Bound<'_, PyAny>) -> PyResult<()> {
    let how = PyDict::new(array.py());
    how.set_item("write", false)?;
    array.call_method("setflags", (), Some(&how)).map(drop)
}

/// A vector that NumPy owns and nobody changes.
pub fn vector<T: numpy::Element>(py: Python<'_>, values: Vec<T>) -> PyResult<Py<PyArray1<T>>> {
    let array = values.into_pyarray(py);
    frozen(&array)?;
    Ok(array.unbind())
}

/// Rows of equal length, as NumPy's own.
pub fn rows<T: numpy::Element>(
    py: Python<'_>,
    width: usize,
    values: Vec<T>,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let height = values.len() / width.max(1);
    let array = Array2::from_shape_vec((height, width), values)
        .map_err(|e| PyValueError::new_err(e.to_string()))?;
    Ok(array.into_pyarray(py))
}

/// The same, unchangeable.
pub fn frozen_rows<T: numpy::Element>(
    py: Python<'_>,
    width: usize,
    values: Vec<T>,
) -> PyResult<Py<PyArray2<T>>> {
    let array = rows(py, width, values)?;
    frozen(&array)?;
    Ok(array.unbind())
}

/// A matrix as NumPy's own, by columns, unchangeable.
pub fn matrix(py: Python<'_>, of: &Mat) -> PyResult<Py<PyArray2<f64>>> {
    let mut values = Vec::with_capacity(of.nrows() * of.ncols());
    (0..of.ncols()).for_each(|j| values.extend_from_slice(column(of.as_ref(), j)));
    let array = Array2::from_shape_vec((of.nrows(), of.ncols()).f(), values)
        .map_err(|e| PyValueError::new_err(e.to_string()))?;
    let array = array.into_pyarray(py);
    frozen(&array)?;
    Ok(array.unbind())
}

/// The matrix of an array.
pub fn to_matrix(array: &PyReadonlyArray2<'_, f64>) -> Mat {
    let view = array.as_array();
    Mat::from_fn(view.nrows(), view.ncols(), |i, j| view[[i, j]])
}

/// The numbers of an array, row by row.
pub fn numbers(array: &PyReadonlyArray2<'_, f64>) -> Vec<f64> {
    array.as_array().iter().copied().collect()
}

/// `(data, indices, indptr, shape)` of a matrix by rows, as `scipy.sparse.csr_array` takes it.
pub type Csr = (Py<PyArray1<f64>>, Py<PyArray1<i64>>, Py<PyArray1<i64>>, (usize, usize));

/// A sparse matrix for SciPy.
pub fn csr(py: Python<'_>, of: SparseRows) -> Csr {
    let shape = (of.starts.len().saturating_sub(1), of.columns);
    let numbers: Vec<i64> = of.numbers.iter().map(|&j| j.into()).collect();
    let starts: Vec<i64> = of.starts.iter().map(|&k| k as i64).collect();
    (
        of.values.into_pyarray(py).unbind(),
        numbers.into_pyarray(py).unbind(),
        starts.into_pyarray(py).unbind(),
        shape,
    )
}
