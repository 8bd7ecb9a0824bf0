//! The gallery, by its command.

#[allow(dead_code)]
mod common;

use common::Bench;

#[test]
fn the_gallery_tells_its_claims_and_keeps_what_it_made() {
    let bench = Bench::new();
    let listed = bench.run(&["gallery", "--list", "free", "bear", "free"]).ok();
    let names: Vec<&str> = listed.out.lines().filter_map(|l| l.split(' ').next()).collect();
    assert_eq!(names, ["free", "bear"]);
    let listed = bench.run(&["gallery", "--list", "--json", "free"]).ok().json();
    assert_eq!(listed[0]["name"], "free");
    let refused = bench.run(&["gallery", "bears"]);
    assert!(
        refused.code == 2 && refused.err.contains("a similar value exists: 'bear'"),
        "{}",
        refused.err
    );
    bench.write("file", "");
    let refused = bench.run(&["gallery", "free", "-o", "file"]);
    assert!(refused.code == 2 && refused.err.contains("is a file"), "{}", refused.err);
    for kept in [false, true] {
        let run = bench.run(&["gallery", "free", "-o", "g", "--json"]).ok().json();
        let free = &run["exhibits"][0];
        assert_eq!(free["kept"], kept);
        assert!(free["error"].is_null());
        let claims = free["claims"].as_array().unwrap();
        assert!(claims.len() > 2 && claims.iter().all(|c| c["holds"] == true), "{free}");
    }
    for file in ["index.html", "free/data.json", "free/modes-mode-1.glb"] {
        assert!(bench.path("g").join(file).exists(), "{file}");
    }
}
