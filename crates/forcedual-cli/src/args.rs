//! What can be asked for on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use forcedual::export::render::Colour;
use forcedual::mesh::io::gmsh;
use forcedual::scene::document::schema;
use forcedual::scene::simulation::SolverSpec;
use forcedual::subspace::{Method, ModeCount, SubspaceKind};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Designs subspaces for soft bodies from the forces you expect.
#[derive(Debug, Parser)]
#[command(name = "forcedual", version, after_help = TOUR, max_term_width = 100)]
pub struct Args {
    /// No progress and no summary; warnings and errors still go to standard error, and --json prints
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Without a terminal, print one line per stage
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Threads to use; results do not depend on it [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// What to do; the studio is opened where there is none
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Args {
    /// Is JSON asked for?
    pub fn json(&self) -> bool {
        match &self.command {
            Some(Command::Design(a)) => a.json,
            Some(Command::Inspect(a)) => a.json,
            Some(Command::Compare(a)) => a.json,
            Some(Command::Check(a)) => a.json,
            Some(Command::Mesh(a)) => a.json,
            Some(Command::Simulate(a)) => a.json,
            _ => false,
        }
    }
}

const TOUR: &str = "\
A tour:
  forcedual                                         the studio, in a browser, on a baby dragon
  forcedual studio cat.obj                          the same on a surface of your own
  forcedual example beam > scene.toml               start from an example, edit it
  forcedual design scene.toml -o model.safetensors  a certified subspace for its forces
  forcedual inspect model.safetensors               what is in it
  forcedual compare scene.toml                      how it fares against other subspaces
  forcedual mesh cat.obj -o cat.mesh                tetrahedra from a surface of your own

Exit codes: 0 done, 1 `check` found defects, 2 bad input, 70 a defect of the program, 130
interrupted. With --json errors are on standard output too, as
{\"error\": {\"code\": ..., \"message\": ..., ...}}, with the code `usage` for a wrong command line.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the studio: paint forces, watch modes appear and grab the body, in a browser
    #[command(after_help = "Examples:\n  \
                      forcedual studio\n  \
                      forcedual studio scene.toml\n  \
                      forcedual studio cat.obj --no-open\n\n\
                      It prints an address with a secret in it, and on a desktop opens it. Only this machine\n\
                      can reach it, unless --host names an address of it. To use it from another one, forward\n\
                      the port: ssh -L 4747:127.0.0.1:4747 MACHINE.")]
    Studio(Studio),
    /// Design the subspace of a scene and certify it
    #[command(
        after_help = "Example: forcedual design scene.toml -o model.safetensors --modes 99%\n\n\
                      The model also holds what `forcedual simulate model.safetensors` takes to play the\n\
                      scene's [simulation], for its solver."
    )]
    Design(Design),
    /// Show what a model holds and how good it is
    #[command(after_help = "Example: forcedual inspect model.safetensors --json")]
    Inspect(Inspect),
    /// Simulate a scene's body in its subspace, or play a model
    #[command(after_help = "Examples:\n  \
                      forcedual simulate scene.toml --frames 300 -o run.glb\n  \
                      forcedual simulate scene.toml --against full --report run.json\n  \
                      forcedual simulate model.safetensors -o run.glb\n\n\
                      What happens is said in the scene's [simulation]: drive, handle, collider, target,\n\
                      gravity. Where it says nothing, the body is shaken by the forces it expects.\n\
                      A model carries its scene and all that this takes: it moves the same, at once. What\n\
                      needs the cells (--against, .pvd) or another subspace needs the scene.")]
    Simulate(Simulate),
    /// Draw forces and the responses to them
    #[command(after_help = "Example: forcedual sample scene.toml -n 20 -o draws.vtu\n\n\
                      An .npz holds forces and displacements (N, n, d), vertices (n, d) and cells; a\n\
                      .vtu holds the fields force_0, displacement_0, force_1, ... on the vertices.\n\
                      With -o out.obj the scene's surface follows: out_0.obj, out_1.obj, ...")]
    Sample(Sample),
    /// Compare subspaces on forces that none has seen, against the full solve
    #[command(
        after_help = "Example: forcedual compare scene.toml --against lma,greens,pod,skinning -m 1..40\n\n\
                      The scene's own method is always there. Writes a plot (.svg) and the curves\n\
                      (.json) beside it. At equal degrees of freedom, lower is better."
    )]
    Compare(Compare),
    /// Fill a surface with tetrahedra, or a drawing with triangles
    #[command(after_help = "Example: forcedual mesh cat.obj -o cat.mesh --tets 50000\n\n\
                      Surfaces: .obj, .stl, .ply, .off, .gltf, .glb. Drawings: .svg, .png, and .obj with\n\
                      closed lines or flat faces. What is wrong with them is said and put right.\n\
                      An SVG with a physical size (width in mm, cm, in, pt, pc) is scaled to metres unless\n\
                      --unit is given; y points up. A rectangle behind everything that is as large as the\n\
                      page is left out.")]
    Mesh(Mesh),
    /// Say what is wrong with a mesh, surface or drawing, and mend it
    #[command(after_help = "Example: forcedual check part.mesh --repair -o mended.mesh\n\n\
                      Exit codes: 0 usable, 1 defects that `design` refuses, 2 cannot be read.\n\n\
                      --repair of a surface writes only if something could be mended or nothing was\n\
                      wrong, says what could not be mended, and then ends with exit code 1.")]
    Check(Check),
    /// Draw a mesh, a scene's body or a model's modes as a picture
    #[command(after_help = "Examples:\n  \
                      forcedual render part.mesh -o part.png\n  \
                      forcedual render model.safetensors -o modes.png --modes 1..8 --ghost\n  \
                      forcedual render model.safetensors -o rms.png --field rms --view iso\n  \
                      forcedual render draws.vtu -o draw.png --frame 3 --field force_3 --arrows force_3")]
    Render(Render),
    /// List the built-in shapes, draw them or write their meshes
    #[command(after_help = "Examples:\n  \
                      forcedual shapes\n  \
                      forcedual shapes dragon -o dragon.png\n  \
                      forcedual shapes dragon -o dragon.msh --cells 20000\n  \
                      forcedual shapes -o zoo.png")]
    Shapes(Shapes),
    /// List the built-in scenes, or print one to start from
    #[command(after_help = "Example: forcedual example beam > scene.toml")]
    Example(Example),
    /// Print the JSON Schema of scenes, for editors that complete and check
    #[command(after_help = "Example: forcedual schema > scene.schema.json")]
    Schema,
}

