//! The scene: one TOML or JSON document that drives the whole pipeline.
//!
//! A [`Scene`] says what body there is and which forces to expect; [`SceneFile`] is one read from
//! a file, whose errors point at the line. The stages are methods in the order they run:
//! [`SceneFile::body`], [`SceneFile::linearise`], [`SceneFile::prior`], [`SceneFile::design`].

mod compare;
pub mod document;
mod doubts;
mod examples;
mod look;
mod mesh;
mod report;
mod role;
pub mod simulation;
mod sketch;
mod skin;

pub use compare::{Comparison, Contest};
pub use document::to_toml;
pub use examples::{EXAMPLES, Example};
pub use look::Selected;
pub use mesh::MeshSpec;
pub use report::{Report, Seconds, Spent};
pub use role::Role;
pub use sketch::{Fiber, LoadSketch, PatchSketch, PocketSketch, Sketch, SpringSketch};
pub use skin::{Skin, numbered};

use crate::body::Body;
use crate::energy::Actuators;
use crate::error::{Code, Error, Result};
use crate::force::{Context, Force, ForceKind, Gaussian, Kind, Measure};
use crate::linalg::SparseSym;
use crate::material::Law;
use crate::material::field::{Material, Quantity};
use crate::mesh::display::{Attached, coarse, far_out};
use crate::mesh::geometry::cell_size;
use crate::mesh::select::{Picker, Selection};
use crate::mesh::validate::repair;
use crate::mesh::{Boundary, RawMesh, SimplexMesh, io};
use crate::progress::Progress;
use crate::subspace::dynamic::white_noise;
use crate::subspace::linearisation::{body_assembler, rest_stiffness};
use crate::subspace::{Linearisation, Modes, Subspace, SubspaceSpec, design_shown};
use document::{Document, Format, parse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use simulation::{SimulationSpec, SolverSpec};
use std::path::{Path, PathBuf};

/// A body, the forces it will meet, and the subspace to design for them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scene {
    /// The mesh: a file, a surface to fill, or a built-in shape.
    pub mesh: MeshSpec,
    /// What the body is made of.
    #[serde(default)]
    pub material: Material,
    /// Where the body is held; free where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pin: Vec<Pin>,
    /// The forces to expect; several add up. White noise where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub force: Vec<Force>,
    /// The subspace to design.
    #[serde(default)]
    pub subspace: SubspaceSpec,
    /// How the body is simulated, and what happens to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulation: Option<SimulationSpec>,
}

/// A support: the selected vertices do not move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Pin {
    /// The vertices.
    pub r#where: Selection,
}

/// A scene together with where it came from.
pub struct SceneFile {
    document: Document<Scene>,
    path: Option<PathBuf>,
    folder: PathBuf,
    mesh: Option<RawMesh>,
}

