//! The second phase: depth after depth, from the positions found last to those that lead to them.
//!
//! An odd depth finds wins: unresolved positions with a quiet move to a position lost at the depth before. An even depth
//! finds losses: positions that a move to a position won at the depth before was left in, and whose quiet moves by now all
//! lead to positions the opponent wins. Both go over a row at a time, a group of columns an instruction.

use crate::game::Value;

use super::bits::{BitIter, Group};
use super::cells::{Block, depth_bit};
use super::kernel::{Lanes, Task};
use super::rows::{Enemies, Reached, RowMoves};
use super::seen::{Column, Seen};
use super::slots::Slots;

/// Finds the positions of one depth in a block.
pub(super) struct Step<'a> {
    pub block: &'a mut Block,
    /// The quiet moves of the block's rows.
    pub rows: &'a [RowMoves],
    /// The other side's slots, and the block's group of columns among them.
    pub other: &'a Slots,
    pub group: usize,
    /// The other half, with the positions of the depth before taken in.
    pub opponent: &'a Seen,
    pub depth: u16,
    /// The rows with a move to a row that the depth before has changed.
    pub look: u64,
    pub reached: &'a mut Reached,
}

impl Task for Step<'_> {
    /// How many positions have got a value.
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self) -> u64 {
        let Self { block, rows, other, group, opponent, depth, look, reached } = self;
        let view = View {
            straight: opponent.column(depth, group),
            mirrored: opponent.mirror_column(depth, group),
            reversed: !other.is_middle_group(group),
        };
        let due = block.pending & depth_bit(depth) != 0;
        let mut settled = 0;
        for row in BitIter(if due { !0 } else { look }) {
            let moves = &rows[row];
            let before = block.unresolved[row];
            let come = if due { come_due::<L>(block, row, depth) } else { Group::EMPTY };
            let open = if depth % 2 == 1 { block.unresolved[row] } else { block.may_lose[row] };
            let looked = look >> row & 1 == 1 || !come.is_empty();
            if open.is_empty() || !looked {
                settled += (before & !block.unresolved[row]).count_ones();
                continue;
            }
            let enemies = Enemies { slots: other, group };
            if !moves.masked.is_empty() {
                moves.reach(enemies, reached);
            }
            let new = if depth % 2 == 1 { open & view.any(moves, reached) } else { view.all(open, moves, reached) };
            if !new.is_empty() {
                block.settle(row, new, depth);
            }
            settled += (before & !block.unresolved[row]).count_ones();
        }
        settled
    }
}

/// Pending positions whose depth has come, none faster having been found: wins are resolved; losses may come from now on.
/// Gives the latter.
#[inline(always)]
fn come_due<L: Lanes>(block: &mut Block, row: usize, depth: u16) -> Group {
    // Only what is saved from loss for now can be pending. Many rows have none of it: 1 of 30 CPU seconds.
    let saved = block.unresolved[row] & !block.may_lose[row];
    if saved.is_empty() {
        return Group::EMPTY;
    }
    let due = block.of_depth::<L>(row, depth) & saved;
    if depth % 2 == 1 {
        block.unresolved[row] &= !due;
        return Group::EMPTY;
    }
    if !due.is_empty() {
        block.may_lose[row] |= due;
        block.recode(row, due, Value::Draw.code().unwrap_or(0));
    }
    due
}

/// The opponent's view of a group of columns.
struct View<'a> {
    straight: Column<'a>,
    /// The group with its mirror images.
    mirrored: Column<'a>,
    /// Whether these stand there in reverse.
    reversed: bool,
}

impl View<'_> {
    #[inline(always)]
    fn turned(&self, group: Group) -> Group {
        if self.reversed { group.reversed() } else { group }
    }

    /// The columns in which some move leads to a position of the view.
    #[inline(always)]
    fn any(&self, moves: &RowMoves, reached: &Reached) -> Group {
        let mut any = Group::EMPTY;
        for &row in &moves.mirrored {
            any |= self.mirrored.rows[row as usize];
        }
        // One reversal for all mirrored rows.
        any = self.turned(any);
        for &row in &moves.straight {
            any |= self.straight.rows[row as usize];
        }
        for &quiet in &moves.masked {
            any |= self.after(quiet.row, quiet.mirrored) & RowMoves::legal(quiet, reached);
        }
        any
    }

    /// Those of some columns in which all moves lead to positions of the view.
    #[inline(always)]
    fn all(&self, open: Group, moves: &RowMoves, reached: &Reached) -> Group {
        let mut all = open;
        for &row in &moves.straight {
            all &= self.straight.rows[row as usize];
            if all.is_empty() {
                return all;
            }
        }
        let mut mirrored = Group::FULL;
        for &row in &moves.mirrored {
            mirrored &= self.mirrored.rows[row as usize];
        }
        all &= self.turned(mirrored);
        for &quiet in &moves.masked {
            all &= self.after(quiet.row, quiet.mirrored) | !RowMoves::legal(quiet, reached);
        }
        all
    }

    #[inline(always)]
    fn after(&self, row: u32, mirrored: bool) -> Group {
        if mirrored { self.turned(self.mirrored.rows[row as usize]) } else { self.straight.rows[row as usize] }
    }
}
