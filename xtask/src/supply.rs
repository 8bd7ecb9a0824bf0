//! What is built in: licences, sources and known defects of dependencies (`cargo deny`), and a list of all of
//! them (`cargo xtask sbom`).

use crate::chores::{cargo, root, run, target};
use forcedual::export::write_text;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

/// The version of cargo-deny that `deny.toml` is written for.
const DENY: &str = "0.20.2";
/// What people run; the rest is for development.
const SHIPPED: [&str; 2] = ["forcedual-cli", "forcedual-py"];

/// Checks licences, bans and sources, and, where the list of known defects can be had, these.
pub fn check() -> Result<(), String> {
    let deny = match tool() {
        Ok(deny) => deny,
        Err(e) => {
            println!("    left out, as cargo-deny cannot be installed here: {e}");
            return Ok(());
        }
    };
    let check = |what: &[&str]| {
        let mut command = Command::new(&deny);
        run(command.current_dir(root()).args(["--workspace", "check"]).args(what))
    };
    check(&["licenses", "bans", "sources"])?;
    let fetched = Command::new(&deny).current_dir(root()).args(["fetch", "db"]).output();
    if !fetched.is_ok_and(|fetched| fetched.status.success()) {
        println!(
            "    left out: the list of known defects cannot be had here (`cargo deny check advisories`)"
        );
        return Ok(());
    }
    check(&["--disable-fetch", "advisories"])
}

/// cargo-deny, installed into the target directory where it is not there yet.
fn tool() -> Result<PathBuf, String> {
    let tools = target().join("tools");
    let deny = tools.join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let told = Command::new(&deny).arg("--version").output();
    let told = told.map(|told| String::from_utf8_lossy(&told.stdout).trim().to_owned());
    if told.is_ok_and(|told| told == format!("cargo-deny {DENY}")) {
        return Ok(deny);
    }
    let mut install = cargo();
    install.args(["install", "--quiet", "--locked", &format!("cargo-deny@{DENY}"), "--root"]);
    run(install.arg(&tools))?;
    Ok(deny)
}

/// Writes all that the command and the Python package are made of as CycloneDX.
pub fn sbom() -> Result<(), String> {
    let told = cargo()
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .output()
        .map_err(|e| e.to_string())?;
    if !told.status.success() {
        return Err(String::from_utf8_lossy(&told.stderr).into_owned());
    }
    let metadata: Value = serde_json::from_slice(&told.stdout).map_err(|e| e.to_string())?;
    let read = |file: &str| std::fs::read_to_string(root().join(file)).map_err(|e| e.to_string());
    let page: Value =
        serde_json::from_str(&read("web/package-lock.json")?).map_err(|e| e.to_string())?;
    let mut components = crates(&metadata, &checksums(&read("Cargo.lock")?));
    components.extend(packages(&page));
    let count = components.len();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": {
            "type": "application", "name": "forcedual", "version": env!("CARGO_PKG_VERSION"),
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        } },
        "components": components,
    });
    let folder = target().join("sbom");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let path = folder.join("forcedual.cdx.json");
    let text = serde_json::to_string_pretty(&bill).map_err(|e| e.to_string())?;
    write_text(&path, &(text + "\n")).map_err(|e| e.to_string())?;
    println!("wrote {count} components to {}", path.display());
    Ok(())
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value[key].as_array().into_iter().flatten()
}

/// The crates that what is shipped is made of, of this workspace or not, in the order of their names.
fn crates(metadata: &Value, sums: &BTreeMap<(String, String), String>) -> Vec<Value> {
    let packages: BTreeMap<&str, &Value> =
        list(metadata, "packages").map(|p| (text(p, "id"), p)).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"], "nodes").map(|n| (text(n, "id"), n)).collect();
    let shipped = |id: &&str| packages.get(id).is_some_and(|p| SHIPPED.contains(&text(p, "name")));
    let mut waiting: Vec<&str> = packages.keys().copied().filter(shipped).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !found.insert(id) {
            continue;
        }
        let used = |dep: &&Value| list(dep, "dep_kinds").any(|kind| kind["kind"] != "dev");
        let deps = nodes.get(id).into_iter().flat_map(|node| list(node, "deps"));
        waiting.extend(deps.filter(used).map(|dep| text(dep, "pkg")));
    }
    let mut chosen: Vec<&Value> = found.iter().filter_map(|id| packages.get(id).copied()).collect();
    chosen.sort_by_key(|p| (text(p, "name"), text(p, "version")));
    let component = |package: &&Value| {
        let (name, version) = (text(package, "name"), text(package, "version"));
        let sum = sums.get(&(name.to_owned(), version.to_owned()));
        let hashes = sum.map(|sum| json!({ "alg": "SHA-256", "content": sum }));
        // an older way to write it
        let licence = text(package, "license").replace('/', " OR ");
        json!({
            "type": "library", "name": name, "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": licence }],
            "hashes": hashes.into_iter().collect::<Vec<_>>(),
        })
    };
    chosen.iter().map(component).collect()
}

/// Checksums of crates by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let value = |part: &str, key: &str| {
        let line = part.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")));
        line.and_then(|line| line.strip_suffix('"')).map(str::to_owned)
    };
    let each = lock.split("[[package]]").filter_map(|part| {
        Some(((value(part, "name")?, value(part, "version")?), value(part, "checksum")?))
    });
    each.collect()
}

/// The packages that the studio's page is made of.
fn packages(lock: &Value) -> Vec<Value> {
    let all = lock["packages"].as_object().into_iter().flatten();
    let built_in = all.filter(|(path, p)| !path.is_empty() && p["dev"] != true);
    let component = |(path, package): (&String, &Value)| {
        let name = path.rsplit("node_modules/").next().unwrap_or_default();
        let version = text(package, "version");
        json!({
            "type": "library", "name": name, "version": version,
            "purl": format!("pkg:npm/{}@{version}", name.replace('@', "%40")),
            "licenses": [{ "expression": text(package, "license") }],
        })
    };
    built_in.map(component).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_for_tests_is_not_listed_and_checksums_are() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"ff\"\n";
        let metadata = json!({
            "packages": [
                { "id": "cli", "name": "forcedual-cli", "version": "0.1.0", "license": "MIT" },
                { "id": "a1", "name": "a", "version": "1.0.0", "license": "MIT/Apache-2.0" },
                { "id": "t", "name": "t", "version": "1.0.0", "license": "GPL-3.0" },
            ],
            "resolve": { "nodes": [{ "id": "cli", "deps": [
                { "pkg": "a1", "dep_kinds": [{ "kind": null }] },
                { "pkg": "t", "dep_kinds": [{ "kind": "dev" }] },
            ] }] },
        });
        let found = crates(&metadata, &checksums(lock));
        let names: Vec<&str> = found.iter().map(|c| text(c, "purl")).collect();
        assert_eq!(names, ["pkg:cargo/a@1.0.0", "pkg:cargo/forcedual-cli@0.1.0"]);
        assert_eq!(found[0]["hashes"][0]["content"], "ff");
        assert_eq!(found[0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        let page = json!({ "packages": { "": {}, "node_modules/@x/y": { "version": "2" },
            "node_modules/z": { "dev": true } } });
        assert_eq!(text(&packages(&page)[0], "purl"), "pkg:npm/%40x/y@2");
    }
}
