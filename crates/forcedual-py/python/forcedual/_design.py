"""From a body and a prior to a certified subspace."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Bools, Floats, PathLike, count as whole, floats
from ._errors import FileError, tell, wrong_array
from ._material import Material
from ._mesh import Mesh, Progress, mesh_of
from ._prior import Prior
from ._scene import Scene, Source, as_scene

if TYPE_CHECKING:
    import scipy.sparse

    from ._simulation import Simulation


@dataclass(frozen=True)
class Certificate:
    """How much of the motion a subspace captures; mean squares over the prior, in the mass norm, of small motions:
    responses are linear here. :func:`forcedual.simulate` with ``against="full"`` tells of large ones."""

    #: variance of the displacement, ``tr(Sigma_U M)``, kg m^2
    trace: float
    #: share of it that projection onto the subspace keeps
    captured: float
    #: 95% interval of that share
    interval: tuple[float, float]
    #: what projection misses, kg m^2
    expected_error: float
    #: share of the elastic energy that a reduced solve finds
    energy_captured: float
    #: 95% interval of that share
    energy_interval: tuple[float, float]
    #: error of a reduced solve, relative to ``trace``
    galerkin_error: float
    #: the mean displacement outside the subspace, kg m^2
    mean_error: float
    #: all of the mean displacement, kg m^2
    mean_square: float
    #: is nothing above estimated?
    exact: bool

    @classmethod
    def _of(cls, told: Mapping[str, Any]) -> Certificate:
        pairs: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in told.items()}
        return cls(**pairs)

    def __str__(self) -> str:
        low, high = (f"{end:.4%}" for end in self.interval)
        sure = "exact" if self.exact else "estimated" if low == high else f"95%: {low} to {high}"
        return (
            f"captured {self.captured:.4%} of the motion ({sure}); "
            f"error of a reduced solve {self.galerkin_error:.2e}"
        )


class Subspace:
    """A designed subspace. Made by :func:`design`.

    Arrays are NumPy's own and read-only; getting them copies nothing, and they outlive this object.
    """

    def __init__(self, scene: Scene, core: _core.Design) -> None:
        self.scene = scene
        self._core = core
        self._report: dict[str, Any] | None = None

    @cached_property
    def mesh(self) -> Mesh:
        """The body's mesh."""
        return mesh_of(self._core.mesh)

    @property
    def basis(self) -> Floats:
        """Mass-orthonormal displacement basis, shape (d n, r): rigid motions of a free body first. For
        skinning, the span of linear blend skinning."""
        return self._core.basis

    @property
    def weights(self) -> Floats | None:
        """Skinning weights, shape (n, k), constant ones of free parts first; None for displacement modes."""
        return self._core.weights

    @property
    def eigenvalues(self) -> Floats:
        """Variance along each mode or weight, shape (m,), kg m^2."""
        return self._core.eigenvalues

    @property
    def mean(self) -> Floats | None:
        """Mean displacement, shape (d n,), m; None where it is zero."""
        return self._core.mean

    @property
    def mass(self) -> Floats:
        """Lumped mass per vertex, shape (n,), kg."""
        return self._core.mass

    @property
    def held(self) -> Bools:
        """Vertices that do not move, shape (n,)."""
        return self._core.held

    @property
    def rigid(self) -> int:
        """Columns of the basis that are motions without energy."""
        return self._core.rigid

    @property
    def report(self) -> dict[str, Any]:
        """What ``forcedual design --report`` writes."""
        if self._report is None:
            self._report = json.loads(self._core.report())
        return self._report

    @property
    def certificate(self) -> Certificate:
        """How much of the motion is captured."""
        return Certificate._of(self.report["certificate"])

    @property
    def warnings(self) -> list[str]:
        """What you should know."""
        return list(self.report["warnings"])

    def solve(self, forces: npt.ArrayLike, *, progress: Progress | None = None) -> Floats:
        """Displacements in m under forces in N, ``S(F)`` in full: shape (d n,), (n, d) or (s, n, d), as given."""
        n, d = len(self.mass), self._core.dim
        given = floats(forces, "forces", (n * d,), (n, d), ("s", n, d), ("s", n * d))
        return self._core.solve(given.reshape(-1, n * d), progress).reshape(given.shape)

    def sample(
        self, count: int, seed: int = 0, *, large: bool = False, progress: Progress | None = None
    ) -> tuple[Floats, Floats]:
        """Forces drawn from the prior (N) and displacements they cause (m), each of shape (count, n, d).

        large: turns the linear displacements into large ones by rotation-strain reconstruction.
        """
        forces = self._core.draw(whole(count, "count"), whole(seed, "seed"), progress)
        moved = self._core.solve(forces, progress)
        if large:
            moved = self._core.large(moved, progress)
        shape = (count, len(self.mass), self._core.dim)
        return forces.reshape(shape), moved.reshape(shape)

    def write_surfaces(
        self,
        path: PathLike,
        displacements: npt.ArrayLike,
        *,
        surface: PathLike | None = None,
        progress: Progress | None = None,
    ) -> list[str]:
        """Writes the surface to look at where displacements (m) of the body put it, as ``forcedual sample -o x.obj``
        does: ``x_0.obj``, ``x_1.obj`` and so on, with their texture coordinates and materials. Gives warnings.

        displacements: shape (n, d) or (s, n, d); surface: a file that takes the place of the scene's.
        """
        n, d = len(self.mass), self._core.dim
        given = floats(displacements, "displacements", (n * d,), (n, d), ("s", n, d), ("s", n * d))
        of = None if surface is None else os.fspath(surface)
        return self._core.write_surfaces(os.fspath(path), given.reshape(-1, n * d), of, progress)

    def fields(self) -> dict[str, Floats]:
        """What ``forcedual design --fields`` writes, on vertices or cells, shape (n,) or (t,): ``held``, ``young``,
        ``poisson``, ``density``, and the root mean square of each force in N. For :meth:`Mesh.write`."""
        return {name: rows[:, 0] if rows.shape[1] == 1 else rows for name, rows in self._core.fields()}

    def factor(self) -> scipy.sparse.csc_array:
        """Factor ``L`` of the covariance of forces, ``Sigma_F = L @ L.T``, shape (d n, amplitudes)."""
        from ._body import sparse

        return sparse(self._core.factor()).T.tocsc()

    @cached_property
    def model(self) -> Model:
        """The model: the subspace with its body and all that playing it takes."""
        return Model(self._core.model())

    def save(self, path: PathLike, *, progress: Progress | None = None) -> None:
        """Writes the model file that ``forcedual design`` writes (``.safetensors``)."""
        if "model" not in self.__dict__:
            self.__dict__["model"] = Model(self._core.model(progress))
        self.model.save(path)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a subspace with its factored body stays in its process: send sub.model")

    def simulation(self, **settings: Any) -> Simulation:
        """A simulation of this subspace, as ``Simulation(self)``."""
        from ._simulation import Simulation

        return Simulation(self, **settings)

    def __repr__(self) -> str:
        report, count = self.report, len(self.warnings)
        what = "weights" if self.weights is not None else "modes"
        more = f"; {count} warning{'s' * (count > 1)}" if count else ""
        return (
            f"<Subspace: {report['modes']} {what} by {report['method']}, "
            f"{report['reduced_dofs']} degrees of freedom of {report['dofs']}; {self.certificate}{more}>"
        )

    def _repr_html_(self) -> str:
        from ._view import view

        return view(self)._repr_html_()


