"""Muscles: cells that contract along fibers, as a prior and as what drives the body."""

import numpy as np

import forcedual as fd

mesh = fd.zoo("arm", cells=1500)
print(mesh.regions)

# every named muscle contracts along the arm
muscles = [r for r in mesh.regions if r in ("biceps", "triceps")] or mesh.regions[-2:]
along = np.array([1.0, 0.0])
prior = fd.force.muscle(
    [{"where": {"region": m}, "direction": along} for m in muscles], mode="groups", sigma=2e4, name="muscles"
)
shoulder = mesh.V[:, 0] < mesh.V[:, 0].min() + 0.03 * np.ptp(mesh.V[:, 0])
sub = fd.design(mesh, fd.material(young=2e5), shoulder, prior, modes=6, kind="skinning", fill=True)
print(sub)

# its channels are the muscles: contract one
sim = fd.Simulation(sub)
print([c.name for c in sim.channels])
sim.step({"muscles[0]": 4e4}, steps=60)
moved = np.linalg.norm(sim.positions() - mesh.V, axis=1).max()
print(f"the arm moves by {moved:.3f} m")
assert moved > 1e-3
