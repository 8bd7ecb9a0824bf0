//! Three parts without seams.

use crate::plot::Plot;
use crate::show::Shot;
use crate::stage::{Stage, creature, on_stage};
use crate::wall::{Cell, row, told};
use crate::{Exhibit, Wall};
use forcedual::body::Body;
use forcedual::export::render::Look;
use forcedual::force::{Factor, Gaussian};
use forcedual::linalg::{Mat, column, llt, product, solve_lower, solve_lower_transposed};
use forcedual::material::field::Quantity;
use forcedual::mesh::select::Selection;
use forcedual::mesh::{RawMesh, SimplexMesh};
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::subspace::certificate::Galerkin;
use forcedual::subspace::{Linearisation, Method, ModeCount, SubspaceSpec, design};
use forcedual::{Code, Error, Result};
use std::collections::HashMap;
use std::path::Path;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "ghost",
    title: "Three parts, and no seam to tune",
    figure: "Ghost: regions against domain decomposition",
    caption: "Head, body and hem are to move on their own. Domain decomposition gives each part modes of its own and \
        sews them together with springs of stiffness <em>k</em>: too soft, and the ghost rips; too stiff, and it locks. \
        The same three parts as places where forces act need no <em>k</em>: motion leaks across as it should.",
    hang,
};

const PARTS: [&str; 3] = ["head", "body", "hem"];
const MODES: usize = 6;

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let parts: String = PARTS
        .iter()
        .map(|p| format!("[[force]]\nname = \"{p}\"\nkind = \"matern\"\nlength = 0.3\nwhere = {{ region = \"{p}\" }}\nrms-displacement = 0.02\n"))
        .collect();
    let text = format!(
        "[[pin]]\nwhere = {{ half-space = {{ point = [0.0, 0.95], normal = [0.0, 1.0] }} }}\n{parts}\
         [subspace]\nmodes = {}\n",
        3 * MODES
    );
    let scene = creature("ghost", 2500, &text)?;
    on_stage(&scene, wall.progress, |stage| {
        let forces = stage.prior.draw(20, 5);
        let truth = stage.lin.solve(forces.clone());
        let ours = Galerkin::new(stage.lin, &stage.by(Method::ForceDual)?.basis)?.solve(&forces);
        let our_error = error(stage, &ours, &truth);
        let sewn = Sewn::new(&scene, stage, Method::Lma)?;
        let told_too = Sewn::new(&scene, stage, Method::ForceDual)?;
        let whole = Galerkin::new(stage.lin, &stage.by(Method::Lma)?.basis)?.solve(&forces);
        let whole_error = error(stage, &whole, &truth);
        let mut sweep: Vec<Seam> = Vec::new();
        for k in 0..=12 {
            let stiffness = 10f64.powf(3.5 + 0.5 * f64::from(k));
            let (u, gap) = sewn.solve(stage, &forces, stiffness)?;
            let (own, _) = told_too.solve(stage, &forces, stiffness)?;
            sweep.push(Seam {
                stiffness,
                error: error(stage, &u, &truth),
                gap: gap / rms(&truth),
                size: norm(stage, &u) / norm(stage, &truth),
                own: error(stage, &own, &truth),
                u,
            });
        }
        let [first, last] = [&sweep[0], &sweep[sweep.len() - 1]];
        let by = |of: fn(&Seam) -> f64| {
            sweep.iter().min_by(|a, b| of(a).total_cmp(&of(b))).unwrap_or(first)
        };
        let (best, best_own) = (by(|s| s.error), by(|s| s.own));
        let says = "error of 18 force-dual modes against the best of all k";
        wall.below(
            format!("{says}, six vibrations for each part"),
            our_error,
            (0.5, best.error),
            "%",
        );
        wall.below(
            format!("{says}, six force-dual modes for each part"),
            our_error,
            (0.5, best_own.own),
            "%",
        );
        wall.below(
            "error of 18 force-dual modes against 18 vibrations of the whole ghost, without seams",
            our_error,
            whole_error,
            "%",
        );
        wall.above(
            "gap between the parts with the softest seam, relative to the full body's motion",
            first.gap,
            0.2,
            "%",
        );
        wall.below("motion with the stiffest seam, relative to the full body", last.size, 0.9, "%");
        let head = ["k, N/m", "error", "gap", "motion", "error, force-dual parts"];
        let mut rows: Vec<Vec<Cell>> = sweep
            .iter()
            .map(|s| row(told(s.stiffness, ""), [s.error, s.gap, s.size, s.own], "%"))
            .collect();
        for (name, u, error) in [
            ("18 force-dual modes", &ours, our_error),
            ("18 vibrations of the whole", &whole, whole_error),
        ] {
            rows.push(row(name, [error, 0.0, norm(stage, u) / norm(stage, &truth)], "%"));
        }
        wall.table(
            "Six modes for each part sewn with stiffness k; eighteen modes of the whole ghost",
            &head,
            rows,
        );
        if whole_error < best.error {
            wall.reservation(format!(
                "It is the seams that cost most: eighteen vibrations of the whole ghost, which know of no parts, err by {}, less than \
                 the best of all seams ({}).",
                told(whole_error, "%"), told(best.error, "%")
            ));
        }
        let level = |error: f64| [first.stiffness, last.stiffness].map(|k| (k, error)).to_vec();
        let curve =
            |of: fn(&Seam) -> f64| sweep.iter().map(|s| (s.stiffness, of(s))).collect::<Vec<_>>();
        let curves = vec![
            ("force-dual, error".to_owned(), level(our_error)),
            ("vibrations of parts".to_owned(), curve(|s| s.error)),
            ("force-dual parts".to_owned(), curve(|s| s.own)),
            ("vibrations, gap".to_owned(), curve(|s| s.gap)),
            ("whole ghost, no seam".to_owned(), level(whole_error)),
        ];
        let plot = Plot {
            x: "stiffness of the seam, N/m".into(),
            y: "relative to the full body's motion".into(),
            curves,
        };
        wall.plot("sweep", "Errors and gaps over the stiffness of the seam", plot)?;
        let (low, high) = stage.body.mesh.bounds();
        let room = 0.25 * stage.body.mesh.diagonal();
        let frame = Some([low.map(|x| x - room), high.map(|x| x + room)]);
        for (name, caption, u) in [
            ("full", "In full".to_owned(), &truth),
            ("force-dual", "Eighteen force-dual modes".to_owned(), &ours),
            (
                "soft",
                format!("Vibrations sewn with {}: ripped", told(first.stiffness, "N/m")),
                &first.u,
            ),
            ("best", format!("Sewn with {}, the best", told(best.stiffness, "N/m")), &best.u),
            ("stiff", format!("Sewn with {}: locked", told(last.stiffness, "N/m")), &last.u),
        ] {
            let moved: Vec<f64> = column(u.as_ref(), 0).iter().map(|x| 2.0 * x).collect();
            let look = Look { displacement: Some(moved), ghost: true, ..Look::default() };
            wall.picture(
                name,
                &caption,
                &stage.picture(&Shot { look, frame, ..Shot::default() })?,
            )?;
        }
        Ok(())
    })
}