/// Arguments of `studio`.
#[derive(Debug, Default, clap::Args)]
pub struct Studio {
    /// A scene (.toml, .json), a mesh, a surface or drawing, or a model (.safetensors); a baby dragon
    /// by default
    #[arg(value_name = "SCENE|MESH|SURFACE|MODEL")]
    pub input: Option<PathBuf>,
    /// Port to listen at [default: 4747, or one that is free]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Address of this machine to listen at, so that others can reach it [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
}

/// Arguments of `design`.
#[derive(Debug, clap::Args)]
pub struct Design {
    /// The scene, .toml or .json
    pub scene: PathBuf,
    /// Where the model goes, .safetensors [default: the scene's name with .safetensors, in this folder]
    #[arg(long, short, value_name = "MODEL")]
    pub output: Option<PathBuf>,
    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write the mesh with supports, material and forces to look at, .vtu (or .vtk, .msh): fields
    /// held, young, poisson, density, and the root mean square of each force in N
    #[arg(long, value_name = "FILE.vtu")]
    pub fields: Option<PathBuf>,
    /// Print the report as JSON instead of a summary
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub subspace: Overrides,
}

/// Parts of the scene's `[subspace]` that the command line may replace.
#[derive(Debug, Default, clap::Args)]
pub struct Overrides {
    /// Modes or weights: a number, or a share of the motion such as 99%
    #[arg(long, value_name = "24|99%", value_parser = mode_count, allow_negative_numbers = true)]
    pub modes: Option<ModeCount>,
    /// What a degree of freedom is
    #[arg(long, value_parser = names::<SubspaceKind>(&schema::<SubspaceKind>()))]
    pub kind: Option<SubspaceKind>,
    /// How modes are found
    #[arg(long, value_parser = names::<Method>(&schema::<Method>()))]
    pub method: Option<Method>,
}

