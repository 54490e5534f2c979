//! `roundtable report`: every count against a slow twin that asks for one position after the other, and the command.

use std::collections::{BTreeMap, HashMap, HashSet};

use predicates::prelude::*;
use predicates::str::contains;
use roundtable::game::{Colour, Move, Placement, Position, SquareSet, Squares, Value, View, duty};
use roundtable::index::{Cell, Layout, TableName};
use roundtable::probe::{RankedMove, Tablebase};
use roundtable::report::{
    Extent, Histogram, Longest, Openings, Problems, Reach, Report, Rules, Summary, Theme, Wanted, Zugzwang,
    ZugzwangKind,
};
use roundtable::solve::Plan;
use roundtable::table::Catalog;
use serde_json::Value as Json;
use tempfile::TempDir;

use crate::position;
use crate::solved::{dir, roundtable};

fn tablebase() -> Tablebase {
    Tablebase::new(Catalog::new(dir()))
}

fn plan(tables: &[&str]) -> Plan {
    Plan::for_tables(tables.iter().map(|table| table.parse().unwrap())).unwrap()
}

/// The view with White to move.
fn white(view: &View<Squares>) -> Position {
    let placement = Placement {
        game: roundtable::game::Game::Camette,
        side: Colour::White,
        white: view.own,
        black: view.enemy,
        castle_moves: [0, 0],
    };
    placement.try_into().unwrap()
}

/// The same position with the other side to move.
fn passed(position: &Position) -> Position {
    Placement { side: position.side().other(), ..position.placement() }.try_into().unwrap()
}

/// Every position of a table, mirror images apart, by the material of the side to move and of the other.
fn every_position(name: &str) -> BTreeMap<(String, String), Vec<Position>> {
    let name: TableName = name.parse().unwrap();
    let (layout, board) = (Layout::new(name), name.game().board());
    let mut all = BTreeMap::new();
    for &half in name.halves() {
        let [mover, other] = name.mover_and_other(half).map(|side| side.to_string());
        let of_half: &mut Vec<Position> = all.entry((mover, other)).or_default();
        for index in 0..layout.cells(half) {
            let Some(view) = layout.unrank::<Squares>(Cell { half, index }) else { continue };
            of_half.push(white(&view));
            if view.mirrored(board) != view {
                of_half.push(white(&view.mirrored(board)));
            }
        }
    }
    all
}

/// Win, draw, loss as 1, 0, -1.
fn sign(value: Value) -> i8 {
    match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    }
}

#[test]
fn histograms_and_summaries_count_every_position() {
    let tablebase = tablebase();
    for table in ["K-M", "KM-M", "KM-MM", "KK-KK"] {
        let histogram = Histogram::new(tablebase.catalog(), table.parse().unwrap(), &()).unwrap();
        let summary = Summary::new(tablebase.catalog(), &plan(&[table])).unwrap();
        let all = every_position(table);
        assert_eq!((histogram.halves.len(), summary.halves.len()), (all.len(), all.len()));
        for ((mover, other), positions) in all {
            let mut counts: HashMap<Value, u64> = HashMap::new();
            for position in &positions {
                *counts.entry(tablebase.value(position).unwrap()).or_default() += 1;
            }
            let half = histogram.halves.iter().find(|half| half.to_move == mover && half.against == other).unwrap();
            assert_eq!(half.positions, positions.len() as u64);
            assert_eq!(half.draws, counts.remove(&Value::Draw).unwrap_or(0));
            let of_sign = |wanted| counts.iter().filter(|(v, _)| sign(**v) == wanted).map(|(_, n)| n).sum::<u64>();
            let deepest = |wanted| counts.keys().filter(|v| sign(**v) == wanted).filter_map(|v| v.depth()).max();
            let short = summary.halves.iter().find(|half| half.to_move == mover && half.against == other).unwrap();
            assert_eq!((short.wins, short.draws, short.losses), (of_sign(1), half.draws, of_sign(-1)));
            assert_eq!((short.longest_win, short.longest_loss), (deepest(1), deepest(-1)));
            let score = (short.wins as f64 + short.draws as f64 / 2.0) / short.positions as f64;
            assert!((short.score - score).abs() < 1e-12);
            assert!(half.depths.is_sorted_by_key(|count| count.depth));
            for count in &half.depths {
                let value = if count.value == "win" { Value::Win(count.depth) } else { Value::Loss(count.depth) };
                assert_eq!(counts.remove(&value), Some(count.positions));
            }
            assert!(counts.is_empty());
        }
    }
}

