//! Stereolithography, `.stl`, ASCII and binary. Corners at exactly the same place become one
//! vertex, in order of appearance.

use std::collections::HashMap;

use super::cursor::{Cursor, clip, unmarked};
use super::soup::Cells;
use super::{Surface, triangle_surface};
use crate::array::{Endian, Scalar};
use crate::error::{Code, Error, Result};

/// Bytes in which a binary file has a zero, of its header, its count or its first normals.
const HEAD: usize = 512;

pub(super) fn read(bytes: &[u8]) -> Result<Surface> {
    let mut weld = Weld::default();
    // Binary files may start with `solid` too, but their length, or bytes that no text has, tell them
    // apart.
    let count = bytes.get(80..84).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let first = unmarked(bytes).trim_ascii_start().get(..5);
    if count.is_some_and(|n| bytes.len() as u64 == 84 + 50 * u64::from(n))
        || bytes.iter().take(HEAD).any(|&b| b == 0)
        || !first.is_some_and(|word| word.eq_ignore_ascii_case(b"solid"))
    {
        refuse_text(bytes)?;
        read_binary(bytes, &mut weld)?;
    } else {
        read_text(bytes, &mut weld)?;
    }
    triangle_surface(weld.positions, weld.triangles)
}

/// Refuses text of another kind: a binary file has bytes in it that no text has.
fn refuse_text(bytes: &[u8]) -> Result<()> {
    let Ok(text) = std::str::from_utf8(unmarked(bytes)) else { return Ok(()) };
    if text.trim().is_empty() || text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Ok(());
    }
    let first = text.trim_start().lines().next().unwrap_or_default();
    let message = format!("the file is text, but not STL: it starts with `{}`", clip(first));
    Err(Error::new(Code::Format, message)
        .line(1)
        .help("STL as text starts with `solid`; export the file again, or give it the ending of its format"))
}

#[derive(Default)]
struct Weld {
    positions: Vec<f64>,
    triangles: Cells,
    seen: HashMap<[u64; 3], i64>,
}

impl Weld {
    fn corner(&mut self, cursor: &mut Cursor, scalar: Scalar) -> Result<()> {
        let mut p = [0.0; 3];
        for x in &mut p {
            // Adding zero turns -0 into 0.
            *x = cursor.coordinate(scalar)? + 0.0;
        }
        let next = (self.positions.len() / 3) as i64;
        let index = *self.seen.entry(p.map(f64::to_bits)).or_insert(next);
        if index == next {
            self.positions.extend(p);
        }
        self.triangles.push_index(index, 0, cursor)
    }
}

fn read_binary(bytes: &[u8], weld: &mut Weld) -> Result<()> {
    let mut cursor = Cursor::new(bytes, None);
    cursor.set_binary(Some(Endian::Little));
    cursor.take(80, "the header")?;
    let n = cursor.integer(Scalar::U32, "the number of triangles")?;
    for _ in 0..cursor.check_count(n, 50, "the number of triangles")? {
        cursor.take(12, "a normal")?;
        for _ in 0..3 {
            weld.corner(&mut cursor, Scalar::F32)?;
        }
        cursor.take(2, "an attribute")?;
    }
    match cursor.rest().len() / 50 {
        0 => Ok(()),
        more => Err(cursor.bad(format!("{n} triangles are announced, but {more} more follow"))),
    }
}

fn read_text(bytes: &[u8], weld: &mut Weld) -> Result<()> {
    let mut cursor = Cursor::new(bytes, None);
    let mut corners = 0;
    while let Some(token) = cursor.token() {
        match token.to_ascii_lowercase().as_slice() {
            b"vertex" => {
                weld.corner(&mut cursor, Scalar::F64)?;
                corners += 1;
            }
            b"solid" | b"endsolid" | b"facet" => {
                cursor.rest_of_line();
            }
            b"outer" | b"loop" | b"endfacet" => {}
            b"endloop" => {
                if corners != 3 {
                    return Err(cursor.bad(format!("a facet has {corners} corners")));
                }
                corners = 0;
            }
            other => {
                return Err(cursor.bad(format!(
                    "`{}` is no word of an STL file",
                    clip(&String::from_utf8_lossy(other))
                )));
            }
        }
    }
    if corners != 0 {
        return Err(cursor.cut_off("the file ends inside a facet"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    const TEXT: &str = "solid a thing\nfacet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1 0\n endloop\nendfacet\n\
        facet normal 0 0 1\n outer loop\n  vertex 1 0 0\n  vertex 1 1 2.5e0\n  vertex -0.0 1 0\n endloop\nendfacet\nendsolid\n";

    #[test]
    fn text_and_binary_give_the_same_surface_with_corners_merged() {
        let text = read(TEXT.as_bytes()).unwrap();
        assert_eq!(text.facets, [0, 1, 2, 1, 3, 2]);
        assert_eq!(text.positions.len(), 12);

        let mut binary = b"solid by mistake".to_vec();
        binary.resize(80, b' ');
        binary.extend(2u32.to_le_bytes());
        for facet in text.facets.chunks(3) {
            binary.extend([0; 12]);
            for v in facet {
                let p = &text.positions[3 * *v as usize..][..3];
                binary.extend(p.iter().flat_map(|x| (*x as f32).to_le_bytes()));
            }
            binary.extend([0; 2]);
        }
        assert_eq!(read(&binary).unwrap(), text);
        samples::survives_truncation(TEXT.as_bytes(), read);
        samples::survives_truncation(&binary, read);
        let cut = read(&binary[..binary.len() - 60]).unwrap_err();
        assert!(cut.message.contains("at byte 84"), "{cut}");
        binary[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
        binary[..5].copy_from_slice(b"xxxxx");
        assert!(read(&binary).unwrap_err().message.contains("at byte 84"));
        binary[80..84].copy_from_slice(&1u32.to_le_bytes());
        assert!(read(&binary).unwrap_err().message.contains("1 more follow"));
    }

    #[test]
    fn text_may_be_in_capitals() {
        let capitals = TEXT.to_ascii_uppercase();
        assert_eq!(read(capitals.as_bytes()).unwrap(), read(TEXT.as_bytes()).unwrap());
    }

    #[test]
    fn text_of_another_kind_is_called_text() {
        let other = "# Blender\nv 0 0 0\n".repeat(20);
        let e = read(other.as_bytes()).unwrap_err();
        assert!(e.code == Code::Format, "{e}");
        assert!(e.message.contains("text, but not STL: it starts with `# Blender`"), "{e}");
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, code, line) in [
            ("vertex 1 1 2.5e0", "vertex 1 1 inf", Code::MeshNotFinite, 12),
            ("vertex 1 1 2.5e0", "vertex 1 1 x", Code::Format, 12),
            ("  vertex 1 1 2.5e0\n", "", Code::Format, 13),
            ("endfacet\nendsolid", "what\nendsolid", Code::Format, 15),
        ] {
            let e = read(TEXT.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
    }
}
