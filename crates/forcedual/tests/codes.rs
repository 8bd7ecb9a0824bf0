//! Every error code, reached by an input.

use forcedual::export::Model;
use forcedual::memory::claim;
use forcedual::mesh::shapes::grid;
use forcedual::mesh::{RawMesh, SimplexMesh};
use forcedual::progress::{Progress, Silent};
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::simulate::Controls;
use forcedual::{Code, Error, Result};
use std::path::Path;

/// Stops at once.
struct Impatient;

impl Progress for Impatient {
    fn cancelled(&self) -> bool {
        true
    }
}

/// Runs a scene on a square up to the design.
fn designed(lines: &str, progress: &dyn Progress) -> Result<()> {
    let text = format!("[mesh]\n{lines}\n");
    let mesh = grid(&[3, 3], &[1.0, 1.0]);
    let scene = SceneFile::parse(&text, Format::Toml, Path::new("."))?.with_mesh(mesh);
    let (body, _) = scene.body(&Silent)?;
    let lin = scene.linearise(&body, progress)?;
    let prior = scene.prior(&lin)?;
    scene.design(&lin, &prior, progress).map(|_| ())
}

fn scene(lines: &str) -> Result<()> {
    designed(lines, &Silent)
}

/// A square that was tampered with.
fn mesh(tamper: impl Fn(&mut RawMesh)) -> Result<()> {
    let mut raw = grid(&[2, 2], &[1.0, 1.0]);
    tamper(&mut raw);
    SimplexMesh::new(raw).map(|_| ())
}

/// The error of an input that has this code; none for a code that nobody has found one for.
fn reach(code: Code) -> Option<Error> {
    let found = match code {
        Code::Io => SceneFile::read(Path::new("there/is/no/such.toml")).map(|_| ()),
        Code::Format => mesh(|raw| raw.positions.truncate(3)),
        Code::UnknownFormat => SceneFile::read(Path::new("model.safetensors")).map(|_| ()),
        Code::MeshEmpty => mesh(|raw| raw.cells.clear()),
        Code::MeshIndex => mesh(|raw| raw.cells[0] = 9),
        Code::MeshNotFinite => mesh(|raw| raw.positions[0] = f64::NAN),
        Code::MeshOrientation => mesh(|raw| raw.cells.swap(0, 1)),
        Code::MeshDegenerate => mesh(|raw| raw.cells[0] = raw.cells[1]),
        Code::MeshDuplicate => mesh(|raw| raw.cells.extend_from_within(..3)),
        Code::MaterialRange => scene("[material]\nyoung = -1"),
        Code::Selection => scene("[[pin]]\nwhere = { vertices = [99] }"),
        Code::SelectionEmpty => {
            scene("[[pin]]\nwhere = { box = { min = [0.1, 0.1], max = [0.2, 0.2] } }")
        }
        Code::Array => scene("[material]\nyoung = [1e6, 1e6]"),
        Code::Force => scene("[[force]]\nkind = \"radial\"\ncenter = [0, 0]\nradius = -1"),
        Code::ForceNoVariance => {
            let weights = vec!["0"; 16].join(", ");
            scene(&format!("[[force]]\nkind = \"painted\"\nweight = [{weights}]"))
        }
        Code::Unsupported => scene("[[pin]]\nwhere = \"all\""),
        Code::Modes => scene("[subspace]\nmodes = 1000"),
        Code::Numeric => {
            scene("[material]\nyoung = 1e-320\n[[pin]]\nwhere = { vertices = [0, 1] }")
        }
        Code::Memory => claim(u64::MAX, "a map of the world", "draw a smaller one"),
        Code::Scene => scene("[material]\nyoung = \"stiff\""),
        Code::SceneUnknownKey => scene("[material]\nyuong = 1e6"),
        Code::Model => Model::from_bytes(b"no model").map(|_| ()),
        Code::Control => Controls::rest(1).check(2, 0),
        Code::Cancelled => designed("", &Impatient),
        _ => return None,
    };
    found.err()
}

#[test]
fn every_code_is_reached_by_an_input() {
    for &code in Code::ALL {
        let found = reach(code).unwrap_or_else(|| panic!("nothing reaches `{code}`"));
        assert_eq!(found.code, code, "{found}");
        assert!(!found.message.is_empty());
    }
}

#[test]
fn no_two_codes_have_the_same_name() {
    for (k, a) in Code::ALL.iter().enumerate() {
        assert!(Code::ALL[..k].iter().all(|b| a.as_str() != b.as_str()), "{a}");
    }
}
