//! Writers of triangle surfaces: OBJ, OFF, binary STL, and PLY in text.

use std::io::{self, Write};
use std::path::Path;

use super::{Surface, extension, save, unwritable};
use crate::error::{Code, Error, Result};
use crate::mesh::geometry::cross;

/// Writes triangles in the format of the file's extension. The file appears whole or not at all.
pub fn write_surface(path: &Path, surface: &Surface) -> Result<()> {
    let bytes = written(&extension(path), surface).map_err(|e| e.file(path))?;
    save(path, |out| out.write_all(&bytes))
}

/// The bytes of such a file.
pub(super) fn written(extension: &str, surface: &Surface) -> Result<Vec<u8>> {
    let (vertices, _) = counts(surface);
    if surface.dim != 3 {
        return Err(Error::new(Code::Format, "only triangles in space are written as surfaces"));
    }
    if let Some(i) = surface.facets.iter().find(|i| **i as usize >= vertices) {
        let message = format!("a triangle names vertex {i} of {vertices}");
        return Err(Error::new(Code::MeshIndex, message));
    }
    let mut out = Vec::new();
    let written = match extension {
        "obj" => obj(surface, &mut out),
        "off" => off(surface, &mut out),
        "stl" => stl(&rounded(surface)?, &mut out),
        "ply" => ply(surface, &mut out),
        _ => {
            let name = Path::new("_").with_extension(extension);
            return Err(unwritable(&name, "surfaces are written to .obj, .off, .stl and .ply"));
        }
    };
    written.map_err(|e| Error::io(extension, &e))?;
    Ok(out)
}

/// Rounding may move vertices by this share of the diagonal.
const COARSE: f64 = 1e-4;

fn diagonal(surface: &Surface) -> f64 {
    let side = |c: usize| {
        let along = surface.positions.iter().skip(c).step_by(3);
        let ends = along.fold([f64::MAX, f64::MIN], |[a, b], x| [a.min(*x), b.max(*x)]);
        ends[1] - ends[0]
    };
    side(0).hypot(side(1)).hypot(side(2))
}

/// A surface with the places that an STL has for it, numbers of 32 bits; refused if they are too
/// large for that, or so coarse that the surface is another.
pub fn rounded(surface: &Surface) -> Result<Surface> {
    let positions: Vec<f64> = surface.positions.iter().map(|x| f64::from(*x as f32)).collect();
    let rounded = Surface { positions, ..surface.clone() };
    let refused = |what: String| {
        let message = format!("STL has numbers of 32 bits, {what}");
        Err(Error::new(Code::Format, message)
            .help("write .ply or .obj, or move the surface to the origin"))
    };
    if let Some(x) = surface.positions.iter().find(|x| x.is_finite() && (**x as f32).is_infinite())
    {
        return refused(format!("too small for {x:e}"));
    }
    let moved = rounded.positions.iter().zip(&surface.positions).map(|(a, b)| (a - b).abs());
    let moved = moved.fold(0.0, f64::max);
    if moved > COARSE * diagonal(surface) {
        return refused(format!("which move vertices by {moved:.1e}, so far from the origin"));
    }
    let is_flat = |surface: &Surface, f: &[u32]| {
        let [a, b, c] = [f[0], f[1], f[2]].map(|i| -> [f64; 3] {
            std::array::from_fn(|k| surface.positions[3 * i as usize + k])
        });
        let [u, v] = [b, c].map(|p| -> [f64; 3] { std::array::from_fn(|k| p[k] - a[k]) });
        cross(u, v) == [0.0; 3]
    };
    let lost = |f: &&[u32]| is_flat(&rounded, f) && !is_flat(surface, f);
    match surface.facets.chunks_exact(3).filter(lost).count() {
        0 => Ok(rounded),
        n => refused(format!("too coarse for {n} of its triangles, so far from the origin")),
    }
}

fn counts(surface: &Surface) -> (usize, usize) {
    (surface.positions.len() / 3, surface.facets.len() / 3)
}