/// What a stiffness of the seam gives.
struct Seam {
    stiffness: f64,
    error: f64,
    gap: f64,
    size: f64,
    /// The error with force-dual modes for the parts.
    own: f64,
    u: Mat,
}

/// Root mean square displacement of a vertex.
fn rms(u: &Mat) -> f64 {
    let squares = u.col_iter().flat_map(|c| c.iter()).map(|x| x * x).sum::<f64>();
    (squares / (u.nrows() / 2) as f64).sqrt()
}

fn norm(stage: &Stage<'_>, u: &Mat) -> f64 {
    let each = (0..u.ncols()).map(|j| stage.size(column(u.as_ref(), j), |_| true).powi(2));
    each.sum::<f64>().sqrt()
}

fn error(stage: &Stage<'_>, u: &Mat, truth: &Mat) -> f64 {
    let wrong = Mat::from_fn(u.nrows(), u.ncols(), |i, j| u[(i, j)] - truth[(i, j)]);
    norm(stage, &wrong) / norm(stage, truth)
}

/// Parts with modes of their own.
struct Sewn {
    parts: Vec<Part>,
    /// Pairs of (part, row of its first degree of freedom) that are one vertex of the body.
    seams: Vec<[(usize, usize); 2]>,
}

struct Part {
    /// Vertices of the body.
    vertices: Vec<u32>,
    basis: Mat,
    /// `B^T H B`.
    stiffness: Mat,
}

