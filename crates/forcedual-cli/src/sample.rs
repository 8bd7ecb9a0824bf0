//! `forcedual sample`: forces drawn from a scene's prior, and what they do.

use crate::args::Sample;
use crate::extent;
use crate::open;
use crate::output::{Output, counted};
use crate::progress::Bars;
use crate::target;
use forcedual::array::{Array, Integers, write_npz};
use forcedual::body::Body;
use forcedual::linalg::{Mat, column, column_mut};
use forcedual::mesh::display::{Display, coarse, far_out};
use forcedual::mesh::geometry::cell_size;
use forcedual::mesh::io::Carried;
use forcedual::mesh::{RawMesh, io};
use forcedual::progress::Progress;
use forcedual::scene::SceneFile;
use forcedual::subspace::RotationStrain;
use forcedual::{Code, Error, Result};
use std::path::{Path, PathBuf};

/// Numbers in all forces together, at most.
const MOST: usize = 1 << 28;

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
    let own = scene.surface_file().filter(|_| matches!(format, Format::Surface));
    let file = args.surface.as_ref().or(own.as_ref());
    let carried = match file.map(|file| Carried::read(file)).transpose() {
        // a drawing of lines
        Err(e) if e.code == Code::MeshEmpty && args.surface.is_none() => None,
        other => other?,
    };
    let work = || {
        let (body, mut warnings) = extent::body(&scene, bars)?;
        if count.saturating_mul(body.dofs()) > MOST {
            return Err(Error::new(
                Code::Array,
                format!("{count} forces on this body are too many to hold"),
            )
            .help(format!("draw at most {}", MOST / body.dofs())));
        }
        let lin = scene.linearise(&body, bars)?;
        let prior = scene.prior(&lin)?;
        bars.stage("sample", count);
        let forces = prior.draw(count, args.seed);
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
        bars.stage("write", 0);
        match format {
            Format::Numpy | Format::Mesh => {
                format.write(&args.output, body.mesh.raw(), &forces, &displacements)?;
            }
            Format::Surface => {
                bars.stage("write", count);
                let (surface, unit) = match carried {
                    Some(surface) => (surface, scene.scene().mesh.unit.unwrap_or(1.0)),
                    None => (Carried::from_display(&display(&scene, &body)?)?, 1.0),
                };
                let (surface, whole) = surface.finer(cell_size(&body.mesh) / unit);
                let bound = surface.bind(&body.mesh, unit)?;
                if let Some(file) = file {
                    warnings.extend(far_out(&body.mesh, bound.farthest()));
                    warnings.extend(io::materials_left_out(file)?);
                    warnings.extend(io::unusable_files(file)?);
                }
                warnings.extend((!whole).then(coarse));
                for j in 0..count {
                    forcedual::progress::check(bars)?;
                    bound.write(&numbered(&args.output, j), column(displacements.as_ref(), j))?;
                    bars.advance(j + 1);
                }
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

/// The surface to look at of a scene that names no file for it.
fn display(scene: &SceneFile, body: &Body) -> Result<Display> {
    let attached = scene.surface(&body.mesh)?.0.ok_or_else(|| {
        Error::new(Code::Scene, "the scene has no surface to write")
            .help("name one: `--surface cat.obj`, or `display = \"cat.obj\"` in the scene's [mesh]")
    })?;
    Ok(attached.display)
}

/// `out.obj` with a number: `out_3.obj`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}_{number}.obj"))
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
