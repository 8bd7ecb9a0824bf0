"""Steps of a model from Python, for `cargo xtask bench python`: answers each line on standard input by a line of JSON.

`rollout` and `step` make all steps of a fresh simulation, batch by batch: seconds of each batch. `rest` tells where they
end, and measures everything else.
"""

import json
import sys
import time

import numpy as np

import forcedual as fd
from forcedual import gym

model = fd.load(sys.argv[1])
actuation = np.load(sys.argv[2])
cores, batch = int(sys.argv[3]), int(sys.argv[4])
batches = np.split(actuation, len(actuation) // batch)


def timed(act):
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def rollout():
    sim = fd.Simulation(model)
    return [timed(lambda: sim.rollout(rows)) for rows in batches]


def step():
    sim = fd.Simulation(model)

    def loop(rows):
        for row in rows:
            sim.step(row)

    return [timed(lambda: loop(rows)) for rows in batches]


def together(count):
    """Steps per second of many bodies at once, the best of a few batches."""
    many = [fd.Simulation(model) for _ in range(count)]

    def loop(rows):
        for row in rows:
            fd.step_many(many, np.tile(row, (count, 1)))

    return count * batch / min(timed(lambda: loop(rows)) for rows in batches[:3])


def environments(count):
    """Steps of environments per second, observations and rewards included."""
    tip = next(int(v) for v in fd.Simulation(model).interface if not model.held[v])
    box = (model.mesh.V[tip], model.mesh.V[tip])
    envs = gym.Many([gym.Reach(model, tip, box, frame_skip=1) for _ in range(count)])
    envs.reset(seed=0)
    actions = np.zeros(envs.action_space.shape, np.float32)

    def loop():
        for _ in range(batch):
            envs.step(actions)

    return count * batch / min(timed(loop) for _ in range(3))


def rest():
    last = fd.Simulation(model)
    z, _ = last.rollout(actuation)
    return {
        "last": z[-1].tolist(),
        "state": timed(lambda: [last.state for _ in range(1000)]) / 1000,
        "together": {str(n): together(n) for n in sorted({1, cores, 8 * cores})},
        "environments": environments(8 * cores),
    }


for line in sys.stdin:
    print(json.dumps({"rollout": rollout, "step": step, "rest": rest}[line.strip()]()), flush=True)
