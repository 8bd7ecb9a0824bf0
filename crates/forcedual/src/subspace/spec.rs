//! What a scene asks of its subspace.

use super::modes::Field;
use crate::array::ArraySource;
use crate::error::{Code, Error, Result};
use crate::mesh::select::Selection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The subspace to design: its kind, how it is found, and how large it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SubspaceSpec {
    /// What a degree of freedom is.
    pub kind: SubspaceKind,
    /// How the modes are found.
    pub method: Method,
    /// How many modes (or skinning weights): a number, or a share of the motion such as "99%".
    #[serde(skip_serializing_if = "is_usual_count")]
    pub modes: ModeCount,
    /// Skinning only: how displacement components are combined into one scalar field.
    #[serde(skip_serializing_if = "is_usual")]
    pub form: Form,
    /// Fill up with modes of linear modal analysis where the prior has fewer than asked for.
    #[serde(skip_serializing_if = "is_usual")]
    pub fill: bool,
    /// `pod`, `push-forward`: forces drawn from the prior.
    #[serde(skip_serializing_if = "is_usual_samples")]
    pub samples: usize,
    /// `modal-derivatives`: linear modes whose derivatives are taken.
    #[serde(skip_serializing_if = "is_usual_derivatives")]
    pub derivatives_of: usize,
    /// `dynamic`: time step of implicit Euler, in s.
    #[serde(skip_serializing_if = "is_usual_step")]
    pub time_step: f64,
    /// `dynamic`: time scale on which forces change, in s.
    #[serde(skip_serializing_if = "is_usual_time")]
    pub correlation_time: f64,
    /// `harmonic`, `biharmonic`, `bounded-biharmonic`: one selection per handle.
    #[serde(skip_serializing_if = "is_usual")]
    pub handles: Vec<Selection>,
    /// `diffused`: painted weights, one row per vertex and one column per weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub painted: Option<ArraySource>,
    /// `diffused`: diffusion length in m; a tenth of the body's size where not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diffusion: Option<f64>,
    /// `greens`, `pod`, `push-forward`: seed of what is drawn from the prior.
    #[serde(skip_serializing_if = "is_usual")]
    pub seed: u64,
}

// what is as usual is not written: methods refuse keys that they do not look at

fn is_usual<T: Default + PartialEq>(x: &T) -> bool {
    *x == T::default()
}

fn is_usual_count(x: &ModeCount) -> bool {
    *x == SubspaceSpec::default().modes
}

fn is_usual_samples(x: &usize) -> bool {
    *x == SubspaceSpec::default().samples
}

fn is_usual_derivatives(x: &usize) -> bool {
    *x == SubspaceSpec::default().derivatives_of
}

fn is_usual_step(x: &f64) -> bool {
    *x == SubspaceSpec::default().time_step
}

fn is_usual_time(x: &f64) -> bool {
    *x == SubspaceSpec::default().correlation_time
}

impl Default for SubspaceSpec {
    fn default() -> Self {
        SubspaceSpec {
            kind: SubspaceKind::default(),
            method: Method::default(),
            modes: ModeCount::Number(24),
            form: Form::default(),
            fill: false,
            samples: 200,
            derivatives_of: 8,
            time_step: 0.01,
            correlation_time: 0.1,
            handles: Vec::new(),
            painted: None,
            diffusion: None,
            seed: 0,
        }
    }
}

impl SubspaceSpec {
    /// Does its method look at this key?
    pub fn uses(&self, key: &str) -> bool {
        let (wants, _) = users(key);
        wants(self.method, self.kind)
    }

    /// Refuses a kind of subspace that the method does not make.
    pub(crate) fn check_kind(&self) -> Result<()> {
        if self.method.suits(self.kind) {
            return Ok(());
        }
        let (method, kind) = (self.method.name(), self.kind.name());
        let other = match self.kind {
            SubspaceKind::Displacement => SubspaceKind::Skinning,
            SubspaceKind::Skinning => SubspaceKind::Displacement,
        };
        let message = format!("`{method}` does not make {kind} subspaces");
        let help = format!("write kind = \"{}\", or choose another method", other.name());
        Err(Error::new(Code::Scene, message).help(help).field("method"))
    }

    /// The error of a key that the method does not look at.
    pub(crate) fn useless(&self, key: &str) -> Error {
        let (_, who) = users(key);
        let (method, kind) = (self.method.name(), self.kind.name());
        Error::new(
            Code::Scene,
            format!("the method `{method}` for {kind} subspaces has no use for `{key}`"),
        )
        .help(format!("`{key}` is for {who}; leave it out, or choose another method"))
    }
}

/// Which methods look at a key of the specification, and who they are in words.
fn users(key: &str) -> (fn(Method, SubspaceKind) -> bool, &'static str) {
    match key {
        "modes" | "fill" => (
            |m, _| !m.is_geometric(),
            "all methods but `harmonic`, `biharmonic`, `bounded-biharmonic` and `diffused`, whose \
             number of weights is that of their handles or painted columns",
        ),
        "form" => (
            |m, kind| {
                let modal = [
                    Method::ForceDual,
                    Method::Lma,
                    Method::Greens,
                    Method::Pod,
                    Method::PushForward,
                ];
                kind == SubspaceKind::Skinning && modal.contains(&m)
            },
            "`force-dual`, `lma`, `greens`, `pod` and `push-forward` with kind = \"skinning\"",
        ),
        "seed" => (
            |m, _| matches!(m, Method::Greens | Method::Pod | Method::PushForward),
            "`greens`, `pod` and `push-forward`",
        ),
        "samples" => {
            (|m, _| matches!(m, Method::Pod | Method::PushForward), "`pod` and `push-forward`")
        }
        "derivatives-of" => (|m, _| m == Method::ModalDerivatives, "`modal-derivatives`"),
        "time-step" | "correlation-time" => (|m, _| m == Method::Dynamic, "`dynamic`"),
        "handles" => (
            |m, _| m.is_geometric() && m != Method::Diffused,
            "`harmonic`, `biharmonic` and `bounded-biharmonic`",
        ),
        "painted" | "diffusion" => (|m, _| m == Method::Diffused, "`diffused`"),
        _ => (|_, _| true, "every method"),
    }
}

