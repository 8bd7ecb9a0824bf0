//! A motion as arrays, `.npz` and `.safetensors`. With `F` frames and `n` vertices of the surface:
//!
//! | array | shape | type | |
//! |---|---|---|---|
//! | `times` | `(F,)` | f64 | s |
//! | `coordinates` | `(F, R)` | f64 | reduced coordinates |
//! | `velocities` | `(F, R)` | f64 | their rates of change per s |
//! | `actuation` | `(F, C)` | f64 | |
//! | `posterior` | `(F, K)` | f64 | probability of each component of a mixture |
//! | `positions` | `(F, n, d)` | f32 | places of the surface's vertices, m |
//! | `faces` | `(f, 3)` | i64 | zero-based vertex numbers |
//!
//! Arrays of what a motion does not have are there, with no columns.

use super::{Animation, Written};
use crate::array::{self, Array, Integers, Member, npy};
use crate::error::{Code, Error, Result};
use crate::export::model::sorted_header;
use crate::progress::{self, Progress};
use crate::write::write_atomically;
use safetensors::tensor::{Dtype, TensorView};
use std::io::{self, Write};
use std::path::Path;

const ONE: Written = Written { files: 1, shapes: None };

pub(super) fn write_npz(
    animation: &Animation,
    path: &Path,
    progress: &dyn Progress,
) -> Result<Written> {
    progress.stage("write", 0);
    progress::check(progress)?;
    let parts = Parts::new(animation);
    let mut arrays: Vec<(&str, &dyn Member)> =
        parts.reals.iter().map(|(name, array)| (*name, array as &dyn Member)).collect();
    arrays.extend([("positions", &parts.positions as &dyn Member), ("faces", &parts.faces)]);
    array::write_npz_stored(path, &arrays).map(|()| ONE)
}

pub(super) fn write_safetensors(
    animation: &Animation,
    path: &Path,
    progress: &dyn Progress,
) -> Result<Written> {
    progress.stage("write", 0);
    progress::check(progress)?;
    let Parts { reals, positions, faces } = Parts::new(animation);
    let mut tensors: Vec<(&str, Dtype, Vec<usize>, Vec<u8>)> = reals
        .into_iter()
        .map(|(name, Array { shape, data })| {
            (name, Dtype::F64, shape, data.iter().flat_map(|x| x.to_le_bytes()).collect())
        })
        .collect();
    let bytes = positions.data.iter().flat_map(|x| x.to_le_bytes()).collect();
    tensors.push(("positions", Dtype::F32, positions.shape, bytes));
    let bytes = faces.data.iter().flat_map(|i| i.to_le_bytes()).collect();
    tensors.push(("faces", Dtype::I64, faces.shape, bytes));
    let refused = |e| Error::new(Code::Format, format!("the arrays cannot be written: {e}"));
    let views = tensors
        .iter()
        .map(|(name, kind, shape, data)| Ok((*name, TensorView::new(*kind, shape.clone(), data)?)))
        .collect::<std::result::Result<Vec<_>, _>>()
        .map_err(refused)?;
    let bytes = sorted_header(&safetensors::serialize(views, None).map_err(refused)?)?;
    write_atomically(path, |out| out.write_all(&bytes)).map(|()| ONE)
}

/// The arrays.
struct Parts {
    reals: [(&'static str, Array); 5],
    positions: Singles,
    faces: Integers,
}

/// An array in single precision.
struct Singles {
    shape: Vec<usize>,
    data: Vec<f32>,
}

impl Member for Singles {
    fn count(&self) -> usize {
        self.data.len()
    }

    fn npy(&self, out: &mut dyn Write) -> io::Result<()> {
        npy("<f4", &self.shape, self.data.iter().map(|x| x.to_le_bytes()), out)
    }
}

impl Parts {
    fn new(animation: &Animation) -> Self {
        let (dim, frames) = (animation.dim, animation.times.len());
        let [coordinates, velocities, actuation, posterior] =
            animation.rows().map(|(name, rows)| {
                let shape = vec![frames, rows.first().map_or(0, Vec::len)];
                (name, Array { shape, data: rows.concat() })
            });
        let times = Array { shape: vec![frames], data: animation.times.clone() };
        let surface = &animation.surface;
        let places = animation.positions.iter().flatten().flat_map(|p| &p[..dim]);
        Parts {
            reals: [("times", times), coordinates, velocities, actuation, posterior],
            positions: Singles {
                shape: vec![frames, surface.positions.len(), dim],
                data: places.copied().collect(),
            },
            faces: Integers {
                shape: vec![surface.faces.len(), 3],
                data: surface.faces.as_flattened().iter().map(|&i| i.into()).collect(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Folder, bending};
    use super::*;
    use crate::mesh::SimplexMesh;
    use crate::mesh::shapes::grid;
    use crate::progress::Silent;
    use safetensors::SafeTensors;

    #[test]
    fn both_formats_hold_all_numbers_of_the_motion() {
        for sides in [&[3, 2][..], &[3, 2, 2]] {
            let dim = sides.len();
            let mesh = SimplexMesh::new(grid(sides, &vec![1.0; dim])).unwrap();
            let animation = Animation {
                coordinates: (0..4).map(|f| vec![f64::from(f), -0.5]).collect(),
                velocities: (0..4).map(|f| vec![0.1 * f64::from(f), 2.0]).collect(),
                posterior: vec![vec![0.25, 0.25, 0.5]; 4],
                ..bending(&mesh, 4)
            };
            let folder = Folder::new(&format!("arrays-{dim}"));
            let [npz, tensors] = ["a.npz", "a.safetensors"].map(|name| folder.0.join(name));
            animation.write(&npz, &Silent).unwrap();
            animation.write(&tensors, &Silent).unwrap();
            let (n, f) = (animation.surface.positions.len(), animation.surface.faces.len());
            let bytes = std::fs::read(&tensors).unwrap();
            let tensors = SafeTensors::deserialize(&bytes).unwrap();
            let places: Vec<f64> = animation
                .positions
                .iter()
                .flatten()
                .flat_map(|p| p[..dim].iter().map(|x| f64::from(*x)))
                .collect();
            let corners: Vec<f64> =
                animation.surface.faces.as_flattened().iter().map(|&i| f64::from(i)).collect();
            for (name, kind, shape, data) in [
                ("times", Dtype::F64, vec![4], animation.times.clone()),
                ("coordinates", Dtype::F64, vec![4, 2], animation.coordinates.concat()),
                ("velocities", Dtype::F64, vec![4, 2], animation.velocities.concat()),
                ("actuation", Dtype::F64, vec![4, 0], vec![]),
                ("posterior", Dtype::F64, vec![4, 3], animation.posterior.concat()),
                ("positions", Dtype::F32, vec![4, n, dim], places),
                ("faces", Dtype::I64, vec![f, 3], corners),
            ] {
                let array = Array::read(&npz, Some(name)).unwrap();
                assert_eq!((&array.shape, &array.data), (&shape, &data), "{name}");
                let tensor = tensors.tensor(name).unwrap();
                assert_eq!((tensor.dtype(), tensor.shape()), (kind, &shape[..]), "{name}");
                let bytes = tensor.data();
                let read: Vec<f64> = match kind {
                    Dtype::F64 => {
                        bytes.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect()
                    }
                    Dtype::F32 => {
                        bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b).into()).collect()
                    }
                    _ => {
                        bytes.as_chunks().0.iter().map(|b| i64::from_le_bytes(*b) as f64).collect()
                    }
                };
                assert_eq!(read, data, "{name}");
            }
        }
    }
}
