//! `--max-memory`: what needs more is refused before it begins, with how much it needs.

#[allow(dead_code)]
mod common;

use common::Bench;

fn beam(cells: usize, rest: &str) -> String {
    format!(
        "[mesh]\nshape = \"beam\"\nsize = [1.0, 0.2, 0.2]\ncells = {cells}\n\
         [[pin]]\nwhere = {{ half-space = {{ point = [0.0, 0.0, 0.0], normal = [-1.0, 0.0, 0.0] }} }}\n{rest}"
    )
}

#[test]
fn what_needs_more_than_the_bound_is_refused_with_how_much_it_needs() {
    let bench = Bench::new();
    bench.write("large.toml", &beam(15_000_000, ""));
    bench.write("factor.toml", &beam(60_000, ""));
    bench.write("modes.toml", &beam(20_000, "[subspace]\nmodes = 2000\n"));
    let long = "[subspace]\nmodes = 4\n[simulation]\nframes = 100000\nsteps-per-frame = 10000\n";
    bench.write("long.toml", &beam(120, long));
    bench.write("cube.obj", &common::cube(6));
    let wide = "\0".repeat(80 << 20);
    bench.write("wide.msh", &wide);
    for (args, bound, what) in [
        (&["design", "large.toml"][..], "1G", "a mesh of 15000000 cells needs about"),
        (&["design", "factor.toml"], "150M", "a factor of"),
        (&["design", "modes.toml"], "400M", "the search for"),
        (&["simulate", "long.toml"], "2G", "a motion of 100000 frames needs about"),
        (&["check", "wide.msh"], "128M", "this file needs about"),
        (&["mesh", "cube.obj", "-o", "cube.mesh", "--tets", "9000000"], "1G", "9000000 cells need"),
    ] {
        let run = bench.run(&[args, &["--json", "--max-memory", bound]].concat());
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        let error = &run.json()["error"];
        assert_eq!(error["code"], "memory", "{args:?}: {}", run.err);
        assert!(error["message"].as_str().is_some_and(|m| m.contains(what)), "{}", run.err);
        assert!(error["help"].is_string(), "{}", run.err);
    }
    bench.write("small.toml", &beam(120, ""));
    bench.run(&["design", "small.toml", "--max-memory", "1G"]).ok();
    let wrong = bench.run(&["design", "small.toml", "--max-memory", "much"]);
    assert!(wrong.code == 2 && wrong.err.contains("such as 800M or 2G"), "{}", wrong.err);
}
