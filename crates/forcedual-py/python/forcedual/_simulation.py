"""Bodies in motion, stepped by their caller."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import Floats, Integers, PathLike, count, floats, integers, numeric, plain, shown, text
from ._design import Model, Subspace, design, load
from ._errors import ControlError, wrong_array
from ._mesh import Progress
from ._scene import Scene


class Channel(NamedTuple):
    """A number that drives the body."""

    name: str
    #: ``"m"`` (change of rest length, displacement of a target), ``"Pa"`` (stress, pressure) or ``"1"``
    unit: str
    #: mean and standard deviation under the prior
    mean: float
    sigma: float


class State(NamedTuple):
    """Where a body is and how fast it moves."""

    #: reduced coordinates, shape (r,), zero at rest
    z: Floats
    #: their rates, shape (r,), 1/s
    v: Floats
    #: s
    time: float = 0.0
    #: what ``bdf2`` remembers: z and v a step before, and its length; None for other integrators and after a break
    past: tuple[Floats, Floats, float] | None = None


class StepReport(NamedTuple):
    """How a step went, or several: iterations in sum, the largest residual and parts, whether all converged, whether any was held."""

    #: of the solver, all attempts together
    iterations: int
    #: bound of the root mean square error of the positions, m
    residual: float
    converged: bool
    #: shorter steps that it was cut into
    parts: int
    #: did all attempts fail, so that the body was held?
    held: bool


class Derivatives(NamedTuple):
    """Derivatives of a step: of ``z`` and ``v`` after it by ``z``, ``v`` before it and amplitudes ``a``.

    Shapes (r, r) and (r, channels). Areas and normals of facets in a fluid and of open pockets, and what BDF2
    remembers, are taken as given.
    """

    z_z: Floats
    z_v: Floats
    z_a: Floats
    v_z: Floats
    v_v: Floats
    v_a: Floats


class Simulation:
    """A body in its subspace.

    model: a :class:`Subspace`, a :class:`Model`, the path of a model file, or a scene. Settings change those of
    the scene's ``[simulation]``: ``step`` (s), ``integrator``, ``solver``, ``iterations``, ``tolerance``,
    ``gravity``, ``collider``. The scene's gravity and obstacles are there from the start, its drives, handles and targets are
    not: they are the caller's (:func:`forcedual.simulate` plays them). A body without actuators, in a scene in which
    nothing happens, has the channels ``shake[k]``: forces drawn from its prior. Several threads may use a simulation;
    they take turns. progress: told of what the first simulation of a subspace takes, as that of
    :func:`design`. Displacement modes are straight, and lock where parts turn far: design ``kind="skinning"`` for those.
    """

    def __init__(
        self,
        model: Subspace | Model | Scene | Mapping[str, Any] | PathLike,
        *,
        progress: Progress | None = None,
        **settings: Any,
    ) -> None:
        if isinstance(model, (Subspace, Model)):
            pass
        elif not isinstance(model, (Scene, Mapping)) and str(model).endswith(".safetensors"):
            model = load(model)
        else:
            model = design(model, progress=progress)
        changes = text(plain({k.replace("_", "-"): v for k, v in settings.items()}))
        if isinstance(model, Subspace):
            self._core: _core.Simulation = model._core.simulation(changes, progress)
        else:
            self._core = model._core.simulation(changes)
        self._keep = model

    @property
    def channels(self) -> list[Channel]:
        """What drives the body, in the order of amplitudes."""
        return [Channel(*channel) for channel in self._core.channels]

    @property
    def h(self) -> float:
        """Length of a step, s."""
        return self._core.h

    @property
    def size(self) -> int:
        """Number of reduced coordinates."""
        return self._core.size

    @property
    def amplitudes(self) -> Floats:
        """Amplitude of every channel, shape (channels,); a copy, to be set as a whole."""
        return self._core.amplitudes

    @amplitudes.setter
    def amplitudes(self, values: npt.ArrayLike) -> None:
        self._core.set_amplitudes(self._amplitudes(values))

    def _amplitudes(self, values: npt.ArrayLike | Mapping[str, float]) -> list[float]:
        channels = self._core.channels
        if isinstance(values, Mapping):
            names = [name for name, *_ in channels]
            out = self._core.amplitudes
            for name, value in values.items():
                if name not in names:
                    raise _no_channel(name, names)
                out[names.index(name)] = value
            return _listed(floats(out, "amplitudes"))
        return _listed(floats(values, "actuation", (len(channels),)))

    def step(self, actuation: npt.ArrayLike | Mapping[str, float] | None = None, *, steps: int = 1) -> StepReport:
        """Steps, ``steps`` times, under an amplitude per channel: shape (channels,) or ``{name: amplitude}``.

        Amplitudes that are not given stay. The report is that of all steps together. A spring cannot become shorter than
        nothing: amplitudes below minus its length change no more.
        """
        amplitudes = None if actuation is None else self._amplitudes(actuation)
        return StepReport(*self._core.step(amplitudes, count(steps, "steps")))

    def rollout(self, actuation: npt.ArrayLike) -> tuple[Floats, Floats]:
        """Steps once under each row of ``actuation``, shape (steps, channels): ``z`` and ``v`` after each, (steps, r)."""
        return self._core.rollout(floats(actuation, "actuation", ("steps", len(self._core.channels))))

    @property
    def state(self) -> State:
        """The state, as copies. May be set, to a :class:`State` or to ``(z, v)``: all that follows depends on it and
        on the controls only, bit for bit, as the solver forgets what it has learned from steps before."""
        return State(*self._core.state())

    @state.setter
    def state(self, state: State | Sequence[Any]) -> None:
        given, r = State(*state), self.size
        z, v = floats(given.z, "z", (r,)), floats(given.v, "v", (r,))
        past = None
        if given.past is not None:
            before = floats(given.past[0], "z before", (r,)), floats(given.past[1], "v before", (r,))
            past = (_listed(before[0]), _listed(before[1]), float(given.past[2]))
        self._core.set_state(_listed(z), _listed(v), float(given.time), past)

    def reset(self) -> None:
        """Back to rest, without handles and forces, amplitudes at the means of their priors; gravity, obstacles, a fluid and
        limits stay."""
        self._core.reset()

    def gravity(self, g: npt.ArrayLike) -> None:
        """Sets the acceleration of gravity, shape (d,), m/s^2."""
        self._core.set_gravity(floats(g, "gravity", (self._core.dim,)).tolist())

    def drag(self, handles: Mapping[int, npt.ArrayLike], stiffness: float | None = None) -> None:
        """Drags vertices of the boundary to places, ``{vertex: place}`` in m, until this is called again;
        ``{}`` lets go. stiffness: of the springs that drag, N/m."""
        k = self._core.grip if stiffness is None else float(stiffness)
        places = self._places(handles, "handle")
        held = self._keep.held
        for v, _ in places:
            if v < len(held) and held[v]:
                raise _control(f"vertex {v} is held, and cannot be dragged")
        self._core.set_handles([(v, place, k) for v, place in places])

    def push(self, forces: Mapping[int, npt.ArrayLike]) -> None:
        """Pushes vertices of the boundary, ``{vertex: force}`` in N, until this is called again."""
        self._core.set_forces([(v, force) for v, force in self._places(forces, "force")])

    def collide(self, colliders: Mapping[str, Any] | Iterable[Mapping[str, Any]]) -> None:
        """Sets the obstacles, the scene's ``[[simulation.collider]]`` each:
        ``{"half-space": {"point": [0, 0, 0], "normal": [0, 0, 1]}, "friction": 0.4}``."""
        listed = [colliders] if isinstance(colliders, Mapping) else list(colliders)
        self._core.set_colliders([text(plain(dict(c))) for c in listed])

    def immerse(self, density: float = 1000.0, *, drag: float = 1.0) -> None:
        """Puts the body into a fluid at rest, which holds back what moves against it by the square of its speed.

        density: kg/m^3, in 2D per metre of depth; zero takes the body out again. drag: coefficient of each side of a
        plate. There is no lift by its weight: leave out gravity for bodies that float.
        """
        facets = self._keep.mesh.boundary()
        self._core.set_fluid(facets, float(density), float(drag))

    def reach(
        self, targets: Mapping[int, npt.ArrayLike], weights: Mapping[int, float] | None = None
    ) -> float:
        """Inverse kinematics: changes the amplitudes of the next step so that vertices come to places,
        ``{vertex: place}`` in m. To be called after each step. The root mean square distance now, m."""
        own = weights or {}
        goals = [(v, place, float(own.get(v, 1.0))) for v, place in self._places(targets, "target")]
        return self._core.reach(goals)[0]

    def limit(self, channel: str | int, low: float, high: float) -> None:
        """Lowest and highest amplitude that :meth:`reach` gives a channel."""
        names = [name for name, *_ in self._core.channels]
        if isinstance(channel, str) and channel not in names:
            raise _no_channel(channel, names)
        number = names.index(channel) if isinstance(channel, str) else count(channel, "a channel's number")
        self._core.bind(number, float(low), float(high))

    def _places(self, places: Mapping[int, npt.ArrayLike], what: str) -> list[tuple[int, list[float]]]:
        d = self._core.dim
        return [(_vertex(v), floats(p, f"the {what} of vertex {v}", (d,)).tolist()) for v, p in places.items()]

    def derivatives(self) -> Derivatives:
        """Derivatives of the last step with respect to the state before it and the actuation.

        By Newton's method in one subspace. They are those of the exact minimum: step to a small ``tolerance``.
        """
        return Derivatives(*self._core.derivatives())

    def positions(self, z: npt.ArrayLike | None = None) -> Floats:
        """Places of all vertices of the mesh, shape (n, d), m; at coordinates ``z`` where given. A model file
        moves its surface only: see :meth:`surface` and :meth:`points`."""
        return self._core.positions(None if z is None else floats(z, "z", (self.size,)).tolist())

    def _chosen(self, vertices: npt.ArrayLike) -> list[int]:
        """Vertices by number or by mask."""
        given = numeric(vertices, "vertices")
        if given.dtype.kind == "b" and given.ndim:
            n = len(self._keep.mass)
            if given.shape != (n,):
                raise wrong_array(f"a mask of vertices should have shape ({n},), but has {shown(given.shape)}")
            return [int(v) for v in np.flatnonzero(given)]
        if given.size > 2 and given.size == len(self._keep.mass) and given.min() >= 0 and given.max() <= 1:
            raise wrong_array("vertices should be numbers or a mask of bools", "pass mask.astype(bool)")
        return [_vertex(v) for v in integers(np.atleast_1d(given), "vertices", ("k",)).tolist()]

    def points(self, vertices: npt.ArrayLike) -> Floats:
        """Places of some vertices of the interface, by number or by a mask of shape (n,): shape (k, d), m."""
        return self._core.points(self._chosen(vertices))

    def point_jacobian(self, vertices: npt.ArrayLike) -> Floats:
        """Derivatives of :meth:`points` with respect to the coordinates, shape (k, d, r): places are affine."""
        chosen = self._chosen(vertices)
        return self._core.point_jacobian(chosen).reshape(len(chosen), self._core.dim, self.size)

    @property
    def interface(self) -> Integers:
        """Vertices that may be touched, dragged and asked for: the boundary and what actuators move."""
        return self._core.interface

    def surface(self, z: npt.ArrayLike | None = None) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Places (m) and normals of the surface to look at, shape (s, 3) each."""
        return self._core.surface(None if z is None else floats(z, "z", (self.size,)).tolist())

    @property
    def faces(self) -> Integers:
        """Triangles of the surface to look at, shape (f, 3)."""
        return self._core.faces

    def __repr__(self) -> str:
        return f"<Simulation: {self.size} coordinates, {len(self._core.channels)} channels, step {self.h:.4g} s>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a simulation stays in its process: send its model, and its state")

    def _repr_html_(self) -> str:
        from ._view import view

        return view(self)._repr_html_()


