//! What the body is made of: one law, and stiffness, Poisson's ratio and density per cell.

use super::{Lame, Law, check};
use crate::array::ArraySource;
use crate::error::{Code, Error, Result};
use crate::mesh::select::{Picker, Selection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The body's material: one law, with constants that may differ from place to place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Material {
    /// Constitutive law; all laws have the same stiffness at rest.
    pub law: Law,
    /// Young's modulus in Pa: a number, or one per cell.
    pub young: Quantity,
    /// Poisson's ratio, above -1 and below 0.5: a number, or one per cell.
    pub poisson: Quantity,
    /// Density in kg/m^3 (in 2D per metre of depth): a number, or one per cell.
    pub density: Quantity,
    /// Regions of other constants; later ones win.
    pub region: Vec<MaterialRegion>,
}

impl Default for Material {
    fn default() -> Self {
        Material {
            law: Law::StableNeoHookean,
            young: Quantity::Number(1e6),
            poisson: Quantity::Number(0.45),
            density: Quantity::Number(1000.0),
            region: Vec::new(),
        }
    }
}

/// A number for the whole body, or an array with one number per cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Quantity {
    /// The same everywhere.
    Number(f64),
    /// One per cell.
    Array(ArraySource),
}

/// A part of the body made of something else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MaterialRegion {
    /// The cells of the part.
    pub r#where: Selection,
    /// Young's modulus there, in Pa.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub young: Option<f64>,
    /// Poisson's ratio there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poisson: Option<f64>,
    /// Density there, in kg/m^3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
}

/// Material constants of each cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellConstants {
    /// Lame parameters in Pa.
    pub lame: Vec<Lame>,
    /// Density in kg/m^3.
    pub density: Vec<f64>,
}

impl Material {
    /// The constants of every cell, each checked against its physical range.
    pub fn constants(&self, picker: &Picker<'_>) -> Result<CellConstants> {
        let cells = picker.mesh.cell_count();
        let fill = |quantity: &Quantity, field: &str| -> Result<Vec<f64>> {
            match quantity {
                Quantity::Number(x) => Ok(vec![*x; cells]),
                Quantity::Array(source) => source
                    .load(picker.folder)
                    .and_then(|a| a.vector(cells, "one number per cell"))
                    .map_err(|e| e.field(field)),
            }
        };
        let mut young = fill(&self.young, "young")?;
        let mut poisson = fill(&self.poisson, "poisson")?;
        let mut density = fill(&self.density, "density")?;
        for (k, region) in self.region.iter().enumerate() {
            let here = |e: Error| e.field(format!("region[{k}]"));
            if region.young.or(region.poisson).or(region.density).is_none() {
                return Err(here(
                    Error::new(Code::Scene, "the region has the same constants as the rest")
                        .help("give it `young`, `poisson` or `density`"),
                ));
            }
            check(
                region.young.unwrap_or(1.0),
                region.poisson.unwrap_or(0.0),
                region.density.unwrap_or(1.0),
            )
            .map_err(here)?;
            let inside = picker.cells(&region.r#where).map_err(|e| here(e.field("where")))?;
            for t in (0..cells).filter(|&t| inside[t]) {
                young[t] = region.young.unwrap_or(young[t]);
                poisson[t] = region.poisson.unwrap_or(poisson[t]);
                density[t] = region.density.unwrap_or(density[t]);
            }
        }
        for t in 0..cells {
            check(young[t], poisson[t], density[t]).map_err(|e| name_cell(e, t))?;
        }
        let lame = (0..cells).map(|t| Lame::from_young_poisson(young[t], poisson[t])).collect();
        Ok(CellConstants { lame, density })
    }
}

fn name_cell(mut error: Error, cell: usize) -> Error {
    error.message = format!("cell {cell}: {}", error.message);
    error
}
