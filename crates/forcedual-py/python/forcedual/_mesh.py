"""Meshes: triangles in the plane, tetrahedra in space."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Bools, Floats, Integers, PathLike, check_masks, floats, integers, keys, plain, selection, text
from ._errors import MeshError, tell, wrong_array

Progress = Callable[[str, int, int], object]


class Mesh:
    """A checked mesh of triangles (2D) or tetrahedra (3D).

    V: positions in m, shape (n, d); T: vertex numbers, shape (t, d+1). Both are copied. Either winding is
    accepted if all cells agree. ``repair=True`` turns inverted cells and drops duplicate and degenerate ones;
    what was done is in ``warnings``. cell_labels, vertex_labels: whole numbers for selections; regions: names of
    the cell labels 1, 2, ...
    """

    def __init__(
        self,
        V: npt.ArrayLike,
        T: npt.ArrayLike,
        *,
        cell_labels: npt.ArrayLike | None = None,
        vertex_labels: npt.ArrayLike | None = None,
        regions: Sequence[str] = (),
        repair: bool = False,
    ) -> None:
        points = np.array(_positions(V), dtype=np.float64, order="C")
        n, d = points.shape
        cells = integers(T, "T", ("t", d + 1))
        if cells.size and (cells.min() < 0 or cells.max() >= n):
            bad = int(np.flatnonzero(((cells < 0) | (cells >= n)).any(axis=1))[0])
            message = f"cell {bad} names the vertices {cells[bad].tolist()}, but there are {n}"
            raise MeshError(f"{message} [mesh-index]", "mesh-index", message)
        labels = np.zeros(0, dtype=np.int64)
        self._core = _core.Mesh.of_arrays(
            points,
            cells.astype(np.uint32),
            labels if cell_labels is None else integers(cell_labels, "cell_labels", (len(cells),)),
            labels if vertex_labels is None else integers(vertex_labels, "vertex_labels", (n,)),
            list(regions),
            repair,
        )
        self._spec: dict[str, Any] = {}
        self._keep: object = None
        tell(self.warnings)

    @classmethod
    def _of(cls, spec: dict[str, Any], progress: Progress | None, keep: object = None) -> Mesh:
        mesh = cls.__new__(cls)
        mesh._spec = plain(spec)
        document = text({"mesh": mesh._spec})
        mesh._core = _core.Mesh.of_scene(document, Path.cwd(), progress)
        mesh._keep = keep
        tell(mesh.warnings)
        return mesh

    @classmethod
    def read(
        cls, path: PathLike, *, unit: float | None = None, repair: bool = False, display: PathLike | None = None,
        progress: Progress | None = None,
    ) -> Mesh:
        """A mesh file: ``.mesh``, ``.msh``, ``.vtk``, ``.vtu``, ``.node``/``.ele``, planar ``.obj``.

        unit: length of the file's unit in m; display: a surface to look at that follows the body.
        """
        shown = None if display is None else os.path.abspath(display)
        spec = keys(file=os.path.abspath(path), unit=unit, repair=repair or None, display=shown)
        return cls._of(spec, progress)

    @classmethod
    def from_surface(
        cls,
        surface: PathLike | tuple[npt.ArrayLike, npt.ArrayLike],
        *,
        cells: int | None = None,
        cell: float | None = None,
        graded: bool | None = None,
        thin: bool | None = None,
        unit: float | None = None,
        progress: Progress | None = None,
    ) -> Mesh:
        """Fills a surface with tetrahedra, or a drawing with triangles.

        surface: a file (``.obj``, ``.stl``, ``.ply``, ``.off``, ``.gltf``, ``.glb``; ``.svg``, ``.png``), or
        ``(V, F)`` with shapes (s, 3) and (f, 3). cells: about how many; or cell: their size in m. graded: larger
        ones inside; thin: smaller ones until thin parts are kept. What was mended is in ``warnings``.
        """
        keep: object = None
        if isinstance(surface, tuple):
            points = floats(surface[0], "the surface's vertices", ("s", 3))
            faces = integers(surface[1], "the surface's faces", ("f", 3))
            keep = folder = tempfile.TemporaryDirectory(prefix="forcedual-")
            file = os.path.join(folder.name, "surface.obj")
            with open(file, "w") as out:
                out.writelines(f"v {x!r} {y!r} {z!r}\n" for x, y, z in points.tolist())
                out.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in faces.tolist())
        else:
            file = os.path.abspath(surface)
        spec = keys(surface=file, cells=cells, cell=cell, graded=graded, thin=thin, unit=unit)
        return cls._of(spec, progress, keep)

    @classmethod
    def shape(
        cls,
        name: str,
        *,
        size: float | Sequence[float] | None = None,
        cells: int | None = None,
        cavities: int | None = None,
        progress: Progress | None = None,
    ) -> Mesh:
        """A built-in shape, ``"beam"``, ``"ball"``, ``"finger"``, ...; size: extents in m."""
        lengths = None if size is None else floats(size, "size", (), ("d",)).tolist()
        return cls._of(keys(shape=name, size=lengths, cells=cells, cavities=cavities), progress)

    @property
    def vertices(self) -> Floats:
        """Positions in m, shape (n, d), read-only."""
        return self._core.vertices

    @property
    def cells(self) -> Integers:
        """Vertex numbers, shape (t, d+1), read-only, positively wound."""
        return self._core.cells

    V = vertices
    T = cells

    @property
    def dim(self) -> int:
        """2 or 3."""
        return int(self.vertices.shape[1])

    @property
    def warnings(self) -> list[str]:
        """What you should know about the mesh."""
        return self._core.warnings

    @property
    def cell_labels(self) -> Integers:
        """A label per cell, shape (t,), or empty."""
        return np.array(self._core.cell_labels, dtype=np.int64)

    @property
    def vertex_labels(self) -> Integers:
        """A label per vertex, shape (n,), or empty."""
        return np.array(self._core.vertex_labels, dtype=np.int64)

    @property
    def regions(self) -> list[str]:
        """Names of the cell labels 1, 2, ... in turn."""
        return self._core.regions

    def volumes(self) -> Floats:
        """Volume of every cell (area in 2D), shape (t,)."""
        return np.array(self._core.volumes())

    def boundary(self) -> Integers:
        """Facets of the boundary, shape (f, d), outside seen counterclockwise."""
        return self._core.boundary()

    def select(self, where: Any, of: str = "vertices") -> Bools:
        """Mask of the vertices (or ``of="cells"``) that a selection of scenes holds."""
        if of not in ("vertices", "cells"):
            raise wrong_array(f"a selection is one of vertices or of cells, not of {of!r}")
        chosen = selection(where, of)
        check_masks(chosen, {"vertices": len(self.vertices), "cells": len(self.cells)})
        given = text(plain(chosen))
        return np.array(self._core.select(given, of == "cells"), dtype=np.bool_)

    def check(self) -> dict[str, Any]:
        """What ``forcedual check --json`` prints: defects, extent, cavities, quality of the cells."""
        found: dict[str, Any] = json.loads(self._core.check())
        return found

    def write(self, path: PathLike, fields: Mapping[str, npt.ArrayLike] | None = None) -> None:
        """Writes a mesh file in the format of its extension.

        fields: numbers or vectors per vertex or cell, shape (n,), (n, k), (t,) or (t, k), for ``.vtu``, ``.vtk`` and
        ``.msh``.
        """
        n, t = len(self.vertices), len(self.cells)
        listed = []
        for name, given in (fields or {}).items():
            values = floats(given, f"the field {name!r}", (n,), (n, "k"), (t,), (t, "k"))
            listed.append((name, len(values) != n, values.reshape(len(values), -1)))
        self._core.write(Path(path), listed)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._keep is not None:
            raise TypeError("a mesh of a surface in memory stays in its process; write it and read it there")
        arrays = self.vertices, self.cells, self.cell_labels, self.vertex_labels, self.regions
        return (_unpickled, (*arrays, self._spec))

    def __repr__(self) -> str:
        kind = "triangles" if self.dim == 2 else "tetrahedra"
        return f"<Mesh: {len(self.vertices)} vertices, {len(self.cells)} {kind}>"

    def _repr_html_(self) -> str:
        from ._view import view

        return view(self)._repr_html_()


def _unpickled(
    V: Floats, T: Integers, cell_labels: Integers, vertex_labels: Integers, regions: list[str], spec: dict[str, Any]
) -> Mesh:
    def some(labels: Integers) -> Integers | None:
        return labels if len(labels) else None

    mesh = Mesh(V, T, cell_labels=some(cell_labels), vertex_labels=some(vertex_labels), regions=regions)
    mesh._spec = spec
    return mesh


def mesh_of(core: _core.Mesh) -> Mesh:
    """A mesh that was compiled, as it is."""
    mesh = Mesh.__new__(Mesh)
    mesh._core, mesh._spec, mesh._keep = core, {}, None
    return mesh


def _positions(V: npt.ArrayLike) -> npt.NDArray[Any]:
    """Positions of the right shape; whether they are finite is the library's to say, which names the vertex."""
    from ._arrays import numeric, shown

    points = numeric(V, "V")
    if points.ndim != 2 or points.shape[1] not in (2, 3):
        raise wrong_array(f"V should have shape (n, 2) or (n, 3), but has {shown(points.shape)}")
    return points


def zoo(
    name: str, *, size: float | None = None, cells: int | None = None, progress: Progress | None = None
) -> Mesh:
    """A creature of the zoo, with named regions; size: its largest extent in m."""
    return Mesh.shape(name, size=size, cells=cells, progress=progress)


def creatures() -> dict[str, str]:
    """Names of the creatures, and what they are."""
    return {name: about for name, _, about, _ in _core.creatures()}


def shapes() -> dict[str, str]:
    """Names of all built-in shapes, creatures too, and what they are."""
    return {**dict(_core.shapes()), **creatures()}


def check(path: PathLike, *, repair: PathLike | None = None, progress: Progress | None = None) -> dict[str, Any]:
    """What is wrong with the mesh, surface or drawing of a file, as ``forcedual check --json`` prints it.

    repair: where the mended mesh or surface goes; nothing is written where nothing could be mended.
    """
    told = _core.check(Path(path), None if repair is None else Path(repair), progress)
    found: dict[str, Any] = json.loads(told)
    return found
