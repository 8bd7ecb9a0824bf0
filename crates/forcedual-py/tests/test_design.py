"""Priors, designs and models: the mathematics, and the same bits as the command."""

import json
import subprocess

import numpy as np
import pytest

import forcedual as fd

from conftest import LEFT


def test_the_basis_is_orthonormal_in_the_mass_and_solves_its_eigenproblem(mesh):
    rng = np.random.default_rng(0)
    prior = fd.force.painted(rng.uniform(0.1, 1, len(mesh.V)))
    sub = fd.design(mesh, fd.material(young=2e5), LEFT, prior, modes=6)
    M, B, L = fd.mass(mesh), sub.basis, sub.factor()
    assert np.allclose(B.T @ (M @ B), np.eye(6), atol=1e-10)
    n, d = mesh.V.shape
    force = (L @ (L.T @ sub.solve((M @ B).T.reshape(6, n, d)).reshape(6, -1).T)).T
    image = sub.solve(force.reshape(6, n, d)).reshape(6, -1).T
    assert np.allclose(image, B * sub.eigenvalues, atol=1e-7 * sub.eigenvalues[0] * abs(B).max())


def test_solves_invert_the_stiffness(mesh):
    sub = fd.design(mesh, pins=LEFT, modes=1)
    K = fd.stiffness(mesh)
    u = np.random.default_rng(1).normal(size=mesh.V.shape)
    u[sub.held] = 0
    f = (K @ u.ravel()).reshape(u.shape)
    f[sub.held] = 0
    assert np.allclose(sub.solve(f), u, atol=1e-8)


def test_priors_add_and_scale_like_independent_forces(mesh, tendons):
    def covariance(prior):
        L, _ = fd.Body(mesh, None, LEFT, prior).prior_factor()
        return (L @ L.T).toarray()

    w = fd.force.painted(np.linspace(0, 1, len(mesh.V)))
    expected = covariance(w) + 0.25 * covariance(tendons)
    assert np.allclose(covariance(w + 0.5 * tendons), expected, atol=1e-12)
    assert np.allclose(covariance(np.float64(2) * (w + tendons)), 4 * covariance(sum([w, tendons])), atol=1e-10)
    mixed = covariance(fd.mixture({"push": w, "pull": tendons}, [0.25, 0.75]))
    assert np.allclose(mixed, 0.25 * covariance(w) + 0.75 * covariance(tendons), atol=1e-12)


def test_a_share_of_the_motion_is_captured(mesh):
    sub = fd.design(mesh, pins=LEFT, prior=fd.force.matern(0.5), modes="99%")
    assert sub.certificate.captured >= 0.99
    assert len(sub.eigenvalues) < 24 and "captured" in repr(sub)


def test_samples_have_the_covariance_of_the_prior(mesh, tendons):
    sub = fd.design(mesh, pins=LEFT, prior=tendons, modes=2)
    forces, moved = sub.sample(4000, seed=3)
    L = sub.factor().toarray()
    found = np.einsum("sic,sjd->icjd", forces, forces).reshape(L.shape[0], -1) / len(forces)
    assert np.allclose(found, L @ L.T, atol=0.1 * (L @ L.T).max())
    assert np.allclose(sub.solve(forces[0]), moved[0])
    assert np.array_equal(fd.sample(sub.scene, 3, 3)[0], sub.sample(3, 3)[0])


def test_own_forces_enter_as_columns_or_samples(mesh):
    n, d = mesh.V.shape
    F = np.zeros((2, n, d))
    F[0, -1, 1], F[1, -1, 2] = 1.0, 2.0
    by_columns = fd.design(mesh, pins=LEFT, prior=fd.force.matrix(F), modes=2)
    by_samples = fd.design(
        mesh, pins=LEFT, prior=fd.force.force_samples(np.sqrt(2) * F, centred=False), modes=2
    )
    assert np.allclose(by_columns.eigenvalues, by_samples.eigenvalues, rtol=1e-9)


def test_a_free_body_keeps_its_rigid_motions(mesh):
    sub = fd.design(mesh, modes=4)
    assert sub.rigid == 6 and sub.basis.shape[1] == 10


def test_scenes_are_dicts_text_or_files(tmp_path):
    text = '[mesh]\nshape = "beam"\ncells = 200\n[subspace]\nmodes = 5\n'
    path = tmp_path / "scene.toml"
    path.write_text(text)
    same = [text, path, str(path), {"mesh": {"shape": "beam", "cells": 200}, "subspace": {"modes": 5}}]
    found = [fd.design(source).basis for source in same]
    assert all(np.array_equal(b, found[0]) for b in found)
    assert fd.design(text, modes=3).basis.shape[1] == 6 + 3
    assert fd.Scene(text).dict()["subspace"]["modes"] == 5
    assert "mesh" in fd.schema()["properties"]


