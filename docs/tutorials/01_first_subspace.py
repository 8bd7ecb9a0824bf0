"""Five minutes to a first subspace.

A beam is held at its left end. Somebody will push near its tip, and two tendons will pull. Which 12 degrees of
freedom follow that best, and how good are they?
"""

import numpy as np

import forcedual as fd

# a mesh: of arrays (fd.Mesh(V, T)), of a file, of a surface, or built in
mesh = fd.Mesh.shape("beam", size=[1.0, 0.12, 0.12], cells=3000)
print(mesh)

# what it is made of, and where it is held
rubber = fd.material(young=2e6, poisson=0.45, density=1100)
left = mesh.V[:, 0] < 1e-3

# the forces to expect: a probability distribution, put together with + and *
push = fd.force.painted(
    where={"half-space": {"point": [0.85, 0, 0], "normal": [1, 0, 0]}}, soften=0.05, rms_displacement=0.01
)
tendons = fd.force.springs(
    between=[[[0.05, 0.12, 0.06], [0.95, 0.12, 0.06]], [[0.05, 0, 0.06], [0.95, 0, 0.06]]],
    stiffness=500,
    rms_displacement=0.01,
    name="tendons",
)
sub = fd.design(mesh, rubber, left, push + 0.5 * tendons, modes=12)
print(sub)

# it is mass-orthonormal, and nothing is copied when you ask for it
M = fd.mass(mesh, rubber)
assert np.allclose(sub.basis.T @ (M @ sub.basis), np.eye(12), atol=1e-8)
assert sub.certificate.captured > 0.95

# a force that nobody has seen, solved in full and in the subspace
force, moved = (a[0] for a in sub.sample(1, seed=42))
K, B = fd.stiffness(mesh, rubber), sub.basis
z = np.linalg.solve(B.T @ (K @ B), B.T @ force.ravel())
error = np.linalg.norm(B @ z - moved.ravel()) / np.linalg.norm(moved)
print(f"error of a reduced solve: {error:.1%}")
assert error < 0.4

# as many modes as 99% of the motion takes
print(fd.design(mesh, rubber, left, push, modes="99%"))
