//! Files of meshes and surfaces.

use forcedual::mesh::SimplexMesh;
use forcedual::mesh::io::bytes;
use forcedual::mesh::surface::Shape;
use forcedual::mesh::validate::{inspect, repair};

/// A mesh; what is read must come back from what is written.
pub fn mesh(extension: &str, file: &[u8]) {
    let Ok((mesh, fields)) = bytes::read(extension, file) else { return };
    if let Ok(written) = bytes::write(extension, &mesh, &[]) {
        let again = bytes::read(extension, &written).map(|(mesh, _)| mesh);
        assert_eq!(again.as_ref(), Ok(&mesh), "written and read again");
    }
    if !fields.is_empty()
        && let Ok(written) = bytes::write(extension, &mesh, &fields)
    {
        let again = bytes::read(extension, &written).map(|(mesh, _)| mesh);
        assert_eq!(again.as_ref(), Ok(&mesh), "written with fields and read again");
    }
    inspect(&mesh).error();
    let _ = repair(mesh.clone());
    let _ = SimplexMesh::new(mesh);
}

/// A surface; what is read must come back from what is written.
pub fn surface(extension: &str, file: &[u8]) {
    let display = bytes::read_display(extension, file);
    let Ok(surface) = bytes::read_surface(extension, file) else { return };
    if let Ok(display) = display {
        let n = display.positions.len();
        assert!(display.faces.as_flattened().iter().all(|i| (*i as usize) < n));
        assert!(display.normals.as_flattened().iter().all(|x| x.is_finite()));
    }
    if let Ok(written) = bytes::write_surface(extension, &surface) {
        let again = bytes::read_surface(extension, &written);
        match extension {
            // vertices are found by their places there
            "stl" => assert_eq!(again.map(|s| s.facets.len()), Ok(surface.facets.len())),
            _ => assert_eq!(again.as_ref(), Ok(&surface), "written and read again"),
        }
    }
    let _ = Shape::of(surface);
}

/// An OBJ is a surface, a mesh of the plane, and lines to keep.
pub fn obj(file: &[u8]) {
    surface("obj", file);
    mesh("obj", file);
    let _ = bytes::read_carried(file);
}

/// A glTF, in text or binary.
pub fn gltf(file: &[u8]) {
    let display = bytes::read_display("gltf", file);
    if let Ok(surface) = bytes::read_surface("gltf", file) {
        let n = surface.positions.len() / 3;
        assert!(surface.facets.iter().all(|i| (*i as usize) < n));
    }
    if let Ok(display) = display {
        assert!(display.normals.as_flattened().iter().all(|x| x.is_finite()));
    }
    let _ = bytes::textures(file);
}

/// A library of materials.
pub fn materials(file: &[u8]) {
    bytes::materials(file);
}
