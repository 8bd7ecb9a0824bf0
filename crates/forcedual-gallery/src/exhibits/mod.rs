//! The exhibits, in the order of the rooms.

mod arm;
mod baby_dragon;
mod bat;
mod bear;
mod bridge;
mod dragon;
mod elephant;
mod gripper;
mod heart;
mod horse;
mod pod;
mod seal;
mod teddy;
mod wing;

use crate::Exhibit;

/// All of them.
pub const EXHIBITS: &[Exhibit] = &[
    dragon::EXHIBIT,
    elephant::EXHIBIT,
    bridge::EXHIBIT,
    wing::EXHIBIT,
    heart::EXHIBIT,
    bat::EXHIBIT,
    gripper::EXHIBIT,
    teddy::EXHIBIT,
    arm::EXHIBIT,
    seal::EXHIBIT,
    horse::EXHIBIT,
    pod::EXHIBIT,
    bear::EXHIBIT,
    baby_dragon::EXHIBIT,
];
