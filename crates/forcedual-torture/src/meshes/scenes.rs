//! Random scenes for a mesh: materials, supports, forces, subspaces and solvers of every kind.

use crate::dice::Dice;
use forcedual::material::Law;
use forcedual::mesh::RawMesh;
use serde_json::{Value, json};

/// What a scene needs to know about a mesh, which may be nonsense.
struct Frame {
    dim: usize,
    /// All vertices, stray ones too.
    total: usize,
    cells: usize,
    /// Vertices of cells, ascending.
    used: Vec<usize>,
    /// Those that are not pinned.
    free: Vec<usize>,
    points: Vec<Vec<f64>>,
    size: f64,
}

impl Frame {
    fn new(raw: &RawMesh) -> Self {
        let dim = raw.dim.clamp(2, 3);
        let total = raw.positions.len() / dim;
        let points: Vec<Vec<f64>> = raw.positions.chunks_exact(dim).map(<[f64]>::to_vec).collect();
        let sound = |i: &usize| points[*i].iter().all(|x| x.is_finite());
        let mut used: Vec<usize> =
            raw.cells.iter().map(|&i| i as usize).filter(|&i| i < total).filter(sound).collect();
        used.sort_unstable();
        used.dedup();
        let along = |c: usize| {
            let all = || used.iter().map(|&i| points[i][c]);
            all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
        };
        let size = (0..dim).map(along).fold(0.0, f64::max);
        let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
        Frame {
            dim,
            total,
            cells: raw.cells.len() / (dim + 1),
            free: used.clone(),
            used,
            points,
            size,
        }
    }

    /// The place of a vertex that is not pinned.
    fn place(&self, dice: &mut Dice) -> Vec<f64> {
        match self.free.is_empty() {
            true => vec![0.0; self.dim],
            false => self.points[dice.pick(&self.free)].clone(),
        }
    }

    /// One side of a plane through a place.
    fn side(&self, dice: &mut Dice) -> Value {
        let normal = dice.direction(self.dim)[..self.dim].to_vec();
        json!({ "half-space": { "point": self.place(dice), "normal": normal } })
    }

    /// Two vertices of which the first is not pinned.
    fn pair(&self, dice: &mut Dice) -> [usize; 2] {
        let a = dice.pick(&self.free);
        let apart: Vec<usize> =
            self.used.iter().copied().filter(|&b| self.points[b] != self.points[a]).collect();
        [a, dice.pick(&apart)]
    }

    fn samples(&self, dice: &mut Dice, count: usize, size: f64) -> Vec<Vec<f64>> {
        (0..count).map(|_| dice.numbers(self.dim * self.total, -size, size)).collect()
    }
}

/// A scene for a mesh that is given with it.
pub fn scene(dice: &mut Dice, raw: &RawMesh, repair: bool) -> Value {
    let mut frame = Frame::new(raw);
    let projective = dice.happens(0.15);
    let law = if projective { Law::Arap } else { dice.pick(Law::ALL) };
    let material = material(dice, &frame, law, repair);
    let pins = pins(dice, &mut frame);
    if frame.free.is_empty() || frame.used.len() < 2 {
        return json!({ "mesh": { "repair": repair } });
    }
    let mut forces: Vec<Value> = Vec::new();
    for _ in 0..dice.pick(&[1, 1, 1, 2, 3]) {
        let kind = dice.pick(&KINDS);
        if kind != "mixture" || !forces.iter().any(|f| f["kind"] == "mixture") {
            forces.push(force(dice, &frame, kind, false));
        }
    }
    let mixture = forces.iter().any(|f| f["kind"] == "mixture");
    let adaptive = mixture && !projective && dice.happens(0.5);
    let solver = match projective {
        true => "projective",
        false => dice.pick(&["newton", "newton", "newton", "exact-newton"]),
    };
    let mut simulation = json!({
        "solver": solver,
        "integrator": dice.pick(&["backward-euler", "bdf2"]),
        "iterations": dice.pick(&[1, 2, 3, 3, 5, 20]),
        "tolerance": dice.pick(&[0.0, 1e-7, 1e-5, 1e-2]),
        "cubature": match dice.happens(0.8) {
            true => json!(dice.from(1, 120)),
            false => json!({ "error": dice.power(-2.0, -0.5) }),
        },
    });
    if adaptive {
        simulation["adaptive"] = json!(dice.pick(&["compliance", "bayes", "scale-free"]));
    }
    if projective {
        simulation["clusters"] = json!(dice.from(1, 60));
    }
    json!({
        "mesh": { "repair": repair },
        "material": material,
        "pin": pins,
        "force": forces,
        "subspace": subspace(dice, &frame, adaptive, law),
        "simulation": simulation,
    })
}

