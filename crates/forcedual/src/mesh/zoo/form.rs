//! Forms: exact signed distances of rounded primitives, and smooth combinations of them.
//!
//! Primitives are distances, and smooth unions and differences keep slopes at most one:
//!
//! ```text
//! join(a, b)  = min(a, b) - k/4 max(1 - |a - b| / k, 0)^2        k the width of the blend
//! carve(a, b) = -join(-a, b),   clip(a, b) = -join(-a, -b)
//! ```
//!
//! Steps whose ball is too far away to change anything are skipped. That changes no value, except
//! for forms that were cut off `within` another: outside, their values can be smaller than the distance
//! to their ball, and skipping them leaves what was there before.

/// A point or a vector.
pub(super) type V = [f64; 3];

/// A form in space. In the plane its cut with `z = 0` counts.
#[derive(Debug, Clone)]
pub struct Form {
    kind: Kind,
    /// Distance by which it is larger than its kind says.
    grown: f64,
    /// Corners of a box around it.
    pub(super) low: V,
    pub(super) high: V,
    /// A ball around it.
    centre: V,
    radius: f64,
}

#[derive(Debug, Clone)]
enum Kind {
    /// Hull of two balls.
    Cone { a: V, b: V, ra: f64, rb: f64 },
    /// Ellipsoid with its axes.
    Egg { centre: V, axes: [V; 3], radii: V },
    /// Box with round edges.
    Slab { centre: V, axes: [V; 3], half: V, round: f64 },
    /// Forms added and taken away in turn.
    Group(Vec<Step>),
}

/// How a form meets what is there before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Op {
    Join,
    Carve,
    Clip,
}

#[derive(Debug, Clone)]
pub(super) struct Step {
    pub op: Op,
    /// Width of the blend.
    pub blend: f64,
    pub form: Form,
}

/// A ball.
pub fn ball(centre: V, radius: f64) -> Form {
    cone(centre, radius, centre, radius)
}

/// The hull of two balls.
pub fn cone(a: V, ra: f64, b: V, rb: f64) -> Form {
    Form::new(Kind::Cone { a, b, ra, rb })
}

/// Hulls of balls in turn: centres with radii.
pub fn chain(balls: &[(V, f64)], blend: f64) -> Form {
    union(balls.windows(2).map(|w| cone(w[0].0, w[0].1, w[1].0, w[1].1)).collect(), blend)
}

/// An ellipsoid.
pub fn egg(centre: V, radii: V) -> Form {
    Form::new(Kind::Egg { centre, axes: AXES, radii })
}

/// A box by its half extents; its edges are rounded inwards.
pub fn slab(centre: V, half: V, round: f64) -> Form {
    let half = half.map(|h| (h - round).max(0.0));
    Form::new(Kind::Slab { centre, axes: AXES, half, round })
}

/// Forms joined smoothly.
pub fn union(forms: Vec<Form>, blend: f64) -> Form {
    let step = |form| Step { op: Op::Join, blend, form };
    Form::new(Kind::Group(forms.into_iter().map(step).collect()))
}

/// A crescent, for mouths: the lower rim of an upright ellipse, long along z.
pub fn smile(centre: V, width: f64, height: f64, thickness: f64) -> Form {
    let [x, y, z] = centre;
    egg(centre, [width, height, 0.1])
        .without(egg([x, y + thickness, z], [1.1 * width, height, 0.3]), 0.0)
}

