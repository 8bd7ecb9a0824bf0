"""Scenes and models played as they say."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._arrays import Floats, PathLike
from ._design import Model, Subspace, design, load
from ._mesh import Progress
from ._scene import Scene, is_text


@dataclass(frozen=True)
class Motion:
    """A motion, frame by frame; the first is the rest."""

    #: s, shape (frames,)
    times: Floats
    #: reduced coordinates, shape (frames, r)
    coordinates: Floats
    #: their rates, shape (frames, r)
    velocities: Floats
    #: amplitude of every channel, shape (frames, channels)
    actuation: Floats
    #: names of the channels
    channels: list[str]
    #: posterior probability of every component of a mixture, shape (frames, components), where there is one
    posterior: Floats
    #: what ``forcedual simulate --report`` writes
    report: dict[str, Any]

    def __repr__(self) -> str:
        frames, size = self.coordinates.shape
        return f"<Motion: {frames} frames to {self.times[-1]:.4g} s, {size} coordinates, {len(self.channels)} channels>"


def simulate(
    body: Subspace | Model | Scene | Mapping[str, Any] | PathLike,
    *,
    frames: int | None = None,
    against: str | None = None,
    output: PathLike | None = None,
    progress: Progress | None = None,
) -> Motion:
    """Plays a scene or a model as its ``[simulation]`` says.

    frames: instead of the scene's; against: ``"full"`` or ``"lma"``, rivals on the same controls (not for
    models); output: ``.glb`` (Blender, Unity), ``.usda``, ``.npz``, ``.safetensors`` or ``.pvd`` (ParaView; ``.vtu``
    is taken for it, as a motion is a series of those).
    """
    # bodies in files are called as the scene or model that they come from
    is_file = isinstance(body, os.PathLike) or (isinstance(body, str) and not is_text(body))
    name = Path(body).stem if is_file else None  # type: ignore[arg-type]
    if not isinstance(body, (Subspace, Model)):
        is_model = not isinstance(body, (Scene, Mapping)) and str(body).endswith(".safetensors")
        body = load(body) if is_model else design(body)  # type: ignore[arg-type]
    path = None if output is None else Path(output)
    if path is not None and path.suffix.lower() == ".vtu":
        path = path.with_suffix(".pvd")
    if isinstance(body, Subspace):
        told = body._core.play(frames, against, path, name, progress)
    elif against is not None:
        raise ValueError("a model is played without the body in full: pass its scene to compare")
    else:
        told = body._core.play(frames, path, name, progress)
    return Motion(**{**told, "report": json.loads(told["report"])})
