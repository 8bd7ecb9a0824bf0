"""Control by gradients: a gripper closes its fingers, found by differentiating through the simulation.

The tips of two fingers are to meet. Derivatives of every step (fd.Derivatives) carry the gradient of the last
distance back through time to the pressures, which descend along it.
"""

import numpy as np

import forcedual as fd

sub = fd.design(fd.example("gripper-2d"))
sim = fd.Simulation(sub, step=1 / 60, tolerance=1e-7)
channels = sim.channels
sigma = np.array([c.sigma for c in channels])

# the tips: the lowest points of either side
x = sub.mesh.V[sim.interface]
middle = x[:, 0].mean()
tips = [int(sim.interface[np.argmin(np.where(side, x[:, 1], np.inf))]) for side in (x[:, 0] < middle, x[:, 0] > middle)]
J = sim.point_jacobian(tips)
J = J[0] - J[1]
gap = lambda: np.subtract(*sim.points(tips))
steps = 30


def gradient(a):
    """Half the squared gap of the tips after some steps under pressures a, and its gradient."""
    sim.reset()
    told = []
    for _ in range(steps):
        sim.step(a)
        told.append(sim.derivatives())
    dz, dv, da = J.T @ gap(), np.zeros(sim.size), np.zeros(len(a))
    for step in reversed(told):
        da += step.z_a.T @ dz + step.v_a.T @ dv
        dz, dv = step.z_z.T @ dz + step.v_z.T @ dv, step.z_v.T @ dz + step.v_v.T @ dv
    return 0.5 * gap() @ gap(), da


a = np.zeros(len(channels))
first, slope = gradient(a)

# the gradient is that of differences
direction = np.random.default_rng(0).normal(size=a.shape) * sigma
by = 1e-3
difference = (gradient(a + by * direction)[0] - gradient(a - by * direction)[0]) / (2 * by)
print(f"slope {slope @ direction:.6e}, by differences {difference:.6e}")
assert abs(slope @ direction - difference) < 1e-3 * abs(difference)

best, size = first, 0.5
for _ in range(25):
    value, slope = gradient(a)
    best = min(best, value)
    move = slope * sigma
    trial = np.clip(a - size * sigma * move / np.linalg.norm(move), -4 * sigma, 4 * sigma)
    if gradient(trial)[0] < value:
        a, size = trial, 1.5 * size
    else:
        size *= 0.5
print(f"gap of the tips: {np.sqrt(2 * first):.4f} m at first, {np.sqrt(2 * best):.4f} m now")
assert best < 0.5 * first
