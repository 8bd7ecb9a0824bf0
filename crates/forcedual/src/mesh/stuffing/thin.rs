//! Parts and gaps that fall between lattice points.
//!
//! Take an edge of length `l` with both ends on the same side and `|f_1| + |f_2| < l`. If `f` is a
//! distance, the surface may reach the edge, and nearest to it is the point that divides the edge
//! like the two values. If the field has the other sign there, something is thinner than a cell.
//! Edges with a neighbour on the other side do not count: corners and edges of the solid are
//! rounded there, not lost. Lattice points in a thin part may also be warped away with all their
//! neighbours.

use super::background::Background;
use super::lattice::Lattice;
use super::solid::Solid;
use super::stencil::Key;
use crate::error::Result;
use crate::text::{place, significant};

/// Parts and gaps of less than this share of a cell are none.
const NOTHING: f64 = 1e-6;

/// Sentences about parts and gaps that were lost. `swallowed`: vertices of lost parts, and of gaps.
pub(super) fn warnings(
    solid: &Solid,
    lattice: &Lattice,
    background: &Background,
    swallowed: [&[u32]; 2],
) -> Result<Vec<String>> {
    let dim = lattice.dim;
    let (mut points, mut signs) = (Vec::new(), Vec::new());
    let around = |key: Key| {
        let differences = lattice.neighbours().iter();
        differences.map(move |d| -> Key { std::array::from_fn(|c| key[c] + d[c]) })
    };
    let alone = |key: Key| {
        let inside = lattice.inside(key);
        around(key).all(|other| lattice.inside(other) == inside)
    };
    for key in lattice.known() {
        let value = lattice.value(key);
        if value.abs() > lattice.h / 2.0 || !alone(key) {
            continue;
        }
        let here = lattice.point(key);
        for other in around(key) {
            let (far, there) = (lattice.value(other), lattice.point(other));
            let length: f64 = (0..3).map(|c| (there[c] - here[c]).powi(2)).sum::<f64>().sqrt();
            let sum = value + far;
            if sum != 0.0 && sum.abs() < length && alone(other) {
                let t = value / sum;
                points.extend((0..dim).map(|c| here[c] + t * (there[c] - here[c])));
                signs.push(value < 0.0);
            }
        }
    }
    let values = solid.sample(&points)?;
    let mut warnings = Vec::new();
    let kinds = [
        (false, swallowed[0], "parts thinner than a cell are missing", "thick"),
        (true, swallowed[1], "gaps narrower than a cell are filled", "wide"),
    ];
    for (inside, vertices, what, wide) in kinds {
        // what is nothing but surface has no sides
        let is_thick = |e: usize| values[e].abs() > NOTHING * lattice.h;
        let crossed = (0..signs.len())
            .filter(|&e| signs[e] == inside && (values[e] < 0.0) != inside && is_thick(e));
        // the one that is widest there
        let widest = crossed.max_by(|&a, &b| values[a].abs().total_cmp(&values[b].abs()));
        let (point, width) = match (widest, vertices.first()) {
            (Some(e), _) => (&points[e * dim..][..dim], 2.0 * values[e].abs()),
            (None, Some(&i)) => (&background.points[i as usize * dim..][..dim], 0.0),
            (None, None) => continue,
        };
        let width = match width > 0.0 {
            true => format!(", {} m or more {wide} there", significant(width)),
            false => String::new(),
        };
        warnings.push(format!(
            "{what}, for instance at {}{width}: cells of {} m are too large",
            place(point),
            significant(lattice.h)
        ));
    }
    Ok(warnings)
}

#[cfg(test)]
mod tests {
    use super::super::{SignedField, Size, Stuffing, stuff};
    use crate::progress::Silent;

    /// A ball of radius 1 on a plate that is thinner than cells.
    struct Plate {
        thick: f64,
    }

    impl SignedField for Plate {
        fn dim(&self) -> usize {
            3
        }

        fn bounds(&self) -> (Vec<f64>, Vec<f64>) {
            (vec![-1.0, -3.0, -3.0], vec![1.0, 3.0, 3.0])
        }

        fn values(&self, points: &[f64]) -> Vec<f64> {
            let value = |&[x, y, z]: &[f64; 3]| {
                let ball = (x * x + y * y + z * z).sqrt() - 1.0;
                let out = |t: f64| t.abs() - 3.0;
                ball.min((x.abs() - self.thick / 2.0).max(out(y)).max(out(z)))
            };
            points.as_chunks().0.iter().map(value).collect()
        }
    }

    #[test]
    fn a_thin_plate_is_missed_with_its_width_and_one_of_rounding_is_nothing() {
        let cell = 0.3;
        let how = Stuffing { size: Size::Cell(cell), graded: false };
        let found = stuff(&Plate { thick: 0.01 }, &how, &Silent).unwrap();
        let said = &found.warnings[0];
        assert!(said.starts_with("parts thinner than a cell are missing"), "{said}");
        let width = said
            .split(", ")
            .find_map(|s| s.strip_suffix(" m or more thick there: cells of 0.300 m are too large"));
        let width: f64 = width.unwrap().parse().unwrap();
        assert!((0.005..=0.01).contains(&width), "{width}");
        let found = stuff(&Plate { thick: 1e-7 * cell }, &how, &Silent).unwrap();
        assert_eq!(found.warnings, Vec::<String>::new());
    }
}
