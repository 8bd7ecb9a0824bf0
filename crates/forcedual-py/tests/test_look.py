"""What people look at: pages, pictures, and the package's own words."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import forcedual as fd

from conftest import LEFT


def data(viewer):
    found = re.search(r"const data = (\{.*?\});\n", viewer.page(), re.S)
    return json.loads(found.group(1).replace("<\\/", "</"))


def test_pages_hold_everything_and_load_nothing(mesh, arm):
    modes = fd.design(mesh, pins=LEFT, modes=3)
    sim = fd.Simulation(arm)
    z, _ = sim.rollout(np.zeros((4, 2)))
    pages = {
        "mesh": fd.view(mesh),
        "values": fd.view(mesh, values=mesh.V[:, 0]),
        "modes": fd.view(modes),
        "weights": fd.view(arm),
        "model": fd.view(arm.model),
        "sim": fd.view(sim, frames=z),
    }
    for name, viewer in pages.items():
        page = viewer.page()
        assert "http://" not in page and "https://" not in page and "/*DATA*/" not in page, name
        assert "<iframe" in viewer._repr_html_() and "positions" in data(viewer)
    assert data(pages["modes"])["names"] == ["mode 1", "mode 2", "mode 3"]
    assert data(pages["sim"])["count"] == 4 and "fields" in data(pages["weights"])
    with pytest.raises(fd.ArrayError):
        fd.view(mesh, values=[1.0])


def test_objects_show_themselves_in_notebooks(mesh, arm):
    for shown in (mesh, arm, fd.Simulation(arm)):
        assert "srcdoc" in shown._repr_html_() and repr(shown).startswith("<")


def test_pictures_are_drawn(mesh, arm, tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    fd.plot.spectrum(arm, labels=["arm"]).figure.savefig(tmp_path / "a.png")
    found = fd.compare(fd.design(mesh, pins=LEFT, modes=4), ["pod"], sizes=(1, 4), count=5)
    assert len(found.plot().get_lines()) == 2
    wing = fd.zoo("chicken-wing", cells=500)
    fd.plot.body(wing.V, wing.T, wing.V[:, 0]).figure.savefig(tmp_path / "b.png")
    assert (tmp_path / "b.png").stat().st_size > 1000


def test_polyscope_shows_a_simulation_and_follows_it(arm, tmp_path, monkeypatch):
    polyscope = pytest.importorskip("polyscope")
    monkeypatch.chdir(tmp_path)  # its window leaves settings behind
    polyscope.init("openGL_mock")
    sim = fd.Simulation(arm)
    shown = fd.plot.polyscope(sim, "arm")
    assert shown.n_vertices() == len(sim.surface()[0]) and shown.n_faces() == len(sim.faces)
    sim.step([-0.1, 0.1], steps=5)
    assert fd.plot.polyscope(sim, "arm").get_name() == "arm"
    polyscope.remove_all_structures()


def test_everything_public_is_documented():
    for name in fd.__all__:
        thing = getattr(fd, name)
        if callable(thing):
            assert thing.__doc__, name
            members = vars(thing).items() if isinstance(thing, type) else []
            for key, member in members:
                if not key.startswith("_") and (callable(member) or isinstance(member, property)):
                    assert member.__doc__, f"{name}.{key}"
    assert re.fullmatch(r"\d+\.\d+\.\d+", fd.__version__)


def test_every_kind_of_force_has_a_function():
    kinds = set(re.findall(r'"const": "([a-z-]+)"', json.dumps(fd.schema()["$defs"]["Force"])))
    named = {k.replace("-", "_") for k in kinds} - {"sum", "mixture"}
    assert len(named) > 10 and all(callable(getattr(fd.force, k)) for k in named)


def test_the_example_of_the_readme_runs():
    readme = (Path(__file__).resolve().parents[3] / "README.md").read_text(encoding="utf-8")
    section = readme.split("### From Python")[1].split("\n### ")[0]
    code = section.split("```python\n")[1].split("```")[0].replace('"dragon"', '"dragon", cells=4000')
    here = {}
    exec(code, here)
    assert here["sub"].weights.shape[1] == 24
    sim, mesh, tip = here["sim"], here["mesh"], here["tip"]
    assert sim.points([tip])[0, 1] - mesh.V[tip, 1] > 0.1
