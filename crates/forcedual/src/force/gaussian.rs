//! Gaussians over forces: what every prior becomes.

use super::{Factor, SparseColumns};
use crate::error::{Code, Error, Result};
use crate::linalg::{Mat, column, column_mut};
use crate::progress::{Progress, check};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Numbers in all forces drawn together, at most.
const MOST: usize = 1 << 28;
/// Forces drawn between looks at the caller's wishes.
const BLOCK: usize = 64;

/// `F ~ N(mean, factor factor^T)` over the degrees of freedom of a body.
#[derive(Debug, Clone)]
pub struct Gaussian {
    /// Factor of the covariance.
    pub factor: Factor,
    /// Mean force; `None` for zero.
    pub mean: Option<Vec<f64>>,
}

impl Gaussian {
    /// With mean zero.
    pub fn centred(factor: Factor) -> Self {
        Gaussian { factor, mean: None }
    }

    /// Independent actuations through the columns of `D`: `L = D diag(sigma)`, `mu = D mean`.
    /// Columns without variance are left out of the factor.
    pub fn actuated(columns: SparseColumns, sigma: &[f64], mean: &[f64]) -> Self {
        let rows = columns.rows;
        let mut force = vec![0.0; rows];
        let mut factor = SparseColumns::new(rows);
        for ((entries, &sigma), &mean) in columns.columns().iter().zip(sigma).zip(mean) {
            for &(row, value) in entries {
                force[row as usize] += mean * value;
            }
            if sigma != 0.0 {
                factor.push(entries.iter().map(|&(row, value)| (row, sigma * value)).collect());
            }
        }
        let moving = mean.iter().any(|&m| m != 0.0);
        Gaussian { factor: Factor::Columns(factor), mean: moving.then_some(force) }
    }

    /// Forces `s` times as strong, the mean too.
    pub fn scaled(self, s: f64) -> Self {
        Gaussian {
            factor: Factor::Sum(vec![(s, self.factor)]),
            mean: self.mean.map(|m| m.into_iter().map(|x| s * x).collect()),
        }
    }

    /// Zero on held vertices.
    pub fn without(self, held: &[bool], dim: usize) -> Self {
        let mean = self.mean.map(|mut mean| {
            let rows = mean.iter_mut().enumerate().filter(|(row, _)| held[row / dim]);
            rows.for_each(|(_, x)| *x = 0.0);
            mean
        });
        Gaussian { factor: self.factor.without(held, dim), mean }
    }

    /// Forces that act at the same time: their sum, where there are several.
    pub fn together(mut forces: Vec<Gaussian>) -> Self {
        match forces.len() {
            1 => forces.remove(0),
            _ => Gaussian::sum(forces),
        }
    }

    /// The sum of independent forces.
    pub fn sum(parts: Vec<Gaussian>) -> Self {
        let mut mean: Option<Vec<f64>> = None;
        for m in parts.iter().filter_map(|p| p.mean.as_ref()) {
            let total = mean.get_or_insert_with(|| vec![0.0; m.len()]);
            total.iter_mut().zip(m).for_each(|(t, x)| *t += x);
        }
        let factor = Factor::Sum(parts.into_iter().map(|p| (1.0, p.factor)).collect());
        Gaussian { factor, mean }
    }

    /// A mixture of `(probability, component)` through its moments:
    /// `L = [sqrt(pi_k) L_k, sqrt(pi_k) (mu_k - mu)]`, `mu = sum pi_k mu_k`.
    pub fn mixture(parts: Vec<(f64, Gaussian)>) -> Self {
        let rows = parts.first().map_or(0, |(_, p)| p.factor.rows());
        let mut mean = vec![0.0; rows];
        for (pi, part) in &parts {
            if let Some(m) = &part.mean {
                mean.iter_mut().zip(m).for_each(|(t, x)| *t += pi * x);
            }
        }
        let moving = parts.iter().any(|(_, p)| p.mean.is_some());
        let mut factors = Vec::new();
        if moving {
            let spread = Mat::from_fn(rows, parts.len(), |i, k| {
                let (pi, part) = &parts[k];
                pi.sqrt() * (part.mean.as_ref().map_or(0.0, |m| m[i]) - mean[i])
            });
            factors.push((1.0, Factor::Dense(spread)));
        }
        let probabilities = parts.iter().map(|(pi, _)| *pi).collect();
        factors.extend(parts.into_iter().map(|(pi, part)| (pi.sqrt(), part.factor)));
        let factor = Factor::Mixture { probabilities, sum: Box::new(Factor::Sum(factors)) };
        Gaussian { factor, mean: moving.then_some(mean) }
    }

