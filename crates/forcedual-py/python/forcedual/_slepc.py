"""Modes of bodies that one machine cannot factor, by PETSc and SLEPc under ``mpirun``.

    mpirun -n 16 python3 script.py        # script: modes = fd.design(mesh, ..., solver="slepc")

The largest eigenpairs of ``M^(1/2) S L L^T S M^(1/2)``, with the solves ``S`` by a distributed Cholesky factor
(MUMPS) and the eigenvalues by Krylov and Schur's method: the operator of the embedded solver, on engines for many
machines. Options of PETSc and SLEPc with the prefix ``forcedual_`` change both: ``-forcedual_pc_type gamg
-forcedual_ksp_type cg`` for bodies that no factor is possible of.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import Any

import numpy as np

from ._arrays import Bools, Floats
from ._body import Body
from ._design import Subspace
from ._errors import Error, NumericError
from ._mesh import Mesh, mesh_of
from ._scene import Scene

#: Relative residual of eigenpairs.
TOLERANCE = 1e-10
PREFIX = "forcedual_"


class Modes(Subspace):
    """Displacement modes without a factored body, the same on all ranks; what takes its factor is refused."""

    def __init__(self, body: Body, basis: Floats, eigenvalues: Floats, residuals: Floats) -> None:
        self.scene = body.scene
        self._body, self._basis, self._eigenvalues = body, basis, eigenvalues
        #: relative residual of each mode, shape (m,)
        self.residuals = residuals
        self._report = None

    def __getattr__(self, name: str) -> Any:
        if name == "_core":
            raise _unable("modes by SLEPc come without a factored body: no certificate, model or simulation")
        raise AttributeError(name)

    @cached_property
    def mesh(self) -> Mesh:
        """The body's mesh."""
        return mesh_of(self._body._core.mesh)

    @property
    def basis(self) -> Floats:
        """Mass-orthonormal displacement modes, shape (d n, m)."""
        return self._basis

    @property
    def weights(self) -> None:
        """None: these are displacement modes."""
        return None

    @property
    def eigenvalues(self) -> Floats:
        """Variance along each mode, shape (m,), kg m^2."""
        return self._eigenvalues

    @property
    def mass(self) -> Floats:
        """Lumped mass per vertex, shape (n,), kg."""
        return self._body.mass

    @property
    def held(self) -> Bools:
        """Vertices that do not move, shape (n,)."""
        return self._body.held

    @property
    def rigid(self) -> int:
        """None of the modes is a motion without energy."""
        return 0

    def __repr__(self) -> str:
        return f"<Modes: {len(self.eigenvalues)} modes by SLEPc, residuals below {self.residuals.max():.0e}>"


def modes(scene: Scene) -> Modes:
    """The force-dual modes of a scene."""
    try:
        import petsc4py
        import slepc4py

        slepc4py.init(sys.argv)
        from petsc4py import PETSc
        from slepc4py import SLEPc
    except ImportError as e:
        help = "install them (Debian: python3-slepc4py), or leave out solver=\"slepc\""
        raise Error(f"PETSc and SLEPc for Python are not here: {e} ({help})", "slepc", str(e), "solver", help) from None
    del petsc4py
    spec = scene.dict()["subspace"]
    count = spec["modes"]
    if spec["kind"] != "displacement" or spec["method"] != "force-dual" or not isinstance(count, int):
        raise _unable("SLEPc finds a given number of force-dual displacement modes")
    body = Body(scene)
    d = body._core.dim
    free = np.flatnonzero(~np.repeat(body.held, d))
    if not body.held.any():
        raise _unable("SLEPc takes bodies that are held; pin some vertices")
    root = np.sqrt(np.repeat(body.mass, d)[free])
    comm = PETSc.COMM_WORLD
    mine = _share(len(free), comm)
    H = _matrix(PETSc, body.stiffness()[free][:, free], mine, comm)
    L = _matrix(PETSc, body.prior_factor()[0].tocsr()[free], mine, comm)

    ksp = PETSc.KSP().create(comm)
    ksp.setOptionsPrefix(PREFIX)
    H.setOption(PETSc.Mat.Option.SPD, True)
    ksp.setOperators(H)
    ksp.setType("preonly")
    ksp.getPC().setType("cholesky")
    ksp.getPC().setFactorSolverType("mumps")
    ksp.setTolerances(rtol=1e-12)
    ksp.setFromOptions()

    weight = H.createVecRight()
    weight.setArray(root[mine])
    operator = PETSc.Mat().createPython(H.getSizes(), _Operator(ksp, L, weight), comm)
    operator.setOption(PETSc.Mat.Option.SYMMETRIC, True)
    operator.setUp()
    eps = SLEPc.EPS().create(comm)
    eps.setOptionsPrefix(PREFIX)
    eps.setOperators(operator)
    eps.setProblemType(SLEPc.EPS.ProblemType.HEP)
    eps.setWhichEigenpairs(SLEPc.EPS.Which.LARGEST_REAL)
    eps.setDimensions(count)
    eps.setTolerances(TOLERANCE, 1000)
    eps.setFromOptions()
    eps.solve()
    if eps.getConverged() < count:
        raise _unable(f"only {eps.getConverged()} of {count} modes converged")

    basis, values, residuals = np.zeros((len(body.mass) * d, count)), [], []
    x = H.createVecRight()
    for k in range(count):
        values.append(float(np.real(eps.getEigenpair(k, x))))
        residuals.append(float(eps.computeError(k, SLEPc.EPS.ErrorType.RELATIVE)))
        scatter, whole = PETSc.Scatter.toAll(x)
        scatter.scatter(x, whole)
        mode = np.real(whole.getArray()) / root
        basis[free, k] = mode if mode[np.argmax(np.abs(mode))] > 0 else -mode
    return Modes(body, basis, np.array(values), np.array(residuals))


class _Operator:
    """``M^(1/2) S L L^T S M^(1/2)``"""

    def __init__(self, ksp: Any, factor: Any, weight: Any) -> None:
        self.ksp, self.factor, self.weight = ksp, factor, weight
        self.a, self.b = weight.duplicate(), weight.duplicate()
        self.amplitudes = factor.createVecRight()

    def mult(self, _: Any, x: Any, y: Any) -> None:
        """``y = A x``"""
        self.a.pointwiseMult(self.weight, x)
        self.ksp.solve(self.a, self.b)
        self.factor.multTranspose(self.b, self.amplitudes)
        self.factor.mult(self.amplitudes, self.a)
        self.ksp.solve(self.a, self.b)
        y.pointwiseMult(self.weight, self.b)


def _share(rows: int, comm: Any) -> slice:
    """Rows of this rank."""
    rank, size = comm.getRank(), comm.getSize()
    return slice(rows * rank // size, rows * (rank + 1) // size)


def _matrix(petsc: Any, of: Any, mine: slice, comm: Any) -> Any:
    """The rows of this rank of a SciPy matrix, as PETSc's."""
    own = of[mine].tocsr()
    columns = _share(of.shape[1], comm) if of.shape[0] != of.shape[1] else mine
    size = ((mine.stop - mine.start, of.shape[0]), (columns.stop - columns.start, of.shape[1]))
    csr = (own.indptr.astype(petsc.IntType), own.indices.astype(petsc.IntType), own.data)
    matrix = petsc.Mat().createAIJ(size, csr=csr, comm=comm)
    matrix.assemble()
    return matrix


def _unable(message: str) -> NumericError:
    return NumericError(f"{message} [unsupported-body]", "unsupported-body", message)
