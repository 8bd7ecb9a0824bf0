"""Arrays that come in: the right exception for what is wrong, and no surprise for what is right."""

import pickle

import numpy as np
import pytest

import forcedual as fd

from conftest import LEFT


def test_wrong_shapes_say_what_was_expected_and_what_came(arrays):
    V, T = arrays
    cases = [
        (lambda: fd.Mesh(V[:, :1], T), r"V should have shape \(n, 2\) or \(n, 3\), but has \(81, 1\)"),
        (lambda: fd.Mesh(V.ravel(), T), r"but has \(243,\)"),
        (lambda: fd.Mesh(V, T[:, :3]), r"T should have shape \(t, 4\), but has \(192, 3\)"),
        (lambda: fd.force.painted(np.ones((2, 2, 2))), r"weight should have shape \(n,\) or \(n, d\)"),
        (lambda: fd.force.springs(np.ones((3, 3), int)), r"edges should have shape \(s, 2\)"),
    ]
    for act, said in cases:
        with pytest.raises(fd.ArrayError, match=said) as caught:
            act()
        assert caught.value.code == "array" and isinstance(caught.value, ValueError)


def test_wrong_types_are_refused(arrays):
    V, T = arrays
    for act in [
        lambda: fd.Mesh(V.astype(complex), T),
        lambda: fd.Mesh(V.astype(object), T),
        lambda: fd.Mesh(V.astype(str), T),
        lambda: fd.Mesh(V, T.astype(float)),
        lambda: fd.force.painted(["a", "b"]),
    ]:
        with pytest.raises(fd.ArrayError, match="dtype|real numbers"):
            act()


def test_numbers_that_are_not_finite_are_named(arrays):
    V, T = arrays
    bad = V.copy()
    bad[7, 1] = np.nan
    with pytest.raises(fd.MeshError, match="7") as caught:
        fd.Mesh(bad, T)
    assert caught.value.code == "mesh-not-finite"
    with pytest.raises(fd.ArrayError, match=r"weight should be finite, but is inf at index \(3,\)"):
        fd.force.painted([1, 1, 1, np.inf])


def test_winding_and_numbers_of_vertices_are_checked(arrays):
    V, T = arrays
    turned = fd.Mesh(V, T[:, [1, 0, 2, 3]])
    assert np.array_equal(np.sort(turned.cells), np.sort(T))
    mixed = T.copy()
    mixed[5] = mixed[5][[1, 0, 2, 3]]
    with pytest.raises(fd.MeshError) as caught:
        fd.Mesh(V, mixed)
    assert caught.value.code == "mesh-orientation"
    assert len(fd.Mesh(V, mixed, repair=True).cells) == len(T)
    for wrong in (-1, len(V)):
        outside = T.copy()
        outside[9, 2] = wrong
        with pytest.raises(fd.MeshError, match="cell 9") as caught:
            fd.Mesh(V, outside)
        assert caught.value.code == "mesh-index"


def test_any_layout_and_real_type_gives_the_same_mesh(arrays):
    V, T = arrays
    plain = fd.Mesh(V, T)
    for other in [
        fd.Mesh(np.asfortranarray(V), np.asfortranarray(T)),
        fd.Mesh(V[::1].tolist(), T.tolist()),
        fd.Mesh(np.repeat(V, 2, axis=1)[:, ::2], T.astype(np.int32)),
        fd.Mesh(V.astype(">f8"), T.astype(np.uint8)),
    ]:
        assert np.array_equal(other.V, plain.V) and np.array_equal(other.T, plain.T)


def test_arrays_changed_after_use_change_nothing(arrays):
    V, T = (a.copy() for a in arrays)
    w = np.ones(len(V))
    mesh, prior = fd.Mesh(V, T), fd.force.painted(w)
    V[:], T[:], w[:] = 0, 0, 0
    assert np.array_equal(mesh.V, arrays[0]) and np.array_equal(mesh.T, arrays[1])
    assert prior.forces[0]["weight"].sum() == len(w)
    with pytest.raises(ValueError, match="read-only"):
        mesh.V[0, 0] = 1.0


