//! `roundtable probe`, `line` and `check`, and the library under them.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use roundtable::game::{Position, Value};
use roundtable::probe::{KnownMove, RankedMove, Tablebase};
use roundtable::table::Catalog;
use serde_json::Value as Json;

use crate::solved::{dir, roundtable};
use crate::{data, position};

fn tablebase() -> Tablebase {
    Tablebase::new(Catalog::new(dir()))
}

/// Every value that an independent solver found, through the command.
#[test]
fn recorded_values_are_answered_line_by_line() {
    let expected = data("camette-values.tsv");
    let positions: Vec<&str> = expected.lines().map(|line| line.split('\t').next().unwrap()).collect();
    let positions = positions.join("\n") + "\n";
    assert_eq!(positions.lines().count(), 596);
    roundtable(dir()).args(["probe", "-"]).write_stdin(positions.clone()).assert().success().stdout(expected.clone());
    let crlf = positions.replace('\n', "\r\n") + "\r\n";
    roundtable(dir()).args(["probe", "-"]).write_stdin(crlf).assert().success().stdout(expected);
}

#[test]
fn a_bad_line_is_answered_and_the_rest_goes_on() {
    let input = "1/1M1/4m/5/5/3/1 w\nnonsense\n1/1k1/1mmm1/5/1MMM1/1K1/1 w\n1/3/5/5/5/1m1/M w\n";
    roundtable(dir())
        .args(["probe", "-"])
        .write_stdin(input)
        .assert()
        .code(3)
        .stdout(starts_with("1/1M1/4m/5/5/3/1 w\twin 1\nnonsense\terror: "))
        .stdout(contains("KMMM-KMMM: the table is not there"))
        .stdout(predicate::str::is_match("1/3/5/5/5/1m1/M w\t(win|loss) [0-9]+\n$").unwrap());
    roundtable(dir()).args(["probe", "-"]).write_stdin("1/1M1/4m/5/5/3/2 w\n").assert().code(2);
}

/// Best-first order, points of view, and that every value is the best of its moves'.
#[test]
fn moves_are_ranked_and_agree_with_the_value() {
    let tablebase = tablebase();
    for line in data("camette-values.tsv").lines() {
        let start = position(line.split('\t').next().unwrap());
        let value = tablebase.value(&start).unwrap();
        let moves = tablebase.moves(&start).unwrap();
        assert!(moves.is_sorted_by_key(RankedMove::sort_key));
        match moves.first() {
            Some(best) => assert_eq!(best.value, value, "{line}"),
            None => assert_eq!(value, Value::Loss(0)),
        }
        for ranked in &moves {
            assert_eq!(ranked.value_after(), tablebase.value(ranked.played.after()).unwrap());
            assert_eq!(ranked.value_after().before(), ranked.value);
        }
        assert_eq!(tablebase.value(&start.mirrored()).unwrap(), value);
        assert_eq!(tablebase.value(&start.colours_swapped()).unwrap(), value);
    }
}

#[test]
fn lines_last_as_long_as_the_depth_says() {
    let tablebase = tablebase();
    for line in data("camette-values.tsv").lines() {
        let start = position(line.split('\t').next().unwrap());
        let value = tablebase.value(&start).unwrap();
        let line = tablebase.line(&start).unwrap();
        if let Some(depth) = value.depth() {
            assert_eq!(line.score.moves().len(), usize::from(depth));
            assert!(line.score.end().over().is_some());
        }
    }
    roundtable(dir()).args(["line", "w K:c2 / M:c5"]).assert().success().stdout(starts_with("1.C2-C3 "));
    roundtable(dir())
        .args(["line", "w M:b2 / M:b5"])
        .assert()
        .success()
        .stdout(contains("1/2-1/2 (a position comes back)"));
}

#[test]
fn json_has_all_there_is_to_say() {
    let output = roundtable(dir()).args(["probe", "--json", "w K:c2 / M:c5"]).assert().success();
    let json: Json = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(json["position"], "1/3/2m2/5/5/1K1/1 w");
    assert_eq!([&json["game"], &json["turn"], &json["value"]], ["camette", "white", "win"]);
    assert_eq!([&json["over"], &json["reason"], &json["dtw"]], [&Json::from(false), &Json::Null, &Json::from(9)]);
    let best = &json["moves"][0];
    assert_eq!(best["move"], "C2-C3");
    assert_eq!(best["path"], Json::from(vec!["C2", "C3"]));
    assert_eq!(best["captures"], Json::from(Vec::<String>::new()));
    // Beside a position, the value is for the side to move there.
    assert_eq!(
        [&best["value"], &best["dtw"], &best["over"]],
        [&Json::from("loss"), &Json::from(8), &Json::from(false)]
    );

    let draw = roundtable(dir()).args(["probe", "--json", "w M:b2 / M:b5"]).assert().success();
    let json: Json = serde_json::from_slice(&draw.get_output().stdout).unwrap();
    assert_eq!([&json["value"], &json["dtw"]], [&Json::from("draw"), &Json::Null]);
}

