//! Which positions can occur at all: a search from the start, breadth first, through every legal move.
//!
//! Every position is one bit of a matrix for each half of a table, a row for each placement of the mover and a column for
//! each of the other side, as the [layout](crate::index::Layout) has them. The search goes ply by ply; the positions first
//! reached in a ply are gone through 64 columns at a time, for a move that captures nothing leaves the column's pieces
//! where they are, and so leads from 64 columns to 64 rows of the other half, which stay in the processor's cache.
//!
//! A position and the same one with colours exchanged share a bit, and so do mirror images: it is set if one of them can
//! occur. From a start that is its own mirror image, and the same for both colours, all of them can or none.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use crate::game::{Board, Position, SquareSet, View, ending, successors, with_squares};
use crate::index::{Grid, Half, Layout, Material, TableName, count_positions};
use crate::solve::{Plan, Progress};
use crate::table::Catalog;
use crate::verify::Counts;
use crate::verify::sweep::{At, sweep};

use super::summary::{Summary, SummaryHalf};
use super::svg::{Bars, Series, columns};
use super::sweeping::each_table_with;
use super::{Report, ReportError, share};

/// The positions that a game can come to from its start.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reach {
    /// The start.
    pub start: String,
    /// How many positions the tables have, whether they can occur or not.
    pub positions: u64,
    /// For each ply, from the start on, how many positions can first occur then, mirror images counted apart.
    pub plies: Vec<u64>,
    /// What those that can occur are worth.
    pub summary: Summary,
}

/// A line of the spreadsheet: as in a [`Summary`], and how many positions there are that cannot occur.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReachRow {
    table: String,
    to_move: String,
    against: String,
    reachable: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    win_share: f64,
    draw_share: f64,
    loss_share: f64,
    score: f64,
    longest_win: Option<u16>,
    longest_loss: Option<u16>,
}

impl Reach {
    /// Searches from `start`, and looks up what the positions that can occur are worth. Runs on the current rayon pool;
    /// takes a byte and three bits of memory for each cell of each table.
    ///
    /// # Errors
    /// If a table is missing, damaged or wrong.
    pub fn new(catalog: &Catalog, start: &Position, progress: &dyn Progress) -> Result<Self, ReportError> {
        with_squares!(start.game(), S => reach::<S>(catalog, start, progress))
    }
}

fn reach<S: SquareSet>(catalog: &Catalog, start: &Position, progress: &dyn Progress) -> Result<Reach, ReportError> {
    let names = Plan::tables_from(start);
    // Before the work, not after it.
    for &name in &names {
        catalog.open(name)?;
    }
    let positions = names.iter().map(|&name| count_positions(name)).sum();
    if let Some(&largest) = names.last() {
        progress.table(largest);
    }
    let search = Search::<S>::from(start, &names, &|reached| progress.fraction(share(reached, positions)));
    let plies = search.plies;
    let mut halves = Vec::new();
    if let Some(plan) = Plan::for_tables(names.iter().copied()) {
        // The sweep does not say which half it is in; its two sides do.
        let occurs = |at: &At<'_, S>| {
            let sides = [Material::of(at.view.own), Material::of(at.view.enemy)];
            search.places.get(&sides).is_some_and(|&place| search.halves[place].seen.has(at.row, at.column))
        };
        each_table_with::<S>(catalog, &plan, occurs, progress, |tables, name, watch| {
            let visit = |counts: &mut Counts, at: &At<'_, S>| {
                if let (true, Some(value)) = (occurs(at), at.value()) {
                    counts.add(value, at.images);
                }
            };
            let counted = sweep(tables, name, watch, visit, Counts::merge);
            let counted = name.halves().iter().zip(counted);
            halves.extend(counted.map(|(&half, counts)| (name, half, SummaryHalf::new(name, half, counts))));
            Ok(())
        })?;
    }
    Ok(Reach { start: start.to_string(), positions, plies, summary: Summary::from_halves(&halves) })
}

/// A bit for each cell, rows padded to whole words.
#[derive(Debug)]
struct Bits {
    /// Words of a row.
    stride: usize,
    words: Vec<AtomicU64>,
}

impl Bits {
    fn new(rows: usize, columns: usize) -> Self {
        let stride = columns.div_ceil(64);
        Self { stride, words: (0..rows * stride).map(|_| AtomicU64::new(0)).collect() }
    }

    const fn place(&self, row: usize, column: usize) -> (usize, u64) {
        (row * self.stride + column / 64, 1 << (column % 64))
    }

    fn has(&self, row: usize, column: usize) -> bool {
        let (word, bit) = self.place(row, column);
        self.words[word].load(Ordering::Relaxed) & bit != 0
    }