const AXES: [V; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl Form {
    fn new(kind: Kind) -> Self {
        let (low, high) = kind.bounds();
        let centre = std::array::from_fn(|c| (low[c] + high[c]) / 2.0);
        let radius = norm(sub(high, low)) / 2.0;
        Form { kind, grown: 0.0, low, high, centre, radius }
    }

    /// This form less another.
    pub fn without(self, form: Form, blend: f64) -> Form {
        self.then(Op::Carve, form, blend)
    }

    /// What is in this form and in another.
    pub fn within(self, form: Form, blend: f64) -> Form {
        self.then(Op::Clip, form, blend)
    }

    fn then(self, op: Op, form: Form, blend: f64) -> Form {
        let first = Step { op: Op::Join, blend: 0.0, form: self };
        Form::new(Kind::Group(vec![first, Step { op, blend, form }]))
    }

    /// Larger all around, with round edges.
    pub fn grown(mut self, by: f64) -> Form {
        self.grown += by;
        self.radius += by * 3f64.sqrt();
        self.low = self.low.map(|x| x - by);
        self.high = self.high.map(|x| x + by);
        self
    }

    /// Turned by some degrees around an axis (0, 1, 2) through the middle of its box.
    pub fn turned(self, axis: usize, degrees: f64) -> Form {
        let pivot = self.centre;
        self.turned_about(pivot, axis, degrees)
    }

    /// Turned by some degrees around an axis (0, 1, 2) through a point.
    pub fn turned_about(self, pivot: V, axis: usize, degrees: f64) -> Form {
        let (s, c) = degrees.to_radians().sin_cos();
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        self.mapped(&|v, is_point| {
            let mut arm = if is_point { sub(v, pivot) } else { v };
            (arm[i], arm[j]) = (c * arm[i] - s * arm[j], s * arm[i] + c * arm[j]);
            if is_point { add(arm, pivot) } else { arm }
        })
    }

    /// Mirrored at `x = 0`.
    pub fn mirrored(self) -> Form {
        self.mapped(&|[x, y, z], _| [-x, y, z])
    }

    /// Moves every point, and turns every axis, by a rigid map.
    fn mapped(self, map: &dyn Fn(V, bool) -> V) -> Form {
        let turned = |axes: [V; 3]| axes.map(|a| map(a, false));
        let grown = self.grown;
        let form = Form::new(match self.kind {
            Kind::Cone { a, b, ra, rb } => Kind::Cone { a: map(a, true), b: map(b, true), ra, rb },
            Kind::Egg { centre, axes, radii } => {
                Kind::Egg { centre: map(centre, true), axes: turned(axes), radii }
            }
            Kind::Slab { centre, axes, half, round } => {
                Kind::Slab { centre: map(centre, true), axes: turned(axes), half, round }
            }
            Kind::Group(steps) => Kind::Group(
                steps.into_iter().map(|s| Step { form: s.form.mapped(map), ..s }).collect(),
            ),
        });
        form.grown(grown)
    }

    /// At most the distance to this form; what [`at`](Self::at) says of one that was cut off `within`
    /// another can be less.
    pub(super) fn at_least(&self, p: V) -> f64 {
        norm(sub(p, self.centre)) - self.radius
    }

    /// Negative inside, zero on the surface, with slopes of at most one: the signed distance of
    /// primitives; of combined forms no more than a lower bound of it outside.
    pub fn at(&self, p: V) -> f64 {
        let distance = match &self.kind {
            Kind::Cone { a, b, ra, rb } => cone_distance(p, *a, *ra, *b, *rb),
            Kind::Egg { centre, axes, radii } => {
                let arm = sub(p, *centre);
                egg_distance(axes.map(|a| dot(arm, a).abs()), *radii)
            }
            Kind::Slab { centre, axes, half, round } => {
                let arm = sub(p, *centre);
                let out: V = std::array::from_fn(|c| dot(arm, axes[c]).abs() - half[c]);
                let beyond = norm(out.map(|x| x.max(0.0)));
                beyond + out[0].max(out[1]).max(out[2]).min(0.0) - round
            }
            Kind::Group(steps) => combined(steps.iter(), p),
        };
        distance - self.grown
    }
}

impl Kind {
    fn bounds(&self) -> (V, V) {
        let around = |centre: V, reach: V| (sub(centre, reach), add(centre, reach));
        match self {
            Kind::Cone { a, b, ra, rb } => (
                std::array::from_fn(|c| (a[c] - ra).min(b[c] - rb)),
                std::array::from_fn(|c| (a[c] + ra).max(b[c] + rb)),
            ),
            Kind::Egg { centre, axes, radii } => around(
                *centre,
                std::array::from_fn(|c| norm(std::array::from_fn(|k| axes[k][c] * radii[k]))),
            ),
            Kind::Slab { centre, axes, half, round } => around(
                *centre,
                std::array::from_fn(|c| {
                    round + (0..3).map(|k| axes[k][c].abs() * half[k]).sum::<f64>()
                }),
            ),
            Kind::Group(steps) => {
                let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
                for Step { op, blend, form } in steps {
                    for c in 0..3 {
                        match op {
                            // one join adds a quarter of its width at most; where several meet
                            // it may be more, and the mesher says so if that leaves the box
                            Op::Join => {
                                low[c] = low[c].min(form.low[c] - blend / 4.0);
                                high[c] = high[c].max(form.high[c] + blend / 4.0);
                            }
                            Op::Clip => {
                                low[c] = low[c].max(form.low[c]);
                                high[c] = high[c].min(form.high[c]);
                            }
                            Op::Carve => {}
                        }
                    }
                }
                (low, high)
            }
        }
    }
}

/// Steps in turn, from nothing.
pub(super) fn combined<'a>(steps: impl Iterator<Item = &'a Step>, p: V) -> f64 {
    let mut value = 1e9;
    for Step { op, blend, form } in steps {
        let least = form.at_least(p);
        value = match op {
            Op::Join if least > value + blend => value,
            Op::Join => join(value, form.at(p), *blend),
            Op::Carve if least > blend - value => value,
            Op::Carve => -join(-value, form.at(p), *blend),
            Op::Clip => -join(-value, -form.at(p), *blend),
        };
    }
    value
}

