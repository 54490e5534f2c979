//! How many positions of a table have which value.

use serde::Serialize;

use crate::game::{SquareSet, Value, with_squares};
use crate::index::{Half, TableName};
use crate::solve::{Plan, Progress};
use crate::table::Catalog;
use crate::verify::sweep::{At, sweep};
use crate::verify::unpacked::Tables;

use super::svg::{Bars, Series, columns};
use super::sweeping::{Watch, each_table};
use super::{Report, ReportError, share};

/// The positions of a table by value.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Histogram {
    /// The table, with its game.
    pub table: String,
    /// A part for each side to move; one if the sides are equal.
    pub halves: Vec<HistogramHalf>,
}

/// The positions of half a table by value.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HistogramHalf {
    /// The material of the side to move.
    pub to_move: String,
    /// The material of the other side.
    pub against: String,
    /// All positions, mirror images counted apart.
    pub positions: u64,
    /// Those that are drawn.
    pub draws: u64,
    /// Those that are won or lost, by depth, lowest first; depths that no position has are left out.
    pub depths: Vec<DepthCount>,
}

/// How many positions have a depth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct DepthCount {
    /// Plies to the end of the game: wins have odd ones, losses even ones.
    pub depth: u16,
    /// `win` or `loss`.
    pub value: &'static str,
    /// How many positions.
    pub positions: u64,
    /// Which part of the half's positions they are.
    pub share: f64,
}

/// A line of a histogram's spreadsheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HistogramRow {
    table: String,
    to_move: String,
    against: String,
    value: &'static str,
    depth: Option<u16>,
    positions: u64,
    share: f64,
}

impl Histogram {
    /// Counts the positions of a table. Runs on the current rayon pool; takes a byte of memory for each cell of the table
    /// and of those that captures lead to.
    ///
    /// # Errors
    /// If a table is missing, damaged or wrong.
    pub fn new(catalog: &Catalog, name: TableName, progress: &dyn Progress) -> Result<Self, ReportError> {
        with_squares!(name.game(), S => count::<S>(catalog, name, progress))
    }
}

/// How many positions there are of each code.
struct Counts([u64; 256]);

impl Default for Counts {
    fn default() -> Self {
        Self([0; 256])
    }
}

fn count<S: SquareSet>(catalog: &Catalog, name: TableName, progress: &dyn Progress) -> Result<Histogram, ReportError> {
    let mut halves = Vec::new();
    if let Some(plan) = Plan::for_tables([name]) {
        each_table::<S>(catalog, &plan, progress, |tables, name, watch| {
            let counted = count_table(tables, name, watch);
            halves.extend(
                name.halves().iter().zip(&counted).map(|(&half, counts)| HistogramHalf::new(name, half, counts)),
            );
            Ok(())
        })?;
    }
    Ok(Histogram { table: name.qualified(), halves })
}

fn count_table<S: SquareSet>(tables: &Tables<S>, name: TableName, watch: Watch<'_>) -> Vec<Counts> {
    let visit = |counts: &mut Counts, at: &At<'_, S>| {
        let code = at.value().and_then(Value::code).unwrap_or(0);
        counts.0[usize::from(code)] += at.images;
    };
    let merge = |mut a: Counts, b: Counts| {
        a.0.iter_mut().zip(b.0).for_each(|(count, more)| *count += more);
        a
    };
    sweep(tables, name, watch, visit, merge)
}

impl HistogramHalf {
    fn new(name: TableName, half: Half, counts: &Counts) -> Self {
        let [mover, other] = name.mover_and_other(half);
        let positions = counts.0.iter().sum();
        let valued = (0..=u8::MAX).zip(counts.0).filter_map(|(code, count)| Some((Value::from_code(code)?, count)));
        let depths = valued.filter(|&(_, count)| count > 0).filter_map(|(value, count)| {
            let depth = value.depth()?;
            Some(DepthCount { depth, value: value.word(), positions: count, share: share(count, positions) })
        });
        Self {
            to_move: mover.to_string(),
            against: other.to_string(),
            positions,
            draws: counts.0[usize::from(u8::MAX)],
            depths: depths.collect(),
        }
    }
}

impl Report for Histogram {
    type Row = HistogramRow;

    fn rows(&self) -> Vec<HistogramRow> {
        let mut rows = Vec::new();
        for half in &self.halves {
            let row = |value, depth, positions, share| HistogramRow {
                table: self.table.clone(),
                to_move: half.to_move.clone(),
                against: half.against.clone(),
                value,
                depth,
                positions,
                share,
            };
            let of_depth = |count: &DepthCount| row(count.value, Some(count.depth), count.positions, count.share);
            rows.extend(half.depths.iter().map(of_depth));
            rows.push(row("draw", None, half.draws, share(half.draws, half.positions)));
        }
        rows
    }

    fn picture(&self) -> String {
        let deepest = self.halves.iter().flat_map(|half| &half.depths).map(|count| count.depth).max().unwrap_or(0);
        let bars = |half: &HistogramHalf| {
            let height = |depth: u16, value: &str| {
                let found = half.depths.iter().find(|count| count.depth == depth && count.value == value);
                found.map_or(0.0, |count| count.share * 100.0)
            };
            Bars {
                title: format!("{} to move against {}", half.to_move, half.against),
                values: (0..=deepest).map(|depth| vec![height(depth, "win"), height(depth, "loss")]).collect(),
            }
        };
        let charts: Vec<Bars> = self.halves.iter().map(bars).collect();
        let title = format!("{}: positions in percent, by plies to the end", self.table);
        columns(&title, &[Series::WIN, Series::LOSS], &charts)
    }
}