#[test]
fn people_get_a_board_a_sentence_and_the_moves() {
    roundtable(dir())
        .args(["probe", "w K:c2 / M:c5", "c2-c3"])
        .assert()
        .success()
        .stdout(contains("   3    . K .").or(contains("   3  . . K . .")))
        .stdout(contains("White wins in 8 plies."))
        .stdout(contains("Main line: 1..."));
    roundtable(dir())
        .args(["probe", "1/1m1/1M1mM/5/2K2/2M/1 w", "b5xc7"])
        .assert()
        .code(2)
        .stderr(contains("move 1. 'b5xc7'"));
    roundtable(dir()).args(["probe", "1/3/1m3/5/5/3/M b"]).assert().success();
    let over = "M/3/1M3/5/2K2/2M/1 b";
    roundtable(dir())
        .args(["probe", over])
        .assert()
        .success()
        .stdout(contains("The game is over: castle taken, White has won."));
}

#[test]
fn missing_tables_and_impossible_sides_are_named() {
    roundtable(dir())
        .args(["probe", "camette"])
        .assert()
        .code(3)
        .stdout(contains("camette:KMMM-KMMM would be needed, with about 375.5 million positions"))
        .stdout(predicate::str::is_match("\n  B3-A3 +not known\n").unwrap())
        .stderr(contains("KMMM-KMMM: the table is not there").and(contains("roundtable solve camette")));
    roundtable(dir())
        .args(["probe", "w M:b2,c2,c3,c4 / M:b5"])
        .assert()
        .code(2)
        .stdout(contains("B2-A3"))
        .stderr(contains("no table can hold MMMM in Camette"));
    // White wins at once, whatever the other moves are worth.
    roundtable(dir())
        .args(["probe", "cam w K:c12 M:d4 / M:a5"])
        .assert()
        .success()
        .stdout(contains("White wins in 1 ply").and(contains("not known")))
        .stderr("");
    for (game, positions, table) in [
        ("cam", "about 1.2 times 10^20 positions", "KKMMMMM-KKMMMMM"),
        ("camelot", "times 10^4", "KKKKMMMMMMMMMM-KKKKMMMMMMMMMM"),
    ] {
        roundtable(dir()).args(["probe", game]).assert().code(2).stdout(contains(positions)).stderr(contains(table));
    }
}

/// With some tables taken away, every value that is still given is the one that all tables give; captures into tables that
/// are left, and wins at once, are known.
#[test]
fn values_that_need_no_missing_table_are_known() {
    let all = tablebase();
    let few = tempfile::tempdir().unwrap();
    roundtable(few.path()).args(["solve", "camette:KM-M"]).assert().success();
    let some = Tablebase::new(Catalog::new(few.path()));
    let (mut known, mut unknown, mut captures) = (0, 0, 0);
    let recorded = data("camette-values.tsv");
    let starts = recorded.lines().map(|line| position(line.split('\t').next().unwrap()));
    for start in starts.chain([position("w K:c2 M:d4 / K:e5 M:b4"), position("w K:c6 M:d4 / K:b2 M:b4")]) {
        let value = some.known(&start).unwrap();
        let moves = some.known_moves(&start).unwrap();
        assert_eq!(moves.len(), start.legal_moves().len());
        let wins = moves.iter().take_while(|known| matches!(known.value, Some(Value::Win(_)))).count();
        assert!(moves[wins..].iter().all(|known| !matches!(known.value, Some(Value::Win(_)))), "wins come first");
        for KnownMove { played, value } in &moves {
            match value {
                Some(value) => assert_eq!(*value, all.value(played.after()).unwrap().before()),
                None => unknown += 1,
            }
            captures += u32::from(value.is_some() && !played.captures().is_empty());
        }
        match value {
            Ok(value) => {
                assert_eq!(value, all.value(&start).unwrap());
                known += 1;
            }
            Err(missing) => {
                assert!(missing.table.is_some());
                assert!(
                    moves.iter().any(|known| known.value.is_none()),
                    "{start}: all moves are known, so it is as well"
                );
                assert!(!moves.iter().any(|known| known.value == Some(Value::Win(1))), "{start}");
            }
        }
        let (outlook, answer) = (some.outlook(&start).unwrap(), all.answer(&start).unwrap());
        assert_eq!(outlook.moves.len(), answer.moves.len());
        assert!(outlook.standing.value.is_none_or(|value| value == answer.value));
    }
    assert!(known > 10 && unknown > 100 && captures > 10, "{known} {unknown} {captures}");
}

