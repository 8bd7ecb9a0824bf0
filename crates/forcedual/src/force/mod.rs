//! Force priors: probability distributions over the forces a body will meet.
//!
//! Every prior is a Gaussian `F ~ N(mu, L L^T)`, given by its mean and a [`Factor`] `L` that can
//! be applied and transposed without ever forming the covariance. What a kind of force has to
//! say is only its `L = Pi D Sigma_A^{1/2}` (`Pi` zeroes held vertices): one file each, one line
//! in the registry below. Sampling, covariance products, restriction to a region, sums and
//! mixtures follow from the factor.
//!
//! Scaling rule: a coherent amplitude over a region is weighted by its *measure*, independent
//! amplitudes per entity by the *square root* of theirs. Either way the prior stays the same
//! when the mesh is refined.

mod factor;
mod gaussian;
mod made;
mod parameters;
mod strength;

pub mod contact;
pub mod displacement_samples;
pub mod force_samples;
pub mod handles;
pub mod matern;
pub mod matrix;
pub mod mixture;
pub mod muscle;
pub mod painted;
pub mod pneumatic;
pub mod radial;
pub mod region;
pub mod springs;
pub mod sum;
pub mod white_noise;

#[cfg(test)]
pub(crate) mod bench;
#[cfg(test)]
mod conformance;

pub use factor::{Factor, SparseColumns};
pub use gaussian::Gaussian;
pub use made::Made;

use crate::body::Body;
use crate::energy::Actuator;
use crate::error::{Code, Error, Result, one_of_two};
use crate::linalg::SparseSym;
use crate::mesh::io::On;
use crate::mesh::select::Selection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A number that a prior causes, found by a later stage of the pipeline.
pub type Measure<'a> = &'a dyn Fn(&Gaussian) -> Result<f64>;

/// What a prior may look at while it is built.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The body, with its supports.
    pub body: &'a Body,
    /// Rest Hessian of the elastic energy over all degrees of freedom, pins not eliminated.
    pub stiffness: &'a SparseSym,
    /// Folder that file names are relative to.
    pub folder: &'a Path,
    /// Root mean square displacement in m that a prior causes, for forces that are given by it.
    pub displacement_rms: Option<Measure<'a>>,
    /// What was made before, where that is remembered.
    pub made: Option<&'a Made>,
}

impl<'a> Context<'a> {
    /// A context that cannot measure displacements and remembers nothing.
    pub fn new(body: &'a Body, stiffness: &'a SparseSym, folder: &'a Path) -> Self {
        Context { body, stiffness, folder, displacement_rms: None, made: None }
    }
}

/// A selection that a prior makes: where it stands in the scene, and what it selects.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen<'a> {
    /// Field, for example `patch[0].where`.
    pub field: String,
    /// The selection.
    pub selection: &'a Selection,
    /// What is selected.
    pub of: On,
}

impl<'a> Chosen<'a> {
    /// A selection of vertices.
    pub fn vertices(field: impl Into<String>, selection: &'a Selection) -> Self {
        Chosen { field: field.into(), selection, of: On::Vertices }
    }

    /// A selection of cells.
    pub fn cells(field: impl Into<String>, selection: &'a Selection) -> Self {
        Chosen { field: field.into(), selection, of: On::Cells }
    }

    /// The same, the field within an outer one.
    pub fn within(self, outer: &str) -> Self {
        Chosen { field: format!("{outer}.{}", self.field), ..self }
    }
}

/// An actuator and the distribution of its amplitude.
#[derive(Debug, Clone, PartialEq)]
pub struct Actuation {
    /// What it does.
    pub actuator: Actuator,
    /// Mean amplitude.
    pub mean: f64,
    /// Standard deviation of the amplitude.
    pub sigma: f64,
    /// The part of a sum or mixture that it belongs to, if it has a name.
    pub part: Option<String>,
}

/// A kind of force prior: its parameters know how to become a Gaussian.
pub trait ForceKind {
    /// The prior's mean and factor, held vertices already zeroed.
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian>;

