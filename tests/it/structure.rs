//! The shape of the code: dependencies in one direction, and few from outside.

use std::fs;
use std::path::{Path, PathBuf};

use crate::project;

/// Modules in the order of their dependencies: each may use those before it.
const ORDER: [&str; 7] = ["game", "index", "solve", "table", "probe", "verify", "report"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn modules_use_only_those_before_them() {
    let mut checked = 0;
    for (place, module) in ORDER.iter().enumerate() {
        let mut files = Vec::new();
        sources(&project().join("src").join(module), &mut files);
        assert!(!files.is_empty());
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for later in &ORDER[place + 1..] {
                for (number, line) in text.lines().enumerate() {
                    let code = line.split("//").next().unwrap_or_default();
                    let uses = code.contains(&format!("crate::{later}"));
                    assert!(!uses, "{}:{}: {module} must not use {later}", file.display(), number + 1);
                }
            }
            checked += 1;
        }
    }
    assert!(checked > 20);
}

#[test]
fn solving_and_rules_touch_no_files() {
    for module in ["game", "index", "solve"] {
        let mut files = Vec::new();
        sources(&project().join("src").join(module), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for word in ["std::fs", "std::net", "memmap2", "println!", "eprintln!"] {
                assert!(!text.contains(word), "{} uses {word}", file.display());
            }
        }
    }
}

/// Each package is work to trust and to build.
#[test]
fn dependencies_are_few() {
    let lock = fs::read_to_string(project().join("Cargo.lock")).unwrap();
    let packages = lock.matches("[[package]]").count();
    assert!(packages <= 240, "{packages} packages are locked");
}
