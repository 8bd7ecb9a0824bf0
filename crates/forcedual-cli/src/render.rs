//! `forcedual render`: pictures of meshes, scenes and models.

use crate::args::{Enlargement, Render};
use crate::extent;
use crate::mesh::announce_file;
use crate::output::{Output, percent, small_percent};
use crate::progress::Bars;
use crate::target;
use forcedual::array::Array;
use forcedual::export::Model;
use forcedual::export::render::{
    Camera, Drawing, Field, Image, Look, Style, Subject, Up, mode, render, render_sheet,
    rms_displacement, weight,
};
use forcedual::mesh::display::Follower;
use forcedual::mesh::io;
use forcedual::mesh::surface::Shape;
use forcedual::scene::{Role, SceneFile};
use forcedual::{Code, Error, Result};
use std::path::Path;

/// Draws and writes.
pub fn run(args: &Render, out: &Output, bars: &Bars) -> Result<()> {
    target::check(&args.output, &args.input)?;
    target::check_extension(&args.output, &["png"])?;
    let read = read(args, bars)?;
    let image = draw(args, &read)?;
    image.write_png(&args.output)?;
    out.warnings(&read.warnings);
    out.warnings(read.subject.warnings());
    if read.animated {
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

/// What there is to draw, and the model or the fields that come with it.
struct Read {
    subject: Subject,
    model: Option<Model>,
    fields: Vec<io::Field>,
    /// It moves in its file.
    animated: bool,
    /// What to know about files that it names.
    warnings: Vec<String>,
}

fn read(args: &Render, bars: &Bars) -> Result<Read> {
    let path = &args.input;
    if matches!(Role::of(path)?, Role::Surface | Role::Drawing) {
        announce_file(path, bars)?;
    }
    // what is inside and where cells end is seen on the cells only
    let cells = args.cells || args.cut.is_some() || args.wireframe;
    let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
    let (mut fields, mut animated, mut warnings) = (Vec::new(), false, Vec::new());
    let subject = match extension.to_str() {
        Some("safetensors") => {
            let model = Model::read(path)?;
            let subject = Subject::from_model(&model)?;
            let surface = if cells { None } else { model.follower().map_err(|e| e.file(path))? };
            let subject = dressed(subject, surface);
            return Ok(Read { subject, model: Some(model), fields, animated, warnings });
        }
        Some("toml" | "json") => {
            let scene = SceneFile::read(path)?;
            let body = extent::body(&scene, bars);
            bars.finish();
            let (body, _) = body?;
            let subject = Subject::from_mesh(&body.mesh)?.with_held(&body.held);
            let mut surface = None;
            if !cells {
                (surface, warnings) = scene.surface(&body.mesh)?;
            }
            let surface = surface.map(|s| Follower::new(&body.mesh, s)).transpose()?;
            Ok(dressed(subject, surface))
        }
        Some("gltf" | "glb") => {
            let (surface, moves) = io::read_gltf(path)?;
            animated = moves;
            warnings = io::unusable_files(path)?;
            as_seen(&surface, path)
        }
        Some("stl" | "ply" | "off") => as_seen(&io::read_surface(path)?, path),
        Some("svg" | "png") => filled(Shape::read(path, None)?),
        Some("obj") => {
            warnings = io::unusable_files(path)?;
            obj(path)
        }
        _ => {
            let (mesh, found) = io::read_with_fields(path)?;
            fields = found;
            Subject::from_raw(&mesh)
        }
    };
    let subject = subject.map_err(|e| e.file(path))?;
    Ok(Read { subject, model: None, fields, animated, warnings })
}

/// A surface with the colours and pictures of its file.
fn as_seen(surface: &io::Surface, path: &Path) -> Result<Subject> {
    Ok(Subject::from_surface(surface)?.with_display(&io::read_display(path)?))
}

/// An OBJ file holds a plane mesh, a surface or a drawing of lines.
fn obj(path: &Path) -> Result<Subject> {
    let subject = match io::read(path) {
        Ok(mesh) => Subject::from_raw(&mesh)?,
        Err(e) if matches!(e.code, Code::Format | Code::MeshEmpty) => {
            match io::read_surface(path)? {
                curve if curve.dim == 2 => return filled(Shape::of(curve)?),
                surface => Subject::from_surface(&surface)?,
            }
        }
        Err(e) => return Err(e),
    };
    Ok(subject.with_display(&io::read_display(path)?))
}

fn filled(drawing: Shape) -> Result<Subject> {
    Subject::from_raw(&drawing.looks()?)
}

fn dressed(subject: Subject, surface: Option<Follower>) -> Subject {
    match surface {
        Some(surface) => subject.with_surface(surface),
        None => subject,
    }
}

fn draw(args: &Render, read: &Read) -> Result<Image> {
    let (subject, model) = (&read.subject, read.model.as_ref());
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
    let look = look(args, read)?;
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
        look.field = Some(Field {
            values: weight(model, k)?,
            on: io::On::Vertices,
            label: "weight".to_owned(),
        });
    } else {
        let displacement = mode(model, k)?;
        let scale = match args.scale {
            None | Some(Enlargement::Auto) => subject.fitting_scale(&displacement),
            Some(Enlargement::By(factor)) => factor,
        };
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
            let share = match share {
                s if s < 1e-5 => "<0.001%".to_owned(),
                s if s < 0.99 => small_percent(s),
                s => percent(s),
            };
            format!("{what} {k}: {share}")
        }
        _ => format!("{what} {k}"),
    }
}

