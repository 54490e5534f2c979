//! The second phase: depth after depth, from the positions found last to those that lead to them.
//!
//! An odd depth finds wins: unresolved positions with a quiet move to a position lost at the depth before. An even depth
//! finds losses: positions that a move to a position won at the depth before was left in, and whose quiet moves by now all
//! lead to positions the opponent wins. Both go over a row at a time, a group of columns an instruction.

use super::cells::{Seen, Strip, depth_bit};
use super::kernel;
use super::rows::Sides;
use super::slots::GROUP;

/// Finds the positions of one depth in the 64 rows of a strip. `opponent` is the other half, as the player to move here
/// sees it, with the positions of the depth before taken in.
pub(super) fn step(strip: &mut Strip<'_>, sides: Sides<'_>, opponent: &Seen, depth: u16) {
    if depth % 2 == 1 {
        settle_pending(strip, depth);
    }
    let mut touched = Vec::new();
    for row in 0..strip.rows.len() {
        let Some(own) = sides.mover.pieces(strip.first_row + row) else { continue };
        let moves = std::mem::take(&mut strip.rows[row].moves);
        touched.clear();
        touched.resize(sides.other.words.div_ceil(64), 0);
        for quiet in &moves {
            let words = opponent.touched(quiet.row as usize, quiet.mirrored);
            touched.iter_mut().zip(words).for_each(|(touched, word)| *touched |= word);
        }
        if depth.is_multiple_of(2) {
            admit_deferred(strip, row, depth, &mut touched);
        }
        // At depth 0 nothing has been found before, and every position may turn out to have no move at all.
        if depth == 0 {
            touched.fill(!0);
        }
        if touched.iter().any(|&words| words != 0) {
            let masks = if moves.iter().any(|quiet| quiet.masked) { sides.quiet_moves(own).masks } else { Vec::new() };
            for word in (0..strip.words).step_by(GROUP) {
                if touched[word / 64] >> (word % 64) & ((1 << GROUP) - 1) == 0 {
                    continue;
                }
                // For each move in turn, the opponent's positions after it, and the columns in which it is legal.
                let mut next_mask = masks.iter();
                let after = moves.iter().map(|quiet| {
                    let legal = if quiet.masked { next_mask.next() } else { None };
                    (quiet, legal.map_or([!0; GROUP], |mask| std::array::from_fn(|i| mask[word + i])))
                });
                let here = row * strip.words + word..row * strip.words + word + GROUP;
                let new = if depth % 2 == 1 {
                    let mut wins = [0; GROUP];
                    for (quiet, legal) in after {
                        let lost = sides.other.group(opponent.lost.row(quiet.row as usize), word, quiet.mirrored);
                        (0..GROUP).for_each(|i| wins[i] |= lost[i] & legal[i]);
                    }
                    let unresolved = &strip.unresolved[here];
                    std::array::from_fn(|i| wins[i] & unresolved[i])
                } else {
                    let may_lose = &strip.may_lose[here];
                    let mut losses: [u64; GROUP] = std::array::from_fn(|i| may_lose[i]);
                    for (quiet, legal) in after {
                        if losses == [0; GROUP] {
                            break;
                        }
                        let won = sides.other.group(opponent.won.row(quiet.row as usize), word, quiet.mirrored);
                        (0..GROUP).for_each(|i| losses[i] &= won[i] | !legal[i]);
                    }
                    losses
                };
                for (i, &new) in new.iter().enumerate().filter(|(_, new)| **new != 0) {
                    strip.settle(row, word + i, new, depth);
                }
            }
        }
        strip.rows[row].moves = moves;
    }
}

/// Resolves positions whose win by charge or castle has come, none faster having been found; their codes are right
/// already.
fn settle_pending(strip: &mut Strip<'_>, depth: u16) {
    for word in 0..strip.words {
        if strip.pending[word] & depth_bit(depth) == 0 {
            continue;
        }
        for row in 0..strip.rows.len() {
            let unresolved = strip.unresolved[row * strip.words + word];
            if unresolved != 0 {
                let due = kernel::equal_mask(strip.line(row, word), depth as u8 + 1);
                strip.unresolved[row * strip.words + word] &= !due;
            }
        }
    }
}

/// Lets positions be lost whose charge saves them no longer, and has them looked at.
fn admit_deferred(strip: &mut Strip<'_>, row: usize, depth: u16, touched: &mut [u64]) {
    let deferred = &strip.rows[row].deferred;
    let from = deferred.partition_point(|position| position.depth < depth);
    for position in deferred[from..].iter().take_while(|position| position.depth == depth) {
        let (word, bit) = (position.column as usize / 64, position.column % 64);
        let unresolved = strip.unresolved[row * strip.words + word] & 1 << bit;
        strip.may_lose[row * strip.words + word] |= unresolved;
        touched[word / 64] |= 1 << (word % 64);
    }
}