/// The effect of a Knight and of the move, from single positions.
#[test]
fn effects_are_differences_of_average_results() {
    let tablebase = tablebase();
    let summary = Summary::new(tablebase.catalog(), &plan(&["KM-MM", "MM-MM", "KM-KM"])).unwrap();
    // What the first side scores on average: with the move, and of the same placements without it.
    let scores = |table: &str, side: &str, other: &str| {
        let positions = &every_position(table)[&(side.into(), other.into())];
        let mean = |value: &dyn Fn(&Position) -> f64| positions.iter().map(value).sum::<f64>() / positions.len() as f64;
        let points = |position: &Position| f64::midpoint(f64::from(sign(tablebase.value(position).unwrap())), 1.0);
        [mean(&points), mean(&|position| 1.0 - points(&passed(position)))]
    };
    let [with, without] = scores("KM-MM", "KM", "MM");
    let effect = summary.having_the_move.iter().find(|e| e.side == "KM" && e.against == "MM").unwrap();
    assert!((effect.score_with - with).abs() < 1e-9 && (effect.score_without - without).abs() < 1e-9);
    assert!((effect.gain - (with - without)).abs() < 1e-9);

    let [men_with, men_without] = scores("MM-MM", "MM", "MM");
    let effect = summary.knight.iter().find(|e| e.man == "MM" && e.knight == "KM" && e.against == "MM").unwrap();
    assert!((effect.score_man - f64::midpoint(men_with, men_without)).abs() < 1e-9);
    assert!((effect.gain - f64::midpoint(with - men_with, without - men_without)).abs() < 1e-9);
    // Two tables that differ by a Knight on one side or the other.
    assert_eq!(summary.knight.len(), 4 - 2);
}

#[test]
fn the_longest_are_counted_and_shown() {
    let tablebase = tablebase();
    let longest = Longest::new(&tablebase, &plan(&["KM-MM", "KM-KM"]), 1000, &()).unwrap();
    let mut checked = 0;
    for table in ["KM-MM", "KM-KM"] {
        for ((mover, other), positions) in every_position(table) {
            for wanted in [1, -1] {
                let values = positions.iter().map(|position| (tablebase.value(position).unwrap(), *position));
                let values: Vec<_> = values.filter(|(value, _)| sign(*value) == wanted).collect();
                let deepest = values.iter().filter_map(|(value, _)| value.depth()).max().unwrap();
                let found: HashSet<Position> =
                    values.iter().filter(|(v, _)| v.depth() == Some(deepest)).map(|(_, position)| *position).collect();
                let word = if wanted == 1 { "win" } else { "loss" };
                let half = longest
                    .halves
                    .iter()
                    .find(|half| half.to_move == mover && half.against == other && half.value == word)
                    .unwrap();
                assert_eq!((half.depth, half.positions), (deepest, found.len() as u64));
                assert_eq!(half.pairs, half.examples.len() as u64);
                let mut shown = HashSet::new();
                for example in &half.examples {
                    let at = position(&example.position);
                    assert!(shown.insert(at));
                    assert!(shown.insert(at.mirrored()) || at == at.mirrored());
                    assert_eq!(example.line, tablebase.line(&at).unwrap().score.to_string());
                }
                assert_eq!(shown, found);
                checked += 1;
            }
        }
    }
    assert_eq!(checked, longest.halves.len());
    // As many as asked for, and none at all.
    for count in [0, 1, 2] {
        let fewer = Longest::new(&tablebase, &plan(&["KM-MM"]), count, &()).unwrap();
        for (half, all) in fewer.halves.iter().zip(longest.halves.iter().filter(|half| half.table.ends_with("KM-MM"))) {
            assert_eq!(half.examples, all.examples[..count.min(all.examples.len())]);
            assert_eq!((half.positions, half.pairs), (all.positions, all.pairs));
        }
    }
}