/// The file of a motion: a series of `.vtu` files is named by its `.pvd`.
fn motion(name: &str) -> Result<PathBuf, std::convert::Infallible> {
    let path = PathBuf::from(name);
    let series = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("vtu"));
    Ok(if series { path.with_extension("pvd") } else { path })
}

/// Arguments of `simulate`.
#[derive(Debug, clap::Args)]
pub struct Simulate {
    /// The scene, .toml or .json, or a model, .safetensors
    #[arg(value_name = "SCENE|MODEL")]
    pub input: PathBuf,
    /// Frames to make, instead of the scene's number
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub frames: Option<usize>,
    /// Where the motion goes: .glb plays anywhere, .pvd (or .vtu) a series of .vtu files for ParaView,
    /// .usda, .npz and .safetensors with coordinates, actuation and positions
    #[arg(long, short, value_name = "RUN.glb", value_parser = motion)]
    pub output: Option<PathBuf>,
    /// How steps are solved, instead of the scene's way
    #[arg(long, value_parser = names::<SolverSpec>(&schema::<SolverSpec>()))]
    pub solver: Option<SolverSpec>,
    /// Run the full body, or as many modes of linear modal analysis, on the same controls
    #[arg(long, value_name = "full|lma")]
    pub against: Option<Rivals>,
    /// Write the report as JSON: times, iterations, errors
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Print the report as JSON instead of a summary
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub subspace: Overrides,
}

/// What a simulation is measured against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Rivals {
    /// The full body
    Full,
    /// As many modes of linear modal analysis, and the full body
    Lma,
}

