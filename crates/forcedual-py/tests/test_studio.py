"""The studio, served by this process."""

import subprocess
import sys
import urllib.error
import urllib.request

import numpy as np
import pytest

import forcedual as fd

from conftest import LEFT


def fetched(address):
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.read().decode()


def test_the_page_is_there_until_the_studio_is_closed():
    with fd.studio(fd.example("chicken-wing"), port=0, browser=False) as studio:
        assert studio.is_open and "<html" in fetched(studio.address)
        assert studio.address in studio._repr_html_() and studio.address in repr(studio)
        with pytest.raises(urllib.error.HTTPError) as caught:
            fetched(studio.address.rsplit("/", 2)[0] + "/guessed/")
        assert caught.value.code in (403, 404)
    assert not studio.is_open and "closed" in repr(studio)
    with pytest.raises(OSError):
        fetched(studio.address)
    studio.close()


def test_it_opens_whatever_there_is(mesh, arm, tmp_path):
    mesh.write(tmp_path / "mesh.msh")
    arm.save(tmp_path / "arm.safetensors")
    scene = {"mesh": mesh, "pin": [{"where": LEFT}], "force": [{"kind": "painted", "weight": np.ones(len(mesh.V))}]}
    for of in (None, mesh, scene, arm, arm.model, tmp_path / "mesh.msh", tmp_path / "arm.safetensors"):
        with fd.studio(of, port=0, browser=False) as studio:
            assert "<html" in fetched(studio.address)


def test_what_cannot_be_opened_is_refused(tmp_path):
    with pytest.raises(fd.FileError, match="no such file"):
        fd.studio(tmp_path / "missing.obj", port=0, browser=False)
    with pytest.raises(fd.FileError, match="cannot listen"):
        fd.studio(port=0, host="203.0.113.1", browser=False)


def test_python_ends_although_a_studio_is_open():
    code = "import forcedual as fd; print(fd.studio(port=0, browser=False).address)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert told.returncode == 0 and told.stdout.startswith("http://127.0.0.1:"), told.stderr
