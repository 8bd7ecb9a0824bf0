//! `forcedual shapes`: the built-in shapes, in words and pictures.

use crate::args::Shapes;
use crate::output::Output;
use crate::progress::Bars;
use crate::target;
use forcedual::export::render::{
    Camera, Colour, Drawing, Finish, Image, Lines, Look, Paint, Solid, Style, Subject, render,
};
use forcedual::mesh::shapes::{ShapeKind, ShapeSpec, names};
use forcedual::mesh::zoo::sculpt::Rgb;
use forcedual::mesh::zoo::skin::Skin;
use forcedual::mesh::zoo::{Creature, Kind};
use forcedual::progress::Progress;
use forcedual::{Code, Error, Result};
use std::path::Path;

/// Cells behind a picture in the plane and in space.
const PICTURE_CELLS: [usize; 2] = [8_000, 60_000];
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
        target::check_extension(path, &["png"])?;
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
}

fn all() -> Vec<Shape> {
    let structured = names().iter().map(|(name, about)| Shape::Structured(name, about));
    structured.chain(Kind::ALL.iter().map(|k| Shape::Creature(k.creature()))).collect()
}

fn found(name: &str) -> Result<Shape> {
    all().into_iter().find(|shape| shape.name() == name).ok_or_else(|| {
        let names: Vec<&str> = all().iter().map(Shape::name).collect();
        Error::new(Code::Scene, format!("there is no built-in shape `{name}`"))
            .help(format!("the built-in shapes are {}", names.join(", ")))
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
        Shape::Creature(creature) => portrait(creature, bars)?,
        Shape::Structured(name, _) => {
            let kind: ShapeKind = serde_json::from_value((*name).into())
                .map_err(|e| Error::new(Code::Scene, format!("no shape {name}: {e}")))?;
            let spec = ShapeSpec { shape: kind, size: None, cells: None, cavities: None };
            let subject = Subject::from_raw(&spec.build()?)?;
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
    render(&drawing, &camera, &style(args, size))
}

/// A creature with its colours, and where it looks best from.
fn portrait(creature: &Creature, bars: &Bars) -> Result<(Drawing, Camera)> {
    let planar = creature.dim() == 2;
    let skin = Skin::new(
        &creature.sculpture(),
        PICTURE_CELLS[usize::from(!planar)],
        bars as &dyn Progress,
    );
    bars.finish();
    let skin = skin?;
    let colours = skin.colours.iter().map(|&[r, g, b]: &Rgb| Colour::rgb(r, g, b));
    let mut solid = Solid::new(skin.positions.clone(), skin.triangles)
        .painted(Paint::Vertices(colours.collect()));
    solid.normals = skin.normals;
    let mut drawing = Drawing { planar, ..Drawing::default() };
    let [azimuth, elevation] = creature.view;
    let mut camera = Camera { azimuth, elevation, ..Camera::default() };
    if planar {
        solid = solid.finished(Finish::Flat);
        camera = Camera::planar();
        drawing.lines.push(Lines {
            segments: skin.outline.iter().map(|e| e.map(|i| skin.positions[i as usize])).collect(),
            width: 3.0,
            colour: Colour::rgb(84, 72, 70),
            solid: 0,
        });
    }
    drawing.solids.push(solid);
    Ok((drawing, camera))
}

/// All creatures in one picture, with their names.
fn sheet(args: &Shapes, bars: &Bars) -> Result<Image> {
    let images: Result<Vec<Image>> = Kind::ALL
        .iter()
        .map(|kind| {
            let creature = kind.creature();
            let (mut drawing, camera) = portrait(&creature, bars)?;
            drawing.caption = Some(creature.name.to_owned());
            let style = Style { letters: 0.034, ..style(args, [args.size, args.size]) };
            render(&drawing, &camera, &style)
        })
        .collect();
    Image::grid(&images?, COLUMNS)
}