#[test]
fn zugzwang_is_what_passing_would_help() {
    let tablebase = tablebase();
    let report = Zugzwang::new(tablebase.catalog(), &plan(&["KM-MM", "KM-KM"]), 3, &()).unwrap();
    let mut kinds: HashMap<ZugzwangKind, Vec<(usize, u16, Position)>> = HashMap::new();
    for (order, table) in ["KM-MM", "KM-KM"].into_iter().enumerate() {
        for ((mover, other), positions) in every_position(table) {
            let mut counts = [[[0u64; 3]; 3]; 2];
            for at in &positions {
                let (with, without) = (tablebase.value(at).unwrap(), tablebase.value(&passed(at)).unwrap());
                let (mine, theirs) = (sign(with), -sign(without));
                let place = |sign: i8| (1 - sign) as usize;
                counts[0][place(mine)][place(theirs)] += 1;
                let quiet = [*at, passed(at)].iter().all(|at| !duty(at.game().board(), at.view()).must_capture);
                if !quiet || mine >= theirs {
                    continue;
                }
                counts[1][place(mine)][place(theirs)] += 1;
                let plies = with.depth().unwrap_or(0) + without.depth().unwrap_or(0);
                match (mine, theirs) {
                    (-1, 1) => kinds.entry(ZugzwangKind::Mutual).or_default().push((order, plies, *at)),
                    (0, 1) => kinds.entry(ZugzwangKind::CostsAWin).or_default().push((order, plies, *at)),
                    _ => {}
                }
            }
            let half = report.halves.iter().find(|half| half.to_move == mover && half.against == other).unwrap();
            let matrix = [
                [half.win_win, half.win_draw, half.win_loss],
                [half.draw_win, half.draw_draw, half.draw_loss],
                [half.loss_win, half.loss_draw, half.loss_loss],
            ];
            assert_eq!(matrix, counts[0]);
            assert_eq!(half.positions, positions.len() as u64);
            let quiet = [half.quiet_loss_win, half.quiet_draw_win, half.quiet_loss_draw];
            assert_eq!(quiet, [counts[1][2][0], counts[1][1][0], counts[1][2][1]]);
        }
    }
    let total = report.total();
    // What the move costs one player it costs the other.
    assert_eq!(total.draw_win, total.loss_draw);
    assert!(total.quiet_loss_win > 0 && total.quiet_draw_win > 0);
    // Samples are of the first table that has any, the longest first.
    for (kind, mut found) in kinds {
        let samples: Vec<_> = report.samples.iter().filter(|sample| sample.kind == kind).collect();
        assert_eq!(samples.len(), 3);
        let mut distinct = HashSet::new();
        found.retain(|(_, _, at)| distinct.insert((*at).min(at.mirrored())));
        found.sort_by_key(|&(order, plies, _)| (order, std::cmp::Reverse(plies)));
        for (sample, (order, plies, _)) in samples.iter().zip(found.clone()) {
            assert_eq!(sample.dtw.unwrap_or(0) + sample.other_dtw.unwrap_or(0), plies);
            let at = position(&sample.position);
            assert!(
                found.iter().any(|&(o, p, known)| (o, p) == (order, plies) && (known == at || known == at.mirrored()))
            );
        }
    }
}

