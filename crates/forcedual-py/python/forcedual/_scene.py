"""Scenes: the document that says what body there is, which forces it will meet, and what happens."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Union

import numpy as np

from . import _core
from ._arrays import PathLike, check_masks, has_large, keys, plain, selection, selections, text
from ._material import Material
from ._mesh import Mesh
from ._prior import Prior

Source = Union["Scene", Mapping[str, Any], str, "os.PathLike[str]"]


class Scene:
    """A scene, from a dict, TOML text, or the path of a ``.toml`` or ``.json`` file.

    File names in dicts and text are relative to ``folder``, the working directory by default. A dict may hold
    NumPy arrays where scenes take arrays, and a :class:`Mesh` as ``"mesh"``.
    """

    def __init__(self, source: Source, *, folder: PathLike | None = None) -> None:
        self._keep: list[object] = []
        self._mesh: Mesh | None = None
        here = Path.cwd() if folder is None else Path(folder)
        if isinstance(source, Scene):
            self._core: _core.Scene = source._core
            self._keep, self._mesh = source._keep, source._mesh
        elif isinstance(source, Mapping):
            self._core = self._parsed(dict(source), here)
        elif isinstance(source, str) and is_text(source):
            self._core = _core.Scene.parse(source, True, here, None)
        elif isinstance(source, (str, os.PathLike)):
            self._core = _core.Scene.read(Path(source))
        else:
            kinds = "a Scene, a dict, TOML text or a path"
            raise TypeError(f"a scene is {kinds}, not {type(source).__name__}; a mesh of arrays is fd.Mesh(V, T)")

    def _parsed(self, document: dict[str, Any], folder: Path) -> _core.Scene:
        mesh = document.get("mesh")
        document = {key: value if key == "mesh" else selections({key: value})[key] for key, value in document.items()}
        given = None
        if isinstance(mesh, Mesh):
            self._mesh = mesh
            check_masks(document, {"vertices": len(mesh.vertices), "cells": len(mesh.cells)})
            given, document["mesh"] = mesh._core, mesh._spec
        spill = None
        if has_large(document):
            held = tempfile.TemporaryDirectory(prefix="forcedual-")
            self._keep.append(held)
            spill = Path(held.name)
        return _core.Scene.parse(text(plain(document, spill)), False, folder, given)

    @classmethod
    def of(
        cls,
        of: Mesh | Source,
        material: Material | Mapping[str, Any] | None = None,
        pins: Any = None,
        prior: Prior | None = None,
        *,
        subspace: Mapping[str, Any] | None = None,
        simulation: Mapping[str, Any] | None = None,
    ) -> Scene:
        """The scene of a mesh, a material, supports and a prior; the arguments are those of
        :func:`forcedual.design`. Of a scene: the same scene with what is given changed; a :class:`Material` takes the
        place of the scene's, a dict changes keys of it."""
        if not isinstance(prior, (Prior, type(None))):
            raise TypeError(f"a prior is made by fd.force and fd.mixture, and this is {type(prior).__name__}")
        changes = keys(
            material=material,
            pin=None if pins is None else [{"where": where} for where in pin_list(pins)],
            force=None if prior is None else list(prior.forces),
            subspace=subspace or None,
            simulation=simulation,
        )
        if not isinstance(of, Mesh):
            return as_scene(of).replace(**changes) if changes else as_scene(of)
        return cls({"mesh": of, **{name: _table({}, change) for name, change in changes.items()}})

    def dict(self) -> dict[str, Any]:
        """The scene as plain data, with what was left out filled in."""
        document: dict[str, Any] = json.loads(self._core.json())
        return document

    def replace(self, **tables: Any) -> Scene:
        """The same scene with keys of its tables changed: ``scene.replace(subspace={"modes": 12})``."""
        document: dict[str, Any] = json.loads(self._core.written())
        for name, changes in tables.items():
            document[name] = _table(document.get(name) or {}, changes)
        if self._mesh is not None and "mesh" not in tables:
            document["mesh"] = self._mesh
        scene = Scene(document, folder=self._core.folder)
        scene._keep += self._keep
        return scene

    def __reduce__(self) -> tuple[Any, ...]:
        folders = [held.name for held in self._keep if isinstance(held, tempfile.TemporaryDirectory)]
        document: dict[str, Any] = _loaded(json.loads(self._core.written()), folders)
        return (_unpickled, ({**document, "mesh": self._mesh or document.get("mesh")}, self._core.folder))

    def __repr__(self) -> str:
        document = self.dict()
        forces = ", ".join(f.get("name") or f["kind"] for f in document.get("force", [])) or "white-noise"
        mesh = document["mesh"]
        body = next((str(mesh[k]) for k in ("shape", "file", "surface") if k in mesh), "a mesh")
        return f"<Scene: {body}; forces: {forces}>"


def _unpickled(document: dict[str, Any], folder: Path) -> Scene:
    return Scene(document, folder=folder)


def _loaded(value: Any, folders: list[str]) -> Any:
    """Plain data whose arrays in these folders are there themselves."""
    if isinstance(value, dict):
        file = value.get("file")
        if len(value) == 1 and isinstance(file, str) and os.path.dirname(file) in folders:
            return np.load(file)
        return {k: _loaded(v, folders) for k, v in value.items()}
    if isinstance(value, list):
        return [_loaded(v, folders) for v in value]
    return value


def is_text(source: str) -> bool:
    """Is it TOML, and not the name of a file?"""
    return "\n" in source or (not source.endswith((".toml", ".json")) and "=" in source)


def _table(before: Any, changes: Any) -> Any:
    """A table of a scene with some keys changed; a material and lists take its place."""
    if isinstance(changes, Material):
        return dict(changes.spec)
    if isinstance(changes, Mapping):
        return {**before, **{str(k).replace("_", "-"): v for k, v in changes.items()}}
    return changes


def pin_list(pins: Any) -> list[Any]:
    """Selections of supports: none, a selection, a mask, numbers, or a list of selections."""
    if pins is None:
        return []
    if isinstance(pins, (list, tuple)) and any(isinstance(p, (str, Mapping, np.ndarray)) for p in pins):
        return [chosen for p in pins for chosen in pin_list(p)]
    chosen = selection(pins)
    return [] if isinstance(chosen, Mapping) and chosen == {"vertices": []} else [chosen]


def as_scene(source: Source) -> Scene:
    """A scene of anything that is one."""
    return source if isinstance(source, Scene) else Scene(source)


def example(name: str) -> Scene:
    """The scene of a creature of the zoo, ready to design."""
    scenes = {creature: scene for creature, _, _, scene in _core.creatures()}
    if name not in scenes:
        raise KeyError(f"there is no creature {name!r}; there are {', '.join(scenes)} (other shapes: fd.Mesh.shape)")
    return Scene(scenes[name])


def schema() -> dict[str, Any]:
    """The JSON Schema of scenes."""
    document: dict[str, Any] = json.loads(_core.schema())
    return document
