//! Surfaces to look at: triangles with normals, texture coordinates, colours (of vertices, or else of
//! materials) and pictures, where files have them. Texture coordinates count from the lower left corner of the image.

use std::path::Path;

use super::carried::{index, point};
use super::{extension, gltf, load, materials, ply, polygon, read_surface};
use crate::error::{Code, Error, Result};
use crate::mesh::display::{Corners, Display};

/// Reads a surface to look at: from OBJ, glTF and PLY with what they say about their vertices, from other
/// files with normals of its own.
pub fn read_display(path: &Path) -> Result<Display> {
    let display = match extension(path).as_str() {
        "obj" => obj(&load(path)?, path.parent().unwrap_or(Path::new(""))),
        "gltf" | "glb" => gltf::read_display(&load(path)?, path.parent().unwrap_or(Path::new(""))),
        "ply" => ply::read_display(&load(path)?),
        _ => read_surface(path).and_then(|surface| Display::from_surface(&surface)),
    };
    display.map_err(|e| e.file(path))
}

pub(super) fn obj(bytes: &[u8], folder: &Path) -> Result<Display> {
    let text = String::from_utf8_lossy(bytes);
    let (mut points, mut normals, mut texture) = (Vec::new(), Vec::new(), Vec::new());
    let mut colours: Vec<[u8; 3]> = Vec::new();
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    // which triangles have texture coordinates
    let mut mapped: Vec<bool> = Vec::new();
    let mut corners = Corners::default();
    for (k, line) in text.lines().enumerate() {
        let mut words = line.split_ascii_whitespace().take_while(|w| !w.starts_with('#'));
        let at = |e: Error| e.line(k + 1);
        match words.next() {
            Some("v") => {
                points.push(point(&mut words).map_err(at)?);
                let rest: Vec<f64> = words.filter_map(|w| w.parse().ok()).collect();
                if let [r, g, b] = rest[..] {
                    colours.push([r, g, b].map(|x| (255.0 * x.clamp(0.0, 1.0)).round() as u8));
                }
            }
            Some("vn") => normals.push(point(&mut words).map_err(at)?),
            Some("vt") => {
                let mut number = || words.next().and_then(|w| w.parse::<f64>().ok());
                let uv = [number().unwrap_or(0.0), number().unwrap_or(0.0)];
                texture.push(uv.map(|x| if x.is_finite() { x } else { 0.0 }));
            }
            Some("f") => {
                let mut polygon = Vec::new();
                for word in words {
                    let mut parts = word.split('/');
                    let find = |text: &str, count: usize| index(text, count, word).map_err(at);
                    let vertex = find(parts.next().unwrap_or_default(), points.len())?;
                    let mut other = |count: usize| match parts.next().filter(|n| !n.is_empty()) {
                        None => Ok(None),
                        Some(number) => find(number, count).map(Some),
                    };
                    let uv = other(texture.len())?;
                    polygon.push((vertex as u32, uv, other(normals.len())?));
                }
                if polygon.len() < 3 {
                    let message = format!("a face has only {} corners", polygon.len());
                    return Err(Error::new(Code::Format, message).line(k + 1));
                }
                let places: Vec<[f64; 3]> = polygon.iter().map(|c| points[c.0 as usize]).collect();
                for triangle in polygon::triangles(&places).iter().map(|t| t.map(|k| polygon[k])) {
                    triangles.push(triangle.map(|c| c.0));
                    mapped.push(triangle.iter().all(|c| c.1.is_some()));
                    if triangle.iter().all(|c| c.1.is_some()) {
                        corners.texture.resize(triangles.len() - 1, [[0.0; 2]; 3]);
                        corners
                            .texture
                            .push(triangle.map(|c| c.1.map_or([0.0; 2], |i| texture[i])));
                    }
                    if triangle.iter().all(|c| c.2.is_some()) {
                        corners
                            .normals
                            .push(triangle.map(|c| c.2.map_or([0.0; 3], |i| unit(normals[i]))));
                    }
                }
            }
            _ => {}
        }
    }
    if !corners.texture.is_empty() {
        corners.texture.resize(triangles.len(), [[0.0; 2]; 3]);
    }
    let (by_material, mut pictures) = materials::dress(&text, folder);
    let bare = pictures.of.iter_mut().zip(&mapped).filter(|(_, mapped)| !**mapped);
    bare.for_each(|(picture, _)| *picture = None);
    corners.pictures = pictures;
    if corners.normals.len() != triangles.len() {
        corners.normals.clear();
    }
    if colours.len() != points.len() {
        colours.clear();
        corners.colours = by_material;
    }
    Display::from_corners(&points, &triangles, &colours, corners)
}