    /// Springs to the ground that this prior adds to the body: (vertex, stiffness in N/m in
    /// every direction). The linearisation adds them to the rest Hessian.
    fn attachment(&self, _context: &Context<'_>) -> Result<Vec<(usize, f64)>> {
        Ok(Vec::new())
    }

    /// What drives the body at run time, where this prior is over actuations. The force of each
    /// has at rest, per unit of amplitude, the column of the prior: `L = D diag(sigma)`.
    fn actuators(&self, _context: &Context<'_>) -> Result<Vec<Actuation>> {
        Ok(Vec::new())
    }

    /// The selections among the parameters, so that people can be told what they hit.
    fn selections(&self) -> Vec<Chosen<'_>> {
        Vec::new()
    }

    /// What the user should know about the parameters on this body, each beginning with the field;
    /// faults are left to [`ForceKind::gaussian`].
    fn warnings(&self, _body: &Body, _folder: &Path) -> Vec<String> {
        Vec::new()
    }
}

/// The registry: makes the enum that scenes deserialise and sends each build to the kind's file.
macro_rules! forces {
    ($($(#[$doc:meta])* $kind:ident = $name:literal in $file:ident,)*) => {
        /// A kind of force prior and its parameters.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "kind")]
        pub enum Kind {
            $($(#[$doc])* #[serde(rename = $name)] $kind($file::$kind),)*
        }

        impl Kind {
            /// Names of all kinds, as scenes spell them.
            pub fn names() -> &'static [&'static str] {
                &[$($name),*]
            }

            /// The kind's name as scenes spell it.
            pub fn name(&self) -> &'static str {
                match self { $(Kind::$kind(_) => $name),* }
            }
        }

        impl ForceKind for Kind {
            fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
                match self { $(Kind::$kind(k) => k.gaussian(context)),* }
            }

            fn attachment(&self, context: &Context<'_>) -> Result<Vec<(usize, f64)>> {
                match self { $(Kind::$kind(k) => k.attachment(context)),* }
            }

            fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
                match self { $(Kind::$kind(k) => k.actuators(context)),* }
            }

            fn selections(&self) -> Vec<Chosen<'_>> {
                match self { $(Kind::$kind(k) => k.selections()),* }
            }

            fn warnings(&self, body: &Body, folder: &Path) -> Vec<String> {
                match self { $(Kind::$kind(k) => k.warnings(body, folder)),* }
            }
        }
    };
}

forces! {
    /// Independent forces everywhere, by mass: linear modal analysis.
    WhiteNoise = "white-noise" in white_noise,
    /// Independent forces weighted by a painted variance.
    Painted = "painted" in painted,
    /// Independent forces on a part of the body, by mass.
    Region = "region" in region,
    /// Independent forces that fade with the distance from a point.
    Radial = "radial" in radial,
    /// Forces that vary smoothly over the body.
    Matern = "matern" in matern,
    /// Vertices pulled towards random targets.
    Handles = "handles" in handles,
    /// Pressure and friction on patches of the boundary.
    Contact = "contact" in contact,
    /// Pressure in pockets.
    Pneumatic = "pneumatic" in pneumatic,
    /// Cells that contract along fibers.
    Muscle = "muscle" in muscle,
    /// Springs between vertices, driven by their rest lengths.
    Springs = "springs" in springs,
    /// Forces that are random combinations of given ones.
    Matrix = "matrix" in matrix,
    /// Forces that were observed.
    ForceSamples = "force-samples" in force_samples,
    /// Displacements that were observed.
    DisplacementSamples = "displacement-samples" in displacement_samples,
    /// Independent forces that act together.
    Sum = "sum" in sum,
    /// One of several forces, each with its probability.
    Mixture = "mixture" in mixture,
}

