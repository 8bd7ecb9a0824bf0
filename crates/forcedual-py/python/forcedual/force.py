"""Kinds of forces. Each is a prior: ``painted(w) + 0.5 * springs(edges, k)``.

Every kind takes ``name`` (for reports and channels), and one of ``rms`` (root mean square of the total force,
N) and ``rms_displacement`` (root mean square displacement it causes, m), which scale it as a whole. Where
``where`` stands, a selection of scenes, a mask of shape (n,), or numbers are taken. ``n`` is the number of
vertices, ``d`` the dimension.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt

from ._arrays import floats, integers, keys, selection
from ._errors import wrong_array
from ._prior import Prior

__all__ = [
    "contact",
    "displacement_samples",
    "force_samples",
    "handles",
    "matern",
    "matrix",
    "muscle",
    "painted",
    "pneumatic",
    "radial",
    "region",
    "springs",
    "white_noise",
]


def __dir__() -> list[str]:
    return __all__


def _prior(kind: str, strength: Mapping[str, Any], **given: Any) -> Prior:
    unknown = set(strength) - {"name", "rms", "rms_displacement"}
    if unknown:
        raise TypeError(f"{kind} has no argument {sorted(unknown)[0]!r}")
    return Prior({"kind": kind, **keys(**given), **keys(**strength)})


def _where(where: Any, of: str = "vertices") -> Any:
    return None if where is None else selection(where, of)


def _array(x: Any, name: str, *shapes: Sequence[int | str | None]) -> Any:
    return None if x is None else floats(x, name, *shapes)


def _number_or_array(x: Any, name: str) -> Any:
    if x is None:
        return None
    array = floats(x, name, (), ("any",))
    return float(array) if array.ndim == 0 else array


def white_noise(**strength: Any) -> Prior:
    """Independent forces on every vertex, by mass: linear modal analysis."""
    return _prior("white-noise", strength)


def painted(
    weight: npt.ArrayLike | None = None,
    *,
    where: Any = None,
    soften: float | None = None,
    directions: str | None = None,
    **strength: Any,
) -> Prior:
    """Independent forces with a painted variance.

    weight: variance per unit of mass, shape (n,) or (n, d), not negative; or where: vertices of weight one,
    fading over ``soften`` m. directions: ``"all"`` or ``"normal"``.
    """
    return _prior(
        "painted",
        strength,
        weight=_array(weight, "weight", ("n",), ("n", "d")),
        where=_where(where),
        soften=soften,
        directions=directions,
    )


def region(where: Any, **strength: Any) -> Prior:
    """White noise on a part of the body; ``where`` selects its cells."""
    return _prior("region", strength, where=_where(where, "cells"))


def radial(center: npt.ArrayLike, radius: float, *, sharpness: float | None = None, **strength: Any) -> Prior:
    """Independent forces that fade with the distance from ``center`` (m); half their variance at ``radius``."""
    return _prior(
        "radial", strength, center=_array(center, "center", ("d",)), radius=radius, sharpness=sharpness
    )


def matern(
    length: float | None = None, *, kappa: float | None = None, where: Any = None, **strength: Any
) -> Prior:
    """Forces that vary smoothly over the body, with a correlation ``length`` in m (or ``kappa`` in 1/m)."""
    return _prior("matern", strength, length=length, kappa=kappa, where=_where(where))


def handles(
    vertices: npt.ArrayLike | None = None,
    stiffness: float = 1.0,
    *,
    where: Any = None,
    sigma: float | None = None,
    mean: npt.ArrayLike | None = None,
    attached: bool | None = None,
    **strength: Any,
) -> Prior:
    """Vertices pulled towards random targets.

    stiffness: of the pull per unit of mass, 1/s^2; sigma: standard deviation of the targets, m; mean: of the
    targets' displacement, shape (d,) or (handles, d); attached: does the body feel them as springs?
    """
    return _prior(
        "handles",
        strength,
        vertices=None if vertices is None else integers(vertices, "vertices", ("h",)),
        where=_where(where),
        stiffness=stiffness,
        sigma=sigma,
        mean=_array(mean, "mean", ("d",), ("h", "d")),
        attached=attached,
    )


def contact(
    patches: Sequence[Mapping[str, Any]],
    *,
    normal_sigma: float | None = None,
    tangent_sigma: float | None = None,
    mean_pressure: float | None = None,
    **strength: Any,
) -> Prior:
    """Pressure and friction on patches of the boundary, in Pa.

    patches: ``{"center": [...], "radius": r}``, ``{"where": selection}`` or ``{"weight": (n,)}`` each.
    """
    return _prior(
        "contact",
        strength,
        patch=[{**p, "where": selection(p["where"])} if "where" in p else dict(p) for p in patches],
        normal_sigma=normal_sigma,
        tangent_sigma=tangent_sigma,
        mean_pressure=mean_pressure,
    )


def pneumatic(
    pockets: Any = "all", *, sigma: float | None = None, mean: float | None = None, **strength: Any
) -> Prior:
    """Pressure in pockets, in Pa: ``"all"`` cavities, or a list of their numbers and of selections."""
    return _prior("pneumatic", strength, pockets=pockets, sigma=sigma, mean=mean)


def muscle(
    fibers: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    *,
    mode: str | None = None,
    weighting: str | None = None,
    sigma: float | None = None,
    mean: float | None = None,
    **strength: Any,
) -> Prior:
    """Cells that contract along fibers, ``{"where": selection of cells, "direction": (d,) or (cells, d)}``.

    mode: ``"elements"`` or ``"groups"``; sigma, mean: of the active stress, Pa.
    """

    def one(muscle: Mapping[str, Any]) -> dict[str, Any]:
        out = dict(muscle)
        if "where" in out:
            out["where"] = selection(out["where"], "cells")
        if "direction" in out:
            out["direction"] = floats(out["direction"], "direction", ("d",), ("cells", "d"))
        return out

    given = one(fibers) if isinstance(fibers, Mapping) else [one(f) for f in fibers]
    return _prior("muscle", strength, fibers=given, mode=mode, weighting=weighting, sigma=sigma, mean=mean)


def springs(
    edges: npt.ArrayLike | None = None,
    stiffness: float | npt.ArrayLike = 1.0,
    *,
    between: npt.ArrayLike | None = None,
    sigma: float | npt.ArrayLike | None = None,
    mean: float | npt.ArrayLike | None = None,
    slack: bool = False,
    **strength: Any,
) -> Prior:
    """Springs driven by their rest lengths.

    edges: pairs of vertices, shape (s, 2); or between: pairs of points in m, shape (s, 2, d). stiffness: N/m, a
    number or one per spring; sigma, mean: of the change of rest length, m (negative contracts).
    slack: are they tendons, which pull and do not push in simulations?
    """
    ends = None if between is None else floats(between, "between", ("s", 2, "d")).tolist()
    if edges is not None and ends is not None:
        raise wrong_array("springs take either edges or points between, not both")
    return _prior(
        "springs",
        strength,
        edges=None if edges is None else integers(edges, "edges", ("s", 2)),
        between=ends,
        stiffness=_number_or_array(stiffness, "stiffness"),
        sigma=_number_or_array(sigma, "sigma"),
        mean=_number_or_array(mean, "mean"),
        slack=slack or None,
    )


def matrix(
    columns: npt.ArrayLike,
    *,
    covariance: npt.ArrayLike | None = None,
    mean: npt.ArrayLike | None = None,
    **strength: Any,
) -> Prior:
    """Random combinations of given forces, ``F = columns @ a`` with ``a ~ N(mean, covariance)``.

    columns: N per unit of amplitude, shape (d n, r), or (r, n, d); covariance: shape (r,) or (r, r), identity
    where left out; mean: shape (r,). Bring your own force model this way: its covariance's factor.
    """
    given = floats(columns, "columns", ("d n", "r"), ("r", "n", "d"))
    if given.ndim == 3:
        given = given.reshape(given.shape[0], -1).T.copy()
    return _prior(
        "matrix",
        strength,
        columns=given,
        covariance=_array(covariance, "covariance", ("r",), ("r", "r")),
        mean=_array(mean, "mean", ("r",)),
    )


def force_samples(samples: npt.ArrayLike, *, centred: bool | None = None, **strength: Any) -> Prior:
    """Forces that were observed, N: shape (samples, d n) or (samples, n, d)."""
    return _prior("force-samples", strength, samples=_samples(samples), centred=centred)


def displacement_samples(samples: npt.ArrayLike, *, centred: bool | None = None, **strength: Any) -> Prior:
    """Displacements that were observed, m: shape (samples, d n) or (samples, n, d)."""
    return _prior("displacement-samples", strength, samples=_samples(samples), centred=centred)


def _samples(samples: npt.ArrayLike) -> Any:
    given = floats(samples, "samples", ("s", "d n"), ("s", "n", "d"))
    return given.reshape(given.shape[0], -1)