fn join(a: f64, b: f64, k: f64) -> f64 {
    let least = a.min(b);
    if k <= 0.0 {
        return least;
    }
    let h = (1.0 - (a - b).abs() / k).max(0.0);
    least - 0.25 * k * h * h
}

fn cone_distance(p: V, a: V, ra: f64, b: V, rb: f64) -> f64 {
    let (ba, pa) = (sub(b, a), sub(p, a));
    let (l2, fall) = (dot(ba, ba), ra - rb);
    let slant = l2 - fall * fall;
    if slant <= 1e-12 * l2 || l2 == 0.0 {
        // one ball holds the other
        return (norm(pa) - ra).min(norm(sub(p, b)) - rb);
    }
    // along the axis, away from it, and the slope of the wall
    let length = l2.sqrt();
    let y = dot(pa, ba) / length;
    let x = (dot(pa, pa) - y * y).max(0.0).sqrt();
    let (sine, cosine) = (fall / length, (slant / l2).sqrt());
    let foot = y - x * sine / cosine;
    if foot <= 0.0 {
        norm(pa) - ra
    } else if foot >= length {
        norm(sub(p, b)) - rb
    } else {
        x * cosine + y * sine - ra
    }
}

/// Distance to an ellipsoid from a point with positive coordinates: the nearest point is
/// `r_i^2 y_i / (t + r_i^2)` where `sum (r_i y_i / (t + r_i^2))^2 = 1`. Newton's method comes to
/// the root from below.
fn egg_distance(y: V, r: V) -> f64 {
    let y: V = std::array::from_fn(|c| y[c].max(1e-9 * r[c]));
    let mut t = (0..3).map(|c| r[c] * y[c] - r[c] * r[c]).fold(f64::NEG_INFINITY, f64::max);
    for _ in 0..40 {
        let (mut f, mut slope) = (-1.0, 0.0);
        for c in 0..3 {
            let s = t + r[c] * r[c];
            let q = (r[c] * y[c] / s).powi(2);
            f += q;
            slope += 2.0 * q / s;
        }
        t += f / slope;
        if f.abs() < 1e-12 {
            break;
        }
    }
    let arm: V = std::array::from_fn(|c| y[c] * t / (t + r[c] * r[c]));
    norm(arm).copysign(t)
}

fn add(a: V, b: V) -> V {
    std::array::from_fn(|c| a[c] + b[c])
}

