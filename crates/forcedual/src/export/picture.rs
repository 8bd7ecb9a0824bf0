//! Pictures of meshes, scenes and models, as they are asked for.

use super::Model;
use super::render::{
    Camera, Colour, Drawing, Field, Image, Look, Style, Subject, Up, mode, render, render_sheet,
    rms_displacement, weight,
};
use crate::array::Array;
use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::mesh::display::Follower;
use crate::mesh::io;
use crate::mesh::surface::Shape;
use crate::progress::{Progress, Silent};
use crate::scene::SceneFile;
use crate::text::{percent, small_percent};
use std::ops::RangeInclusive;
use std::path::Path;

/// How much deformations are enlarged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Enlargement {
    /// As suits the size of the body.
    Auto,
    /// By this factor.
    By(f64),
}

impl Enlargement {
    /// Reads `auto` or a factor.
    pub fn parse(text: &str) -> Option<Self> {
        match text.parse::<f64>() {
            _ if text == "auto" => Some(Enlargement::Auto),
            Ok(factor) if factor.is_finite() => Some(Enlargement::By(factor)),
            _ => None,
        }
    }
}

/// Where a cut is, along its axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CutAt {
    /// A coordinate in m, or a share of the extent.
    pub value: f64,
    /// It is a share.
    pub share: bool,
}

impl CutAt {
    /// Reads `x=0.5` or `x=50%`: the axis, and where.
    pub fn parse(text: &str) -> Option<(usize, Self)> {
        let (axis, at) = text.split_once('=')?;
        let axis = ["x", "y", "z"].iter().position(|a| *a == axis.trim())?;
        let (number, share) = match at.trim().strip_suffix('%') {
            Some(number) => (number, true),
            None => (at.trim(), false),
        };
        let value: f64 = number.trim().parse().ok()?;
        let value = if share { value / 100.0 } else { value };
        value.is_finite().then_some((axis, CutAt { value, share }))
    }
}

/// What a picture shows, and how.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// A mode of a model, counted from 1.
    pub mode: Option<usize>,
    /// Several modes side by side instead.
    pub modes: Option<RangeInclusive<usize>>,
    /// The field or file of a displacement; a number `k` stands for `displacement_k`.
    pub frame: Option<String>,
    /// How much deformations are enlarged; modes as suits the body, others not at all by default.
    pub scale: Option<Enlargement>,
    /// Show the body at rest behind what is deformed.
    pub ghost: bool,
    /// The number per vertex or cell to colour by: a coordinate, a field, a file, `mass` or `rms`.
    pub field: Option<String>,
    /// Its unit, for the colour bar.
    pub unit: Option<String>,
    /// The field or file of arrows.
    pub arrows: Option<String>,
    /// Draw the cells, not the surface that follows them.
    pub cells: bool,
    /// Draw the cells and their edges.
    pub wireframe: bool,
    /// Leave out what is beyond a place on an axis.
    pub cut: Option<(usize, CutAt)>,
    /// From where it is seen, see [`Camera::looking`].
    pub view: Option<String>,
    /// Does the z axis point up, instead of y?
    pub z_up: bool,
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// The colour behind; transparent where there is none.
    pub background: Option<Colour>,
    /// A line of text below.
    pub caption: Option<String>,
    /// Without shadows.
    pub plain: bool,
}

impl Picture {
    /// Are cells drawn, not a surface that follows them? What is inside and where cells end is seen on
    /// the cells only.
    pub fn shows_cells(&self) -> bool {
        self.cells || self.cut.is_some() || self.wireframe
    }
}

/// What there is to draw, and the model or the fields that come with it.
pub struct Sitter {
    subject: Subject,
    model: Option<Model>,
    /// Numbers and vectors on vertices and cells, by name.
    pub fields: Vec<io::Field>,
    /// Does it move in its file?
    pub animated: bool,
    /// What to know about files that it names.
    warnings: Vec<String>,
}

impl Sitter {
    fn of(subject: Subject) -> Self {
        Sitter { subject, model: None, fields: Vec::new(), animated: false, warnings: Vec::new() }
    }

    /// A model, as its cells or its surface.
    pub fn model(model: Model, cells: bool) -> Result<Self> {
        let surface = if cells { None } else { model.follower()? };
        let subject = dressed(Subject::from_model(&model)?, surface);
        Ok(Sitter { model: Some(model), ..Sitter::of(subject) })
    }

