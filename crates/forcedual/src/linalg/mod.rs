//! Linear algebra: the only module that names the linear-algebra crate.

pub mod small;