fn sub(a: V, b: V) -> V {
    std::array::from_fn(|c| a[c] - b[c])
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn norm(a: V) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> impl Iterator<Item = V> {
        (0..400).map(|k| {
            let k = f64::from(k);
            [1.3 * (1.7 * k).sin(), 1.3 * (2.9 * k).sin(), 1.3 * (4.3 * k).cos()]
        })
    }

    #[test]
    fn an_egg_of_equal_radii_is_a_ball() {
        let (egg, ball) = (egg([0.1, 0.2, 0.3], [0.5; 3]), ball([0.1, 0.2, 0.3], 0.5));
        for p in samples() {
            assert!((egg.at(p) - ball.at(p)).abs() < 1e-9, "{p:?}");
        }
    }

    #[test]
    fn points_off_the_surface_of_an_egg_along_its_normal_are_at_that_distance() {
        let radii = [0.9, 0.4, 0.1];
        let egg = egg([0.0; 3], radii);
        for p in samples() {
            let on = p.map(|x| x / norm(p));
            let on: V = std::array::from_fn(|c| on[c] * radii[c]);
            let n: V = std::array::from_fn(|c| on[c] / (radii[c] * radii[c]));
            // less than the smallest radius of curvature
            for d in [-0.01, 0.3] {
                let off: V = std::array::from_fn(|c| on[c] + d * n[c] / norm(n));
                assert!((egg.at(off) - d).abs() < 1e-7, "{off:?}: {} not {d}", egg.at(off));
            }
        }
    }

    #[test]
    fn a_cone_is_the_union_of_the_balls_along_it() {
        let (a, ra, b, rb) = ([0.0, -0.3, 0.1], 0.35, [0.4, 0.5, 0.0], 0.1);
        let cone = cone(a, ra, b, rb);
        for p in samples().filter(|&p| cone.at(p) > 0.0) {
            let along = (0..=2000).map(|k| f64::from(k) / 2000.0);
            let least = along
                .map(|t| {
                    let centre: V = std::array::from_fn(|c| a[c] + t * (b[c] - a[c]));
                    norm(sub(p, centre)) - (ra + t * (rb - ra))
                })
                .fold(f64::INFINITY, f64::min);
            assert!((cone.at(p) - least).abs() < 1e-5, "{p:?}: {} not {least}", cone.at(p));
        }
    }

    #[test]
    fn turning_a_slab_by_a_quarter_swaps_its_extents() {
        let slab = slab([0.0; 3], [0.3, 0.1, 0.2], 0.02).turned(2, 90.0);
        let expected = [0.1, 0.3, 0.2];
        for (found, expected) in slab.high.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert!((slab.at([0.5, 0.0, 0.0]) - 0.4).abs() < 1e-12);
        assert!((slab.at([0.0, 0.5, 0.0]) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn slopes_of_blends_are_at_most_one() {
        let form =
            union(vec![ball([-0.3, 0.0, 0.0], 0.4), egg([0.3, 0.2, 0.0], [0.5, 0.1, 0.3])], 0.3)
                .without(cone([0.0, 0.0, 0.5], 0.2, [0.0, 0.3, 0.0], 0.1), 0.1);
        let points: Vec<V> = samples().collect();
        let steepest = points.windows(2).map(|pair| {
            let step = sub(pair[1], pair[0]).map(|x| 1e-4 * x);
            (form.at(add(pair[0], step)) - form.at(pair[0])).abs() / norm(step)
        });
        let steepest = steepest.fold(0.0, f64::max);
        assert!(steepest > 0.9 && steepest <= 1.0 + 1e-9, "{steepest}");
    }

    #[test]
    fn mirrored_forms_are_mirrored() {
        let form = egg([0.4, 0.1, 0.0], [0.5, 0.1, 0.3]).turned(1, 30.0);
        let mirrored = form.clone().mirrored();
        for p in samples() {
            assert!((form.at(p) - mirrored.at([-p[0], p[1], p[2]])).abs() < 1e-12);
        }
    }
}
