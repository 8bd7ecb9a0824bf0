"""Sweeps over parameters, and fleets of roll-outs, on this machine or on Dask (``pip install 'forcedual[dask]'``).

    table = fd.sweep(measure, {"young": [1e4, 1e5], "modes": [8, 16]}, folder="runs", client=client)

``measure(**parameters)`` returns plain data (numbers, strings, lists, dicts; arrays come back as lists). Every result is
written to ``folder`` as soon as it is there, under a name made of its parameters and of the source of ``measure``, so that a
sweep that was stopped goes on where it was, and one of another function, or of an edited one, begins anew. Values that
``measure`` takes from around it count too, and functions of its own module that it calls; what other modules do is not
looked at: take another folder where that has changed.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import inspect
import itertools
import json
import os
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import PathLike
from ._errors import wrong_array

if TYPE_CHECKING:
    from distributed import Client


def sweep(
    measure: Callable[..., Any],
    parameters: Mapping[str, Sequence[Any]] | Iterable[Mapping[str, Any]],
    *,
    folder: PathLike | None = None,
    client: Client | None = None,
) -> list[dict[str, Any]]:
    """Measures every combination of parameters.

    parameters: lists by name, all combinations of which are measured; or the combinations themselves. folder:
    where results are kept and looked for; client: of Dask distributed, whose workers then do the work, else this
    process does. A list of ``{**parameters, "result": ..., "error": None or a sentence}`` in the order of the
    combinations; errors are not kept, so that they are tried again.
    """
    if isinstance(parameters, Mapping):
        names = list(parameters)
        cases = [dict(zip(names, values)) for values in itertools.product(*parameters.values())]
    else:
        cases = [dict(case) for case in parameters]
    for name in ("result", "error"):
        if any(name in case for case in cases):
            raise wrong_array(f"a parameter cannot be called {name!r}, as the table has a column of this name")
    kept = None if folder is None else Path(folder)
    source = _source(measure)
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
    found: dict[int, dict[str, Any]] = {}
    open_cases = []
    for k, case in enumerate(cases):
        told = None if kept is None else _read(kept / _name(source, case))
        if told is None:
            open_cases.append(k)
        else:
            found[k] = {**case, "result": told["result"], "error": None}

    def keep(k: int, outcome: tuple[Any, str | None]) -> None:
        result, error = outcome
        try:
            plain = json.loads(json.dumps(result, default=_plain))
        except (TypeError, ValueError) as e:
            plain, error = None, f"{type(e).__name__}: {e}"
        found[k] = {**cases[k], "result": plain, "error": error}
        if kept is not None and error is None:
            _write(kept / _name(source, cases[k]), {"parameters": cases[k], "result": plain})

    if client is None:
        for k in open_cases:
            keep(k, _measured(measure, cases[k]))
    else:
        from distributed import as_completed

        futures = {client.submit(_measured, measure, cases[k], pure=False): k for k in open_cases}
        for future in as_completed(list(futures)):  # type: ignore[no-untyped-call]
            outcome = future.result() if future.status == "finished" else (None, repr(future.exception()))
            keep(futures[future], outcome)
    return [found[k] for k in range(len(cases))]


def _measured(measure: Callable[..., Any], case: Mapping[str, Any]) -> tuple[Any, str | None]:
    """The result and what went wrong."""
    try:
        return measure(**case), None
    except Exception as e:
        return None, f"{type(e).__name__}: {e}"


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    raise TypeError(f"a result should be plain data, and {type(value).__name__} is not")


def _stated(value: Any) -> Any:
    """What stands for a value in names of files: the same in every process."""
    try:
        return _plain(value)
    except TypeError:
        try:
            return hashlib.sha256(pickle.dumps(value)).hexdigest()
        except Exception:  # whatever a stranger's class raises
            return type(value).__qualname__


def _source(measure: Callable[..., Any]) -> str:
    """What a function is, as far as can be told: its name, its source or compiled code, and what is bound to it."""
    bound = ""
    while isinstance(measure, functools.partial):
        bound += repr((measure.args, sorted(measure.keywords.items())))
        measure = measure.func
    try:
        text = inspect.getsource(measure)
    except (OSError, TypeError):
        code = getattr(measure, "__code__", None)
        text = repr((code.co_code, code.co_consts)) if code else repr(measure)
    return f"{getattr(measure, '__qualname__', '')}{text}{bound}{_around(measure, {measure})}"


def _around(function: Callable[..., Any], seen: set[Any]) -> str:
    """What a function takes from around it: values, and the source of functions of its module."""
    try:
        used = inspect.getclosurevars(function)
    except (TypeError, ValueError):
        return ""
    out = ""
    for name, value in sorted({**used.globals, **used.nonlocals}.items()):
        if inspect.isfunction(value):
            if value.__module__ == function.__module__ and value not in seen:
                seen.add(value)
                try:
                    out += f"{name}{inspect.getsource(value)}"
                except OSError:
                    out += f"{name}{value.__code__.co_code!r}"
                out += _around(value, seen)
        elif not inspect.ismodule(value) and not inspect.isclass(value) and not inspect.isbuiltin(value):
            out += name + json.dumps(value, sort_keys=True, default=_stated)
    return out


def _name(source: str, case: Mapping[str, Any]) -> str:
    text = source + json.dumps(case, sort_keys=True, default=_stated)
    return hashlib.sha256(text.encode()).hexdigest()[:24] + ".json"


def _read(path: Path) -> dict[str, Any] | None:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) and "result" in told else None


def _write(path: Path, value: Any) -> None:
    """Complete or not there."""
    beside = path.with_suffix(f".{os.getpid()}.part")
    beside.write_text(json.dumps(value, default=_stated), encoding="utf-8")
    os.replace(beside, path)
