//! What whole tables know: counts, longest wins, zugzwangs, openings, problems.
//!
//! Depends on [`crate::probe`] and [`crate::verify`], and all that they depend on. Every report is an object that can be
//! serialized as JSON, has rows for a spreadsheet ([`Report::rows`]) and a picture ([`Report::picture`]).
//!
//! | report | comes from |
//! |---|---|
//! | [`Summary`] | the headers of tables; with [`Reach`], a search from the start through all positions |
//! | [`Histogram`], [`Longest`], [`Zugzwang`] | a sweep over all positions, tables unpacked into memory |
//! | [`Openings`] | probes from the start |
//! | [`Rules`] | solves in memory, by other rules |
//! | [`Problems`] | a sweep that follows every main line of every win of one depth |
//!
//! Positions are counted for the side to move and with mirror images apart, as the headers of tables count them; a
//! position and the same one with colours exchanged are one.

mod histogram;
mod longest;
mod openings;
mod problems;
mod proof_game;
mod reach;
mod rules;
mod summary;
mod svg;
mod sweeping;
mod zugzwang;

use serde::Serialize;
use thiserror::Error;

use crate::game::Value;
use crate::index::TableName;
use crate::probe::ProbeError;
use crate::solve::SolveError;
use crate::table::TableError;

pub use histogram::{DepthCount, Histogram, HistogramHalf, HistogramRow};
pub use longest::{Example, Longest, LongestHalf, LongestRow};
pub use openings::{Book, BookEntry, Extent, FirstMove, OnlyMoves, OpeningMove, OpeningRow, Openings, PlyOfPlay};
pub use problems::{Problem, ProblemRow, Problems, ProblemsHalf, Theme, Wanted};
pub use proof_game::proof_game;
pub use reach::{Reach, ReachRow};
pub use rules::{Rules, RulesResult, RulesRow, StartResult};
pub use summary::{KnightEffect, MoveEffect, Summary, SummaryHalf};
pub use zugzwang::{Sample, Zugzwang, ZugzwangHalf, ZugzwangKind};

/// What every report can be written as, apart from words.
pub trait Report: Serialize {
    /// A line of the report's spreadsheet: a struct of plain fields.
    type Row: Serialize;

    /// The report's main table.
    fn rows(&self) -> Vec<Self::Row>;

    /// The report as an SVG picture, readable on light and on dark ground.
    fn picture(&self) -> String;
}

/// Why there is no report.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A table that is needed is missing or damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Solving by other rules failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A position has no answer.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A table contradicts itself or the rules.
    #[error("{} is wrong in {mismatches} places: `roundtable verify {}` says which", table.qualified(), table.qualified())]
    Wrong {
        /// The table.
        table: TableName,
        /// How many things are wrong.
        mismatches: u64,
    },
}

/// What a player can expect of positions: 1 for a win, a half for a draw, on average.
fn score(wins: u64, draws: u64, positions: u64) -> f64 {
    (wins as f64 + draws as f64 / 2.0) / positions.max(1) as f64
}

/// A share, from 0 to 1.
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// Win, draw and loss as 0, 1 and 2.
const fn outcome(value: Value) -> usize {
    match value {
        Value::Win(_) => 0,
        Value::Draw => 1,
        Value::Loss(_) => 2,
    }
}
