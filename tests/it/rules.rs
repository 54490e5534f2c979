//! The statements of `docs/rules.md`, example by example.

use std::ops::ControlFlow;

use roundtable::game::{Ending, Game, Position, RuleSet, Value, stuck_value, successors};

use super::{moves, position};

/// The legal moves of a hand-typed position, joined.
fn list(text: &str) -> String {
    moves(text).join(" ")
}

/// What a move of a position leads to.
fn after(text: &str, typed: &str) -> Position {
    *position(text).read_move(typed).unwrap_or_else(|error| panic!("{typed}: {error}")).after()
}

/// Why a text is no move of a position.
fn refusal(text: &str, typed: &str) -> String {
    position(text).read_move(typed).map(|m| m.to_string()).unwrap_err().to_string()
}

#[test]
fn boards_and_starts() {
    for (word, squares, pieces) in [("camette", 23, 4), ("all-knight", 23, 4), ("cam", 67, 7), ("camelot", 160, 14)] {
        let start = position(word);
        assert_eq!(start.game().board().squares(), squares);
        let by_file = |p: Position| p.placement();
        assert_eq!(by_file(start.mirrored()), by_file(start), "{word} is symmetric");
        let text = start.to_string();
        let count = |letters: [char; 2]| text.split(' ').next().unwrap().matches(letters).count();
        assert_eq!([count(['K', 'M']), count(['k', 'm'])], [pieces, pieces]);
    }
}

/// Every row of the table of checked examples.
#[test]
fn checked_examples() {
    assert_eq!(list("w M:c1,b2,c2,d2 / M:a3,c3,e3,e5"), "");
    assert_eq!(list("w M:c1,b3 / M:b4,e5"), "C1-B2 C1-C2 C1-D2");
    assert_eq!(list("w M:c1,a4 / M:c2,e5"), "C1xC3");
    let twelve = moves("w M:c2,c3 / M:e5");
    assert!(twelve.len() == 12 && !twelve.contains(&"C3-C1".to_owned()), "{twelve:?}");
    assert_eq!(list("w M:c3 / M:c2,e5"), "C3xC1");
    assert_eq!(list("w M:c3 / M:b2,c2,e5"), "C3xC1xA3");
    let exposed = moves("w K:c2 M:c3 / M:c5,e5");
    assert_eq!(exposed.len(), 12);
    assert!(exposed.contains(&"C2-C4xC6".to_owned()) && !exposed.contains(&"C2-C4".to_owned()), "{exposed:?}");
    let safe = moves("w K:c2 M:c3 / M:a5,b5,d5");
    assert!(safe.len() == 12 && safe.contains(&"C2-C4".to_owned()), "{safe:?}");
    assert_eq!(list("w M:c3 / M:c4,d3,d4"), "C3xC5xE3xC3 C3xE5");
    assert_eq!(list("w M:a5 / M:b6,d6"), "A5xC7");
    assert_eq!(list("w K:c2 M:a3,c3 / K:c6 M:b4,d5"), "A3xC5xC7 A3xC5xE5 C2-C4xA4 C3xA5");
}

#[test]
fn checked_examples_in_other_words() {
    let stuck = position("w M:c1,b2,c2,d2 / M:a3,c3,e3,e5");
    assert!(stuck.is_stuck());
    assert_eq!(stuck_value(stuck.game().board(), stuck.view()), Value::Loss(0));
    let (text, win) = ("w M:c3 / M:c4,d3,d4", Some(Ending::NoPieces));
    assert_eq!(after(text, "C3xC5xE3xC3").ending(), win);
    assert_eq!(after(text, "C3xE3xC5xC3"), after(text, "C3xC5xE3xC3"));
    assert_eq!(after("w M:a5 / M:b6,d6", "A5xC7").ending(), Some(Ending::CastleTaken));
    assert_eq!(refusal("w M:a5 / M:b6,d6", "A5xC7xE5"), "the move ends on C7, the enemy castle");
}

#[test]
fn the_published_problem() {
    assert_eq!(position("problem"), position("b K:c2 M:b2,b3,d6 / K:c6 M:c4,c5,d5"));
}

/// Rule 1: no step onto the own castle, any other empty square will do.
#[test]
fn plain_moves() {
    assert_eq!(list("w M:c2 / M:e5"), "C2-B2 C2-B3 C2-C3 C2-D2 C2-D3");
    assert_eq!(list("b M:a3 / M:c6"), "C6-B5 C6-B6 C6-C5 C6-D5 C6-D6");
    assert_eq!(list("w M:c6 / M:a3"), "C6-B5 C6-B6 C6-C5 C6-C7 C6-D5 C6-D6");
}

