"""Steps, controls, derivatives and plays."""

import subprocess

import numpy as np
import pytest

import forcedual as fd

from conftest import LEFT


def test_steps_move_the_body_and_reset_brings_it_back(arm):
    sim = fd.Simulation(arm, gravity=[0, 0, -9.81])
    rest = sim.positions()
    assert np.allclose(rest, arm.mesh.V)
    report = sim.step([-0.05, 0.02], steps=5)
    assert report.converged and report.parts == 1 and not report.held
    assert sim.state.time == pytest.approx(5 * sim.h) and abs(sim.positions() - rest).max() > 1e-3
    sim.reset()
    assert np.array_equal(sim.positions(), rest) and sim.state.time == 0


def test_channels_go_by_name(arm):
    a, b = fd.Simulation(arm), fd.Simulation(arm)
    assert [c.name for c in a.channels] == ["tendons[0]", "tendons[1]"] and a.channels[0].sigma == 0.05
    a.step({"tendons[1]": -0.02})
    b.step([0, -0.02])
    assert np.array_equal(a.state.z, b.state.z)
    with pytest.raises(fd.ControlError, match="tendons"):
        a.step({"legs": 1.0})
    for wrong in ([0.0], [0.0, np.nan], [[0.0, 0.0]]):
        with pytest.raises(fd.ArrayError):
            a.step(wrong)


def test_states_are_set_and_rollouts_are_steps(arm):
    rng = np.random.default_rng(0)
    actuation = 0.05 * rng.normal(size=(10, 2))
    a, b = fd.Simulation(arm), fd.Simulation(arm)
    z, v = a.rollout(actuation)
    for row in actuation:
        b.step(row)
    assert np.array_equal(z[-1], b.state.z) and np.array_equal(v[-1], b.state.v)
    b.reset()
    b.state = z[4], v[4]
    b.step(actuation[5])
    assert np.array_equal(b.state.z, z[5]) and np.array_equal(b.state.v, v[5])


@pytest.mark.parametrize("integrator", ["backward-euler", "bdf2"])
def test_the_same_state_leads_to_the_same_bits(arm, integrator):
    sim = fd.Simulation(arm, integrator=integrator, gravity=[0, 0, -9.81], tolerance=1e-9, iterations=100)
    sim.collide([{"half-space": {"point": [0, 0, -0.02], "normal": [0, 0, 1]}, "friction": 0.3}])
    actuation = 0.05 * np.random.default_rng(0).normal(size=(20, 2))
    sim.rollout(actuation)
    start = sim.state
    onwards = sim.rollout(actuation)[0]
    sim.state = start
    first = sim.rollout(actuation)[0]
    sim.state = start
    assert np.array_equal(sim.rollout(actuation)[0], first)
    assert np.allclose(first, onwards, rtol=0, atol=1e-4 * abs(onwards).max())


def test_a_model_file_moves_as_its_design(arm, tmp_path):
    arm.save(tmp_path / "arm.safetensors")
    a, b = fd.Simulation(arm), fd.Simulation(tmp_path / "arm.safetensors")
    for sim in (a, b):
        sim.step([-0.05, 0.05], steps=20)
    assert np.array_equal(a.state.z, b.state.z)
    tip = int(np.argmax(arm.mesh.V[:, 0]))
    assert np.allclose(a.points([tip])[0], a.positions()[tip], atol=1e-12)
    assert np.array_equal(a.points([tip]), b.points([tip])) and np.array_equal(a.surface()[0], b.surface()[0])
    with pytest.raises(fd.Error, match="surface"):
        b.positions()


