//! `forcedual inspect`: what a model holds.

use crate::args::Inspect;
use crate::chart::spectrum;
use crate::design::{body_line, certificate_rows, subspace_line};
use crate::output::{Output, Table, counted, percent, significant};
use forcedual::Result;
use forcedual::export::Model;
use serde_json::{Value, json};

/// Prints a table and the spectrum, or JSON.
pub fn run(args: &Inspect, out: &Output) -> Result<()> {
    let model = Model::read(&args.model)?;
    if args.json {
        return out.json(&described(&model));
    }
    let (low, high) = bounds(&model);
    let mut table = Table::default();
    table.row("model", format!("{} (forcedual {})", args.model.display(), model.version));
    table.row("body", body_line(&model));
    let sides: Vec<String> = low.iter().zip(&high).map(|(a, b)| significant(b - a)).collect();
    table.row("extent", format!("{} m", sides.join(" x ")));
    table.row("held", counted(held(&model), "vertex"));
    table.row("subspace", subspace_line(&model, columns(&model)));
    table.rows("forces", &forces(&model.scene));
    certificate_rows(&mut table, &model.certificate);
    let text = table.text() + "\n" + &spectrum(&model.eigenvalues) + "\n" + &shares(&model);
    out.text(&text)
}

fn described(model: &Model) -> Value {
    let (low, high) = bounds(model);
    json!({
        "version": model.version,
        "kind": model.kind,
        "method": model.method,
        "dim": model.dim,
        "vertices": model.mass.len(),
        "cells": model.cells.len() / (model.dim + 1),
        "bounds": [low, high],
        "mass": model.mass.iter().sum::<f64>(),
        "held": held(model),
        "modes": model.eigenvalues.len(),
        "rigid": model.rigid,
        "reduced_dofs": columns(model),
        "has_mean": model.mean.is_some(),
        "eigenvalues": model.eigenvalues,
        "certificate": model.certificate,
        "scene": model.scene,
    })
}

fn held(model: &Model) -> usize {
    model.held.iter().filter(|h| **h).count()
}

/// Degrees of freedom: columns of the basis, or affine maps of the weights.
fn columns(model: &Model) -> usize {
    match (&model.basis, &model.weights) {
        (_, Some(weights)) => weights.ncols() * model.dim * (model.dim + 1),
        (Some(basis), None) => basis.ncols(),
        (None, None) => 0,
    }
}

fn bounds(model: &Model) -> (Vec<f64>, Vec<f64>) {
    let (mut low, mut high) = (vec![f64::INFINITY; model.dim], vec![f64::NEG_INFINITY; model.dim]);
    for point in model.vertices.chunks_exact(model.dim) {
        for (c, x) in point.iter().enumerate() {
            low[c] = low[c].min(*x);
            high[c] = high[c].max(*x);
        }
    }
    (low, high)
}

/// One line per force of the scene: its name, kind and strength.
fn forces(scene: &Value) -> Vec<String> {
    let each = scene["force"].as_array().into_iter().flatten().map(|force| {
        let kind = force["kind"].as_str().unwrap_or("unknown").to_owned();
        let mut line = match force["name"].as_str() {
            Some(name) => format!("{name}: {kind}"),
            None => kind,
        };
        if let Some(of) = force["of"].as_array() {
            let kinds: Vec<&str> = of.iter().filter_map(|f| f["kind"].as_str()).collect();
            line += &format!(" of {}", kinds.join(", "));
        }
        if let Some(rms) = force["rms"].as_f64() {
            line += &format!(", {} N rms", significant(rms));
        }
        if let Some(rms) = force["rms-displacement"].as_f64() {
            line += &format!(", moves {} m rms", significant(rms));
        }
        line
    });
    let lines: Vec<String> = each.collect();
    if lines.is_empty() { vec!["white noise".to_owned()] } else { lines }
}

/// What the first 1, 2, 4, ... displacement modes capture.
fn shares(model: &Model) -> String {
    if model.weights.is_some() || model.certificate.trace <= 0.0 {
        return String::new();
    }
    let mut text = "  modes     variance   captured so far\n".to_owned();
    let mut sum = 0.0;
    for (k, value) in model.eigenvalues.iter().enumerate() {
        sum += value;
        if (k + 1).is_power_of_two() || k + 1 == model.eigenvalues.len() {
            let share = percent((sum / model.certificate.trace).min(1.0));
            text += &format!("  {:>5} {value:>12.3e}   {share}\n", k + 1);
        }
    }
    text
}