/// Arguments of `sample`.
#[derive(Debug, clap::Args)]
pub struct Sample {
    /// The scene, .toml or .json
    pub scene: PathBuf,
    /// How many to draw
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Where they go: .npz; .vtu, .vtk, .msh to look at the mesh; .obj, numbered, for the surface that
    /// follows it
    #[arg(
        long,
        short,
        value_name = "FILE",
        default_value = "samples.npz",
        default_value_if("surface", clap::builder::ArgPredicate::IsPresent, "samples.obj")
    )]
    pub output: PathBuf,
    /// A surface that follows the body, instead of the scene's own: written as OBJ with its texture
    /// coordinates and materials, one file per draw
    #[arg(long, value_name = "SURFACE")]
    pub surface: Option<PathBuf>,
    /// Seed of the draw
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Turn the linear displacements into large ones by rotation-strain reconstruction
    #[arg(long)]
    pub large: bool,
}

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// The scene, .toml or .json
    pub scene: PathBuf,
    /// Methods to compare with, as scenes name them; `skinning` is short for skinning-eigenmodes
    #[arg(
        long,
        value_name = "METHODS",
        value_delimiter = ',',
        default_value = "lma,greens,pod,skinning",
        value_parser = method
    )]
    pub against: Vec<Method>,
    /// Sizes to keep, both ends included: modes, or weights if the scene asks for skinning; every
    /// method gets the same number of degrees of freedom [default: 1..40, for weights 1..8]
    #[arg(short = 'm', long = "sizes", value_name = "1..40", value_parser = sizes)]
    pub sizes: Option<RangeInclusive<usize>>,
    /// Held-out forces
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub count: u32,
    /// Where the plot (.svg) or the curves (.json) go; the other goes beside it
    #[arg(long, short, value_name = "FILE", default_value = "compare.svg")]
    pub output: PathBuf,
    /// Seed of the held-out forces
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Print the curves as JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `inspect`.
#[derive(Debug, clap::Args)]
pub struct Inspect {
    /// The model, as `design` wrote it
    pub model: PathBuf,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `mesh`.
#[derive(Debug, clap::Args)]
pub struct Mesh {
    /// The surface or drawing
    pub surface: PathBuf,
    /// Where the mesh goes: .mesh, .msh, .vtk, .vtu, .node/.ele, in the plane also .obj
    /// [default: the surface's name with .mesh, in this folder]
    #[arg(long, short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// About how many tetrahedra, in the plane triangles [default: 50000, in the plane 5000]
    #[arg(long, visible_alias = "cells", value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub tets: Option<u32>,
    /// Size of a cell in m instead
    #[arg(long, value_name = "LENGTH", conflicts_with = "tets", allow_negative_numbers = true, value_parser = length)]
    pub cell: Option<f64>,
    /// Larger cells away from the surface: half as many or fewer where the body is 40 cells thick
    #[arg(long)]
    pub graded: bool,
    /// Make all cells smaller until thin parts, gaps, walls and cavities are kept, up to 16 times as many
    #[arg(long)]
    pub thin: bool,
    /// Length of the file's unit in m: 0.001 for millimetres [default: what an SVG says about its
    /// size, or 1]
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub unit: Option<f64>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// The mesh (.mesh, .msh, .vtk, .vtu, .node/.ele; in the plane also .obj), surface (.obj, .stl, .ply,
    /// .off, .gltf, .glb) or drawing (.svg, .png, .obj with lines)
    pub mesh: PathBuf,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Turn inverted cells, drop duplicate and degenerate ones, and write the result; of surfaces,
    /// turn and drop triangles and close holes
    #[arg(long, requires = "output")]
    pub repair: bool,
    /// Where the mended mesh goes
    #[arg(long, short, value_name = "OUT", requires = "repair")]
    pub output: Option<PathBuf>,
    /// Kind of a .msh that is written: 4.1, 4.1-ascii, 2.2 or 2.2-ascii
    #[arg(long, value_name = "KIND", requires = "output", value_parser = gmsh_format)]
    pub gmsh: Option<gmsh::Format>,
}

/// Arguments of `render`.
#[derive(Debug, clap::Args)]
pub struct Render {
    /// A mesh, a surface (.obj, .stl, .ply, .off, .gltf, .glb), a drawing (.svg, .png, .obj with
    /// lines), a scene, or a model
    pub input: PathBuf,
    /// Where the picture goes, .png
    #[arg(long, short, value_name = "PNG")]
    pub output: PathBuf,
    /// Show a model's mode, counted from 1: its deformation, or its skinning weight
    #[arg(long, value_name = "K", conflicts_with = "modes")]
    pub mode: Option<usize>,
    /// Show several modes side by side
    #[arg(long, value_name = "1..8", value_parser = sizes)]
    pub modes: Option<RangeInclusive<usize>>,
    /// Deform by a draw of `sample` in a .vtu or .vtk file, counted from 0: its field displacement_K;
    /// or by any field or .npy file with a vector per vertex
    #[arg(long, value_name = "K|NAME|FILE", conflicts_with_all = ["mode", "modes"])]
    pub frame: Option<String>,
    /// How much deformations are enlarged: a factor, or auto for 15% of the body's size
    /// [default: auto for modes, 1 for --frame]
    #[arg(long, value_name = "auto|X", value_parser = enlargement)]
    pub scale: Option<Enlargement>,
    /// Show the body at rest behind what is deformed
    #[arg(long)]
    pub ghost: bool,
    /// Colours for a number per vertex or cell: x, y, z, for models mass or rms, a field of the .vtu
    /// or .vtk file, or a .npy file; vectors count by their length
    #[arg(long, value_name = "NAME|FILE")]
    pub field: Option<String>,
    /// The field's unit, for its colour bar
    #[arg(long, requires = "field")]
    pub unit: Option<String>,
    /// Arrows for a field of the .vtu or .vtk file, or a .npy file, with a vector per vertex
    #[arg(long, value_name = "NAME|FILE")]
    pub arrows: Option<String>,
    /// Draw the cells, not the surface that follows them
    #[arg(long)]
    pub cells: bool,
    /// Draw the cells and their edges
    #[arg(long)]
    pub wireframe: bool,
    /// Draw the cells without those beyond a coordinate, or beyond a share of the extent
    #[arg(long, value_name = "x=0.5|x=50%", value_parser = cut)]
    pub cut: Option<(usize, CutAt)>,
    /// front, back, side, top, iso, or azimuth and elevation in degrees [default: 32,20; planar
    /// bodies: front]
    #[arg(long, value_name = "VIEW", allow_hyphen_values = true)]
    pub view: Option<String>,
    /// The axis that points up
    #[arg(long, default_value = "y", value_parser = ["y", "z"])]
    pub up: String,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = picture_size)]
    pub size: [usize; 2],
    /// The colour behind: white, black or #rrggbb [default: transparent]
    #[arg(long, value_name = "COLOUR", value_parser = colour)]
    pub background: Option<Colour>,
    /// A line of text below
    #[arg(long, value_name = "TEXT")]
    pub caption: Option<String>,
    /// Without shadows, which is faster
    #[arg(long)]
    pub plain: bool,
}

