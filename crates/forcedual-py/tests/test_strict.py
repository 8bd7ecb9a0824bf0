"""What looks right and is not: taken as it is meant, or refused."""

import pickle
import warnings

import numpy as np
import pytest

import forcedual as fd


@pytest.fixture(scope="module")
def sim(arm):
    return fd.Simulation(arm)


def test_masks_select_points_and_are_as_long_as_the_mesh(mesh, sim):
    right = mesh.V[:, 0] > mesh.V[:, 0].max() - 1e-9
    numbers = np.flatnonzero(right)
    assert np.array_equal(sim.points(right), sim.points(numbers))
    assert sim.point_jacobian(right).shape == (len(numbers), 3, sim.size)
    for wrong in (right[:-1], right.astype(int), 1.5, True):
        with pytest.raises(fd.ArrayError):
            sim.points(wrong)
    with pytest.raises(fd.ArrayError, match="mask of cells"):
        mesh.select(right, of="cells")
    with pytest.raises(fd.ArrayError, match="mask of vertices"):
        mesh.select(np.zeros(len(mesh.T), bool))
    with pytest.raises(fd.ArrayError, match="of cells"):
        mesh.select("all", of="cell")
    with pytest.raises(fd.ArrayError):
        sim.drag({True: [0, 0, 0]})


def test_masks_stand_in_scenes_and_inside_of_other_selections(mesh):
    pins = mesh.V[:, 0] < 0.01
    cells = mesh.select(pins, of="vertices")
    assert np.array_equal(cells, pins)
    assert np.array_equal(mesh.select({"not": pins}), ~pins)
    assert np.array_equal(mesh.select({"any": [pins, {"not": pins}]}), np.ones(len(pins), bool))
    expected = fd.design(mesh, pins=pins, modes=2)
    force = [{"kind": "white-noise"}]
    for where in (pins, np.flatnonzero(pins), {"vertices": np.flatnonzero(pins)}, {"not": ~pins}):
        scene = {"mesh": mesh, "pin": [{"where": where}], "force": force, "subspace": {"modes": 2}}
        assert np.array_equal(fd.design(scene).basis, expected.basis)
    twice = fd.design(mesh, pins=[pins, {"vertices": [0]}], modes=2)
    assert twice.held.sum() == (pins | (np.arange(len(pins)) == 0)).sum()
    with pytest.raises(fd.ArrayError, match="mask of vertices"):
        fd.Scene({"mesh": mesh, "pin": [{"where": pins[:-1]}]})
    stiff = {"region": [{"where": np.arange(len(mesh.T)) < 20, "young": 1e9}]}
    assert fd.design({"mesh": mesh, "material": stiff}, modes=1).fields()["young"].max() == 1e9


def test_what_you_should_know_is_warned_of_where_you_are(mesh):
    tendon = fd.force.springs([[0, 80]], 100.0, sigma=0.01)
    with pytest.warns(fd.ForcedualWarning, match="only 1 mode") as told:
        sub = fd.design(mesh, pins=mesh.V[:, 0] < 0.01, prior=tendon, modes=5)
    assert told[0].filename == __file__
    assert sub.warnings and "warning" in repr(sub)
    inverted = mesh.T.copy()
    inverted[5] = inverted[5][[1, 0, 2, 3]]
    with pytest.warns(fd.ForcedualWarning, match="cell 5") as told:
        repaired = fd.Mesh(mesh.V, inverted, repair=True)
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fd.design(repaired, modes=3)


def test_scenes_with_large_arrays_pickle():
    mesh = fd.Mesh.shape("beam", cells=40_000)
    weight = np.random.default_rng(0).random((len(mesh.V), 3)) + 0.1
    assert weight.size > 20_000
    scene = fd.Scene({"mesh": mesh, "force": [{"kind": "painted", "weight": weight}]})
    sent = pickle.dumps(scene)
    del scene  # and with it the files of its arrays
    again = fd.design(pickle.loads(sent), modes=1)
    drawn = fd.design(mesh, prior=fd.force.painted(weight), modes=1)
    assert np.array_equal(again.basis, drawn.basis)


def test_surfaces_are_written_as_obj_only(arm, tmp_path):
    with pytest.raises(fd.FileError, match="obj"):
        arm.write_surfaces(tmp_path / "x.glb", np.zeros((len(arm.mass), 3)))
    assert not list(tmp_path.iterdir())


def test_models_are_designed_again(arm, tmp_path):
    arm.save(tmp_path / "arm.safetensors")
    again = fd.design(fd.load(tmp_path / "arm.safetensors"))
    assert np.allclose(again.eigenvalues, arm.eigenvalues, rtol=1e-9)
    assert fd.design(arm.model, modes=2).weights.shape[1] == 2


