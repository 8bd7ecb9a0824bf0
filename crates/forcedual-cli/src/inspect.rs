//! `forcedual inspect`: what a model holds.

use crate::args::Inspect;
use crate::chart::spectrum;
use crate::design::{body_line, certificate_rows, of_spectrum, subspace_line};
use crate::output::{Output, Table, counted, percent, significant, small_percent};
use forcedual::Result;
use forcedual::export::Model;
use forcedual::mesh::check::bounds;
use forcedual::reduce::Component;
use forcedual::scene::simulation::{Dynamics, Runtime};
use forcedual::simulate::Rule;
use serde_json::{Value, json};

/// Prints a table and the spectrum, or JSON.
pub fn run(args: &Inspect, out: &Output) -> Result<()> {
    let model = Model::read(&args.model)?;
    if args.json {
        return out.json(&described(&model));
    }
    let mut table = Table::default();
    table.row("model", format!("{} (forcedual {})", args.model.display(), model.version));
    table.row("body", body_line(&model));
    if let Some([low, high]) = bounds(&model.vertices, model.dim) {
        let sides: Vec<String> = low.iter().zip(&high).map(|(a, b)| significant(b - a)).collect();
        table.row("extent", format!("{} m", sides.join(" x ")));
    }
    table.row("held", counted(held(&model), "vertex"));
    if let Some(surface) = &model.surface {
        let textured = if surface.display.texture.is_empty() { "" } else { ", textured" };
        let triangles = counted(surface.display.faces.len(), "triangle");
        table.row("surface", format!("{triangles} to look at{textured}"));
    }
    if !model.regions.is_empty() {
        table.row("regions", model.regions.join(", "));
    }
    table.row("subspace", subspace_line(&model));
    table.rows("forces", &forces(&model.scene));
    table.row("run time", runtime_line(&model));
    table.rows("components", &components(&model));
    certificate_rows(&mut table, &model.certificate, model.runtime.as_ref());
    let chart = spectrum(&model.eigenvalues, of_spectrum(&model));
    out.text(&(table.text() + "\n" + &chart + "\n" + &shares(&model)))
}

fn described(model: &Model) -> Value {
    json!({
        "version": model.version,
        "kind": model.kind,
        "method": model.method,
        "dim": model.dim,
        "vertices": model.mass.len(),
        "cells": model.cells.len() / (model.dim + 1),
        "bounds": bounds(&model.vertices, model.dim),
        "mass": model.mass.iter().sum::<f64>(),
        "held": held(model),
        "regions": model.regions,
        "surface": model.surface.as_ref().map(|s| json!({
            "vertices": s.display.positions.len(),
            "faces": s.display.faces.len(),
            "textured": !s.display.texture.is_empty(),
            "coloured": !s.display.colours.is_empty(),
        })),
        "modes": model.eigenvalues.len(),
        "rigid": model.rigid,
        "weights": model.weights.as_ref().map(|w| w.ncols()),
        "reduced_dofs": model.reduced_dofs,
        "has_mean": model.mean.is_some(),
        "eigenvalues": model.eigenvalues,
        "certificate": model.certificate,
        "runtime": model.runtime.as_ref().map(|runtime| {
            let reduced = runtime.dynamics.reduced();
            json!({
                "solver": solver(runtime),
                "adaptive": adaptive(runtime),
                "coordinates": runtime.dynamics.coordinates(),
                "cubature": reduced.lame.len(),
                "cubature_error": reduced.cubature.error,
                "interface": reduced.interface.len(),
                "contact": reduced.contact.vertices.len(),
                "channels": reduced.actuators.channels,
                "surface": runtime.shell.display().positions.len(),
            })
        }),
        "scene": model.scene,
    })
}

fn solver(runtime: &Runtime) -> &'static str {
    match runtime.dynamics {
        Dynamics::Newton(_) | Dynamics::Mixture(_) => "newton",
        Dynamics::Projective(_) => "projective",
    }
}

/// How a mixture chooses, and among what; null for one subspace.
fn adaptive(runtime: &Runtime) -> Value {
    let Dynamics::Mixture(mixture) = &runtime.dynamics else { return Value::Null };
    let components = mixture.components.iter().map(|component| {
        let cubature = &component.model.cubature;
        json!({
            "name": component.name,
            "probability": component.probability,
            "coordinates": component.model.coordinates(),
            "cubature": component.model.lame.len(),
            "cubature_error": cubature.error,
        })
    });
    json!({ "rule": runtime.spec.adaptive, "components": components.collect::<Vec<_>>() })
}

