"""The studio from Python: paint forces, watch modes appear and grab the body, in a browser."""

from __future__ import annotations

import atexit
import html
import os
import sys
import tempfile
import time
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import _core
from ._arrays import PathLike
from ._design import Model, Subspace
from ._mesh import Mesh
from ._scene import Scene, is_text

#: Those that are open: they stay so when nobody holds on to them.
_open: set[Studio] = set()


class Studio:
    """A studio that this process serves. Made by :func:`studio`; as a context manager it is closed at the end.

    ``address``: of its page, with the secret that lets you in.
    """

    def __init__(self, core: _core.Studio, keep: object) -> None:
        self._core = core
        self._keep = keep
        self.address: str = core.address
        _open.add(self)

    @property
    def is_open(self) -> bool:
        """Does it still serve?"""
        return self._core.is_open

    def close(self) -> None:
        """Ends it; closing it again does nothing."""
        _open.discard(self)
        self._core.close()

    def wait(self) -> None:
        """Serves until Ctrl-C, for scripts that would end otherwise."""
        try:
            while self.is_open:
                time.sleep(0.1)
        except KeyboardInterrupt:
            pass
        self.close()

    def __enter__(self) -> Studio:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Studio: {self.address if self.is_open else 'closed'}>"

    def _repr_html_(self) -> str:
        if not self.is_open:
            return "The studio is closed."
        address = html.escape(self.address, quote=True)
        return f'The studio is at <a href="{address}" target="_blank" rel="noopener">{address}</a>'


@atexit.register
def _close_all() -> None:
    for studio in list(_open):
        studio.close()


def studio(
    of: Scene | Mesh | Subspace | Model | Mapping[str, Any] | PathLike | None = None,
    *,
    host: str | None = None,
    port: int | None = None,
    browser: bool | None = None,
) -> Studio:
    """Opens the studio on a scene, mesh, subspace or model, or on the path of a scene, mesh, surface, drawing or
    model; on a baby dragon where nothing is given. It runs beside your code, until it is closed or Python ends.

    host: address of this machine to listen at, so that others can reach it; only this machine by default.
    port: 4747, or one that is free, by default. browser: open one? By default where there is a screen.
    """
    scene: Scene | None = None
    file: Path | None = None
    keep: list[object] = []
    if isinstance(of, Model):
        file = _folder(keep) / "model.safetensors"
        of.save(file)
    elif isinstance(of, Mesh):
        scene = Scene.of(of, subspace={"kind": "skinning", "modes": 12})
    elif isinstance(of, Subspace):
        scene = of.scene
    elif isinstance(of, (Scene, Mapping)) or (isinstance(of, str) and is_text(of)):
        scene = Scene(of)
    elif of is not None:
        file = Path(of)
    if scene is not None:
        mesh = scene._mesh
        if mesh is not None and not mesh._spec:  # made of arrays: pages know files only
            path = _folder(keep) / "mesh.msh"
            mesh.write(path)
            scene = scene.replace(mesh={"file": str(path)})
        keep.append(scene)
    opened = Studio(_core.Studio(None if scene is None else scene._core, file, host, port), keep)
    if browser or (browser is None and _is_desktop()):
        webbrowser.open(opened._core.once)  # other users see command lines: the secret is not on them
    return opened


def _folder(keep: list[object]) -> Path:
    """A folder that lasts as long as the list."""
    held = tempfile.TemporaryDirectory(prefix="forcedual-")
    keep.append(held)
    return Path(held.name)


def _is_desktop() -> bool:
    """Is there a screen in front of this machine to open a browser on?"""
    screen = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(screen) and not any(name in os.environ for name in ("SSH_CONNECTION", "SSH_TTY"))