    /// Sets a bit; whether it was not set before.
    #[inline]
    fn set(&self, row: usize, column: usize) -> bool {
        let (word, bit) = self.place(row, column);
        let word = &self.words[word];
        // Most are set: looking costs less than writing.
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    /// Takes a word out, leaving none of its bits.
    fn take(&self, word: usize) -> u64 {
        match self.words[word].load(Ordering::Relaxed) {
            0 => 0,
            _ => self.words[word].swap(0, Ordering::Relaxed),
        }
    }
}

/// What is known of half a table.
#[derive(Debug)]
struct HalfSeen<S> {
    layout: usize,
    half: Half,
    /// The half in which the opponent is to move, by its place among all halves.
    opponent: usize,
    grid: Grid<S>,
    seen: Bits,
    /// First reached in this ply, and in the next one. They take turns.
    fresh: [Bits; 2],
    any: [AtomicBool; 2],
}

impl<S: SquareSet> HalfSeen<S> {
    /// Notes a position that is reached in a ply, given the number of its cell.
    #[inline]
    fn reach(&self, cell: u64, turn: usize) {
        let columns = self.grid.columns() as u64;
        let (row, column) = ((cell / columns) as usize, (cell % columns) as usize);
        if self.seen.set(row, column) {
            self.fresh[turn].set(row, column);
            if !self.any[turn].load(Ordering::Relaxed) {
                self.any[turn].store(true, Ordering::Relaxed);
            }
        }
    }
}

/// The search.
#[derive(Debug)]
struct Search<S> {
    board: &'static Board,
    layouts: Vec<Layout>,
    halves: Vec<HalfSeen<S>>,
    /// The place of a half by the material of the mover and of the other side.
    places: HashMap<[Material; 2], usize>,
    plies: Vec<u64>,
}

impl<S: SquareSet> Search<S> {
    /// Goes through all positions that the game can come to from `start`, in these tables.
    fn from(start: &Position, names: &[TableName], watch: &dyn Fn(u64)) -> Self {
        let mut search = Self {
            board: start.game().board(),
            layouts: names.iter().map(|&name| Layout::new(name)).collect(),
            halves: Vec::new(),
            places: HashMap::new(),
            plies: Vec::new(),
        };
        for (number, layout) in search.layouts.iter().enumerate() {
            let first = search.halves.len();
            let count = layout.name().halves().len();
            for (place, &half) in (first..).zip(layout.name().halves()) {
                let grid = layout.grid::<S>(half);
                let bits = || Bits::new(grid.rows(), grid.columns());
                let (seen, fresh) = (bits(), [bits(), bits()]);
                let opponent = if count == 1 { place } else { 2 * first + 1 - place };
                let any = [AtomicBool::new(false), AtomicBool::new(false)];
                search.places.insert(layout.name().mover_and_other(half), place);
                search.halves.push(HalfSeen { layout: number, half, opponent, grid, seen, fresh, any });
            }
        }
        search.reach(&start.view().narrow(), 0);
        for turn in (0..2).cycle() {
            let reached: u64 = (0..search.halves.len()).map(|place| search.go_on(place, turn)).sum();
            if reached == 0 {
                break;
            }
            search.plies.push(reached);
            watch(search.plies.iter().sum());
        }
        search
    }

    /// Notes a position of any table.
    #[inline]
    fn reach(&self, view: &View<S>, turn: usize) {
        let sides = [Material::of(view.own), Material::of(view.enemy)];
        if ending(self.board, view).is_none()
            && let Some(half) = self.places.get(&sides).map(|&place| &self.halves[place])
        {
            half.reach(self.layouts[half.layout].rank_in(half.half, view), turn);
        }
    }

    /// Makes the moves of all positions of a half that this ply has reached first; how many they are.
    fn go_on(&self, place: usize, turn: usize) -> u64 {
        let half = &self.halves[place];
        if !half.any[turn].swap(false, Ordering::Relaxed) {
            return 0;
        }
        let fresh = &half.fresh[turn];
        let group = |first: usize| {
            let mut reached = 0;
            let mut columns: [Option<_>; 64] = [None; 64];
            for row in 0..half.grid.rows() {
                let mut bits = fresh.take(row * fresh.stride + first);
                while bits != 0 {
                    let place = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let column = 64 * first + place;
                    let Some((view, images)) = half.grid.position(row, column) else { continue };
                    reached += images;
                    let opponent = &self.halves[half.opponent];
                    let layout = &self.layouts[opponent.layout];
                    let to = *columns[place]
                        .get_or_insert_with(|| layout.row_of(opponent.half, view.turned(self.board).own_side()));
                    let _ = successors(self.board, &view, |after| {
                        let turned = after.turned(self.board);
                        if after.enemy == view.enemy && ending(self.board, &turned).is_none() {
                            opponent.reach(layout.rank_in_row(opponent.half, to, after.own_side()), 1 - turn);
                        } else {
                            self.reach(&turned, 1 - turn);
                        }
                        ControlFlow::<()>::Continue(())
                    });
                }
            }
            reached
        };
        (0..fresh.stride).into_par_iter().map(group).sum()
    }
}

impl Reach {
    /// How many positions can occur, mirror images counted apart.
    #[must_use]
    pub fn reachable(&self) -> u64 {
        self.summary.total.positions
    }
}

impl Report for Reach {
    type Row = ReachRow;

    fn rows(&self) -> Vec<ReachRow> {
        let row = |half: SummaryHalf| ReachRow {
            table: half.table,
            to_move: half.to_move,
            against: half.against,
            reachable: half.positions,
            wins: half.wins,
            draws: half.draws,
            losses: half.losses,
            win_share: half.win_share,
            draw_share: half.draw_share,
            loss_share: half.loss_share,
            score: half.score,
            longest_win: half.longest_win,
            longest_loss: half.longest_loss,
        };
        self.summary.halves.iter().cloned().map(row).collect()
    }

    fn picture(&self) -> String {
        let millions = self.plies.iter().map(|&count| vec![count as f64 / 1e6]).collect();
        let chart =
            Bars { title: "Millions of positions, by the ply in which they can first occur".into(), values: millions };
        columns(&format!("Positions that can occur from {}", self.start), &[Series::REACHED], &[chart])
    }
}