/// One line per component of a mixture.
fn components(model: &Model) -> Vec<String> {
    let Some(Dynamics::Mixture(mixture)) = model.runtime.as_ref().map(|r| &r.dynamics) else {
        return Vec::new();
    };
    let line = |component: &Component| {
        format!(
            "{}: probability {}, {}, {}",
            component.name,
            small_percent(component.probability),
            counted(component.model.coordinates(), "coordinate"),
            counted(component.model.lame.len(), "cell"),
        )
    };
    mixture.components.iter().map(line).collect()
}

/// What plays the model, and what stands for its volume.
fn runtime_line(model: &Model) -> String {
    let Some(runtime) = &model.runtime else {
        return "none: design the scene again to simulate it".to_owned();
    };
    let reduced = runtime.dynamics.reduced();
    let cells = |what: &str| {
        let coordinates = counted(reduced.coordinates(), "coordinate");
        format!("{coordinates}, {}", counted(reduced.lame.len(), what))
    };
    let how = match &runtime.dynamics {
        Dynamics::Newton(_) => format!("Newton's method: {}", cells("cell")),
        Dynamics::Projective(_) => format!("projective dynamics: {}", cells("cluster")),
        Dynamics::Mixture(mixture) => format!(
            "Newton's method, adaptive by {}: {}",
            rule(runtime),
            counted(mixture.components.len(), "subspace")
        ),
    };
    format!(
        "{how}, {}, {} to look at",
        counted(reduced.actuators.channels.len(), "channel"),
        counted(runtime.shell.display().positions.len(), "vertex"),
    )
}

/// How a mixture chooses, as scenes say it.
fn rule(runtime: &Runtime) -> &'static str {
    match runtime.spec.adaptive.unwrap_or_default() {
        Rule::Compliance => "compliance",
        Rule::Bayes => "bayes",
        Rule::ScaleFree => "scale-free",
    }
}

fn held(model: &Model) -> usize {
    model.held.iter().filter(|h| **h).count()
}

/// One line per force of the scene: its name, kind and strength.
pub fn forces(scene: &Value) -> Vec<String> {
    let each = scene["force"].as_array().into_iter().flatten().map(|force| {
        let kind = force["kind"].as_str().unwrap_or("unknown");
        let mut line = match force["name"].as_str() {
            Some(name) => format!("{name}: {kind}"),
            None => kind.to_owned(),
        };
        if let Some(of) = force["of"].as_array() {
            let equal = 1.0 / of.len().max(1) as f64;
            let parts = of.iter().map(|part| match kind {
                "mixture" => {
                    let share = 100.0 * part["probability"].as_f64().unwrap_or(equal);
                    format!("{}% {}", (10.0 * share).round() / 10.0, named(part))
                }
                _ => named(part),
            });
            line += &format!(" of {}", parts.collect::<Vec<_>>().join(", "));
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

/// `press on top (contact)`, or the kind alone.
fn named(force: &Value) -> String {
    let kind = force["kind"].as_str().unwrap_or("unknown");
    force["name"].as_str().map_or(kind.to_owned(), |name| format!("{name} ({kind})"))
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
            let share = percent(sum / model.certificate.trace);
            text += &format!("  {:>5} {value:>12.3e}   {share}\n", k + 1);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forces_are_named_with_their_probabilities() {
        let scene = json!({ "force": [
            { "kind": "mixture", "of": [
                { "probability": 0.5, "name": "ear left", "kind": "contact" },
                { "probability": 0.125, "kind": "radial" },
            ] },
            { "kind": "mixture", "of": [{ "kind": "matern" }, { "kind": "matern" }] },
            { "name": "both", "kind": "sum", "of": [{ "kind": "springs" }], "rms": 2.0 },
        ] });
        assert_eq!(
            forces(&scene),
            [
                "mixture of 50% ear left (contact), 12.5% radial",
                "mixture of 50% matern, 50% matern",
                "both: sum of springs, 2.00 N rms",
            ]
        );
        assert_eq!(forces(&json!({})), ["white noise"]);
    }
}
