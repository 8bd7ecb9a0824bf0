//! Fill-reducing orders on the vertex graph.
//!
//! The matrix of a body has `d` rows per vertex with equal patterns, so the order is found on the
//! vertex graph (an order of magnitude cheaper) and expanded. Approximate minimum degree is fast
//! and wins on small or slender meshes; where it predicts much work, nested dissection saves more
//! of it than it costs.

use super::sparse::Pattern;
use crate::error::{Code, Error, Result};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

/// Multiplications, predicted for the vertex graph, above which nested dissection is used.
const DISSECT_ABOVE: f64 = 2e8;

/// The neighbours of every vertex of a graph.
pub struct Neighbours {
    starts: Vec<i32>,
    vertices: Vec<i32>,
}

impl Neighbours {
    /// Both triangles of the pattern, without the diagonal.
    pub fn of(graph: &Pattern) -> Self {
        let n = graph.size();
        let mut starts = vec![0i32; n + 1];
        for j in 0..n {
            for &i in graph.column(j).iter().filter(|&&i| i as usize != j) {
                starts[i as usize + 1] += 1;
                starts[j + 1] += 1;
            }
        }
        for j in 0..n {
            starts[j + 1] += starts[j];
        }
        let mut fill = starts.clone();
        let mut vertices = vec![0i32; starts[n] as usize];
        for j in 0..n {
            for &i in graph.column(j).iter().filter(|&&i| i as usize != j) {
                for (from, to) in [(i as usize, j), (j, i as usize)] {
                    vertices[fill[from] as usize] = to as i32;
                    fill[from] += 1;
                }
            }
        }
        for j in 0..n {
            vertices[starts[j] as usize..starts[j + 1] as usize].sort_unstable();
        }
        Neighbours { starts, vertices }
    }

    /// The neighbours of vertex `v`, ascending.
    pub fn near(&self, v: usize) -> &[i32] {
        &self.vertices[self.starts[v] as usize..self.starts[v + 1] as usize]
    }
}

/// New-to-old order of the graph's vertices.
pub fn order(graph: &Pattern, neighbours: &Neighbours) -> Result<Vec<u32>> {
    let (order, work) = minimum_degree(graph)?;
    if work > DISSECT_ABOVE { dissect(neighbours) } else { Ok(order) }
}

pub(super) fn dissect(graph: &Neighbours) -> Result<Vec<u32>> {
    let order =
        feral_metis::CscPattern::new(graph.starts.len() - 1, &graph.starts, &graph.vertices)
            .and_then(|pattern| feral_metis::metis_order(&pattern).ok())
            .ok_or_else(|| failed("nested dissection"))?;
    Ok(order.into_iter().map(|v| v as u32).collect())
}

/// The order, and the multiplications it predicts for a factorisation.
pub(super) fn minimum_degree(graph: &Pattern) -> Result<(Vec<u32>, f64)> {
    let n = graph.size();
    let pattern =
        SymbolicSparseColMatRef::new_checked(n, n, &graph.column_starts, None, &graph.rows);
    let (mut order, mut inverse) = (vec![0u32; n], vec![0u32; n]);
    let mut mem = MemBuffer::new(amd::order_maybe_unsorted_scratch::<u32>(n, graph.rows.len()));
    let work = amd::order_maybe_unsorted(
        &mut order,
        &mut inverse,
        pattern,
        Default::default(),
        MemStack::new(&mut mem),
    )
    .map_err(|_| failed("minimum degree"))?;
    Ok((order, work.n_mult_subs_ldl))
}

fn failed(what: &str) -> Error {
    Error::new(Code::Numeric, format!("the {what} ordering of the mesh graph failed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(side: u32) -> Pattern {
        let mut cells = Vec::new();
        for y in 0..side - 1 {
            for x in 0..side - 1 {
                let a = y * side + x;
                cells.extend([a, a + 1, a + side, a + 1, a + side + 1, a + side]);
            }
        }
        Pattern::of_cells((side * side) as usize, &cells, 3)
    }

    #[test]
    fn both_orders_are_permutations() {
        let graph = grid(12);
        for order in [dissect(&Neighbours::of(&graph)).unwrap(), minimum_degree(&graph).unwrap().0]
        {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().enumerate().all(|(i, &v)| i as u32 == v));
        }
    }
}
