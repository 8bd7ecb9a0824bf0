"""What tests share: small bodies, and the command where it was built."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import forcedual as fd

LEFT = {"box": {"min": ["-inf"] * 3, "max": [0.001, "inf", "inf"]}}


def box(nx: int, ny: int, nz: int, size: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    """A box of cubes, six tetrahedra each, all wound alike."""
    grid = np.stack(np.meshgrid(*(np.arange(k + 1) for k in (nx, ny, nz)), indexing="ij"), -1)
    number = np.arange(grid[..., 0].size).reshape(nx + 1, ny + 1, nz + 1)
    corners = np.stack(
        [number[a : a + nx, b : b + ny, c : c + nz].ravel() for a in (0, 1) for b in (0, 1) for c in (0, 1)], -1
    )
    paths = [(4, 2, 1), (4, 1, 2), (2, 4, 1), (2, 1, 4), (1, 4, 2), (1, 2, 4)]
    cells = [corners[:, [0, a, a + b, 7]] for a, b, _ in paths]
    V = grid.reshape(-1, 3) / np.array([nx, ny, nz]) * np.array(size)
    T = np.concatenate(cells)
    e = V[T[:, 1:]] - V[T[:, :1]]
    flip = np.linalg.det(e) < 0
    T[flip] = T[flip][:, [0, 2, 1, 3]]
    return V, T


@pytest.fixture(scope="session")
def arrays() -> tuple[np.ndarray, np.ndarray]:
    return box(8, 2, 2, (1.0, 0.2, 0.2))


@pytest.fixture(scope="session")
def mesh(arrays: tuple[np.ndarray, np.ndarray]) -> fd.Mesh:
    return fd.Mesh(*arrays)


@pytest.fixture(scope="session")
def tendons(mesh: fd.Mesh) -> fd.Prior:
    ends = np.array([[[0.1, 0.2, 0.1], [0.9, 0.2, 0.1]], [[0.1, 0.0, 0.1], [0.9, 0.0, 0.1]]])
    return fd.force.springs(between=ends, stiffness=300, sigma=0.05, name="tendons")


@pytest.fixture(scope="session")
def arm(mesh: fd.Mesh, tendons: fd.Prior) -> fd.Subspace:
    """A clamped beam pulled by two tendons, as three skinning weights."""
    rubber = fd.material(young=1e5)
    return fd.design(mesh, rubber, LEFT, tendons, modes=3, kind="skinning", simulation={"cubature": 40})


@pytest.fixture(scope="session")
def command() -> Path:
    path = os.environ.get("FORCEDUAL_COMMAND")
    if path is None:
        pytest.skip("FORCEDUAL_COMMAND does not name the command; `cargo xtask test` does")
    return Path(path)