/// Rule 2: a canter turns, stops anywhere but at its start, and may touch no own castle; its start counts as empty.
#[test]
fn canters() {
    let text = "w M:a3,b3,c4 / M:e3";
    assert_eq!(after(text, "A3-C3-C5"), after(text, "a3^c3^c5"));
    assert_eq!(refusal("w M:c2,c3 / M:e5", "C3-C1"), "C1 is the mover's own castle, which only a jump may reach");
    // The way from A3 by C1 to E3 leads over the castle.
    assert_eq!(refusal("w M:a3,b2,d2 / M:e5", "A3-C1-E3"), "C1 is the mover's own castle, which only a jump may reach");
    // Round four Men and back.
    let round = "w M:c3,c4,d4,d3,d5 / M:a5";
    assert_eq!(refusal(round, "C3-E5-C5-C3"), "a canter may not end on C3, where it started");
    // On by way of the start: allowed, and the same as without the detour.
    assert_eq!(position(round).read_move("C3-E5-C5-C3-E3").unwrap().to_string(), "C3-E3");
    assert_eq!(after(round, "C3-E5-C5-C3-E3"), after(round, "C3-E3"));
}

/// Rule 3: the series goes on, the player chooses, and the square of a captured piece is empty at once.
#[test]
fn jumps() {
    let text = "w M:c3 / M:c4,d5,b3";
    assert_eq!(list(text), "C3xA3 C3xC5xE5");
    assert_eq!(refusal(text, "C3xC5"), "the jumps must go on from C5: to E5");
    assert_eq!(list("w M:c5 / M:c4,c2,a5"), "C5xC3xC1");
}

/// Rule 4: only Knights charge, canter first.
#[test]
fn charges() {
    let (knight, man) = ("w K:c2 M:c3 / M:c5,e5", "w M:c2,c3 / M:c5,e5");
    assert_eq!(after(knight, "C2-C4xC6").to_string(), "1/1K1/4m/5/2M2/3/1 b");
    assert_eq!(refusal(man, "C2-C4xC6"), "a Man may not canter and jump in one move: only Knights charge");
    assert!(moves(man).contains(&"C2-C4".to_owned()), "rule 6 is for Knights");
    let jump_first = "w K:a3 M:d3 / M:b3,e5";
    assert_eq!(refusal(jump_first, "A3xC3-E3"), "no canter may follow a jump, as it would on the way to E3");
}

/// Rule 5: a jump on offer binds the whole side; a charge satisfies it; a charge on offer binds nobody.
#[test]
fn the_duty_to_capture() {
    let text = "w K:c2 M:a3,c3 / K:c6 M:b4,d5";
    assert_eq!(refusal(text, "C2-D2"), "White must capture: A3xC5xC7, A3xC5xE5, C2-C4xA4, C3xA5");
    assert!(moves("w K:c2 M:c3 / M:c5,e5").contains(&"C3-D3".to_owned()));
}

/// Rule 6, on the way and at the end, with the enemy castle excepted.
#[test]
fn knights_beside_exposed_enemies() {
    let text = "w K:c2 M:c3,d4 / M:a5,b4";
    let reason = "a Knight that captures nothing may neither stop on C4 nor pass it, since it has a jump from there";
    assert_eq!(refusal(text, "C2-C4"), reason);
    assert_eq!(refusal(text, "C2-C4-E4"), reason);
    assert!(moves(text).contains(&"C2-C4xA4".to_owned()));
    assert!(moves("w K:c5 M:c6 / M:b6,e3").contains(&"C5-C7".to_owned()), "nothing is owed on the enemy castle");
}

/// Rules 7 and 8, with two own castle squares in Camelot.
#[test]
fn own_castles() {
    assert_eq!(refusal("w M:c1,b3 / M:b4,e5", "B3xB5"), "the piece on C1 must leave its own castle first");
    assert_eq!(list("w K:c1 M:c2,d2 / M:d4,b6"), "C1-B2 C1-C3xE5 C1-E3xC5");
    assert_eq!(list("camelot w M:f1,g1 / M:f14,g14"), "F1-E2 F1-F2 F1-G2 G1-F2 G1-G2 G1-H2");
    assert_eq!(list("camelot w M:f1,g1,a8 / M:g2,a9"), "F1xH3 G1xG3");
    assert_eq!(list("camelot w M:f1,a8 / M:f14,g14"), "F1-E2 F1-F2 F1-G2", "not across the castle");
}

/// Rules 9 to 11.
#[test]
fn ends_of_camette_and_cam() {
    for text in ["1/1k1/1mmm1/5/1MMM1/1K1/m w", "cam w K:d4 / M:d1", "w / M:c4", "b M:c7 / K:c4 M:c3"] {
        let ended = position(text);
        assert!(ended.legal_moves().is_empty() && ended.results().unwrap().is_empty() && !ended.is_stuck());
        assert_eq!(ended.ending().map(Ending::value), Some(Value::Loss(0)), "{text}");
    }
    assert_eq!(position("w M:c3 / M:c5").ending(), None, "one against one plays on");
    assert_eq!(position("cam w M:c4 / M:c8").ending(), None);
}

