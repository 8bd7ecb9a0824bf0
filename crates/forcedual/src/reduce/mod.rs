//! Reduced models: everything that a subspace needs to be simulated, and nothing of the volume.
//!
//! | file | holds |
//! |---|---|
//! | `coordinates` | the reduced coordinates: how they move points and deform cells |
//! | `clusters` | cells that move alike (k-means on the modes) |
//! | `cubature` | the few cells, with weights, that stand for all in the elastic energy |
//! | `model` | [`ReducedModel`]: immutable, shared by all simulations of a body |
//! | `mixture` | several subspaces to change between: [`MixtureModel`] |
//! | `projective` | what projective dynamics needs beside: [`ProjectiveModel`] |
//! | `skin` | positions of points, in single precision: [`Skin`] |
//! | `shell` | a surface to look at, with its normals: [`Shell`] |

mod clusters;
mod coordinates;
mod cubature;
mod mixture;
mod model;
mod projective;
mod shell;
mod skin;
mod turning;

pub use clusters::{Clusters, clusters};
pub use coordinates::{Coordinates, Motion};
pub use cubature::{Cubature, CubatureSpec};
pub(crate) use mixture::Pair;
pub use mixture::{Component, Forces, MixtureModel};
pub(crate) use model::Derived;
pub use model::{Parts, Quadratic, ReducedModel};
pub use projective::ProjectiveModel;
pub use shell::Shell;
pub use skin::{Hung, Skin};
pub use turning::Yield;