    /// The body of a scene, as its cells or its surface.
    pub fn scene(
        scene: &SceneFile,
        body: &Body,
        cells: bool,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let subject = Subject::from_mesh(&body.mesh)?.with_held(&body.held);
        let (surface, warnings) =
            if cells { (None, Vec::new()) } else { scene.surface(&body.mesh, progress)? };
        let surface = surface.map(|s| Follower::new(&body.mesh, s)).transpose()?;
        Ok(Sitter { warnings, ..Sitter::of(dressed(subject, surface)) })
    }

    /// Reads a model, mesh, surface or drawing.
    pub fn read(path: &Path, cells: bool) -> Result<Self> {
        let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
        let within = |e: Error| e.file(path);
        let subject = match extension.to_str() {
            Some("safetensors") => {
                return Sitter::model(Model::read(path)?, cells).map_err(within);
            }
            Some("gltf" | "glb") => {
                let (surface, animated) = io::read_gltf(path)?;
                let subject = as_seen(&surface, path).map_err(within)?;
                let warnings = io::unusable_files(path)?;
                return Ok(Sitter { animated, warnings, ..Sitter::of(subject) });
            }
            Some("stl" | "ply" | "off") => as_seen(&io::read_surface(path)?, path),
            Some("svg" | "png") => filled(Shape::read(path, None)?),
            Some("obj") => {
                let warnings = io::unusable_files(path)?;
                return Ok(Sitter { warnings, ..Sitter::of(obj(path).map_err(within)?) });
            }
            _ => {
                let (mesh, fields) = io::read_with_fields(path)?;
                let subject = Subject::from_raw(&mesh).map_err(within)?;
                return Ok(Sitter { fields, ..Sitter::of(subject) });
            }
        };
        subject.map(Sitter::of).map_err(within)
    }

    /// What to know about it: files that it names and pictures that cannot be used.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.iter().chain(self.subject.warnings()).cloned().collect()
    }

    /// Adds numbers or vectors by a name, on the vertices or, where there are as many of those, on the cells.
    pub fn add_field(&mut self, name: &str, components: usize, data: Vec<f64>) -> Result<()> {
        let count = data.len() / components.max(1);
        let on = whose(count, &self.subject)?;
        self.fields.push(io::Field { name: name.to_owned(), on, components, data });
        Ok(())
    }

    /// Draws the picture.
    pub fn draw(&self, picture: &Picture, progress: &dyn Progress) -> Result<Image> {
        let (subject, model) = (&self.subject, self.model.as_ref());
        let mut camera = if subject.dim() == 2 { Camera::planar() } else { Camera::default() };
        camera.up = if picture.z_up && subject.dim() == 3 { Up::Z } else { Up::Y };
        if let Some(view) = &picture.view {
            camera = camera.looking(view)?;
        }
        let style = Style {
            size: picture.size,
            shadows: !picture.plain,
            background: picture.background,
            ..Style::default()
        };
        check_deformed(picture, model)?;
        let look = look(picture, self)?;
        let titled = |mut drawing: Drawing| {
            drawing.caption = picture.caption.clone();
            drawing
        };
        match (picture.mode, &picture.modes) {
            (Some(k), _) => {
                let drawing = shown(picture, subject, modes_of(model)?, k, look)?;
                render(&titled(drawing), &camera, &style, progress)
            }
            (None, Some(range)) => {
                let model = modes_of(model)?;
                let drawings: Result<Vec<Drawing>> = range
                    .clone()
                    .map(|k| {
                        let mut drawing = shown(picture, subject, model, k, look.clone())?;
                        drawing.caption = Some(caption(model, k));
                        Ok(drawing)
                    })
                    .collect();
                render_sheet(&drawings?, &camera, &style, progress)
            }
            (None, None) => render(&titled(subject.drawing(&look)?), &camera, &style, progress),
        }
    }
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
    Subject::from_raw(&drawing.looks(&Silent)?)
}

fn dressed(subject: Subject, surface: Option<Follower>) -> Subject {
    match surface {
        Some(surface) => subject.with_surface(surface),
        None => subject,
    }
}

fn modes_of(model: Option<&Model>) -> Result<&Model> {
    model.ok_or_else(|| {
        Error::new(Code::Modes, "only models have modes")
            .help("name a .safetensors file that `forcedual design` wrote")
    })
}