fn material(dice: &mut Dice, frame: &Frame, law: Law, repair: bool) -> Value {
    let (young, density) = (dice.power(2.0, 11.0), dice.power(0.0, 4.0));
    let poisson = match dice.below(4) {
        0 => dice.pick(&[0.49, 0.499, 0.4999]),
        1 => dice.between(-0.9, 0.0),
        _ => dice.between(0.0, 0.49),
    };
    let mut material =
        json!({ "law": law.name(), "young": young, "poisson": poisson, "density": density });
    // cells that are mended away would be missed in arrays
    if dice.happens(0.2) && !repair && frame.cells > 0 {
        material["young"] =
            json!((0..frame.cells).map(|_| young * dice.power(-2.0, 2.0)).collect::<Vec<_>>());
    }
    if dice.happens(0.2) && frame.cells > 0 {
        let part: Vec<usize> = (0..frame.cells.div_ceil(3)).collect();
        material["region"] =
            json!([{ "where": { "cells": part }, "young": young * dice.power(-4.0, 4.0) }]);
    }
    if repair {
        material.as_object_mut().map(|m| m.remove("region"));
    }
    material
}

/// No support, a vertex or two, or a part of the body; at most half of it.
fn pins(dice: &mut Dice, frame: &mut Frame) -> Value {
    let most = frame.used.len() / 2;
    let count = match dice.below(4) {
        _ if most == 0 => return json!([]),
        0 => return json!([]),
        1 => dice.from(1, most.min(3)),
        _ => dice.from(1, most),
    };
    // those farthest along a direction
    let along = dice.direction(frame.dim);
    let far = |i: usize| -> f64 { frame.points[i].iter().zip(along).map(|(x, a)| x * a).sum() };
    let mut order = frame.used.clone();
    order.sort_by(|&i, &j| far(i).total_cmp(&far(j)));
    let held = order[..count].to_vec();
    frame.free = order[count..].to_vec();
    json!([{ "where": { "vertices": held } }])
}

/// Every kind of force.
pub const KINDS: [&str; 15] = [
    "white-noise",
    "painted",
    "region",
    "radial",
    "matern",
    "handles",
    "contact",
    "pneumatic",
    "muscle",
    "springs",
    "matrix",
    "force-samples",
    "displacement-samples",
    "sum",
    "mixture",
];