class Model:
    """A model file: body, subspace and run time. Made by :func:`load` and :attr:`Subspace.model`."""

    def __init__(self, core: _core.Model) -> None:
        self._core = core

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, (self._core.to_bytes(),))

    @property
    def vertices(self) -> Floats:
        """Rest positions, shape (n, d), m."""
        return self._core.vertices

    @property
    def cells(self) -> npt.NDArray[np.int64]:
        """Vertex numbers, shape (t, d+1)."""
        return self._core.cells

    @property
    def basis(self) -> Floats | None:
        """Displacement modes, shape (d n, r); None for skinning, whose Jacobian is
        ``forcedual.lbs_jacobian(model.mesh, model.weights)``."""
        return self._core.basis

    @property
    def weights(self) -> Floats | None:
        """Skinning weights, shape (n, k); None for displacement modes."""
        return self._core.weights

    @property
    def eigenvalues(self) -> Floats:
        """Variance along each mode or weight, shape (m,), kg m^2."""
        return self._core.eigenvalues

    @property
    def mean(self) -> Floats | None:
        """Mean displacement, shape (d n,), m; None where it is zero."""
        return self._core.mean

    @property
    def mass(self) -> Floats:
        """Lumped mass per vertex, shape (n,), kg."""
        return self._core.mass

    @property
    def held(self) -> Bools:
        """Vertices that do not move, shape (n,)."""
        return self._core.held

    @property
    def rigid(self) -> int:
        """Columns of the basis that are motions without energy."""
        return self._core.rigid

    @cached_property
    def mesh(self) -> Mesh:
        """The body's mesh."""
        core = self._core
        return Mesh(core.vertices, core.cells, cell_labels=core.cell_labels or None, regions=core.regions)

    @property
    def kind(self) -> str:
        """``"displacement"`` or ``"skinning"``."""
        return self._core.kind

    @property
    def method(self) -> str:
        """How the modes were found."""
        return self._core.method

    @property
    def version(self) -> str:
        """Version of the program that wrote the model."""
        return self._core.version

    @property
    def certificate(self) -> Certificate:
        """How much of the motion is captured."""
        return Certificate._of(json.loads(self._core.certificate()))

    @property
    def scene(self) -> dict[str, Any]:
        """The scene, as plain data."""
        document: dict[str, Any] = json.loads(self._core.scene())
        return document

    @property
    def warnings(self) -> list[str]:
        """What you should know."""
        return self._core.warnings

    def save(self, path: PathLike) -> None:
        """Writes the file in one piece; its name ends in ``.safetensors``."""
        if Path(path).suffix.lower() != ".safetensors":
            message = f"{os.fspath(path)} does not end in .safetensors, which is what is written"
            raise FileError(f"{message} [unknown-format]", "unknown-format", message, file=os.fspath(path))
        self._core.write(Path(path))

    def simulation(self, **settings: Any) -> Simulation:
        """A simulation of this model, as ``Simulation(self)``."""
        from ._simulation import Simulation

        return Simulation(self, **settings)

    def __repr__(self) -> str:
        core = self._core
        return f"<Model: {core.kind} by {core.method}, {core.reduced_dofs} degrees of freedom>"