/// What a degree of freedom of the subspace is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SubspaceKind {
    /// The amplitude of a displacement mode: smallest, for small rotations.
    #[default]
    Displacement,
    /// An entry of an affine map blended by a skinning weight: turns and bends far; needs more modes than
    /// displacements do for small motions.
    Skinning,
}

impl SubspaceKind {
    /// The name as scenes spell it.
    pub fn name(self) -> &'static str {
        match self {
            SubspaceKind::Displacement => "displacement",
            SubspaceKind::Skinning => "skinning",
        }
    }
}

/// How the modes are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Optimal for the force prior.
    #[default]
    ForceDual,
    /// Linear modal analysis: optimal for white noise.
    Lma,
    /// Responses to single amplitudes of the prior.
    Greens,
    /// Principal components of responses to forces drawn from the prior.
    Pod,
    /// Principal components of large responses to forces drawn from the prior: follows large
    /// deformation, at the price of nonlinear solves.
    PushForward,
    /// Force-dual modes and their derivatives: follows large deformation (displacement only).
    ModalDerivatives,
    /// Optimal for a damped vibration driven by the prior (displacement only).
    Dynamic,
    /// Half force-dual modes, half modes of linear modal analysis (displacement only).
    HalfAndHalf,
    /// Standard skinning eigenmodes: of a Laplacian, blind to forces (skinning only).
    SkinningEigenmodes,
    /// Harmonic coordinates of handles (skinning only).
    Harmonic,
    /// Biharmonic coordinates of handles (skinning only).
    Biharmonic,
    /// Bounded biharmonic weights of handles (skinning only).
    BoundedBiharmonic,
    /// Painted weights, smoothed by diffusion (skinning only).
    Diffused,
}

impl Method {
    /// The name as scenes spell it.
    pub fn name(self) -> &'static str {
        match self {
            Method::ForceDual => "force-dual",
            Method::Lma => "lma",
            Method::Greens => "greens",
            Method::Pod => "pod",
            Method::PushForward => "push-forward",
            Method::ModalDerivatives => "modal-derivatives",
            Method::Dynamic => "dynamic",
            Method::HalfAndHalf => "half-and-half",
            Method::SkinningEigenmodes => "skinning-eigenmodes",
            Method::Harmonic => "harmonic",
            Method::Biharmonic => "biharmonic",
            Method::BoundedBiharmonic => "bounded-biharmonic",
            Method::Diffused => "diffused",
        }
    }
}

/// How displacement components become the scalar field of skinning weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Sum of the components' covariances: turns with the body.
    #[default]
    Trace,
    /// Covariance of the components' sum: the published form, which depends on the axes.
    Sum,
}

impl From<Form> for Field {
    fn from(form: Form) -> Field {
        match form {
            Form::Trace => Field::Trace,
            Form::Sum => Field::Sum,
        }
    }
}

/// A number of modes, or the share of the motion that they must capture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ModeCount {
    /// That many.
    Number(usize),
    /// The fewest that capture this share of the variance, such as "99%".
    Share(String),
}

impl ModeCount {
    /// The share asked for, between 0 and 1.
    pub fn share(&self) -> Result<Option<f64>> {
        let ModeCount::Share(text) = self else { return Ok(None) };
        let bad = || {
            let meant = match text.trim().parse::<f64>() {
                Ok(x) if x > 0.0 && x < 1.0 => {
                    format!("did you mean \"{}%\"? ", (1e12 * x).round() / 1e10)
                }
                _ => String::new(),
            };
            let message = format!("`{text}` is not a number of modes or a share of motion");
            Error::new(Code::Modes, message)
                .help(format!(
                    "{meant}write a number such as 24, or a share above 0% and below 100% such as \"99%\""
                ))
                .field("modes")
        };
        let number = text.trim().strip_suffix('%').ok_or_else(bad)?;
        let share = number.trim().parse::<f64>().map_err(|_| bad())? / 100.0;
        if share > 0.0 && share < 1.0 { Ok(Some(share)) } else { Err(bad()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_method_that_uses_it_and_only_common_ones_are_used_by_all() {
        let schema = schemars::schema_for!(SubspaceSpec).to_value();
        let kinds = [SubspaceKind::Displacement, SubspaceKind::Skinning];
        let methods: Vec<Method> = [
            "force-dual",
            "lma",
            "greens",
            "pod",
            "modal-derivatives",
            "dynamic",
            "half-and-half",
            "skinning-eigenmodes",
            "harmonic",
            "biharmonic",
            "bounded-biharmonic",
            "diffused",
        ]
        .iter()
        .filter_map(|name| Method::named(name))
        .collect();
        assert_eq!(methods.len(), 12);
        let mut common = Vec::new();
        for key in schema["properties"].as_object().unwrap().keys() {
            let specs = methods.iter().flat_map(|&method| {
                kinds.map(|kind| SubspaceSpec { method, kind, ..Default::default() })
            });
            let specs: Vec<_> = specs.filter(|s| s.method.suits(s.kind)).collect();
            assert!(specs.iter().any(|s| s.uses(key)), "{key}");
            if specs.iter().all(|s| s.uses(key)) {
                common.push(key.as_str());
            }
        }
        assert_eq!(common, ["kind", "method"]);
    }
}
