"""Modes by SLEPc on two ranks, where it is installed, beside those of the embedded solver."""

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import forcedual as fd

PROBLEM = """
import forcedual as fd

mesh = fd.Mesh.shape("beam", size=[1, 0.2, 0.2], cells=1500)
tendon = fd.force.springs(between=[[[0.1, 0.2, 0.1], [0.9, 0.2, 0.1]]], stiffness=300)
rubber, held = fd.material(young=1e5), mesh.V[:, 0] < 0.01
prior = fd.force.painted(0.1 + mesh.V[:, 0]) + tendon
"""
RANKS = PROBLEM + """
import numpy as np
from petsc4py import PETSc

found = fd.design(mesh, rubber, held, prior, modes=8, solver="slepc")
assert PETSc.COMM_WORLD.getSize() == 2
if PETSc.COMM_WORLD.getRank() == 0:
    np.savez("slepc.npz", basis=found.basis, eigenvalues=found.eigenvalues, residuals=found.residuals)
"""


def interpreter():
    """A Python that has SLEPc, and mpirun."""
    own = os.environ.get("FORCEDUAL_MPI_PYTHON", "/usr/bin/python3")
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    for name in ("petsc", "slepc"):  # where Debian puts them
        found = sorted(Path(f"/usr/lib/{name}dir").glob("*/*-real"))
        if found:
            env.setdefault(f"{name.upper()}_DIR", str(found[-1]))
    ask = [own, "-c", "import slepc4py, petsc4py, scipy; slepc4py.init([])"]
    if not shutil.which("mpirun") or not Path(own).exists() or subprocess.run(ask, env=env, capture_output=True).returncode:
        pytest.skip("no mpirun, or no Python with slepc4py (name one by FORCEDUAL_MPI_PYTHON)")
    return own, env


def test_two_ranks_find_the_modes_of_the_embedded_solver(tmp_path):
    python, env = interpreter()
    # only this package, so that the interpreter keeps its own NumPy
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "forcedual").symlink_to(Path(fd.__file__).parent)
    (tmp_path / "script.py").write_text(RANKS)
    mpirun = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader", "--mca", "plm", "isolated"]
    env |= {"PYTHONPATH": str(tmp_path / "packages"), "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    run = [*mpirun, "-n", "2", python, "script.py"]
    told = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stderr[-3000:]
    theirs = np.load(tmp_path / "slepc.npz")
    here: dict = {}
    exec(PROBLEM, here)
    ours = fd.design(here["mesh"], here["rubber"], here["held"], here["prior"], modes=8)
    assert np.allclose(theirs["eigenvalues"], ours.eigenvalues, rtol=1e-8)
    assert theirs["residuals"].max() < 1e-8
    M = fd.mass(here["mesh"], here["rubber"])
    cosines = np.linalg.svd(ours.basis.T @ (M @ theirs["basis"]), compute_uv=False)
    assert cosines.min() > 1 - 1e-8


def test_without_slepc_the_error_says_what_to_install(mesh):
    try:
        import slepc4py  # noqa: F401
    except ImportError:
        with pytest.raises(fd.Error, match="python3-slepc4py") as caught:
            fd.design(mesh, modes=2, solver="slepc")
        assert caught.value.code == "slepc"
    with pytest.raises(ValueError, match="embedded"):
        fd.design(mesh, modes=2, solver="magic")
