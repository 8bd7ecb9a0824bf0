"""A contact mixture: the body is touched here or there, and the simulation finds out where."""

import numpy as np

import forcedual as fd

mesh = fd.Mesh.shape("box", size=[1, 0.3, 0.3], cells=2000)


def touched(x):
    return fd.force.contact([{"center": [x, 0.15, 0.3], "radius": 0.12}], normal_sigma=2000)


places = {"left": touched(0.1), "middle": touched(0.5), "right": touched(0.9)}
prior = fd.mixture(places, [0.3, 0.4, 0.3])
bottom = mesh.V[:, 2] < 1e-6

# one subspace for all, or one for each, between which the simulation changes as it feels forces
one = fd.design(mesh, fd.material(young=5e4), bottom, prior, modes=3, kind="skinning")
many = fd.design(
    mesh, fd.material(young=5e4), bottom, prior, modes=3, kind="skinning",
    simulation={"adaptive": "bayes", "handle": [{"at": [0.9, 0.15, 0.3], "by": [[0, 0, 0, 0], [0.5, 0, 0, -0.05]]}]},
)
motion = fd.simulate(many, frames=60)
print("probability of each place at the end:", dict(zip(places, motion.posterior[-1].round(3))))
assert motion.posterior.shape == (61, 3)
assert np.argmax(motion.posterior[-1]) == 2
print(one)
