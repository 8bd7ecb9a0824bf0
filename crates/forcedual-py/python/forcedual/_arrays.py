"""Arrays that come in: checked once, and copied where they must not change under our hands."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._errors import wrong_array

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
PathLike = Union[str, "os.PathLike[str]"]

#: Arrays of more numbers than this are put into files for the scene instead of into its text.
INLINE = 20_000


def shown(shape: Sequence[int | str | None]) -> str:
    """A shape as people write it, ``(n, 3)``."""
    inner = ", ".join("any" if s is None else str(s) for s in shape)
    return f"({inner},)" if len(shape) == 1 else f"({inner})"


def count(x: Any, name: str) -> int:
    """A whole number that is not negative."""
    if not isinstance(x, (int, np.integer)) or x < 0:
        raise wrong_array(f"{name} should be a whole number, zero or more, not {x!r}")
    return int(x)


def numeric(x: Any, name: str) -> npt.NDArray[Any]:
    """Anything that NumPy takes for an array of real numbers."""
    if isinstance(x, np.ma.MaskedArray):
        raise wrong_array(f"{name} is a masked array, whose mask would be lost", "pass x.filled(...) or x.compressed()")
    try:
        array = np.asarray(x)
    except (ValueError, TypeError) as e:
        raise wrong_array(f"{name} is no array: {e}") from None
    if array.dtype.kind not in "fiub":
        raise wrong_array(f"{name} should hold real numbers, but its dtype is {array.dtype}")
    return array


def floats(x: Any, name: str, *shapes: Sequence[int | str | None]) -> Floats:
    """A new array of finite doubles in C order; ``None`` and letters in a shape stand for any length."""
    array = numeric(x, name)
    if shapes and not any(fits(array.shape, shape) for shape in shapes):
        expected = " or ".join(shown(shape) for shape in shapes)
        raise wrong_array(f"{name} should have shape {expected}, but has {shown(array.shape)}")
    out = np.array(array, dtype=np.float64, order="C")
    if not np.isfinite(out).all():
        at = tuple(int(i) for i in np.argwhere(~np.isfinite(out))[0])
        raise wrong_array(f"{name} should be finite, but is {out[at]} at index {shown(at)}")
    return out


def integers(x: Any, name: str, *shapes: Sequence[int | str | None]) -> Integers:
    """A new array of whole numbers in C order."""
    array = numeric(x, name)
    if array.dtype.kind not in "iu" and array.size:
        raise wrong_array(f"{name} should hold integers, but its dtype is {array.dtype}")
    if shapes and not any(fits(array.shape, shape) for shape in shapes):
        expected = " or ".join(shown(shape) for shape in shapes)
        raise wrong_array(f"{name} should have shape {expected}, but has {shown(array.shape)}")
    return np.array(array, dtype=np.int64, order="C")


def fits(shape: Sequence[int], pattern: Sequence[int | str | None]) -> bool:
    """Is this shape of the pattern?"""
    return len(shape) == len(pattern) and all(
        not isinstance(b, int) or a == b for a, b in zip(shape, pattern)
    )


class Mask(dict[str, Any]):
    """The selection of a mask, which remembers how long that was."""

    length: int


def selection(where: Any, of: str = "vertices") -> Any:
    """A selection as scenes write it; masks and numbers of ``of`` are taken too."""
    if isinstance(where, (str, Mask)):
        return where
    if isinstance(where, Mapping):
        return {k: _inner(k, v, of) for k, v in where.items()}
    array = numeric(where, f"a selection of {of}")
    if array.ndim != 1:
        raise wrong_array(
            f"a selection of {of} should be a mask or numbers, shape (n,), but has shape {shown(array.shape)}"
        )
    if array.dtype.kind == "b":
        mask = Mask({of: np.flatnonzero(array).tolist()})
        mask.length = len(array)
        return mask
    if array.dtype.kind == "f" and array.size:
        raise wrong_array(f"a selection of {of} should be a mask or integers, not {array.dtype}")
    if len(np.unique(array)) != array.size:
        raise wrong_array(f"a selection of {of} names some of them twice", "a mask should be of bools")
    return {of: [int(i) for i in array]}


def _inner(key: str, value: Any, of: str) -> Any:
    """What a key of a selection holds: some hold further selections."""
    if key == "not":
        return selection(value, of)
    if key in ("any", "every") and isinstance(value, (list, tuple)):
        return [selection(v, of) for v in value]
    return value


def selections(document: Any, of: str = "vertices") -> Any:
    """A part of a scene whose masks and numbers, where it selects something, are as scenes write them."""
    if isinstance(document, Mapping):
        inner = "cells" if document.get("kind") in ("region", "muscle") else of
        out = {}
        for key, value in document.items():
            if key == "where":
                out[key] = selection(value, inner)
            else:
                out[key] = selections(value, "cells" if key == "material" else inner)
        return out
    if isinstance(document, (list, tuple)):
        return [selections(part, of) for part in document]
    return document


def check_masks(value: Any, lengths: Mapping[str, int]) -> None:
    """Refuses masks that are not as long as the mesh has vertices or cells."""
    if isinstance(value, Mask):
        for of in value:
            if value.length != lengths[of]:
                raise wrong_array(f"a mask of {of} should have shape ({lengths[of]},), but has ({value.length},)")
    elif isinstance(value, Mapping):
        for inner in value.values():
            check_masks(inner, lengths)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            check_masks(inner, lengths)


def plain(value: Any, folder: Path | None = None) -> Any:
    """Plain data of what a scene may hold; large arrays become files in ``folder``."""
    if isinstance(value, np.ndarray):
        if value.size > INLINE and folder is not None:
            name = f"array-{len(list(folder.iterdir()))}.npy"
            np.save(folder / name, value)
            return {"file": str(folder / name)}
        if value.ndim > 2:
            value = value.reshape(value.shape[0], -1)
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {str(k): plain(v, folder) for k, v in value.items() if v is not None}
    if isinstance(value, (list, tuple)):
        return [plain(v, folder) for v in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value


def has_large(value: Any) -> bool:
    """Is there an array that should become a file?"""
    if isinstance(value, np.ndarray):
        return value.size > INLINE
    if isinstance(value, Mapping):
        return any(has_large(v) for v in value.values())
    if isinstance(value, (list, tuple)):
        return any(has_large(v) for v in value)
    return False


def text(value: Any) -> str:
    """JSON of plain data, infinities as scenes spell them."""

    def spelt(v: Any) -> Any:
        if isinstance(v, float) and v in (float("inf"), float("-inf")):
            return "inf" if v > 0 else "-inf"
        if isinstance(v, dict):
            return {k: spelt(x) for k, x in v.items()}
        if isinstance(v, list):
            return [spelt(x) for x in v]
        return v

    try:
        return json.dumps(value, allow_nan=False)
    except ValueError:
        try:
            return json.dumps(spelt(value), allow_nan=False)
        except ValueError:
            raise wrong_array("a number of the scene is not a number (NaN)") from None


def keys(**given: Any) -> dict[str, Any]:
    """Keyword arguments as keys of scenes: hyphens, and nothing that is None."""
    return {k.rstrip("_").replace("_", "-"): v for k, v in given.items() if v is not None}
