//! Constitutive laws: the strain energy density `psi(F)` of a deformation gradient `F`.
//!
//! Every law gives `psi`, the first Piola stress `P = d psi / d F`, and `d P / d F`, a symmetric
//! `D^2 x D^2` block whose rows and columns number the entries of `F` row-major, `D i + j`. A law
//! is one file and one line in the registry below; its equations are in the file's own text.
//!
//! All laws take the same Lame parameters
//!
//! ```text
//! mu = E / (2 (1 + nu)),   lam = E nu / ((1 + nu) (1 - 2 nu))   (plane strain in 2D)
//! ```
//!
//! and are scaled so that `d P / d F` at rest is the linear law's: Young's modulus and Poisson's
//! ratio mean the same thing for each. ARAP alone has no `lam`; see [`Law::rest`].
//!
//! Extreme states. At any finite `F`, singular and inverted ones included, no result is NaN.
//! Energies that overflow are `+inf`. Stress and `d P / d F` stay finite: when an entry of `F`
//! exceeds 1e40 in magnitude, they are those of `F` scaled down to that size.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::linalg::small::{Mat, SEVERAL, Svd, from_fn, magnitude};

pub mod field;

mod arap;
mod constants;
mod corotated;
mod linear;
mod neo_hookean;
mod principal;
mod stvk;

pub use constants::{Lame, check};
use principal::Decomposed;

