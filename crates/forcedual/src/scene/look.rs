//! What a scene's selections hit and what its parameters become, to look at.

use super::Scene;
use crate::body::Body;
use crate::error::{Error, Result};
use crate::force::{Chosen, ForceKind, Gaussian};
use crate::mesh::io::{Field, On};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What one selection of a scene hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selected {
    /// Where the selection stands, for example `pin[0].where`.
    pub field: String,
    /// `vertices` or `cells`.
    pub of: String,
    /// How many were selected.
    pub selected: usize,
    /// How many there are.
    pub total: usize,
}

impl Scene {
    /// What every selection of the scene hits, in the order of the document's tables.
    pub(super) fn selections(&self, body: &Body, folder: &Path) -> Result<Vec<Selected>> {
        let mut all = Vec::new();
        for (k, pin) in self.pin.iter().enumerate() {
            all.push(Chosen::vertices(format!("pin[{k}].where"), &pin.r#where));
        }
        for (k, region) in self.material.region.iter().enumerate() {
            all.push(Chosen::cells(format!("material.region[{k}].where"), &region.r#where));
        }
        for (k, force) in self.force.iter().enumerate() {
            let outer = format!("force[{k}]");
            all.extend(force.selections().into_iter().map(|chosen| chosen.within(&outer)));
        }
        if self.subspace.uses("handles") {
            for (k, handle) in self.subspace.handles.iter().enumerate() {
                all.push(Chosen::vertices(format!("subspace.handles[{k}]"), handle));
            }
        }
        let picker = body.picker(folder);
        let count = |chosen: Chosen<'_>| {
            let mask = match chosen.cells {
                true => picker.cells(chosen.selection),
                false => picker.vertices(chosen.selection),
            };
            let mask = mask.map_err(|e: Error| e.field(&chosen.field))?;
            Ok(Selected {
                field: chosen.field,
                of: if chosen.cells { "cells" } else { "vertices" }.to_owned(),
                selected: mask.iter().filter(|on| **on).count(),
                total: mask.len(),
            })
        };
        all.into_iter().map(count).collect()
    }

    /// Supports and material as fields on the mesh, and of each force the root mean square in N on
    /// every vertex.
    pub(super) fn fields(&self, body: &Body, forces: &[Gaussian]) -> Vec<Field> {
        let on = |name: &str, on, data| Field { name: name.to_owned(), on, components: 1, data };
        let held = body.held.iter().map(|&held| f64::from(u8::from(held))).collect();
        let lame = |value: fn(f64, f64) -> f64| {
            body.lame.iter().map(|lame| value(lame.mu, lame.lam)).collect::<Vec<f64>>()
        };
        let young = lame(|mu, lam| mu * (3.0 * lam + 2.0 * mu) / (lam + mu));
        let poisson = lame(|mu, lam| 0.5 * lam / (lam + mu));
        let mut fields = vec![
            on("held", On::Vertices, held),
            on("young", On::Cells, young),
            on("poisson", On::Cells, poisson),
            on("density", On::Cells, body.density.clone()),
        ];
        for (k, gaussian) in forces.iter().enumerate() {
            let name = match self.force.get(k) {
                Some(force) => force.name.as_deref().unwrap_or(force.kind.name()),
                None => "white-noise",
            };
            let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
            let name = format!("force_{k}_{}", name.chars().map(plain).collect::<String>());
            let variances = gaussian.factor.vertex_variances(body.dim());
            let rms = variances.into_iter().map(f64::sqrt).collect();
            fields.push(on(&name, On::Vertices, rms));
        }
        fields
    }
}
