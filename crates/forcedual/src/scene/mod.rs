//! The scene: one TOML or JSON document that drives the whole pipeline.

pub mod document;
