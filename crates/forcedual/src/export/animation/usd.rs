//! USD as text, `.usda`: one mesh whose points and normals have a sample in every frame.
//!
//! A time of `t` seconds is the time code `t timeCodesPerSecond`; frames at equal distances get
//! successive ones. Colours are in linear light, texture coordinates count from the lower left.

mod pictures;

use super::{Animation, Up, Written};
use crate::error::Result;
use crate::export::render::{Colour, palette};
use crate::progress::{self, Progress};
use crate::write::write_atomically;
use pictures::Covered;
use std::io::{self, Write};
use std::path::Path;

pub(super) fn write(
    animation: &Animation,
    path: &Path,
    progress: &dyn Progress,
) -> Result<Written> {
    // points and normals
    progress.stage("write", 2 * animation.times.len());
    let covered = pictures::covered(&animation.surface, path)?;
    let written = write_atomically(path, |out| {
        document(animation, &covered, out, progress)?;
        pictures::write_files(&covered, path)
    });
    if written.is_err() {
        progress::check(progress)?;
    }
    written.map(|()| Written { files: 1 + covered.len(), shapes: None })
}

fn document(
    animation: &Animation,
    covered: &[Covered],
    out: &mut impl Write,
    progress: &dyn Progress,
) -> io::Result<()> {
    let surface = &animation.surface;
    let name = identifier(&animation.name);
    let (rate, codes) = time_codes(&animation.times);
    let ends = [codes.first(), codes.last()].map(|code| code.copied().unwrap_or(0.0));
    let up = match animation.up {
        Up::Y => "Y",
        Up::Z => "Z",
    };
    writeln!(
        out,
        "#usda 1.0\n(\n    defaultPrim = \"{name}\"\n    endTimeCode = {}\n    framesPerSecond = {rate}\n    \
         metersPerUnit = 1\n    startTimeCode = {}\n    timeCodesPerSecond = {rate}\n    upAxis = \"{up}\"\n)\n\n\
         def Xform \"{name}\" (\n    kind = \"component\"\n)\n{{\n    def Mesh \"surface\"\n    {{\n        \
         uniform bool doubleSided = 1\n        uniform token subdivisionScheme = \"none\"",
        ends[1], ends[0]
    )?;

    write!(out, "        int[] faceVertexCounts = [")?;
    list(out, surface.faces.iter(), |out, _| write!(out, "3"))?;
    write!(out, "]\n        int[] faceVertexIndices = [")?;
    list(out, surface.faces.as_flattened().iter(), |out, i| write!(out, "{i}"))?;
    writeln!(out, "]")?;

    write!(out, "        point3f[] points = ")?;
    let rest: Vec<[f32; 3]> = super::body::single(&surface.positions);
    triples(out, &rest, place)?;
    writeln!(out)?;
    let frames = || codes.iter().zip(&animation.positions);
    samples(
        out,
        "float3[] extent",
        frames(),
        |out, p| triples(out, &extent(p), place),
        |_| Ok(()),
    )?;
    let step = |f: usize| {
        progress.advance(f);
        match progress.cancelled() {
            true => Err(io::ErrorKind::Interrupted.into()),
            false => Ok(()),
        }
    };
    samples(out, "point3f[] points", frames(), |out, p| triples(out, p, place), step)?;
    writeln!(
        out,
        "        normal3f[] normals (\n            interpolation = \"vertex\"\n        )"
    )?;
    let normals = codes.iter().zip(&animation.normals);
    let count = animation.times.len();
    samples(
        out,
        "normal3f[] normals",
        normals,
        |out, n| triples(out, n, normal),
        |f| step(count + f),
    )?;

    if !surface.texture.is_empty() {
        write!(out, "        texCoord2f[] primvars:st = [")?;
        list(out, surface.texture.iter(), |out, [u, v]| {
            write!(out, "({}, {})", *u as f32, *v as f32)
        })?;
        writeln!(out, "] (\n            interpolation = \"vertex\"\n        )")?;
    }
    let linear = |[r, g, b]: &[u8; 3]| Colour::rgb(*r, *g, *b).linear();
    let (colours, each) = match surface.colours.is_empty() {
        true => (vec![palette(0).linear()], "constant"),
        false => (surface.colours.iter().map(linear).collect(), "vertex"),
    };
    write!(out, "        color3f[] primvars:displayColor = ")?;
    triples(out, &colours, place)?;
    writeln!(out, " (\n            interpolation = \"{each}\"\n        )")?;
    pictures::subsets(out, covered, &name)?;
    writeln!(out, "    }}")?;
    pictures::materials(out, covered, &name)?;
    writeln!(out, "}}")
}