def _listed(values: Floats) -> list[float]:
    numbers: list[float] = values.tolist()
    return numbers


def _control(message: str) -> ControlError:
    return ControlError(f"{message} [control]", "control", message)


def _no_channel(name: str, names: list[str]) -> ControlError:
    return _control(f"there is no channel {name!r}; there are {', '.join(names) or 'none'}")


def _vertex(v: Any) -> int:
    if isinstance(v, bool) or not isinstance(v, (int, np.integer)) or not 0 <= v < 2**32:
        raise wrong_array(f"vertices are numbered from 0, and {v} is none")
    return int(v)


def step_many(
    simulations: Sequence[Simulation], actuation: npt.ArrayLike | None = None, *, steps: int = 1
) -> list[StepReport]:
    """Steps many simulations at the same time on all cores, each under its row of ``actuation``, shape
    (simulations, channels). Interrupted, some have made their steps and others have not."""
    for simulation in simulations:
        if not isinstance(simulation, Simulation):
            raise TypeError(f"simulations are stepped, not {type(simulation).__name__}")
    if len({id(s) for s in simulations}) != len(simulations):
        raise wrong_array("the same simulation cannot be stepped twice at the same time")
    rows = None
    if actuation is not None:
        channels = len(simulations[0]._core.channels) if simulations else 0
        rows = floats(actuation, "actuation", (len(simulations), channels))
    return [StepReport(*told) for told in _core.step_many([s._core for s in simulations], rows, count(steps, "steps"))]
