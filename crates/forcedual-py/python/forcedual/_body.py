"""Bodies and their operators in full space, as SciPy sparse matrices.

``n`` is the number of vertices, ``t`` that of cells, ``d`` the dimension; degrees of freedom are interleaved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from . import _core
from ._arrays import Bools, Floats, floats
from ._material import Material
from ._mesh import Mesh
from ._prior import Prior
from ._scene import Scene, Source

if TYPE_CHECKING:
    import scipy.sparse


def sparse(parts: Any) -> scipy.sparse.csr_array:
    """A SciPy matrix of its parts."""
    import scipy.sparse

    data, indices, starts, shape = parts
    return scipy.sparse.csr_array((data, indices, starts), shape=shape)


class Body:
    """A mesh made of something and held somewhere; arguments as for :func:`forcedual.design`."""

    def __init__(
        self,
        body: Mesh | Source,
        material: Material | Mapping[str, Any] | None = None,
        pins: Any = None,
        prior: Prior | None = None,
    ) -> None:
        self.scene = Scene.of(body, material, pins, prior)
        self._core: _core.Body = self.scene._core.body()

    @property
    def mass(self) -> Floats:
        """Lumped mass per vertex, shape (n,), kg."""
        return self._core.mass

    @property
    def held(self) -> Bools:
        """Vertices that do not move, shape (n,)."""
        return self._core.held

    @property
    def warnings(self) -> list[str]:
        """What you should know."""
        return self._core.warnings

    def mass_matrix(self) -> scipy.sparse.dia_array:
        """Lumped mass per degree of freedom, shape (d n, d n), kg."""
        import numpy as np
        import scipy.sparse

        return scipy.sparse.diags_array(np.repeat(self.mass, self._core.dim))

    def stiffness(self) -> scipy.sparse.csr_array:
        """Rest Hessian ``H`` of the elastic energy, shape (d n, d n), N/m; supports are not eliminated."""
        return sparse(self._core.stiffness())

    def deformation_gradient(self) -> scipy.sparse.csr_array:
        """Operator from positions to deformation gradients, shape (d d t, d n): ``(G @ x).reshape(t, d, d)``."""
        return sparse(self._core.deformation_gradient())

    def lbs_jacobian(self, weights: npt.ArrayLike) -> Floats:
        """Jacobian of linear blend skinning, shape (d n, d (d+1) k), for weights of shape (n, k).

        Column ``(j d + r) (d+1) + a``: entry ``(r, a)`` of the affine map of weight ``j``.
        """
        return self._core.lbs_jacobian(floats(weights, "weights", (len(self.mass), "k")))

    def prior_factor(self) -> tuple[scipy.sparse.csc_array, Floats | None]:
        """Factor ``L`` of the covariance of the forces, ``Sigma_F = L @ L.T``, and their mean (None: zero), without a
        factorisation of the stiffness: no force may be given by ``rms_displacement``."""
        rows, mean = self._core.prior()
        return sparse(rows).T.tocsc(), mean


def stiffness(mesh: Mesh, material: Material | None = None) -> scipy.sparse.csr_array:
    """Rest Hessian of the elastic energy, shape (d n, d n), N/m."""
    return Body(mesh, material).stiffness()


def mass(mesh: Mesh, material: Material | None = None) -> scipy.sparse.dia_array:
    """Lumped mass per degree of freedom, shape (d n, d n), kg."""
    return Body(mesh, material).mass_matrix()


def deformation_gradient(mesh: Mesh) -> scipy.sparse.csr_array:
    """Operator from positions to deformation gradients, shape (d d t, d n): ``(G @ x).reshape(t, d, d)``."""
    return Body(mesh).deformation_gradient()


def lbs_jacobian(mesh: Mesh, weights: npt.ArrayLike) -> Floats:
    """Jacobian of linear blend skinning, see :meth:`Body.lbs_jacobian`."""
    return Body(mesh).lbs_jacobian(weights)