    /// Factor and mean on the degrees of freedom of some vertices, each named once; amplitudes
    /// that do not act there are dropped.
    pub fn on(&self, vertices: &[u32], dim: usize) -> (SparseColumns, Option<Vec<f64>>) {
        let rows: Vec<u32> = vertices
            .iter()
            .flat_map(|&i| (0..dim as u32).map(move |c| i * dim as u32 + c))
            .collect();
        let mut columns = SparseColumns::new(rows.len());
        self.factor.restrict(&rows, 1.0, &mut columns);
        let mean = |mean: &Vec<f64>| rows.iter().map(|&row| mean[row as usize]).collect();
        (columns, self.mean.as_ref().map(mean))
    }

    /// The same as dense matrices.
    pub fn restrict(&self, vertices: &[u32], dim: usize) -> (Mat, Vec<f64>) {
        let (columns, mean) = self.on(vertices, dim);
        let zero = || vec![0.0; columns.rows];
        let mean = mean.unwrap_or_else(zero);
        (Factor::Columns(columns).dense(), mean)
    }

    /// Draws `count` forces, mean included, one per column; the same for the same seed.
    pub fn draw(&self, count: usize, seed: u64) -> Mat {
        self.sample(count, &mut ChaCha8Rng::seed_from_u64(seed))
    }

    /// Draws one force, and says which component of a mixture it is of.
    pub fn draw_one(&self, seed: u64) -> (Vec<f64>, Option<usize>) {
        let mut z = Mat::zeros(self.factor.columns(), 1);
        self.factor.draw(&mut ChaCha8Rng::seed_from_u64(seed), column_mut(z.as_mut(), 0));
        let acting = self.factor.acting(column(z.as_ref(), 0));
        (column(self.forces(&z).as_ref(), 0).to_vec(), acting)
    }

    /// The same forces block by block, so that progress is seen and the work can be interrupted.
    pub fn draw_watched(&self, count: usize, seed: u64, progress: &dyn Progress) -> Result<Mat> {
        let rows = self.factor.rows();
        if count.saturating_mul(rows) > MOST {
            let message = format!("{count} forces on this body are too many to hold");
            let help = format!("draw at most {}", MOST / rows);
            return Err(Error::new(Code::Array, message).help(help));
        }
        progress.stage("sample", count);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut forces = Mat::zeros(rows, count);
        for done in (0..count).step_by(BLOCK) {
            check(progress)?;
            let block = BLOCK.min(count - done);
            forces.as_mut().subcols_mut(done, block).copy_from(self.sample(block, &mut rng));
            progress.advance(done + block);
        }
        check(progress)?;
        Ok(forces)
    }

    /// Draws `count` forces, one per column; a mixture draws from one component at a time.
    pub fn sample(&self, count: usize, rng: &mut ChaCha8Rng) -> Mat {
        let mut z = Mat::zeros(self.factor.columns(), count);
        for j in 0..count {
            self.factor.draw(rng, column_mut(z.as_mut(), j));
        }
        self.forces(&z)
    }

    /// The forces of amplitudes, mean included.
    fn forces(&self, z: &Mat) -> Mat {
        let mut forces = self.factor.apply(z.as_ref());
        if let Some(mean) = &self.mean {
            for j in 0..z.ncols() {
                let force = column_mut(forces.as_mut(), j);
                force.iter_mut().zip(mean).for_each(|(f, m)| *f += m);
            }
        }
        forces
    }
}
