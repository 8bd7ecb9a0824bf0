"""Materials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arrays import Floats, floats, keys, selection


class Material:
    """What a body is made of: the scene's ``[material]``. Made by :func:`material`."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        self.spec: dict[str, Any] = dict(spec)

    def __repr__(self) -> str:
        inner = ", ".join(f"{k}={_short(v)}" for k, v in self.spec.items())
        return f"forcedual.material({inner})"


def _short(value: Any) -> str:
    return f"<{value.size} numbers>" if isinstance(value, np.ndarray) else repr(value)


def _quantity(x: Any, name: str) -> float | Floats | None:
    if x is None:
        return None
    array = floats(x, name, (), ("t",))
    return float(array) if array.ndim == 0 else array


def material(
    law: str = "stable-neo-hookean",
    *,
    young: float | npt.ArrayLike | None = None,
    poisson: float | npt.ArrayLike | None = None,
    density: float | npt.ArrayLike | None = None,
    regions: Sequence[Mapping[str, Any]] = (),
) -> Material:
    """A material.

    law: ``"linear"``, ``"corotated"``, ``"arap"``, ``"stvk"`` or ``"stable-neo-hookean"``; all have the same
        stiffness at rest, but for ``"arap"``, which has no Poisson effect.
    young: Young's modulus in Pa, a number or one per cell, shape (t,); 1e6 by default.
    poisson: Poisson's ratio, above -1 and below 0.5; 0.45 by default.
    density: kg/m^3, in 2D per metre of depth; 1000 by default.
    regions: parts made of something else, ``{"where": selection of cells, "young": ...}`` each.
    """
    parts = [
        {**region, "where": selection(region["where"], "cells")} if "where" in region else dict(region)
        for region in regions
    ]
    return Material(
        keys(
            law=law,
            young=_quantity(young, "young"),
            poisson=_quantity(poisson, "poisson"),
            density=_quantity(density, "density"),
            region=parts or None,
        )
    )