fn unit(n: [f64; 3]) -> [f64; 3] {
    let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 { n.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::mesh::display::pictures::tests::png;

    #[test]
    fn a_bad_line_has_the_same_code_whoever_reads_it() {
        let points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n";
        for (line, code) in [
            ("f 1 2 x", Code::Format),
            ("f 1 2", Code::Format),
            ("f 1 2 9", Code::MeshIndex),
            ("f 1 2 0", Code::MeshIndex),
            ("f 1 2 -9", Code::MeshIndex),
            ("v 1 x 0", Code::Format),
            ("v 1 inf 0", Code::MeshNotFinite),
            ("v 1", Code::Format),
        ] {
            let folder = samples::Folder::new("bad-lines");
            let path = folder.0.join("a.obj");
            std::fs::write(&path, format!("{points}{line}\n")).unwrap();
            let found = [
                super::super::read_surface(&path).unwrap_err(),
                read_display(&path).unwrap_err(),
                super::super::Carried::read(&path).err().unwrap(),
            ];
            for error in found {
                assert_eq!(error.code, code, "{line}: {error}");
            }
        }
    }

    #[test]
    fn lines_that_go_on_after_a_backslash_are_read_by_all() {
        let folder = samples::Folder::new("continued");
        let path = folder.0.join("a.obj");
        std::fs::write(&path, "v 0 0 0\nv 1 0 \\\n0\nv 0 1 1\nf 1 3 \\\n2\n").unwrap();
        assert_eq!(super::super::read_surface(&path).unwrap().facets, [0, 2, 1]);
        assert_eq!(read_display(&path).unwrap().faces.len(), 1);
        assert!(super::super::Carried::read(&path).is_ok());
    }

    #[test]
    fn an_obj_keeps_texture_normals_and_colours() {
        let text = "v 0 0 0 1 0 0.5\nv 1 0 0 1 0 0\nv 1 1 0 1 0 0\nv 0 1 0 1 0 0\nvt 0 0.25\nvt 1 1\nvn 0 0 2\nf 1/1/1 2/2/1 3/2/-1 4/2/1 # quad\n";
        let display = obj(text.as_bytes(), Path::new("")).unwrap();
        assert_eq!(display.faces, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(display.texture, [[0.0, 0.25], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]);
        assert_eq!(display.normals, [[0.0, 0.0, 1.0]; 4]);
        assert_eq!(display.colours[0], [255, 0, 128]);
    }

    #[test]
    fn parts_without_texture_or_normals_do_not_shift_the_others() {
        let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0.5 0.25\nvn 1 0 0\nf 1 2 3\nf 1/1/1 3/1/1 4/1/1\n";
        let display = obj(text.as_bytes(), Path::new("")).unwrap();
        assert_eq!(display.faces.len(), 2);
        let second = display.faces[1].map(|i| display.texture[i as usize]);
        assert_eq!(second, [[0.5, 0.25]; 3]);
        assert_eq!(display.texture.len(), display.positions.len());
        // not every corner has a normal, so they follow from the triangles
        assert!(display.normals.iter().all(|n| *n == [0.0, 0.0, 1.0]));
    }

    #[test]
    fn materials_colour_the_faces_and_split_the_vertices_between_them() {
        let folder = samples::Folder::new("textured");
        let library = "newmtl r\nKd 1 0 0\nnewmtl b\nKd 0 0 1\n";
        std::fs::write(folder.0.join("m.mtl"), library).unwrap();
        let text = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl r\nf 1 2 3\nusemtl b\nf 1 3 4\n";
        let display = obj(text.as_bytes(), &folder.0).unwrap();
        let colours = |t: usize| display.faces[t].map(|i| display.colours[i as usize]);
        assert_eq!([colours(0), colours(1)], [[[255, 0, 0]; 3], [[0, 0, 255]; 3]]);
        assert_eq!(display.positions.len(), 6);
    }

    #[test]
    fn faces_have_the_picture_of_their_material_if_they_have_texture_coordinates() {
        let folder = samples::Folder::new("pictured");
        let picture = png(&[&[[255, 0, 0], [0, 255, 0]], &[[0, 0, 255], [255, 255, 255]]]);
        std::fs::write(folder.0.join("skin.png"), &picture).unwrap();
        let library = "newmtl skin\nmap_Kd skin.png\nnewmtl b\nKd 0 0 1\n";
        std::fs::write(folder.0.join("m.mtl"), library).unwrap();
        let text = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\n\
                    usemtl b\nf 1/1 3/3 4/2\nusemtl skin\nf 1/1 2/2 3/3\nf 1 2 3\n";
        let display = obj(text.as_bytes(), &folder.0).unwrap();
        assert_eq!(display.pictures.files, [picture.into()]);
        assert_eq!(display.pictures.of, [None, Some(0), None]);
        let colours = |t: usize| display.faces[t].map(|i| display.colours[i as usize]);
        assert_eq!([colours(0), colours(1)], [[[0, 0, 255]; 3], [[255; 3]; 3]]);
        // nothing is mapped: no picture, and no texture coordinates
        let bare = text.replace("1/1 3/3 4/2", "1 3 4").replace("1/1 2/2 3/3", "1 2 3");
        let display = obj(bare.as_bytes(), &folder.0).unwrap();
        assert!(display.pictures.files.is_empty() && display.texture.is_empty());
    }

    #[test]
    fn errors_name_the_line() {
        for (text, code) in [
            ("v 0 0 0\nf 1 1\n", Code::Format),
            ("v 0 0 0\nf 1 1 2\n", Code::MeshIndex),
            ("v 0 0 0\nf 1/1 1 1\n", Code::MeshIndex),
            ("v 0 0 0\nv 0 nan 0\n", Code::MeshNotFinite),
        ] {
            let e = obj(text.as_bytes(), Path::new("")).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(2)), "{text}");
        }
        assert_eq!(obj(b"v 0 0 0\n", Path::new("")).unwrap_err().code, Code::MeshEmpty);
    }
}
