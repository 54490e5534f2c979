//! Small tables are byte for byte the published ones, whatever the number of threads.

use std::fs;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use roundtable::index::TableName;
use roundtable::solve::{Options, Plan, solve};
use roundtable::table::{Catalog, WriteOptions};
use roundtable::verify::{Digest, published};

use crate::support::write;

/// The published tables of at most so many pieces, solved and written by so many threads.
fn solved(pieces: u8, threads: usize) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let names = published().iter().map(|published| published.name).filter(|name| name.pieces() <= pieces);
    let plan = Plan::for_tables(names).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        solve(&plan, Options::default(), &(), &AtomicBool::new(false), |solved| {
            write(dir.path(), solved, WriteOptions::default()).map(drop)
        })
    })
    .unwrap();
    dir
}

#[test]
fn all_tables_of_both_games_are_published() {
    let mut names: Vec<TableName> =
        ["camette", "all-knight"].iter().flat_map(|start| Plan::tables_from(&start.parse().unwrap())).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(published().iter().map(|published| published.name).collect::<Vec<_>>(), names);
}

#[test]
fn tables_of_up_to_five_pieces_are_as_published() {
    for (pieces, threads) in [(5, 2), (4, 1), (4, 3)] {
        let dir = solved(pieces, threads);
        let catalog = Catalog::new(dir.path());
        let small: Vec<_> = published().iter().filter(|published| published.name.pieces() <= pieces).collect();
        assert!(!small.is_empty());
        for published in small {
            let digest = Digest::of_file(&catalog.path(published.name)).unwrap();
            assert_eq!(digest, published.digest, "{}, {threads} threads", published.name);
        }
    }
}

#[test]
fn the_command_compares_digests() {
    let dir = solved(3, 2);
    let run = |code: i32| {
        let mut command = Command::cargo_bin("roundtable").unwrap();
        let assert = command.args(["verify", "--digests", "--dir"]).arg(dir.path()).assert().code(code);
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    assert!(run(0).contains("Byte for byte as published"));
    let others = Plan::for_tables(["KK-M".parse().unwrap()]).unwrap();
    solve(&others, Options::default(), &(), &AtomicBool::new(false), |solved| {
        write(dir.path(), solved, WriteOptions::default()).map(drop)
    })
    .unwrap();
    assert!(run(0).contains("1 table without a published digest"));
    let alone = ["verify", "--digests", "KK-M", "--dir"];
    let refused = Command::cargo_bin("roundtable").unwrap().args(alone).arg(dir.path()).assert().code(2);
    assert!(
        String::from_utf8_lossy(&refused.get_output().stderr).contains("none of these tables has a published digest")
    );
    let catalog = Catalog::new(dir.path());
    let plan = Plan::for_tables(["K-M".parse().unwrap()]).unwrap();
    let before = fs::read(catalog.path("K-M".parse().unwrap())).unwrap();
    solve(&plan, Options::default(), &(), &AtomicBool::new(false), |solved| {
        write(dir.path(), solved, WriteOptions { level: 1, block_cells: 100 }).map(drop)
    })
    .unwrap();
    assert_ne!(fs::read(catalog.path("K-M".parse().unwrap())).unwrap(), before);
    assert!(run(1).contains("camette:K-M: not as published"));
    // A damaged file is another matter.
    let damaged = catalog.path("K-M".parse().unwrap());
    let mut bytes = fs::read(&damaged).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(damaged, bytes).unwrap();
    run(3);
}