def test_scenes_with_what_was_left_out_filled_in_are_scenes(mesh):
    scene = fd.Scene({"mesh": mesh, "subspace": {"modes": 2}, "simulation": {"gravity": [0, 0, -9.81]}})
    sim = fd.Simulation(fd.design({**scene.dict(), "mesh": mesh}))
    assert sim.step().converged


def test_senseless_priors_energies_and_comparisons_are_refused_at_once(mesh, arm):
    noise = fd.force.white_noise()
    refused = [
        lambda: 0 * noise, lambda: -1 * noise, lambda: noise / 0, lambda: fd.mixture([]),
        lambda: fd.mixture([noise, noise], [0.5, 0.6]),
    ]
    for wrong in refused:
        with pytest.raises(fd.Error):
            wrong()
    assert (noise / 2).forces == (0.5 * noise).forces
    for prior in ({"kind": "white-noise"}, [noise], np.ones(3)):
        with pytest.raises(TypeError, match="fd.force"):
            fd.design(mesh, prior=prior)
    found = fd.compare(arm, "lma", sizes=(1, 4), count=3)
    with pytest.raises(KeyError, match="lma"):
        found["nope"]
    for wrong in (dict(count=0), dict(sizes=8), dict(sizes=(1, -2))):
        with pytest.raises(fd.ArrayError):
            fd.compare(arm, ["lma"], **wrong)
    elastic = fd.energy.elastic(mesh)
    x = mesh.V * 1.1
    assert sum([elastic, elastic])(x) == 2 * elastic(x)
    assert (elastic / 2)(x) == 0.5 * elastic(x) and (elastic - elastic)(x) == 0 and (-elastic)(x) == -elastic(x)
    with pytest.raises(TypeError, match="stays in its process"):
        pickle.dumps(elastic)


def test_tasks_that_cannot_be_done_are_refused(mesh, arm):
    pytest.importorskip("gymnasium")
    tip, held = int(mesh.V[:, 0].argmax()), int(np.flatnonzero(arm.held)[0])
    box = (mesh.V[tip], mesh.V[tip])
    for vertex, targets in ((held, box), (True, box), (3.0, box), (tip, (mesh.V[tip] + 1, mesh.V[tip]))):
        with pytest.raises(fd.ArrayError):
            fd.gym.Reach(arm, vertex, targets)
    with pytest.raises(fd.ControlError, match="held"):
        fd.gym.Walk(arm, [1, 0, 0])
    with pytest.raises(fd.ArrayError, match="zero"):
        fd.gym.Walk(arm, [0, 0, 0])
    with pytest.raises(fd.ArrayError):
        fd.gym.Many([])
    many = fd.gym.Many([fd.gym.Reach(arm, tip, box) for _ in range(2)])
    many.reset(seed=0)
    with pytest.raises(fd.ArrayError, match="actions"):
        many.step(np.zeros((3, 2)))
    told = many.envs[0].reset(seed=1)[1]
    assert told["distance"] == pytest.approx(0.0, abs=1e-12)
    with pytest.raises(fd.ControlError, match="held"):
        fd.Simulation(arm).drag({held: [0, 0, 0]})
    with pytest.raises(TypeError, match="simulations"):
        fd.step_many([1])


def test_sweeps_see_what_their_measure_takes_from_around_it(tmp_path):
    gain = 1.0

    def scaled(k):
        return helper(k) * gain

    def helper(k):
        return k

    assert fd.sweep(scaled, {"k": [2]}, folder=tmp_path)[0]["result"] == 2.0
    gain = 5.0
    assert fd.sweep(scaled, {"k": [2]}, folder=tmp_path)[0]["result"] == 10.0
    with pytest.raises(fd.ArrayError, match="result"):
        fd.sweep(lambda result: 0, {"result": [1]})


def test_sweeps_take_priors_and_give_certificates(mesh, tmp_path):
    def measure(prior):
        return fd.design(mesh, pins=mesh.V[:, 0] < 0.01, prior=prior, modes=1).certificate

    priors = [fd.force.white_noise(), fd.force.matern(0.3)]
    first = fd.sweep(measure, {"prior": priors}, folder=tmp_path)
    assert all(row["error"] is None and 0 < row["result"]["captured"] <= 1 for row in first)
    assert [row["result"] for row in fd.sweep(measure, {"prior": priors}, folder=tmp_path)] == [row["result"] for row in first]
    assert len(list(tmp_path.glob("*.json"))) == 2
