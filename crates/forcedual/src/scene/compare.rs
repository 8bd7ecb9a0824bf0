//! Comparing the scene's method with others, on forces that none has seen.

use super::SceneFile;
use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::progress::Progress;
use crate::subspace::compare::{Curve, HeldOut, curve};
use crate::subspace::{Method, SubspaceKind, SubspaceSpec};
use serde::Serialize;
use std::ops::RangeInclusive;

/// What is compared, and on what.
#[derive(Debug, Clone, PartialEq)]
pub struct Contest {
    /// Methods beside the scene's own.
    pub against: Vec<Method>,
    /// Sizes of subspaces: degrees of freedom, for skinning weights; 1 to 40 and 1 to 8 if left out.
    pub sizes: Option<RangeInclusive<usize>>,
    /// Forces held out.
    pub count: usize,
    /// Seed of those.
    pub seed: u64,
}

/// Errors of several methods.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Degrees of freedom of the full solve.
    pub full_dofs: usize,
    /// Forces held out.
    pub held_out: usize,
    /// Seed of those.
    pub seed: u64,
    /// The scene's own method first.
    pub curves: Vec<Curve>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl SceneFile {
    /// Error against size of the scene's method and others.
    pub fn compare(
        &self,
        body: &Body,
        contest: &Contest,
        progress: &dyn Progress,
    ) -> Result<Comparison> {
        let spec = &self.scene().subspace;
        let contestants = contestants(spec, &contest.against);
        self.check_keys(&contestants)?;
        let lin = self.linearise(body, progress)?;
        let prior = self.prior(&lin)?;
        let kept = kept_dofs(contest.sizes.clone(), spec.kind, body.dim());
        let held_out = HeldOut::draw(&lin, &prior, contest.count, contest.seed, progress)?;
        let (mut curves, mut warnings) = (Vec::new(), Vec::new());
        for (k, spec) in contestants.iter().enumerate() {
            let at_fault = |mut e: Error| {
                if k > 0 && e.place.field.as_deref() == Some("method") {
                    e.place.field = None;
                    return e.field("against");
                }
                self.locate(e.field("subspace"))
            };
            let most = *kept.end();
            let mut curve = curve(&lin, &prior, &held_out, spec, most, self.folder(), progress)
                .map_err(at_fault)?;
            curve.points.retain(|p| kept.contains(&p.dofs));
            warnings.extend(curve.warnings.iter().map(|w| format!("{}: {w}", curve.method)));
            if curve.points.is_empty() {
                warnings.push(format!("{} has no subspace of the sizes asked for", curve.method));
            } else {
                curves.push(curve);
            }
        }
        if curves.is_empty() {
            return Err(Error::new(Code::Modes, "no method has a subspace of the sizes asked for")
                .help("ask for other sizes with -m"));
        }
        let Contest { count, seed, .. } = *contest;
        Ok(Comparison { full_dofs: lin.free_dofs(), held_out: count, seed, curves, warnings })
    }
}

/// Sizes in degrees of freedom.
fn kept_dofs(
    sizes: Option<RangeInclusive<usize>>,
    kind: SubspaceKind,
    dim: usize,
) -> RangeInclusive<usize> {
    match kind {
        SubspaceKind::Displacement => sizes.unwrap_or(1..=40),
        SubspaceKind::Skinning => {
            let sizes = sizes.unwrap_or(1..=8);
            let per = dim * (dim + 1);
            // a weight may bring fewer than `per` where its functions depend on earlier ones
            per * sizes.start().saturating_sub(1) + 1..=per * sizes.end()
        }
    }
}

/// The scene's own method first, then the others; each of the scene's kind where it can be.
fn contestants(own: &SubspaceSpec, against: &[Method]) -> Vec<SubspaceSpec> {
    let mut all = vec![own.clone()];
    for &method in against {
        let other = match own.kind {
            SubspaceKind::Displacement => SubspaceKind::Skinning,
            SubspaceKind::Skinning => SubspaceKind::Displacement,
        };
        let kind = if method.suits(own.kind) { own.kind } else { other };
        if all.iter().all(|s| s.method != method) {
            all.push(SubspaceSpec { method, kind, fill: false, ..own.clone() });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skinning_sizes_count_weights() {
        assert_eq!(kept_dofs(Some(1..=3), SubspaceKind::Skinning, 3), 1..=36);
        assert_eq!(kept_dofs(Some(2..=3), SubspaceKind::Skinning, 2), 7..=18);
        assert_eq!(kept_dofs(None, SubspaceKind::Displacement, 3), 1..=40);
    }

    #[test]
    fn methods_take_the_kind_they_can() {
        let all = contestants(
            &SubspaceSpec::default(),
            &[Method::Lma, Method::SkinningEigenmodes, Method::Lma, Method::ForceDual],
        );
        let found: Vec<_> = all.iter().map(|s| (s.method, s.kind)).collect();
        assert_eq!(
            found,
            [
                (Method::ForceDual, SubspaceKind::Displacement),
                (Method::Lma, SubspaceKind::Displacement),
                (Method::SkinningEigenmodes, SubspaceKind::Skinning),
            ]
        );
    }
}
