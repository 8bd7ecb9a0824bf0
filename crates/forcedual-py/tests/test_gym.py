"""Environments for learning."""

import numpy as np
import pytest

import forcedual as fd

from conftest import LEFT, box

gymnasium = pytest.importorskip("gymnasium")


def reach(arm, **settings):
    tip = int(np.argmax(arm.mesh.V @ [1, 0.1, 0.1]))
    at = arm.mesh.V[tip]
    return fd.gym.Reach(arm, tip, (at - 0.2, at + 0.2), length=5, **settings)


def test_environments_pass_the_checks_of_gymnasium(arm):
    from gymnasium.utils.env_checker import check_env

    check_env(reach(arm), skip_render_check=True)


def test_episodes_repeat_by_their_seed(arm):
    env = reach(arm)

    def episode():
        env.reset(seed=3)
        env.action_space.seed(1)
        return np.array([env.step(env.action_space.sample())[1] for _ in range(5)])

    assert np.array_equal(episode(), episode())


def test_rewards_are_distances(arm):
    env = reach(arm, effort=0.0)
    env.reset(seed=0)
    seen, reward, terminated, truncated, info = env.step(np.array([1, -1], np.float32))
    place = env.simulation.points([env.vertex])[0]
    assert reward == pytest.approx(-np.linalg.norm(env.target - place) / env.size)
    assert np.allclose(seen[-3:], (env.target - place) / env.size, atol=1e-6)
    assert not terminated and not truncated and info["held"] is False


def test_many_environments_step_as_each_alone(arm):
    many, alone = fd.gym.Many([reach(arm) for _ in range(4)]), [reach(arm) for _ in range(4)]
    seen, _ = many.reset(seed=7)
    assert seen.shape == (4, many.single_observation_space.shape[0])
    assert all(np.array_equal(a, env.reset(seed=7 + k)[0]) for k, (a, env) in enumerate(zip(seen, alone)))
    rng = np.random.default_rng(0)
    for t in range(7):
        actions = rng.uniform(-1, 1, (4, 2)).astype(np.float32)
        seen, rewards, _, truncated, _ = many.step(actions)
        if t < 5:
            told = [env.step(a) for env, a in zip(alone, actions)]
            assert np.array_equal(seen, np.stack([s for s, *_ in told]))
            assert np.array_equal(rewards, [r for _, r, *_ in told])
        assert truncated.all() == (t == 4)
    assert (rewards != 0).all()  # the step after the end resets, the next goes on


def test_a_body_on_the_floor_walks_or_falls(mesh, tendons):
    floor = {"half-space": {"point": [0, 0, -0.001], "normal": [0, 0, 1]}, "friction": 0.5}
    sub = fd.design(
        mesh, fd.material(young=1e5), None, tendons, modes=2, kind="skinning",
        simulation={"gravity": [0, 0, -9.81], "collider": [floor], "cubature": 30},
    )
    env = fd.gym.Walk(sub, [1, 0, 0], length=10)
    env.reset(seed=0)
    before = env._along()
    rewards = [env.step(np.array([np.sin(t), np.sin(t)], np.float32))[1] for t in range(10)]
    effort = env.effort * sum(np.sin(np.float32(t)) ** 2 for t in range(10))
    assert sum(rewards) == pytest.approx(env._along() - before - effort, abs=1e-6)
    assert env.simulation.positions()[:, 2].min() > -0.02, "the floor holds it"


def test_a_wave_along_the_body_swims_against_it_and_without_a_fluid_nowhere():
    mesh = fd.Mesh(*box(10, 1, 2, (1.0, 0.1, 0.2)))
    ends = [[[a, y, 0.1], [b, y, 0.1]] for a, b in ((0.3, 0.6), (0.6, 1.0)) for y in (0.1, 0.0)]
    tendons = fd.force.springs(between=ends, stiffness=300, sigma=0.05)
    head = {"where": mesh.V[mesh.T].mean(axis=1)[:, 0] < 0.2, "young": 1e7}
    rubber = fd.material(young=3e4, regions=[head])
    fish = fd.design(mesh, rubber, None, tendons, modes=4, kind="skinning", simulation={"cubature": 60})

    def swum(lag, **fluid):
        env = fd.gym.Swim(fish, [-1, 0, 0], length=150, frame_skip=2, **fluid)
        env.reset(seed=0)
        for t in range(150):
            a, b = np.sin(2 * np.pi * t / 20), np.sin(2 * np.pi * (t / 20 - lag))
            env.step(np.array([a, -a, b, -b], np.float32))
        moved = fish.mass @ (env.simulation.positions() - mesh.V) / fish.mass.sum()
        return -moved[0]

    assert swum(0.25) > 0.05 and swum(-0.25) < -0.05 and abs(swum(0.25, density=0.0)) < 1e-4


def test_a_body_without_channels_is_refused(mesh):
    sub = fd.design(mesh, pins=LEFT, modes=2, simulation={"gravity": [0, 0, -9.81]})
    with pytest.raises(fd.ControlError, match="channels"):
        fd.gym.Walk(sub, [1, 0, 0])
