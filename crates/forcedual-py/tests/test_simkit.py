"""Agreement with the library of the authors of the published method, where definitions coincide.

Differences of definition, by quantity:

- mass: none (lumped, equal shares); theirs is per vertex, ours per degree of freedom too.
- deformation gradient: none, rows are entry (i, j) of F by cell in both.
- linear elasticity, St. Venant-Kirchhoff: none.
- ARAP: theirs is mu/2 |F - R|^2, ours mu |F - R|^2, so that the stiffness at rest is that of the Lame constants.
- corotated: theirs (fixed corotated) adds lam/2 (J - 1)^2, ours lam/2 tr(R^T F - I)^2: equal to second order.
- stable neo-Hookean: theirs of that name has a logarithm; their Macklin-Mueller is ours with lam + mu for their lam,
  so that the stiffness at rest is that of the Lame constants, and without its energy at rest.
- LBS Jacobian: columns are ordered (weight, homogeneous coordinate, axis) by them and (weight, axis, homogeneous
  coordinate) by us.
- skinning eigenmodes: theirs of the plain Laplacian, ours of the Laplacian weighted by the material (the same up to a
  factor where it is uniform) and without the constant one where the body is held; signs are free.
- cubature: theirs takes volumes of clusters as weights, ours fits weights to forces: not comparable entry by entry.
"""

import numpy as np
import pytest
import scipy.sparse as sp

import forcedual as fd

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
simkit = pytest.importorskip("simkit")

YOUNG, POISSON, DENSITY = 2e5, 0.3, 900.0
MU = YOUNG / (2 * (1 + POISSON))
LAM = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))


@pytest.fixture(scope="module")
def state(mesh):
    rng = np.random.default_rng(0)
    A = np.eye(3) + 0.2 * rng.normal(size=(3, 3))
    return mesh.V @ A.T + 0.005 * rng.normal(size=mesh.V.shape)


def parameters(mesh):
    t = len(mesh.T)
    return np.full((t, 1), MU), np.full((t, 1), LAM)


def material(law):
    return fd.material(law, young=YOUNG, poisson=POISSON, density=DENSITY)


def test_mass_agrees(mesh):
    from simkit.massmatrix import massmatrix

    theirs = massmatrix(mesh.V, mesh.T, rho=DENSITY).diagonal()
    assert np.allclose(np.repeat(theirs, 3), fd.mass(mesh, material("linear")).diagonal(), rtol=1e-12)


def test_deformation_gradients_agree(mesh):
    from simkit.deformation_jacobian import deformation_jacobian

    difference = sp.csr_array(deformation_jacobian(mesh.V, mesh.T)) - fd.deformation_gradient(mesh)
    assert abs(difference).max() < 1e-12 * abs(fd.deformation_gradient(mesh)).max()


def energies(mesh, state, module, name, mu, lam):
    """Value, gradient and Hessian by simkit."""
    import importlib
    import inspect

    m = importlib.import_module(f"simkit.energies.{module}")
    out = []
    for what in ("energy", "gradient", "hessian"):
        f = getattr(m, f"{name}_{what}")
        known = {"X": mesh.V, "T": mesh.T, "mu": mu, "lam": lam, "U": state}
        given = {k: known[k] for k in inspect.signature(f).parameters if k in known}
        if "psd" in inspect.signature(f).parameters:
            given["psd"] = False
        out.append(f(**given))
    return float(np.sum(out[0])), np.asarray(out[1]).ravel(), sp.csr_array(out[2])


@pytest.mark.parametrize(
    "law, module, name",
    [("linear", "linear_elasticity", "linear_elasticity"), ("stvk", "stvk", "stvk"), ("arap", "arap", "arap"),
     ("stable-neo-hookean", "macklin_mueller_neo_hookean", "macklin_mueller_neo_hookean")],
)
def test_energies_agree(mesh, state, law, module, name):
    mu, lam = parameters(mesh)
    if law == "arap":
        mu = 2 * mu
    if law == "stable-neo-hookean":
        lam = lam + mu
    value, gradient, hessian = energies(mesh, state, module, name, mu, lam)
    E = fd.energy.elastic(mesh, material(law))
    rest, _, _ = energies(mesh, mesh.V, module, name, mu, lam)
    assert E(state) == pytest.approx(value - rest, rel=1e-9)
    assert np.allclose(E.gradient(state).ravel(), gradient, atol=1e-9 * abs(gradient).max())
    assert abs(E.hessian(state) - hessian).max() < 1e-8 * abs(hessian).max()


def test_stiffness_agrees(mesh):
    from simkit.energies.linear_elasticity import linear_elasticity_hessian

    mu, lam = parameters(mesh)
    theirs = sp.csr_array(linear_elasticity_hessian(X=mesh.V, T=mesh.T, mu=mu, lam=lam))
    for law in ("linear", "stvk", "corotated", "stable-neo-hookean"):
        assert abs(fd.stiffness(mesh, material(law)) - theirs).max() < 1e-9 * abs(theirs).max()


def test_lbs_jacobians_agree(mesh):
    from simkit.lbs_jacobian import lbs_jacobian

    W = np.random.default_rng(0).normal(size=(len(mesh.V), 3))
    theirs = lbs_jacobian(mesh.V, W).reshape(-1, 3, 4, 3)
    ours = fd.lbs_jacobian(mesh, W).reshape(-1, 3, 3, 4)
    assert np.allclose(ours, theirs.transpose(0, 1, 3, 2), atol=1e-14)


def test_skinning_eigenmodes_agree(mesh):
    from simkit.skinning_eigenmodes import skinning_eigenmodes

    held = mesh.V[:, 0] < 1e-6
    theirs, E, _ = skinning_eigenmodes(mesh.V, mesh.T, 4, bI=np.flatnonzero(held))
    sub = fd.design(mesh, material("arap"), held, method="skinning-eigenmodes", kind="skinning", modes=4)
    M = fd.mass(mesh, material("arap")).diagonal()[::3]
    unit = lambda W: W / np.sqrt((M[:, None] * W**2).sum(axis=0))
    cosines = abs((M[:, None] * unit(theirs)).T @ unit(sub.weights))
    assert np.allclose(np.linalg.svd(cosines, compute_uv=False), 1, atol=1e-6)


def test_linear_modes_agree(mesh):
    from simkit.linear_modal_analysis import linear_modal_analysis

    held = mesh.V[:, 0] < 1e-6
    # theirs has unit Lame constants and density
    unit = fd.material("linear", young=2.5, poisson=0.25, density=1.0)
    squares, theirs = linear_modal_analysis(mesh.V, mesh.T, 5, bI=np.flatnonzero(held))
    sub = fd.design(mesh, unit, held, method="lma", modes=5)
    M = fd.mass(mesh, unit)
    order = np.argsort(squares)
    theirs = theirs[:, order] / np.sqrt(((M @ theirs) * theirs).sum(axis=0))[order]
    assert np.allclose(np.linalg.svd(theirs.T @ (M @ sub.basis), compute_uv=False), 1, atol=1e-5)
