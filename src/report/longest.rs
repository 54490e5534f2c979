//! The longest wins and losses.

use std::cmp::Ordering;

use serde::Serialize;

use crate::game::{SquareSet, Value, View, with_squares};
use crate::probe::Tablebase;
use crate::solve::{Plan, Progress};
use crate::verify::sweep::{At, sweep};

use super::svg::{Picture, boards};
use super::sweeping::{each_table, white_to_move};
use super::{Report, ReportError};

/// The positions with the longest wins and the longest losses of tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Longest {
    /// The longest wins, and the longest losses, of each half of each table; none where there is no win or loss.
    pub halves: Vec<LongestHalf>,
}

/// The longest wins or losses of half a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LongestHalf {
    /// The table, with its game.
    pub table: String,
    /// The material of the side to move.
    pub to_move: String,
    /// The material of the other side.
    pub against: String,
    /// `win` or `loss`.
    pub value: &'static str,
    /// Its depth in plies.
    pub depth: u16,
    /// How many positions have it, mirror images counted apart.
    pub positions: u64,
    /// How many there are if mirror images count as one.
    pub pairs: u64,
    /// Some of them, one of each two mirror images, White to move.
    pub examples: Vec<Example>,
}

/// A position and its main line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Example {
    /// The position.
    pub position: String,
    /// Best play from it, as a game score.
    pub line: String,
}

/// A line of the spreadsheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LongestRow {
    table: String,
    to_move: String,
    against: String,
    value: &'static str,
    depth: u16,
    positions: u64,
    pairs: u64,
    position: Option<String>,
    line: Option<String>,
}

/// The deepest values met so far.
#[derive(Clone, Debug)]
struct Deepest<S> {
    depth: u16,
    positions: u64,
    pairs: u64,
    views: Vec<View<S>>,
}

/// The deepest wins and losses of a half.
#[derive(Debug)]
struct Found<S>([Option<Deepest<S>>; 2]);

impl<S> Default for Found<S> {
    fn default() -> Self {
        Self([None, None])
    }
}

impl<S: SquareSet> Deepest<S> {
    /// Both together, with at most so many views; those of `self` go first.
    fn merge(mut self, other: Self, most: usize) -> Self {
        match self.depth.cmp(&other.depth) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal => {
                self.positions += other.positions;
                self.pairs += other.pairs;
                let room = most.saturating_sub(self.views.len());
                self.views.extend(other.views.into_iter().take(room));
                self
            }
        }
    }
}

impl<S: SquareSet> Found<S> {
    fn visit(&mut self, at: &At<'_, S>, most: usize) {
        let (place, depth) = match at.value() {
            Some(Value::Win(depth)) => (0, depth),
            Some(Value::Loss(depth)) => (1, depth),
            Some(Value::Draw) | None => return,
        };
        let known = &mut self.0[place];
        match known {
            Some(known) if known.depth > depth => {}
            Some(known) if known.depth == depth => {
                known.positions += at.images;
                known.pairs += 1;
                if known.views.len() < most {
                    known.views.push(at.view);
                }
            }
            _ => {
                let views = if most > 0 { vec![at.view] } else { Vec::new() };
                *known = Some(Deepest { depth, positions: at.images, pairs: 1, views });
            }
        }
    }

    fn merge(self, other: Self, most: usize) -> Self {
        let [a, b] = self.0;
        let [c, d] = other.0;
        let both = |a: Option<Deepest<S>>, b: Option<Deepest<S>>| match (a, b) {
            (Some(a), Some(b)) => Some(a.merge(b, most)),
            (a, b) => a.or(b),
        };
        Self([both(a, c), both(b, d)])
    }
}

impl Longest {
    /// Finds the longest wins and losses of the wanted tables of a plan, with so many examples of each. Runs on the current
    /// rayon pool; takes a byte of memory for each cell of each table of the plan.
    ///
    /// # Errors
    /// If a table is missing, damaged or wrong.
    pub fn new(
        tablebase: &Tablebase,
        plan: &Plan,
        examples: usize,
        progress: &dyn Progress,
    ) -> Result<Self, ReportError> {
        with_squares!(plan.game(), S => find::<S>(tablebase, plan, examples, progress))
    }
}

fn find<S: SquareSet>(
    tablebase: &Tablebase,
    plan: &Plan,
    examples: usize,
    progress: &dyn Progress,
) -> Result<Longest, ReportError> {
    let mut halves = Vec::new();
    each_table::<S>(tablebase.catalog(), plan, progress, |tables, name, watch| {
        let visit = |found: &mut Found<S>, at: &At<'_, S>| found.visit(at, examples);
        let found = sweep(tables, name, watch, visit, |a: Found<S>, b| a.merge(b, examples));
        for (&half, Found(deepest)) in name.halves().iter().zip(found) {
            let [mover, other] = name.mover_and_other(half);
            for (value, deepest) in ["win", "loss"].into_iter().zip(deepest) {
                let Some(Deepest { depth, positions, pairs, views }) = deepest else { continue };
                let mut examples = Vec::with_capacity(views.len());
                for view in &views {
                    let position = white_to_move(name.game(), view);
                    let line = tablebase.line(&position)?.score.to_string();
                    examples.push(Example { position: position.to_string(), line });
                }
                let (table, to_move, against) = (name.qualified(), mover.to_string(), other.to_string());
                halves.push(LongestHalf { table, to_move, against, value, depth, positions, pairs, examples });
            }
        }
        Ok(())
    })?;
    Ok(Longest { halves })
}

impl Longest {
    /// The longest of all wins and losses.
    #[must_use]
    pub fn greatest(&self) -> Option<&LongestHalf> {
        // Of equal ones the first, so from the smallest table.
        self.halves.iter().rev().max_by_key(|half| half.depth)
    }
}

impl Report for Longest {
    type Row = LongestRow;

    fn rows(&self) -> Vec<LongestRow> {
        let mut rows = Vec::new();
        for half in &self.halves {
            let row = |example: Option<&Example>| LongestRow {
                table: half.table.clone(),
                to_move: half.to_move.clone(),
                against: half.against.clone(),
                value: half.value,
                depth: half.depth,
                positions: half.positions,
                pairs: half.pairs,
                position: example.map(|example| example.position.clone()),
                line: example.map(|example| example.line.clone()),
            };
            if half.examples.is_empty() {
                rows.push(row(None));
            }
            rows.extend(half.examples.iter().map(|example| row(Some(example))));
        }
        rows
    }

    /// The boards of the greatest depth of all.
    fn picture(&self) -> String {
        let Some(greatest) = self.greatest() else { return boards("No win and no loss", &[]) };
        let title = format!("{}: {} in {} plies", greatest.table, greatest.value, greatest.depth);
        let drawn = greatest.examples.iter().filter_map(|example| {
            Some(Picture { position: example.position.parse().ok()?, captions: vec!["White to move".into()] })
        });
        boards(&title, &drawn.collect::<Vec<_>>())
    }
}
