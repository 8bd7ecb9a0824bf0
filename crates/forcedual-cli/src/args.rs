//! What can be asked for on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use forcedual::scene::document::schema;
use forcedual::subspace::{Method, ModeCount, SubspaceKind};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Designs subspaces for soft bodies from the forces you expect.
#[derive(Debug, Parser)]
#[command(version, after_help = TOUR, max_term_width = 100)]
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
    /// What to do; a built-in scene is designed where there is none
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
            _ => false,
        }
    }
}

const TOUR: &str = "\
A tour:
  forcedual                                         design a built-in scene
  forcedual example beam > scene.toml               start from an example, edit it
  forcedual design scene.toml -o model.safetensors  a certified subspace for its forces
  forcedual inspect model.safetensors               what is in it
  forcedual compare scene.toml                      how it fares against other subspaces
  forcedual mesh cat.obj -o cat.mesh                tetrahedra from a surface of your own

Exit codes: 0 done, 1 `check` found defects, 2 bad input, 130 interrupted. With --json errors are on
standard output too, as {\"error\": {\"code\": ..., \"message\": ..., ...}}.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Design the subspace of a scene and certify it
    #[command(after_help = "Example: forcedual design scene.toml -o model.safetensors --modes 99%")]
    Design(Design),
    /// Show what a model holds and how good it is
    #[command(after_help = "Example: forcedual inspect model.safetensors --json")]
    Inspect(Inspect),
    /// Draw forces and the responses to them
    #[command(after_help = "Example: forcedual sample scene.toml -n 20 -o draws.vtu\n\n\
                      An .npz holds forces and displacements (N, n, d), vertices (n, d) and cells; a\n\
                      .vtu holds the fields force_0, displacement_0, force_1, ... on the vertices.\n\
                      With --surface cat.obj -o out.obj the draws are out_0.obj, out_1.obj, ...")]
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
                      closed lines or flat faces. What is wrong with them is said and put right.")]
    Mesh(Mesh),
    /// Say what is wrong with a mesh or surface, and mend it
    #[command(after_help = "Example: forcedual check part.mesh --repair -o mended.mesh\n\n\
                      Exit codes: 0 usable, 1 defects that `design` refuses, 2 cannot be read.")]
    Check(Check),
    /// List the built-in scenes, or print one to start from
    #[command(after_help = "Example: forcedual example beam > scene.toml")]
    Example(Example),
    /// Print the JSON Schema of scenes, for editors that complete and check
    #[command(after_help = "Example: forcedual schema > scene.schema.json")]
    Schema,
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
    #[arg(long, value_name = "24|99%", value_parser = mode_count)]
    pub modes: Option<ModeCount>,
    /// What a degree of freedom is
    #[arg(long, value_parser = names::<SubspaceKind>(&schema::<SubspaceKind>()))]
    pub kind: Option<SubspaceKind>,
    /// How modes are found
    #[arg(long, value_parser = names::<Method>(&schema::<Method>()))]
    pub method: Option<Method>,
}

/// Arguments of `sample`.
#[derive(Debug, clap::Args)]
pub struct Sample {
    /// The scene, .toml or .json
    pub scene: PathBuf,
    /// How many to draw
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Where they go: .npz, or .vtu, .vtk, .msh to look at; with --surface .obj, numbered
    #[arg(
        long,
        short,
        value_name = "FILE",
        default_value = "samples.npz",
        default_value_if("surface", clap::builder::ArgPredicate::IsPresent, "samples.obj")
    )]
    pub output: PathBuf,
    /// A surface that follows the body: written as OBJ with its texture coordinates and materials,
    /// one file per draw
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
    #[arg(long, visible_alias = "cells", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub tets: Option<u32>,
    /// Size of a cell in m instead
    #[arg(long, value_name = "LENGTH", conflicts_with = "tets", value_parser = length)]
    pub cell: Option<f64>,
    /// Larger cells away from the surface
    #[arg(long)]
    pub graded: bool,
    /// Make all cells smaller until parts and gaps thinner than a cell are kept, up to 16 times as many
    #[arg(long)]
    pub thin: bool,
    /// Length of the file's unit in m: 0.001 for millimetres
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub unit: Option<f64>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// The mesh (.mesh, .msh, .vtk, .vtu, .node/.ele; in the plane also .obj) or surface (.obj, .stl,
    /// .ply, .off, .gltf, .glb)
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
}

/// Arguments of `example`.
#[derive(Debug, clap::Args)]
pub struct Example {
    /// The scene to print
    pub name: Option<String>,
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
    count.share().map_err(|e| e.message)?;
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
        assert!(mode_count("many").is_err() && mode_count("100%").is_err());
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
    fn skinning_is_short_for_its_eigenmodes() {
        assert_eq!(method("skinning"), Ok(Method::SkinningEigenmodes));
        assert!(method("lda").unwrap_err().contains("lma"));
    }
}
