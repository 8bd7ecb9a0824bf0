//! `forcedual render`: pictures of meshes, scenes and models.

use crate::args::Render;
use crate::output::{Output, percent, small_percent};
use crate::progress::Bars;
use crate::target;
use forcedual::array::Array;
use forcedual::export::Model;
use forcedual::export::render::{
    Camera, Drawing, Field, Image, Look, Style, Subject, Up, mode, render, render_sheet,
    rms_displacement, weight,
};
use forcedual::mesh::io;
use forcedual::scene::SceneFile;
use forcedual::{Code, Error, Result};
use std::path::Path;

/// Draws and writes.
pub fn run(args: &Render, out: &Output, bars: &Bars) -> Result<()> {
    target::check(&args.output, &args.input)?;
    target::check_extension(&args.output, &["png"])?;
    let (subject, model) = read(&args.input, bars)?;
    let image = draw(args, &subject, model.as_ref())?;
    image.write_png(&args.output)?;
    out.text(&format!(
        "Wrote {} by {} pixels to {}\n",
        image.width(),
        image.height(),
        args.output.display()
    ))
}

/// What there is to draw, and the model it comes from.
fn read(path: &Path, bars: &Bars) -> Result<(Subject, Option<Model>)> {
    let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
    let subject = match extension.to_str() {
        Some("safetensors") => {
            let model = Model::read(path)?;
            return Ok((Subject::from_model(&model)?, Some(model)));
        }
        Some("toml" | "json") => {
            let body = SceneFile::read(path)?.body(bars);
            bars.finish();
            let (body, _) = body?;
            Subject::from_mesh(&body.mesh).map(|s| s.with_held(&body.held))
        }
        Some("stl" | "ply" | "off") => Subject::from_surface(&io::read_surface(path)?),
        // an OBJ file holds a plane mesh or a surface
        Some("obj") => match io::read(path) {
            Ok(mesh) => Subject::from_raw(&mesh),
            Err(e) if e.code == Code::Format => Subject::from_surface(&io::read_surface(path)?),
            Err(e) => Err(e),
        },
        _ => Subject::from_raw(&io::read(path)?),
    };
    Ok((subject.map_err(|e| e.file(path))?, None))
}

fn draw(args: &Render, subject: &Subject, model: Option<&Model>) -> Result<Image> {
    let mut camera = if subject.dim() == 2 { Camera::planar() } else { Camera::default() };
    camera.up = if args.up == "z" && subject.dim() == 3 { Up::Z } else { Up::Y };
    if let Some(view) = &args.view {
        camera = camera.looking(view)?;
    }
    let style = Style {
        size: args.size,
        shadows: !args.plain,
        background: args.background,
        ..Style::default()
    };
    let look = look(args, subject, model)?;
    let titled = |mut drawing: Drawing| {
        drawing.caption = args.caption.clone();
        drawing
    };
    match (args.mode, &args.modes) {
        (Some(k), _) => {
            let drawing = shown(args, subject, modes_of(model)?, k, look)?;
            render(&titled(drawing), &camera, &style)
        }
        (None, Some(range)) => {
            let model = modes_of(model)?;
            let drawings: Result<Vec<Drawing>> = range
                .clone()
                .map(|k| {
                    let mut drawing = shown(args, subject, model, k, look.clone())?;
                    drawing.caption = Some(caption(model, k));
                    Ok(drawing)
                })
                .collect();
            render_sheet(&drawings?, &camera, &style)
        }
        (None, None) => render(&titled(subject.drawing(&look)?), &camera, &style),
    }
}

fn modes_of(model: Option<&Model>) -> Result<&Model> {
    model.ok_or_else(|| {
        Error::new(Code::Modes, "only models have modes")
            .help("name a .safetensors file that `forcedual design` wrote")
    })
}

/// A mode: displaced, or painted where it is a skinning weight.
fn shown(
    args: &Render,
    subject: &Subject,
    model: &Model,
    k: usize,
    mut look: Look,
) -> Result<Drawing> {
    if model.weights.is_some() {
        look.field = Some(Field { values: weight(model, k)?, label: format!("weight {k}") });
    } else {
        let displacement = mode(model, k)?;
        let scale = args.scale.unwrap_or_else(|| subject.fitting_scale(&displacement));
        look.displacement = Some(displacement.into_iter().map(|u| scale * u).collect());
        look.ghost = args.ghost;
    }
    subject.drawing(&look)
}

/// `mode 3: 12.5%`, the share of the motion where it is known.
fn caption(model: &Model, k: usize) -> String {
    let what = if model.weights.is_some() { "weight" } else { "mode" };
    match model.eigenvalues.get(k - 1) {
        Some(value) if model.weights.is_none() && model.certificate.trace > 0.0 => {
            let share = value / model.certificate.trace;
            let share = if share < 0.999 { small_percent(share) } else { percent(share) };
            format!("{what} {k}: {share}")
        }
        _ => format!("{what} {k}"),
    }
}

fn look(args: &Render, subject: &Subject, model: Option<&Model>) -> Result<Look> {
    let mut look = Look { wireframe: args.wireframe, ..Look::default() };
    if let Some((axis, at)) = args.cut {
        if axis >= subject.dim() {
            return Err(Error::new(Code::Selection, "a planar body has no z axis to cut"));
        }
        let [low, high] = subject.bounds();
        let at = if at.share { low[axis] + at.value * (high[axis] - low[axis]) } else { at.value };
        look.cut = Some((axis, at));
    }
    if let Some(name) = &args.field {
        look.field = Some(field(name, args.unit.as_deref(), subject, model)?);
    }
    if let Some(path) = &args.arrows {
        let shape = (Some(subject.vertex_count()), Some(subject.dim()));
        let forces = Array::read(path, None)?.matrix(shape.0, shape.1, "the forces");
        look.forces = Some(forces.map_err(|e| e.file(path))?.data);
    }
    Ok(look)
}

/// A field by its name, or from a NumPy file.
fn field(
    name: &str,
    unit: Option<&str>,
    subject: &Subject,
    model: Option<&Model>,
) -> Result<Field> {
    let axis = ["x", "y", "z"].iter().position(|a| *a == name);
    let (values, label, own_unit) = match (name, model) {
        _ if axis.is_some_and(|a| a < subject.dim()) => {
            (subject.coordinates(axis.unwrap_or(0)), name.to_owned(), "m")
        }
        ("mass", Some(model)) => (model.mass.clone(), "mass".to_owned(), "kg"),
        ("rms", Some(model)) => (rms_displacement(model)?, "rms displacement".to_owned(), "m"),
        _ if Path::new(name).extension().is_some_and(|e| e == "npy" || e == "npz") => {
            let path = Path::new(name);
            let array = Array::read(path, None)?;
            let count = array.data.len();
            let values = array.vector(count, "the field").map_err(|e| e.file(path))?;
            let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
            (values, stem.unwrap_or_default(), "")
        }
        _ => {
            return Err(Error::new(Code::Array, format!("there is no field `{name}`")).help(
                "name x, y, z, for models mass or rms, or a .npy file with a number per vertex or cell",
            ));
        }
    };
    let label = match unit.unwrap_or(own_unit) {
        "" => label,
        unit => format!("{label}, {unit}"),
    };
    Ok(Field { values, label })
}
