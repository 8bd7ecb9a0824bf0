//! `forcedual render`: pictures of meshes, scenes and models.

use crate::args::Render;
use crate::extent;
use crate::mesh::announce_file;
use crate::output::Output;
use crate::progress::Bars;
use crate::target;
use forcedual::Result;
use forcedual::export::picture::{Picture, Sitter};
use forcedual::scene::{Role, SceneFile};

/// Draws and writes.
pub fn run(args: &Render, out: &Output, bars: &Bars) -> Result<()> {
    target::check(&args.output, &args.input)?;
    target::check_extension(&args.output, &["png"])?;
    let picture = Picture {
        mode: args.mode,
        modes: args.modes.clone(),
        frame: args.frame.clone(),
        scale: args.scale,
        ghost: args.ghost,
        field: args.field.clone(),
        unit: args.unit.clone(),
        arrows: args.arrows.clone(),
        cells: args.cells,
        wireframe: args.wireframe,
        cut: args.cut,
        view: args.view.clone(),
        z_up: args.up == "z",
        size: args.size,
        background: args.background,
        caption: args.caption.clone(),
        plain: args.plain,
    };
    let sitter = sitter(args, picture.shows_cells(), bars)?;
    let image = sitter.draw(&picture, bars)?;
    image.write_png(&args.output)?;
    out.warnings(&sitter.warnings());
    if sitter.animated {
        let rest = format!("{} is drawn at rest: its motion is not played", args.input.display());
        out.warnings(&[rest]);
    }
    out.text(&format!(
        "Wrote {} by {} pixels to {}\n",
        image.width(),
        image.height(),
        args.output.display()
    ))
}

fn sitter(args: &Render, cells: bool, bars: &Bars) -> Result<Sitter> {
    let path = &args.input;
    match Role::of(path)? {
        Role::Scene => {}
        Role::Surface | Role::Drawing => {
            announce_file(path, bars)?;
            return Sitter::read(path, cells);
        }
        Role::Mesh | Role::Model => return Sitter::read(path, cells),
    }
    let scene = SceneFile::read(path)?;
    let sitter = extent::body(&scene, bars)
        .and_then(|(body, _)| Sitter::scene(&scene, &body, cells, bars).map_err(|e| e.file(path)));
    bars.finish();
    sitter
}