/// Positions that can occur, one after the other, with White to move by exchange of colours; by ply.
fn occur(start: &Position) -> Vec<HashSet<Position>> {
    let normal =
        |position: &Position| if position.side() == Colour::White { *position } else { position.colours_swapped() };
    let mut seen = HashSet::new();
    let mut layers = Vec::new();
    let mut layer: HashSet<Position> = [normal(start), normal(&start.mirrored())].into();
    while !layer.is_empty() {
        layer.retain(|position| position.ending().is_none() && seen.insert(*position));
        let next: HashSet<Position> =
            layer.iter().flat_map(|position| position.results().unwrap()).map(|after| normal(&after)).collect();
        if !layer.is_empty() {
            layers.push(layer);
        }
        layer = next;
    }
    layers
}

#[test]
fn reachable_positions_are_those_that_moves_lead_to() {
    let tablebase = tablebase();
    for start in ["w K:c2 / M:c6", "w M:b2,d3 / K:c6", "b K:d2 / K:c2", "w K:c2 M:b3 / K:c6 M:b5"] {
        let start = position(start);
        let layers = occur(&start);
        let reach = Reach::new(tablebase.catalog(), &start, &()).unwrap();
        assert_eq!(reach.plies, layers.iter().map(|layer| layer.len() as u64).collect::<Vec<_>>());
        let all: Vec<Position> = layers.into_iter().flatten().collect();
        assert_eq!(reach.reachable(), all.len() as u64);
        assert!(reach.reachable() < reach.positions);
        for half in &reach.summary.halves {
            let spelled = |pieces: roundtable::game::Pieces<Squares>| {
                "K".repeat(pieces.knights.len() as usize) + &"M".repeat(pieces.men.len() as usize)
            };
            let of_half = all
                .iter()
                .filter(|at| spelled(at.view().own) == half.to_move && spelled(at.view().enemy) == half.against);
            let mut counts = [0; 3];
            for at in of_half {
                counts[(1 - sign(tablebase.value(at).unwrap())) as usize] += 1;
            }
            assert_eq!([half.wins, half.draws, half.losses], counts, "{}", half.table);
        }
    }
}

#[test]
fn openings_follow_the_moves_that_keep_the_value() {
    let tablebase = tablebase();
    for (start, plies) in [("w K:c2 M:b3 / K:c6 M:b5", 4), ("w K:c2 / K:c6", 9), ("w M:c2,c3 / M:c5,c6", 4)] {
        let start = position(start);
        let extent = Extent { plies, positions: 100_000 };
        let (openings, book) = Openings::new(&tablebase, &start, extent).unwrap();
        let value = tablebase.value(&start).unwrap();
        assert_eq!((openings.value, openings.dtw, openings.cut_short), (value.word(), value.depth(), false));
        // First moves: all of them, or one of each two mirror images.
        let moves = tablebase.moves(&start).unwrap();
        let after = |moves: &[RankedMove]| moves.iter().map(|ranked| *ranked.played.after()).collect::<Vec<_>>();
        let distinct = distinct(&start, &after(&moves));
        assert_eq!(openings.moves.len(), distinct.len());
        for first in &openings.moves {
            let ranked = moves.iter().find(|ranked| ranked.played.to_string() == first.first.text).unwrap();
            assert_eq!((first.first.value, first.first.dtw), (ranked.value.word(), ranked.value.depth()));
            let replies = tablebase.moves(ranked.played.after()).unwrap();
            assert_eq!(first.replies.len(), self::distinct(ranked.played.after(), &after(&replies)).len());
        }
        // Every game in which both sides keep the value, move by move.
        let mut layer = HashSet::from([start.min(start.mirrored())]);
        let mut met = HashSet::new();
        for ply in 0..plies {
            if layer.is_empty() {
                assert_eq!(openings.plies.len(), usize::from(ply));
                break;
            }
            assert_eq!(openings.plies[usize::from(ply)].positions, layer.len() as u64);
            let mut next = HashSet::new();
            for at in layer {
                let kept = keeping(&tablebase, &at);
                let entry = &book.positions[&at.to_string()];
                assert_eq!(entry.moves.len(), self::distinct(&at, &kept).len());
                met.insert(at);
                assert!(entry.moves.iter().all(|text| kept.contains(at.read_move(text).unwrap().after())));
                next.extend(kept.into_iter().map(|after| after.min(after.mirrored())));
            }
            layer = next;
        }
        assert_eq!(book.positions.len(), met.len());
        for (run, player) in openings.only_moves.iter().zip([Colour::White, Colour::Black]) {
            assert_eq!(run.length, longest_run(&tablebase, &start, player, plies, 0));
        }
    }
}

