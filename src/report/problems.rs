//! Positions that could have been composed: a win of a given depth whose every move is the only one that wins.
//!
//! A *main line* is best play: the winner hurries, the loser delays. A win is *sound* if in every position of every main
//! line with the winner to move just one move wins, at whatever depth; only the very last move, which ends the game, may
//! have duals. Moves are told apart by the positions they lead to.
//!
//! What makes a sound win pretty is judged along its main lines: a [`Theme`] counts if it is in one of them.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use serde::Serialize;

use crate::game::{Board, Colour, Position, SquareSet, Value, View, duty, ending, successors, with_squares};
use crate::index::{Half, Material, TableName};
use crate::probe::Tablebase;
use crate::solve::{Plan, Progress};
use crate::verify::sweep::{At, sweep};
use crate::verify::unpacked::Tables;

use super::svg::{Picture, boards};
use super::sweeping::{each_table, white_to_move};
use super::{Report, ReportError, share};

/// What makes a problem pretty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The winner falls behind in material by giving up pieces.
    Sacrifice,
    /// A Knight's Charge where nothing has to be captured.
    Charge,
    /// The winner jumps into the own castle, which must be left again at once.
    OwnCastle,
}

impl Theme {
    const ALL: [Self; 3] = [Self::Sacrifice, Self::Charge, Self::OwnCastle];

    /// The theme in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Sacrifice => "sacrifice",
            Self::Charge => "Knight's Charge",
            Self::OwnCastle => "into the own castle",
        }
    }
}

/// How good a sound win is: greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Merit {
    /// How many pieces the winner falls behind by, more than at the start.
    given: u8,
    themes: u32,
    pieces: Reverse<u8>,
    /// Moves that do not win.
    tries: u32,
}

/// What was seen along main lines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Seen {
    themes: [bool; 3],
    given: u8,
    /// How many main lines there are, ends that come about in two ways counted twice.
    lines: u32,
}

/// Sound wins of one depth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Problems {
    /// The depth in plies.
    pub depth: u16,
    /// How many positions of each half of each table are how good.
    pub halves: Vec<ProblemsHalf>,
    /// The best, or the one that was asked about.
    pub problems: Vec<Problem>,
}

/// The wins of the depth in half a table, mirror images counted as one.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct ProblemsHalf {
    /// The table, with its game.
    pub table: String,
    /// The material of the side to move.
    pub to_move: String,
    /// The material of the other side.
    pub against: String,
    /// Wins of the depth.
    pub wins: u64,
    /// Of these, those with just one winning move.
    pub unique: u64,
    /// Of these, the sound ones.
    pub sound: u64,
    /// Of these, those with a sacrifice.
    pub sacrifice: u64,
    /// Those with a Knight's Charge where nothing has to be captured.
    pub charge: u64,
    /// Those in which the winner jumps into the own castle.
    pub own_castle: u64,
    /// Of the sound ones, those that are at least as good as the one that was asked about, itself included: a larger
    /// sacrifice; or as large a one and more themes; or as many and fewer pieces; or as many and as many moves or more
    /// that do not win.
    pub as_good: Option<u64>,
}

/// A position with a forced win, and what there is to say about it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Problem {
    /// The position.
    pub position: String,
    /// Its depth in plies.
    pub depth: u16,
    /// Whether it is sound.
    pub sound: bool,
    /// How many pieces both sides have.
    pub pieces: u8,
    /// The first moves that win.
    pub winning: Vec<String>,
    /// How many legal first moves there are.
    pub moves: u64,
    /// How many of them lose.
    pub losing: u64,
    /// Which part of them loses.
    pub losing_share: f64,
    /// How many moves the winner has to find one after the other, each the only one that wins, along the main line.
    pub only_moves: u16,
    /// How many main lines there are.
    pub lines: u32,
    /// By how many pieces the winner falls behind.
    pub given: u8,
    /// What makes it pretty.
    pub themes: Vec<Theme>,
    /// The main line, as a game score.
    pub line: String,
}

/// A line of the spreadsheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProblemRow {
    position: String,
    depth: u16,
    sound: bool,
    pieces: u8,
    first: Option<String>,
    moves: u64,
    losing: u64,
    losing_share: f64,
    only_moves: u16,
    lines: u32,
    given: u8,
    themes: String,
    line: String,
}

/// A judge of wins, with the values of all positions they lead to.
struct Judge<'a, S> {
    board: &'static Board,
    tables: &'a Tables<S>,
}

