//! `forcedual shapes`: the built-in shapes, in words and pictures.

use crate::args::Shapes;
use crate::output::{Output, Table, counted};
use crate::progress::Bars;
use crate::target;
use forcedual::error::did_you_mean;
use forcedual::export::render::{Camera, Drawing, Image, Look, Style, Subject, render};
use forcedual::mesh::display::{Attached, Follower};
use forcedual::mesh::shapes::{ShapeSpec, names};
use forcedual::mesh::stuffing::{Size, Stuffing, stuff};
use forcedual::mesh::zoo::{Creature, Kind};
use forcedual::mesh::{SimplexMesh, io};
use forcedual::progress::{Progress, Quiet, check};
use forcedual::{Code, Error, Result};
use std::path::Path;

/// Cells behind a picture in the plane and in space.
const PICTURE_CELLS: [usize; 2] = [2_000, 8_000];
/// Columns of the picture of all creatures.
const COLUMNS: usize = 5;

/// Lists, describes or draws.
pub fn run(args: &Shapes, out: &Output, bars: &Bars) -> Result<()> {
    let chosen: Vec<Shape> = match &args.name {
        Some(name) => vec![found(name)?],
        None => all(),
    };
    if let Some(path) = &args.output {
        target::check(path, Path::new(""))?;
        let picture = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("png"));
        if let (Some(shape), false) = (chosen.first().filter(|_| args.name.is_some()), picture) {
            return write_mesh(shape, args, path, (out, bars));
        }
        target::check_extension(path, &["png"])?;
        if args.cells.is_some() {
            return Err(Error::new(Code::UnknownFormat, "--cells goes with a mesh, not a picture"));
        }
    }
    if let Some(folder) = &args.pictures {
        std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, &e))?;
        for shape in &chosen {
            let path = folder.join(format!("{}.png", shape.name()));
            picture(shape, args, [args.size, args.size], bars)?.write_png(&path)?;
            out.text(&format!("Wrote {}\n", path.display()))?;
        }
    }
    if let Some(path) = &args.output {
        let image = if args.name.is_some() {
            picture(&chosen[0], args, [args.size, args.size], bars)?
        } else {
            sheet(args, bars)?
        };
        image.write_png(path)?;
        out.text(&format!("Wrote {}\n", path.display()))?;
    }
    match &chosen[..] {
        _ if args.output.is_some() || args.pictures.is_some() => Ok(()),
        [one] => out.plain(&described(one)),
        _ => out.plain(&listed()),
    }
}

/// A built-in shape.
enum Shape {
    Structured(&'static str, &'static str),
    Creature(Creature),
}

impl Shape {
    fn name(&self) -> &'static str {
        match self {
            Shape::Structured(name, _) => name,
            Shape::Creature(creature) => creature.name,
        }
    }

    fn spec(&self, cells: Option<u32>) -> Result<ShapeSpec> {
        let name = self.name();
        let shape = serde_json::from_value(name.into())
            .map_err(|e| Error::new(Code::Scene, format!("no shape {name}: {e}")))?;
        let cells = cells.map(|cells| cells as usize);
        Ok(ShapeSpec { shape, size: None, cells, cavities: None })
    }
}

/// Writes the mesh of a shape and says what its labels mean.
fn write_mesh(
    shape: &Shape,
    args: &Shapes,
    path: &Path,
    (out, bars): (&Output, &Bars),
) -> Result<()> {
    let (mesh, warnings) = shape.spec(args.cells)?.build_telling(bars)?;
    io::write(path, &mesh, &[])?;
    let mut table = Table::default();
    for (label, name) in (1..).zip(&mesh.regions) {
        let count = mesh.cell_labels.iter().filter(|l| **l == label).count();
        table.row(&format!("label {label}"), format!("{name}, {}", counted(count, "cell")));
    }
    out.text(&format!("{}Wrote {}\n", table.text(), path.display()))?;
    out.warnings(&warnings);
    Ok(())
}

fn all() -> Vec<Shape> {
    let structured = names().iter().map(|(name, about)| Shape::Structured(name, about));
    structured.chain(Kind::ALL.iter().map(|k| Shape::Creature(k.creature()))).collect()
}

