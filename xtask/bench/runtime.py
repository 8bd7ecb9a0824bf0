"""Steps of a body in a skinning subspace and in full by the author's library; one line of JSON.

    python runtime.py FOLDER

FOLDER holds `problem.npz`, written by `cargo xtask bench runtime`: the body, its weights, the cells or
clusters that stand for all, and the handle that drags it. The library has the energies, the Jacobian
of linear blend skinning and the solvers; a step puts them together as it means them to be.
"""

import json
import sys
import time
import warnings
from pathlib import Path

warnings.filterwarnings("ignore")

import numpy as np
import scipy as sp
import simkit
from simkit.energies import elastic
from simkit.energies.contact_springs_sphere import (
    contact_springs_sphere_energy,
    contact_springs_sphere_gradient,
    contact_springs_sphere_hessian,
)
from simkit.solvers import block_coord, newton_solver

H = 0.01  # s
STEPS, FULL_STEPS = 40, 2
MATERIAL = {"stable-neo-hookean": "stable-neo-hookean", "arap": "arap"}


class Problem:
    def __init__(self, folder):
        z = np.load(folder / "problem.npz")
        self.X = z["vertices"].reshape(-1, 3)
        self.T = z["cells"].reshape(-1, 4).astype(np.int64)
        self.mu, self.lam, self.vol = (z[k].reshape(-1, 1) for k in ("mu", "lam", "volume"))
        self.mass = np.repeat(z["mass"], 3)
        self.W = z["weights"].reshape(len(self.X), -1)
        self.free = np.repeat(z["held"] == 0.0, 3)
        self.points = z["points"].astype(np.int64)
        self.point_weights = z["point_weights"].reshape(-1, 1)
        self.labels = z["labels"].astype(np.int64)
        self.vertex, self.stiffness = int(z["handle"][0]), float(z["handle"][1])
        self.ball = z["ball"]  # x, y, z, radius, stiffness, or nothing
        self.contact, self.areas = z["contact"].astype(np.int64), z["areas"]
        self.law = "arap" if len(self.labels) else "stable-neo-hookean"
        self.iterations = int(z["iterations"][0])
        self.x = self.X.reshape(-1, 1)
        self.J = simkit.deformation_jacobian(self.X, self.T)
        self.size = np.linalg.norm(self.X.max(0) - self.X.min(0))

    def target(self, step):
        s, c = np.sin(0.1 * step), np.cos(0.1 * step)
        return self.X[self.vertex] + 0.05 * self.size * np.array([s, c - 1.0, 0.0])

    def touch(self, rows, rest):
        """Value, gradient and Hessian of contact in coordinates that move `rows`."""
        if not len(self.ball):
            return lambda z: 0.0, lambda z: 0.0, lambda z: 0.0
        p, r, k = self.ball[:3][None, :], self.ball[3], self.ball[4]
        M = sp.sparse.diags(self.areas)
        at = lambda z: (rows @ z + rest).reshape(-1, 3)
        value = lambda z: contact_springs_sphere_energy(at(z), k, p, r, M)
        slope = lambda z: rows.T @ np.asarray(contact_springs_sphere_gradient(at(z), k, p, r, M)).reshape(-1, 1)
        curve = lambda z: rows.T @ (contact_springs_sphere_hessian(at(z), k, p, r, M) @ rows)
        return value, slope, curve


def median(times):
    return float(np.median(times))


def run(step, size, steps):
    z, before = np.zeros((size, 1)), np.zeros((size, 1))
    times = []
    for k in range(steps):
        y = 2.0 * z - before
        begun = time.perf_counter()
        new = step(k, z, y)
        times.append(time.perf_counter() - begun)
        z, before = new, z
    return z, median(times)