impl SceneFile {
    /// Reads a `.toml` or `.json` scene; a mesh, surface or drawing makes a scene of its own
    /// ([`Role::scene`]).
    pub fn read(path: &Path) -> Result<Self> {
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let format = match Role::of_scene(path)? {
            Role::Scene if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json")) => {
                Format::Json
            }
            Role::Scene => Format::Toml,
            shape => {
                std::fs::metadata(path).map_err(|e| Error::io(path, &e))?;
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let text = shape.scene(&name).to_string();
                return Self::parse(&text, Format::Json, &folder);
            }
        };
        let text = std::fs::read_to_string(path).map_err(|e| match e.kind() {
            std::io::ErrorKind::InvalidData => {
                Error::new(Code::Scene, "the scene is not text in UTF-8")
                    .file(path)
                    .help("save it as UTF-8 in your editor")
            }
            _ => Error::io(path, &e),
        })?;
        let document = parse(&text, format).map_err(|e| e.file(path))?;
        Ok(SceneFile { document, path: Some(path.to_owned()), folder, mesh: None })
    }

    /// About how many bytes of memory it takes to fill the surface of the scene, if it has one that
    /// can be read.
    pub fn filling_memory(&self) -> Option<u64> {
        let mesh = &self.scene().mesh;
        let shape = mesh.drawn(&self.folder.join(mesh.surface.as_ref()?)).ok()?;
        Some(shape.memory(&mesh.stuffing(&shape).ok()?, mesh.thin == Some(true)))
    }

    /// Parses a scene given as text; file names in it are relative to `folder`.
    pub fn parse(text: &str, format: Format, folder: &Path) -> Result<Self> {
        let (document, folder) = (parse(text, format)?, folder.to_owned());
        Ok(SceneFile { document, path: None, folder, mesh: None })
    }

    /// The same scene on a mesh at hand, in m: that which its `[mesh]` names, loaded before, or one
    /// that no file holds, if it names none.
    pub fn with_mesh(self, mesh: RawMesh) -> Self {
        SceneFile { mesh: Some(mesh), ..self }
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.document.value
    }

    /// The document as it was written, before defaults were filled in.
    pub fn written(&self) -> &serde_json::Value {
        &self.document.json
    }

    /// The scene, to change before it is run.
    pub fn scene_mut(&mut self) -> &mut Scene {
        &mut self.document.value
    }

    /// Folder that file names are relative to.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Points an error at its line of the scene. That of a file which cannot be read is the line
    /// that names the file.
    pub fn locate(&self, mut error: Error) -> Error {
        if matches!(error.code, Code::Io | Code::UnknownFormat)
            && error.place.field.is_some()
            && let Some(file) = error.place.file.take()
            && error.help.is_none()
        {
            let file = std::path::absolute(&file).unwrap_or(file);
            error.help = Some(format!(
                "looked for {}; names are relative to the scene's folder",
                file.display()
            ));
        }
        if let (Code::SelectionEmpty, Some(hint)) = (error.code, self.scene().mesh.unscaled()) {
            error.help = Some(error.help.map_or(hint.clone(), |help| format!("{help}; {hint}")));
        }
        let inner = error.place.file.is_some();
        let error = self.document.locate(error);
        match &self.path {
            Some(path) if !inner => error.file(path),
            _ => error,
        }
    }

    /// The body with its material and supports, and what the user should know about its mesh.
    pub fn body(&self, progress: &dyn Progress) -> Result<(Body, Vec<String>)> {
        let (mesh, mut warnings) = self.mesh(progress)?;
        let (body, doubts) = self.body_of(mesh)?;
        warnings.extend(doubts);
        Ok((body, warnings))
    }

    /// The mesh alone, in m, and what the user should know about it.
    pub fn mesh(&self, progress: &dyn Progress) -> Result<(SimplexMesh, Vec<String>)> {
        progress.stage("read", 0);
        let loaded = match &self.mesh {
            Some(mesh) => Ok((mesh.clone(), Vec::new())),
            None => self.scene().load(&self.folder, progress),
        };
        loaded
            .and_then(|(raw, warnings)| self.scene().checked(raw, warnings, &self.folder))
            .map_err(|e| self.locate(e))
    }

    /// The body made of the scene's mesh, with its material and supports, and what the user should
    /// know about it.
    pub fn body_of(&self, mesh: SimplexMesh) -> Result<(Body, Vec<String>)> {
        self.scene().body_of(mesh, &self.folder).map_err(|e| self.locate(e))
    }

    /// The surface to look at, attached to the body's mesh, and what the user should know about it.
    pub fn surface(
        &self,
        body_mesh: &SimplexMesh,
        progress: &dyn Progress,
    ) -> Result<(Option<Attached>, Vec<String>)> {
        let found = self.scene().mesh.display(&self.folder, body_mesh, progress);
        let Some(display) = found.map_err(|e| self.locate(e.field("mesh")))? else {
            return Ok((None, Vec::new()));
        };
        let (display, whole) = display.finer(cell_size(body_mesh));
        let (attached, farthest) =
            Attached::new(body_mesh, display).map_err(|e| self.locate(e.field("mesh")))?;
        // what is lost of a surface or creature that is filled is told when it is
        let mesh = &self.scene().mesh;
        let own =
            mesh.surface.is_some() && mesh.display_file().map(|f| f.1) == mesh.surface.as_deref();
        let far = far_out(body_mesh, farthest).filter(|_| mesh.shape.is_none() && !own);
        let unusable = match self.surface_file() {
            Some(file) => io::unusable_files(&file)?,
            None => Vec::new(),
        };
        let doubts = far.into_iter().chain((!whole).then(coarse)).chain(unusable).collect();
        Ok((Some(attached), doubts))
    }

    /// The file of the surface to look at, where there is one; drawings do not count.
    pub fn surface_file(&self) -> Option<PathBuf> {
        self.scene().mesh.display_file().map(|(_, file)| self.folder.join(file))
    }

    /// The body's rest stiffness, factored.
    pub fn linearise<'a>(
        &self,
        body: &'a Body,
        progress: &dyn Progress,
    ) -> Result<Linearisation<'a>> {
        self.scene().linearise(body, &self.folder, progress).map_err(|e| self.locate(e))
    }

    /// The prior over forces.
    pub fn prior(&self, lin: &Linearisation<'_>) -> Result<Gaussian> {
        self.scene().prior(lin, &self.folder).map_err(|e| self.locate(e))
    }

    /// The prior without a factorisation, for bodies too large for one: no force may be given by the
    /// displacement that it causes.
    pub fn prior_unfactored(&self, body: &Body) -> Result<Gaussian> {
        let stiffness = rest_stiffness(body, &body_assembler(body));
        let context = Context::new(body, &stiffness, &self.folder);
        let forces = self.scene().forces_in(&context, body).map_err(|e| self.locate(e))?;
        Ok(Gaussian::together(forces))
    }

    /// The prior, and which forces hardly move the body beside the others, one sentence each.
    pub fn prior_and_doubts(&self, lin: &Linearisation<'_>) -> Result<(Gaussian, Vec<String>)> {
        let forces = self.forces(lin)?;
        let doubts = self.force_doubts(lin, &forces);
        Ok((Gaussian::together(forces), doubts))
    }

    /// The Gaussian of each force; white noise where there is none.
    pub fn forces(&self, lin: &Linearisation<'_>) -> Result<Vec<Gaussian>> {
        self.scene().forces(lin, &self.folder).map_err(|e| self.locate(e))
    }

    /// Which of the forces hardly move the body beside the others, pieces that float, and solves that lose
    /// digits, one sentence each.
    pub fn force_doubts(&self, lin: &Linearisation<'_>, forces: &[Gaussian]) -> Vec<String> {
        let mut doubts = doubts::faint(lin, forces);
        doubts.extend(doubts::loose(lin));
        doubts.extend(doubts::rough(lin));
        doubts
    }

    /// Name, probability and forces of what may happen: the components of the scene's mixture, each
    /// together with the scene's other forces.
    pub fn components(&self, lin: &Linearisation<'_>) -> Result<Vec<(String, f64, Gaussian)>> {
        self.scene().components(lin, &self.folder).map_err(|e| self.locate(e))
    }

    /// What drives the body: the actuators of all forces.
    pub fn actuators(&self, lin: &Linearisation<'_>) -> Result<Actuators> {
        self.scene().actuators(lin, &self.folder).map_err(|e| self.locate(e))
    }

    /// What every selection hits.
    pub fn selections(&self, body: &Body) -> Result<Vec<Selected>> {
        self.scene().selections(body, &self.folder).map_err(|e| self.locate(e))
    }

    /// Fields to look at on the mesh: `held` (0 or 1) per vertex, `young` (Pa), `poisson` and
    /// `density` (kg/m^3) per cell, and per vertex the root mean square of each force (N).
    pub fn fields(&self, lin: &Linearisation<'_>) -> Result<Vec<io::Field>> {
        Ok(self.fields_of(lin.body, &self.forces(lin)?))
    }

    /// The same of a body and forces at hand.
    pub fn fields_of(&self, body: &Body, forces: &[Gaussian]) -> Vec<io::Field> {
        self.scene().fields(body, forces)
    }

    /// Refuses keys of `[subspace]` that neither the scene's own method nor any of these specs
    /// looks at.
    pub fn check_keys(&self, specs: &[SubspaceSpec]) -> Result<()> {
        for spec in specs {
            spec.check_kind().map_err(|e| self.locate(e.field("subspace")))?;
        }
        let Some(written) = self.document.json.get("subspace") else { return Ok(()) };
        let own: Option<SubspaceSpec> = serde_json::from_value(written.clone()).ok();
        let used = |key: &str| own.iter().chain(specs).any(|spec| spec.uses(key));
        let mut keys = written.as_object().into_iter().flat_map(|table| table.keys());
        match (keys.find(|key| !used(key)), specs.first().or(own.as_ref())) {
            (Some(key), Some(spec)) => {
                Err(self.locate(spec.useless(key).field(key).field("subspace")))
            }
            _ => Ok(()),
        }
    }

    /// Refuses keys of `[simulation]` that neither the scene's own solver nor this one looks at.
    pub fn check_solver_keys(&self, solver: SolverSpec) -> Result<()> {
        let written = self.document.json.get("simulation").and_then(|s| s.get("clusters"));
        let own = self.scene().simulation().solver;
        if written.is_none() || [own, solver].contains(&SolverSpec::Projective) {
            return Ok(());
        }
        let message = "is looked at by `solver = \"projective\"` only";
        let error = Error::new(Code::Scene, message).field("clusters").field("simulation");
        Err(self.locate(error.help("for Newton's method say how many cells count: `cubature`")))
    }

    /// The subspace.
    pub fn design(
        &self,
        lin: &Linearisation<'_>,
        prior: &Gaussian,
        progress: &dyn Progress,
    ) -> Result<Subspace> {
        self.design_shown(lin, prior, progress, |_| ())
    }

    /// The subspace, with a look at its modes before they are certified.
    pub fn design_shown(
        &self,
        lin: &Linearisation<'_>,
        prior: &Gaussian,
        progress: &dyn Progress,
        look: impl FnOnce(&Modes),
    ) -> Result<Subspace> {
        self.check_keys(std::slice::from_ref(&self.scene().subspace))?;
        design_shown(lin, prior, &self.scene().subspace, &self.folder, progress, look)
            .map_err(|e| self.locate(e.field("subspace")))
    }
}

