"""What the command does, from Python: the same bits."""

import json
import subprocess

import numpy as np
import pytest

import forcedual as fd

from conftest import LEFT

SMALL = ("--size", "160x120", "--plain")


def test_pictures_are_those_of_the_command(command, mesh, arm, tmp_path):
    modes = fd.design(mesh, pins=LEFT, modes=3)
    modes.save(tmp_path / "modes.safetensors")
    arm.save(tmp_path / "arm.safetensors")
    fd.zoo("chicken-wing", cells=500).write(tmp_path / "wing.msh")
    (tmp_path / "wing.toml").write_text('[mesh]\nshape = "chicken-wing"\ncells = 500\n')
    cases = [
        ("wing.msh", ["--wireframe", "--field", "x"], dict(wireframe=True, field="x")),
        ("wing.toml", ["--background", "white"], dict(background="white")),
        ("modes.safetensors", ["--modes", "1..2", "--ghost"], dict(modes=(1, 2), ghost=True)),
        ("modes.safetensors", ["--mode", "2", "--cut", "x=50%", "--up", "z"], dict(mode=2, cut="x=50%", up="z")),
        ("arm.safetensors", ["--field", "mass", "--view", "iso"], dict(field="mass", view="iso")),
    ]
    for name, words, wishes in cases:
        subprocess.check_call(
            [command, "-q", "render", tmp_path / name, "-o", tmp_path / "theirs.png", *SMALL, *words]
        )
        image = fd.render(tmp_path / name, tmp_path / "ours.png", size=(160, 120), shadows=False, **wishes)
        assert (tmp_path / "ours.png").read_bytes() == (tmp_path / "theirs.png").read_bytes(), name
        assert image._repr_png_() == (tmp_path / "ours.png").read_bytes()
        assert image.pixels.shape[2] == 4 and image.pixels[..., 3].any()


def test_arrays_are_drawn(mesh, arm):
    small = dict(size=(120, 90), shadows=False)
    rest = fd.render(mesh, **small).pixels
    bent = fd.render(mesh, displacement=0.1 * mesh.V[:, [2, 0, 1]], **small).pixels
    coloured = fd.render(mesh, field=mesh.V[:, 0], **small).pixels
    by_cell = fd.render(mesh, field=np.arange(len(mesh.T)), cells=True, **small).pixels
    assert np.asarray(rest).dtype == np.uint8
    assert all((rest != other).any() for other in (bent, coloured, by_cell))
    assert (fd.render(arm, mode=1, **small).pixels == fd.render(arm.model, mode=1, **small).pixels).all()
    with pytest.raises(fd.ArrayError):
        fd.render(mesh, field=[1.0, 2.0], **small)
    with pytest.raises(fd.NumericError, match="only models"):
        fd.render(mesh, mode=1, **small)
    with pytest.raises(fd.Error, match="x=50%"):
        fd.render(mesh, cut="sideways", **small)


def test_findings_are_those_of_the_command(command, mesh, tmp_path):
    V, T = np.array(mesh.V), np.array(mesh.T)
    T[3] = T[3, [1, 0, 2, 3]]
    lines = [f"{len(V)} 3 0 0", *(f"{k} {x} {y} {z}" for k, (x, y, z) in enumerate(V))]
    (tmp_path / "bad.node").write_text("\n".join(lines))
    (tmp_path / "bad.ele").write_text("\n".join([f"{len(T)} 4 0", *(f"{k} {' '.join(map(str, c))}" for k, c in enumerate(T))]))
    square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 1\n"
    (tmp_path / "open.obj").write_text(square + "f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n")
    (tmp_path / "disk.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><circle cx="1" cy="1" r="1"/></svg>')
    for name in ("bad.node", "open.obj", "disk.svg"):
        told = subprocess.run([command, "check", "--json", tmp_path / name], capture_output=True, text=True)
        assert fd.check(tmp_path / name) == json.loads(told.stdout), name
    found = fd.check(tmp_path / "bad.node", repair=tmp_path / "good.msh")
    assert found["defects"][0]["numbers"] == [3] and found["repairs"]
    assert fd.Mesh.read(tmp_path / "good.msh").check()["usable"] and mesh.check()["usable"]


def test_draws_and_fields_are_those_of_the_command(command, tmp_path):
    scene = tmp_path / "scene.toml"
    scene.write_bytes(subprocess.check_output([command, "example", "gripper-2d"]))
    run = [command, "-q", "sample", scene, "-n", "2", "--large", "-o", tmp_path / "draws.npz"]
    subprocess.check_call(run)
    theirs = np.load(tmp_path / "draws.npz")
    sub = fd.design(scene)
    forces, moved = sub.sample(2, large=True)
    assert np.array_equal(theirs["forces"], forces) and np.array_equal(theirs["displacements"], moved)
    subprocess.check_call([command, "-q", "design", scene, "-o", tmp_path / "m.safetensors", "--fields", tmp_path / "a.vtu"])
    sub.mesh.write(tmp_path / "b.vtu", sub.fields())
    assert (tmp_path / "a.vtu").read_bytes() == (tmp_path / "b.vtu").read_bytes()
    with pytest.raises(fd.ArrayError, match="the field 'x'"):
        sub.mesh.write(tmp_path / "b.vtu", {"x": [1.0]})


def test_deformed_surfaces_have_the_bytes_of_the_command(command, tmp_path):
    scene = tmp_path / "scene.toml"
    scene.write_bytes(subprocess.check_output([command, "example", "chicken-wing"]))
    subprocess.check_call([command, "-q", "sample", scene, "-n", "2", "-o", tmp_path / "a.obj"])
    sub = fd.design(scene)
    sub.write_surfaces(tmp_path / "b.obj", sub.sample(2)[1])
    for k in range(2):
        assert (tmp_path / f"a_{k}.obj").read_bytes() == (tmp_path / f"b_{k}.obj").read_bytes()
    sub.write_surfaces(tmp_path / "c.obj", sub.sample(1)[1][0], surface=tmp_path / "a_0.obj")
    assert (tmp_path / "c_0.obj").read_bytes().count(b"\nf ") == (tmp_path / "a_0.obj").read_bytes().count(b"\nf ")
    with pytest.raises(fd.ArrayError):
        sub.write_surfaces(tmp_path / "b.obj", [1.0])


def test_shapes_are_listed_as_by_the_command(command):
    told = subprocess.check_output([command, "shapes"], text=True)
    names = [line.split()[0] for line in told.splitlines() if line.startswith("  ")]
    assert list(fd.shapes()) == names and set(fd.creatures()) < set(fd.shapes())


@pytest.mark.parametrize("name", ["run.glb", "run.usda", "run.npz", "run.vtu"])
def test_motions_are_written_as_by_the_command(command, tmp_path, name):
    scene = tmp_path / "scene.toml"
    scene.write_bytes(subprocess.check_output([command, "example", "chicken-wing"]))
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    subprocess.check_call([command, "-q", "simulate", scene, "--frames", "3", "-o", theirs / name])
    fd.simulate(scene, frames=3, output=ours / name)
    files = sorted(path.relative_to(theirs) for path in theirs.rglob("*") if path.is_file())
    assert files and all((ours / f).read_bytes() == (theirs / f).read_bytes() for f in files)