/// One force prior of a scene: a kind, its parameters, and how strong it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub struct Force {
    /// A name for reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Root mean square of the total force in N: that of the net force, correlated forces counted
    /// as if they pulled the same way. Scales the prior as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rms: Option<f64>,
    /// Root mean square displacement in m that the prior causes on average over the body's mass.
    /// Scales the prior as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rms_displacement: Option<f64>,
    /// Multiplies the forces, after `rms` or `rms-displacement` where given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The kind of force and its parameters.
    #[serde(flatten)]
    pub kind: Kind,
}

impl Force {
    /// A prior of the given kind at its natural strength.
    pub fn new(kind: Kind) -> Self {
        Force { name: None, rms: None, rms_displacement: None, scale: None, kind }
    }

    /// Does it hold the body (see [`ForceKind::attachment`])?
    pub fn holds(&self) -> bool {
        match &self.kind {
            Kind::Handles(handles) => handles.attached,
            Kind::Sum(sum) => sum.of.iter().any(Force::holds),
            Kind::Mixture(mixture) => mixture.of.iter().any(|component| component.force.holds()),
            _ => false,
        }
    }

    /// The Gaussian, and what the kind's own prior is multiplied by; as it was made before, if it was.
    fn made(&self, context: &Context<'_>) -> Result<(Gaussian, f64)> {
        if let Some(found) = context.made.and_then(|made| made.recall(self)) {
            return Ok(found);
        }
        if self.rms.is_some() && self.rms_displacement.is_some() {
            return Err(one_of_two(Code::Force, ["rms", "rms-displacement"], true)
                .help("keep the one you know"));
        }
        let strengths =
            [("rms", self.rms), ("rms-displacement", self.rms_displacement), ("scale", self.scale)];
        for (field, value) in strengths {
            value.map(|x| parameters::strength(x, field)).transpose()?;
        }
        let gaussian = self.kind.gaussian(context)?;
        let scale = self.scale(context, &gaussian)?;
        let scaled = (if scale == 1.0 { gaussian } else { gaussian.scaled(scale) }, scale);
        if let Some(made) = context.made {
            made.keep(self, &scaled);
        }
        Ok(scaled)
    }

    /// What the kind's own prior is multiplied by to have the strength asked for.
    fn scale(&self, context: &Context<'_>, gaussian: &Gaussian) -> Result<f64> {
        let size = gaussian.factor.size(context.body.dim());
        if size == 0.0 {
            return Err(Error::new(
                Code::ForceNoVariance,
                format!(
                    "this {} prior has no variance on any vertex that can move",
                    self.kind.name()
                ),
            )
            .help("check its weights, amplitudes and region against the pins"));
        }
        if !size.is_finite() {
            return Err(Error::new(Code::Force, "the prior's amplitudes are not finite"));
        }
        let times = self.scale.unwrap_or(1.0);
        if let Some(rms) = self.rms {
            return Ok(times * rms / gaussian.factor.rms(context.body.dim()));
        }
        let Some(wanted) = self.rms_displacement else { return Ok(times) };
        let measure = context.displacement_rms.ok_or_else(|| {
            Error::new(Code::Force, "displacements cannot be measured here")
                .field("rms-displacement")
                .help("give the strength of this force by rms, in N")
        })?;
        let caused = measure(gaussian)?;
        if !(caused > 0.0 && caused.is_finite()) {
            return Err(Error::new(Code::ForceNoVariance, "this prior does not move the body")
                .field("rms-displacement"));
        }
        Ok(times * wanted / caused)
    }
}

/// The actuators of several forces together.
fn actuators<'a>(
    forces: impl IntoIterator<Item = &'a Force>,
    context: &Context<'_>,
) -> Result<Vec<Actuation>> {
    let mut all = Vec::new();
    for (k, force) in forces.into_iter().enumerate() {
        let own = force.actuators(context).map_err(|e| e.field(format!("of[{k}]")))?;
        all.extend(own.into_iter().map(|a| Actuation { part: a.part.or(force.name.clone()), ..a }));
    }
    Ok(all)
}

