//! Inverse kinematics on bodies that cannot reach anything.

mod common;

use common::*;
use forcedual::control::InverseKinematics;
use forcedual::energy::{Actuators, ContactPoints};
use forcedual::linalg::Mat;
use forcedual::progress::Silent;
use forcedual::reduce::{Coordinates, Cubature, CubatureSpec, Parts, ReducedModel};
use forcedual::simulate::{Controls, Reduced, System};
use forcedual::subspace::Linearisation;
use forcedual::subspace::basis::skinning_functions;
use std::sync::Arc;

#[test]
fn a_body_without_actuators_cannot_reach_and_says_so() {
    let body = bar(&[3, 1], &[1.0, 0.3]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let weights = Mat::from_fn(body.mesh.vertex_count(), 1, |i, _| body.mesh.point(i)[0]);
    let phi = skinning_functions(&body, weights.as_ref()).unwrap();
    let coordinates = Coordinates::turned(&lin, phi, true).unwrap();
    let (contact, actuators) = (ContactPoints::of(&body), Actuators::none(2));
    let parts = Parts {
        actuators: &actuators,
        contact: &contact,
        cubature: CubatureSpec::default(),
        responses: &Mat::new(),
    };
    let model = ReducedModel::assemble(&lin, &coordinates, Cubature::all(&lin), parts);
    let mut reduced = Reduced::new(Arc::new(model));
    let mut ik = InverseKinematics::new(&reduced);
    let z = vec![0.0; reduced.size()];
    let error = ik.improve(&mut reduced, &z, 0.1, &[], &mut Controls::rest(0)).unwrap_err();
    assert_eq!(error.code, forcedual::Code::Control);
}
