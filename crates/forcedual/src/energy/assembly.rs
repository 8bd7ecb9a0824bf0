//! Full-space sums of energies over a sparsity pattern that is found once.

use super::Energy;
use crate::linalg::{Pattern, SparseSym};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Stencils evaluated together; the sums run in stencil order at any thread count.
const CHUNK: usize = 512;
/// Stencils whose Hessians are kept at a time.
const BATCH: usize = 32 * CHUNK;
/// Parts of a matrix that are summed at the same time.
const SHARES: usize = 16;

/// The pattern of one energy's Hessian and where each stencil's blocks go in it.
pub struct Assembler {
    dim: usize,
    graph: Arc<Pattern>,
    pattern: Arc<Pattern>,
}

impl Assembler {
    /// For stencils of `corners` vertices each, listed one after the other.
    pub fn new(dim: usize, vertices: usize, stencils: &[u32], corners: usize) -> Self {
        Self::with_pairs(dim, vertices, stencils, corners, &[])
    }

    /// The same, and for pairs of vertices that may be far apart.
    pub fn with_pairs(
        dim: usize,
        vertices: usize,
        stencils: &[u32],
        corners: usize,
        pairs: &[[u32; 2]],
    ) -> Self {
        let graph = if pairs.is_empty() {
            Pattern::of_cells(vertices, stencils, corners)
        } else {
            let padded =
                pairs.iter().flat_map(|&[a, b]| (0..corners).map(move |k| [a, b][k.min(1)]));
            let all: Vec<u32> = stencils.iter().copied().chain(padded).collect();
            Pattern::of_cells(vertices, &all, corners)
        };
        let graph = Arc::new(graph);
        let pattern = Arc::new(graph.expand(dim));
        Assembler { dim, graph, pattern }
    }

    /// A zero matrix over the pattern.
    pub fn zeros(&self) -> SparseSym {
        SparseSym::zeros(self.pattern.clone())
    }

    /// Sum of the energy at positions `x`.
    pub fn value(&self, energy: &dyn Energy, x: &[f64]) -> f64 {
        let parts: Vec<f64> = chunks(energy)
            .map(|range| {
                let mut local = Vec::new();
                range
                    .map(|s| {
                        gather(energy, s, x, &mut local);
                        energy.value(s, &local)
                    })
                    .sum()
            })
            .collect();
        parts.iter().sum()
    }

    /// Gradient of the energy at positions `x`.
    pub fn gradient(&self, energy: &dyn Energy, x: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; x.len()];
        self.add_gradient(energy, x, &mut out);
        out
    }

    /// Adds the gradient of an energy.
    pub fn add_gradient(&self, energy: &dyn Energy, x: &[f64], out: &mut [f64]) {
        let d = self.dim;
        let parts: Vec<Vec<f64>> = chunks(energy)
            .map(|range| {
                let (mut local, mut all) = (Vec::new(), Vec::new());
                for s in range {
                    gather(energy, s, x, &mut local);
                    let from = all.len();
                    all.resize(from + local.len(), 0.0);
                    energy.gradient(s, &local, &mut all[from..]);
                }
                all
            })
            .collect();
        let mut flat = parts.iter().flatten();
        for s in 0..energy.stencils() {
            for &v in energy.vertices(s) {
                for c in 0..d {
                    out[v as usize * d + c] += flat.next().copied().unwrap_or(0.0);
                }
            }
        }
    }

    /// Hessian of the energy at positions `x`; per stencil without its negative part if `psd`.
    pub fn hessian(&self, energy: &dyn Energy, x: &[f64], psd: bool) -> SparseSym {
        let mut out = self.zeros();
        self.add_hessian(energy, x, psd, &mut out);
        out
    }

    /// Adds the Hessian of another energy over the same pattern.
    pub fn add_hessian(&self, energy: &dyn Energy, x: &[f64], psd: bool, out: &mut SparseSym) {
        for start in (0..energy.stencils()).step_by(BATCH) {
            let batch = start..(start + BATCH).min(energy.stencils());
            let blocks: Vec<(Vec<f64>, Range<usize>)> = batch
                .step_by(CHUNK)
                .collect::<Vec<_>>()
                .into_par_iter()
                .map(|first| {
                    let range = first..(first + CHUNK).min(energy.stencils());
                    let (mut local, mut all) = (Vec::new(), Vec::new());
                    for s in range.clone() {
                        gather(energy, s, x, &mut local);
                        let from = all.len();
                        all.resize(from + local.len() * local.len(), 0.0);
                        energy.hessian(s, &local, psd, &mut all[from..]);
                    }
                    (all, range)
                })
                .collect();
            self.shares(&mut out.values).into_par_iter().for_each(|(columns, values)| {
                for (all, range) in &blocks {
                    let mut rest = &all[..];
                    for s in range.clone() {
                        let vertices = energy.vertices(s);
                        let block;
                        (block, rest) = rest.split_at((vertices.len() * self.dim).pow(2));
                        self.scatter(vertices, block, &columns, values);
                    }
                }
            });
        }
    }

    /// The values of a matrix, parted by the vertices of its columns.
    fn shares<'a>(&self, mut values: &'a mut [f64]) -> Vec<(Range<usize>, &'a mut [f64])> {
        let n = self.graph.column_starts.len() - 1;
        let start = |vertex: usize| self.pattern.column_starts[vertex * self.dim] as usize;
        let bounds = (0..SHARES).map(|k| k * n / SHARES..(k + 1) * n / SHARES);
        let each = bounds.map(|columns| {
            let own;
            (own, values) =
                std::mem::take(&mut values).split_at_mut(start(columns.end) - start(columns.start));
            (columns, own)
        });
        each.collect()
    }

    /// Adds the columns of a stencil's block that are among `columns`, whose values are given.
    fn scatter(&self, vertices: &[u32], block: &[f64], columns: &Range<usize>, values: &mut [f64]) {
        let d = self.dim;
        let side = vertices.len() * d;
        let before = self.pattern.column_starts[columns.start * d] as usize;
        for (b, &j) in vertices.iter().enumerate() {
            if !columns.contains(&(j as usize)) {
                continue;
            }
            for (a, &i) in vertices.iter().enumerate().filter(|&(_, &i)| i >= j) {
                let (i, j) = (i as usize, j as usize);
                let Some(at) = self.graph.find(i, j) else { continue };
                let rank = at - self.graph.column_starts[j] as usize;
                for c in 0..d {
                    let start = self.pattern.column_starts[j * d + c] as usize - before;
                    for r in if i == j { c..d } else { 0..d } {
                        let offset = if rank == 0 { r - c } else { rank * d - c + r };
                        values[start + offset] += block[(a * d + r) * side + b * d + c];
                    }
                }
            }
        }
    }
}

fn chunks(energy: &dyn Energy) -> impl IndexedParallelIterator<Item = Range<usize>> + use<> {
    let n = energy.stencils();
    (0..n.div_ceil(CHUNK)).into_par_iter().map(move |k| k * CHUNK..((k + 1) * CHUNK).min(n))
}

fn gather(energy: &dyn Energy, stencil: usize, x: &[f64], local: &mut Vec<f64>) {
    let d = energy.dim();
    local.clear();
    for &v in energy.vertices(stencil) {
        local.extend_from_slice(&x[v as usize * d..(v as usize + 1) * d]);
    }
}
