"""Energies in full space, as functions of the positions ``x`` of all vertices.

    E = fd.energy.elastic(mesh, material) + fd.energy.handles(mesh, vertices, targets, 1e4)
    E(x), E.gradient(x), E.hessian(x)

``x`` has shape (n, d) or (d n,); gradients have that of ``x``, Hessians are sparse, (d n, d n). Energies add and
are multiplied by numbers. Values in J.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Floats, floats, integers, plain, text
from ._body import Body, sparse
from ._errors import wrong_array
from ._material import Material
from ._mesh import Mesh
from ._prior import Prior
from ._scene import Source

if TYPE_CHECKING:
    import scipy.sparse

__all__ = [
    "Energy",
    "actuated",
    "contact",
    "elastic",
    "handles",
]


def __dir__() -> list[str]:
    return __all__


class Energy:
    """A sum of energies with factors."""

    def __init__(self, terms: Sequence[tuple[float, _core.Energy]], dofs: int) -> None:
        self._terms = tuple(terms)
        self._dofs = dofs

    @property
    def channels(self) -> list[str]:
        """Names of the amplitudes that drive it."""
        return [name for _, term in self._terms for name, *_ in term.channels]

    def __add__(self, other: Energy) -> Energy:
        if not isinstance(other, Energy):
            return NotImplemented
        if other._dofs != self._dofs:
            raise wrong_array(f"energies of {self._dofs} and of {other._dofs} degrees of freedom do not add")
        return Energy(self._terms + other._terms, self._dofs)

    def __radd__(self, other: object) -> Energy:
        return self if other == 0 else NotImplemented  # sum([a, b])

    def __mul__(self, factor: float) -> Energy:
        return Energy([(float(factor) * scale, term) for scale, term in self._terms], self._dofs)

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Energy:
        return self * (1.0 / float(divisor))

    def __neg__(self) -> Energy:
        return -1.0 * self

    def __sub__(self, other: Energy) -> Energy:
        return self + -1.0 * other if isinstance(other, Energy) else NotImplemented

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an energy stays in its process: send its mesh, material and prior")

    def _inputs(
        self, x: npt.ArrayLike, amplitudes: npt.ArrayLike | None
    ) -> tuple[Floats, list[tuple[float, _core.Energy, list[float] | None]]]:
        d = self._terms[0][1].dim
        given = floats(x, "x", (self._dofs,), (self._dofs // d, d))
        count = len(self.channels)
        values = None if amplitudes is None else floats(amplitudes, "amplitudes", (count,)).tolist()
        out, at = [], 0
        for scale, term in self._terms:
            own = len(term.channels)
            out.append((scale, term, None if values is None or not own else values[at : at + own]))
            at += own
        return given, out

    def __call__(self, x: npt.ArrayLike, amplitudes: npt.ArrayLike | None = None) -> float:
        """The energy in J; amplitudes of shape (channels,), at rest by default."""
        given, terms = self._inputs(x, amplitudes)
        return float(sum(scale * term.value(given.ravel(), a) for scale, term, a in terms))

    value = __call__

    def gradient(self, x: npt.ArrayLike, amplitudes: npt.ArrayLike | None = None) -> Floats:
        """The gradient in N, of the shape of ``x``: forces with the sign turned."""
        given, terms = self._inputs(x, amplitudes)
        out = np.zeros(given.size)
        for scale, term, a in terms:
            out += scale * term.gradient(given.ravel(), a)
        return out.reshape(given.shape)

    def hessian(
        self, x: npt.ArrayLike, amplitudes: npt.ArrayLike | None = None, *, psd: bool = False
    ) -> scipy.sparse.csr_array:
        """The Hessian in N/m; without the negative part of each stencil if ``psd``."""
        given, terms = self._inputs(x, amplitudes)
        parts = [scale * sparse(term.hessian(given.ravel(), a, psd)) for scale, term, a in terms]
        out = parts[0]
        for part in parts[1:]:
            out = out + part
        return out.tocsr()


def _of(body: Body, term: _core.Energy) -> Energy:
    return Energy([(1.0, term)], len(body.mass) * term.dim)


def elastic(mesh: Mesh | Source, material: Material | Mapping[str, Any] | None = None) -> Energy:
    """The elastic energy of a body."""
    body = Body(mesh, material)
    return _of(body, body._core.elastic())


def actuated(
    mesh: Mesh | Source,
    prior: Prior | None = None,
    material: Material | Mapping[str, Any] | None = None,
    pins: Any = None,
) -> Energy:
    """The energy of what a prior drives: springs, muscles, pockets, pulls and loads, an amplitude per channel.

    Pressure in open pockets has no potential: its gradient is the force on the walls as they stand at ``x``, and value and
    Hessian are those of walls that are held.
    """
    body = Body(mesh, material, pins, prior)
    return _of(body, body._core.actuated())


def handles(
    mesh: Mesh | Source, vertices: npt.ArrayLike, targets: npt.ArrayLike, stiffness: float | npt.ArrayLike
) -> Energy:
    """Springs of no rest length from vertices, shape (h,), to targets, shape (h, d) in m; stiffness in N/m."""
    body = Body(mesh)
    chosen = integers(vertices, "vertices", ("h",))
    n = len(body.mass)
    if chosen.size and (chosen.min() < 0 or chosen.max() >= n):
        raise wrong_array(f"vertices should lie between 0 and {n - 1}")
    places = floats(targets, "targets", (len(chosen), body._core.dim))
    strengths = np.broadcast_to(floats(stiffness, "stiffness", (), (len(chosen),)), len(chosen))
    return _of(body, body._core.handles(chosen.tolist(), places, strengths.tolist()))


def contact(mesh: Mesh | Source, colliders: Sequence[Mapping[str, Any]], material: Material | None = None) -> Energy:
    """The penalty of contact with obstacles, the scene's ``[[simulation.collider]]`` each, without friction."""
    body = Body(mesh, material)
    return _of(body, body._core.contact([text(plain(dict(c))) for c in colliders]))