/// What moves lead to, of two mirror images one if the moves are from a position that is its own.
fn distinct(from: &Position, after: &[Position]) -> HashSet<Position> {
    let symmetric = from.mirrored() == *from;
    after.iter().map(|after| if symmetric { (*after).min(after.mirrored()) } else { *after }).collect()
}

/// What the moves that keep a position's value lead to.
fn keeping(tablebase: &Tablebase, at: &Position) -> Vec<Position> {
    let value = tablebase.value(at).unwrap();
    let keeps = |kept: Value| match value {
        Value::Loss(_) => kept == value,
        _ => sign(kept) == sign(value),
    };
    let moves = tablebase.moves(at).unwrap();
    moves.iter().filter(|ranked| keeps(ranked.value)).map(|ranked| *ranked.played.after()).collect()
}

/// The longest run of only-moves of a player in games of so many plies, by trying them all.
fn longest_run(tablebase: &Tablebase, at: &Position, player: Colour, plies: u16, run: u16) -> u16 {
    if plies == 0 {
        return run;
    }
    let kept = keeping(tablebase, at);
    let distinct = distinct(at, &kept);
    let run_on = match (at.side() == player, distinct.len()) {
        (false, _) => run,
        (true, 1) => run + 1,
        (true, _) => 0,
    };
    let after = distinct.iter().map(|after| longest_run(tablebase, after, player, plies - 1, run_on));
    after.max().unwrap_or(0).max(run).max(run_on)
}

/// Whether every move of the winner in every main line is the only one that wins, the last one excepted.
fn sound(tablebase: &Tablebase, at: &Position) -> bool {
    let moves = tablebase.moves(at).unwrap();
    let Value::Win(depth) = tablebase.value(at).unwrap() else { return false };
    if depth == 1 {
        return true;
    }
    let winning: Vec<_> = moves.iter().filter(|ranked| sign(ranked.value) == 1).collect();
    let [only] = winning.as_slice() else { return false };
    let replies = tablebase.moves(only.played.after()).unwrap();
    replies
        .iter()
        .filter(|reply| reply.value == Value::Loss(depth - 1))
        .all(|reply| sound(tablebase, reply.played.after()))
}

#[test]
fn problems_are_won_by_only_moves() {
    let tablebase = tablebase();
    let mut sound_ones = 0;
    for depth in [3, 5, 7] {
        let found = Problems::find(&tablebase, &plan(&["KM-MM"]), Wanted { depth, count: 4 }, &()).unwrap();
        for ((mover, other), positions) in every_position("KM-MM") {
            let of_depth = positions.iter().filter(|at| tablebase.value(at).unwrap() == Value::Win(depth));
            let of_depth: HashSet<Position> = of_depth.map(|at| (*at).min(at.mirrored())).collect();
            let one_move = |at: &&Position| {
                tablebase.moves(at).unwrap().iter().filter(|ranked| sign(ranked.value) == 1).count() == 1
            };
            let half = found.halves.iter().find(|half| half.to_move == mover && half.against == other).unwrap();
            assert_eq!(half.wins, of_depth.len() as u64);
            assert_eq!(half.unique, of_depth.iter().filter(one_move).count() as u64);
            assert_eq!(half.sound, of_depth.iter().filter(|at| sound(&tablebase, at)).count() as u64);
            sound_ones += half.sound;
        }
        let mut lines = HashSet::new();
        for problem in &found.problems {
            let at = position(&problem.position);
            assert!(problem.sound && sound(&tablebase, &at) && lines.insert(&problem.line));
            assert_eq!(problem.winning.len(), 1);
            assert_eq!(problem.line, tablebase.line(&at).unwrap().score.to_string());
            assert!(problem.only_moves >= depth / 2);
            let losing = tablebase.moves(&at).unwrap().iter().filter(|ranked| sign(ranked.value) == -1).count();
            assert_eq!(problem.losing, losing as u64);
            // Asked about it, the report says the same, and that nothing it found is better than the first.
            let about = Problems::about(&tablebase, &at, &()).unwrap().unwrap();
            assert_eq!(about.problems, std::slice::from_ref(problem));
            let as_good = about.halves[0].as_good.unwrap();
            assert!(0 < as_good && as_good <= about.halves[0].sound);
        }
    }
    assert!(sound_ones > 10);
    assert!(Problems::about(&tablebase, &position("w M:b2 / M:b5"), &()).unwrap().is_none());
}

