"""Pictures of spectra, comparisons and steps with matplotlib (``pip install 'forcedual[plot]'``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._arrays import floats
from ._design import Model, Subspace
from ._errors import wrong_array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._compare import Comparison
    from ._motion import Motion

__all__ = [
    "body",
    "comparison",
    "motion",
    "polyscope",
    "spectrum",
]


def __dir__() -> list[str]:
    return __all__


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.figure(figsize=(5.2, 3.4), layout="constrained").add_subplot()


def spectrum(*subspaces: Subspace | Model, labels: list[str] | None = None, ax: Axes | None = None) -> Axes:
    """Variance along each mode, largest first, on a logarithmic scale."""
    if labels is not None and len(labels) != len(subspaces):
        raise wrong_array(f"there should be a label for each of {len(subspaces)} subspaces, not {len(labels)}")
    ax = _axes(ax)
    for k, sub in enumerate(subspaces):
        values = np.sort(sub.eigenvalues)[::-1]
        name = labels[k] if labels else None
        ax.semilogy(np.arange(1, len(values) + 1), values, "o-", ms=3, lw=1, label=name)
    ax.set_xlabel("mode" if all(s.weights is None for s in subspaces) else "weight")
    ax.set_ylabel("variance (kg m²)")
    _quiet(ax)
    if labels:
        ax.legend(frameon=False)
    return ax


def comparison(found: Comparison, ax: Axes | None = None, *, reduced_solve: bool = False) -> Axes:
    """Error against degrees of freedom, a curve per method; of projection, or of a reduced solve."""
    ax = _axes(ax)
    for curve in found.curves:
        errors = curve.reduced_solve if reduced_solve else curve.projection
        ax.semilogy(curve.dofs, np.maximum(errors, 1e-16), "o-", ms=3, lw=1, label=curve.method)
    ax.set_xlabel("degrees of freedom")
    ax.set_ylabel("mean squared error, relative")
    ax.set_title(f"{found.held_out} forces held out", fontsize="medium")
    ax.legend(frameon=False)
    _quiet(ax)
    return ax


def motion(played: Motion, ax: Axes | None = None) -> Axes:
    """Amplitudes of the channels over time, each relative to its largest."""
    ax = _axes(ax)
    for name, values in zip(played.channels, played.actuation.T):
        ax.plot(played.times, values / max(float(np.abs(values).max()), 1e-300), lw=1, label=name)
    ax.set_xlabel("time (s)")
    ax.set_ylabel("amplitude, relative")
    if 0 < len(played.channels) <= 8:
        ax.legend(frameon=False, fontsize="small")
    _quiet(ax)
    return ax


def body(
    positions: npt.ArrayLike, cells: npt.ArrayLike, values: npt.ArrayLike | None = None, ax: Axes | None = None, **style: Any
) -> Axes:
    """A planar body, shape (n, 2) and (t, 3), coloured by a number per vertex where given."""
    from matplotlib.tri import Triangulation

    ax = _axes(ax)
    x = floats(positions, "positions of a planar body", ("n", 2))
    tri = Triangulation(x[:, 0], x[:, 1], np.asarray(cells))
    if values is None:
        ax.triplot(tri, lw=0.4, **style)
    else:
        ax.tripcolor(tri, np.asarray(values), shading="gouraud", **style)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def polyscope(simulation: Any, name: str = "body") -> Any:
    """Registers the surface of a simulation with polyscope, where that is installed, after ``polyscope.init()``; call
    it again to move it."""
    import polyscope as ps

    places, _ = simulation.surface()
    if ps.has_surface_mesh(name):
        shown = ps.get_surface_mesh(name)
        shown.update_vertex_positions(places)
        return shown
    return ps.register_surface_mesh(name, places, simulation.faces)


def _quiet(ax: Axes) -> None:
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.grid(True, which="major", lw=0.3)
