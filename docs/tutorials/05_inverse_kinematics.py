"""Inverse kinematics: actuation that brings a point to a place, step by step."""

import numpy as np

import forcedual as fd

mesh = fd.Mesh.shape("finger", cells=2500)
tip = int(np.argmax(mesh.V[:, 0]))
held = mesh.V[:, 0] < 1e-3
chambers = fd.force.pneumatic(sigma=5e3, name="air")
sub = fd.design(mesh, fd.material(young=2e5), held, chambers, modes=5, kind="skinning")

sim = fd.Simulation(sub, step=1 / 120)
# a place that pressure can reach
sim.step(np.full(len(sim.channels), 8e3), steps=120)
goal = sim.points([tip])[0]
sim.reset()

start = np.linalg.norm(sim.points([tip])[0] - goal)
for _ in range(360):
    sim.step()
    distance = sim.reach({tip: goal})
print(f"{1000 * start:.2f} mm away at first, {1000 * distance:.3f} mm in the end")
print("pressures (Pa):", sim.amplitudes.round())
assert distance < 0.1 * start