/// Themes, on positions in which they are plain.
#[test]
fn themes_are_told() {
    let tablebase = tablebase();
    let mut seen: HashSet<Theme> = HashSet::new();
    for depth in [3, 5, 7, 9] {
        for tables in ["KM-KM", "KK-KK", "KM-MM"] {
            let found = Problems::find(&tablebase, &plan(&[tables]), Wanted { depth, count: 20 }, &()).unwrap();
            for problem in &found.problems {
                seen.extend(&problem.themes);
                // Giving up pieces shows in the count of pieces along the main line, if there is just one line.
                if problem.lines == 1 {
                    let start = position(&problem.position);
                    let line = tablebase.line(&start).unwrap().score;
                    let ahead = |at: &Position| at.view().own.all().len() as i32 - at.view().enemy.all().len() as i32;
                    let behind =
                        line.moves().iter().skip(1).step_by(2).map(|reply| ahead(&start) - ahead(reply.after()));
                    let behind = behind.max().unwrap_or(0).max(0);
                    assert_eq!(problem.themes.contains(&Theme::Sacrifice), behind > 0, "{}", problem.position);
                    assert_eq!(i32::from(problem.given), behind);
                    // The last move may have duals: what it shows is not asked here.
                    let at = std::iter::once(&start).chain(line.moves().iter().map(Move::after));
                    let own = line.moves().iter().zip(at).step_by(2).take(usize::from(depth / 2));
                    let charge = |(played, at): (&Move, &Position)| {
                        !played.captures().is_empty() && !duty(at.game().board(), at.view()).must_capture
                    };
                    let into_castle = |(played, at): (&Move, &Position)| {
                        let home = if at.side() == Colour::White { "C1" } else { "C7" };
                        played.path().last().unwrap().to_string() == home
                    };
                    assert!(!own.clone().any(charge) || problem.themes.contains(&Theme::Charge));
                    assert!(!own.clone().any(into_castle) || problem.themes.contains(&Theme::OwnCastle));
                }
            }
        }
    }
    assert!(!seen.is_empty());
}

/// Tags are balanced and nothing is unescaped: as much of XML as these pictures use.
fn check_svg(text: &str) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'));
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert!(!text.contains("NaN") && !text.contains("inf"));
}

#[test]
fn every_report_comes_in_every_form() {
    let reports: [&[&str]; 8] = [
        &["summary", "KM-KM", "KM-MM"],
        &["summary", "w K:c2 / M:c6", "--reachable"],
        &["table", "KM-M"],
        &["longest", "KM-M", "K-M"],
        &["zugzwang", "KM-KM"],
        &["openings", "w K:c2 M:b3 / K:c6 M:b5", "--plies", "3"],
        &["problems", "KM-MM", "--depth", "5"],
        &["problems", "w K:c2 / M:c5"],
    ];
    for report in reports {
        let run = |form: &[&str]| {
            let output = roundtable(dir()).arg("report").args(report).args(form).assert().success().stderr("");
            String::from_utf8(output.get_output().stdout.clone()).unwrap()
        };
        assert!(run(&[]).lines().count() > 3);
        let json: Json = serde_json::from_str(&run(&["--json"])).unwrap();
        assert!(json.is_object());
        let table = run(&["--csv", "--threads", "1"]);
        let columns = table.lines().next().unwrap().split(',').count();
        assert!(table.lines().count() > 1 && table.lines().all(|line| line.split(',').count() == columns), "{table}");
        check_svg(&run(&["--svg"]));
    }
}

