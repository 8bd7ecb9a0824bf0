"""Pictures, as ``forcedual render`` draws them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Floats, PathLike, floats
from ._design import Model, Subspace
from ._mesh import Mesh, Progress
from ._scene import Scene, is_text


class Image:
    """A picture; notebooks show it, and NumPy takes it for its pixels. Made by :func:`render`."""

    def __init__(self, core: _core.Image) -> None:
        self._core = core

    @property
    def pixels(self) -> npt.NDArray[np.uint8]:
        """Red, green, blue and alpha in sRGB, shape (height, width, 4)."""
        return self._core.pixels()

    def save(self, path: PathLike) -> None:
        """Writes a PNG file."""
        self._core.write(Path(path))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return self.pixels if dtype is None else self.pixels.astype(dtype)

    def _repr_png_(self) -> bytes:
        return self._core.png()


def render(
    of: Mesh | Scene | Subspace | Model | Mapping[str, Any] | PathLike,
    output: PathLike | None = None,
    *,
    mode: int | None = None,
    modes: tuple[int, int] | None = None,
    displacement: npt.ArrayLike | str | int | None = None,
    scale: float | str | None = None,
    ghost: bool = False,
    field: npt.ArrayLike | str | None = None,
    unit: str | None = None,
    arrows: npt.ArrayLike | str | None = None,
    cells: bool = False,
    wireframe: bool = False,
    cut: str | None = None,
    view: str | None = None,
    up: str = "y",
    size: tuple[int, int] = (1280, 720),
    background: str | None = None,
    caption: str | None = None,
    shadows: bool = True,
    progress: Progress | None = None,
) -> Image:
    """Draws a mesh, the body of a scene, the modes of a subspace or model, or what is in a file; the picture of
    ``forcedual render``, bit for bit. Where ``output`` names a PNG file it is written, too.

    mode: one mode, counted from 1; modes: the first and last of several side by side. displacement: m, shape (n, d),
    or a field of the file. scale: how much deformations are enlarged, a factor or ``"auto"``. ghost: the rest behind
    what is deformed. field: a number per vertex or cell to colour by, shape (n,) or (t,), or ``"x"``, ``"y"``, ``"z"``,
    of models ``"mass"`` and ``"rms"``, or a field of the file; unit: for its colour bar. arrows: a vector per vertex,
    shape (n, d), or a field of the file. cells: those, not the surface that follows them; wireframe: with their edges;
    cut: without those beyond a place, ``"x=0.5"`` or ``"x=50%"``. view: ``"front"``, ``"back"``, ``"side"``, ``"top"``,
    ``"iso"``, or ``"azimuth,elevation"`` in degrees. up: ``"y"`` or ``"z"``. size: pixels. background: ``"white"``,
    ``"black"`` or ``"#rrggbb"``; transparent by default.
    """
    if up not in ("y", "z"):
        raise ValueError(f'up is "y" or "z", not {up!r}')
    fields: list[tuple[str, Floats]] = []

    def named(given: Any, what: str, *shapes: tuple[str, ...]) -> str | None:
        if given is None or isinstance(given, (str, int)):
            return None if given is None else str(given)
        array = floats(given, what, *shapes)
        fields.append((what, array.reshape(len(array), -1)))
        return what

    wishes: dict[str, object] = {
        "mode": mode,
        "modes": modes,
        "frame": named(displacement, "displacement", ("n", "d")),
        "scale": None if scale is None else str(scale),
        "ghost": ghost,
        "field": named(field, "field", ("n",)),
        "unit": unit,
        "arrows": named(arrows, "arrows", ("n", "d")),
        "cells": cells,
        "wireframe": wireframe,
        "cut": cut,
        "view": view,
        "z_up": up == "z",
        "size": size,
        "background": background,
        "caption": caption,
        "plain": not shadows,
    }
    image = Image(_core.render(_drawn(of), wishes, fields, progress))
    if output is not None:
        image.save(output)
    return image


def _drawn(of: Any) -> _core.Scene | _core.Design | _core.Model | Path:
    """What is drawn, as the compiled half takes it."""
    if isinstance(of, (Subspace, Model)):
        return of._core
    if isinstance(of, Mesh):
        return Scene.of(of)._core
    if isinstance(of, (Scene, Mapping)) or (isinstance(of, str) and is_text(of)):
        return Scene(of)._core
    path = Path(of)
    return Scene(path)._core if path.suffix.lower() in (".toml", ".json") else path
