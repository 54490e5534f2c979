//! The integration tests: one binary, a module a subject. They read the project's `data/` only.

#[cfg(feature = "http")]
mod api;
mod cli_moves;
mod cli_play;
mod cli_probe;
mod cli_solve;
mod crowded;
mod digests;
mod laws;
mod move_lists;
mod move_text;
mod perft;
mod position_text;
mod report;
mod rules;
mod scores;
mod solve;
mod solved;
mod structure;
mod support;
mod table_damage;
mod tables;
mod verify;
mod zsg;

use std::fs;
use std::path::{Path, PathBuf};

use roundtable::game::Position;

/// The text of a file in `data/`.
fn data(name: &str) -> String {
    let path = project().join("data").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The position a text stands for.
fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position's legal moves as text.
fn moves(text: &str) -> Vec<String> {
    position(text).legal_moves().iter().map(ToString::to_string).collect()
}

#[test]
fn every_file_here_is_a_module() {
    let main = include_str!("main.rs");
    for entry in fs::read_dir(project().join("tests/it")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(name == "main" || main.contains(&format!("\nmod {name};\n")), "main.rs does not list {name}");
    }
}