#[test]
fn books_and_problems_are_written_to_files() {
    let folder = TempDir::new().unwrap();
    let book = folder.path().join("book.json");
    let report = |args: &[&str]| roundtable(dir()).arg("report").args(args).assert();
    report(&["openings", "w K:c2 / K:c6", "--plies", "2", "--book", book.to_str().unwrap()]).success();
    let json: Json = serde_json::from_slice(&std::fs::read(&book).unwrap()).unwrap();
    assert_eq!(json["start"], "1/1k1/5/5/5/1K1/1 w");
    assert_eq!(json["positions"]["1/1k1/5/5/5/1K1/1 w"]["moves"], Json::from(vec!["C2-B3"]));

    let out = folder.path().join("new/problems");
    report(&["problems", "KM-MM", "--depth", "5", "--count", "2", "--out", out.to_str().unwrap()]).success();
    for number in [1, 2] {
        let text = std::fs::read_to_string(out.join(format!("problem-5-{number}.txt"))).unwrap();
        assert!(text.contains("A win in 5 plies, sound, 4 pieces."));
        check_svg(&std::fs::read_to_string(out.join(format!("problem-5-{number}.svg"))).unwrap());
        // The saved game ends in the problem.
        let saved = out.join(format!("problem-5-{number}.zsg"));
        roundtable(dir()).arg("check").arg(saved).assert().success().stdout(contains("White wins in 5 plies"));
    }
    // A file where the folder should be.
    report(&["problems", "KM-MM", "--depth", "5", "--out", book.to_str().unwrap()])
        .code(4)
        .stderr(contains("book.json"));
    report(&["openings", "w K:c2 / K:c6", "--book", folder.path().to_str().unwrap()]).code(4).stdout("");
}

#[test]
fn bad_input_is_refused() {
    let refused = |args: &[&str], code: i32, message: &str| {
        roundtable(dir()).arg("report").args(args).assert().code(code).stdout("").stderr(contains(message));
    };
    refused(&["summary", "chess"], 2, "no table name");
    refused(&["summary", "M-KM"], 2, "the table is called KM-M");
    refused(&["table", "KKKKK-K"], 2, "Camette has at most 4 Knights and 3 Men a side");
    refused(&["longest", "KMM-KM"], 3, "the table is not there");
    refused(&["zugzwang", "cam"], 3, "there are no tables of Cam");
    refused(&["summary", "camelot"], 3, "there are no tables of Camelot");
    refused(&["rules", "camelot:KKKKMMMMMMMMMM-K"], 2, "far too many for a table");
    refused(&["rules", "cam:KKMMM-KKMMM"], 2, "of memory to solve, more than");
    refused(&["table", "camelot:KKKKMMMMMMMMMM-K"], 2, "far too many positions for a table");
    refused(&["table", "cam"], 2, "Cam is a game: one of its tables is `cam:KM-K`");
    refused(&["summary", "K-M", "cam:K-M"], 2, "tables of one game");
    refused(&["summary", "K-M", "--json", "--csv"], 2, "cannot be used with");
    refused(&["summary", "K-M", "K-K", "--reachable"], 2, "one position");
    refused(&["summary", "cam", "--reachable"], 2, "too large for a table");
    refused(&["summary", "camette:KM-K", "--reachable"], 2, "camette:KM-K is a table");
    refused(&["summary", "1/1M1/4m/5/5/MMM/M w", "--reachable"], 2, "no tables can hold");
    refused(&["openings", "1/3/5/5/5/1m1/M"], 2, "the position cannot be read");
    refused(&["openings", "1/1K1/5/5/5/3/m w"], 2, "the game is over there");
    refused(&["problems", "w M:b2 / M:b5"], 2, "White has no forced win there: a draw");
    refused(&["problems", "1/1K1/5/5/5/3/m w"], 2, "no forced win");
    refused(&["problems", "KM-MM", "--depth", "6"], 2, "odd number of plies");
    refused(&["problems", "KM-MM", "--depth", "1"], 2, "3 or more");
    refused(&["table"], 2, "TABLE");
    refused(&["longest", "K-M", "--count", "some"], 2, "--count");
    roundtable(dir()).args(["report"]).assert().code(2).stderr(contains("summary").and(contains("problems")));
}

