//! Elastic constants and their physical range.

use crate::error::{Code, Error, Result};

/// Lame parameters in pascal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lame {
    /// Shear modulus.
    pub mu: f64,
    /// First Lame parameter.
    pub lam: f64,
}

impl Lame {
    /// From Young's modulus (Pa) and Poisson's ratio; plane strain in 2D.
    pub fn from_young_poisson(young: f64, poisson: f64) -> Self {
        Lame {
            mu: young / (2.0 * (1.0 + poisson)),
            lam: young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)),
        }
    }
}

/// Checks Young's modulus (Pa), Poisson's ratio and density (kg/m^3) against their physical range.
/// The error's field is `young`, `poisson` or `density`.
pub fn check(young: f64, poisson: f64, density: f64) -> Result<()> {
    let fail = |field: &str, message: String, help: &str| {
        Err(Error::new(Code::MaterialRange, message).field(field).help(help))
    };
    if !(young > 0.0 && young.is_finite()) {
        let message = format!("Young's modulus is {young} Pa, but must be positive and finite");
        return fail("young", message, "rubber is about 1e6, wood 1e10, steel 2e11");
    }
    if !(poisson > -1.0 && poisson < 0.5) {
        let message = format!("Poisson's ratio is {poisson}, but must be above -1 and below 0.5");
        let help = if poisson >= 0.5 {
            "use 0.49 for a nearly incompressible material"
        } else {
            "most materials have 0.2 to 0.45"
        };
        return fail("poisson", message, help);
    }
    if !(density > 0.0 && density.is_finite()) {
        let message = format!("density is {density} kg/m^3, but must be positive and finite");
        return fail("density", message, "water is 1000, wood about 600, steel 7850");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_out_of_range_are_refused_by_name_value_and_range() {
        assert_eq!(check(1e6, 0.45, 1000.0), Ok(()));
        assert_eq!(check(1e-3, -0.99, 1e-9), Ok(()));
        let bad = [f64::NAN, f64::INFINITY, -1.0, 0.0];
        for x in bad {
            let e = check(x, 0.3, 1.0).unwrap_err();
            assert_eq!(e.code, Code::MaterialRange);
            assert!(e.message.contains("Young") && e.message.contains(&x.to_string()), "{e}");
            assert!(check(1.0, 0.3, x).unwrap_err().message.contains("density"));
        }
        for x in [f64::NAN, f64::INFINITY, -1.0, -2.0, 0.5, 0.7] {
            let e = check(1.0, x, 1.0).unwrap_err();
            assert_eq!(e.code, Code::MaterialRange);
            assert!(e.message.contains("above -1 and below 0.5"), "{e}");
            assert_eq!(e.help.unwrap().contains("0.49"), x >= 0.5);
        }
    }
}
