//! What is watched while a run goes on, to be told at its end: turning, cells that stay flat, and obstacles
//! jumped over or entered.

use super::SolverSpec;
use crate::energy::Collider;
use crate::reduce::{ReducedModel, Yield};
use crate::text::significant;

/// Rotation, in radians, that displacement modes do not follow.
const FAR: f64 = 0.5;
/// Share of the body that is told to be flat or inside out.
const FLAT: f64 = 0.01;
/// Depth in an obstacle that is told, in diameters of the body.
const DEEP: f64 = 0.05;
/// Share of the small motion below which modes lock, and rotation, in radians, of parts that do.
const LOCKED: f64 = 0.9;
const SLIGHT: f64 = 0.01;

/// What was seen so far.
pub(super) struct Watch {
    dim: usize,
    /// Is the elastic energy that of the model's cells?
    by_cells: bool,
    turned: f64,
    /// Share of the body that is flat or inside out at the last frame.
    pub(super) collapsed: f64,
    /// How deep the surface was in an obstacle at most, m, and in which.
    pub(super) deepest: Option<(f64, usize)>,
    locked: Option<Yield>,
    /// Positions of the surface a frame ago.
    before: Vec<f32>,
    /// For each obstacle how far a point or it went in a step at most, m, and how thin it is.
    jumps: Vec<(f64, f64)>,
}

impl Watch {
    pub(super) fn new(dim: usize, solver: SolverSpec) -> Self {
        let by_cells = solver != SolverSpec::Projective;
        Watch {
            dim,
            by_cells,
            turned: 0.0,
            collapsed: 0.0,
            deepest: None,
            locked: None,
            before: Vec::new(),
            jumps: Vec::new(),
        }
    }

    /// A frame in one subspace.
    pub(super) fn turn(&mut self, model: &ReducedModel, z: &[f64]) {
        self.turned = f64::max(self.turned, model.turned(z));
        self.collapsed = if self.by_cells { model.collapsed(z) } else { 0.0 };
        let found = model.yields(z).filter(|_| self.by_cells);
        let least = self.locked.map_or(LOCKED, |known| known.share);
        if let Some(found) = found.filter(|y| y.turn > SLIGHT && y.share < least) {
            self.locked = Some(found);
        }
    }

    /// Positions of the surface, so many steps of `h` seconds after those before, among obstacles.
    pub(super) fn pass(&mut self, positions: &[f32], colliders: &[Collider], steps: usize, h: f64) {
        if colliders.is_empty() {
            return;
        }
        for point in positions.chunks_exact(self.dim) {
            let mut at = [0.0; 3];
            at.iter_mut().zip(point).for_each(|(to, x)| *to = f64::from(*x));
            for (k, collider) in colliders.iter().enumerate() {
                let depth = collider.shape.inside(at).map_or(0.0, |(distance, _)| -distance);
                if depth >= self.deepest.map_or(0.0, |(most, _)| most) {
                    self.deepest = Some((depth, k));
                }
            }
        }
        let points = positions.chunks_exact(self.dim).zip(self.before.chunks_exact(self.dim));
        let moved = points.map(|(a, b)| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>());
        let fastest = f64::from(moved.fold(0.0, f32::max)).sqrt() / steps as f64;
        self.jumps.resize(colliders.len(), (0.0, f64::INFINITY));
        for (jump, collider) in self.jumps.iter_mut().zip(colliders) {
            let own = collider.velocity.iter().map(|v| v * v).sum::<f64>().sqrt() * h;
            *jump = (jump.0.max(fastest + own), collider.shape.thickness(self.dim));
        }
        self.before.clear();
        self.before.extend_from_slice(positions);
    }

