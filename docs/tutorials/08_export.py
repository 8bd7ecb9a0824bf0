"""Exporting: models for your own code, motions for Blender, Unity and ParaView."""

import struct

import numpy as np

import forcedual as fd

scene = fd.example("gripper-2d")
sub = fd.design(scene)
sub.save("gripper.safetensors")

# a model plays without mesh and design, bit for bit
model = fd.load("gripper.safetensors")
assert np.array_equal(fd.simulate(sub, frames=20).coordinates, fd.simulate(model, frames=20).coordinates)

# Blender: File, Import, glTF 2.0; Unity: glTFast. Morph targets with an animation of their weights.
fd.simulate(model, frames=20, output="gripper.glb")
assert struct.unpack("<4sI", open("gripper.glb", "rb").read(8)) == (b"glTF", 2)
fd.simulate(model, frames=20, output="gripper.usda")
fd.simulate(model, frames=20, output="gripper.npz")
fd.simulate(sub, frames=20, output="gripper.pvd")
print({name: a.shape for name, a in np.load("gripper.npz").items()})

# a page to send by mail
sim = fd.Simulation(model)
frames, _ = sim.rollout(np.outer(np.linspace(0, 1, 60), [c.mean + 2 * c.sigma for c in sim.channels]))
fd.view(sim, frames=frames).save("gripper.html")
