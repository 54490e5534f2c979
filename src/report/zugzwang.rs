//! Positions in which it is a burden to have the move.
//!
//! A position is held against the same one with the other player to move. What one of two players loses by having the
//! move, the other loses too if the move is the other's: so whoever moves loses, or whoever moves is worse by a draw.

use serde::Serialize;

use crate::game::{SquareSet, Value, View, duty, with_squares};
use crate::index::{Half, TableName};
use crate::solve::{Plan, Progress};
use crate::table::Catalog;
use crate::verify::sweep::{At, sweep};

use super::svg::{Picture, boards};
use super::sweeping::{each_table, white_to_move};
use super::{Report, ReportError, outcome};

/// How much the move is worth, and where it is a burden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Zugzwang {
    /// The counts of each half of each table.
    pub halves: Vec<ZugzwangHalf>,
    /// Some positions of each kind: those with the fewest pieces, of these the ones that last longest.
    pub samples: Vec<Sample>,
}

/// The positions of half a table by what they are worth to the player to move: with the move, and if the opponent had it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ZugzwangHalf {
    /// The table, with its game.
    pub table: String,
    /// The material of the side to move.
    pub to_move: String,
    /// The material of the other side.
    pub against: String,
    /// All positions, mirror images counted apart.
    pub positions: u64,
    /// Won either way.
    pub win_win: u64,
    /// Won with the move, drawn without.
    pub win_draw: u64,
    /// Won with the move, lost without: whoever moves wins.
    pub win_loss: u64,
    /// Drawn with the move, won without: the move costs a win.
    pub draw_win: u64,
    /// Drawn either way.
    pub draw_draw: u64,
    /// Drawn with the move, lost without.
    pub draw_loss: u64,
    /// Lost with the move, won without: whoever moves loses.
    pub loss_win: u64,
    /// Lost with the move, drawn without: the move costs a draw.
    pub loss_draw: u64,
    /// Lost either way.
    pub loss_loss: u64,
    /// Of `loss_win`, those in which neither player has to jump when to move.
    pub quiet_loss_win: u64,
    /// Of `draw_win`, likewise.
    pub quiet_draw_win: u64,
    /// Of `loss_draw`, likewise.
    pub quiet_loss_draw: u64,
}

/// What the move costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ZugzwangKind {
    /// Whoever moves loses.
    Mutual,
    /// The player to move draws, and would win if it were the opponent's move.
    CostsAWin,
}

/// A position in which it is a burden to have the move, and neither player has to jump.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sample {
    /// What the move costs.
    pub kind: ZugzwangKind,
    /// The position, White to move.
    pub position: String,
    /// What it is worth to White: `loss` or `draw`.
    pub value: &'static str,
    /// Plies until White has lost.
    pub dtw: Option<u16>,
    /// Plies until Black has lost, with Black to move.
    pub other_dtw: Option<u16>,
}

/// What was found in part of a half.
#[derive(Debug)]
struct Found<S> {
    /// By outcome with the move and without, 0 a win, 1 a draw, 2 a loss; all, and those without a jump.
    counts: [[[u64; 3]; 3]; 2],
    /// Of both kinds, the longest: with the plies they last.
    samples: [Vec<(u16, View<S>)>; 2],
}

impl<S> Default for Found<S> {
    fn default() -> Self {
        Self { counts: [[[0; 3]; 3]; 2], samples: [Vec::new(), Vec::new()] }
    }
}

/// Puts a sample where it belongs: the longest first, of equal ones the one met first.
fn keep<S>(samples: &mut Vec<(u16, View<S>)>, sample: (u16, View<S>), most: usize) {
    let place = samples.partition_point(|known| known.0 >= sample.0);
    if place < most {
        samples.insert(place, sample);
        samples.truncate(most);
    }
}

impl<S: SquareSet> Found<S> {
    fn merge(mut self, other: Self, most: usize) -> Self {
        let sums = self.counts.as_flattened_mut().as_flattened_mut();
        sums.iter_mut().zip(other.counts.as_flattened().as_flattened()).for_each(|(sum, more)| *sum += more);
        for (kept, more) in self.samples.iter_mut().zip(other.samples) {
            for sample in more {
                keep(kept, sample, most);
            }
        }
        self
    }
}

impl Zugzwang {
    /// Goes through the wanted tables of a plan, and keeps so many samples of each kind. Runs on the current rayon pool;
    /// takes a byte of memory for each cell of each table of the plan.
    ///
    /// # Errors
    /// If a table is missing, damaged or wrong.
    pub fn new(catalog: &Catalog, plan: &Plan, samples: usize, progress: &dyn Progress) -> Result<Self, ReportError> {
        with_squares!(plan.game(), S => find::<S>(catalog, plan, samples, progress))
    }
}

