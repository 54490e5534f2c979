//! How the positions of a game are shared out: by material, by who moves, and by what they are worth.

use serde::Serialize;

use crate::index::{Half, Material, TableName};
use crate::solve::Plan;
use crate::table::{Catalog, HalfSummary};
use crate::verify::Counts;

use super::svg::{Series, Stack, stacks};
use super::{Report, ReportError, score, share};

/// Positions, wins, draws and losses of tables.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Each half of each table.
    pub halves: Vec<SummaryHalf>,
    /// All of them together.
    pub total: SummaryHalf,
    /// What a Knight instead of a Man is worth, for every two sides that differ by that and every opponent.
    pub knight: Vec<KnightEffect>,
    /// What the move is worth, for every two sides.
    pub having_the_move: Vec<MoveEffect>,
}

/// The positions of half a table, for the player to move, mirror images counted apart.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SummaryHalf {
    /// The table, with its game.
    pub table: String,
    /// The material of the side to move.
    pub to_move: String,
    /// The material of the other side.
    pub against: String,
    /// How many there are.
    pub positions: u64,
    /// Won ones.
    pub wins: u64,
    /// Drawn ones.
    pub draws: u64,
    /// Lost ones.
    pub losses: u64,
    /// Which part of the positions is won.
    pub win_share: f64,
    /// Which part is drawn.
    pub draw_share: f64,
    /// Which part is lost.
    pub loss_share: f64,
    /// What the player to move can expect: 1 for a win, a half for a draw, on average.
    pub score: f64,
    /// The depth of the longest win.
    pub longest_win: Option<u16>,
    /// The depth of the longest loss.
    pub longest_loss: Option<u16>,
}

/// What a side can expect with a Man, and with a Knight instead.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KnightEffect {
    /// The opponent.
    pub against: String,
    /// The side with the Man.
    pub man: String,
    /// The side with the Knight.
    pub knight: String,
    /// What the side with the Man can expect, whoever is to move.
    pub score_man: f64,
    /// What the side with the Knight can expect, whoever is to move.
    pub score_knight: f64,
    /// How much more that is.
    pub gain: f64,
}

/// What a side can expect with the move, and without.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveEffect {
    /// The side.
    pub side: String,
    /// The opponent.
    pub against: String,
    /// What the side can expect if it is to move.
    pub score_with: f64,
    /// What it can expect if the opponent is. In a whole table the placements of pieces are the same in both cases.
    pub score_without: f64,
    /// How much more the first is.
    pub gain: f64,
}

impl Summary {
    /// The summary of the wanted tables of a plan, from the headers of their files (which `verify` proves right).
    ///
    /// # Errors
    /// If a table is missing, or its header or directory is damaged.
    pub fn new(catalog: &Catalog, plan: &Plan) -> Result<Self, ReportError> {
        let mut halves = Vec::new();
        for step in plan.steps().iter().filter(|step| step.wanted) {
            let table = catalog.open(step.name)?;
            let of_half = |(half, header): (Half, &HalfSummary)| {
                (step.name, half, SummaryHalf::new(step.name, half, header.into()))
            };
            halves.extend(table.summary().by_half().map(of_half));
        }
        Ok(Self::from_halves(&halves))
    }

    pub(super) fn from_halves(halves: &[(TableName, Half, SummaryHalf)]) -> Self {
        let counts = halves.iter().map(|(_, _, half)| half.counts());
        Self {
            total: SummaryHalf::of("all".into(), counts.fold(Counts::default(), Counts::merge)),
            knight: knight_effects(halves),
            having_the_move: move_effects(halves),
            halves: halves.iter().map(|(_, _, half)| half.clone()).collect(),
        }
    }
}

impl SummaryHalf {
    /// The counts of half a table.
    pub(super) fn new(name: TableName, half: Half, counts: Counts) -> Self {
        let [mover, other] = name.mover_and_other(half);
        Self { to_move: mover.to_string(), against: other.to_string(), ..Self::of(name.qualified(), counts) }
    }

    fn of(table: String, counts: Counts) -> Self {
        let Counts { wins, draws, losses, longest_win, longest_loss } = counts;
        let positions = wins + draws + losses;
        Self {
            table,
            to_move: String::new(),
            against: String::new(),
            positions,
            wins,
            draws,
            losses,
            win_share: share(wins, positions),
            draw_share: share(draws, positions),
            loss_share: share(losses, positions),
            score: score(wins, draws, positions),
            longest_win,
            longest_loss,
        }
    }

    fn counts(&self) -> Counts {
        let Self { wins, draws, losses, longest_win, longest_loss, .. } = *self;
        Counts { wins, draws, losses, longest_win, longest_loss }
    }
}

/// What `side` can expect against `other` if to move.
fn score_to_move(halves: &[(TableName, Half, SummaryHalf)], side: Material, other: Material) -> Option<f64> {
    let found = halves.iter().find(|(name, half, _)| name.mover_and_other(*half) == [side, other]);
    found.map(|(_, _, half)| half.score)
}

/// What `side` can expect against `other` with the move, and without.
fn scores(halves: &[(TableName, Half, SummaryHalf)], side: Material, other: Material) -> Option<[f64; 2]> {
    Some([score_to_move(halves, side, other)?, 1.0 - score_to_move(halves, other, side)?])
}

fn knight_effects(halves: &[(TableName, Half, SummaryHalf)]) -> Vec<KnightEffect> {
    let mut effects = Vec::new();
    for (name, half, _) in halves {
        let [man, other] = name.mover_and_other(*half);
        let Some(men) = man.men.checked_sub(1) else { continue };
        let knight = Material { knights: man.knights + 1, men };
        let average = |side| scores(halves, side, other).map(|[with, without]| f64::midpoint(with, without));
        if let (Some(score_man), Some(score_knight)) = (average(man), average(knight)) {
            let [against, man, knight] = [other, man, knight].map(|side| side.to_string());
            effects.push(KnightEffect {
                against,
                man,
                knight,
                score_man,
                score_knight,
                gain: score_knight - score_man,
            });
        }
    }
    effects
}

fn move_effects(halves: &[(TableName, Half, SummaryHalf)]) -> Vec<MoveEffect> {
    let effect = |(name, half, _): &(TableName, Half, SummaryHalf)| {
        let [side, other] = name.mover_and_other(*half);
        let [score_with, score_without] = scores(halves, side, other)?;
        let [side, against] = [side, other].map(|side| side.to_string());
        Some(MoveEffect { side, against, score_with, score_without, gain: score_with - score_without })
    };
    halves.iter().filter(|(_, half, _)| *half == Half::First).filter_map(effect).collect()
}

impl Report for Summary {
    type Row = SummaryHalf;

    fn rows(&self) -> Vec<SummaryHalf> {
        self.halves.clone()
    }

    fn picture(&self) -> String {
        let stack = |half: &SummaryHalf| Stack {
            label: format!("{} – {}", half.to_move, half.against),
            parts: vec![half.win_share, half.draw_share, half.loss_share],
        };
        let stacked: Vec<Stack> = self.halves.iter().map(stack).collect();
        stacks(
            "Positions by material: the side named first is to move",
            &[Series::WIN, Series::DRAW, Series::LOSS],
            &stacked,
        )
    }
}
