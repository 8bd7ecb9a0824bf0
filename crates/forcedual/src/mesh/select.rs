//! Selections: one small language that says which vertices or cells are meant, everywhere.
//!
//! ```toml
//! pins = { box = { min = [-1, 0, 0], max = [0, 1, 1] } }
//! tip  = { every = ["boundary", { half-space = { point = [4, 0, 0], normal = [1, 0, 0] } }] }
//! ```
//!
//! Every selection can be asked for vertices or for cells (see [`Picker`]):
//!
//! - places (`box`, `ball`, `half-space`, `nearest`, `inside`) test vertices, or centroids of cells;
//! - `strokes` test vertices, or centroids of cells, and select the cells that they pass through;
//! - a selection of vertices means the cells all of whose vertices are selected;
//! - a selection of cells means the vertices of these cells.
//!
//! Places include their rim, up to `1e-9` of the mesh's diagonal. Vertices that belong to no cell
//! are never selected.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::picker::Picker;
pub(crate) use super::picker::not_stray;
use super::strokes::Stroke;

/// Which vertices or cells of the mesh are meant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Selection {
    /// Everything.
    All,
    /// Vertices on the boundary.
    Boundary,
    /// Vertices by number, from zero.
    Vertices(Vec<usize>),
    /// Cells by number, from zero.
    Cells(Vec<usize>),
    /// An axis-aligned box.
    Box(BoxRegion),
    /// A ball, or in 2D a disk.
    Ball(BallRegion),
    /// One side of a plane, or in 2D of a line.
    HalfSpace(HalfSpace),
    /// What is nearest to a point (or to each of several points), coordinates in metres. A point
    /// farther away than the body is large is refused.
    Nearest(Points),
    /// Cells with a label, or with one of several.
    CellLabel(Labels),
    /// Vertices with a label, or with one of several.
    VertexLabel(Labels),
    /// Cells of a named region, or of one of several; built-in creatures have them.
    Region(Names),
    /// The inside of a closed surface (in 2D a closed line) read from this file, which is relative
    /// to the scene's folder and in the unit of the mesh file. Small holes and doubled facets do
    /// no harm.
    Inside(PathBuf),
    /// Vertices or cells by a number given for each of them.
    Painted(Painted),
    /// Vertices that strokes of a brush give a weight above one half; or cells that have it at their
    /// centroid, and those that a stroke passes through.
    Strokes(Vec<Stroke>),
    /// Vertices on the wall of a cavity. Cavities are numbered from zero in the order of their
    /// lowest vertex number.
    Cavity(usize),
    /// What is in at least one of these.
    Any(Vec<Selection>),
    /// What is in all of these.
    Every(Vec<Selection>),
    /// What is not in this.
    Not(Box<Selection>),
}

/// An axis-aligned box.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BoxRegion {
    /// Lower corner, metres; `-inf` (in JSON `"-inf"`) where the box has no end.
    #[serde(with = "corner")]
    #[schemars(with = "Vec<corner::Coordinate>")]
    pub min: Vec<f64>,
    /// Upper corner, metres; `inf` (in JSON `"inf"`) where the box has no end.
    #[serde(with = "corner")]
    #[schemars(with = "Vec<corner::Coordinate>")]
    pub max: Vec<f64>,
}

/// Corners with coordinates that may be infinite. JSON has no such numbers, so there they are words.
mod corner {
    use schemars::JsonSchema;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged, expecting = "expected a number, or \"inf\" or \"-inf\"")]
    pub(super) enum Coordinate {
        /// Metres.
        Number(f64),
        /// No end on that side.
        Endless(Endless),
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) enum Endless {
        #[serde(rename = "inf")]
        Above,
        #[serde(rename = "-inf")]
        Below,
    }

    pub(super) fn serialize<S: Serializer>(corner: &[f64], s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(corner.iter().map(|&x| match x {
            f64::INFINITY => Coordinate::Endless(Endless::Above),
            f64::NEG_INFINITY => Coordinate::Endless(Endless::Below),
            x => Coordinate::Number(x),
        }))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<f64>, D::Error> {
        let corner = Vec::<Coordinate>::deserialize(d)?;
        Ok(corner
            .into_iter()
            .map(|x| match x {
                Coordinate::Number(x) => x,
                Coordinate::Endless(Endless::Above) => f64::INFINITY,
                Coordinate::Endless(Endless::Below) => f64::NEG_INFINITY,
            })
            .collect())
    }
}

/// A ball, or in 2D a disk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BallRegion {
    /// Centre, metres.
    pub center: Vec<f64>,
    /// Radius, metres.
    pub radius: f64,
}

