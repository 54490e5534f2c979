//! `roundtable solve`: what it prints, skips, mends and refuses.

use std::fs;

use predicates::prelude::*;
use predicates::str::contains;
use roundtable::solve::Plan;
use roundtable::table::Catalog;
use tempfile::TempDir;

use crate::solved::roundtable;

#[test]
fn a_table_and_those_it_needs_are_solved_once() {
    let dir = TempDir::new().unwrap();
    let solve = |args: &[&str]| roundtable(dir.path()).args(["solve"]).args(args).assert();
    solve(&["camette:KM-M"])
        .success()
        .stdout(contains("to solve  3 tables, 19,953 positions"))
        .stdout(contains("KM-M            18,564       11,570          250        6,744       11"))
        .stderr("");
    let file = dir.path().join("camette/KM-M");
    let bytes = fs::read(&file).unwrap();

    solve(&["camette:KM-M"]).success().stdout(contains("there     3 tables, intact").and(contains("to solve").not()));
    // A damaged table is made again, the same to the byte; one that is missing too.
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    fs::remove_file(dir.path().join("camette/M-M")).unwrap();
    solve(&["KM-M", "--threads", "1"])
        .success()
        .stdout(contains("there     1 table, intact"))
        .stdout(contains("to solve  2 tables"))
        .stdout(contains("1 table solved again in memory"));
    assert_eq!(fs::read(&file).unwrap(), bytes);
    // What a killed program left behind is told of.
    fs::write(dir.path().join("camette/.unfinished-x"), "").unwrap();
    solve(&["KM-M"]).success().stdout(contains("left over 1 unfinished file"));
    solve(&["KM-M", "--force", "--threads", "3", "--isa", "portable"]).success().stdout(contains("to solve  3 tables"));
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

/// Counts that were known before, from an independent solver.
#[test]
fn endings_of_cam_are_solved_by_number_of_pieces() {
    let dir = TempDir::new().unwrap();
    roundtable(dir.path())
        .args(["solve", "cam", "--pieces", "1-2", "--memory", "1GiB"])
        .assert()
        .success()
        .stdout(contains("Cam, endings of 2-1 pieces: 9 tables"))
        .stdout(contains("M-M              4,291        2,531            0        1,760       39"))
        .stdout(contains("MM-M           274,690      158,151          417      116,122       43"));
    let catalog = Catalog::new(dir.path());
    let tables = ["KK-K", "KK-M", "KM-K", "KM-M", "MM-K", "MM-M"].map(|name| format!("cam:{name}").parse().unwrap());
    let plan = Plan::for_tables(tables).unwrap().all_wanted();
    let written: u64 = plan.steps().iter().map(|step| catalog.open(step.name).unwrap().summary().bytes).sum();
    assert!((written / 2..2 * written).contains(&plan.disk()), "planned {}, written {written}", plan.disk());
    let table = catalog.open("cam:MM-M".parse().unwrap()).unwrap();
    let counts = table.summary().halves.iter().map(|half| [half.wins, half.losses, half.draws]);
    assert_eq!(counts.collect::<Vec<_>>(), [[121_624, 15_555, 166], [36_527, 100_567, 251]]);
}

#[test]
fn bad_targets_and_folders_are_refused() {
    let dir = TempDir::new().unwrap();
    let refused = |args: &[&str], code: i32, message: &str| {
        roundtable(dir.path()).arg("solve").args(args).assert().code(code).stdout("").stderr(contains(message));
    };
    refused(&["chess"], 2, "`chess` is no table name");
    refused(&["camette:M-KM"], 2, "the table is called KM-M");
    refused(&["camette:KKKKK-K"], 2, "Camette has at most 4 Knights and 3 Men a side");
    refused(&["camelot:K-K"], 2, "needs no table: by the rules of Camelot the game is drawn");
    refused(&["camelot", "--pieces", "1"], 2, "a piece each is a draw");
    refused(&["cam:XX-K"], 2, "one of the tables of Cam is `cam:KM-K`");
    refused(&["cam:KKK-M"], 2, "Cam has at most 2 Knights and 5 Men a side");
    refused(&["cam"], 2, "Cam cannot be solved whole here");
    refused(&["cam", "--pieces", "0-1"], 2, "is no number of pieces");
    refused(&["cam", "--pieces", "8-1"], 2, "Cam has at most 7 pieces a side");
    refused(&["cam:K-M", "--pieces", "1"], 2, "--pieces goes with a game");
    refused(
        &["cam:KMM-KMM", "--memory", "10G"],
        2,
        "cam:KMM-KMM takes 15 GB of memory to solve, more than the 10 GB that --memory allows",
    );
    refused(&["camelot:KKKKMMMMMMMMMM-K"], 2, "far too many for a table");
    refused(&["cam:KKMMMMM-KKMMMMM", "--memory", "1T"], 2, "far too many for a table");
    refused(&["cam", "--pieces", "3", "--memory", "lots"], 2, "`lots` is no size");
    refused(&["camette", "--threads", "0"], 2, "--threads");
    refused(&["camette", "--level", "23"], 2, "--level");
    refused(&["camette", "--isa", "sse9"], 2, "this processor has portable");
    refused(&[], 2, "TARGET");

    // A file where the folder should be.
    let file = dir.path().join("file");
    fs::write(&file, "text").unwrap();
    roundtable(&file).args(["solve", "camette:M-M"]).assert().code(4).stderr(contains("file").and(contains("--dir")));
    assert_eq!(fs::read(&file).unwrap(), b"text");
}
