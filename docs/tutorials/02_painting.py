"""Painting: say where forces act by a number per vertex."""

import numpy as np

import forcedual as fd

mesh = fd.zoo("seal", cells=4000)
V = mesh.V

# more force towards the nose; zeros are allowed, and mean that nothing is expected there
along = (V[:, 0] - V[:, 0].min()) / np.ptp(V[:, 0])
weight = np.clip(2 * along - 1, 0, None) ** 2
belly = V[:, 2] < V[:, 2].min() + 0.05 * np.ptp(V[:, 2])

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
