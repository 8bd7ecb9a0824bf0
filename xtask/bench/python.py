"""Steps of a model from Python, for `cargo xtask bench python`: seconds of each way, the best of a few."""

import json
import sys
import time

import numpy as np

import forcedual as fd

model = fd.load(sys.argv[1])
actuation = np.load(sys.argv[2])
steps = len(actuation)
repeats = 5
cores = int(sys.argv[3])


def best(act):
    times = []
    for _ in range(repeats):
        sim = fd.Simulation(model)
        started = time.perf_counter()
        act(sim)
        times.append(time.perf_counter() - started)
    return min(times)


def one_by_one(sim):
    for row in actuation:
        sim.step(row)


def together(count):
    times = []
    for _ in range(2):
        many = [fd.Simulation(model) for _ in range(count)]
        started = time.perf_counter()
        for row in actuation[: steps // 10]:
            fd.step_many(many, np.tile(row, (count, 1)))
        times.append(time.perf_counter() - started)
    return count * (steps // 10) / min(times)


last = fd.Simulation(model)
z, _ = last.rollout(actuation)
started = time.perf_counter()
for _ in range(1000):
    last.state
state = (time.perf_counter() - started) / 1000
print(
    json.dumps(
        {
            "rollout": best(lambda sim: sim.rollout(actuation)),
            "one_by_one": best(one_by_one),
            "state": state,
            "last": z[-1].tolist(),
            "together": {str(n): together(n) for n in (1, cores, 8 * cores)},
        }
    )
)
