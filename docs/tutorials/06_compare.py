"""Comparing with linear modal analysis and with principal components of samples."""

import forcedual as fd

mesh = fd.Mesh.shape("beam", size=[1, 0.15, 0.15], cells=1500)
left = mesh.V[:, 0] < 1e-3
prior = fd.force.radial(center=[0.9, 0.15, 0.07], radius=0.15, rms_displacement=0.01)
sub = fd.design(mesh, fd.material(young=1e6), left, prior, modes=16)

found = fd.compare(sub, ["lma", "pod"], sizes=(1, 16), count=40)
for curve in found.curves:
    print(f"{curve.method:12} projection {curve.projection[-1]:.1e}, reduced solve {curve.reduced_solve[-1]:.1e}")
assert found["force-dual"].projection[-1] < found["lma"].projection[-1]

try:
    import matplotlib

    matplotlib.use("Agg")
    found.plot().figure.savefig("comparison.png", dpi=120)
    fd.plot.spectrum(sub, labels=["force-dual"]).figure.savefig("spectrum.png", dpi=120)
except ImportError:
    print("pip install 'forcedual[plot]' for pictures")