def reduced(p):
    B = np.asarray(simkit.lbs_jacobian(p.X, p.W))
    Mr = B.T @ (p.mass[:, None] * B)
    # the affine part of every weight is not independent of the others': what the library keeps whole
    Mr += 1e-9 * np.trace(Mr) / len(Mr) * np.eye(len(Mr))
    at = slice(3 * p.vertex, 3 * p.vertex + 3)
    S, rest = B[at], p.x[at]
    inertia = Mr / H**2 + p.stiffness * S.T @ S
    t = len(p.T)
    if len(p.labels):
        clusters = p.labels.max() + 1
        volume = np.bincount(p.labels, (p.vol * p.mu).ravel(), clusters)
        share = (p.vol * p.mu).ravel() / volume[p.labels]
        G = sp.sparse.csr_matrix((share, (p.labels, np.arange(t))), (clusters, t))
        G = sp.sparse.kron(G, sp.sparse.eye(9))
        JB, Jx = G @ (p.J @ B), G @ (p.J @ p.x)
        weight = np.repeat(volume, 9)[:, None]
        each = np.repeat((p.vol * p.mu).ravel(), 9)[:, None]
        whole = p.J @ B
        A = inertia + whole.T @ (each * whole)
        offset = whole.T @ (each * (p.J @ p.x))
        factor = sp.linalg.cho_factor(A)
        rotated = JB.T @ sp.sparse.diags(weight.ravel())

        def step(k, z, y):
            fixed = Mr @ y / H**2 + p.stiffness * S.T @ (p.target(k)[:, None] - rest) - offset
            local = lambda z: simkit.polar_svd((JB @ z + Jx).reshape(-1, 3, 3))[0].reshape(-1, 1)
            solve = lambda z, r: sp.linalg.cho_solve(factor, fixed + rotated @ r)
            return block_coord(z, solve, local, tolerance=0.0, max_iter=p.iterations)

    else:
        pick = sp.sparse.csr_matrix((np.ones(len(p.points)), (np.arange(len(p.points)), p.points)), (len(p.points), t))
        pre = elastic.ElasticEnergyZPrecomp(B, p.x, sp.sparse.kron(pick, sp.sparse.eye(9)), p.J, 3)
        mu, lam = p.mu[p.points], p.lam[p.points]
        args = (mu, lam, p.point_weights, MATERIAL[p.law], pre)
        rows = np.repeat(3 * p.contact, 3) + np.tile(np.arange(3), len(p.contact))
        touch = p.touch(B[rows], p.x[rows])

        def step(k, z, y):
            away = lambda z: S @ z + rest - p.target(k)[:, None]
            value = lambda z: (
                0.5 / H**2 * ((z - y).T @ Mr @ (z - y)).item()
                + 0.5 * p.stiffness * (away(z) ** 2).sum()
                + elastic.elastic_energy_z(z, *args)
                + touch[0](z)
            )
            slope = lambda z: (
                Mr @ (z - y) / H**2 + p.stiffness * S.T @ away(z) + elastic.elastic_gradient_z(z, *args) + touch[1](z)
            )
            curve = lambda z: inertia + np.asarray(elastic.elastic_hessian_z(z, *args)) + touch[2](z)
            return newton_solver(z, value, slope, curve, tolerance=0.0, max_iter=p.iterations)

    z, seconds = run(step, B.shape[1], STEPS)
    places = []
    for _ in range(10):
        begun = time.perf_counter()
        B @ z
        places.append(time.perf_counter() - begun)
    return seconds, median(places)


def full(p):
    free = np.flatnonzero(p.free)
    B = sp.sparse.csr_matrix((np.ones(len(free)), (free, np.arange(len(free)))), (len(p.x), len(free)))
    M = sp.sparse.diags(p.mass[free])
    S = B[3 * p.vertex : 3 * p.vertex + 3]
    rest = p.x[3 * p.vertex : 3 * p.vertex + 3]
    at = lambda z: (B @ z + p.x).reshape(-1, 3)
    args = (p.mu, p.lam, p.vol, MATERIAL[p.law])
    rows = np.repeat(3 * p.contact, 3) + np.tile(np.arange(3), len(p.contact))
    touch = p.touch(B[rows], p.x[rows])

    def step(k, z, y):
        away = lambda z: S @ z + rest - p.target(k)[:, None]
        value = lambda z: (
            0.5 / H**2 * ((z - y).T @ (M @ (z - y))).item()
            + 0.5 * p.stiffness * (away(z) ** 2).sum()
            + elastic.elastic_energy_x(at(z), p.J, *args)
            + touch[0](z)
        )
        slope = lambda z: (
            M @ (z - y) / H**2
            + p.stiffness * S.T @ away(z)
            + B.T @ elastic.elastic_gradient_x(at(z), p.J, *args).reshape(-1, 1)
            + touch[1](z)
        )
        curve = lambda z: (
            M / H**2 + p.stiffness * S.T @ S + B.T @ elastic.elastic_hessian_x(at(z), p.J, *args) @ B + touch[2](z)
        ).tocsc()
        return newton_solver(z, value, slope, curve, tolerance=0.0, max_iter=1)

    return run(step, len(free), FULL_STEPS)[1]


problem = Problem(Path(sys.argv[1]))
seconds, places = reduced(problem)
print(json.dumps({"step": seconds, "surface": places, "full": full(problem)}))