/// How much modes are enlarged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Enlargement {
    /// As suits the size of the body.
    Auto,
    /// By this factor.
    By(f64),
}

/// Where a cut is, along its axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CutAt {
    /// A coordinate in m, or a share of the extent.
    pub value: f64,
    /// It is a share.
    pub share: bool,
}

/// Arguments of `shapes`.
#[derive(Debug, clap::Args)]
pub struct Shapes {
    /// The shape to describe or to draw
    pub name: Option<String>,
    /// Draw the shape, or all creatures together, .png; or write the shape's mesh with the names of its
    /// regions: .mesh, .msh, .vtk, .vtu, .node/.ele, in the plane also .obj
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// About how many cells a mesh that is written has [default: as in scenes]
    #[arg(long, value_name = "N", requires = "name", requires = "output", value_parser = clap::value_parser!(u32).range(1..=20_000_000))]
    pub cells: Option<u32>,
    /// Draw the shape, or every shape, into a folder
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// front, back, side, top, iso, or azimuth and elevation in degrees [default: its best side]
    #[arg(long, value_name = "VIEW", allow_hyphen_values = true)]
    pub view: Option<String>,
    /// Width and height of every shape's picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 480, value_parser = picture_side)]
    pub size: usize,
    /// The colour behind: white, black or #rrggbb [default: transparent]
    #[arg(long, value_name = "COLOUR", value_parser = colour)]
    pub background: Option<Colour>,
}

/// Arguments of `example`.
#[derive(Debug, clap::Args)]
pub struct Example {
    /// The scene to print
    pub name: Option<String>,
}

fn gmsh_format(name: &str) -> Result<gmsh::Format, String> {
    name.parse()
        .map_err(|e: forcedual::Error| format!("{}; {}", e.message, e.help.unwrap_or_default()))
}

fn length(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x.is_finite() => Ok(x),
        _ => Err("must be a positive number".to_owned()),
    }
}

fn mode_count(text: &str) -> Result<ModeCount, String> {
    let count = match text.parse() {
        Ok(number) => ModeCount::Number(number),
        Err(_) => ModeCount::Share(text.to_owned()),
    };
    count.share().map_err(|e| format!("{}; {}", e.message, e.help.unwrap_or_default()))?;
    Ok(count)
}

fn method(name: &str) -> Result<Method, String> {
    Method::named(name.trim()).ok_or_else(|| {
        let schema = schema::<Method>();
        let names: Vec<&str> = spelled(&schema).map(|(name, _)| name).collect();
        format!("the methods are {}", names.join(", "))
    })
}

/// `40`, `1..40` or `1..=40`
fn sizes(text: &str) -> Result<RangeInclusive<usize>, String> {
    const MOST: usize = 4096;
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (from, to.strip_prefix('=').unwrap_or(to)),
        None => ("1", text),
    };
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if 1 <= from && from <= to && to <= MOST => Ok(from..=to),
        _ => Err(format!("write 40 or 1..40, with numbers from 1 to {MOST}")),
    }
}

/// `auto` or a factor
fn enlargement(text: &str) -> Result<Enlargement, String> {
    match text.parse::<f64>() {
        _ if text == "auto" => Ok(Enlargement::Auto),
        Ok(factor) if factor.is_finite() => Ok(Enlargement::By(factor)),
        _ => Err("write auto or a number".to_owned()),
    }
}

/// `x=0.5` or `x=50%`
fn cut(text: &str) -> Result<(usize, CutAt), String> {
    let parsed = || {
        let (axis, at) = text.split_once('=')?;
        let axis = ["x", "y", "z"].iter().position(|a| *a == axis.trim())?;
        let (number, share) = match at.trim().strip_suffix('%') {
            Some(number) => (number, true),
            None => (at.trim(), false),
        };
        let value: f64 = number.trim().parse().ok()?;
        let value = if share { value / 100.0 } else { value };
        value.is_finite().then_some((axis, CutAt { value, share }))
    };
    parsed().ok_or_else(|| "write an axis and where, such as x=0.5 or x=50%".to_owned())
}

