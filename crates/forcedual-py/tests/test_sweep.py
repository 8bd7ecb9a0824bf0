"""Sweeps, here and on Dask's workers."""

import functools
import json

import pytest

import forcedual as fd


CALLS = []


def measure(young, modes):
    CALLS.append((young, modes))
    mesh = fd.Mesh.shape("beam", cells=150)
    sub = fd.design(mesh, fd.material(young=young), modes=modes)
    return {"captured": sub.certificate.captured, "eigenvalues": sub.eigenvalues}


PARAMETERS = {"young": [1e5, 2e5], "modes": [2, 3]}


def test_sweeps_measure_all_combinations_and_go_on_where_they_were(tmp_path):
    first = fd.sweep(measure, PARAMETERS, folder=tmp_path)
    assert [(r["young"], r["modes"]) for r in first] == [(1e5, 2), (1e5, 3), (2e5, 2), (2e5, 3)]
    assert all(r["error"] is None for r in first) and len(list(tmp_path.glob("*.json"))) == 4
    next(tmp_path.glob("*.json")).write_text("{ torn")
    CALLS.clear()
    assert fd.sweep(measure, PARAMETERS, folder=tmp_path) == first
    assert len(CALLS) == 1


def test_results_are_those_of_the_function_that_is_asked(tmp_path):
    def other(young, modes):
        return -1

    fd.sweep(measure, PARAMETERS, folder=tmp_path)
    assert [r["result"] for r in fd.sweep(other, PARAMETERS, folder=tmp_path)] == [-1] * 4
    bound = [functools.partial(lambda x, y: x + y, y=y) for y in (1, 2)]
    assert [fd.sweep(f, {"x": [1]}, folder=tmp_path)[0]["result"] for f in bound] == [2, 3]


def test_errors_are_told_and_tried_again(tmp_path):
    told = fd.sweep(measure, [{"young": -1.0, "modes": 2}, {"young": 1e5, "modes": 2}], folder=tmp_path)
    assert "MaterialError" in told[0]["error"] and told[1]["error"] is None
    assert len(list(tmp_path.glob("*.json"))) == 1
    told = fd.sweep(lambda x: object() if x else 1, {"x": [1, 0]}, folder=tmp_path)
    assert "plain data" in told[0]["error"] and told[1]["result"] == 1


def test_two_worker_processes_measure_the_same(tmp_path):
    distributed = pytest.importorskip("distributed")
    here = fd.sweep(measure, PARAMETERS)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        pids = set(client.run(__import__("os").getpid).values())
        there = fd.sweep(measure, PARAMETERS, folder=tmp_path, client=client)
    assert len(pids) == 2 and json.dumps(there) == json.dumps(here)