impl<S: SquareSet> Judge<'_, S> {
    fn value(&self, view: &View<S>) -> Option<Value> {
        match ending(self.board, view) {
            Some(ending) => Some(ending.value()),
            None => Value::from_code(self.tables.code(view)),
        }
    }

    /// The distinct positions that moves lead to and that have a wanted value for the opponent, who is to move there.
    fn successors(&self, view: &View<S>, wanted: impl Fn(Value) -> bool) -> Vec<View<S>> {
        let mut found = Vec::new();
        let _ = successors(self.board, view, |after| {
            let after = after.turned(self.board);
            if self.value(&after).is_some_and(&wanted) && !found.contains(&after) {
                found.push(after);
            }
            ControlFlow::<()>::Continue(())
        });
        found
    }

    /// The only move that wins, if there is just one: where it leads to. `value` tells the value of what a move leads to,
    /// still seen from the mover's end.
    fn only_win(&self, view: &View<S>, value: impl Fn(&View<S>) -> Option<Value>) -> Option<View<S>> {
        let mut only = None;
        let second = successors(self.board, view, |after| match only {
            Some(known) if known == after => ControlFlow::Continue(()),
            _ if !matches!(value(&after), Some(Value::Loss(_))) => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
            None => {
                only = Some(after);
                ControlFlow::Continue(())
            }
        });
        only.filter(|_| second.is_continue()).map(|after| after.turned(self.board))
    }

    /// What is seen along the main lines of a win, if it is sound. `balance` is the winner's pieces less the loser's at
    /// the start.
    fn sound(&self, view: &View<S>, depth: u16, balance: i16) -> Option<Seen> {
        if depth == 1 {
            return Some(Seen { lines: 1, ..self.last_move(view) });
        }
        let after = self.only_win(view, |after| self.value(&after.turned(self.board)))?;
        self.sound_after(view, &after, depth, balance)
    }

    /// The themes of the move that ends the game: those of one that does it.
    fn last_move(&self, view: &View<S>) -> Seen {
        let wins = self.successors(view, |value| value == Value::Loss(0));
        let mut seen = Seen::default();
        for after in wins {
            seen = seen.with(self.themes(view, &after));
        }
        seen
    }

    fn sound_after(&self, view: &View<S>, after: &View<S>, depth: u16, balance: i16) -> Option<Seen> {
        let mut seen = self.themes(view, after);
        for reply in self.successors(after, |value| value == Value::Win(depth - 2)) {
            let behind = balance - pieces_ahead(&reply);
            if behind > 0 && reply.own.all().len() < after.enemy.all().len() {
                seen.themes[Theme::Sacrifice as usize] = true;
                seen.given = seen.given.max(behind as u8);
            }
            seen = seen.with(self.sound(&reply, depth - 2, balance)?);
        }
        Some(seen)
    }

    /// The themes of one move.
    fn themes(&self, view: &View<S>, after: &View<S>) -> Seen {
        // The winner's pieces after the move are the other side's.
        let own_castle = !after.enemy.all().intersection(self.board.enemy_castle()).is_empty();
        let was_there = !view.own.all().intersection(self.board.own_castle()).is_empty();
        let captures = after.own.all().len() < view.enemy.all().len();
        let charge = captures && !duty(self.board, view).must_capture;
        Seen { themes: [false, charge, own_castle && !was_there], ..Seen::default() }
    }
}

fn pieces_ahead<S: SquareSet>(view: &View<S>) -> i16 {
    view.own.all().len() as i16 - view.enemy.all().len() as i16
}

impl Seen {
    fn with(self, other: Self) -> Self {
        let themes = std::array::from_fn(|theme| self.themes[theme] || other.themes[theme]);
        Self { themes, given: self.given.max(other.given), lines: self.lines + other.lines }
    }
}

/// What was found in part of a half.
#[derive(Debug)]
struct Found<S> {
    counts: ProblemsHalf,
    /// The best, best first.
    best: Vec<(Merit, View<S>)>,
}

impl<S> Default for Found<S> {
    fn default() -> Self {
        Self { counts: ProblemsHalf::default(), best: Vec::new() }
    }
}

/// How many candidates are kept for each problem that is asked for: most are variations on each other.
const CANDIDATES: usize = 50;

/// Puts a candidate in its place, of equal ones the one met first in front.
fn keep<S>(best: &mut Vec<(Merit, View<S>)>, candidate: (Merit, View<S>), most: usize) {
    let place = best.partition_point(|known| known.0 >= candidate.0);
    if place < most {
        best.insert(place, candidate);
        best.truncate(most);
    }
}

