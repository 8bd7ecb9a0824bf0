"""Bringing your own force model: any Gaussian by its factor, or samples of anything."""

import numpy as np

import forcedual as fd

mesh = fd.Mesh.shape("beam", size=[1, 0.1, 0.1], cells=1200)
n, d = mesh.V.shape
left = mesh.V[:, 0] < 1e-3

# wind along y that grows with x, gusts of three wavelengths: F = D a,  a ~ N(0, diag(variances))
x = mesh.V[:, 0]
volume = np.bincount(mesh.T.ravel(), np.repeat(mesh.volumes() / 4, 4), minlength=n)
gusts = np.zeros((3, n, d))
for k in range(3):
    gusts[k, :, 1] = volume * x * np.cos(k * np.pi * x)
wind = fd.force.matrix(gusts, covariance=[4.0, 1.0, 0.25], name="wind")
sub = fd.design(mesh, pins=left, prior=wind, modes=3)
print(sub)
assert sub.certificate.captured > 0.999999  # three amplitudes, three modes

# or simply samples, of a simulator or of a measurement
rng = np.random.default_rng(0)
samples = np.einsum("sk,knd->snd", rng.normal(size=(50, 3)) * [2.0, 1.0, 0.5], gusts)
observed = fd.design(mesh, pins=left, prior=fd.force.force_samples(samples, centred=False), modes=3)
angle = np.linalg.svd(sub.basis.T @ (fd.mass(mesh) @ observed.basis), compute_uv=False).min()
print(f"cosine of the largest angle between both: {angle:.6f}")
assert angle > 0.999

# the operators are SciPy's: mix them with your own code
H, L = fd.stiffness(mesh), sub.factor()
E = fd.energy.elastic(mesh)
x = mesh.V + 1e-6 * rng.normal(size=mesh.V.shape)
force = H @ (x - mesh.V).ravel()
assert np.allclose(E.gradient(x).ravel(), force, atol=1e-3 * abs(force).max())
print(f"root mean square force on the tip: {np.sqrt((L @ L.T).diagonal()[3 * np.argmax(mesh.V[:, 0]) + 1]):.2e} N")