/// The selections of several forces together.
fn selections<'a>(forces: impl IntoIterator<Item = &'a Force>) -> Vec<Chosen<'a>> {
    let each = forces.into_iter().enumerate();
    each.flat_map(|(k, force)| {
        let outer = format!("of[{k}]");
        force.selections().into_iter().map(move |chosen| chosen.within(&outer))
    })
    .collect()
}

/// The warnings of several forces together.
fn warnings<'a>(
    forces: impl IntoIterator<Item = &'a Force>,
    body: &Body,
    folder: &Path,
) -> Vec<String> {
    let each = forces.into_iter().enumerate();
    each.flat_map(|(k, force)| {
        let own = force.warnings(body, folder).into_iter();
        own.map(move |warning| format!("of[{k}].{warning}"))
    })
    .collect()
}

impl ForceKind for Force {
    /// The Gaussian, scaled to `rms` or `rms_displacement` where given, and by `scale`.
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        Ok(self.made(context)?.0)
    }

    fn attachment(&self, context: &Context<'_>) -> Result<Vec<(usize, f64)>> {
        self.kind.attachment(context)
    }

    /// The kind's, with amplitudes scaled as the prior is.
    fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
        let mut all = self.kind.actuators(context)?;
        if !all.is_empty() && self.rms.or(self.rms_displacement).or(self.scale).is_some() {
            let (_, scale) = self.made(context)?;
            for actuation in &mut all {
                actuation.mean *= scale;
                actuation.sigma *= scale;
            }
        }
        Ok(all)
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        self.kind.selections()
    }

    fn warnings(&self, body: &Body, folder: &Path) -> Vec<String> {
        self.kind.warnings(body, folder)
    }
}

#[cfg(test)]
mod tests {
    use super::bench::Bench;
    use super::*;
    use serde_json::json;