/// Refuses what is only for deformed bodies where nothing is deformed.
fn check_deformed(picture: &Picture, model: Option<&Model>) -> Result<()> {
    let option = match (picture.ghost, picture.scale) {
        (true, _) => "the body at rest (ghost)",
        (false, Some(_)) => "a scale of deformations",
        (false, None) => return Ok(()),
    };
    let mode = picture.mode.is_some() || picture.modes.is_some();
    let weights = mode && model.is_some_and(|model| model.weights.is_some());
    if weights {
        let message = format!("skinning weights are painted, not deformed: {option} has no use");
        return Err(Error::new(Code::Modes, message)
            .help("leave it out; `forcedual design --kind displacement` makes modes that deform"));
    }
    if !mode && picture.frame.is_none() {
        let message = format!("nothing is deformed: {option} has no use");
        let help = "leave it out, or show a mode of a model (mode) or a displacement (frame)";
        return Err(Error::new(Code::Modes, message).help(help));
    }
    Ok(())
}

/// A mode: displaced, or painted where it is a skinning weight.
fn shown(
    picture: &Picture,
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
        let scale = match picture.scale {
            None | Some(Enlargement::Auto) => subject.fitting_scale(&displacement),
            Some(Enlargement::By(factor)) => factor,
        };
        look.displacement = Some(displacement.into_iter().map(|u| scale * u).collect());
        look.ghost = picture.ghost;
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

fn look(picture: &Picture, sitter: &Sitter) -> Result<Look> {
    let subject = &sitter.subject;
    let mut look = Look { wireframe: picture.wireframe, ..Look::default() };
    if let Some((axis, at)) = picture.cut {
        if axis >= subject.dim() {
            return Err(Error::new(Code::Selection, "a planar body has no z axis to cut"));
        }
        let [low, high] = subject.bounds();
        let at = if at.share { low[axis] + at.value * (high[axis] - low[axis]) } else { at.value };
        look.cut = Some((axis, at));
    }
    if let Some(name) = &picture.field {
        look.field = Some(field(name, picture.unit.as_deref(), sitter)?);
    }
    if let Some(name) = &picture.arrows {
        look.forces = Some(vectors(name, "the forces", sitter)?);
    }
    if let Some(frame) = &picture.frame {
        let name = match frame.parse::<usize>() {
            Ok(k) => format!("displacement_{k}"),
            Err(_) => frame.clone(),
        };
        let displacement = vectors(&name, "the displacement", sitter)?;
        let scale = match picture.scale {
            None => 1.0,
            Some(Enlargement::Auto) => subject.fitting_scale(&displacement),
            Some(Enlargement::By(factor)) => factor,
        };
        look.displacement = Some(displacement.into_iter().map(|u| scale * u).collect());
        look.ghost = picture.ghost;
    }
    Ok(look)
}

fn is_array(name: &str) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|e| e.eq_ignore_ascii_case("npy") || e.eq_ignore_ascii_case("npz"))
}

/// A vector per vertex: a field of the file, or from a NumPy file.
fn vectors(name: &str, what: &str, sitter: &Sitter) -> Result<Vec<f64>> {
    let (n, dim) = (sitter.subject.vertex_count(), sitter.subject.dim());
    if is_array(name) {
        let path = Path::new(name);
        let array = Array::read(path, None)?.matrix(Some(n), Some(dim), what);
        return Ok(array.map_err(|e| e.file(path))?.data);
    }
    match sitter.fields.iter().find(|f| f.name == name) {
        Some(f) if f.on == io::On::Vertices && f.components >= dim => {
            Ok(f.data.chunks_exact(f.components).flat_map(|v| &v[..dim]).copied().collect())
        }
        Some(_) => {
            let message = format!("the field `{name}` is not a vector on every vertex");
            Err(Error::new(Code::Array, message))
        }
        None => Err(unknown_field(name, &sitter.fields, "a .npy file with a vector per vertex")),
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
fn field(name: &str, unit: Option<&str>, sitter: &Sitter) -> Result<Field> {
    let (subject, model) = (&sitter.subject, sitter.model.as_ref());
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
            let found = sitter.fields.iter().find(|f| f.name == name).ok_or_else(|| {
                let others = "x, y, z, for models mass or rms, or a .npy file with a number per vertex or cell";
                unknown_field(name, &sitter.fields, others)
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
