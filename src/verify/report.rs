//! What verification found.

use std::fmt;

use crate::game::{Position, Value};
use crate::index::{Half, TableName};
use crate::table::{HalfSummary, Summary};

/// How many mismatches of a table are kept as samples.
pub const SAMPLES: usize = 10;

/// What was found of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The table.
    pub name: TableName,
    /// Positions whose stored value was held against their moves, a position and its mirror image counted as one.
    pub stored: u64,
    /// Positions that are not stored, whose value was derived from captures; likewise.
    pub derived: u64,
    /// What was counted over all positions, mirror images counted apart, for each half.
    pub counts: Vec<Counts>,
    /// How many things are wrong.
    pub mismatches: u64,
    /// The first of them, at most [`SAMPLES`].
    pub samples: Vec<Mismatch>,
}

/// How many positions have which value, for the player to move, and the longest lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Won positions.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// The depth of the longest win, if there is one.
    pub longest_win: Option<u16>,
    /// The depth of the longest loss, if there is one.
    pub longest_loss: Option<u16>,
}

/// Something that is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// A position's value is not what its moves give.
    Wrong {
        /// The position.
        position: Position,
        /// The value in the table.
        stored: Value,
        /// The value that the moves give.
        moves: Value,
    },
    /// A position without a jump on offer has no stored value.
    NotStored {
        /// The position.
        position: Position,
    },
    /// A position with a jump on offer has a stored value.
    NeedlesslyStored {
        /// The position.
        position: Position,
        /// The value.
        stored: Value,
    },
    /// The captures of a position give a depth that no table can hold.
    TooDeep {
        /// The position.
        position: Position,
        /// The value that the captures give.
        moves: Value,
    },
    /// A position is stored twice, as its own group's mirror image, with two values.
    Twins {
        /// The table.
        name: TableName,
        /// Its half.
        half: Half,
        /// The group.
        group: u64,
        /// The cell in the group.
        cell: u64,
    },
    /// A stored value is not where a probe looks for its position.
    Misplaced {
        /// The table.
        name: TableName,
        /// Its half.
        half: Half,
        /// The group.
        group: u64,
        /// The cell in the group.
        cell: u64,
    },
    /// The header counts otherwise.
    Count {
        /// The half.
        half: Half,
        /// What is counted.
        what: &'static str,
        /// What the header says.
        header: u64,
        /// What was counted.
        counted: u64,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong { position, stored, moves } => {
                write!(f, "{position}: the table says {stored}, the moves give {moves}")
            }
            Self::NotStored { position } => write!(f, "{position}: no jump on offer, yet no value is stored"),
            Self::NeedlesslyStored { position, stored } => {
                write!(f, "{position}: a jump is on offer, yet {stored} is stored")
            }
            Self::TooDeep { position, moves } => {
                write!(f, "{position}: the captures give {moves}, more than a table can hold")
            }
            Self::Twins { name, half, group, cell } => {
                write!(f, "{name}, {}: cell {cell} of group {group} and its mirror image differ", to_move(*half))
            }
            Self::Misplaced { name, half, group, cell } => {
                write!(f, "{name}, {}: a probe does not look for cell {cell} of group {group} there", to_move(*half))
            }
            Self::Count { half, what, header, counted } => {
                write!(f, "{}: the header says {what} {header}, there are {counted}", to_move(*half))
            }
        }
    }
}

/// Whose move it is in a half, in words.
const fn to_move(half: Half) -> &'static str {
    match half {
        Half::First => "first side to move",
        Half::Second => "second side to move",
    }
}

impl Counts {
    /// Counts a value.
    pub(crate) fn add(&mut self, value: Value, times: u64) {
        match value {
            Value::Draw => self.draws += times,
            Value::Win(depth) => {
                self.wins += times;
                self.longest_win = self.longest_win.max(Some(depth));
            }
            Value::Loss(depth) => {
                self.losses += times;
                self.longest_loss = self.longest_loss.max(Some(depth));
            }
        }
    }

    /// The counts of both together.
    pub(crate) fn merge(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }

    /// Each number under its name; the depth of a longest line plus one, or 0 if there is none, as headers have it.
    fn named(self) -> [(&'static str, u64); 5] {
        let depth = |longest: Option<u16>| longest.map_or(0, |depth| u64::from(depth) + 1);
        [
            ("wins", self.wins),
            ("draws", self.draws),
            ("losses", self.losses),
            ("longest win + 1", depth(self.longest_win)),
            ("longest loss + 1", depth(self.longest_loss)),
        ]
    }
}

impl From<&HalfSummary> for Counts {
    fn from(half: &HalfSummary) -> Self {
        let HalfSummary { wins, draws, losses, longest_win, longest_loss, .. } = *half;
        Self { wins, draws, losses, longest_win, longest_loss }
    }
}

/// What one pass noted of some positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub stored: u64,
    pub derived: u64,
    pub counts: Counts,
    pub mismatches: u64,
    pub samples: Vec<Mismatch>,
}

impl Tally {
    pub(super) fn note(&mut self, mismatch: Mismatch) {
        self.mismatches += 1;
        if self.samples.len() < SAMPLES {
            self.samples.push(mismatch);
        }
    }

    /// Both together; the samples of `self` go first.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        let room = SAMPLES - self.samples.len();
        self.samples.extend(other.samples.into_iter().take(room));
        Self {
            stored: self.stored + other.stored,
            derived: self.derived + other.derived,
            counts: self.counts.merge(other.counts),
            mismatches: self.mismatches + other.mismatches,
            samples: self.samples,
        }
    }
}

impl Report {
    /// From what the passes noted, the last of them for each half.
    pub(super) fn new(summary: &Summary, before: Tally, compared: Vec<Tally>) -> Self {
        let counts: Vec<Counts> = compared.iter().map(|tally| tally.counts).collect();
        let mut tally = compared.into_iter().fold(before, Tally::merge);
        for ((half, header), counts) in summary.by_half().zip(&counts) {
            for ((what, header), (_, counted)) in Counts::from(header).named().into_iter().zip(counts.named()) {
                if header != counted {
                    tally.note(Mismatch::Count { half, what, header, counted });
                }
            }
        }
        let Tally { stored, derived, mismatches, samples, .. } = tally;
        Self { name: summary.name, stored, derived, counts, mismatches, samples }
    }

    /// Whether all is as it should be.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        self.mismatches == 0
    }
}