fn found(name: &str) -> Result<Shape> {
    all().into_iter().find(|shape| shape.name() == name).ok_or_else(|| {
        let names: Vec<&str> = all().iter().map(Shape::name).collect();
        Error::new(Code::Scene, format!("there is no built-in shape `{name}`")).help(format!(
            "{}the built-in shapes are {}",
            did_you_mean(name, &names),
            names.join(", ")
        ))
    })
}

fn listed() -> String {
    let mut text = String::from("Structured shapes\n");
    for (name, about) in names() {
        text += &format!("  {name:<20} {about}\n");
    }
    text += "\nCreatures, with named regions and a scene of their own\n";
    for creature in Kind::ALL.iter().map(|k| k.creature()) {
        text += &format!("  {:<20} {}\n", creature.name, creature.about);
    }
    text += "\nUse one in a scene:    [mesh] shape = \"dragon\", cells = 20000\n\
             Look at one:           forcedual shapes dragon -o dragon.png\n\
             Print its scene:       forcedual example dragon > scene.toml\n";
    text
}

fn described(shape: &Shape) -> String {
    match shape {
        Shape::Structured(name, about) => format!("{name}: {about}\n"),
        Shape::Creature(creature) => {
            let (low, high) = creature.bounds();
            let size: Vec<String> =
                low.iter().zip(&high).map(|(a, b)| format!("{:.2}", b - a)).collect();
            let sculpture = creature.sculpture();
            let regions: Vec<&str> = sculpture.regions().iter().map(|r| r.name.as_str()).collect();
            format!(
                "{}: {}\nsize     {} m\nregions  {}\nscene    forcedual example {} > scene.toml\n",
                creature.name,
                creature.about,
                size.join(" x "),
                regions.join(", "),
                creature.name
            )
        }
    }
}

fn style(args: &Shapes, size: [usize; 2]) -> Style {
    Style { size, background: args.background, ..Style::default() }
}

fn picture(shape: &Shape, args: &Shapes, size: [usize; 2], bars: &Bars) -> Result<Image> {
    let (drawing, camera) = match shape {
        Shape::Creature(creature) => {
            bars.stage(&format!("drawing {}", creature.name), 0);
            portrait(creature, bars)?
        }
        Shape::Structured(..) => {
            let subject = Subject::from_raw(&shape.spec(None)?.build()?)?;
            let flat = subject.dim() == 2;
            let look = Look { wireframe: true, ..Look::default() };
            let camera = if flat { Camera::planar() } else { Camera::default() };
            (subject.drawing(&look)?, camera)
        }
    };
    let camera = match &args.view {
        Some(view) => camera.looking(view)?,
        None => camera,
    };
    let image = render(&drawing, &camera, &style(args, size), &Quiet(bars));
    bars.finish();
    image
}

/// A creature with its colours, and where it looks best from.
fn portrait(creature: &Creature, bars: &Bars) -> Result<(Drawing, Camera)> {
    let planar = creature.dim() == 2;
    let size = Size::About(PICTURE_CELLS[usize::from(!planar)]);
    let stuffed = stuff(&creature.sculpture(), &Stuffing { size, graded: false }, &Quiet(bars))?;
    let mesh = SimplexMesh::new(stuffed.mesh)?;
    let (attached, _) = Attached::new(&mesh, creature.display(creature.extent(), &Quiet(bars))?)?;
    let subject = Subject::from_mesh(&mesh)?.with_surface(Follower::new(&mesh, attached)?);
    let [azimuth, elevation] = creature.view;
    let camera = match planar {
        true => Camera::planar(),
        false => Camera { azimuth, elevation, ..Camera::default() },
    };
    Ok((subject.drawing(&Look::default())?, camera))
}

/// All creatures in one picture, with their names.
fn sheet(args: &Shapes, bars: &Bars) -> Result<Image> {
    let images: Result<Vec<Image>> = Kind::ALL
        .iter()
        .enumerate()
        .map(|(k, kind)| {
            let creature = kind.creature();
            check(bars)?;
            bars.stage(&format!("drawing {}", creature.name), Kind::ALL.len());
            bars.advance(k);
            let (mut drawing, camera) = portrait(&creature, bars)?;
            drawing.caption = Some(creature.name.to_owned());
            let style = Style { letters: 0.034, ..style(args, [args.size, args.size]) };
            render(&drawing, &camera, &style, &Quiet(bars))
        })
        .collect();
    bars.finish();
    Image::grid(&images?, COLUMNS)
}
