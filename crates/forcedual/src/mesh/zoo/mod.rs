//! The zoo: creatures sculpted from signed distances, at any resolution.
//!
//! A creature is one file: its sculpture, with named regions, and a scene that is ready to run.
//! It has one line in the registry below, besides that of its module. Creatures look along z, with
//! y up and their left at positive x; planar ones lie in the x-y plane. All are about a metre large.

mod arch_bridge;
mod arm;
mod bat;
mod bed;
mod chicken_wing;
mod dragon;
mod elephant;
pub mod form;
mod ghost;
mod gripper;
mod gripper_2d;
mod heart;
mod leg;
pub mod sculpt;
mod seal;
mod skin;
mod teddy;
mod winged_horse;

use super::display::Display;
use super::geometry::components;
use super::stuffing::{SignedField, Size, Stuffing, stuff};
use super::{Boundary, RawMesh, SimplexMesh};
use crate::error::{Code, Result};
use crate::progress::Progress;
use rayon::prelude::*;
use schemars::JsonSchema;
use sculpt::{Sculpture, lifted};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A creature of the zoo.
#[derive(Debug, Clone, Copy)]
pub struct Creature {
    /// Its name in scenes.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Azimuth and elevation in degrees from which it looks best.
    pub view: [f64; 2],
    /// A scene for it, ready to design.
    pub scene: &'static str,
    sculpt: fn() -> Sculpture,
}

