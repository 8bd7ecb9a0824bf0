"""Error against size, on forces that no method has seen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import Floats, Integers, count as whole, integers
from ._design import Subspace
from ._errors import wrong_array
from ._mesh import Progress
from ._scene import Source, as_scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Curve:
    """Errors of one method, smallest subspace first."""

    method: str
    kind: str
    #: modes or weights, shape (sizes,)
    modes: Integers
    #: degrees of freedom, rigid motions not counted, shape (sizes,)
    dofs: Integers
    #: mean squared projection error, relative, shape (sizes,)
    projection: Floats
    #: mean squared error of a reduced solve, relative, shape (sizes,)
    reduced_solve: Floats


@dataclass(frozen=True)
class Comparison:
    """Errors of several methods, the scene's own first."""

    curves: list[Curve]
    #: degrees of freedom of the full solve
    full_dofs: int
    held_out: int
    seed: int
    warnings: list[str]

    def __getitem__(self, method: str) -> Curve:
        for curve in self.curves:
            if curve.method == method:
                return curve
        raise KeyError(f"there is no method {method!r}; there are {', '.join(c.method for c in self.curves)}")

    def __repr__(self) -> str:
        curves = ", ".join(f"{c.method} {c.projection[-1]:.1e} at {c.dofs[-1]}" for c in self.curves if len(c.dofs))
        return f"<Comparison: error of projection, on {self.held_out} forces held out: {curves}>"

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draws the curves, as :func:`forcedual.plot.comparison`."""
        from .plot import comparison

        return comparison(self, ax)


def compare(
    scene: Source | Subspace,
    against: str | Sequence[str] = ("lma", "pod"),
    *,
    sizes: tuple[int, int] | None = None,
    count: int = 100,
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Compares the scene's method with others.

    against: methods, ``"lma"``, ``"pod"``, ``"greens"``, ``"skinning-eigenmodes"``, ...; sizes: least and most
    degrees of freedom, for skinning weights; count: forces held out, drawn with ``seed``.
    """
    source = scene.scene if isinstance(scene, Subspace) else as_scene(scene)
    methods = [against] if isinstance(against, str) else list(against)
    if whole(count, "count") == 0:
        raise wrong_array("at least one force should be held out")
    ends = None if sizes is None else integers(sizes, "sizes", (2,)).tolist()
    pair = None if ends is None else (whole(ends[0], "the least size"), whole(ends[1], "the largest size"))
    told: dict[str, Any] = json.loads(source._core.compare(methods, pair, count, whole(seed, "seed"), progress))
    curves = []
    for curve in told.pop("curves"):
        points = curve["points"]
        curves.append(
            Curve(
                curve["method"],
                curve["kind"],
                np.array([p["modes"] for p in points], dtype=np.int64),
                np.array([p["dofs"] for p in points], dtype=np.int64),
                np.array([p["projection"] for p in points], dtype=np.float64),
                np.array([p["reduced_solve"] for p in points], dtype=np.float64),
            )
        )
    return Comparison(curves=curves, **told)