/// `1280x720`
fn picture_size(text: &str) -> Result<[usize; 2], String> {
    let parsed = || {
        let (w, h) = text.split_once('x')?;
        let (w, h): (usize, usize) = (w.trim().parse().ok()?, h.trim().parse().ok()?);
        ((16..=7680).contains(&w) && (16..=4320).contains(&h)).then_some([w, h])
    };
    parsed().ok_or_else(|| {
        "write width and height such as 1280x720, from 16x16 to 7680x4320".to_owned()
    })
}

/// `480`
fn picture_side(text: &str) -> Result<usize, String> {
    let side = text.parse().ok().filter(|side| (16..=4096).contains(side));
    side.ok_or_else(|| "write a number of pixels from 16 to 4096".to_owned())
}

fn colour(text: &str) -> Result<Colour, String> {
    Colour::parse(text).map_err(|e| format!("{}: {}", e.message, e.help.unwrap_or_default()))
}

/// The names that scenes may use for a value, with their descriptions, from its JSON schema.
fn names<T>(schema: &Value) -> impl TypedValueParser<Value = T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    let values: Vec<PossibleValue> = spelled(schema)
        .map(|(name, about)| PossibleValue::new(name.to_owned()).help(about.to_owned()))
        .collect();
    PossibleValuesParser::new(values).try_map(|name| serde_json::from_value(Value::String(name)))
}

/// Names and descriptions of an enum's values.
fn spelled(schema: &Value) -> impl Iterator<Item = (&str, &str)> {
    schema["oneOf"].as_array().into_iter().flatten().flat_map(|branch| {
        let about = branch["description"].as_str().unwrap_or_default();
        let names = branch["enum"].as_array().into_iter().flatten().chain([&branch["const"]]);
        names.filter_map(Value::as_str).map(move |name| (name, about))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }

    #[test]
    fn methods_are_named_as_in_scenes() {
        let of =
            |method: &str| Args::try_parse_from(["forcedual", "design", "a", "--method", method]);
        let parsed = of("skinning-eigenmodes").map(|a| a.command);
        let Ok(Some(Command::Design(design))) = parsed else { panic!("{parsed:?}") };
        assert_eq!(design.subspace.method, Some(Method::SkinningEigenmodes));
        let refusal = of("modal").unwrap_err().to_string();
        assert!(refusal.contains("half-and-half"), "{refusal}");
    }

    #[test]
    fn modes_are_a_number_or_a_share() {
        assert_eq!(mode_count("24"), Ok(ModeCount::Number(24)));
        assert_eq!(mode_count("99.5%"), Ok(ModeCount::Share("99.5%".into())));
        for bad in ["many", "100%", "101%", "-3", "0.99"] {
            let error = mode_count(bad).unwrap_err();
            assert!(error.contains("a number such as 24, or a share"), "{error}");
        }
        assert!(mode_count("0.99").unwrap_err().contains("did you mean \"99%\"?"));
    }

    #[test]
    fn sizes_include_both_ends() {
        assert_eq!(sizes("1..40"), Ok(1..=40));
        assert_eq!(sizes("2..=8"), Ok(2..=8));
        assert_eq!(sizes("40"), Ok(1..=40));
        for bad in ["", "0", "5..4", "1..", "a", "1..5000", "-3"] {
            assert!(sizes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn cuts_are_at_a_coordinate_or_at_a_share() {
        assert_eq!(cut("y=-0.5"), Ok((1, CutAt { value: -0.5, share: false })));
        assert_eq!(cut("z = 25%"), Ok((2, CutAt { value: 0.25, share: true })));
        for bad in ["", "x", "w=1", "x=nan", "x=a%", "x=50%%"] {
            assert!(cut(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn pictures_have_a_width_and_a_height() {
        assert_eq!(picture_size("640x480"), Ok([640, 480]));
        for bad in ["", "640", "0x480", "640x99999", "ax5"] {
            assert!(picture_size(bad).is_err(), "{bad}");
        }
        assert_eq!(enlargement("auto"), Ok(Enlargement::Auto));
        assert_eq!(enlargement("2.5"), Ok(Enlargement::By(2.5)));
        assert!(enlargement("inf").is_err());
    }

    #[test]
    fn skinning_is_short_for_its_eigenmodes() {
        assert_eq!(method("skinning"), Ok(Method::SkinningEigenmodes));
        assert!(method("lda").unwrap_err().contains("lma"));
    }
}