def test_arrays_of_a_design_are_views_that_outlive_it(mesh):
    sub = fd.design(mesh, pins=mesh.V[:, 0] < 0.01, modes=4)
    basis = sub.basis
    assert basis is sub.basis and not basis.flags.owndata and not basis.flags.writeable
    before = basis.copy()
    del sub
    assert np.array_equal(basis, before)


def test_masks_numbers_and_selections_pin_alike(mesh):
    mask = mesh.V[:, 0] < 0.01
    same = [mask, np.flatnonzero(mask), np.flatnonzero(mask).tolist(), [{"vertices": np.flatnonzero(mask).tolist()}]]
    eigenvalues = [fd.design(mesh, pins=pins, modes=3).eigenvalues for pins in same]
    assert all(np.array_equal(e, eigenvalues[0]) for e in eigenvalues)
    with pytest.raises(fd.ArrayError, match="mask or integers"):
        fd.design(mesh, pins=np.array([0.5, 1.5]))


def test_large_arrays_go_through_files_and_give_the_same_bits(mesh, monkeypatch):
    from forcedual import _arrays

    w = np.linspace(0.5, 2.0, len(mesh.V))
    inline = fd.design(mesh, pins=mesh.V[:, 0] < 0.01, prior=fd.force.painted(w), modes=3)
    monkeypatch.setattr(_arrays, "INLINE", 10)
    spilt = fd.design(mesh, pins=mesh.V[:, 0] < 0.01, prior=fd.force.painted(w), modes=3)
    assert np.array_equal(inline.basis, spilt.basis)


def test_masks_of_the_wrong_length_and_numbers_given_twice_are_refused(mesh):
    mask = mesh.V[:, 0] < 0.01
    for wrong in (mask[:-3], np.append(mask, True)):
        with pytest.raises(fd.ArrayError, match="mask of vertices"):
            fd.design(mesh, pins=wrong, modes=2)
        with pytest.raises(fd.ArrayError, match="mask of vertices"):
            fd.design(mesh, pins=LEFT, prior=fd.force.painted(where=wrong), modes=2)
    with pytest.raises(fd.ArrayError, match="bools"):
        fd.design(mesh, pins=mask.astype(int), modes=2)
    with pytest.raises(fd.ArrayError, match="masked array"):
        fd.Mesh(np.ma.masked_array(mesh.V), mesh.T)


def test_meshes_scenes_and_models_travel_and_others_say_what_to_send(mesh, arm):
    again = pickle.loads(pickle.dumps(mesh))
    assert np.array_equal(again.V, mesh.V) and np.array_equal(again.T, mesh.T)
    dragon = pickle.loads(pickle.dumps(fd.zoo("dragon", cells=2000)))
    assert "tail" in " ".join(dragon.regions)
    scene = fd.Scene.of(mesh, pins=LEFT, subspace={"modes": 2})
    there = fd.design(pickle.loads(pickle.dumps(scene)))
    assert np.array_equal(there.basis, fd.design(scene).basis)
    for staying in (arm, fd.Simulation(arm)):
        with pytest.raises(TypeError, match="model"):
            pickle.dumps(staying)


def test_what_is_out_of_range_is_an_error_of_the_package(mesh, arm, tmp_path):
    sim = fd.Simulation(arm)
    for wrong in (
        lambda: sim.step(steps=-1), lambda: arm.sample(-1), lambda: arm.sample(1, seed=-1),
        lambda: sim.drag({1.5: [0, 0, 0]}), lambda: fd.plot.body(mesh.V, mesh.T),
    ):
        with pytest.raises(fd.ArrayError):
            wrong()
    with pytest.raises(fd.ControlError, match="tendons"):
        sim.limit("q", 0, 1)
    with pytest.raises(TypeError, match="fd.Mesh"):
        fd.design(mesh.V)
    with pytest.raises(TypeError, match="can be shown"):
        fd.view(3)
    with pytest.raises(fd.FileError, match="safetensors"):
        arm.save(tmp_path / "x.npz")