impl Scene {
    fn load(&self, folder: &Path, progress: &dyn Progress) -> Result<(RawMesh, Vec<String>)> {
        self.mesh.load(folder, progress).map_err(|e| e.field("mesh"))
    }

    fn checked(
        &self,
        raw: RawMesh,
        mut warnings: Vec<String>,
        folder: &Path,
    ) -> Result<(SimplexMesh, Vec<String>)> {
        let name = |e: Error| match &self.mesh.file {
            Some(file) => e.file(folder.join(file)),
            None => e,
        };
        if !self.mesh.repair {
            return Ok((SimplexMesh::new(raw).map_err(name)?, warnings));
        }
        let (mesh, repairs) = repair(raw).map_err(name)?;
        warnings.extend(repairs.sentences());
        Ok((mesh, warnings))
    }

    fn body_of(&self, mesh: SimplexMesh, folder: &Path) -> Result<(Body, Vec<String>)> {
        let mut warnings = Vec::new();
        let boundary = Boundary::new(&mesh);
        let unit = self.mesh.unit.unwrap_or(1.0);
        let picker = Picker::new(&mesh, &boundary, folder).with_unit(unit);
        let mut pins = vec![false; mesh.vertex_count()];
        for (k, pin) in self.pin.iter().enumerate() {
            let mask = picker
                .vertices(&pin.r#where)
                .map_err(|e| e.field("where").field(format!("pin[{k}]")))?;
            pins.iter_mut().zip(mask).for_each(|(p, m)| *p |= m);
        }
        let body =
            Body::in_unit(mesh, &self.material, folder, unit).map_err(|e| e.field("material"))?;
        let loose = body.held.iter().filter(|h| **h).count();
        if loose > 0 {
            warnings.push(format!(
                "vertices that belong to no cell: {loose}; they are held and do not move"
            ));
        }
        if self.material.law == Law::Arap && self.material.poisson != Quantity::Number(0.0) {
            warnings.push(
                "ARAP has no Poisson effect: it keeps the shear modulus and drops the rest".into(),
            );
        }
        let body = body.pinned(&pins);
        warnings.extend(self.doubts(body.dim(), folder));
        for (k, force) in self.force.iter().enumerate() {
            let own = force.warnings(&body, folder).into_iter();
            warnings.extend(own.map(|warning| format!("force[{k}].{warning}")));
        }
        Ok((body, warnings))
    }

    fn linearise<'a>(
        &self,
        body: &'a Body,
        folder: &Path,
        progress: &dyn Progress,
    ) -> Result<Linearisation<'a>> {
        let attachments = |stiffness: &SparseSym| {
            let context = Context::new(body, stiffness, folder);
            let mut all = Vec::new();
            for (k, force) in self.force.iter().enumerate() {
                all.extend(force.attachment(&context).map_err(|e| e.field(format!("force[{k}]")))?);
            }
            Ok(all)
        };
        Linearisation::attached(body, attachments, progress)
    }

    /// The actuators of all forces: `name[k]` by the name of the force or its named part, or else
    /// its kind.
    fn actuators(&self, lin: &Linearisation<'_>, folder: &Path) -> Result<Actuators> {
        let measure = |g: &Gaussian| lin.rms_displacement(g);
        let context = context(lin, &measure, folder);
        let mut all = Actuators::none(lin.body.dim());
        let mut names: Vec<String> = Vec::new();
        for (k, force) in self.force.iter().enumerate() {
            let found = force.actuators(&context).map_err(|e| e.field(format!("force[{k}]")))?;
            let whole = force.name.as_deref().unwrap_or(force.kind.name());
            for group in found.chunk_by(|a, b| a.part == b.part) {
                let name = group[0].part.as_deref().unwrap_or(whole).to_owned();
                let others = (k..).map(|n| format!("{name}-{n}"));
                let free = |label: &String| !names.contains(label);
                let label = std::iter::once(name.clone()).chain(others).find(free).unwrap_or(name);
                for (j, a) in group.iter().enumerate() {
                    all.push(lin.body, format!("{label}[{j}]"), &a.actuator, a.mean, a.sigma);
                }
                names.push(label);
            }
        }
        Ok(all)
    }

    fn prior(&self, lin: &Linearisation<'_>, folder: &Path) -> Result<Gaussian> {
        self.forces(lin, folder).map(Gaussian::together)
    }

    /// The Gaussian of each force; white noise where there is none.
    fn forces(&self, lin: &Linearisation<'_>, folder: &Path) -> Result<Vec<Gaussian>> {
        let measure = |g: &Gaussian| lin.rms_displacement(g);
        self.forces_in(&context(lin, &measure, folder), lin.body)
    }

    fn forces_in(&self, context: &Context<'_>, body: &Body) -> Result<Vec<Gaussian>> {
        if self.force.is_empty() {
            return Ok(vec![white_noise(body)]);
        }
        let mut parts = Vec::new();
        for (k, force) in self.force.iter().enumerate() {
            parts.push(force.gaussian(context).map_err(|e| e.field(format!("force[{k}]")))?);
        }
        Ok(parts)
    }

    fn components(
        &self,
        lin: &Linearisation<'_>,
        folder: &Path,
    ) -> Result<Vec<(String, f64, Gaussian)>> {
        let is_mixture = |force: &&Force| matches!(force.kind, Kind::Mixture(_));
        if self.force.iter().filter(is_mixture).count() != 1 {
            let message = "chooses among the components of one force of kind `mixture`";
            return Err(Error::new(Code::Scene, message)
                .field("simulation.adaptive")
                .help("put what may happen into a [[force]] with kind = \"mixture\""));
        }
        let measure = |g: &Gaussian| lin.rms_displacement(g);
        let context = context(lin, &measure, folder);
        let (mut others, mut found) = (Vec::new(), Vec::new());
        for (k, force) in self.force.iter().enumerate() {
            let within = |e: Error| e.field(format!("force[{k}]"));
            match &force.kind {
                Kind::Mixture(mixture) => found = mixture.components(&context).map_err(within)?,
                _ => others.push(force.gaussian(&context).map_err(within)?),
            }
        }
        let with = |(name, p, own)| {
            let all = others.iter().cloned().chain([own]).collect();
            (name, p, Gaussian::together(all))
        };
        Ok(found.into_iter().map(with).collect())
    }
}