@pytest.mark.parametrize("creature", ["gripper-2d", "chicken-wing"])
def test_the_command_and_python_give_the_same_bits(command, tmp_path, creature):
    from safetensors.numpy import load_file

    scene = tmp_path / "scene.toml"
    scene.write_bytes(subprocess.check_output([command, "example", creature]))
    subprocess.check_call([command, "design", scene, "-o", tmp_path / "cli.safetensors"], stdout=subprocess.DEVNULL)
    sub = fd.design(scene)
    sub.save(tmp_path / "py.safetensors")
    theirs, ours = load_file(tmp_path / "cli.safetensors"), load_file(tmp_path / "py.safetensors")
    assert theirs.keys() == ours.keys()
    for name, tensor in theirs.items():
        assert tensor.dtype == ours[name].dtype and np.array_equal(tensor, ours[name]), name
    assert (tmp_path / "cli.safetensors").read_bytes() == (tmp_path / "py.safetensors").read_bytes()
    if "weights" in theirs:
        assert np.array_equal(theirs["weights"], sub.weights)
    else:
        assert np.array_equal(theirs["basis"], sub.basis)


def test_a_mesh_of_arrays_gives_the_bits_of_its_file(mesh, tmp_path):
    mesh.write(tmp_path / "beam.vtu")
    read = fd.Mesh.read(tmp_path / "beam.vtu")
    assert np.array_equal(read.V, mesh.V) and np.array_equal(read.T, mesh.T)
    a, b = (fd.design(m, pins=LEFT, modes=4).basis for m in (mesh, read))
    assert np.array_equal(a, b)


def test_models_are_saved_loaded_and_pickled(arm, tmp_path):
    import pickle

    arm.save(tmp_path / "arm.safetensors")
    model = fd.load(tmp_path / "arm.safetensors")
    assert np.array_equal(model.weights, arm.weights) and model.basis is None
    assert model.certificate == arm.certificate and model.kind == "skinning"
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.weights, arm.weights)
    assert np.array_equal(model.mesh.T, arm.mesh.T)
    (tmp_path / "cut.safetensors").write_bytes((tmp_path / "arm.safetensors").read_bytes()[:1000])
    with pytest.raises(fd.ModelError):
        fd.load(tmp_path / "cut.safetensors")


def test_force_dual_modes_beat_linear_ones_on_their_forces(mesh, tendons):
    sub = fd.design(mesh, pins=LEFT, prior=tendons + 0.01 * fd.force.matern(0.3, rms=1), modes=6)
    found = fd.compare(sub, ["lma"], sizes=(1, 6), count=20)
    own, lma = found["force-dual"], found["lma"]
    assert own.projection[-1] < 0.5 * lma.projection[-1]
    assert found.full_dofs == 3 * (len(mesh.V) - 9)


def test_comparisons_are_those_of_the_command(command, tmp_path):
    scene = tmp_path / "scene.toml"
    scene.write_text('[mesh]\nshape = "beam"\ncells = 300\n[[force]]\nkind = "matern"\nlength = 0.5\n')
    subprocess.check_call(
        [command, "compare", scene, "--against", "lma", "-o", tmp_path / "c.json"], stdout=subprocess.DEVNULL
    )
    theirs = json.loads((tmp_path / "c.json").read_text())
    ours = fd.compare(scene, ["lma"], count=theirs["held_out"], seed=theirs["seed"])
    for a, b in zip(theirs["curves"], ours.curves):
        assert [p["projection"] for p in a["points"]] == b.projection.tolist()


def test_surfaces_are_filled(tmp_path):
    V = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    F = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
         [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
    mesh = fd.Mesh.from_surface((V, np.array(F)), cells=500)
    assert mesh.volumes().sum() == pytest.approx(1.0, rel=0.05)
    assert fd.design(mesh, modes=2).basis.shape[0] == mesh.V.size
    dragon = fd.zoo("dragon", cells=3000)
    assert "tail" in " ".join(dragon.regions) and dragon.select({"region": dragon.regions[0]}, "cells").any()
    assert "dragon" in fd.creatures()


def test_scenes_change_in_turn_and_every_argument_counts(mesh):
    other = fd.Scene.of(mesh, pins=LEFT).replace(mesh={"shape": "beam", "size": [2, 0.1, 0.1], "cells": 300})
    count = len(fd.design(other).mesh.V)
    assert count != len(mesh.V) and len(fd.design(other, modes=3).mesh.V) == count
    scene = fd.Scene.of(mesh, {"law": "arap", "young": 1e5}, LEFT)
    x = 1.1 * mesh.V
    assert fd.energy.elastic(scene, {"young": 2e5})(x) == pytest.approx(2 * fd.energy.elastic(scene)(x))
    assert fd.Body(scene, pins=mesh.V[:, 0] > 0.99).held.sum() == (mesh.V[:, 0] > 0.99).sum()
    material = fd.Scene.of(scene, {"density": 500}).dict()["material"]
    assert (material["law"], material["young"], material["density"]) == ("arap", 1e5, 500)
    material = fd.Scene.of(scene, fd.material(density=500)).dict()["material"]
    assert (material["law"], material["young"]) == ("stable-neo-hookean", 1e6)


def test_the_mesh_of_a_subspace_is_one_object_with_all_labels(mesh):
    labelled = fd.Mesh(mesh.V, mesh.T, vertex_labels=np.arange(len(mesh.V)) % 2)
    sub = fd.design(labelled, modes=2)
    assert sub.mesh is sub.mesh and sub.mesh.select({"vertex-label": 1}).sum() == len(mesh.V) // 2