def test_handles_drag_and_obstacles_stop(arm):
    sim = fd.Simulation(arm)
    tip = int(np.argmax(arm.mesh.V @ [1, 0.1, 0.1]))
    goal = arm.mesh.V[tip] + [0, 0, 0.1]
    sim.drag({tip: goal})
    sim.step(steps=120)
    assert np.linalg.norm(sim.points([tip])[0] - goal) < 0.06
    sim.drag({})
    sim.reset()
    sim.gravity([0, 0, -9.81])
    sim.step(steps=60)
    free = sim.positions()[:, 2].min()
    floor = {"half-space": {"point": [0, 0, -0.02], "normal": [0, 0, 1]}, "friction": 0.3}
    given = fd.Simulation(arm, gravity=[0, 0, -9.81], collider=[floor])
    sim.reset()
    sim.collide([floor])
    for held in (sim, given):
        held.step(steps=60)
        assert free < -0.05 and held.positions()[:, 2].min() > -0.03
    with pytest.raises(fd.SceneError, match="one shape"):
        sim.collide([{}])
    with pytest.raises(fd.ControlError):
        sim.drag({10_000: [0, 0, 0]})
    sim.push({tip: [0, 5, 0]})
    sim.step()


def test_a_fluid_slows_a_body_as_the_equation_of_drag_says(mesh):
    # a beam that flies along x: m dv/dt = -rho C A v^2, as half of the drag is before it and half behind
    sub = fd.design(mesh, fd.material(young=1e8, density=800), modes=2)
    sim = fd.Simulation(sub, step=1e-3, tolerance=1e-10)
    centre = lambda: sub.mass @ sim.positions() / sub.mass.sum()
    rest = sim.positions()
    moves = np.stack([(sim.positions(z) - rest).ravel() for z in np.eye(sim.size)], axis=1)
    flight = np.linalg.lstsq(moves, np.tile([2.0, 0.0, 0.0], len(mesh.V)), rcond=None)[0]
    sim.state = np.zeros(sim.size), flight
    sim.immerse(1000.0)
    before = centre()
    sim.step(steps=200)
    rate = 1000.0 * 0.2 * 0.2 / sub.mass.sum()
    way = np.log1p(2.0 * rate * 0.2) / rate
    assert centre() - before == pytest.approx([way, 0, 0], abs=0.01 * way)
    sim.immerse(0.0)
    before = centre()
    sim.step(steps=50)
    first = centre() - before
    sim.step(steps=50)
    assert centre() - before == pytest.approx(2 * first, rel=1e-4, abs=1e-6)
    with pytest.raises(fd.ControlError, match="fluid"):
        sim.immerse(-1.0)
    projective = fd.design(mesh, fd.material("arap"), modes=2, simulation={"solver": "projective"})
    with pytest.raises(fd.Error, match="projective"):
        fd.Simulation(projective).immerse()


def test_inverse_kinematics_reaches(arm):
    sim = fd.Simulation(arm)
    with pytest.raises(fd.ControlError, match="after a step"):
        sim.reach({0: [0, 0, 0]})
    tip = int(np.argmax(arm.mesh.V @ [1, 0.1, 0.1]))
    sim.step([-0.08, 0.08], steps=200)
    goal = sim.points([tip])[0]
    sim.reset()
    first = np.linalg.norm(sim.points([tip])[0] - goal)
    for _ in range(100):
        sim.step()
        distance = sim.reach({tip: goal})
    assert distance < 0.5 * first and abs(sim.amplitudes).max() <= 0.2 + 1e-12


@pytest.mark.parametrize("friction", [None, 0.0, 0.4])
def test_derivatives_are_those_of_differences(arm, friction):
    exact = dict(solver="exact-newton", tolerance=0.0, iterations=60)
    sim = fd.Simulation(arm, gravity=[0, 0, -9.81], **exact)
    if friction is not None:
        sim.collide([{"half-space": {"point": [0, 0, -0.001], "normal": [0, 0, 1]}, "friction": friction}])
    with pytest.raises(fd.ControlError):
        sim.derivatives()
    a = np.array([-0.04, 0.03])
    sim.step(a, steps=5 if friction is None else 60)
    start = sim.state
    sim.step(a)
    found = sim.derivatives()

    def after(z, v, a):
        sim.state = z, v
        sim.step(a)
        return np.concatenate(sim.state[:2])

    rng = np.random.default_rng(0)
    dz, dv, da = rng.normal(size=(2, sim.size)), 10 * rng.normal(size=(2, sim.size)), rng.normal(size=2)
    for by, change in [((dz[0], 0 * dv[0], 0 * da), 1e-5), ((0 * dz[0], dv[0], 0 * da), 1e-4), ((0 * dz[0], 0 * dv[0], da), 1e-4)]:
        up = after(*(x + change * b for x, b in zip((*start[:2], a), by)))
        down = after(*(x - change * b for x, b in zip((*start[:2], a), by)))
        slope = (up - down) / (2 * change)
        told = np.concatenate(
            [found.z_z @ by[0] + found.z_v @ by[1] + found.z_a @ by[2],
             found.v_z @ by[0] + found.v_v @ by[1] + found.v_a @ by[2]]
        )
        # some points begin or end to slide within the difference
        assert np.allclose(slope, told, atol=(1e-3 if friction else 1e-4) * abs(slope).max())


