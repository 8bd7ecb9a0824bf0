//! Tensors of what drives a body at points of its interface.

use super::{channels_of, misshapen, not_negative};
use crate::energy::{Actuators, Channel, Pockets, Pulls, Springs};
use crate::error::Result;
use crate::export::model::tensors::{Tensors, Writer};

pub(super) fn push(actuators: &Actuators, out: &mut Writer) {
    let Actuators { springs, pockets, open, pulls, .. } = actuators;
    let numbers = |list: &[u32]| list.iter().map(|&v| v.into()).collect::<Vec<i64>>();
    let places = |list: &[usize]| list.iter().map(|&c| c as i64).collect::<Vec<i64>>();
    let k = springs.ends.len();
    out.integers("runtime_spring_ends", &[k, 2], numbers(springs.ends.as_flattened()).into_iter());
    out.floats("runtime_spring_stiffness", &[k], &springs.stiffness);
    out.floats("runtime_spring_rest", &[k], &springs.rest);
    out.integers("runtime_spring_channels", &[k], places(&springs.channel).into_iter());
    if springs.slack.contains(&true) {
        let slack = springs.slack.iter().map(|&slack| slack.into()).collect();
        out.bytes("runtime_spring_slack", &[k], slack);
    }
    for (name, pockets) in [("pocket", pockets), ("open", open)] {
        let (k, d) = (pockets.channel.len(), pockets.dim);
        let walls = numbers(&pockets.walls).into_iter();
        out.integers(&format!("runtime_{name}_walls"), &[k, d], walls);
        out.floats(&format!("runtime_{name}_origins"), &[k, d], &pockets.origin);
        let channels = places(&pockets.channel).into_iter();
        out.integers(&format!("runtime_{name}_channels"), &[k], channels);
    }
    let k = pulls.vertex.len();
    out.integers("runtime_pull_vertices", &[k], numbers(&pulls.vertex).into_iter());
    out.integers("runtime_pull_axes", &[k], places(&pulls.axis).into_iter());
    out.floats("runtime_pull_stiffness", &[k], &pulls.stiffness);
    out.floats("runtime_pull_rest", &[k], &pulls.rest);
    out.integers("runtime_pull_channels", &[k], places(&pulls.channel).into_iter());
}

/// Actuators whose vertices are among the first `driven` of the interface.
pub(super) fn read(
    tensors: &Tensors,
    channels: Vec<Channel>,
    driven: usize,
    dim: usize,
) -> Result<Actuators> {
    let count = channels.len();
    let of = |name: &str| -> Result<(usize, Vec<usize>)> {
        let (k, list) = channels_of(tensors, name, 0, count)?;
        Ok((k, list.into_iter().map(|c| c as usize).collect()))
    };
    let vertices = |name: &str, width: usize, k: usize| -> Result<Vec<u32>> {
        let list = tensors.integers(name, width, driven)?;
        if list.len() == k.saturating_mul(width.max(1)) { Ok(list) } else { Err(misshapen(name)) }
    };
    let stiff = |name: &str, k: usize| -> Result<Vec<f64>> {
        let list = tensors.shaped(name, &[k])?;
        not_negative(name, &list)?;
        Ok(list)
    };
    let (k, channel) = of("runtime_spring_channels")?;
    let springs = Springs {
        dim,
        ends: vertices("runtime_spring_ends", 2, k)?.as_chunks().0.to_vec(),
        stiffness: stiff("runtime_spring_stiffness", k)?,
        rest: tensors.shaped("runtime_spring_rest", &[k])?,
        channel,
        slack: match tensors.has("runtime_spring_slack") {
            true => {
                let slack = tensors.bytes("runtime_spring_slack", &[k])?;
                slack.into_iter().map(|slack| slack != 0).collect()
            }
            false => vec![false; k],
        },
    };
    let pockets = |name: &str| -> Result<Pockets> {
        let (k, channel) = of(&format!("runtime_{name}_channels"))?;
        Ok(Pockets {
            dim,
            walls: vertices(&format!("runtime_{name}_walls"), dim, k)?,
            origin: tensors.shaped(&format!("runtime_{name}_origins"), &[k, dim])?,
            channel,
        })
    };
    let (pockets, open) = (pockets("pocket")?, pockets("open")?);
    let (k, channel) = of("runtime_pull_channels")?;
    let axis = tensors.integers("runtime_pull_axes", 0, dim)?;
    if axis.len() != k {
        return Err(misshapen("runtime_pull_axes"));
    }
    let pulls = Pulls {
        dim,
        vertex: vertices("runtime_pull_vertices", 0, k)?,
        axis: axis.into_iter().map(|a| a as usize).collect(),
        stiffness: stiff("runtime_pull_stiffness", k)?,
        rest: tensors.shaped("runtime_pull_rest", &[k])?,
        channel,
    };
    Ok(Actuators { channels, springs, pockets, open, pulls, ..Actuators::none(dim) })
}
