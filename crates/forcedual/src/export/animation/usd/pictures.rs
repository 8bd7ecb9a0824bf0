//! Pictures of a `.usda`, which are files beside it: a subset of the faces and a material for each.

use crate::error::{Code, Error, Result};
use crate::export::render::Colour;
use crate::export::write_bytes;
use crate::mesh::display::{Display, PictureKind};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A picture of some faces.
pub(super) struct Covered<'a> {
    number: usize,
    /// Its name beside the file.
    name: String,
    bytes: &'a [u8],
    faces: Vec<u32>,
    /// In linear light, where all faces have the same.
    tint: [f32; 3],
}

/// The pictures of a surface whose file is at `path`.
pub(super) fn covered<'a>(surface: &'a Display, path: &Path) -> Result<Vec<Covered<'a>>> {
    let groups = surface.pictures.groups(surface.faces.len());
    let pictures = groups.into_iter().filter_map(|(picture, faces)| Some((picture?, faces)));
    let stem = path.file_stem().and_then(|s| s.to_str());
    let covered = pictures.map(|(number, faces)| {
        let number = number as usize;
        let bytes = &*surface.pictures.files[number];
        let (Some(stem), Some(kind)) = (stem, PictureKind::of(bytes)) else {
            return Err(Error::new(Code::Format, "the name of the file is not valid Unicode"));
        };
        let name = format!("{stem}_picture_{number}.{}", kind.extension());
        let tint = tint(surface, &faces);
        Ok(Covered { number, name, bytes, faces, tint })
    });
    covered.collect()
}

fn tint(surface: &Display, faces: &[u32]) -> [f32; 3] {
    let corners = faces.iter().flat_map(|&t| surface.faces[t as usize]);
    let mut colours = corners.filter_map(|i| surface.colours.get(i as usize));
    match colours.next() {
        Some(&first) if colours.all(|other| *other == first) => {
            Colour::rgb(first[0], first[1], first[2]).linear()
        }
        _ => [1.0; 3],
    }
}

/// Writes the files of the pictures; in case of an error, none.
pub(super) fn write_files(covered: &[Covered], path: &Path) -> io::Result<()> {
    let place = |picture: &Covered| -> PathBuf { path.with_file_name(&picture.name) };
    for (k, picture) in covered.iter().enumerate() {
        if let Err(e) = write_bytes(&place(picture), picture.bytes) {
            covered[..k].iter().for_each(|done| drop(std::fs::remove_file(place(done))));
            return Err(io::Error::other(format!("{}: {}", picture.name, e.message)));
        }
    }
    Ok(())
}

/// The faces of each picture, inside the mesh of body `body`.
pub(super) fn subsets(out: &mut impl Write, covered: &[Covered], body: &str) -> io::Result<()> {
    if covered.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "        uniform token subsetFamily:materialBind:familyType = \"nonOverlapping\""
    )?;
    for Covered { number, faces, .. } in covered {
        write!(
            out,
            "\n        def GeomSubset \"picture_{number}\" (\n            \
             prepend apiSchemas = [\"MaterialBindingAPI\"]\n        )\n        {{\n            \
             uniform token elementType = \"face\"\n            \
             uniform token familyName = \"materialBind\"\n            int[] indices = ["
        )?;
        super::list(out, faces.iter(), |out, t| write!(out, "{t}"))?;
        writeln!(
            out,
            "]\n            rel material:binding = </{body}/picture_{number}>\n        }}"
        )?;
    }
    Ok(())
}

/// The material of each picture, inside body `body`.
pub(super) fn materials(out: &mut impl Write, covered: &[Covered], body: &str) -> io::Result<()> {
    for Covered { number, name, tint: [r, g, b], .. } in covered {
        let own = format!("/{body}/picture_{number}");
        let quote = if name.contains('@') { "@@@" } else { "@" };
        writeln!(
            out,
            r#"
    def Material "picture_{number}"
    {{
        token outputs:surface.connect = <{own}/surface.outputs:surface>

        def Shader "surface"
        {{
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = <{own}/picture.outputs:rgb>
            float inputs:metallic = 0
            float inputs:roughness = 0.6
            token outputs:surface
        }}

        def Shader "picture"
        {{
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = {quote}./{name}{quote}
            float4 inputs:scale = ({r}, {g}, {b}, 1)
            token inputs:sourceColorSpace = "sRGB"
            float2 inputs:st.connect = <{own}/coordinates.outputs:result>
            token inputs:wrapS = "repeat"
            token inputs:wrapT = "repeat"
            float3 outputs:rgb
        }}

        def Shader "coordinates"
        {{
            uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "st"
            float2 outputs:result
        }}
    }}"#
        )?;
    }
    Ok(())
}
