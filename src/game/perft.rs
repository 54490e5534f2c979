//! Counting move trees, the usual check of a move generator.
//!
//! A position whose game is over is counted and not expanded. Nothing is merged across the tree: a position reached by
//! two orders of moves counts twice. Memory does not grow with the counts.

use std::ops::ControlFlow;

use super::board::Board;
use super::family::with_squares;
use super::moves::successors;
use super::play::{MOST_WAYS, Move, TooManyMoves};
use super::position::{Position, View, ending};
use super::spelling::{Canters, spellings};
use super::squares::SquareSet;

/// What is counted at each node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Counting {
    /// The distinct positions that moves lead to.
    #[default]
    Results,
    /// The spelled moves: each path is a move of its own, expanded on its own.
    Paths,
}

/// The size of the move tree at each depth from 1 to `depth`.
///
/// ```
/// use roundtable::game::Position;
/// use roundtable::game::perft::{Counting, perft};
///
/// let start: Position = "camette".parse().unwrap();
/// assert_eq!(perft(&start, 3, Counting::Results), Ok(vec![22, 345, 4_926]));
/// assert_eq!(perft(&start, 3, Counting::Paths), Ok(vec![22, 345, 5_174]));
/// ```
///
/// # Errors
/// If results are counted and a node has more than [`MOST_WAYS`] ways to move.
pub fn perft(position: &Position, depth: u8, counting: Counting) -> Result<Vec<u64>, TooManyMoves> {
    with_squares!(position.game(), S => tree::<S>(position, depth, counting))
}

/// The moves of a position, each with the size of its move tree at `depth` counted from the position: the numbers add up
/// to the last one of [`perft`]. No moves at depth 0.
///
/// # Errors
/// If there are more than [`MOST_WAYS`] ways to move.
pub fn divide(position: &Position, depth: u8, counting: Counting) -> Result<Vec<(Move, u64)>, TooManyMoves> {
    let Some(depth) = depth.checked_sub(1) else {
        return Ok(Vec::new());
    };
    let moves = match counting {
        Counting::Results => position.try_legal_moves()?,
        Counting::Paths => position.try_spelled_moves()?,
    };
    let size = |m: &Move| Ok(perft(m.after(), depth, counting)?.last().copied().unwrap_or(1));
    moves.into_iter().map(|m| size(&m).map(|size| (m, size))).collect()
}

fn tree<S: SquareSet>(position: &Position, depth: u8, counting: Counting) -> Result<Vec<u64>, TooManyMoves> {
    let mut counts = vec![0; usize::from(depth)];
    let (board, view) = (position.game().board(), position.view().narrow::<S>());
    if position.ending().is_none() {
        match counting {
            Counting::Results => {
                let mut nodes = vec![Vec::new(); usize::from(depth)];
                count_results(board, &view, &mut counts, &mut nodes)?;
            }
            Counting::Paths => count_paths(board, &view, &mut counts),
        }
    }
    Ok(counts)
}

/// `nodes` holds a list to be used again for each depth.
fn count_results<S: SquareSet>(
    board: &Board,
    view: &View<S>,
    counts: &mut [u64],
    nodes: &mut [Vec<View<S>>],
) -> Result<(), TooManyMoves> {
    let (Some((count, counts)), Some((here, nodes))) = (counts.split_first_mut(), nodes.split_first_mut()) else {
        return Ok(());
    };
    here.clear();
    let flow = successors(board, view, |after| {
        here.push(after);
        if here.len() > MOST_WAYS { ControlFlow::Break(TooManyMoves) } else { ControlFlow::Continue(()) }
    });
    if let ControlFlow::Break(error) = flow {
        return Err(error);
    }
    here.sort_unstable();
    here.dedup();
    *count += here.len() as u64;
    if !counts.is_empty() {
        for after in here {
            let next = after.turned(board);
            if ending(board, &next).is_none() {
                count_results(board, &next, counts, nodes)?;
            }
        }
    }
    Ok(())
}

fn count_paths<S: SquareSet>(board: &Board, view: &View<S>, counts: &mut [u64]) {
    let Some((count, counts)) = counts.split_first_mut() else {
        return;
    };
    // The closure never breaks.
    let _ = spellings(board, view, &Canters::All, &mut |_, after| {
        *count += 1;
        let next = after.turned(board);
        if !counts.is_empty() && ending(board, &next).is_none() {
            count_paths(board, &next, counts);
        }
        ControlFlow::<()>::Continue(())
    });
}
