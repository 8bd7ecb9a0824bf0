"""Subspace design by the peers, and a check of everybody's modes.

    python design.py run SOLVER CASE MODES FOLDER    design with one solver; one line of JSON
    python design.py check FOLDER                    residuals of every result; one line of JSON
    python design.py versions                        one line of JSON

FOLDER holds `problem.npz`, written by `cargo xtask bench`, and the results `CASE-MODES-SOLVER.npz`.
Every solver finds the `m` largest eigenpairs of

    S_U M b = lambda b,    S_U = H^-1 S_F H^-1,    b^T M b = 1

for the force covariance S_F of the case. Times start at the assembled matrices.
"""

import json
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path

warnings.filterwarnings("ignore")

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spl

TOLERANCE = 1e-9  # of a residual, relative to its eigenvalue: what forcedual uses
# Floor of the variance, relative to mass, for methods that must invert it. Lower, round-off grows;
# higher, it is another problem. Of 1e-2 to 1e-8 this gave the smallest residuals on a small mesh.
FLOOR = 1e-5


class Problem:
    def __init__(self, folder):
        z = np.load(folder / "problem.npz")
        n = len(z["mass"])
        index = lambda name: z[name].astype(np.int32)
        lower = sp.csc_matrix((z["h_values"], index("h_rows"), index("h_starts")), (n, n))
        self.stiffness = (lower + sp.tril(lower, -1).T).tocsc()
        self.mass = z["mass"]
        self.painted = z["painted"]
        self.free = index("free")

        def columns(name):
            shape = (n, int(z[name + "_columns"][0]))
            return sp.csc_matrix((z[name + "_values"], (index(name + "_rows"), index(name + "_at"))), shape)

        self.springs = columns("springs")
        self.patches = columns("patches")

    def covariance(self, case):
        """x -> S_F x"""
        if case == "white-noise":
            return lambda x: (self.mass * x.T).T
        if case == "painted":
            return lambda x: (self.painted * x.T).T
        if case == "painted-springs":
            return lambda x: (self.painted * x.T).T + self.springs @ (self.springs.T @ x)
        return lambda x: self.patches @ (self.patches.T @ x)


def superlu(a):
    options = dict(SymmetricMode=True)
    return spl.splu(a, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options).solve


def cholmod(a):
    """CHOLMOD through cvxopt."""
    import cvxopt
    import cvxopt.cholmod

    low = sp.tril(a, format="coo")
    matrix = cvxopt.spmatrix(low.data, low.row.astype(int), low.col.astype(int), a.shape)
    factor = cvxopt.cholmod.symbolic(matrix)
    cvxopt.cholmod.numeric(matrix, factor)

    def solve(b):
        x = cvxopt.matrix(np.asfortranarray(b))
        cvxopt.cholmod.solve(factor, x)
        return np.array(x).reshape(b.shape)

    return solve


FACTORS = {"superlu": superlu, "cholmod": cholmod}


class Clock:
    def __init__(self):
        self.start = time.perf_counter()
        self.setup = None

    def factored(self):
        self.setup = time.perf_counter() - self.start

    def done(self):
        return time.perf_counter() - self.start - self.setup


def operator_form(problem, case, m, factor, clock):
    """ARPACK on x -> M^1/2 H^-1 S_F H^-1 M^1/2 x: nothing inverted but H."""
    solve = factor(problem.stiffness)
    clock.factored()
    root, covariance = np.sqrt(problem.mass), problem.covariance(case)
    n = len(root)
    if case == "white-noise":  # the same vectors, half the solves
        apply, power = (lambda x: root * solve(root * x.ravel())), 2
    else:
        apply, power = (lambda x: root * solve(covariance(solve(root * x.ravel())))), 1
    operator = spl.LinearOperator((n, n), matvec=apply, dtype=float)
    values, q = spl.eigsh(operator, k=m, which="LM", tol=TOLERANCE, v0=np.ones(n))
    return values**power, (q.T / root).T


def low_rank(problem, m, factor, clock):
    """One solve per column, then the singular value decomposition."""
    solve = factor(problem.stiffness)
    clock.factored()
    root = np.sqrt(problem.mass)
    g = solve(problem.patches.toarray())
    q, s, _ = np.linalg.svd((root * g.T).T, full_matrices=False)
    return s[:m] ** 2, (q[:, :m].T / root).T


