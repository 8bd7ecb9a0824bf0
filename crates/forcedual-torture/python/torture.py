"""Threads, forks, signals and leaks: what Python programs do to the package that it must live through.

Run by `cargo xtask torture python`, which passes the share of the campaign to run; each line that is printed is a
figure (`tried`, `amount`, `found`) or something that broke (`fails`), as JSON.
"""

from __future__ import annotations

import ctypes
import gc
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
import warnings
from typing import Callable

import numpy as np

import forcedual as fd

STEPS = 1_000_000
SIGNALS = 60
FORKS = 40
PATIENCE = 120.0


def tell(tried: str, amount: object, found: str) -> None:
    print(json.dumps({"tried": tried, "amount": str(amount), "found": found}), flush=True)


def fails(what: str) -> None:
    print(json.dumps({"fails": what}), flush=True)


def body() -> fd.Subspace:
    return fd.design(fd.Mesh.shape("beam", cells=200), fd.material(young=1e5), modes=4, simulation={"cubature": 20})


def resident() -> int:
    """Memory of this process in bytes; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def settled() -> tuple[int, int, int]:
    """Objects of the collector, blocks of the allocator and resident memory, after everything that can go has gone."""
    for _ in range(3):
        gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
    return len(gc.get_objects()), sys.getallocatedblocks(), resident()


def leaks(share: float) -> None:
    """A million steps by every way to step, with all that is asked in between; then everything made and dropped."""
    sub = body()
    sim, others = fd.Simulation(sub), [fd.Simulation(sub) for _ in range(4)]

    def round_of(steps: int) -> None:
        for k in range(steps // 100):
            sim.step(steps=20)
            for _ in range(20):
                sim.step()
            fd.step_many(others, steps=15)
            if k % 10 == 0:
                state = sim.state
                sim.positions()
                sim.state = state
                sim.drag({0: [0.01, 0.0, 0.0]})
                sim.drag({})
            if k % 100 == 0:
                sim.reset()
                try:
                    sim.drag({10**9: [0, 0, 0]})
                except fd.Error:
                    pass

    total = max(2000, int(STEPS * share))
    round_of(2000)
    tracemalloc.start()
    before, traced = settled(), tracemalloc.get_traced_memory()[0]
    round_of(total)
    after, grown = settled(), tracemalloc.get_traced_memory()[0] - traced
    tracemalloc.stop()
    objects, blocks, memory = (b - a for a, b in zip(before, after))
    if objects > 50 or blocks > 500 or grown > 100_000 or memory > 16 << 20:
        fails(f"{total} steps left {objects} objects, {blocks} blocks, {grown} bytes of Python's and {memory} bytes")
    tell("steps by every way to step, and what is asked between them", f"{total:,}",
         f"{objects} objects, {blocks} blocks, {grown / 1e3:.0f} kB of Python's memory and {memory / 1e6:.1f} MB of all more than before")

    def made() -> None:
        again = body()
        fd.step_many([fd.Simulation(again) for _ in range(3)])
        again.sample(3)
        try:
            fd.design(again.mesh, pins="nonsense")
        except fd.Error:
            pass

    times = max(20, int(500 * share))
    for _ in range(10):
        made()
    before = settled()
    for _ in range(times):
        made()
    objects, blocks, memory = (b - a for a, b in zip(before, settled()))
    if objects > 50 or blocks > 500 or memory > 24 << 20:
        fails(f"{times} bodies made and dropped left {objects} objects, {blocks} blocks and {memory} bytes")
    tell("bodies and simulations made and dropped", times,
         f"{objects} objects, {blocks} blocks and {memory / 1e6:.1f} MB more than before")


def threads(share: float) -> None:
    """Many threads on one simulation, on several, and on designs; each a number of steps that can be counted."""
    sub = body()
    rounds = max(20, int(1000 * share))
    shared, own = fd.Simulation(sub), [fd.Simulation(sub) for _ in range(16)]
    expected = fd.design(sub.mesh, modes=4).basis
    alone = fd.Simulation(sub)
    alone.step(steps=rounds)
    failed: list[str] = []

    def work(k: int) -> None:
        try:
            for i in range(rounds):
                shared.step()
                own[k].step()
                if i % 50 == k:
                    shared.positions()
                    if not np.array_equal(fd.design(sub.mesh, modes=4).basis, expected):
                        failed.append("another basis in a thread")
        except BaseException as e:  # noqa: BLE001
            failed.append(repr(e))

    all_of_them = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(16)]
    for t in all_of_them:
        t.start()
    for t in all_of_them:
        t.join(PATIENCE * 5)
    if any(t.is_alive() for t in all_of_them):
        fails("threads wait for each other for ever")
        os._exit(1)
    if abs(shared.state.time - 16 * rounds * shared.h) > 1e-6:
        fails(f"{16 * rounds} steps of one simulation by 16 threads took it to {shared.state.time}")
    if any(not np.array_equal(s.state.z, alone.state.z) for s in own):
        fails("a simulation stepped by a thread of its own went elsewhere than one alone")
    for what in failed:
        fails(what)
    tell("16 threads, each on a simulation of its own and all on one", f"{2 * 16 * rounds:,} steps",
         "all counted; the same bits as alone")


def waited(child: int, name: str) -> None:
    for _ in range(int(PATIENCE * 20)):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            if code != 0:
                fails(f"{name}: the child ended with {code}")
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    fails(f"{name}: the child hangs")


def _in_pool(seed: int) -> float:
    sim = fd.Simulation(body())
    sim.step(steps=10 + seed % 3)
    return float(sim.state.time)


def forks(share: float) -> None:
    """Children of a process whose threads are idle, at work, and holding a simulation; children of children."""
    if not hasattr(os, "fork"):
        tell("forks", 0, "left out: this system has none")
        return
    warnings.simplefilter("ignore", DeprecationWarning)
    sub = body()
    basis = fd.design(sub.mesh, modes=4).basis
    sims = [fd.Simulation(sub) for _ in range(4)]
    fd.step_many(sims)

    def child_work(depth: int) -> None:
        ok = np.array_equal(fd.design(sub.mesh, modes=4).basis, basis)
        own = [fd.Simulation(sub) for _ in range(3)]
        fd.step_many(own, steps=5)
        if depth:
            grandchild = os.fork()
            if grandchild == 0:
                child_work(depth - 1)
            ok = ok and os.waitstatus_to_exitcode(os.waitpid(grandchild, 0)[1]) == 0
        os._exit(0 if ok else 1)

    times = max(3, int(FORKS * share))
    for k in range(times):
        stop = threading.Event()

        def busy() -> None:
            while not stop.is_set():
                fd.step_many(sims, steps=20)
                fd.design(sub.mesh, modes=4)

        worker = threading.Thread(target=busy)
        if k % 2:
            worker.start()
            time.sleep(random.random() * 0.05)
        child = os.fork()
        if child == 0:
            try:
                child_work(k % 3)
            finally:
                os._exit(3)
        waited(child, "a fork while another thread works" if k % 2 else "a fork")
        stop.set()
        if k % 2:
            worker.join()
    fd.step_many(sims)
    with multiprocessing.get_context("fork").Pool(4) as pool:
        pending = pool.map_async(_in_pool, range(12))
        try:
            if len(set(pending.get(PATIENCE))) != 3:
                fails("a pool of forked processes got something else")
        except multiprocessing.TimeoutError:
            fails("a pool of forked processes hangs")
    tell("forks: idle, while another thread works, and of forks; a pool of four", times,
         "children worked, with the same bits; none hung")


VICTIM = """
import signal, sys
import forcedual as fd
signal.signal(signal.SIGINT, signal.default_int_handler)
mesh = fd.zoo("dragon", cells=3000)
sub = fd.design(fd.Mesh.shape("beam", cells=200), modes=3)
sims = [fd.Simulation(sub) for _ in range(3)]
print("ready", flush=True)
try:
    while True:
        {work}