fn obj(surface: &Surface, out: &mut impl Write) -> io::Result<()> {
    for p in surface.positions.chunks_exact(3) {
        writeln!(out, "v {:?} {:?} {:?}", p[0], p[1], p[2])?;
    }
    for f in surface.facets.chunks_exact(3) {
        let [a, b, c] = [f[0], f[1], f[2]].map(|i| u64::from(i) + 1);
        writeln!(out, "f {a} {b} {c}")?;
    }
    Ok(())
}

fn off(surface: &Surface, out: &mut impl Write) -> io::Result<()> {
    let (vertices, facets) = counts(surface);
    writeln!(out, "OFF\n{vertices} {facets} 0")?;
    body(surface, out)
}

fn ply(surface: &Surface, out: &mut impl Write) -> io::Result<()> {
    let (vertices, facets) = counts(surface);
    writeln!(out, "ply\nformat ascii 1.0\nelement vertex {vertices}")?;
    ["x", "y", "z"].iter().try_for_each(|axis| writeln!(out, "property double {axis}"))?;
    writeln!(out, "element face {facets}\nproperty list uchar int vertex_indices\nend_header")?;
    body(surface, out)
}

fn body(surface: &Surface, out: &mut impl Write) -> io::Result<()> {
    for p in surface.positions.chunks_exact(3) {
        writeln!(out, "{:?} {:?} {:?}", p[0], p[1], p[2])?;
    }
    for f in surface.facets.chunks_exact(3) {
        writeln!(out, "3 {} {} {}", f[0], f[1], f[2])?;
    }
    Ok(())
}

fn stl(surface: &Surface, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&[b' '; 80])?;
    out.write_all(&(counts(surface).1 as u32).to_le_bytes())?;
    for f in surface.facets.chunks_exact(3) {
        // readers compute normals that are zero
        out.write_all(&[0; 12])?;
        for &i in f {
            for x in &surface.positions[3 * i as usize..][..3] {
                out.write_all(&(*x as f32).to_le_bytes())?;
            }
        }
        out.write_all(&[0; 2])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{read_surface, samples::Folder};
    use super::*;

    #[test]
    fn surfaces_round_trip_in_every_format() {
        let folder = Folder::new("skins");
        let surface = Surface {
            dim: 3,
            positions: vec![0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 1.0, 0.25, 1.0, 1.0, -3.0],
            facets: vec![0, 1, 2, 1, 3, 2],
        };
        for name in ["a.obj", "a.off", "a.stl", "a.ply"] {
            let path = folder.0.join(name);
            write_surface(&path, &surface).unwrap();
            assert_eq!(read_surface(&path).unwrap(), surface, "{name}");
        }
        let error = write_surface(&folder.0.join("a.glb"), &surface).unwrap_err();
        assert_eq!(error.message, "this is not written to .glb files");
        let code = |surface| write_surface(&folder.0.join("b.stl"), &surface).unwrap_err().code;
        let wrong = Surface { facets: vec![0, 1, 4], ..surface.clone() };
        assert_eq!(code(wrong), Code::MeshIndex);
        let [far, huge, near] =
            [(1.0, 1e5 + 0.003), (1e39, 0.0), (1.0, 1e3)].map(|(scale, shift)| {
                let positions = surface.positions.iter().map(|x| scale * x + shift).collect();
                Surface { positions, ..surface.clone() }
            });
        write_surface(&folder.0.join("near.stl"), &near).unwrap();
        // a triangle that is 1e-9 wide
        let sliver = Surface {
            dim: 3,
            positions: vec![1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0 + 1e-9, 1.0, 1.0, 2.0, 2.0],
            facets: vec![0, 1, 2, 0, 1, 3],
        };
        for (surface, why) in
            [(&far, "move vertices by"), (&huge, "too small"), (&sliver, "too coarse for 1")]
        {
            let error = write_surface(&folder.0.join("b.stl"), surface).unwrap_err();
            assert!(error.code == Code::Format && error.message.contains(why), "{error}");
            write_surface(&folder.0.join("b.ply"), surface).unwrap();
        }
        assert_eq!(code(Surface { dim: 2, ..surface }), Code::Format);
        assert!(!folder.0.join("b.stl").exists());
    }
}
