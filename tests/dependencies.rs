//! docs/dependencies.md names every crate that Cargo.toml and tools/Cargo.toml name, with its version, and no other.

use std::{collections::BTreeMap, fs, path::Path};

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// `name = "=1.2.3"` and `name = { version = "=1.2.3", … }` of the sections of dependencies.
fn pinned() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut dependencies = false;
    let both = read("Cargo.toml") + &read("tools/Cargo.toml");
    for line in both.lines() {
        if line.starts_with("redislock = ") {
            continue; // the command uses the lock
        } else if line.starts_with('[') {
            dependencies = line.ends_with("dependencies]");
        } else if let Some((name, value)) = line.split_once(" = ").filter(|_| dependencies) {
            let version = value.split("\"=").nth(1).expect("a version that is pinned");
            let version = version.split('"').next().unwrap_or_default();
            let other = found.insert(name.to_owned(), version.to_owned());
            assert!(other.is_none_or(|other| other == version), "{name}");
        }
    }
    found
}

#[test]
fn every_dependency_is_explained() {
    let documented: BTreeMap<_, _> = read("docs/dependencies.md")
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .map(|line| line.split(" | ").map(str::to_owned).collect::<Vec<_>>())
        .filter(|cells| cells.len() == 5 && cells[0] != "crate")
        .map(|cells| (cells[0].clone(), cells[1].clone()))
        .collect();
    assert!(documented.len() > 5, "no table found: {documented:?}");
    assert_eq!(documented, pinned());
}
