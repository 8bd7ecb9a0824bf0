"""An interactive picture in one HTML cell: no server, no libraries, nothing loaded from elsewhere.

    fd.view(mesh)                       # turn it, zoom
    fd.view(sub)                        # its modes, swinging
    fd.view(sim, frames=z)              # a motion
"""

from __future__ import annotations

import base64
import html
import json
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arrays import PathLike, floats
from ._design import Model, Subspace
from ._errors import wrong_array
from ._mesh import Mesh
from ._simulation import Simulation

Singles = npt.NDArray[np.float32]
#: Modes that are shown at most.
MOST_MODES = 24


class Viewer:
    """Something to look at; notebooks show it, :meth:`save` writes it as a page of its own."""

    def __init__(self, data: dict[str, Any], height: int = 420) -> None:
        self._data = data
        self.height = height

    def page(self) -> str:
        """A whole HTML page."""
        template = resources.files("forcedual").joinpath("viewer.html").read_text(encoding="utf-8")
        # what closes a script must not stand inside of it
        return template.replace("/*DATA*/null", json.dumps(self._data).replace("</", "<\\/"))

    def save(self, path: PathLike) -> None:
        """Writes the page."""
        Path(path).write_text(self.page(), encoding="utf-8")

    def __repr__(self) -> str:
        return "<Viewer: shown by notebooks, or save(path) and open that in a browser>"

    def _repr_html_(self) -> str:
        page = html.escape(self.page(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:{self.height}px;border:0" sandbox="allow-scripts"></iframe>'


def view(
    of: Mesh | Subspace | Model | Simulation,
    *,
    frames: npt.ArrayLike | None = None,
    values: npt.ArrayLike | None = None,
    height: int = 420,
) -> Viewer:
    """A picture to turn of a mesh, of the modes or weights of a subspace, or of a simulation.

    frames: coordinates of a simulation, shape (frames, r), as :meth:`Simulation.rollout` and
    :attr:`Motion.coordinates` give them, played in a loop; values: a number per vertex of a mesh, shape (n,), to
    colour it by.
    """
    if isinstance(of, Simulation):
        places, _ = of.surface()
        data = _surface(places, of.faces)
        if frames is not None:
            rows = floats(frames, "frames", ("frames", of.size))
            moved = np.stack([of.surface(z)[0] for z in rows]) - places
            amounts, shapes = _shapes(moved.reshape(len(rows), -1))
            data.update(shapes=_packed(shapes), amounts=_packed(amounts), count=len(rows), step=of.h)
        return Viewer(data, height)
    if not isinstance(of, (Mesh, Subspace, Model)):
        raise TypeError(f"a mesh, subspace, model or simulation can be shown, not {type(of).__name__}")
    mesh = of if isinstance(of, Mesh) else of.mesh
    used, faces = _skin(mesh)
    data = _surface(_lifted(mesh.vertices[used]), faces)
    if values is not None:
        given = floats(values, "values", (len(mesh.vertices),))
        data.update(_fields([given[used]]), names=["values"])
    elif not isinstance(of, Mesh):
        if of.weights is not None:
            count = min(of.weights.shape[1], MOST_MODES)
            data.update(_fields([of.weights[used, k] for k in range(count)]))
            data["names"] = [f"weight {k + 1}" for k in range(count)]
        elif of.basis is not None:
            n, d = mesh.vertices.shape
            count = min(of.basis.shape[1] - of.rigid, MOST_MODES)
            modes = of.basis[:, of.rigid : of.rigid + count].T.reshape(count, n, d)[:, used]
            size = 0.15 * np.ptp(mesh.vertices, axis=0).max()
            modes = modes * (size / np.abs(modes).max(axis=(1, 2), keepdims=True))
            data["modes"] = _packed(np.stack([_lifted(m) for m in modes]))
            data["names"] = [f"mode {k + 1}" for k in range(count)]
    elif frames is not None:
        raise wrong_array("frames are coordinates of a simulation: fd.view(sim, frames=z)")
    return Viewer(data, height)


def _skin(mesh: Mesh) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Vertices that are seen, and triangles among them."""
    faces = mesh.cells if mesh.dim == 2 else mesh.boundary()
    used, numbers = np.unique(faces, return_inverse=True)
    return used, numbers.reshape(faces.shape).astype(np.int64)


def _shapes(moved: npt.NDArray[Any]) -> tuple[Singles, Singles]:
    """A few shapes and how much of each there is in every frame, to a thousandth of the largest motion."""
    left, sizes, shapes = np.linalg.svd(moved.astype(np.float64), full_matrices=False)
    left *= sizes
    count, most = 0, 1e-3 * max(float(np.abs(moved).max()), 1e-300)
    while count < len(sizes) and np.abs(moved - left[:, :count] @ shapes[:count]).max() > most:
        count += 1
    return left[:, :count].astype(np.float32), shapes[:count].astype(np.float32)


def _lifted(x: npt.NDArray[Any]) -> Singles:
    """Places in space."""
    out = np.zeros((len(x), 3), dtype=np.float32)
    out[:, : x.shape[1]] = x
    return out


def _fields(values: list[npt.NDArray[Any]]) -> dict[str, Any]:
    """Numbers per vertex, each relative to its largest."""
    scales = [max(float(np.abs(field).max()), 1e-300) for field in values]
    units = [(field / scale).astype(np.float32) for field, scale in zip(values, scales)]
    return {"fields": _packed(np.stack(units)), "scales": scales}


def _packed(array: npt.NDArray[Any]) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode("ascii")


def _surface(places: npt.NDArray[Any], faces: npt.NDArray[Any]) -> dict[str, Any]:
    return {
        "positions": _packed(np.asarray(places, dtype=np.float32)),
        "faces": _packed(np.asarray(faces, dtype=np.uint32)),
        "flat": bool(np.ptp(np.asarray(places)[:, 2]) == 0),
    }