/// Time codes per second, and the time code of every frame.
fn time_codes(times: &[f64]) -> (f64, Vec<f64>) {
    const ROUND_OFF: f64 = 1e-9;
    let nearly = |x: f64| {
        let whole = x.round();
        if (x - whole).abs() <= ROUND_OFF * x.abs() { whole } else { x }
    };
    let duration = times.last().zip(times.first()).map_or(1.0, |(last, first)| last - first);
    let rate = nearly((times.len() - 1) as f64 / duration);
    (rate, times.iter().map(|t| nearly(t * rate)).collect())
}

/// Letters, digits and underscores, no digit first.
fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    match name.chars().next() {
        Some(first) if !first.is_ascii_digit() => name,
        _ => format!("_{name}"),
    }
}

/// Lower and upper corner of the box around points.
fn extent(points: &[[f32; 3]]) -> [[f32; 3]; 2] {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold([first; 2], |[low, high], p| {
        [[0, 1, 2].map(|c| low[c].min(p[c])), [0, 1, 2].map(|c| high[c].max(p[c]))]
    })
}

fn place(out: &mut impl Write, [x, y, z]: &[f32; 3]) -> io::Result<()> {
    write!(out, "({x}, {y}, {z})")
}

fn normal(out: &mut impl Write, [x, y, z]: &[f32; 3]) -> io::Result<()> {
    write!(out, "({x:.3}, {y:.3}, {z:.3})")
}

fn triples<W: Write>(
    out: &mut W,
    values: &[[f32; 3]],
    each: impl Fn(&mut W, &[f32; 3]) -> io::Result<()>,
) -> io::Result<()> {
    write!(out, "[")?;
    list(out, values.iter(), each)?;
    write!(out, "]")
}

fn list<W: Write, T>(
    out: &mut W,
    values: impl Iterator<Item = T>,
    each: impl Fn(&mut W, T) -> io::Result<()>,
) -> io::Result<()> {
    for (k, value) in values.enumerate() {
        if k > 0 {
            out.write_all(b", ")?;
        }
        each(out, value)?;
    }
    Ok(())
}