/// The side of a plane (in 2D of a line) that a normal points to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HalfSpace {
    /// A point of the plane, metres.
    pub point: Vec<f64>,
    /// Direction of the side that is selected, of any length.
    pub normal: Vec<f64>,
}

/// One point or several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a point or a list of points")]
pub enum Points {
    /// One point, metres.
    One(Vec<f64>),
    /// Several points, metres.
    Many(Vec<Vec<f64>>),
}

/// One label or several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected an integer or a list of integers")]
pub enum Labels {
    /// One label.
    One(i64),
    /// Several labels.
    Many(Vec<i64>),
}

impl Labels {
    /// The labels as a list.
    pub fn as_slice(&self) -> &[i64] {
        match self {
            Labels::One(label) => std::slice::from_ref(label),
            Labels::Many(labels) => labels,
        }
    }
}

/// One name or several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a name or a list of names")]
pub enum Names {
    /// One name.
    One(String),
    /// Several names.
    Many(Vec<String>),
}

impl Names {
    /// The names as a list.
    pub fn as_slice(&self) -> &[String] {
        match self {
            Names::One(name) => std::slice::from_ref(name),
            Names::Many(names) => names,
        }
    }
}

/// A number for every vertex or every cell, from a file or inline, and a threshold. If the mesh has
/// as many vertices as cells, the numbers belong to vertices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Painted {
    /// The `.npy` or `.npz` file, relative to the scene's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Name of the array inside an `.npz`; not needed when it holds only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<String>,
    /// The numbers themselves, instead of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<f64>>,
    /// Selected is what has a number greater than this; 0.5 if left out.
    #[serde(default = "half")]
    pub above: f64,
}

fn half() -> f64 {
    0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Document {
        pick: Vec<Selection>,
    }

    #[test]
    fn toml_reads_as_documented() {
        let text = r#"pick = ["all", { vertices = [1, 2] }, { nearest = [0, 1] },
            { nearest = [[0, 1.5]] }, { region = "head" }, { cell-label = 3 }, { vertex-label = [3, -4] },
            { box = { min = [-inf, 0], max = [1, 2] } }, { inside = "a.obj" }, { cavity = 0 },
            { strokes = [] }, { painted = { file = "w.npy" } }, { not = { any = ["boundary"] } }]"#;
        let pick = toml::from_str::<Document>(text).unwrap().pick;
        let painted = Painted { file: Some("w.npy".into()), array: None, values: None, above: 0.5 };
        let expected = [
            Selection::All,
            Selection::Vertices(vec![1, 2]),
            Selection::Nearest(Points::One(vec![0.0, 1.0])),
            Selection::Nearest(Points::Many(vec![vec![0.0, 1.5]])),
            Selection::Region(Names::One("head".into())),
            Selection::CellLabel(Labels::One(3)),
            Selection::VertexLabel(Labels::Many(vec![3, -4])),
            Selection::Box(BoxRegion { min: vec![f64::NEG_INFINITY, 0.0], max: vec![1.0, 2.0] }),
            Selection::Inside("a.obj".into()),
            Selection::Cavity(0),
            Selection::Strokes(Vec::new()),
            Selection::Painted(painted),
            Selection::Not(Box::new(Selection::Any(vec![Selection::Boundary]))),
        ];
        assert_eq!(pick, expected);
    }

    #[test]
    fn infinite_corners_survive_json_and_documents() {
        use crate::scene::document::{Format, parse};
        let region = BoxRegion { min: vec![f64::NEG_INFINITY, 0.0], max: vec![f64::INFINITY, 2.0] };
        let json = serde_json::to_string(&region).unwrap();
        assert_eq!(json, r#"{"min":["-inf",0.0],"max":["inf",2.0]}"#);
        let toml = "min = [-inf, 0]\nmax = [+inf, 2.0]";
        assert_eq!(parse::<BoxRegion>(&json, Format::Json).unwrap().value, region);
        assert_eq!(parse::<BoxRegion>(toml, Format::Toml).unwrap().value, region);
        for wrong in ["min = [nan, 0]", "min = [1e999, 0]", "min = [\"in\", 0]"] {
            let text = format!("{wrong}\nmax = [1, 2]");
            let error = parse::<BoxRegion>(&text, Format::Toml).unwrap_err();
            assert_eq!((error.place.line, error.place.field.as_deref()), (Some(1), Some("min[0]")));
        }
        let ball = "center = [inf, 0]\nradius = 1";
        let error = parse::<BallRegion>(ball, Format::Toml).unwrap_err();
        assert_eq!(error.message, "the number must be finite");
    }

    #[test]
    fn unknown_words_are_refused() {
        for text in ["pick = [\"al\"]", "pick = [{ ball = { centre = [0, 0], radius = 1 } }]"] {
            assert!(toml::from_str::<Document>(text).is_err());
        }
    }
}