/// What forces are made in.
fn context<'a>(lin: &'a Linearisation<'_>, measure: Measure<'a>, folder: &'a Path) -> Context<'a> {
    let displacement_rms = Some(measure);
    let bare = Context::new(lin.body, &lin.stiffness, folder);
    Context { displacement_rms, made: lin.made(), ..bare }
}

/// The JSON Schema of scenes.
pub fn schema() -> serde_json::Value {
    document::schema::<Scene>()
}

#[cfg(test)]
mod tests {
    use super::document::Format;
    use super::*;
    use crate::progress::Silent;

    #[test]
    fn a_mesh_at_hand_takes_the_place_of_that_in_the_scene() {
        let text = "[mesh]\nshape = \"beam\"\ncells = 200\n[material]\nyoung = 2e5\n";
        let scene = SceneFile::parse(text, Format::Toml, Path::new("")).unwrap();
        let (body, _) = scene.body(&Silent).unwrap();
        let nameless = "[mesh]\n[material]\nyoung = 2e5\n";
        let given = SceneFile::parse(nameless, Format::Toml, Path::new("")).unwrap();
        assert!(given.body(&Silent).is_err());
        let (same, _) = given.with_mesh(body.mesh.raw().clone()).body(&Silent).unwrap();
        assert_eq!((same.mesh, same.lame, same.mass), (body.mesh, body.lame, body.mass));
    }

    #[test]
    fn channels_go_by_the_names_of_parts_and_no_name_is_taken_twice() {
        let press = |name: &str| {
            format!(
                "{name}kind = \"contact\"\npatch = [{{ where = \"all\", normal = [0, 0, 1] }}]\n\
                 tangent-sigma = 0.0\n"
            )
        };
        let part = |name: &str| format!("[[force.of]]\n{}", press(name));
        let text = format!(
            "[mesh]\nshape = \"beam\"\ncells = 200\n[[force]]\nkind = \"sum\"\n{}{}{}[[force]]\n{}",
            part("name = \"left\"\n"),
            part(""),
            part("name = \"left\"\n"),
            press("name = \"sum\"\n"),
        );
        let scene = SceneFile::parse(&text, Format::Toml, Path::new("")).unwrap();
        let (body, _) = scene.body(&Silent).unwrap();
        let lin = scene.linearise(&body, &Silent).unwrap();
        let channels = scene.actuators(&lin).unwrap().channels;
        let first = channels.iter().filter_map(|c| c.name.strip_suffix("[0]"));
        assert_eq!(first.collect::<Vec<_>>(), ["left", "sum", "left-0", "sum-1"]);
    }
}
