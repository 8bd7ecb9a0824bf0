//! Few cells for all.

use crate::plot::Plot;
use crate::stage::{creature, on_stage};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::reduce::CubatureSpec;
use forcedual::simulate::Controls;
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "cubature",
    title: "A few cells stand for all",
    figure: "Beyond the paper: cubature, refitted",
    caption: "At run time a few cells stand for all. Spectral clusters choose them; their weights may be the clusters' \
        volumes, as published, or be fitted to forces at deformed states. Fitting costs nothing later, and from a hundred cells \
        on makes the same cells several times as good.",
    hang,
};

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "elephant",
        4000,
        "[[force]]\nkind = \"handles\"\nstiffness = 100.0\n\
         where = { ball = { center = [0.0, 0.62, 0.93], radius = 0.15 } }\n[subspace]\nmodes = 8\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let space = stage.by(Method::ForceDual)?;
        let play = |time: f64, controls: &mut Controls| {
            controls.handles = vec![stage.hand(&[0.0, 0.62, 0.93], [0.0, 0.05, 0.02], 1e4, time)];
        };
        let truth = stage.play_in_full(&play)?;
        let mut curves = vec![
            ("force, fitted weights".to_owned(), Vec::new()),
            ("force, volumes".to_owned(), Vec::new()),
            ("motion, fitted weights".to_owned(), Vec::new()),
        ];
        let all = stage.play(&space, &play)?;
        let whole = stage.error(&all, &truth);
        for points in [25, 50, 100, 200, 400, 800] {
            let (mut reduced, coordinates) =
                stage.reduced_by(&space, CubatureSpec::Cells(points))?;
            let model = reduced.model().clone();
            curves[0].1.push((points as f64, model.cubature.error));
            curves[1].1.push((points as f64, model.cubature.error_by_volume));
            let motion: Vec<Vec<f64>> = stage
                .steps(&mut reduced, &play)?
                .iter()
                .map(|z| coordinates.displacement(z))
                .collect();
            curves[2].1.push((points as f64, stage.error(&motion, &all)));
        }
        let at = |k: usize, points: f64| {
            curves[k].1.iter().find(|p| p.0 == points).map_or(f64::NAN, |p| p.1)
        };
        wall.below(
            "error of the elastic force with 100 fitted cells, against that by volumes",
            at(0, 100.0),
            (0.5, at(1, 100.0)),
            "%",
        );
        for (cells, bound) in [(100.0, 0.15), (200.0, 0.02)] {
            let says = format!(
                "distance of the trunk lifted with {cells} fitted cells from that with all cells of the same subspace"
            );
            wall.below(says, at(2, cells), bound, "%");
        }
        wall.note(format!(
            "All cells of this subspace are {} off the full simulation: that is what eight modes cost, not the cubature.",
            told(whole, "%")
        ));
        let small = |points: f64| {
            format!(
                "{} of the force against {} by volumes and {} of the motion with {points} cells",
                told(at(0, points), "%"),
                told(at(1, points), "%"),
                told(at(2, points), "%")
            )
        };
        wall.reservation(format!(
            "With fewer cells fitting gains less, and the motion is far off: errors are {}, and {}. What fitting gains in the motion \
             itself is not measured. Where stiff bones lie in soft flesh (arm, chicken wing) fitting gains less, and a hundred cells are too few.",
            small(25.0), small(50.0)
        ));
        let plot = Plot { x: "cells".into(), y: "relative error".into(), curves };
        wall.plot(
            "errors",
            "Error of the elastic force, and distance of the motion from that with all cells",
            plot,
        )
    })
}
