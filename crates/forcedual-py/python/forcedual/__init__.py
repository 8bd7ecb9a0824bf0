"""Subspaces for soft bodies, designed from the forces you expect.

    import forcedual as fd

    mesh = fd.zoo("dragon")
    prior = fd.force.painted(where={"region": "tail"}) + 0.5 * fd.force.springs(edges, k)
    sub = fd.design(mesh, fd.material(young=1e5), pins, prior, modes=24, kind="skinning")
    sim = fd.Simulation(sub)
    sim.step(actuation)

Units are SI. Vertices, cells and channels are numbered from zero. Degrees of freedom are interleaved,
``dim * vertex + component``, so that ``u.reshape(n, dim)`` has a row per vertex.

Everything goes through a scene, the document that the command ``forcedual`` reads too, and gives the same
bits. Nothing but this file is loaded by ``import forcedual``; the rest follows when it is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import energy as energy, force as force, gym as gym, plot as plot
    from ._body import (
        Body as Body,
        deformation_gradient as deformation_gradient,
        lbs_jacobian as lbs_jacobian,
        mass as mass,
        stiffness as stiffness,
    )
    from ._compare import Comparison as Comparison, Curve as Curve, compare as compare
    from ._design import (
        Certificate as Certificate,
        Model as Model,
        Subspace as Subspace,
        design as design,
        load as load,
        sample as sample,
    )
    from ._errors import (
        ArrayError as ArrayError,
        ControlError as ControlError,
        Error as Error,
        FileError as FileError,
        ForceError as ForceError,
        ForcedualWarning as ForcedualWarning,
        InternalError as InternalError,
        MaterialError as MaterialError,
        MeshError as MeshError,
        ModelError as ModelError,
        NumericError as NumericError,
        SceneError as SceneError,
        SelectionError as SelectionError,
    )
    from ._material import Material as Material, material as material
    from ._mesh import Mesh as Mesh, check as check, creatures as creatures, shapes as shapes, zoo as zoo
    from ._motion import Motion as Motion, simulate as simulate
    from ._prior import Prior as Prior, mixture as mixture
    from ._render import Image as Image, render as render
    from ._scene import Scene as Scene, example as example, schema as schema
    from ._simulation import (
        Channel as Channel,
        Derivatives as Derivatives,
        Simulation as Simulation,
        State as State,
        StepReport as StepReport,
        step_many as step_many,
    )
    from ._studio import Studio as Studio, studio as studio
    from ._sweep import sweep as sweep
    from ._view import Viewer as Viewer, view as view

    __version__: str

_HOMES = {
    "_body": ["Body", "deformation_gradient", "lbs_jacobian", "mass", "stiffness"],
    "_compare": ["Comparison", "Curve", "compare"],
    "_design": ["Certificate", "Model", "Subspace", "design", "load", "sample"],
    "_errors": [
        "ArrayError", "ControlError", "Error", "FileError", "ForceError", "ForcedualWarning", "InternalError",
        "MaterialError", "MeshError", "ModelError", "NumericError", "SceneError", "SelectionError",
    ],
    "_material": ["Material", "material"],
    "_mesh": ["Mesh", "check", "creatures", "shapes", "zoo"],
    "_motion": ["Motion", "simulate"],
    "_prior": ["Prior", "mixture"],
    "_render": ["Image", "render"],
    "_scene": ["Scene", "example", "schema"],
    "_simulation": [
        "Channel", "Derivatives", "Simulation", "State", "StepReport", "step_many",
    ],
    "_studio": ["Studio", "studio"],
    "_sweep": ["sweep"],
    "_view": ["Viewer", "view"],
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_MODULES = ["energy", "force", "gym", "plot"]

__all__ = sorted([*_HOME_OF, *_MODULES, "__version__"])


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        value = getattr(importlib.import_module(f".{_HOME_OF[name]}", __name__), name)
    elif name in _MODULES:
        value = importlib.import_module(f".{name}", __name__)
    elif name == "__version__":
        value = importlib.import_module("._core", __name__).version
    else:
        raise AttributeError(f"module 'forcedual' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
