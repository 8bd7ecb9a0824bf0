//! Sculptures: forms joined in turn, with named regions and colours.

use super::form::{Form, Op, Step, V, combined};
use crate::mesh::stuffing::SignedField;
use rayon::prelude::*;

/// An sRGB colour.
pub type Rgb = [u8; 3];

/// A part of a sculpture that scenes can name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its name, such as `left_wing`.
    pub name: String,
    /// Its colour in pictures.
    pub colour: Rgb,
}

/// A solid made of forms. A point belongs to the region of the nearest form, unless a mark around
/// it says otherwise.
#[derive(Debug, Clone)]
pub struct Sculpture {
    dim: usize,
    regions: Vec<Region>,
    steps: Vec<Step>,
    /// The region of every step; carving has none.
    owners: Vec<Option<usize>>,
    marks: Vec<(usize, Form)>,
    decals: Vec<(Rgb, Form)>,
}

impl Sculpture {
    /// Nothing yet; `dim` is 2 or 3.
    pub fn new(dim: usize) -> Self {
        Sculpture {
            dim,
            regions: Vec::new(),
            steps: Vec::new(),
            owners: Vec::new(),
            marks: Vec::new(),
            decals: Vec::new(),
        }
    }

    /// Names a region, or gives it another colour. Names that start with `left_` bring their
    /// `right_` with them.
    pub fn region(&mut self, name: &str, colour: Rgb) {
        match self.regions.iter_mut().find(|r| r.name == name) {
            Some(region) => region.colour = colour,
            None => self.regions.push(Region { name: name.to_owned(), colour }),
        }
        if let Some(rest) = name.strip_prefix("left_") {
            self.region(&format!("right_{rest}"), colour);
        }
    }

    /// The regions.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Number of a region; parts of unknown regions belong to the first.
    fn number(&self, name: &str) -> usize {
        let found = self.regions.iter().position(|r| r.name == name);
        debug_assert!(found.is_some(), "no region {name}");
        found.unwrap_or(0)
    }

    /// Adds a form to a region, blended with what is there.
    pub fn add(&mut self, region: &str, form: Form, blend: f64) {
        self.owners.push(Some(self.number(region)));
        self.steps.push(Step { op: Op::Join, blend, form });
    }

    /// Adds a form and its mirror image; `left_` regions have their `right_` there.
    pub fn pair(&mut self, region: &str, form: Form, blend: f64) {
        self.add(region, form.clone(), blend);
        self.add(&opposite(region), form.mirrored(), blend);
    }

    /// Takes a form away.
    pub fn carve(&mut self, form: Form, blend: f64) {
        self.owners.push(None);
        self.steps.push(Step { op: Op::Carve, blend, form });
    }

    /// Takes a form and its mirror image away.
    pub fn carve_pair(&mut self, form: Form, blend: f64) {
        self.carve(form.clone(), blend);
        self.carve(form.mirrored(), blend);
    }

    /// What is inside the form belongs to the region; later marks win.
    pub fn mark(&mut self, region: &str, form: Form) {
        self.marks.push((self.number(region), form));
    }

    /// Marks a form and its mirror image.
    pub fn mark_pair(&mut self, region: &str, form: Form) {
        self.mark(region, form.clone());
        self.mark(&opposite(region), form.mirrored());
    }

    /// Colours what is inside the form, in pictures only; later ones win.
    pub fn decal(&mut self, colour: Rgb, form: Form) {
        self.decals.push((colour, form));
    }

    /// Colours the inside of a form and of its mirror image.
    pub fn decal_pair(&mut self, colour: Rgb, form: Form) {
        self.decal(colour, form.clone());
        self.decal(colour, form.mirrored());
    }

    /// The signed field at a point.
    pub fn at(&self, p: V) -> f64 {
        combined(self.steps.iter(), p)
    }

    /// The number of the region that a point belongs to.
    pub fn region_at(&self, p: V) -> usize {
        if let Some((region, _)) = self.marks.iter().rev().find(|(_, form)| form.at(p) <= 0.0) {
            return *region;
        }
        let mut best = (f64::INFINITY, 0);
        for (step, owner) in self.steps.iter().zip(&self.owners) {
            let Some(owner) = owner else { continue };
            if step.form.at_least(p) < best.0 {
                let distance = step.form.at(p);
                if distance < best.0 {
                    best = (distance, *owner);
                }
            }
        }
        best.1
    }

    /// The colour at a point.
    pub fn colour_at(&self, p: V) -> Rgb {
        match self.decals.iter().rev().find(|(_, form)| form.at(p) <= 0.0) {
            Some((colour, _)) => *colour,
            None => self.regions.get(self.region_at(p)).map_or([200; 3], |r| r.colour),
        }
    }
}

fn opposite(region: &str) -> String {
    match region.strip_prefix("left_") {
        Some(rest) => format!("right_{rest}"),
        None => region.to_owned(),
    }
}

/// A point of `dim` coordinates in space.
pub(super) fn lifted(point: &[f64]) -> V {
    std::array::from_fn(|c| point.get(c).copied().unwrap_or(0.0))
}

impl SignedField for Sculpture {
    fn dim(&self) -> usize {
        self.dim
    }

    fn bounds(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut low, mut high) =
            (vec![f64::INFINITY; self.dim], vec![f64::NEG_INFINITY; self.dim]);
        for step in self.steps.iter().filter(|s| s.op == Op::Join) {
            for c in 0..self.dim {
                low[c] = low[c].min(step.form.low[c] - step.blend / 4.0);
                high[c] = high[c].max(step.form.high[c] + step.blend / 4.0);
            }
        }
        (low, high)
    }

    fn values(&self, points: &[f64]) -> Vec<f64> {
        let batches = points.par_chunks(self.dim * 256);
        batches
            .flat_map_iter(|batch| batch.chunks_exact(self.dim).map(|p| self.at(lifted(p))))
            .collect()
    }

    fn slope(&self) -> Option<f64> {
        Some(1.0)
    }
}
