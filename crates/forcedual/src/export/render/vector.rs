//! Vectors of three numbers.

pub(super) type Vec3 = [f32; 3];

pub(super) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn scale(a: Vec3, s: f32) -> Vec3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// `a + s b`
pub(super) fn along(a: Vec3, s: f32, b: Vec3) -> Vec3 {
    add(a, scale(b, s))
}

pub(super) fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The direction of `a`, or `otherwise` where it has none.
pub(super) fn unit_or(a: Vec3, otherwise: Vec3) -> Vec3 {
    let length = dot(a, a).sqrt();
    if length > 1e-30 { scale(a, 1.0 / length) } else { otherwise }
}

/// Two directions that make a right-handed frame with the direction `n`.
pub(super) fn frame(n: Vec3) -> (Vec3, Vec3) {
    let helper = if n[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let u = unit_or(cross(helper, n), [0.0, 0.0, 1.0]);
    (u, cross(n, u))
}

/// 0 below `low`, 1 above `high`, smooth between.
pub(super) fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
