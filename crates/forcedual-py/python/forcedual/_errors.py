"""Exceptions: what went wrong, where, and what to do.

Every error of the library is an :class:`Error` with the stable ``code`` that the command line prints too.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable

_HERE = os.path.dirname(__file__)


class Error(Exception):
    """What was asked for cannot be done.

    ``code``: stable name, for programs (``"mesh-index"``); ``message``: one sentence; ``field``: the scene's
    field at fault or None; ``help``: what to do or None; ``file`` and ``line``: the file at fault or None.
    """

    def __init__(
        self,
        text: str,
        code: str = "error",
        message: str | None = None,
        field: str | None = None,
        help: str | None = None,
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.message = text if message is None else message
        self.field = field
        self.help = help
        self.file = file
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        parts = (self.code, self.message, self.field, self.help, self.file, self.line)
        return (type(self), (str(self), *parts))


class MeshError(Error):
    """The mesh is empty, inverted, degenerate, or not finite."""


class MaterialError(Error):
    """A constant of the material is out of its physical range."""


class SelectionError(Error):
    """A selection is malformed or selects nothing."""


class ArrayError(Error, ValueError):
    """An array of the wrong shape or type, or with entries that are not finite."""


class ForceError(Error):
    """The parameters of a force make no sense, or it does not move the body."""


class NumericError(Error):
    """A computation failed, or the body cannot be solved for."""


class SceneError(Error):
    """The scene does not parse or does not follow the schema."""


class ModelError(Error):
    """A model file is damaged or of another version."""


class ControlError(Error):
    """What is to drive or hit a body does not fit it."""


class FileError(Error, OSError):
    """A file cannot be read or written, or is not what its format asks for."""

    def __str__(self) -> str:
        return str(self.args[0])


class ForcedualWarning(UserWarning):
    """What you should know about a body or a design; also in its ``warnings``."""


def tell(sentences: Iterable[str]) -> None:
    """Warns of each, where the caller of this package is."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == _HERE:
        level, frame = level + 1, frame.f_back
    for sentence in sentences:
        warnings.warn(sentence, ForcedualWarning, stacklevel=level)


class InternalError(Exception):
    """A defect of the package. Please report it, with what led to it."""


_CLASSES: dict[str, type[Error]] = {
    "io": FileError,
    "format": FileError,
    "unknown-format": FileError,
    "mesh-empty": MeshError,
    "mesh-index": MeshError,
    "mesh-not-finite": MeshError,
    "mesh-orientation": MeshError,
    "mesh-degenerate": MeshError,
    "mesh-duplicate": MeshError,
    "material-range": MaterialError,
    "selection": SelectionError,
    "selection-empty": SelectionError,
    "array": ArrayError,
    "force": ForceError,
    "force-no-variance": ForceError,
    "unsupported-body": NumericError,
    "modes": NumericError,
    "numeric": NumericError,
    "memory": NumericError,
    "scene": SceneError,
    "scene-unknown-key": SceneError,
    "model": ModelError,
    "control": ControlError,
}


def from_parts(
    code: str,
    text: str,
    message: str,
    field: str | None,
    help: str | None,
    file: str | None,
    line: int | None,
) -> Error:
    """The exception of an error of the library."""
    return _CLASSES.get(code, Error)(text, code, message, field, help, file, line)


def wrong_array(message: str, help: str | None = None) -> ArrayError:
    """The exception of an array that does not fit."""
    text = f"{message} [array]" + (f" ({help})" if help else "")
    return ArrayError(text, "array", message, None, help)