fn force(dice: &mut Dice, frame: &Frame, kind: &str, inner: bool) -> Value {
    let (d, size) = (frame.dim, frame.size);
    let mut force = match kind {
        "painted" => match dice.below(3) {
            0 => {
                let mut weight = vec![0.0; frame.total];
                for _ in 0..dice.from(1, frame.free.len()) {
                    weight[dice.pick(&frame.free)] = dice.power(-3.0, 3.0);
                }
                json!({ "weight": weight })
            }
            1 => json!({ "where": { "vertices": [dice.pick(&frame.free)] }, "soften": 0.2 * size }),
            _ => {
                let at = [frame.place(dice), frame.place(dice)];
                json!({ "strokes": [{ "at": at, "radius": size * dice.between(0.3, 1.0) }] })
            }
        },
        "region" => json!({ "where": { "any": [frame.side(dice), "all"] } }),
        "radial" => {
            json!({ "center": frame.place(dice), "radius": size * dice.between(0.1, 1.0) })
        }
        "matern" => json!({ "length": size * dice.power(-1.0, 0.5) }),
        "handles" => {
            let some: Vec<usize> = (0..dice.from(1, 4)).map(|_| dice.pick(&frame.free)).collect();
            let mean = dice.numbers(d, -0.1 * size, 0.1 * size);
            json!({
                "where": { "vertices": some }, "stiffness": dice.power(0.0, 6.0),
                "sigma": size * dice.power(-3.0, 0.0), "mean": mean,
                "attached": !inner && dice.happens(0.5),
            })
        }
        "contact" => {
            let center = frame.place(dice);
            let patch = json!([{ "center": center, "radius": 0.4 * size }]);
            json!({ "patch": patch, "normal-sigma": dice.power(0.0, 5.0), "mean-pressure": dice.between(-9.0, 9.0) })
        }
        "pneumatic" => json!({ "pockets": ["boundary"], "sigma": dice.power(0.0, 5.0) }),
        "muscle" => {
            let direction = dice.direction(d)[..d].to_vec();
            let mode = dice.pick(&["elements", "groups"]);
            json!({ "fibers": { "direction": direction }, "mode": mode, "sigma": dice.power(0.0, 6.0) })
        }
        "springs" => {
            let edges: Vec<_> = (0..dice.from(1, 4)).map(|_| frame.pair(dice)).collect();
            json!({ "edges": edges, "stiffness": dice.power(-1.0, 5.0), "sigma": size * dice.power(-3.0, 0.0) })
        }
        "matrix" => {
            let count = dice.from(1, 3);
            let columns: Vec<Vec<f64>> =
                (0..d * frame.total).map(|_| dice.numbers(count, -1.0, 1.0)).collect();
            json!({ "columns": columns })
        }
        "force-samples" => {
            let count = dice.from(2, 6);
            json!({ "samples": frame.samples(dice, count, 10.0) })
        }
        "displacement-samples" => {
            let count = dice.from(2, 6);
            json!({ "samples": frame.samples(dice, count, 0.1 * size) })
        }
        "sum" | "mixture" => {
            let simple = &KINDS[..13];
            let parts: Vec<Value> = (0..dice.from(2, 3))
                .map(|_| {
                    let kind = dice.pick(simple);
                    force(dice, frame, kind, true)
                })
                .collect();
            json!({ "of": parts })
        }
        _ => json!({}),
    };
    force["kind"] = json!(kind);
    match dice.below(3) {
        0 if !inner => force["rms-displacement"] = json!(size * dice.power(-3.0, -0.5)),
        1 if !inner => force["rms"] = json!(dice.power(-2.0, 4.0)),
        _ => {}
    }
    force
}

fn subspace(dice: &mut Dice, frame: &Frame, adaptive: bool, law: Law) -> Value {
    let d = frame.dim;
    let rigid = d * (d + 1) / 2;
    let most = |per: usize| (frame.free.len() * d).saturating_sub(rigid) / per;
    let skinning = dice.happens(0.5) && most(d) > 0;
    let count = dice.from(1, 8).min(most(if skinning { d } else { 1 })).max(1);
    let handles = || json!([{ "vertices": [frame.free[0]] }]);
    match (skinning, dice.below(if adaptive { 6 } else { 14 })) {
        (true, 6) => json!({ "kind": "skinning", "method": "skinning-eigenmodes", "modes": count }),
        (true, 7) => json!({ "kind": "skinning", "method": "harmonic", "handles": handles() }),
        (true, 8) => json!({ "kind": "skinning", "method": "biharmonic", "handles": handles() }),
        (true, 9) => {
            json!({ "kind": "skinning", "method": "bounded-biharmonic", "handles": handles() })
        }
        (true, 10) => {
            let painted: Vec<Vec<f64>> =
                (0..frame.total).map(|_| dice.numbers(2, 0.0, 1.0)).collect();
            json!({ "kind": "skinning", "method": "diffused", "painted": painted })
        }
        (false, 6) if law != Law::Linear => {
            json!({ "method": "modal-derivatives", "modes": count, "derivatives-of": count.min(3) })
        }
        (false, 7) => json!({ "method": "dynamic", "modes": count }),
        (false, 8) => json!({ "method": "half-and-half", "modes": count }),
        (false, 9) => json!({ "modes": "90%" }),
        (kind, k @ 11..=13) => {
            let method = ["lma", "greens", "pod"][k - 11];
            let mut spec = json!({ "method": method, "modes": count });
            if kind {
                spec["kind"] = json!("skinning");
            }
            spec
        }
        (false, 10) => json!({ "method": "push-forward", "modes": count, "samples": 4 }),
        (true, _) => json!({ "kind": "skinning", "modes": count }),
        (false, _) => json!({ "modes": count, "fill": dice.happens(0.3) }),
    }
}