    /// What the user should know of a body of this diameter.
    pub(super) fn warnings(&self, size: f64) -> Vec<String> {
        let mut all = Vec::new();
        if self.collapsed > FLAT {
            all.push(format!(
                "at the end {:.0}% of the body is flat or inside out, and may stay so: \
                 `stable-neo-hookean` rests at a point too, `corotated` and `arap` do not; or let \
                 less force act",
                100.0 * self.collapsed
            ));
        }
        if let Some((depth, k)) = self.deepest.filter(|(depth, _)| *depth > DEEP * size) {
            all.push(format!(
                "the body goes up to {} m into collider[{k}]: contact is elastic, and the modes may not \
                 know it; tell the prior of contact there, or use `kind = \"skinning\"`",
                significant(depth)
            ));
        }
        if let Some(found) = self.locked {
            all.push(format!(
                "the body is {} as stiff as it should be where its forces would turn parts by {}: \
                 displacement modes are straight and lock, so that forces move it too little; use \
                 `kind = \"skinning\"`, or `method = \"modal-derivatives\"` up to about 45 degrees",
                times(1.0 / found.share.max(1e-3)),
                degrees(found.turn)
            ));
        } else if self.turned > FAR {
            all.push(format!(
                "parts of the body turn by {}, and displacement modes are straight \
                 (`method = \"modal-derivatives\"` follows up to about 45 degrees): use \
                 `kind = \"skinning\"`",
                degrees(self.turned)
            ));
        }
        for (k, (far, thick)) in self.jumps.iter().enumerate().filter(|(_, (far, t))| far > t) {
            all.push(format!(
                "collider[{k}] is {} m thick, and the body or the collider goes up to {} m in a step: \
                 it may be jumped over; use shorter steps or a thicker obstacle",
                significant(*thick),
                significant(*far)
            ));
        }
        all
    }
}

/// An angle in radians; beyond a right angle small rotations say nothing.
fn degrees(angle: f64) -> String {
    match angle.to_degrees() {
        a if a > 90.0 => "more than 90 degrees".to_owned(),
        a if a < 10.0 => format!("about {a:.1} degrees"),
        a => format!("about {a:.0} degrees"),
    }
}

/// How many times; of very many it is said that they are.
fn times(ratio: f64) -> String {
    match ratio {
        r if r > 100.0 => "more than 100 times".to_owned(),
        r => format!("{} times", significant(r)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::energy::Obstacle;

    #[test]
    fn angles_beyond_a_right_one_are_not_told_in_degrees() {
        assert_eq!(degrees(0.6), "about 34 degrees");
        assert_eq!(degrees(112.0), "more than 90 degrees");
    }

    #[test]
    fn bodies_deep_in_an_obstacle_are_told() {
        let floor = Obstacle::HalfSpace { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
        let told = |depth: f32| {
            let mut watch = Watch::new(3, SolverSpec::Newton);
            let floor = [Collider::new(floor.clone())];
            watch.pass(&[0.0, 0.5, 0.0, 1.0, -depth, 0.0], &floor, 1, 0.01);
            assert_eq!(watch.deepest, Some((f64::from(depth), 0)));
            watch.warnings(1.0)
        };
        assert!(told(0.125)[0].contains("up to 0.125 m into collider[0]"), "{:?}", told(0.125));
        assert!(told(0.03125).is_empty());
    }

    #[test]
    fn thin_obstacles_that_a_step_jumps_over_are_told() {
        let plate = Obstacle::Box {
            center: [0.0; 3],
            half: [1.0, 0.01, 1.0],
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        };
        let told = |speed: f32, steps: usize| {
            let mut watch = Watch::new(3, SolverSpec::Newton);
            let plate = [Collider::new(plate.clone())];
            for k in 0..3 {
                watch.pass(&[0.0, speed * k as f32, 0.0], &plate, steps, 0.01);
            }
            watch.warnings(1.0)
        };
        assert!(told(0.05, 1)[0].contains("0.0200 m thick"), "{:?}", told(0.05, 1));
        assert!(told(0.05, 4).is_empty() && told(0.01, 1).is_empty());
    }
}
