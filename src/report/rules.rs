//! How far results depend on the points of the rules on which sources disagree.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use serde::Serialize;

use crate::game::{Position, RuleSet, SquareSet, Value, View, successors, with_squares};
use crate::index::{Half, Layout, TableName};
use crate::solve::reference::Reference;
use crate::solve::{Options, Plan, Progress, SolveError, Solved, Stopped, solve};
use crate::verify::Counts;

use super::svg::{Series, Stack, stacks};
use super::{Report, ReportError, share};

/// Results under several sets of rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rules {
    /// What was solved.
    pub what: String,
    /// The standard rules, then others.
    pub sets: Vec<RulesResult>,
}

/// What comes out under one set of rules, over all tables that were solved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RulesResult {
    /// The rules, in words.
    pub rules: &'static str,
    /// All positions, mirror images counted apart.
    pub positions: u64,
    /// Those won for the side to move.
    pub wins: u64,
    /// Those drawn.
    pub draws: u64,
    /// Those lost.
    pub losses: u64,
    /// The longest win in plies.
    pub longest: u16,
    /// The start position, if a whole game was solved.
    pub start: Option<StartResult>,
}

/// What the start position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct StartResult {
    /// `win`, `draw` or `loss` for White.
    pub value: &'static str,
    /// Plies to the end; none if drawn.
    pub dtw: Option<u16>,
    /// White's first moves that win, that draw and that lose.
    pub first_moves: [u32; 3],
}

/// A line of the spreadsheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RulesRow {
    rules: &'static str,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    longest: u16,
    start: Option<&'static str>,
    start_dtw: Option<u16>,
}

/// The sets of rules that are compared, in words.
const SETS: [(&str, RuleSet); 3] = [
    ("standard", RuleSet::STANDARD),
    ("Knights may canter past exposed enemies", RuleSet { open_canters: true, ..RuleSet::STANDARD }),
    ("a stuck castle piece frees the others", RuleSet { stuck_frees_others: true, ..RuleSet::STANDARD }),
];

impl Rules {
    /// Solves all tables of a plan in memory, once for each set of rules; the start is one of the last table. Which rules can be
    /// solved fast is said by [`solve()`]; the others are left out unless `slow` asks for forward sweeps, for all of Camette most
    /// of an hour of processor time.
    ///
    /// # Errors
    /// If a solve fails.
    pub fn new(
        what: String,
        plan: &Plan,
        start: Option<&Position>,
        slow: bool,
        progress: &dyn Progress,
    ) -> Result<Self, ReportError> {
        let plan = plan.clone().all_wanted();
        let mut sets = Vec::new();
        for (words, rules) in SETS {
            let mut tally = Tally::new(start.copied(), rules);
            let options = Options { rules, ..Options::default() };
            let fast = solve::<Infallible>(&plan, options, progress, &AtomicBool::new(false), |solved| {
                tally.add(solved);
                Ok(())
            });
            match fast {
                Err(Stopped::Solve(SolveError::Rules)) if slow => {
                    let mut reference = Reference::by_rules(rules);
                    for step in plan.steps() {
                        progress.table(step.name);
                        tally.add(reference.add(step.name));
                    }
                }
                Err(Stopped::Solve(SolveError::Rules)) => continue,
                Err(Stopped::Solve(error)) => return Err(error.into()),
                Err(Stopped::Take(never)) => match never {},
                Ok(()) => {}
            }
            sets.push(tally.finish(words));
        }
        Ok(Self { what, sets })
    }
}

/// A result in the making.
struct Tally {
    start: Option<Position>,
    rules: RuleSet,
    counts: Counts,
    result: Option<StartResult>,
}

impl Tally {
    fn new(start: Option<Position>, rules: RuleSet) -> Self {
        Self { start, rules, counts: Counts::default(), result: None }
    }

    fn finish(self, rules: &'static str) -> RulesResult {
        let Counts { wins, draws, losses, longest_win, .. } = self.counts;
        let (positions, longest) = (wins + draws + losses, longest_win.unwrap_or(0));
        RulesResult { rules, positions, wins, draws, losses, longest, start: self.result }
    }

    fn add(&mut self, solved: &dyn Solved) {
        with_squares!(solved.name().game(), S => self.count::<S>(solved));
        if let Some(start) = self.start
            && TableName::holding(start.game(), start.view()).0 == solved.name()
        {
            self.result = with_squares!(start.game(), S => self.start_result::<S>(solved, &start.view().narrow()));
        }
    }

    fn count<S: SquareSet>(&mut self, solved: &dyn Solved) {
        let layout = Layout::new(solved.name());
        for &half in solved.name().halves() {
            let grid = layout.grid::<S>(half);
            let count_row = |mut counts: Counts, row| {
                let mut codes = vec![0; grid.columns()];
                solved.read_row(half, row as u64, &mut codes);
                for (column, code) in codes.into_iter().enumerate() {
                    if let (Some((_, images)), Some(value)) = (grid.position(row, column), Value::from_code(code)) {
                        counts.add(value, images);
                    }
                }
                counts
            };
            let rows = (0..grid.rows()).into_par_iter().fold(Counts::default, count_row);
            self.counts = self.counts.merge(rows.reduce(Counts::default, Counts::merge));
        }
    }

    fn start_result<S: SquareSet>(&self, solved: &dyn Solved, view: &View<S>) -> Option<StartResult> {
        let board = solved.name().game().board().with_rules(self.rules);
        let layout = Layout::new(solved.name());
        let value = |view: &View<S>| {
            let (name, half) = TableName::holding(solved.name().game(), view);
            (name == solved.name()).then(|| stored(solved, &layout, half, layout.rank_in(half, view)))?
        };
        let best = value(view)?;
        let mut seen = Vec::new();
        let mut first_moves = [0; 3];
        let _ = successors(&board, view, |after| {
            if !seen.contains(&after) {
                seen.push(after);
                if let Some(value) = value(&after.turned(&board)) {
                    first_moves[super::outcome(value.before())] += 1;
                }
            }
            ControlFlow::<()>::Continue(())
        });
        Some(StartResult { value: best.word(), dtw: best.depth(), first_moves })
    }
}

/// The value in a cell of a solved table.
fn stored(solved: &dyn Solved, layout: &Layout, half: Half, cell: u64) -> Option<Value> {
    let columns = layout.columns(half);
    let mut codes = vec![0; columns as usize];
    solved.read_row(half, cell / columns, &mut codes);
    Value::from_code(codes[(cell % columns) as usize])
}

impl Report for Rules {
    type Row = RulesRow;

    fn rows(&self) -> Vec<RulesRow> {
        let row = |set: &RulesResult| RulesRow {
            rules: set.rules,
            positions: set.positions,
            wins: set.wins,
            draws: set.draws,
            losses: set.losses,
            longest: set.longest,
            start: set.start.map(|start| start.value),
            start_dtw: set.start.and_then(|start| start.dtw),
        };
        self.sets.iter().map(row).collect()
    }

    fn picture(&self) -> String {
        let stack = |set: &RulesResult| Stack {
            label: set.rules.to_owned(),
            parts: [set.wins, set.draws, set.losses].map(|count| share(count, set.positions)).to_vec(),
        };
        let lines: Vec<Stack> = self.sets.iter().map(stack).collect();
        stacks(&format!("{}: values by rules", self.what), &[Series::WIN, Series::DRAW, Series::LOSS], &lines)
    }
}
