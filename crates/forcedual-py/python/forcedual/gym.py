"""Gymnasium environments over any actuated model (``pip install 'forcedual[gym]'``).

    env = fd.gym.Reach(sub, vertex=tip, targets=([0.8, -0.2, 0.1], [1.0, 0.2, 0.1]))
    env = fd.gym.Walk(sub, direction=[1, 0, 0])
    env = fd.gym.Swim(sub, direction=[1, 0, 0])
    envs = fd.gym.Many([fd.gym.Reach(sub, ...) for _ in range(64)])     # all cores, without Python's lock

Actions are amplitudes between -1 and 1: ``mean + reach * sigma * action`` of every channel. Observations are the
reduced coordinates and their rates, scaled to about one, and what the task adds. A step of an environment is
``frame_skip`` steps of the simulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._arrays import Floats, floats
from ._design import Model, Subspace
from ._errors import ControlError, wrong_array
from ._simulation import Simulation, StepReport, step_many

Observation = npt.NDArray[np.float32]
Action = npt.NDArray[np.float32]


class Soft(gymnasium.Env[Observation, Action]):
    """A soft body that an agent drives; tasks say what is worth something.

    An action is a number between -1 and 1 per channel, for the amplitude ``mean + reach * sigma * action``; an
    observation holds the coordinates ``z`` and rates ``v``, both divided by ``size * sqrt(mass)``, and then what the
    task adds.

    model: a :class:`Subspace` or :class:`Model` with channels. reach: standard deviations that an action of one
    stands for. effort: what actions cost, per squared amplitude. length: steps of an episode. settings: of
    :class:`Simulation`.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        model: Subspace | Model,
        *,
        frame_skip: int = 4,
        length: int = 100,
        reach: float = 2.0,
        effort: float = 0.01,
        **settings: Any,
    ) -> None:
        self.simulation = Simulation(model, **settings)
        channels = self.simulation.channels
        if not channels:
            raise ControlError("the model has no channels that could be driven [control]", "control")
        self.frame_skip, self.length, self.effort = frame_skip, length, effort
        self._mean = np.array([c.mean for c in channels])
        self._range = reach * np.array([c.sigma or 1.0 for c in channels])
        vertices = np.asarray(model.mesh.vertices)
        self.size = float(np.linalg.norm(np.ptp(vertices, axis=0)))
        # coordinates are mass-weighted: displacements of the size of the body make them about this large
        self._scale = self.size * float(np.sqrt(np.sum(model.mass)))
        self._time = 0
        self.action_space = spaces.Box(-1.0, 1.0, (len(channels),), np.float32)
        count = 2 * self.simulation.size + self._extra().size
        self.observation_space = spaces.Box(-np.inf, np.inf, (count,), np.float32)

    def _extra(self) -> Floats:
        """What a task shows beside the state."""
        return np.zeros(0)

    def _reward(self) -> float:
        """What the state is worth."""
        raise NotImplementedError

    def _told(self) -> dict[str, Any]:
        """What a task adds to ``info``."""
        return {}

    def _begin(self) -> None:
        """Prepares an episode; ``np_random`` draws."""

    def amplitudes(self, action: npt.ArrayLike) -> Floats:
        """Amplitudes of an action."""
        given = np.clip(floats(action, "an action", self._mean.shape), -1.0, 1.0)
        return self._mean + self._range * given

    def observe(self) -> Observation:
        """What an agent sees."""
        z, v, *_ = self.simulation.state
        state = np.concatenate([z / self._scale, v / self._scale, self._extra()])
        return state.astype(np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Back to rest, and a new task."""
        super().reset(seed=seed)
        self.simulation.reset()
        self._time = 0
        self._begin()
        return self.observe(), self._told()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """``frame_skip`` steps under an action."""
        report = self.simulation.step(self.amplitudes(action), steps=self.frame_skip)
        return self._after(action, report)

    def _after(self, action: npt.ArrayLike, report: StepReport) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._time += 1
        cost = self.effort * float(np.mean(np.square(np.clip(np.asarray(action, dtype=np.float64), -1, 1))))
        reward = self._reward() - cost
        info = {"iterations": report.iterations, "held": report.held, **self._told()}
        return self.observe(), reward, bool(report.held), self._time >= self.length, info


class Reach(Soft):
    """Brings a vertex to a place. The reward is minus its distance in sizes of the body.

    Observations end in the way to the place, in sizes of the body, shape (d,). vertex: of the boundary; targets: lowest and highest corner of the box that places are drawn from, shape (d,)
    each, m.
    """

    def __init__(
        self, model: Subspace | Model, vertex: int, targets: tuple[npt.ArrayLike, npt.ArrayLike], **settings: Any
    ) -> None:
        d = model.mesh.dim
        if isinstance(vertex, bool) or not isinstance(vertex, (int, np.integer)) or not 0 <= vertex < len(model.held):
            raise wrong_array(f"a vertex is a number below {len(model.held)}, not {vertex!r}")
        if model.held[vertex]:
            raise wrong_array(f"vertex {vertex} is held, and reaches nothing")
        self.vertex = int(vertex)
        self.low, self.high = (floats(corner, "a corner of the targets", (d,)) for corner in targets)
        if (self.low > self.high).any():
            raise wrong_array("targets should be the lowest and the highest corner of a box, in this order")
        self.target = 0.5 * (self.low + self.high)
        super().__init__(model, **settings)

    def _begin(self) -> None:
        self.target = self.np_random.uniform(self.low, self.high)

    def _away(self) -> Floats:
        place = self.simulation.points([self.vertex])[0]
        away: Floats = (self.target - place) / self.size
        return away

    def _extra(self) -> Floats:
        return self._away()

    def _told(self) -> dict[str, Any]:
        return {"target": self.target.copy(), "distance": self.size * float(np.linalg.norm(self._away()))}

    def _reward(self) -> float:
        return -float(np.linalg.norm(self._away()))


class Walk(Soft):
    """Goes in a direction: the reward is the way of the body's middle in it, in sizes of the body.

    The body should be free, on an obstacle with friction: ``collider`` and ``gravity`` in the scene's
    ``[simulation]``.
    """

    def __init__(self, model: Subspace | Model, direction: npt.ArrayLike, **settings: Any) -> None:
        d = model.mesh.dim
        given = floats(direction, "direction", (d,))
        if not given.any():
            raise wrong_array("direction should not be zero")
        self.direction: Floats = given / np.linalg.norm(given)
        self._before = 0.0
        super().__init__(model, **settings)
        if model.held.any():
            raise ControlError("a body that is held goes nowhere [control] (design it without pins)", "control")
        every = max(1, len(self.simulation.interface) // 64)
        self._middle = self.simulation.interface[::every]
        self._begin()

    def _along(self) -> float:
        return float(self.simulation.points(self._middle).mean(axis=0) @ self.direction) / self.size

    def _begin(self) -> None:
        self._before = self._along()

    def _reward(self) -> float:
        before, self._before = self._before, self._along()
        return self._before - before


class Swim(Walk):
    """Swims in a direction: the reward is that of :class:`Walk`. The body should be free; density and drag are those of
    the fluid, see :meth:`forcedual.Simulation.immerse`.
    """

    def __init__(
        self,
        model: Subspace | Model,
        direction: npt.ArrayLike,
        *,
        density: float = 1000.0,
        drag: float = 1.0,
        **settings: Any,
    ) -> None:
        super().__init__(model, direction, **settings)
        self.simulation.immerse(density, drag=drag)


class Many(VectorEnv[Observation, Action, npt.NDArray[Any]]):
    """Several environments of one kind, stepped at the same time on all cores.

    Episodes that end are reset by the step that follows, as Gymnasium's vector environments do by default.
    """

    def __init__(self, envs: Sequence[Soft]) -> None:
        self.envs = list(envs)
        self.num_envs = len(self.envs)
        if not self.envs:
            raise wrong_array("there should be at least one environment")
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.metadata = {**self.envs[0].metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self._ended = np.zeros(self.num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """All back to rest; seeds are ``seed``, ``seed + 1``, ..."""
        if seed is None or isinstance(seed, int):
            seeds: list[int | None] = [None if seed is None else seed + k for k in range(self.num_envs)]
        else:
            seeds = list(seed)
        self._ended[:] = False
        return np.stack([env.reset(seed=s)[0] for env, s in zip(self.envs, seeds)]), {}

    def step(
        self, actions: Action
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """A step of every environment."""
        given = floats(actions, "actions", (self.num_envs, len(self.envs[0]._mean)))
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros((2, self.num_envs), dtype=np.bool_)
        going = [k for k in range(self.num_envs) if not self._ended[k]]
        seen = {k: self.envs[k].reset()[0] for k in range(self.num_envs) if self._ended[k]}
        skip = self.envs[0].frame_skip
        rows = np.stack([self.envs[k].amplitudes(given[k]) for k in going]) if going else None
        reports = step_many([self.envs[k].simulation for k in going], rows, steps=skip)
        for k, report in zip(going, reports):
            seen[k], rewards[k], terminated[k], truncated[k], _ = self.envs[k]._after(given[k], report)
        self._ended = terminated | truncated
        return np.stack([seen[k] for k in range(self.num_envs)]), rewards, terminated, truncated, {}