fn look(args: &Render, read: &Read) -> Result<Look> {
    let subject = &read.subject;
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
        look.field = Some(field(name, args.unit.as_deref(), read)?);
    }
    if let Some(name) = &args.arrows {
        look.forces = Some(vectors(name, "the forces", read)?);
    }
    if let Some(frame) = &args.frame {
        let name = match frame.parse::<usize>() {
            Ok(k) => format!("displacement_{k}"),
            Err(_) => frame.clone(),
        };
        let displacement = vectors(&name, "the displacement", read)?;
        let scale = match args.scale {
            None => 1.0,
            Some(Enlargement::Auto) => subject.fitting_scale(&displacement),
            Some(Enlargement::By(factor)) => factor,
        };
        look.displacement = Some(displacement.into_iter().map(|u| scale * u).collect());
        look.ghost = args.ghost;
    }
    Ok(look)
}

fn is_array(name: &str) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|e| e.eq_ignore_ascii_case("npy") || e.eq_ignore_ascii_case("npz"))
}

/// A vector per vertex: a field of the file, or from a NumPy file.
fn vectors(name: &str, what: &str, read: &Read) -> Result<Vec<f64>> {
    let (n, dim) = (read.subject.vertex_count(), read.subject.dim());
    if is_array(name) {
        let path = Path::new(name);
        let array = Array::read(path, None)?.matrix(Some(n), Some(dim), what);
        return Ok(array.map_err(|e| e.file(path))?.data);
    }
    match read.fields.iter().find(|f| f.name == name) {
        Some(f) if f.on == io::On::Vertices && f.components >= dim => {
            Ok(f.data.chunks_exact(f.components).flat_map(|v| &v[..dim]).copied().collect())
        }
        Some(_) => {
            let message = format!("the field `{name}` is not a vector on every vertex");
            Err(Error::new(Code::Array, message))
        }
        None => Err(unknown_field(name, &read.fields, "a .npy file with a vector per vertex")),
    }
}

fn unknown_field(name: &str, fields: &[io::Field], others: &str) -> Error {
    let error = Error::new(Code::Array, format!("there is no field `{name}`"));
    if fields.is_empty() {
        return error.help(format!("name {others}; of mesh files .vtu and .vtk have fields"));
    }
    const SHOWN: usize = 12;
    let mut names: Vec<&str> = fields.iter().take(SHOWN).map(|f| f.name.as_str()).collect();
    if fields.len() > SHOWN {
        names.push("...");
    }
    error.help(format!("the file has {}; or name {others}", names.join(", ")))
}

/// A number per vertex or cell by its name, or from a NumPy file. Vectors count by their length.
fn field(name: &str, unit: Option<&str>, read: &Read) -> Result<Field> {
    let (subject, model) = (&read.subject, read.model.as_ref());
    let axis = ["x", "y", "z"].iter().position(|a| *a == name);
    let mut on = io::On::Vertices;
    let (values, label, own_unit) = match (name, model) {
        _ if axis.is_some_and(|a| a < subject.dim()) => {
            (subject.coordinates(axis.unwrap_or(0)), name.to_owned(), "m")
        }
        ("mass", Some(model)) => (model.mass.clone(), "mass".to_owned(), "kg"),
        ("rms", Some(model)) => (rms_displacement(model)?, "rms displacement".to_owned(), "m"),
        _ if is_array(name) => {
            let path = Path::new(name);
            let array = Array::read(path, None)?;
            let count = array.data.len();
            let values = array.vector(count, "the field").map_err(|e| e.file(path))?;
            on = whose(count, subject).map_err(|e| e.file(path))?;
            let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
            (values, stem.unwrap_or_default(), "")
        }
        _ => {
            let found = read.fields.iter().find(|f| f.name == name).ok_or_else(|| {
                let others = "x, y, z, for models mass or rms, or a .npy file with a number per vertex or cell";
                unknown_field(name, &read.fields, others)
            })?;
            let size = |v: &[f64]| match v {
                [x] => *x,
                _ => v.iter().map(|x| x * x).sum::<f64>().sqrt(),
            };
            on = found.on;
            let values = found.data.chunks_exact(found.components).map(size).collect();
            (values, name.to_owned(), "")
        }
    };
    let label = match unit.unwrap_or(own_unit) {
        "" => label,
        unit => format!("{label}, {unit}"),
    };
    Ok(Field { values, on, label })
}

/// Whether so many numbers are those of the vertices or of the cells.
fn whose(count: usize, subject: &Subject) -> Result<io::On> {
    let (vertices, cells) = (subject.vertex_count(), subject.cell_count());
    if count == vertices && count == cells {
        let message = format!(
            "the mesh has {count} vertices and as many cells: the field may belong to either"
        );
        return Err(Error::new(Code::Array, message)
            .help("put it into a .vtu or .vtk file, which says what it belongs to"));
    }
    Ok(if count == cells { io::On::Cells } else { io::On::Vertices })
}
