"""Force priors, and how they are put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._arrays import floats, keys
from ._errors import ForceError


class Prior:
    """A probability distribution over forces.

    ``a + b``: independent forces that act together, so that covariances and means add. ``s * a``: forces
    ``s`` times as strong, so that the covariance grows by ``s**2``. Made by the functions of
    :mod:`forcedual.force` and by :func:`forcedual.mixture`.
    """

    __array_ufunc__ = None  # numpy scalars leave the product to us

    def __init__(self, *forces: Mapping[str, Any]) -> None:
        self.forces: tuple[dict[str, Any], ...] = tuple(dict(force) for force in forces)

    def __add__(self, other: Prior) -> Prior:
        if not isinstance(other, Prior):
            return NotImplemented
        return Prior(*self.forces, *other.forces)

    def __radd__(self, other: object) -> Prior:
        return self if other == 0 else NotImplemented  # sum([a, b])

    def __mul__(self, factor: float) -> Prior:
        if isinstance(factor, Prior):
            return NotImplemented
        times = float(floats(factor, "the factor of a prior", ()))
        if times <= 0:
            raise wrong_force(f"the factor of a prior should be positive, not {times:g}")
        return Prior(*({**force, "scale": times * force.get("scale", 1.0)} for force in self.forces))

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Prior:
        return self * (1.0 / float(floats(divisor, "the divisor of a prior", ()) or np.nan))

    def named(self, name: str) -> Prior:
        """The same with a name, by which reports and channels call it."""
        return Prior({**self._one(), "name": name})

    def _one(self) -> dict[str, Any]:
        """The prior as one force of a scene."""
        if len(self.forces) == 1:
            return dict(self.forces[0])
        return {"kind": "sum", "of": list(self.forces)}

    def __repr__(self) -> str:
        def part(force: Mapping[str, Any]) -> str:
            scale = f"{force['scale']} * " if "scale" in force else ""
            return scale + str(force.get("name") or force["kind"])

        return f"<Prior: {' + '.join(part(force) for force in self.forces)}>"


def wrong_force(message: str) -> ForceError:
    """The exception of a force that makes no sense."""
    return ForceError(f"{message} [force]", "force", message)


def mixture(
    components: Mapping[str, Prior] | Sequence[Prior],
    probabilities: Sequence[float] | None = None,
    *,
    rms: float | None = None,
    rms_displacement: float | None = None,
    name: str | None = None,
) -> Prior:
    """One of several forces acts at a time.

    components: priors, by name or in a list; probabilities: of each, equal where left out. The subspace sees
    the first two moments; with ``simulation={"adaptive": "bayes"}`` a simulation changes between a subspace
    for each component.
    """
    if isinstance(components, Mapping):
        named = [prior.named(key) for key, prior in components.items()]
    else:
        named = list(components)
    parts = [prior._one() for prior in named]
    if not parts:
        raise wrong_force("a mixture has at least one component")
    if probabilities is not None:
        shares = floats(probabilities, "probabilities", (len(parts),))
        if (shares <= 0).any() or abs(shares.sum() - 1) > 1e-6:
            raise wrong_force(f"probabilities should be positive with the sum 1, not {shares.tolist()}")
        parts = [{**part, "probability": float(p)} for part, p in zip(parts, shares)]
    return Prior({"kind": "mixture", "of": parts, **keys(rms=rms, rms_displacement=rms_displacement, name=name)})
