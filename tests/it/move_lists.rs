//! Every line of the recorded move lists, by each of the forms that moves come in.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use roundtable::game::notation::text::results_text;
use roundtable::game::{Move, Position, SquareSet, Squares, successors};

use super::{data, position};

const FILES: [&str; 4] = ["camette-moves.tsv", "all-knight-moves.tsv", "cam-moves.tsv", "camelot-moves.tsv"];

fn cases() -> Vec<(String, String)> {
    let text = FILES.map(data).concat();
    let cases: Vec<_> =
        text.lines().map(|line| line.split_once('\t').unwrap()).map(|(p, r)| (p.to_owned(), r.to_owned())).collect();
    assert_eq!(cases.len(), 5_800);
    cases
}

/// The results as the narrow, path-free form gives them.
fn by_successors<S: SquareSet>(position: &Position) -> BTreeSet<String> {
    let board = position.game().board();
    let mut results = BTreeSet::new();
    if position.ending().is_none() {
        let _ = successors(board, &position.view().narrow::<S>(), |after| {
            results.insert(format!("{:?}", after.widen()));
            ControlFlow::<()>::Continue(())
        });
    }
    results
}

/// The results of moves in the same form.
fn by_moves(position: &Position, moves: &[Move]) -> BTreeSet<String> {
    let board = position.game().board();
    moves.iter().map(|m| format!("{:?}", m.after().view().turned(board))).collect()
}

#[test]
fn all_lines_hold() {
    for (text, results) in cases() {
        assert_eq!(position(&text).to_string(), text);
        assert_eq!(results_text(&position(&text)).unwrap(), results, "{text}");
    }
}

#[test]
fn both_forms_of_moves_give_the_same_positions() {
    for (text, _) in cases() {
        let position = position(&text);
        let results = by_successors::<Squares>(&position);
        let narrow = match position.game().board().squares() {
            0..=32 => by_successors::<u32>(&position),
            33..=128 => by_successors::<u128>(&position),
            _ => by_successors::<Squares>(&position),
        };
        assert_eq!(narrow, results, "{text}");
        let (legal, spelled) = (position.legal_moves(), position.spelled_moves());
        assert_eq!(legal.len(), results.len(), "{text}");
        assert_eq!(by_moves(&position, &legal), results, "{text}");
        assert_eq!(by_moves(&position, &spelled), results, "{text}");
        assert_eq!(position.is_stuck(), results.is_empty() && position.ending().is_none(), "{text}");
        assert_eq!(position.results().unwrap().len(), results.len(), "{text}");
    }
}

/// Of all spellings, the list has the shortest, then the alphabetically first.
#[test]
fn lists_have_the_preferred_spelling() {
    for (text, _) in cases() {
        let position = position(&text);
        let spelled = position.spelled_moves();
        for m in position.legal_moves() {
            let same = spelled.iter().filter(|other| other.after() == m.after());
            let best = same.min_by_key(|other| (other.path().len(), other.to_string())).unwrap();
            assert_eq!(m.to_string(), best.to_string(), "{text}");
        }
    }
}

/// Every spelling is read back as the same move, and so is every first and last square that fits one move only.
#[test]
fn every_spelling_can_be_read() {
    for (text, _) in cases() {
        let position = position(&text);
        let (legal, spelled) = (position.legal_moves(), position.spelled_moves());
        for m in &spelled {
            let typed = m.to_string();
            assert_eq!(position.read_move(&typed).as_ref(), Ok(m), "{text} {typed}");
            let (first, last) = (m.path()[0], m.path()[m.path().len() - 1]);
            let fits = |other: &&Move| other.path()[0] == first && other.path().last() == Some(&last);
            if legal.iter().filter(fits).count() == 1 {
                let mark = if m.captures().is_empty() { '-' } else { 'x' };
                let short = format!("{first}{mark}{last}!").to_lowercase();
                assert_eq!(position.read_move(&short).unwrap().after(), m.after(), "{text} {short}");
            }
        }
    }
}