impl Sewn {
    fn new(scene: &SceneFile, stage: &Stage<'_>, method: Method) -> Result<Self> {
        let mesh = &stage.body.mesh;
        let mut parts = Vec::new();
        let mut first: HashMap<u32, (usize, usize)> = HashMap::new();
        let mut seams = Vec::new();
        for (p, name) in PARTS.iter().enumerate() {
            let label = mesh.regions().iter().position(|r| r == name);
            let label =
                label.ok_or_else(|| Error::new(Code::Scene, format!("no region `{name}`")))? as i64
                    + 1;
            let own = (0..mesh.cell_count()).filter(|&t| mesh.cell_labels()[t] == label);
            let cells: Vec<u32> = own.flat_map(|t| mesh.cell(t).to_vec()).collect();
            let mut vertices = cells.clone();
            vertices.sort_unstable();
            vertices.dedup();
            let number = |i: &u32| vertices.binary_search(i).unwrap_or(0) as u32;
            let raw = RawMesh {
                dim: 2,
                positions: vertices.iter().flat_map(|&i| mesh.point(i as usize).to_vec()).collect(),
                cells: cells.iter().map(number).collect(),
                ..RawMesh::default()
            };
            let mut material = scene.scene().material.clone();
            for region in std::mem::take(&mut material.region) {
                if matches!(&region.r#where, Selection::Region(of) if of.as_slice().iter().any(|r| r == name))
                {
                    material.young = region.young.map_or(material.young, Quantity::Number);
                    material.density = region.density.map_or(material.density, Quantity::Number);
                }
            }
            let held: Vec<bool> = vertices.iter().map(|&i| stage.body.held[i as usize]).collect();
            let body = Body::new(SimplexMesh::new(raw)?, &material, Path::new("."))?.pinned(&held);
            let lin = Linearisation::new(&body, &Silent)?;
            let spec =
                SubspaceSpec { method, modes: ModeCount::Number(MODES), ..SubspaceSpec::default() };
            let (own, _) = stage.prior.restrict(&vertices, 2);
            let prior = Gaussian::centred(Factor::Dense(own));
            let space = design(&lin, &prior, &spec, Path::new("."), &Silent)?;
            // as many degrees of freedom for each part, rigid motions among them
            let basis = space.basis.subcols(0, MODES).to_owned();
            let stiffness =
                product(basis.transpose(), lin.stiffness_times(basis.as_ref()).as_ref());
            for (k, &i) in vertices.iter().enumerate() {
                match first.get(&i) {
                    Some(&other) => seams.push([other, (p, 2 * k)]),
                    None => {
                        first.insert(i, (p, 2 * k));
                    }
                }
            }
            parts.push(Part { vertices, basis, stiffness });
        }
        Ok(Sewn { parts, seams })
    }

    /// Displacements under forces, and the root mean square gap between parts, m.
    fn solve(&self, stage: &Stage<'_>, forces: &Mat, seam: f64) -> Result<(Mat, f64)> {
        let size = MODES * self.parts.len();
        let mut k = Mat::zeros(size, size);
        for (p, part) in self.parts.iter().enumerate() {
            for i in 0..MODES {
                (0..MODES)
                    .for_each(|j| k[(p * MODES + i, p * MODES + j)] += part.stiffness[(i, j)]);
            }
        }
        // a row of the jump at a seam
        let jump = |[a, b]: &[(usize, usize); 2], c: usize| {
            let mut row = vec![0.0; size];
            for (sign, (p, at)) in [(1.0, a), (-1.0, b)] {
                (0..MODES)
                    .for_each(|i| row[p * MODES + i] = sign * self.parts[*p].basis[(at + c, i)]);
            }
            row
        };
        for pair in &self.seams {
            for c in 0..2 {
                let row = jump(pair, c);
                for i in 0..size {
                    (0..size).for_each(|j| k[(i, j)] += seam * row[i] * row[j]);
                }
            }
        }
        let mut load = Mat::zeros(size, forces.ncols());
        let mut shares: HashMap<u32, f64> = HashMap::new();
        self.parts
            .iter()
            .flat_map(|p| &p.vertices)
            .for_each(|&i| *shares.entry(i).or_default() += 1.0);
        for (p, part) in self.parts.iter().enumerate() {
            for (n, &i) in part.vertices.iter().enumerate() {
                let share = 1.0 / shares[&i];
                for c in 0..2 {
                    for a in 0..MODES {
                        let b = share * part.basis[(2 * n + c, a)];
                        (0..forces.ncols()).for_each(|j| {
                            load[(p * MODES + a, j)] += b * forces[(2 * i as usize + c, j)]
                        });
                    }
                }
            }
        }
        let l = llt(k.as_ref())
            .ok_or_else(|| Error::new(Code::Numeric, "the sewn ghost has no stiffness"))?;
        let mut z = load;
        solve_lower(l.as_ref(), z.as_mut());
        solve_lower_transposed(l.as_ref(), z.as_mut());
        let mut u = Mat::zeros(stage.body.dofs(), forces.ncols());
        for (p, part) in self.parts.iter().enumerate() {
            for (n, &i) in part.vertices.iter().enumerate() {
                for c in 0..2 {
                    for j in 0..forces.ncols() {
                        let own: f64 = (0..MODES)
                            .map(|a| part.basis[(2 * n + c, a)] * z[(p * MODES + a, j)])
                            .sum();
                        u[(2 * i as usize + c, j)] += own / shares[&i];
                    }
                }
            }
        }
        let mut gap = 0.0;
        for pair in &self.seams {
            for c in 0..2 {
                let row = jump(pair, c);
                for j in 0..forces.ncols() {
                    gap += (0..size).map(|i| row[i] * z[(i, j)]).sum::<f64>().powi(2);
                }
            }
        }
        Ok((u, (gap / self.seams.len() as f64).sqrt()))
    }
}