    fn force(value: serde_json::Value) -> Force {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn rms_sets_the_total_force() {
        let bench = Bench::square(3);
        let g =
            force(json!({ "kind": "white-noise", "rms": 7.0 })).gaussian(&bench.context()).unwrap();
        assert!((g.factor.rms(2) - 7.0).abs() < 1e-13);
    }

    #[test]
    fn scale_multiplies_forces_means_and_amplitudes() {
        let bench = Bench::square(3);
        let spring = |scale: serde_json::Value| {
            let mut value = json!({ "kind": "springs", "edges": [[1, 14]], "stiffness": 3.0,
                "mean": 2.0, "sigma": 0.5, "rms": 7.0 });
            value["scale"] = scale;
            force(value)
        };
        let (one, two) = (spring(json!(null)), spring(json!(2.0)));
        let [g, h] = [&one, &two].map(|f| f.gaussian(&bench.context()).unwrap());
        assert!((h.factor.rms(2) / g.factor.rms(2) - 2.0).abs() < 1e-14);
        let (g, h) = (g.mean.unwrap(), h.mean.unwrap());
        assert!(g.iter().zip(&h).all(|(g, h)| (2.0 * g - h).abs() < 1e-14));
        let [a, b] = [&one, &two].map(|f| f.actuators(&bench.context()).unwrap().remove(0));
        assert!((b.sigma / a.sigma - 2.0).abs() < 1e-14 && (b.mean / a.mean - 2.0).abs() < 1e-14);
        let negative = spring(json!(-1.0)).gaussian(&bench.context()).unwrap_err();
        assert_eq!(negative.place.field.as_deref(), Some("scale"));
    }

    #[test]
    fn rms_displacement_scales_by_what_the_context_measures() {
        let bench = Bench::square(3);
        let wanted = force(json!({ "kind": "white-noise", "rms-displacement": 6.0 }));
        assert_eq!(
            wanted.gaussian(&bench.context()).unwrap_err().place.field.as_deref(),
            Some("rms-displacement")
        );
        let measure = |g: &Gaussian| Ok(2.0 * g.factor.rms(2));
        let context = Context { displacement_rms: Some(&measure), ..bench.context() };
        let nested = force(
            json!({ "kind": "sum", "of": [{ "kind": "white-noise", "rms-displacement": 6.0 }] }),
        );
        for force in [wanted, nested] {
            assert!((force.gaussian(&context).unwrap().factor.rms(2) - 3.0).abs() < 1e-13);
        }
    }

    #[test]
    fn faults_of_strength_are_named() {
        let bench = Bench::square(3);
        let fault = |value| force(value).gaussian(&bench.context()).unwrap_err();
        let both = fault(json!({ "kind": "white-noise", "rms": 1.0, "rms-displacement": 1.0 }));
        assert_eq!(both.code, Code::Force);
        let negative = fault(json!({ "kind": "white-noise", "rms": -1.0 }));
        assert_eq!(negative.place.field.as_deref(), Some("rms"));
        for size in [1e300, 1e-200] {
            let beyond = fault(json!({ "kind": "white-noise", "rms": size }));
            assert_eq!(beyond.place.field.as_deref(), Some("rms"));
            let beyond = fault(json!({ "kind": "white-noise", "rms-displacement": size }));
            assert_eq!(beyond.place.field.as_deref(), Some("rms-displacement"));
        }
        let held = fault(json!({ "kind": "painted", "where": { "vertices": [0] } }));
        assert_eq!(held.code, Code::ForceNoVariance);
    }

    #[test]
    fn unknown_kinds_and_keys_are_refused() {
        for value in [
            json!({ "kind": "whitenoise" }),
            json!({ "kind": "white-noise", "weight": 1 }),
            json!({ "kind": "mixture", "of": [{ "kind": "white-noise", "probabilty": 1.0 }] }),
        ] {
            assert!(serde_json::from_value::<Force>(value.clone()).is_err(), "{value}");
        }
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Forces {
        #[allow(dead_code)]
        force: Vec<Force>,
    }

    #[test]
    fn misspelt_keys_of_documents_are_named_with_their_line_and_a_suggestion() {
        use crate::scene::document::{Format, parse};
        let painted = "kind = \"painted\"";
        let cases = [
            (painted, "rms_displacement", "rms-displacement", "force[0]", ""),
            (painted, "softn", "soften", "force[0]", ""),
            ("kind = \"white-noise\"", "probabilty", "probability", "force[0].of[0]", "mixture"),
            (painted, "weigth", "weight", "force[0].of[0]", "mixture"),
            (painted, "rsm", "rms", "force[0].of[0]", "sum"),
        ];
        for (kind, wrong, right, field, outer) in cases {
            let inner = kind.replace("kind = ", "\"kind\": ");
            let (toml, json) = if outer.is_empty() {
                (
                    format!("[[force]]\n{kind}\n{wrong} = 1"),
                    format!("{{\"force\": [{{\n{inner},\n\"{wrong}\": 1}}]}}"),
                )
            } else {
                (
                    format!("[[force]]\nkind = \"{outer}\"\nof = [{{ {kind}, {wrong} = 1 }}]"),
                    format!(
                        "{{\"force\": [{{\"kind\": \"{outer}\",\n\"of\": [\n{{{inner}, \"{wrong}\": 1}}]}}]}}"
                    ),
                )
            };
            for (text, format) in [(toml, Format::Toml), (json, Format::Json)] {
                let error = parse::<Forces>(&text, format).unwrap_err();
                assert_eq!(error.code, Code::SceneUnknownKey, "{error}");
                assert_eq!(error.message, format!("unknown key `{wrong}`"));
                assert_eq!(error.place.field, Some(format!("{field}.{wrong}")));
                assert_eq!(error.place.line, Some(3));
                let help = error.help.unwrap();
                assert!(
                    help.starts_with(&format!("did you mean `{right}`? known keys: ")),
                    "{help}"
                );
                let known = ["kind", "name", "rms", "rms-displacement"];
                assert!(known.iter().all(|key| help.contains(key)), "{help}");
            }
        }
    }
}
