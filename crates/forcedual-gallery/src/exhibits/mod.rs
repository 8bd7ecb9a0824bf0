//! The exhibits, in the order of the rooms.

mod arm;
mod baby_dragon;
mod bat;
mod bear;
mod bed;
mod bends;
mod bridge;
mod certificate;
mod cubature;
mod dragon;
mod dynamics;
mod elephant;
mod free;
mod ghost;
mod gripper;
mod heart;
mod horse;
mod pod;
mod refinement;
mod seal;
mod table;
mod teddy;
mod wing;

use crate::Exhibit;

/// All of them.
pub const EXHIBITS: &[Exhibit] = &[
    dragon::EXHIBIT,
    elephant::EXHIBIT,
    bridge::EXHIBIT,
    ghost::EXHIBIT,
    wing::EXHIBIT,
    heart::EXHIBIT,
    bat::EXHIBIT,
    bed::EXHIBIT,
    gripper::EXHIBIT,
    teddy::EXHIBIT,
    arm::EXHIBIT,
    seal::EXHIBIT,
    horse::EXHIBIT,
    pod::EXHIBIT,
    bear::EXHIBIT,
    baby_dragon::EXHIBIT,
    table::EXHIBIT,
    bends::EXHIBIT,
    dynamics::EXHIBIT,
    certificate::EXHIBIT,
    free::EXHIBIT,
    refinement::EXHIBIT,
    cubature::EXHIBIT,
];