def published_matrix(problem, case):
    """The matrix whose smallest eigenpairs the published method finds, and lambda of its values."""
    if case == "white-noise":
        return problem.stiffness, lambda values: values**-2.0
    variance = np.maximum(problem.painted, FLOOR * problem.mass)
    h = problem.stiffness
    return (h @ sp.diags(1.0 / variance) @ h).tocsc(), lambda values: 1.0 / values


def published_superlu(problem, case, m, clock):
    a, to_lambda = published_matrix(problem, case)
    solve = superlu(a)
    clock.factored()
    inverse = spl.LinearOperator(a.shape, matvec=solve, dtype=float)
    mass, start = sp.diags(problem.mass), np.ones(a.shape[0])
    values, b = spl.eigsh(a, k=m, M=mass, sigma=0, OPinv=inverse, tol=TOLERANCE, v0=start)
    return to_lambda(values), b


def published_simkit(problem, case, m, clock):
    """simkit's own eigensolver: UMFPACK through cvxopt, ARPACK to machine precision."""
    module = import_module("simkit.eigs")  # the package hides it behind the function's name
    operator = module.umfpack_LU_LinearOperator
    factor = operator.__init__

    def timed(self, a):
        factor(self, a)
        clock.factored()

    operator.__init__ = timed
    a, to_lambda = published_matrix(problem, case)
    values, b = module.eigs(a, k=m, M=sp.diags(problem.mass).tocsc())
    return to_lambda(values), b


def run(solver, case, m, folder):
    if solver == "simkit":
        import_module("simkit.eigs")  # not part of the time
    elif solver.endswith("cholmod"):
        import_module("cvxopt.cholmod")
    problem = Problem(folder)
    clock = Clock()
    kind, _, name = solver.partition("-")
    if solver == "simkit":
        values, b = published_simkit(problem, case, m, clock)
    elif kind == "published":
        values, b = published_superlu(problem, case, m, clock)
    elif case == "patches":
        values, b = low_rank(problem, m, FACTORS[name], clock)
    else:
        values, b = operator_form(problem, case, m, FACTORS[name], clock)
    modes = clock.done()
    order = np.argsort(-values)
    np.savez(folder / f"{case}-{m}-{solver}.npz", values=values[order], vectors=b.T[order])
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return dict(order=0.0, factor=clock.setup, modes=modes, peak=peak)


def check(folder):
    """Worst |S_U M b - lambda b|_M / lambda over the modes of every result, with |b|_M = 1, and the
    worst relative difference of its eigenvalues from forcedual's."""
    problem = Problem(folder)
    h, mass = problem.stiffness, problem.mass
    factored = superlu(h)

    def solve(b):
        x = factored(b)
        return x + factored(b - h @ x)

    norm = lambda x: np.sqrt(mass @ x**2)
    outcome = {}
    for path in sorted(folder.glob("*-*-*.npz")):
        words = path.stem.split("-")
        at = next(i for i, word in enumerate(words) if word.isdigit())
        case, m = "-".join(words[:at]), words[at]
        z = np.load(path)
        values, b = z["values"], z["vectors"].T
        if b.shape[0] != len(mass):
            b = b[problem.free]
        b = np.asfortranarray(b / norm(b))
        image = solve(problem.covariance(case)(solve((mass * b.T).T)))
        residual = np.max(norm(image - b * values) / np.abs(values))
        reference = np.load(folder / f"{case}-{m}-forcedual.npz")["values"]
        k = min(len(reference), len(values))
        difference = np.max(np.abs(values[:k] / reference[:k] - 1.0))
        outcome[path.stem] = dict(residual=residual, difference=difference)
    return outcome


def versions():
    import datetime
    import platform
    from importlib.metadata import version

    peers = {name: version(name) for name in ["numpy", "scipy", "simkit", "cvxopt"]}
    return dict(date=datetime.date.today().isoformat(), python=platform.python_version(), **peers)


def main(command, *args):
    if command == "run":
        solver, case, m, folder = args
        outcome = run(solver, case, int(m), Path(folder))
    elif command == "check":
        outcome = check(Path(args[0]))
    else:
        outcome = versions()
    print(json.dumps(outcome))


if __name__ == "__main__":
    main(*sys.argv[1:])