/// An attribute with a value at every time code; `step` hears how many are done.
fn samples<'a, W: Write, T: 'a>(
    out: &mut W,
    attribute: &str,
    values: impl Iterator<Item = (&'a f64, &'a T)>,
    each: impl Fn(&mut W, &T) -> io::Result<()>,
    step: impl Fn(usize) -> io::Result<()>,
) -> io::Result<()> {
    writeln!(out, "        {attribute}.timeSamples = {{")?;
    for (f, (code, value)) in values.enumerate() {
        write!(out, "            {code}: ")?;
        each(out, value)?;
        writeln!(out, ",")?;
        step(f + 1)?;
    }
    writeln!(out, "        }}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Folder, bending, painted, pictured};
    use super::*;
    use crate::error::Code;
    use crate::mesh::SimplexMesh;
    use crate::mesh::shapes::grid;
    use crate::progress::Silent;

    fn text(animation: &Animation) -> String {
        let mut bytes = Vec::new();
        let covered = pictures::covered(&animation.surface, "a.usda".as_ref()).unwrap();
        document(animation, &covered, &mut bytes, &Silent).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    /// The numbers in the value of an attribute, or of its sample at a time code.
    fn numbers(text: &str, head: &str) -> Vec<f32> {
        let value = text.split(head).nth(1).unwrap_or_else(|| panic!("no {head}"));
        let value = &value[value.find('[').unwrap()..];
        let words = value[..value.find(']').unwrap()].split(['[', '(', ')', ',', ' ']);
        words.filter(|w| !w.is_empty()).map(|w| w.parse().unwrap()).collect()
    }

    #[test]
    fn every_frame_is_a_sample_of_all_points() {
        for sides in [&[3, 2][..], &[3, 2, 2]] {
            let mesh = SimplexMesh::new(grid(sides, &vec![1.0; sides.len()])).unwrap();
            let animation = bending(&mesh, 4);
            let text = text(&animation);
            assert!(text.contains("timeCodesPerSecond = 10\n"), "{text}");
            assert!(text.contains("startTimeCode = 0\n") && text.contains("endTimeCode = 3\n"));
            let points = text.split("point3f[] points.timeSamples").nth(1).unwrap();
            for (f, frame) in animation.positions.iter().enumerate() {
                assert_eq!(numbers(points, &format!(" {f}: ")), *frame.as_flattened());
            }
            let faces = numbers(&text, "faceVertexIndices = ");
            assert_eq!(faces.len(), 3 * animation.surface.faces.len());
            assert_eq!(numbers(&text, "faceVertexCounts = "), vec![3.0; faces.len() / 3]);
            let boxes = text.split("extent.timeSamples").nth(1).unwrap();
            assert_eq!(numbers(boxes, " 0: ")[3..5], [1.0, 1.0]);
        }
    }

    #[test]
    fn colours_are_in_linear_light_and_texture_counts_from_below() {
        let mesh = SimplexMesh::new(grid(&[1, 1], &[1.0; 2])).unwrap();
        let animation = painted(bending(&mesh, 3));
        let text = text(&animation);
        let colours = numbers(&text, "primvars:displayColor = ");
        assert_eq!(colours.len(), 3 * animation.surface.positions.len());
        assert_eq!(colours[0], 1.0);
        assert!((colours[1] - 0.21586).abs() < 1e-5, "the middle of sRGB: {colours:?}");
        let st = numbers(&text, "primvars:st = ");
        assert_eq!(st[..4], [0.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn pictures_are_beside_the_file_and_on_their_faces() {
        let mesh = SimplexMesh::new(grid(&[1, 1], &[1.0; 2])).unwrap();
        let animation = pictured(bending(&mesh, 3));
        let folder = Folder::new("usd-pictures");
        let written = animation.write(&folder.0.join("cat.usda"), &Silent).unwrap();
        assert_eq!(written.files, 2);
        let picture = std::fs::read(folder.0.join("cat_picture_0.png")).unwrap();
        assert_eq!(*picture, *animation.surface.pictures.files[0]);
        let text = std::fs::read_to_string(folder.0.join("cat.usda")).unwrap();
        assert!(text.contains("asset inputs:file = @./cat_picture_0.png@"), "{text}");
        assert!(text.contains("rel material:binding = </body/picture_0>"), "{text}");
        assert_eq!(numbers(&text, "int[] indices = "), [1.0]);
        // all vertices of that face are orange
        assert!(text.contains("inputs:scale = (1, 0.2158"), "{text}");
    }

    #[test]
    fn frames_at_odd_distances_keep_their_times() {
        let (rate, codes) = time_codes(&[0.0, 0.25, 2.0]);
        assert_eq!((rate, codes), (1.0, vec![0.0, 0.25, 2.0]));
        // 0.1 three times is not 0.3
        let (rate, codes) = time_codes(&[0.0, 0.1, 0.2, 0.1 + 0.1 + 0.1]);
        assert_eq!((rate, codes), (10.0, vec![0.0, 1.0, 2.0, 3.0]));
        let (rate, _) = time_codes(&[0.0, 1.0 / 59.94, 2.0 / 59.94]);
        assert!((rate - 59.94).abs() < 1e-9);
    }

    #[test]
    fn names_become_identifiers() {
        assert_eq!(["3 cats", "", "Ähre", "cat"].map(identifier), ["_3_cats", "_", "_hre", "cat"]);
        let mesh = SimplexMesh::new(grid(&[1, 1], &[1.0; 2])).unwrap();
        let animation = Animation { name: "a\"b".to_owned(), up: Up::Z, ..bending(&mesh, 3) };
        let text = text(&animation);
        assert!(text.contains("def Xform \"a_b\"") && text.contains("upAxis = \"Z\""));
    }

    #[test]
    fn an_interrupted_run_writes_nothing() {
        struct Stop;
        impl Progress for Stop {
            fn cancelled(&self) -> bool {
                true
            }
        }
        let mesh = SimplexMesh::new(grid(&[1, 1], &[1.0; 2])).unwrap();
        let folder = Folder::new("usd-stop");
        let animation = pictured(bending(&mesh, 3));
        let error = animation.write(&folder.0.join("a.usda"), &Stop).unwrap_err();
        assert_eq!(error.code, Code::Cancelled);
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
    }
}
