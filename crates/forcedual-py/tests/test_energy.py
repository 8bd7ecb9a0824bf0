"""Energies and operators in full space."""

import numpy as np
import pytest

import forcedual as fd

from conftest import LEFT


def moved(mesh, size=0.02, seed=0):
    return mesh.V + size * np.random.default_rng(seed).normal(size=mesh.V.shape)


def check(E, x, a=None, rtol=1e-5):
    """Gradient and Hessian are those of differences."""
    rng = np.random.default_rng(1)
    d, h = rng.normal(size=x.shape), 1e-5
    slope = (E(x + h * d, a) - E(x - h * d, a)) / (2 * h)
    assert slope == pytest.approx(float(np.vdot(E.gradient(x, a), d)), rel=rtol)
    change = (E.gradient(x + h * d, a) - E.gradient(x - h * d, a)) / (2 * h)
    image = (E.hessian(x, a) @ d.ravel()).reshape(x.shape)
    assert np.allclose(change, image, atol=1e-4 * abs(image).max())


@pytest.mark.parametrize("law", ["linear", "corotated", "arap", "stvk", "stable-neo-hookean"])
def test_elastic_energies_have_their_derivatives(mesh, law):
    E = fd.energy.elastic(mesh, fd.material(law, young=1e5))
    assert E(mesh.V) == pytest.approx(0, abs=1e-9)
    check(E, moved(mesh, 0.01))
    H = E.hessian(moved(mesh, 0.05), psd=True).toarray()
    assert np.linalg.eigvalsh(H).min() > -1e-8 * abs(H).max()


def test_the_rest_hessian_is_the_stiffness(mesh):
    rubber = fd.material(young=3e5, poisson=0.3)
    E, K = fd.energy.elastic(mesh, rubber), fd.stiffness(mesh, rubber)
    assert abs(E.hessian(mesh.V) - K).max() < 1e-9 * abs(K).max()
    assert abs(K - K.T).max() == 0


def test_actuated_energies_have_their_derivatives(mesh, tendons):
    prior = tendons + fd.force.muscle({"direction": [1, 0, 0]}, mode="groups", sigma=1e3)
    prior += fd.force.matrix(np.random.default_rng(0).normal(size=(mesh.V.size, 1)))
    E = fd.energy.actuated(mesh, prior, pins=LEFT)
    assert E.channels == ["tendons[0]", "tendons[1]", "muscle[0]", "matrix[0]"]
    a = np.array([-0.05, 0.02, 500.0, 0.3])
    check(E, moved(mesh), a)
    with pytest.raises(fd.ArrayError, match=r"amplitudes should have shape \(4,\)"):
        E(mesh.V, a[:2])


def test_energies_add_and_scale(mesh):
    tip = int(np.argmax(mesh.V[:, 0]))
    E = fd.energy.elastic(mesh, fd.material(young=1e5))
    H = fd.energy.handles(mesh, [tip], [mesh.V[tip] + 0.1], 200.0)
    C = fd.energy.contact(mesh, [{"half-space": {"point": [0, 0, 0.05], "normal": [0, 0, 1]}}])
    assert H(mesh.V) == pytest.approx(0.5 * 200 * 3 * 0.01)
    x = moved(mesh, 0.005)
    S = E + 2 * H + 0.5 * C
    assert S(x) == pytest.approx(E(x) + 2 * H(x) + 0.5 * C(x)) and C(x) > 0
    check(S, x, rtol=1e-4)
    assert np.array_equal(S.gradient(x).ravel(), S.gradient(x.ravel()))
    with pytest.raises(fd.ArrayError, match="x should have shape"):
        E(x[:5])


def test_the_full_equilibrium_is_where_handles_and_elastic_forces_balance(mesh):
    import scipy.sparse.linalg as la

    left = mesh.V[:, 0] < 1e-6
    free = np.repeat(~left, 3)
    tip = int(np.argmax(mesh.V[:, 0]))
    E = fd.energy.elastic(mesh, fd.material(young=1e5)) + fd.energy.handles(
        mesh, [tip], [mesh.V[tip] + [0, 0, 0.1]], 100.0
    )
    x = mesh.V.ravel().copy()
    for _ in range(20):
        g = E.gradient(x)[free]
        H = E.hessian(x, psd=True)[free][:, free].tocsc()
        x[free] -= la.spsolve(H, g)
    assert abs(E.gradient(x)[free]).max() < 1e-8
    assert x.reshape(-1, 3)[tip, 2] > mesh.V[tip, 2] + 0.01


def test_deformation_gradients_of_an_affine_map_are_its_matrix(mesh):
    A = np.array([[1.2, 0.1, 0], [0, 0.9, 0.2], [-0.1, 0, 1.1]])
    F = (fd.deformation_gradient(mesh) @ (mesh.V @ A.T).ravel()).reshape(-1, 3, 3)
    assert np.allclose(F, A)


def test_mass_is_density_times_volume(mesh):
    M = fd.mass(mesh, fd.material(density=500.0))
    assert M.diagonal().sum() == pytest.approx(3 * 500 * 0.04)
    per_cell = np.linspace(100, 900, len(mesh.T))
    total = fd.mass(mesh, fd.material(density=per_cell)).diagonal().sum() / 3
    assert total == pytest.approx(per_cell @ mesh.volumes())
