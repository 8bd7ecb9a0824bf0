//! `forcedual sample`: forces drawn from a scene's prior, and what they do.

use crate::args::Sample;
use crate::extent;
use crate::open;
use crate::output::{Output, counted};
use crate::progress::Bars;
use crate::target;
use forcedual::array::{Array, Integers, write_npz};
use forcedual::linalg::{Mat, column, column_mut};
use forcedual::mesh::{RawMesh, io};
use forcedual::progress::Progress;
use forcedual::scene::numbered;
use forcedual::subspace::RotationStrain;
use forcedual::{Code, Error, Result};
use std::path::Path;

/// Draws, solves and writes.
pub fn run(args: &Sample, out: &Output, bars: &Bars) -> Result<()> {
    target::check(&args.output, &args.scene)?;
    let format = match &args.surface {
        Some(surface) => {
            target::check(&args.output, surface)?;
            target::check_extension(&args.output, &["obj"])?;
            Format::Surface
        }
        None => Format::of(&args.output)?,
    };
    let count = args.count as usize;
    let scene = open::scene(&args.scene, bars)?;
    target::check_inputs(&[&args.output], &scene)?;
    let skin = match format {
        Format::Surface => Some(scene.skin(args.surface.as_deref())?),
        _ => None,
    };
    let work = || {
        let (body, mut warnings) = extent::body(&scene, bars)?;
        let lin = scene.linearise(&body, bars)?;
        let prior = scene.prior(&lin)?;
        let forces = prior.draw_watched(count, args.seed, bars)?;
        let mut displacements = lin.solve_watched(forces.clone(), bars)?;
        if args.large {
            bars.stage("reconstruct", count);
            let reconstruction = RotationStrain::new(&body)?;
            for j in 0..count {
                let large = reconstruction.reconstruct(column(displacements.as_ref(), j))?;
                column_mut(displacements.as_mut(), j).copy_from_slice(&large);
                forcedual::progress::check(bars)?;
                bars.advance(j + 1);
            }
        }
        match skin {
            Some(skin) => {
                let moved = (0..count).map(|j| column(displacements.as_ref(), j));
                warnings.extend(skin.write(&args.output, &body.mesh, moved, bars)?);
            }
            None => {
                bars.stage("write", 0);
                format.write(&args.output, body.mesh.raw(), &forces, &displacements)?;
            }
        }
        Ok(warnings)
    };
    let result = work();
    bars.finish();
    let warnings = result?;
    out.text(&match format {
        Format::Surface => format!(
            "Wrote {} to {} and so on\n",
            counted(count, "deformed surface"),
            numbered(&args.output, 0).display()
        ),
        _ => format!(
            "Wrote {} to {}\n",
            counted(count, "draw of force and displacement"),
            args.output.display()
        ),
    })?;
    out.warnings(&warnings);
    Ok(())
}

#[derive(Clone, Copy)]
enum Format {
    Numpy,
    Mesh,
    Surface,
}

impl Format {
    fn of(path: &Path) -> Result<Self> {
        let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
        match extension.to_str() {
            Some("npz") => Ok(Format::Numpy),
            Some("vtu" | "vtk" | "msh") => Ok(Format::Mesh),
            Some("obj") => Ok(Format::Surface),
            _ => Err(Error::new(
                Code::UnknownFormat,
                format!("cannot write forces to {}", path.display()),
            )
            .help("name a .npz, .vtu, .vtk, .msh or .obj file")),
        }
    }

    fn write(self, path: &Path, mesh: &RawMesh, forces: &Mat, displacements: &Mat) -> Result<()> {
        let (dim, count) = (mesh.dim, forces.ncols());
        let n = mesh.positions.len() / dim;
        match self {
            Format::Numpy => {
                let stacked = |a: &Mat| Array {
                    shape: vec![count, n, dim],
                    data: (0..count).flat_map(|j| column(a.as_ref(), j)).copied().collect(),
                };
                let vertices = Array { shape: vec![n, dim], data: mesh.positions.clone() };
                let cells = Integers {
                    shape: vec![mesh.cells.len() / (dim + 1), dim + 1],
                    data: mesh.cells.iter().map(|&i| i64::from(i)).collect(),
                };
                write_npz(
                    path,
                    &[
                        ("forces", &stacked(forces)),
                        ("displacements", &stacked(displacements)),
                        ("vertices", &vertices),
                        ("cells", &cells),
                    ],
                )
            }
            Format::Mesh | Format::Surface => {
                let mut fields = Vec::new();
                for j in 0..count {
                    for (name, a) in [("force", forces), ("displacement", displacements)] {
                        fields.push(io::Field {
                            name: format!("{name}_{j}"),
                            on: io::On::Vertices,
                            components: dim,
                            data: column(a.as_ref(), j).to_vec(),
                        });
                    }
                }
                io::write(path, mesh, &fields)
            }
        }
    }
}