impl<S: SquareSet> Found<S> {
    fn merge(mut self, other: Self, most: usize) -> Self {
        let (counts, more) = (&mut self.counts, &other.counts);
        counts.wins += more.wins;
        counts.unique += more.unique;
        counts.sound += more.sound;
        counts.sacrifice += more.sacrifice;
        counts.charge += more.charge;
        counts.own_castle += more.own_castle;
        counts.as_good = counts.as_good.or(more.as_good.map(|_| 0)).map(|sum| sum + more.as_good.unwrap_or(0));
        for candidate in other.best {
            keep(&mut self.best, candidate, most);
        }
        self
    }
}

/// Which problems are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Their depth in plies.
    pub depth: u16,
    /// How many, at most.
    pub count: usize,
}

impl Problems {
    /// Finds the best problems of a depth in the wanted tables of a plan: those with the largest sacrifice, of these the ones
    /// with the most themes, the fewest pieces and the most first moves that do not win. No two have the same main line.
    /// Runs on the current rayon pool; takes a byte of memory for each cell of each table of the plan.
    ///
    /// # Errors
    /// If a table is missing, damaged or wrong.
    pub fn find(
        tablebase: &Tablebase,
        plan: &Plan,
        wanted: Wanted,
        progress: &dyn Progress,
    ) -> Result<Self, ReportError> {
        with_squares!(plan.game(), S => find::<S>(tablebase, plan, wanted, None, progress))
    }

    /// Holds a position against all others of its depth in its half of its table. `None` if it is not won.
    ///
    /// # Errors
    /// If a table is missing, damaged or wrong, or none can hold the position.
    pub fn about(
        tablebase: &Tablebase,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, ReportError> {
        let Value::Win(depth) = tablebase.value(position)? else { return Ok(None) };
        let (name, _) = TableName::holding(position.game(), position.view());
        let Some(plan) = Plan::for_tables([name]) else { return Ok(None) };
        let wanted = Wanted { depth, count: 1 };
        with_squares!(position.game(), S => find::<S>(tablebase, &plan, wanted, Some(position), progress)).map(Some)
    }
}

fn find<S: SquareSet>(
    tablebase: &Tablebase,
    plan: &Plan,
    wanted: Wanted,
    asked: Option<&Position>,
    progress: &dyn Progress,
) -> Result<Problems, ReportError> {
    let (board, depth) = (plan.game().board(), wanted.depth);
    let most = wanted.count.saturating_mul(CANDIDATES);
    let sides = asked.map(|position| [Material::of(position.view().own), Material::of(position.view().enemy)]);
    let mut halves = Vec::new();
    let mut best: Vec<(Merit, View<S>)> = Vec::new();
    let mut problems = Vec::new();
    each_table::<S>(tablebase.catalog(), plan, progress, |tables, name, watch| {
        let judge = Judge { board, tables };
        let mut at_least = None;
        if let Some(position) = asked {
            let view = position.view().narrow();
            let seen = judge.sound(&view, depth, pieces_ahead(&view));
            at_least = seen.map(|seen| judge.merit(&view, seen));
            problems.push(Problem::new(tablebase, position, depth, seen)?);
        }
        let visit = |found: &mut Found<S>, at: &At<'_, S>| {
            if at.value() != Some(Value::Win(depth))
                || sides.is_some_and(|sides| sides != [Material::of(at.view.own), Material::of(at.view.enemy)])
            {
                return;
            }
            found.counts.wins += 1;
            let seen = if depth == 1 {
                None
            } else {
                let Some(after) = judge.only_win(&at.view, |after| at.value_after(after)) else { return };
                found.counts.unique += 1;
                judge.sound_after(&at.view, &after, depth, pieces_ahead(&at.view))
            };
            let Some(seen) = seen else { return };
            found.counts.sound += 1;
            let [sacrifice, charge, own_castle] = seen.themes.map(u64::from);
            found.counts.sacrifice += sacrifice;
            found.counts.charge += charge;
            found.counts.own_castle += own_castle;
            let merit = judge.merit(&at.view, seen);
            if let Some(at_least) = at_least {
                found.counts.as_good = Some(found.counts.as_good.unwrap_or(0) + u64::from(merit >= at_least));
            }
            if asked.is_none() {
                keep(&mut found.best, (merit, at.view), most);
            }
        };
        let found = sweep(tables, name, watch, visit, |a: Found<S>, b| a.merge(b, most));
        for (&half, Found { counts, best: of_half }) in name.halves().iter().zip(found) {
            if sides.is_none_or(|sides| sides == name.mover_and_other(half)) {
                halves.push(counts.named(name, half));
            }
            for candidate in of_half {
                keep(&mut best, candidate, most);
            }
        }
        // The last table has all that its main lines lead to; so have the smaller ones, whose captures it includes.
        if plan.steps().last().is_some_and(|last| last.name == name) && asked.is_none() {
            let mut lines = HashSet::new();
            for (_, view) in &best {
                if problems.len() == wanted.count {
                    break;
                }
                let position = white_to_move(plan.game(), view);
                let problem = Problem::new(tablebase, &position, depth, judge.sound(view, depth, pieces_ahead(view)))?;
                if lines.insert(problem.line.clone()) {
                    problems.push(problem);
                }
            }
        }
        Ok(())
    })?;
    Ok(Problems { depth, halves, problems })
}