/// A stuck player has lost by the rules, whether there is a table (for the first) or could be (for the second) or not.
#[test]
fn a_stuck_player_needs_no_table() {
    let none = tempfile::tempdir().unwrap();
    let none = Tablebase::new(Catalog::new(none.path()));
    for stuck in ["w K:d2 M:c1,b2,c2 / M:a3,c3,e3", "w M:c1,b2,c2,d2 / M:a3,c3,e3"] {
        let stuck = position(stuck);
        assert!(stuck.is_stuck());
        assert_eq!(none.value(&stuck).unwrap(), Value::Loss(0));
    }
}

#[test]
fn json_without_a_value() {
    let output = roundtable(dir()).args(["probe", "--json", "camette"]).assert().code(3);
    let json: Json = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!([&json["value"], &json["dtw"], &json["moves"][0]["value"]], [&Json::Null; 3]);
    assert_eq!(json["unknown"]["table"], "camette:KMMM-KMMM");
    assert_eq!(json["unknown"]["positions"], 375_506_880.0);
    assert_eq!(json["moves"].as_array().unwrap().len(), 22);
}

#[test]
fn forced_wins_are_proved() {
    roundtable(dir())
        .args(["check", "w K:c2 / M:c5"])
        .assert()
        .success()
        .stdout(contains("Yes: White wins in 9 plies."))
        .stdout(contains("The first move is unique: C2-C3"));
    roundtable(dir()).args(["check", "w M:b2 / M:b5"]).assert().code(1).stdout(contains("No: White has no forced win"));
    roundtable(dir()).args(["check", "M/3/1M3/5/2K2/2M/1 b"]).assert().code(1).stdout(contains("the game is over"));
    roundtable(dir()).args(["check", "missing.zsg"]).assert().code(2).stderr(contains("'missing.zsg' cannot be read"));

    let temporary = tempfile::tempdir().unwrap();
    let cut = temporary.path().join("cut.zsg");
    fs::write(&cut, &data("problem.zsg")[..60]).unwrap();
    roundtable(dir()).arg("check").arg(&cut).assert().code(2).stderr(contains("no saved game of Zillions"));
}

/// Every line of a proof is a legal line that ends in the promised win, every reply of the loser is there, and no
/// position is worked out twice.
#[test]
fn proofs_answer_every_reply() {
    let tablebase = tablebase();
    for text in ["w K:c2 / M:c5", "w K:c2 M:b2 / M:c5", "b K:d3 M:c3 / K:c6 M:b6"] {
        let start: Position = position(text);
        let Some(proof) = tablebase.proof(&start, u16::MAX).unwrap() else { continue };
        assert_eq!(Value::Win(proof.depth), tablebase.value(&start).unwrap());
        let mut positions: Vec<Position> = proof.defences.iter().map(|defence| defence.position).collect();
        for defence in &proof.defences {
            assert_eq!(Value::Loss(defence.depth), tablebase.value(&defence.position).unwrap());
            let mut replies: Vec<String> = defence.replies.iter().map(|reply| reply.played.to_string()).collect();
            let mut legal: Vec<String> = defence.position.legal_moves().iter().map(ToString::to_string).collect();
            replies.sort_unstable();
            legal.sort_unstable();
            assert_eq!(replies, legal);
            for reply in &defence.replies {
                assert!(reply.played.after().legal_moves().contains(&reply.answer));
                let next = &proof.defences[reply.next];
                assert_eq!(next.position, *reply.answer.after());
                assert!(next.depth < defence.depth);
            }
        }
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len(), proof.defences.len());
    }
}

/// With no tables at all a question is answered by solving first, unless that is forbidden.
#[test]
fn without_tables_questions_can_refuse_to_solve() {
    let empty = tempfile::tempdir().unwrap();
    for command in [&["probe", "problem"][..], &["line", "problem"], &["check", "problem"]] {
        roundtable(empty.path())
            .args(command)
            .arg("--no-solve")
            .assert()
            .code(3)
            .stderr(contains("KMMM-KMMM: the table is not there").and(contains("roundtable solve camette")));
    }
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0);
}