except KeyboardInterrupt:
    pass
sub = fd.design(fd.Mesh.shape("beam", cells=200), modes=3)
fd.step_many([fd.Simulation(sub)], steps=3)
sims[0].step()
print("fine", flush=True)
"""

WORK = {
    "design": 'fd.design(mesh, prior=fd.force.matern(0.2), modes=30)',
    "step": "sims[0].step(steps=10**6)",
    "step_many": "fd.step_many(sims, steps=10**6)",
    "simulate": "fd.simulate(sub, frames=3000)",
    "sample": "sub.sample(20)",
}


def signals(share: float) -> None:
    """Ctrl-C at any moment of everything that takes long: KeyboardInterrupt soon, and everything works after it."""
    moments = random.Random(7)
    times, worst = max(len(WORK), int(SIGNALS * share)), 0.0
    for k in range(times):
        name, work = list(WORK.items())[k % len(WORK)]
        child = subprocess.Popen([sys.executable, "-c", VICTIM.format(work=work)], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(moments.random() * 0.8)
        child.send_signal(signal.SIGINT)
        begun = time.perf_counter()
        try:
            out, err = child.communicate(timeout=PATIENCE)
            worst = max(worst, time.perf_counter() - begun)
            if out.strip() != "fine" or child.returncode != 0:
                fails(f"Ctrl-C in {name}: {child.returncode}, {out!r}, {err[-300:]!r}")
        except subprocess.TimeoutExpired:
            child.kill()
            fails(f"Ctrl-C in {name}: it goes on")
    tell(f"Ctrl-C during {', '.join(WORK)}", times,
         f"interrupted and fine after it, {worst:.1f} s at worst with the end of the process")


def main() -> None:
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    parts: list[Callable[[float], None]] = [threads, forks, signals, leaks]
    for part in parts:
        try:
            part(share)
        except Exception as e:  # noqa: BLE001
            fails(f"{part.__name__}: {e!r}")


if __name__ == "__main__":
    main()