impl<S: SquareSet> Judge<'_, S> {
    fn merit(&self, view: &View<S>, seen: Seen) -> Merit {
        let moves = self.successors(view, |_| true).len() as u32;
        Merit {
            given: seen.given,
            themes: seen.themes.into_iter().map(u32::from).sum(),
            pieces: Reverse(view.occupied().len() as u8),
            tries: moves - 1,
        }
    }
}

impl ProblemsHalf {
    fn named(self, name: TableName, half: Half) -> Self {
        let [mover, other] = name.mover_and_other(half);
        Self { table: name.qualified(), to_move: mover.to_string(), against: other.to_string(), ..self }
    }
}

impl Problem {
    fn new(tablebase: &Tablebase, position: &Position, depth: u16, seen: Option<Seen>) -> Result<Self, ReportError> {
        let moves = tablebase.moves(position)?;
        let winning = moves.iter().filter(|ranked| matches!(ranked.value, Value::Win(_)));
        let losing = moves.iter().filter(|ranked| matches!(ranked.value, Value::Loss(_))).count() as u64;
        let line = tablebase.line(position)?.score;
        let mut only_moves = 0;
        let mut at = *position;
        for (ply, played) in line.moves().iter().enumerate() {
            if ply % 2 == 0 {
                let won = tablebase.moves(&at)?;
                if won.iter().filter(|ranked| matches!(ranked.value, Value::Win(_))).count() != 1 {
                    break;
                }
                only_moves += 1;
            }
            at = *played.after();
        }
        let themes = seen.map_or([false; 3], |seen| seen.themes);
        Ok(Self {
            position: position.to_string(),
            depth,
            sound: seen.is_some(),
            pieces: position.view().occupied().len() as u8,
            winning: winning.map(|ranked| ranked.played.to_string()).collect(),
            moves: moves.len() as u64,
            losing,
            losing_share: share(losing, moves.len() as u64),
            only_moves,
            lines: seen.map_or(0, |seen| seen.lines),
            given: seen.map_or(0, |seen| seen.given),
            themes: Theme::ALL.into_iter().zip(themes).filter_map(|(theme, has)| has.then_some(theme)).collect(),
            line: line.to_string(),
        })
    }

    /// The board as an SVG picture.
    #[must_use]
    pub fn picture(&self) -> String {
        boards("", self.drawn().as_slice())
    }

    /// The board, with a line below that says what to do.
    fn drawn(&self) -> Option<Picture> {
        let position: Position = self.position.parse().ok()?;
        let side = match position.side() {
            Colour::White => "White",
            Colour::Black => "Black",
        };
        Some(Picture { position, captions: vec![format!("{side} wins in {} plies", self.depth)] })
    }
}

impl Report for Problems {
    type Row = ProblemRow;

    fn rows(&self) -> Vec<ProblemRow> {
        let row = |problem: &Problem| ProblemRow {
            position: problem.position.clone(),
            depth: problem.depth,
            sound: problem.sound,
            pieces: problem.pieces,
            first: problem.winning.first().cloned(),
            moves: problem.moves,
            losing: problem.losing,
            losing_share: problem.losing_share,
            only_moves: problem.only_moves,
            lines: problem.lines,
            given: problem.given,
            themes: problem.themes.iter().map(|theme| theme.words()).collect::<Vec<_>>().join("; "),
            line: problem.line.clone(),
        };
        self.problems.iter().map(row).collect()
    }

    fn picture(&self) -> String {
        let drawn: Vec<Picture> = self.problems.iter().filter_map(Problem::drawn).collect();
        boards("Problems: every move of the winner is the only one that wins", &drawn)
    }
}