/// The registry: makes the enum and sends each evaluation to the law's file.
macro_rules! laws {
    ($($(#[$doc:meta])* $law:ident = $name:literal in $file:ident,)*) => {
        /// A constitutive law; the energy density is given per law.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Law {
            $($(#[$doc])* #[serde(rename = $name)] $law,)*
        }

        impl Law {
            /// Every law.
            pub const ALL: &[Law] = &[$(Law::$law),*];

            /// Names of all laws, as scenes spell them, in the order of [`Law::ALL`].
            pub fn names() -> &'static [&'static str] {
                &[$($name),*]
            }

            /// The law's name as scenes spell it.
            pub fn name(self) -> &'static str {
                match self { $(Law::$law => $name),* }
            }

            /// Energy density `psi(F)` in J/m^3.
            pub fn energy<const D: usize>(self, f: &Mat<D>, m: Lame) -> f64 {
                let psi = match self { $(Law::$law => $file::energy(f, m)),* };
                if psi.is_nan() && magnitude(f).is_finite() { f64::INFINITY } else { psi }
            }

            /// First Piola stress `P = d psi / d F` in pascal.
            pub fn stress<const D: usize>(self, f: &Mat<D>, m: Lame) -> Mat<D> {
                let f = &bounded(f);
                match self { $(Law::$law => $file::stress(f, m)),* }
            }

            /// `d P / d F`, row-major `D^2 x D^2`, into `out`, a slice of `D^4` numbers.
            pub fn hessian<const D: usize>(self, f: &Mat<D>, m: Lame, out: &mut [f64]) {
                let f = &bounded(f);
                match self { $(Law::$law => $file::hessian(f, m, out)),* }
            }

            /// `d P / d F` with its negative eigenvalues set to zero, as [`Law::hessian`] else.
            pub fn hessian_psd<const D: usize>(self, f: &Mat<D>, m: Lame, out: &mut [f64]) {
                self.hessian_of(&Decomposed { f: bounded(f), known: None }, m, out);
            }

            fn hessian_of<const D: usize>(self, f: &Decomposed<D>, m: Lame, out: &mut [f64]) {
                match self { $(Law::$law => $file::hessian_psd(f, m, out)),* }
            }
        }
    };
}

impl Law {
    /// [`Law::hessian_psd`] of many deformations, whose decompositions are faster together: `each` is
    /// called with their numbers.
    pub fn hessians_psd<const D: usize>(
        self,
        lame: &[Lame],
        f: impl Fn(usize) -> Mat<D>,
        mut each: impl FnMut(usize, &[f64]),
    ) {
        let mut block = [0.0; 81];
        for first in (0..lame.len()).step_by(SEVERAL) {
            let last = lame.len() - 1;
            let group = std::array::from_fn(|k| bounded(&f((first + k).min(last))));
            let known = (self != Law::Linear).then(|| Svd::several(&group));
            let count = SEVERAL.min(lame.len() - first);
            for (k, f) in group.into_iter().enumerate().take(count) {
                let (block, known) = (&mut block[..D.pow(4)], known.map(|all| all[k]));
                self.hessian_of(&Decomposed { f, known }, lame[first + k], block);
                each(first + k, block);
            }
        }
    }
}

laws! {
    /// Small strain, for small displacements only: it does not see rotations.
    /// psi = mu |eps|^2 + lam/2 tr(eps)^2, eps = sym(F) - I.
    Linear = "linear" in linear,
    /// Corotated: linear elasticity in a frame that turns with the element.
    /// psi = mu |F-R|^2 + lam/2 tr(R^T F - I)^2, R the polar rotation of F.
    Corotated = "corotated" in corotated,
    /// As rigid as possible: no Poisson effect, only the shear modulus counts.
    /// psi = mu |F-R|^2, R the polar rotation of F.
    Arap = "arap" in arap,
    /// Saint Venant-Kirchhoff: sees large rotations, but softens and collapses in compression.
    /// psi = mu |E|^2 + lam/2 tr(E)^2, E = (F^T F - I)/2.
    Stvk = "stvk" in stvk,
    /// Stable neo-Hookean: rubber-like, resists inversion, and robust through it.
    /// psi = mu/2 (|F|^2 - D) - mu (J-1) + (lam+mu)/2 (J-1)^2, J = det F.
    StableNeoHookean = "stable-neo-hookean" in neo_hookean,
}

impl Law {
    /// The moduli of the law at rest: `m` itself, but `(mu, 0)` for ARAP.
    ///
    /// `d P / d F` at `F = I` is that of [`Law::Linear`] with these moduli.
    pub fn rest(self, m: Lame) -> Lame {
        match self {
            Law::Arap => Lame { lam: 0.0, ..m },
            _ => m,
        }
    }
}

/// `f`, scaled down if an entry is so large that stresses would overflow.
fn bounded<const D: usize>(f: &Mat<D>) -> Mat<D> {
    const LIMIT: f64 = 1e40;
    let size = magnitude(f);
    if size > LIMIT { from_fn(|i, j| f[i][j] / size * LIMIT) } else { *f }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::small::tests::{random, rng, rotation};
    use crate::linalg::small::{
        add_scaled, det, dot, identity, mul, project_psd, sym_eigen_block, transpose,
    };

    const M: Lame = Lame { mu: 1.3, lam: 2.1 };
    /// The second has a negative Poisson's ratio.
    const MATERIALS: [Lame; 2] = [M, Lame { mu: 1.7, lam: -0.6 }];

    fn hessian<const D: usize>(law: Law, m: Lame, f: &Mat<D>) -> Vec<f64> {
        let mut out = vec![f64::NAN; D * D * D * D];
        law.hessian(f, m, &mut out);
        out
    }

    fn hessian_psd<const D: usize>(law: Law, m: Lame, f: &Mat<D>) -> Vec<f64> {
        let mut out = vec![f64::NAN; D * D * D * D];
        law.hessian_psd(f, m, &mut out);
        out
    }

    fn eigenvalues(a: &[f64], n: usize) -> Vec<f64> {
        let (mut a, mut v) = (a.to_vec(), vec![0.0; n * n]);
        sym_eigen_block(&mut a, &mut v, n);
        (0..n).map(|k| a[(n + 1) * k]).collect()
    }

    fn size(a: &[f64]) -> f64 {
        // what is not a number stays
        a.iter().fold(0.0, |m: f64, x| if x.abs() <= m { m } else { x.abs() })
    }

    fn distance(a: &[f64], b: &[f64]) -> f64 {
        size(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>())
    }

    /// States with given stretches in random frames: ordinary, large, compressed, near-singular,
    /// inverted (away from `s_i + s_j = 0`) and purely random.
    fn states<const D: usize>() -> Vec<Mat<D>> {
        let mut rng = rng(7);
        let stretches: [[f64; 3]; 8] = [
            [1.3, 0.8, 1.1],
            [0.9, 1.2, 1.0],
            [5.0, 5.0, 5.0],
            [5.0, 4.0, 6.0],
            [0.05, 0.05, 0.05],
            [1.4, 1e-3, 0.7],
            [1.1, -0.4, 0.9],
            [1.9, -1.1, 1.6],
        ];
        let mut all = Vec::new();
        for s in stretches {
            let (u, v) = (rotation::<D>(&mut rng), rotation::<D>(&mut rng));
            let us: Mat<D> = from_fn(|i, j| u[i][j] * s[j]);
            all.push(mul(&us, &transpose(&v)));
        }
        all.extend((0..8).map(|_| add_scaled(&identity(), 0.4, &random::<D>(&mut rng))));
        all
    }

    fn hostile<const D: usize>() -> Vec<Mat<D>> {
        let mut all = vec![[[0.0; D]; D], from_fn(|i, _| i as f64 - 0.5), [[1.0; D]; D]];
        all.push(from_fn(|i, j| if i == 0 && j == 0 { 2.0 } else { 0.0 }));
        all.push(from_fn(|i, j| {
            if i != j {
                0.0
            } else if i == 0 {
                -1.0
            } else {
                1.0
            }
        }));
        for scale in [1e-300, 1e-100, 1e100, 1e200, f64::MAX] {
            all.push(from_fn(|i, j| if i == j { scale } else { 0.0 }));
            all.push(from_fn(|i, j| scale * ((3 * i + 7 * j) as f64).cos()));
        }
        all
    }

    fn each_state<const D: usize>(mut test: impl FnMut(Law, Lame, &Mat<D>)) {
        for &law in Law::ALL {
            for m in MATERIALS {
                states::<D>().iter().for_each(|f| test(law, m, f));
            }
        }
    }

    fn stress_is_derivative<const D: usize>() {
        each_state::<D>(|law, m, f| {
            let p = law.stress(f, m);
            let h = 1e-5 * magnitude(f);
            let difference: Mat<D> = from_fn(|i, j| {
                let at = |t: f64| {
                    let mut g = *f;
                    g[i][j] += t;
                    law.energy(&g, m)
                };
                (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
            });
            let error = distance(p.as_flattened(), difference.as_flattened());
            assert!(error <= 1e-8 * (1.0 + magnitude(&p)), "{law:?} {f:?}: {error:e}");
        });
    }

    #[test]
    fn stress_is_the_derivative_of_energy() {
        stress_is_derivative::<2>();
        stress_is_derivative::<3>();
    }

    fn hessian_is_derivative<const D: usize>() {
        each_state::<D>(|law, m, f| {
            let exact = hessian(law, m, f);
            let n = D * D;
            let h = 1e-4 * magnitude(f);
            let mut difference = vec![0.0; n * n];
            for y in 0..n {
                let at = |t: f64| {
                    let mut g = *f;
                    g[y / D][y % D] += t;
                    law.stress(&g, m)
                };
                let (near, far) = (
                    add_scaled(&at(h), -1.0, &at(-h)),
                    add_scaled(&at(2.0 * h), -1.0, &at(-2.0 * h)),
                );
                let column: Mat<D> = from_fn(|i, j| (8.0 * near[i][j] - far[i][j]) / (12.0 * h));
                for (x, value) in column.as_flattened().iter().enumerate() {
                    difference[n * x + y] = *value;
                }
            }
            let error = distance(&exact, &difference);
            assert!(error <= 1e-8 * (1.0 + size(&exact)), "{law:?} {f:?}: {error:e}");
            let mirrored: Vec<f64> = (0..n * n).map(|k| exact[n * (k % n) + k / n]).collect();
            assert!(distance(&exact, &mirrored) <= 1e-14 * size(&exact), "{law:?} {f:?}");
        });
    }

    #[test]
    fn hessian_is_the_symmetric_derivative_of_stress() {
        hessian_is_derivative::<2>();
        hessian_is_derivative::<3>();
    }

    fn same_rest_stiffness<const D: usize>() {
        for &law in Law::ALL {
            for m in MATERIALS {
                let rest = identity::<D>();
                let linear = hessian(Law::Linear, law.rest(m), &rest);
                for h in [hessian(law, m, &rest), hessian_psd(law, m, &rest)] {
                    assert!(distance(&h, &linear) <= 1e-12, "{law:?}: {h:?}");
                }
                assert_eq!(law.rest(m) == m, law != Law::Arap);
            }
        }
    }

    #[test]
    fn every_law_has_the_same_rest_stiffness() {
        same_rest_stiffness::<2>();
        same_rest_stiffness::<3>();
    }

    /// Uniaxial tension `T` with free sides, from the definition of `E` and `nu`.
    #[test]
    fn young_and_poisson_are_those_of_a_tension_test() {
        let (young, poisson, t) = (7.0, 0.3, 0.01);
        let m = Lame::from_young_poisson(young, poisson);
        let stretched = |axial: f64, side: f64| {
            from_fn::<3>(|i, j| match (i, j) {
                (0, 0) => 1.0 + axial,
                (i, j) if i == j => 1.0 + side,
                _ => 0.0,
            })
        };
        let p = Law::Linear.stress(&stretched(t / young, -poisson * t / young), m);
        let expected = from_fn::<3>(|i, j| if i == 0 && j == 0 { t } else { 0.0 });
        assert!(distance(p.as_flattened(), expected.as_flattened()) < 1e-14);
    }

    fn zero_at_rest<const D: usize>() {
        for &law in Law::ALL {
            assert_eq!(law.energy(&identity::<D>(), M), 0.0, "{law:?}");
            assert_eq!(law.stress(&identity::<D>(), M), [[0.0; D]; D], "{law:?}");
        }
    }

    #[test]
    fn energy_and_stress_vanish_at_rest() {
        zero_at_rest::<2>();
        zero_at_rest::<3>();
    }

    fn small_strain<const D: usize>() {
        let g = random::<D>(&mut rng(3));
        let f = add_scaled(&identity(), 1e-6, &g);
        for &law in Law::ALL {
            let h = hessian(Law::Linear, law.rest(M), &f);
            let (n, g) = (D * D, g.as_flattened());
            let quadratic = (0..n * n).map(|k| 0.5e-12 * h[k] * g[k / n] * g[k % n]).sum::<f64>();
            let psi = law.energy(&f, M);
            assert!((psi - quadratic).abs() < 1e-5 * quadratic, "{law:?}: {psi:e} {quadratic:e}");
        }
    }

    #[test]
    fn tiny_strains_cost_the_linear_energy() {
        small_strain::<2>();
        small_strain::<3>();
    }

    fn invariances<const D: usize>() {
        let mut rng = rng(11);
        each_state::<D>(|law, m, f| {
            let q = rotation::<D>(&mut rng);
            let psi = law.energy(f, m);
            // The terms of every energy are at most of this size, and may cancel.
            let terms = (1.0 + dot(f, f)).powi(D as i32);
            let close = |other: f64| (other - psi).abs() <= 1e-14 * terms;
            if law != Law::Linear {
                assert!(close(law.energy(&mul(&q, f), m)), "frame {law:?} {f:?}");
                assert!(close(law.energy(&mul(f, &q), m)), "isotropy {law:?} {f:?}");
            }
            let turned = mul(&mul(&q, f), &transpose(&q));
            assert!(close(law.energy(&turned, m)), "{law:?} {f:?}");
        });
    }

    #[test]
    fn energy_ignores_rotations_before_and_after() {
        invariances::<2>();
        invariances::<3>();
    }

    #[test]
    fn linear_energy_sees_rotations() {
        let quarter = [[0.0, -1.0], [1.0, 0.0]];
        // eps = -I: psi = 2 mu + lam/2 4
        assert!((Law::Linear.energy(&quarter, M) - (2.0 * M.mu + 2.0 * M.lam)).abs() < 1e-14);
    }

    fn projection<const D: usize>() {
        let n = D * D;
        let (mut definite, mut indefinite) = (0, 0);
        each_state::<D>(|law, m, f| {
            let (h, projected) = (hessian(law, m, f), hessian_psd(law, m, f));
            let scale = size(&h);
            let values = eigenvalues(&h, n);
            let mut expected: Vec<f64> = values.iter().map(|x| x.max(0.0)).collect();
            let mut found = eigenvalues(&projected, n);
            expected.sort_by(f64::total_cmp);
            found.sort_by(f64::total_cmp);
            assert!(found[0] >= -1e-14 * scale, "{law:?} {f:?}: {found:?}");
            assert!(distance(&found, &expected) <= 1e-12 * scale, "{law:?} {f:?}");
            let mut numeric = h.clone();
            project_psd(&mut numeric, n);
            assert!(distance(&projected, &numeric) <= 1e-12 * scale, "{law:?} {f:?}");
            if values.iter().all(|&x| x >= 0.0) {
                definite += 1;
                assert!(distance(&h, &projected) <= 1e-13 * scale, "{law:?} {f:?}");
            } else {
                indefinite += 1;
            }
        });
        assert!(definite > 10 && indefinite > 10, "{definite} {indefinite}");
    }

    #[test]
    fn projected_hessian_keeps_positive_eigenvalues_and_zeroes_the_rest() {
        projection::<2>();
        projection::<3>();
    }

    fn nothing_is_nan<const D: usize>() {
        for (&law, m) in Law::ALL.iter().flat_map(|law| MATERIALS.map(|m| (law, m))) {
            for f in hostile::<D>() {
                assert!(!law.energy(&f, m).is_nan(), "energy {law:?} {f:?}");
                assert!(magnitude(&law.stress(&f, m)).is_finite(), "stress {law:?} {f:?}");
                for h in [hessian(law, m, &f), hessian_psd(law, m, &f)] {
                    assert!(h.iter().all(|x| x.is_finite()), "hessian {law:?} {f:?}");
                }
            }
        }
    }

    #[test]
    fn singular_inverted_and_huge_states_give_no_nan() {
        nothing_is_nan::<2>();
        nothing_is_nan::<3>();
    }

    #[test]
    fn nan_in_gives_nan_energy() {
        for &law in Law::ALL {
            assert!(law.energy(&[[1.0, f64::NAN], [0.0, 1.0]], M).is_nan(), "{law:?}");
        }
    }

    #[test]
    fn inversion_of_a_mirrored_tet_costs_energy_except_in_stvk() {
        let mirror = from_fn::<3>(|i, j| {
            if i != j {
                0.0
            } else if i == 0 {
                -1.0
            } else {
                1.0
            }
        });
        assert_eq!(det(&mirror), -1.0);
        for &law in Law::ALL {
            let psi = law.energy(&mirror, M);
            // Linear, corotated, ARAP: strain -2 in one direction. Neo-Hookean: J - 1 = -2.
            let expected = match law {
                Law::Linear | Law::Corotated => 4.0 * M.mu + 2.0 * M.lam,
                Law::Arap => 4.0 * M.mu,
                Law::Stvk => 0.0,
                Law::StableNeoHookean => 2.0 * M.mu + 2.0 * (M.lam + M.mu),
            };
            assert!((psi - expected).abs() < 1e-13, "{law:?}: {psi}");
        }
    }

    #[test]
    fn names_are_those_of_scenes() {
        assert_eq!(Law::names(), ["linear", "corotated", "arap", "stvk", "stable-neo-hookean"]);
        for (law, name) in Law::ALL.iter().zip(Law::names()) {
            assert_eq!(law.name(), *name);
            assert_eq!(serde_json::to_string(law).unwrap(), format!("\"{name}\""));
            assert_eq!(serde_json::from_str::<Law>(&format!("\"{name}\"")).unwrap(), *law);
        }
    }
}
