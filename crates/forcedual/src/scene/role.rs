//! What a file is to a scene, by its name.

use crate::error::{Code, Error, Result};
use serde_json::{Value, json};
use std::path::Path;

/// What a file is to a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A scene.
    Scene,
    /// A designed model.
    Model,
    /// Cells.
    Mesh,
    /// A surface to fill.
    Surface,
    /// A drawing to fill.
    Drawing,
}

impl Role {
    /// By its extension.
    pub fn of(path: &Path) -> Result<Self> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        Ok(match extension.as_str() {
            "toml" | "json" => Role::Scene,
            "safetensors" => Role::Model,
            "mesh" | "msh" | "vtk" | "vtu" | "node" | "ele" => Role::Mesh,
            "obj" | "stl" | "ply" | "off" | "gltf" | "glb" => Role::Surface,
            "svg" | "png" => Role::Drawing,
            _ if path.is_dir() => {
                let error = Error::new(Code::UnknownFormat, "this is a folder").file(path);
                return Err(error.help("name the file in it"));
            }
            _ if !path.exists() => {
                return Err(Error::new(Code::Io, "there is no such file").file(path));
            }
            _ => {
                let message = "is no scene, mesh, surface, drawing or model";
                return Err(Error::new(Code::UnknownFormat, message).file(path).help(
                    "scenes are .toml and .json, models .safetensors, meshes .mesh, .msh, .vtk, \
                     .vtu and .node, surfaces .obj, .stl, .ply, .off, .gltf and .glb, drawings \
                     .svg and .png; `forcedual example beam > scene.toml` writes a scene to start \
                     from",
                ));
            }
        })
    }

    /// The same where a scene is asked for: models are refused.
    pub fn of_scene(path: &Path) -> Result<Self> {
        match Role::of(path)? {
            Role::Model => {
                let message = "this is a designed model; a scene, or a mesh, is asked for";
                Err(Error::new(Code::UnknownFormat, message)
                    .file(path)
                    .help("`forcedual simulate` plays a model, `forcedual inspect` tells of it"))
            }
            role => Ok(role),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Role::Scene => "scene",
            Role::Model => "model",
            Role::Mesh => "mesh",
            Role::Surface => "surface",
            Role::Drawing => "drawing",
        }
    }

    /// A scene for a file with nothing but a shape: free, soft, met by white noise, and ready to be
    /// turned and bent.
    pub fn scene(self, name: &str) -> Value {
        let mesh = match self {
            Role::Mesh => json!({ "file": name }),
            _ => json!({ "surface": name }),
        };
        json!({ "mesh": mesh, "subspace": { "kind": "skinning", "modes": 12 } })
    }
}