/// The registry: makes the enum of names from one line per creature.
macro_rules! zoo {
    ($(#[doc = $about:literal] $kind:ident = $name:literal in $file:ident,)*) => {
        /// Names of the creatures.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum Kind {
            $(#[doc = $about] #[serde(rename = $name)] $kind,)*
        }

        impl Kind {
            /// Every creature.
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            /// The creature of this name.
            pub fn creature(self) -> Creature {
                match self {
                    $(Kind::$kind => Creature {
                        name: $name,
                        about: $about.trim_ascii(),
                        view: $file::VIEW,
                        scene: $file::SCENE,
                        sculpt: $file::sculpture,
                    },)*
                }
            }
        }
    };
}

zoo! {
    /// Baby dragon with spring muscles in legs, wings, tail and neck.
    Dragon = "dragon" in dragon,
    /// Teddy bear to hug, to pat and to lead by the paw.
    Teddy = "teddy" in teddy,
    /// Foal with feathered wings and a stiff horn.
    WingedHorse = "winged-horse" in winged_horse,
    /// Baby elephant with large ears and its trunk up.
    Elephant = "elephant" in elephant,
    /// Seal pup on its belly, head and tail up.
    Seal = "seal" in seal,
    /// Round bat with spread wings, in flight.
    Bat = "bat" in bat,
    /// Bed with a soft mattress, pillows and a blanket on a stiff frame.
    Bed = "bed" in bed,
    /// Pneumatic gripper: three fingers with three closed air pockets each.
    Gripper = "gripper" in gripper,
    /// Stone bridge with three arches and lamps.
    ArchBridge = "arch-bridge" in arch_bridge,
    /// Heart with two hollow ventricles, atria and vessels.
    Heart = "heart" in heart,
    /// Planar arm with bones, biceps and triceps.
    Arm = "arm" in arm,
    /// Planar leg with bones, kneecap and muscles.
    Leg = "leg" in leg,
    /// Planar ghost of three parts: head, body and hem.
    Ghost = "ghost" in ghost,
    /// Planar chicken wing with bones, meat and crisp skin.
    ChickenWing = "chicken-wing" in chicken_wing,
    /// Planar gripper: two fingers with four closed air pockets each.
    Gripper2d = "gripper-2d" in gripper_2d,
}

impl Creature {
    /// 2 or 3.
    pub fn dim(&self) -> usize {
        self.sculpture().dim()
    }

    /// Lower and upper corner of a box around it.
    pub fn bounds(&self) -> (Vec<f64>, Vec<f64>) {
        self.sculpture().bounds()
    }

    /// The largest extent along an axis, in m.
    pub fn extent(&self) -> f64 {
        let (low, high) = self.bounds();
        low.iter().zip(&high).map(|(a, b)| b - a).fold(0.0, f64::max)
    }

    /// The sculpture.
    pub fn sculpture(&self) -> Sculpture {
        (self.sculpt)()
    }

    /// A mesh of about this many cells in one piece, and what it lacks, one sentence each. Cells of
    /// region `k` have label `k + 1`.
    pub fn mesh(&self, cells: usize, progress: &dyn Progress) -> Result<(RawMesh, Vec<String>)> {
        let sculpture = self.sculpture();
        let made = Made::new(&sculpture, cells, progress)?;
        let mut warnings = made.warnings.clone();
        if !made.is_whole() {
            let lost = made.lost();
            warnings.push(match enough(&sculpture, cells, progress)? {
                Some((enough, true)) => format!("{lost}: about {enough} cells keep everything"),
                Some((enough, false)) => {
                    format!("{lost}: about {enough} cells keep all regions and cavities")
                }
                None => format!("{lost}: ask for more cells"),
            });
        }
        Ok((made.mesh, warnings))
    }

    /// The surface to look at: whole and smooth, in the creature's colours, however coarse a mesh
    /// [`mesh`](Self::mesh) makes. `size` is the largest extent in m.
    pub fn display(&self, size: f64, progress: &dyn Progress) -> Result<Display> {
        let extent = self.extent();
        let skins = || SKINS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = skins().get(self.name).cloned();
        let skin = match known {
            Some(skin) => skin,
            None => {
                let made = Arc::new(skin::skin(&self.sculpture(), extent, progress)?);
                skins().entry(self.name).or_insert(made).clone()
            }
        };
        Ok(skin.as_ref().clone().scaled(size / extent))
    }
}

/// Skins that were made, which takes seconds each, by the names of their creatures.
static SKINS: Mutex<BTreeMap<&str, Arc<Display>>> = Mutex::new(BTreeMap::new());

/// A mesh of a sculpture, and what it has lost.
struct Made {
    mesh: RawMesh,
    /// What stuffing says.
    warnings: Vec<String>,
    /// Parts or gaps are thinner than cells.
    thin: bool,
    /// Pieces that came off.
    torn: usize,
    /// Names of regions without cells, and of cavities that are filled, open or joined.
    regions: Vec<String>,
    cavities: Vec<String>,
}

/// Numbers of cells that are tried to keep everything: each is this many times the last.
const FINER: f64 = 1.5;
/// And the largest that is tried.
const FINEST: usize = 300_000;

impl Made {
    fn new(sculpture: &Sculpture, cells: usize, progress: &dyn Progress) -> Result<Self> {
        let how = Stuffing { size: Size::About(cells), graded: false };
        let stuffed = stuff(sculpture, &how, progress)?;
        let (mesh, torn) = largest_piece(stuffed.mesh)?;
        let labels = (0..mesh.cell_count()).into_par_iter();
        let labels: Vec<i64> =
            labels.map(|t| 1 + sculpture.region_at(lifted(&mesh.centroid(t))) as i64).collect();
        let names: Vec<String> = sculpture.regions().iter().map(|r| r.name.clone()).collect();
        let mut seen = vec![false; names.len()];
        labels.iter().for_each(|&label| seen[label as usize - 1] = true);
        let boundary = Boundary::new(&mesh);
        let centres: Vec<_> =
            boundary.cavities().iter().map(|s| lifted(&boundary.centroid(&mesh, s))).collect();
        let missing = sculpture.missing_cavities(&centres);
        Ok(Made {
            thin: !stuffed.warnings.is_empty(),
            warnings: stuffed.missed.into_iter().chain(stuffed.warnings).collect(),
            torn,
            regions: names.iter().zip(seen).filter(|n| !n.1).map(|n| n.0.clone()).collect(),
            cavities: missing.into_iter().map(str::to_owned).collect(),
            mesh: RawMesh { cell_labels: labels, regions: names, ..mesh.into_raw() },
        })
    }

    fn is_whole(&self) -> bool {
        self.torn == 0 && self.regions.is_empty() && self.cavities.is_empty()
    }

    fn lost(&self) -> String {
        let mut parts = Vec::new();
        if self.torn > 0 {
            parts.push(format!("torn off and dropped, thin parts: {}", self.torn));
        }
        for (what, names) in
            [("regions without cells", &self.regions), ("cavities lost", &self.cavities)]
        {
            if !names.is_empty() {
                parts.push(format!("{what}: {}", names.join(", ")));
            }
        }
        parts.join("; ")
    }
}

/// A number of cells that loses nothing; or else, and false, one that keeps regions and cavities.
fn enough(
    sculpture: &Sculpture,
    cells: usize,
    progress: &dyn Progress,
) -> Result<Option<(usize, bool)>> {
    let (mut cells, mut whole) = (cells, None);
    loop {
        // two digits, rounded up
        let more = (FINER * cells as f64).ceil();
        let step = 10f64.powf(more.log10().floor() - 1.0).max(1.0);
        cells = ((more / step).ceil() * step) as usize;
        if cells > FINEST {
            return Ok(whole);
        }
        match Made::new(sculpture, cells, progress) {
            Ok(made) if made.is_whole() && !made.thin => return Ok(Some((cells, true))),
            Ok(made) if made.is_whole() => whole = whole.or(Some((cells, false))),
            Err(error) if error.code != Code::MeshEmpty => return Err(error),
            _ => {}
        }
    }
}

/// The piece with most vertices, and how many others there were: thin parts may tear at coarse
/// resolutions.
fn largest_piece(raw: RawMesh) -> Result<(SimplexMesh, usize)> {
    let mesh = SimplexMesh::new(raw)?;
    let (count, piece) = components(&mesh);
    if count <= 1 {
        return Ok((mesh, 0));
    }
    let mut sizes = vec![0usize; count];
    piece.iter().for_each(|&k| sizes[k as usize] += 1);
    let largest = (0..count).max_by_key(|&k| (sizes[k], count - k)).unwrap_or(0) as u32;
    let (dim, corners) = (mesh.dim(), mesh.dim() + 1);
    let mut number = vec![0u32; mesh.vertex_count()];
    let mut kept = RawMesh { dim, ..RawMesh::default() };
    for i in (0..mesh.vertex_count()).filter(|&i| piece[i] == largest) {
        number[i] = (kept.positions.len() / dim) as u32;
        kept.positions.extend(mesh.point(i));
    }
    for cell in mesh.cells().chunks_exact(corners).filter(|c| piece[c[0] as usize] == largest) {
        kept.cells.extend(cell.iter().map(|&i| number[i as usize]));
    }
    Ok((SimplexMesh::new(kept)?, count - 1))
}

#[cfg(test)]
mod tests;