fn find<S: SquareSet>(
    catalog: &Catalog,
    plan: &Plan,
    most: usize,
    progress: &dyn Progress,
) -> Result<Zugzwang, ReportError> {
    let board = plan.game().board();
    let mut halves = Vec::new();
    let mut samples = [Vec::new(), Vec::new()];
    each_table::<S>(catalog, plan, progress, |tables, name, watch| {
        let visit = |found: &mut Found<S>, at: &At<'_, S>| {
            let (Some(with), Some(theirs)) = (at.value(), at.value_if_passed()) else { return };
            // A win of theirs is a loss of ours.
            let (mine, without) = (outcome(with), 2 - outcome(theirs));
            found.counts[0][mine][without] += at.images;
            let must_capture = |view| duty(board, view).must_capture;
            if mine <= without || must_capture(&at.view) || must_capture(&at.view.turned(board)) {
                return;
            }
            found.counts[1][mine][without] += at.images;
            let kind = match (mine, without) {
                (2, 0) => 0,
                (1, 0) => 1,
                // The same placements again, from the other side.
                _ => return,
            };
            let plies = with.depth().unwrap_or(0) + theirs.depth().unwrap_or(0);
            keep(&mut found.samples[kind], (plies, at.view), most);
        };
        let found = sweep(tables, name, watch, visit, |a: Found<S>, b| a.merge(b, most));
        let views = found.iter().map(|found| &found.samples);
        let mut of_table = [Vec::new(), Vec::new()];
        for views in views {
            for (kept, more) in of_table.iter_mut().zip(views) {
                for &sample in more {
                    keep(kept, sample, most);
                }
            }
        }
        let kinds = [ZugzwangKind::Mutual, ZugzwangKind::CostsAWin];
        for ((kind, views), samples) in kinds.into_iter().zip(of_table).zip(&mut samples) {
            let room = most - samples.len();
            samples.extend(views.iter().take(room).map(|(_, view)| {
                let value = Value::from_code(tables.code(view));
                let theirs = Value::from_code(tables.code(&view.turned(board)));
                Sample {
                    kind,
                    position: white_to_move(name.game(), view).to_string(),
                    value: value.map_or("draw", Value::word),
                    dtw: value.and_then(Value::depth),
                    other_dtw: theirs.and_then(Value::depth),
                }
            }));
        }
        let counted = name.halves().iter().zip(&found);
        halves.extend(counted.map(|(&half, found)| ZugzwangHalf::new(name, half, &found.counts)));
        Ok(())
    })?;
    Ok(Zugzwang { halves, samples: samples.concat() })
}

impl ZugzwangHalf {
    fn new(name: TableName, half: Half, [all, quiet]: &[[[u64; 3]; 3]; 2]) -> Self {
        let [mover, other] = name.mover_and_other(half);
        let [[win_win, win_draw, win_loss], [draw_win, draw_draw, draw_loss], [loss_win, loss_draw, loss_loss]] = *all;
        Self {
            table: name.qualified(),
            to_move: mover.to_string(),
            against: other.to_string(),
            positions: all.as_flattened().iter().sum(),
            win_win,
            win_draw,
            win_loss,
            draw_win,
            draw_draw,
            draw_loss,
            loss_win,
            loss_draw,
            loss_loss,
            quiet_loss_win: quiet[2][0],
            quiet_draw_win: quiet[1][0],
            quiet_loss_draw: quiet[2][1],
        }
    }
}

impl Zugzwang {
    /// The counts of all tables together.
    #[must_use]
    pub fn total(&self) -> ZugzwangHalf {
        let mut total = ZugzwangHalf { table: "all".into(), ..ZugzwangHalf::default() };
        for half in &self.halves {
            total.positions += half.positions;
            total.win_win += half.win_win;
            total.win_draw += half.win_draw;
            total.win_loss += half.win_loss;
            total.draw_win += half.draw_win;
            total.draw_draw += half.draw_draw;
            total.draw_loss += half.draw_loss;
            total.loss_win += half.loss_win;
            total.loss_draw += half.loss_draw;
            total.loss_loss += half.loss_loss;
            total.quiet_loss_win += half.quiet_loss_win;
            total.quiet_draw_win += half.quiet_draw_win;
            total.quiet_loss_draw += half.quiet_loss_draw;
        }
        total
    }
}

impl Sample {
    /// What happens, whoever moves, in a sentence each.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let lost = |mover: &str, dtw: Option<u16>| match dtw {
            Some(dtw) => format!("{mover} to move loses in {dtw}"),
            None => format!("{mover} to move draws"),
        };
        vec![lost("White", self.dtw), lost("Black", self.other_dtw)]
    }
}

impl Report for Zugzwang {
    type Row = ZugzwangHalf;

    fn rows(&self) -> Vec<ZugzwangHalf> {
        self.halves.clone()
    }

    fn picture(&self) -> String {
        let drawn = self.samples.iter().filter_map(|sample| {
            Some(Picture { position: sample.position.parse().ok()?, captions: sample.sentences() })
        });
        boards("Zugzwang: whoever has to move is worse off", &drawn.collect::<Vec<_>>())
    }
}
