//! The memory that a run takes: frames are kept until all are made.

use super::SimulationSpec;
use crate::error::Result;
use crate::memory;

/// Bytes per vertex of the surface and frame of a motion that is written: places and normals in single
/// precision, and displacements in double precision for the shapes of a `.glb` and their normals.
const SURFACE: usize = 2 * 12 + 2 * 24;
/// Bytes of a handle or an obstacle that is remembered for rivals.
const CONTROL: usize = 200;

/// What is kept of a run beside its coordinates.
#[derive(Debug, Clone, Copy, Default)]
pub struct Kept {
    /// Vertices of the surface that a file shows; none if nothing is written.
    pub surface: Option<usize>,
    /// Is the body in full run too?
    pub full: bool,
}

impl SimulationSpec {
    /// Refuses more frames of a body of so many degrees of freedom than memory can hold; none are known
    /// of a model that is played.
    pub fn check_room(&self, dofs: usize, kept: Kept) -> Result<()> {
        let each = self.bytes_per_frame(dofs, kept);
        let most = memory::free().map_or(u64::MAX, |free| free / each as u64);
        let what = format!("a run of {} frames", self.frames);
        memory::claim_items(self.frames, each, &what, &format!("make at most {most} frames"))
            .map_err(|e| e.field("frames"))
    }

    fn bytes_per_frame(&self, dofs: usize, kept: Kept) -> usize {
        let all = 8 * dofs;
        let shown = kept.surface.map_or(0, |points| all + SURFACE * points);
        let controls = CONTROL * (1 + self.handle.len() + self.collider.len());
        // of the body in full the degrees of freedom that move, and then all
        let full = if kept.full { 2 * all + controls * self.steps_per_frame } else { 0 };
        shown + full + CONTROL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_take_what_is_kept_of_them() {
        let spec = SimulationSpec::default();
        let of = |kept| spec.bytes_per_frame(3000, kept);
        let none = of(Kept::default());
        assert_eq!(of(Kept { surface: Some(600), full: false }), none + 3000 * 8 + 600 * 72);
        assert!(of(Kept { surface: None, full: true }) > none + 2 * 3000 * 8);
        let most = SimulationSpec { frames: usize::MAX, ..spec.clone() };
        let error = most.check_room(3000, Kept::default()).unwrap_err();
        assert_eq!(error.place.field.as_deref(), Some("frames"));
        assert!(spec.check_room(3000, Kept { surface: Some(600), full: true }).is_ok());
    }
}
