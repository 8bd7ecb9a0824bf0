//! What can be asked for on the command line.

mod values;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use forcedual::export::picture::{CutAt, Enlargement};
use forcedual::export::render::Colour;
use forcedual::mesh::io::gmsh;
use forcedual::scene::document::schema;
use forcedual::scene::simulation::SolverSpec;
use forcedual::subspace::{Method, ModeCount, SubspaceKind};
use forcedual_gallery::EXHIBITS;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use values::{
    colour, cut, enlargement, gmsh_format, length, method, mode_count, motion, names, picture_side,
    picture_size, sizes,
};

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
    /// Memory to use at most, such as 800M or 2G: what is estimated to need more is refused before it
    /// begins [default: what is free]
    #[arg(long, global = true, value_name = "SIZE", value_parser = values::memory)]
    pub max_memory: Option<u64>,
    /// Where the studio is, if no command is given.
    #[command(flatten, next_help_heading = "The studio, where no command is given")]
    pub place: Place,
    /// What to do; the studio is opened where there is none
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Args {
    /// Refuses the studio's options before another command's name.
    pub fn checked(self) -> Result<Self, clap::Error> {
        if self.command.is_none() || self.place == Place::default() {
            return Ok(self);
        }
        let message = "--port, --host and --no-open are the studio's: give them without a command, or \
                       after the word `studio`\n";
        Err(Args::command().error(ErrorKind::ArgumentConflict, message))
    }

    /// Is JSON asked for?
    pub fn json(&self) -> bool {
        match &self.command {
            Some(Command::Design(a)) => a.json,
            Some(Command::Inspect(a)) => a.json,
            Some(Command::Compare(a)) => a.json,
            Some(Command::Check(a)) => a.json,
            Some(Command::Mesh(a)) => a.json,
            Some(Command::Simulate(a)) => a.json,
            Some(Command::Gallery(a)) => a.json,
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
    /// Make the gallery: what modes that know the forces are worth, each claim checked
    #[command(after_help = "Examples:\n  \
                      forcedual gallery -o gallery\n  \
                      forcedual gallery elephant bear\n  \
                      forcedual gallery --json > claims.json\n\n\
                      Each exhibit is computed from built-in creatures, with numbers (data.json), pictures,\n\
                      motions (.glb) and bodies to turn, and all of them are bound into one page, index.html.\n\
                      What was made by the same program before, and is undamaged (SHA256SUMS), is kept: an\n\
                      interrupted gallery has a page of what is complete, and goes on where it was. An exhibit\n\
                      that cannot be finished says why, and the others go on. --list names the exhibits.\n\n\
                      Exit codes: 0 all claims of the exhibits asked for hold, 1 one does not, or an exhibit could\n\
                      not be finished, 2 no such exhibit or a folder that cannot be written, 130 interrupted.")]
    Gallery(Gallery),
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
                      forcedual render draws.vtu -o draw.png --frame 3 --field force_3 --arrows force_3\n\n\
                      The model of a mesh or surface alone has skinning weights, which are painted\n\
                      (--mode 2; the first of a free body is the same everywhere). --field rms, --ghost\n\
                      and --scale are for displacement modes: `design --kind displacement`.")]
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
    /// Where it is.
    #[command(flatten)]
    pub place: Place,
}

/// Where the studio is served.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
pub struct Place {
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
    /// The scene, .toml or .json; or a mesh, surface or drawing alone
    pub scene: PathBuf,
    /// Where the model goes, .safetensors [default: the scene's name with .safetensors, in this folder]
    #[arg(long, short, value_name = "MODEL")]
    pub output: Option<PathBuf>,
    /// Write the report as JSON
    #[arg(long, value_name = "FILE", value_parser = values::report)]
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

/// Arguments of `simulate`.
#[derive(Debug, clap::Args)]
pub struct Simulate {
    /// The scene, .toml or .json; a mesh, surface or drawing alone; or a model, .safetensors
    #[arg(value_name = "SCENE|MODEL")]
    pub input: PathBuf,
    /// Frames to make, instead of the scene's number
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::frames)]
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
    #[arg(long, value_name = "FILE", value_parser = values::report)]
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
    /// The scene, .toml or .json; or a mesh, surface or drawing alone
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

/// Arguments of `gallery`.
#[derive(Debug, clap::Args)]
pub struct Gallery {
    /// Exhibits to make; all of them where none is named
    #[arg(value_name = "EXHIBIT", hide_possible_values = true,
        value_parser = PossibleValuesParser::new(EXHIBITS.iter().map(|e| e.name)))]
    pub exhibits: Vec<String>,
    /// The folder for data, pictures and the page
    #[arg(long, short, default_value = "gallery")]
    pub output: PathBuf,
    /// List the exhibits, or those that are named, and do nothing else
    #[arg(long)]
    pub list: bool,
    /// Print exhibits and claims as JSON instead of text
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// The scene, .toml or .json; or a mesh, surface or drawing alone
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
}