/// An error of the folder names the folder, and is not taken for one of our own streams.
#[test]
fn a_file_is_no_folder_of_tables() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let name = file.path().file_name().unwrap().to_str().unwrap();
    roundtable(file.path())
        .args(["report", "zugzwang", "cam"])
        .assert()
        .code(4)
        .stdout("")
        .stderr(contains(name).and(contains("standard output").not()));
}

/// A damaged table is found before anything is said.
#[test]
fn damaged_tables_are_no_source() {
    let folder = TempDir::new().unwrap();
    roundtable(folder.path()).args(["solve", "camette:K-M"]).assert().success();
    let file = folder.path().join("camette/K-M");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    for report in ["table", "longest", "zugzwang"] {
        roundtable(folder.path()).args(["report", report, "K-M"]).assert().code(3).stdout("").stderr(contains("K-M"));
    }
}

/// Rows are as many as the objects of the report.
#[test]
fn rows_hold_the_whole_table() {
    let tablebase = tablebase();
    let summary = Summary::new(tablebase.catalog(), &plan(&["KM-KM", "KM-M"])).unwrap();
    assert_eq!(summary.rows().len(), 3);
    let histogram = Histogram::new(tablebase.catalog(), "KM-M".parse().unwrap(), &()).unwrap();
    assert_eq!(histogram.rows().len(), histogram.halves.iter().map(|half| half.depths.len() + 1).sum::<usize>());
}

/// By the standard rules, what `solve` writes; by others, something else; what starts a game is told.
#[test]
fn rules_are_compared() {
    let plan = plan(&["KM-KM"]);
    let rules = Rules::new("KM-KM".into(), &plan, None, true, &()).unwrap();
    assert_eq!(rules.sets.len(), 3);
    let [mut wins, mut draws] = [0, 0];
    for step in plan.steps() {
        for half in &tablebase().table(step.name).unwrap().summary().halves {
            wins += half.wins;
            draws += half.draws;
        }
    }
    assert_eq!([rules.sets[0].wins, rules.sets[0].draws], [wins, draws]);
    for set in &rules.sets {
        assert_eq!(set.positions, plan.positions());
        assert_eq!(set.positions, set.wins + set.draws + set.losses);
    }
    // Where Knights may canter past exposed enemies, some positions are worth more. With four pieces on the board none on its
    // own castle can be walled in.
    assert!(rules.sets[1].wins > wins && rules.sets[2].wins == wins, "{rules:?}");
    assert_eq!(Rules::new("KM-KM".into(), &plan, None, false, &()).unwrap().sets.len(), 2);

    let start: Position = "w K:b2 M:c2 / K:d6 M:c6".parse().unwrap();
    let rules = Rules::new("KM-KM".into(), &plan, Some(&start), false, &()).unwrap();
    let result = rules.sets[0].start.unwrap();
    let value = tablebase().value(&start).unwrap();
    assert_eq!((result.value, result.dtw), (value.word(), value.depth()));
    assert_eq!(result.first_moves.iter().sum::<u32>() as usize, start.results().unwrap().len());
}
