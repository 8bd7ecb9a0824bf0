"""Inverse kinematics: actuation that brings a point to a place, step by step."""

import numpy as np

import forcedual as fd

# a trunk with three pairs of tendons above and below
mesh = fd.Mesh.shape("rectangle", size=[1.0, 0.12], cells=800)
tip = int(np.argmax(mesh.V[:, 0] + 0.1 * mesh.V[:, 1]))
held = mesh.V[:, 0] < 1e-3
ends = [[[x, y], [x + 0.3, y]] for x in (0.03, 0.35, 0.67) for y in (0.0, 0.12)]
tendons = fd.force.springs(between=ends, stiffness=4e4, sigma=0.02, name="tendons")
sub = fd.design(mesh, fd.material(young=1e5), held, tendons, modes=6, kind="skinning")
print(sub)

sim = fd.Simulation(sub)
goal = mesh.V[tip] + [-0.1, 0.35]
start = np.linalg.norm(sim.points([tip])[0] - goal)
for _ in range(240):
    sim.step()
    distance = sim.reach({tip: goal})
print(f"{start:.3f} m away at first, {distance:.4f} m in the end")
print("changes of rest lengths (m):", sim.amplitudes.round(3))
assert distance < 0.1 * start

# the place moves, and the tip follows
for t in np.linspace(0, 1, 120):
    sim.step()
    distance = sim.reach({tip: goal - [0, 0.3 * t]})
print(f"{distance:.4f} m behind a moving place")
assert distance < 0.1