def test_points_are_affine_in_the_coordinates(arm):
    sim = fd.Simulation(arm)
    chosen = sim.interface[:3]
    rest = sim.points(chosen)
    sim.step([-0.05, 0.02], steps=10)
    J = sim.point_jacobian(chosen)
    assert np.allclose(sim.points(chosen), rest + J @ sim.state.z, atol=1e-12)


def test_many_at_once_step_as_each_alone(arm):
    rng = np.random.default_rng(0)
    actuation = 0.05 * rng.normal(size=(6, 2))
    many, alone = [fd.Simulation(arm) for _ in range(6)], [fd.Simulation(arm) for _ in range(6)]
    reports = fd.step_many(many, actuation, steps=7)
    for sim, row in zip(alone, actuation):
        sim.step(row, steps=7)
    assert len(reports) == 6
    assert all(np.array_equal(a.state.z, b.state.z) for a, b in zip(many, alone))
    with pytest.raises(fd.ArrayError, match="twice"):
        fd.step_many([many[0], many[0]])
    with pytest.raises(fd.ArrayError, match=r"\(6, 2\)"):
        fd.step_many(many, actuation[:3])


def test_settings_are_checked(arm):
    with pytest.raises(fd.SceneError, match="step"):
        fd.Simulation(arm, step=-1.0)
    for key in ("stepp", "frames", "cubature"):
        with pytest.raises(fd.SceneError, match="no setting"):
            fd.Simulation(arm, **{key: 1})
    assert fd.Simulation(arm, step=0.005).h == 0.005


def test_scenes_are_played_as_by_the_command(command, tmp_path):
    scene = tmp_path / "scene.toml"
    scene.write_bytes(subprocess.check_output([command, "example", "gripper-2d"]))
    subprocess.check_call(
        [command, "simulate", scene, "--frames", "12", "-o", tmp_path / "cli.npz"], stdout=subprocess.DEVNULL
    )
    motion = fd.simulate(scene, frames=12, output=tmp_path / "py.glb")
    theirs = np.load(tmp_path / "cli.npz")
    assert np.array_equal(theirs["coordinates"], motion.coordinates)
    assert np.array_equal(theirs["actuation"], motion.actuation)
    assert (tmp_path / "py.glb").read_bytes()[:4] == b"glTF" and motion.report["steps"] == 12
    sub = fd.design(scene)
    assert np.array_equal(fd.simulate(sub.model, frames=12).coordinates, motion.coordinates)


def test_subspaces_of_a_mixture_change(mesh):
    patch = lambda x: fd.force.contact([{"center": [x, 0.1, 0.2], "radius": 0.1}], normal_sigma=500)
    prior = fd.mixture({"middle": patch(0.5), "tip": patch(1.0)})
    sub = fd.design(mesh, fd.material(young=1e5), LEFT, prior, modes=3, simulation={"adaptive": "bayes"})
    sim = fd.Simulation(sub)
    tip = int(np.argmax(mesh.V @ [1, 0.1, 0.1]))
    sim.push({tip: [0, 0, -1]})
    sim.step(steps=20)
    assert np.isfinite(sim.surface()[0]).all()
    with pytest.raises(fd.Error, match="differentiated|derivatives"):
        sim.derivatives()
