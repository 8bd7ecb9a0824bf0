"""Painting: say where forces act by a number per vertex."""

import numpy as np

import forcedual as fd

mesh = fd.zoo("seal", cells=4000)
V = mesh.V

# more force towards the head; zeros are allowed, and mean that nothing is expected there
head_cells = mesh.select({"region": "head"}, "cells")
middle = V[mesh.T[head_cells]].mean(axis=(0, 1))
away = np.linalg.norm(V - middle, axis=1) / np.ptp(V, axis=0).max()
weight = np.clip(1 - 3 * away, 0, None) ** 2
belly = V[:, 1] < V[:, 1].min() + 0.08 * np.ptp(V[:, 1])

head = fd.design(mesh, pins=belly, prior=fd.force.painted(weight), modes=10)
even = fd.design(mesh, pins=belly, prior=fd.force.white_noise(), modes=10)
print(head)

# the painted subspace moves where the paint is
share = lambda sub: (sub.basis.reshape(len(V), 3, -1) ** 2)[weight > 0].sum() / (sub.basis**2).sum()
print(f"motion where it is painted: {share(head):.0%}, of linear modes {share(even):.0%}")
assert share(head) > share(even)

# look at it: fd.view(mesh, values=weight) and fd.view(head) in a notebook, or as pages
fd.view(mesh, values=weight).save("paint.html")
fd.view(head).save("modes.html")
