"""Threads, interrupts and panics: the right exception, and the process lives on."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import forcedual as fd
from forcedual import _core


def test_import_takes_less_than_a_tenth_of_a_second():
    code = "import time; t = time.perf_counter(); import forcedual; print(time.perf_counter() - t)"
    best = min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5))
    assert best < 0.1, best


@pytest.mark.parametrize("long_work", [False, True])
def test_a_panic_becomes_an_internal_error(long_work):
    with pytest.raises(fd.InternalError, match="asked for by a test"):
        _core._panic(long_work)
    assert isinstance(fd.InternalError("x"), Exception)


def test_ctrl_c_interrupts_a_long_design():
    mesh = fd.zoo("dragon", cells=60_000)
    # shells start jobs in the background with interrupts ignored
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    killer = threading.Timer(0.6, lambda: os.kill(os.getpid(), signal.SIGINT))
    killer.start()
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(20):
            fd.design(mesh, prior=fd.force.matern(0.2), modes=200)
    signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - started < 10.0
    assert fd.design(fd.Mesh.shape("beam", cells=100), modes=2).basis.size > 0


def test_what_progress_raises_stops_the_work(mesh):
    stages = []

    def tell(stage, done, total):
        stages.append(stage)
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        fd.design(fd.zoo("dragon", cells=20_000), modes=100, progress=tell)
    assert len(stages) == 1


def test_progress_is_told_of_short_work_too(arm):
    told = []
    arm.sample(20, progress=lambda *stage: told.append(stage))
    assert ("sample", 20, 20) in told

    def tell(stage, done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        arm.sample(20, progress=tell)


def test_what_progress_raises_stops_a_simulation_that_is_prepared():
    sub = fd.design(fd.zoo("dragon", cells=3000), modes=2)
    stages = []

    def tell(stage, done, total):
        stages.append(stage)
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        fd.Simulation(sub, progress=tell)
    assert len(stages) == 1


def test_draws_are_bounded(arm):
    with pytest.raises(fd.ArrayError, match="too many to hold"):
        arm.sample(10**9)


def test_eight_threads_at_once_give_the_same_bits(mesh, arm):
    pins = mesh.V[:, 0] < 0.01
    expected = fd.design(mesh, pins=pins, modes=5).basis
    shared, found, failed = fd.Simulation(arm), [], []

    def work():
        try:
            found.append(fd.design(mesh, pins=pins, modes=5).basis)
            for _ in range(20):
                shared.step([0.01, -0.01])
                shared.positions()
        except BaseException as e:
            failed.append(e)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failed and all(np.array_equal(b, expected) for b in found)
    assert shared.state.time == pytest.approx(160 * shared.h)


@pytest.mark.parametrize("wait", ["sim.state", "fd.step_many([sim, other])", "sim.step(steps=100)"])
def test_ctrl_c_interrupts_waiting_for_what_another_thread_steps(wait):
    code = f"""
import os, signal, threading
import forcedual as fd
signal.signal(signal.SIGINT, signal.default_int_handler)
sub = fd.design(fd.Mesh.shape("beam", cells=100), modes=2)
sim, other = fd.Simulation(sub), fd.Simulation(sub)
threading.Thread(target=lambda: sim.step(steps=10**9), daemon=True).start()
print("waiting", flush=True)
try:
    while True:
        {wait}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    os._exit(0)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "waiting\n"
    time.sleep(0.5)  # until it waits
    child.send_signal(signal.SIGINT)
    try:
        assert child.communicate(timeout=60)[0] == "interrupted\n"
    finally:
        child.kill()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_works(mesh, arm):
    basis = fd.design(mesh, modes=4).basis
    sims = [fd.Simulation(arm) for _ in range(4)]
    fd.step_many(sims)
    child = os.fork()
    if child == 0:
        try:
            fd.step_many(sims, steps=20)
            os._exit(0 if np.array_equal(fd.design(mesh, modes=4).basis, basis) else 1)
        finally:
            os._exit(2)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child hangs")
    assert os.waitstatus_to_exitcode(status) == 0


def test_errors_carry_code_field_help_and_survive_pickling(mesh):
    with pytest.raises(fd.SceneError) as caught:
        fd.Scene({"mesh": {"shape": "beam"}, "material": {"yung": 1e6}})
    e = caught.value
    assert (e.code, e.field) == ("scene-unknown-key", "material.yung") and "young" in (e.help or "")
    again = pickle.loads(pickle.dumps(e))
    assert type(again) is type(e) and (again.code, again.field, str(again)) == (e.code, e.field, str(e))
    with pytest.raises(fd.FileError) as missing:
        fd.Mesh.read("no-such.mesh")
    assert missing.value.code == "io"
    with pytest.raises(fd.MaterialError):
        fd.design(mesh, fd.material(poisson=0.5))
    with pytest.raises(fd.ForceError):
        fd.design(mesh, prior=-1.0 * fd.force.white_noise())
    with pytest.raises(fd.NumericError) as modes:
        fd.design(mesh, modes=10_000)
    assert modes.value.code == "modes"


def test_the_lock_is_released_during_work():
    done = threading.Event()
    counted = 0

    def work():
        fd.design(fd.zoo("dragon", cells=20_000), modes=60)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set() and thread.is_alive():
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 20


def test_threads_that_step_the_same_simulations_do_not_wait_for_each_other_for_ever(arm):
    sims = [fd.Simulation(arm) for _ in range(3)]
    pairs = [[sims[0], sims[1]], [sims[1], sims[2]], [sims[2], sims[0]]]

    def work(pair):
        for _ in range(200):
            fd.step_many(pair, steps=2)

    threads = [threading.Thread(target=work, args=(pair,), daemon=True) for pair in pairs]
    [thread.start() for thread in threads]
    [thread.join(120) for thread in threads]
    assert not any(thread.is_alive() for thread in threads)
    # two threads step each of them
    assert all(sim.state.time == pytest.approx(800 * sim.h) for sim in sims)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_process_forked_while_another_thread_works_works(mesh, arm):
    sims = [fd.Simulation(arm) for _ in range(3)]
    stop = threading.Event()

    def busy():
        while not stop.is_set():
            fd.step_many(sims, steps=10)

    worker = threading.Thread(target=busy)
    worker.start()
    for _ in range(3):
        child = os.fork()
        if child == 0:
            try:
                fd.step_many([fd.Simulation(arm) for _ in range(3)], steps=5)
                os._exit(0 if fd.design(mesh, modes=3).basis.size else 1)
            finally:
                os._exit(2)
        for _ in range(600):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                break
            time.sleep(0.1)
        else:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            stop.set()
            pytest.fail("the child hangs")
        assert os.waitstatus_to_exitcode(status) == 0
    stop.set()
    worker.join()


def test_steps_leave_nothing_behind(arm):
    sim, others = fd.Simulation(arm), [fd.Simulation(arm) for _ in range(3)]

    def rounds(count):
        for _ in range(count):
            sim.step([0.01, -0.01])
            fd.step_many(others, steps=2)
            sim.state = sim.state
            sim.positions()
        gc.collect()
        return len(gc.get_objects()), sys.getallocatedblocks()

    before = rounds(100)
    after = rounds(2000)
    assert after[0] - before[0] < 20 and after[1] - before[1] < 200, (before, after)
