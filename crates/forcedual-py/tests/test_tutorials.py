"""The tutorials run, each in an empty folder."""

import os
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "tutorials"


@pytest.mark.parametrize("script", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_tutorial_runs(script, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "MPLBACKEND", "Agg")
    runpy.run_path(str(script), run_name="__main__")