/// Rules 12 and 13.
#[test]
fn ends_of_camelot() {
    let ending = |text: &str| position(text).ending();
    assert_eq!(ending("camelot b M:f16,g16 / M:c8,d8"), Some(Ending::CastleTaken));
    assert_eq!(ending("camelot b M:f16,g15 / M:c8,d8"), None, "one square is not the castle");
    assert_eq!(ending("camelot b M:c4,d4 /"), Some(Ending::NoPieces));
    assert_eq!(ending("camelot b M:c4 /"), Some(Ending::TooFewPieces));
    assert_eq!(ending("camelot w M:c4 / M:c8"), Some(Ending::TooFewPieces));
    assert_eq!(ending("camelot w M:c4 / M:c8,d8"), None);
    assert_eq!(after("camelot w M:f15,g16 / M:c8,d8", "F15-F16").ending(), Some(Ending::CastleTaken));
    assert_eq!(after("camelot w M:c7 / M:c8,d9", "C7xC9xE9").ending(), Some(Ending::TooFewPieces));
    assert_eq!(after("camelot w M:c7 / M:c8,h9", "C7xC9").ending(), Some(Ending::TooFewPieces));
}

/// Rules 12 and 13: who leaves the other without a move wins only with two pieces.
#[test]
fn stuck_in_camelot() {
    let stuck = position("camelot w M:f1,e2,f2,g2 / M:d3,f3,h3,e3,g3");
    assert!(stuck.is_stuck(), "{:?}", stuck.legal_moves());
    assert_eq!(stuck_value(stuck.game().board(), stuck.view()), Value::Loss(0));
    let castle_moves_used = position("camelot w M:f16 / M:c8,d8 2 0");
    assert!(castle_moves_used.is_stuck());
    assert_eq!(stuck_value(stuck.game().board(), castle_moves_used.view()), Value::Loss(0));
    let against_one = position("camelot w M:f1,e2,f2,g2,d3,f3,h3 / M:a8");
    assert!(against_one.is_stuck(), "{:?}", against_one.legal_moves());
    assert_eq!(stuck_value(stuck.game().board(), against_one.view()), Value::Draw);
}

/// Rule 14.
#[test]
fn castle_moves() {
    let text = "camelot w M:f16,c4 / M:c8,d8";
    let moved = after(text, "F16-G16");
    assert_eq!(moved.placement().castle_moves, [1, 0]);
    assert_eq!(moved.to_string(), "1M/8/10/12/12/12/12/12/2mm8/12/12/12/2M9/10/8/2 b 1 0");
    assert!(!moves("camelot w M:f16,c4 / M:c8,d8 2 0").contains(&"F16-G16".to_owned()));
    assert_eq!(
        refusal("camelot w M:f16,c4 / M:c8,d8 2 0", "F16-G16"),
        "White has made both castle moves that a game allows"
    );
    let holds = "the piece on F16 never leaves the enemy castle: all it may do is move to the castle's other square";
    assert_eq!(refusal(text, "F16-F15"), holds);
    assert_eq!(refusal("camelot w M:f16,f15 / M:c8,d8", "F16-F14"), holds);
    // No jump of its own counts, and it is barred while another piece must jump or must leave the own castle.
    assert!(moves("camelot w M:f16,c4 / M:f15,d8").contains(&"F16-G16".to_owned()));
    assert_eq!(refusal("camelot w M:f16,c4 / M:c5,d8", "F16-G16"), "White must capture: C4xC6");
    assert_eq!(refusal("camelot w M:f16,f1 / M:c5,d8", "F16-G16"), "the piece on F1 must leave its own castle first");
    // Black's castle moves mirror White's.
    assert_eq!(after("camelot b M:c4,d4 / M:g1,c9 0 1", "G1-F1").placement().castle_moves, [0, 2]);
    assert_eq!(position("camelot").game(), Game::Camelot);
}

/// How many positions a hand-typed one leads to by other rules.
fn results_by(rules: RuleSet, text: &str) -> usize {
    let position = position(text);
    let board = position.game().board().with_rules(rules);
    let mut after = std::collections::HashSet::new();
    let _ = successors(&board, position.view(), |view| {
        after.insert(view);
        ControlFlow::<()>::Continue(())
    });
    after.len()
}

#[test]
fn other_sets_of_rules() {
    let open = RuleSet { open_canters: true, ..RuleSet::STANDARD };
    let frees = RuleSet { stuck_frees_others: true, ..RuleSet::STANDARD };
    // Rule 6 bars C2-C4; without it that is one move more.
    let beside = "w K:c2 M:c3 / M:c5,e5";
    assert_eq!([RuleSet::STANDARD, open, frees].map(|rules| results_by(rules, beside)), [12, 13, 12]);
    // Rule 8: the piece on C1 is stuck and bars the others. Freed, these may move.
    let stuck = "w M:c1,b2,c2,d2 / M:a3,c3,e3,e5";
    assert_eq!([RuleSet::STANDARD, open].map(|rules| results_by(rules, stuck)), [0, 0]);
    assert!(results_by(frees, stuck) > 0);
    // A piece that can leave still bars the others.
    let leaves = "w M:c1,b3 / M:b4,e5";
    assert_eq!(results_by(frees, leaves), results_by(RuleSet::STANDARD, leaves));
}