def _unpickled(data: bytes) -> Model:
    return Model(_core.Model.from_bytes(data))


def load(path: PathLike) -> Model:
    """Reads a model file."""
    return Model(_core.Model.read(Path(path)))


def design(
    body: Mesh | Model | Source,
    material: Material | Mapping[str, Any] | None = None,
    pins: Any = None,
    prior: Prior | None = None,
    *,
    modes: int | str | None = None,
    kind: str | None = None,
    method: str | None = None,
    simulation: Mapping[str, Any] | None = None,
    solver: str = "embedded",
    progress: Progress | None = None,
    **options: Any,
) -> Subspace:
    """Designs the subspace that captures the most of the motion that the forces cause.

    body: a :class:`Mesh`, or a whole scene (:class:`Scene`, dict, TOML text, path), whose parts the other
        arguments then change; or a :class:`Model`, whose scene is designed anew on its mesh. Arrays of more than 20,000
        numbers are not in a model's scene: give these parts again.
    material: of :func:`material`, soft rubber by default; for scenes also a dict of what changes of theirs.
    pins: vertices that do not move: a selection of scenes or a list of such, a mask of shape (n,), or vertex
        numbers. None: the body floats.
    prior: of :mod:`forcedual.force`; white noise by default.
    modes: how many, or a share of the motion, ``"99%"``; 24 by default.
    kind: ``"displacement"`` or ``"skinning"``; method: ``"force-dual"``, ``"lma"``, ``"pod"``, ...
    simulation: how the body will be simulated, the scene's ``[simulation]``: ``{"gravity": [0, 0, -9.81]}``.
    solver: ``"embedded"``, or ``"slepc"`` for bodies that one machine cannot factor (under ``mpirun``): the modes
        without certificate and run time.
    progress: called as ``progress(stage, done, total)`` now and then and at the end; what it raises stops the work.
    options: further keys of ``[subspace]``: ``fill=True``, ``samples=100``, ...

    The certificate is about small motions, as the subspace is optimal for those. Displacement modes are straight, and lock
    where parts turn far: ``kind="skinning"`` for those. What you should know is warned of (:class:`ForcedualWarning`).
    """
    subspace = {k: v for k, v in {**options, "modes": modes, "kind": kind, "method": method}.items() if v is not None}
    if isinstance(body, Model):
        body = {**body.scene, "mesh": body.mesh}
    scene = Scene.of(body, material, pins, prior, subspace=subspace, simulation=simulation)
    if solver == "embedded":
        made = Subspace(scene, _core.Design(scene._core, progress))
        known = body.warnings if isinstance(body, Mesh) else []
        tell((sentence for sentence in made.warnings if sentence not in known))
        return made
    if solver == "slepc":
        from ._slepc import modes as by_slepc

        return by_slepc(scene)
    raise wrong_array(f"the solver is \"embedded\" or \"slepc\", not {solver!r}")


def sample(source: Source, count: int, seed: int = 0) -> tuple[Floats, Floats]:
    """Forces drawn from a scene's prior (N) and displacements they cause (m), each (count, n, d)."""
    scene = as_scene(source)
    return Subspace(scene, _core.Design(scene.replace(subspace={"modes": 1})._core, None)).sample(count, seed)


