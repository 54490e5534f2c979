//! What the moves of a position give.

use std::ops::ControlFlow;

use crate::game::{Board, SquareSet, Value, View, ending, stuck_value, successors};
use crate::index::{Half, RowPlace};

use super::unpacked::{Tables, Unpacked};

/// How good a move to a position of each code is, for the player who makes it: slow losses above fast ones, then the draw,
/// then wins, the fastest on top; the codes' own order bent into shape. 0 for no value.
static WORTH: [u16; 256] = {
    let mut worth = [0; 256];
    let mut code = 1;
    while code < 256 {
        worth[code] = match Value::from_code(code as u8) {
            Some(Value::Win(depth)) => depth,
            Some(Value::Draw) => 256,
            Some(Value::Loss(depth)) => 512 - depth,
            None => 0,
        };
        code += 1;
    }
    worth
};

/// To win at once.
const AT_ONCE: u16 = 512;

/// The value of the best move, from its worth.
const fn value(worth: u16) -> Value {
    match worth {
        0..256 => Value::Loss(worth + 1),
        256 => Value::Draw,
        _ => Value::Win(512 - worth + 1),
    }
}

/// The positions of a column of a table, and where those stand that their quiet moves lead to: all in one row of the
/// opponent's half, for the other side has not moved.
pub(crate) struct Column<'a, S> {
    tables: &'a Tables<S>,
    table: &'a Unpacked<S>,
    next: Half,
    row: RowPlace,
}

impl<'a, S: SquareSet> Column<'a, S> {
    pub(super) fn new(tables: &'a Tables<S>, table: &'a Unpacked<S>, half: Half, column: usize) -> Self {
        let next = match table.halves.len() {
            1 => half,
            _ if half == Half::First => Half::Second,
            _ => Half::First,
        };
        let squares = tables.board().squares();
        let theirs = table.halves[half as usize].grid.enemy(column).map(|set| set.turned(squares));
        Self { tables, table, next, row: table.layout.row_of(next, theirs) }
    }

    pub(super) fn board(&self) -> &'static Board {
        self.tables.board()
    }

    /// The code of a position of the column if it were the opponent's move.
    #[inline]
    pub(crate) fn passed(&self, view: &View<S>) -> u8 {
        let cell = self.table.layout.rank_in_row(self.next, self.row, view.own_side());
        self.table.halves[self.next as usize].code(cell as usize)
    }

    /// The code of what a move from a position of the column leads to, for the opponent, who is to move there; `after` is
    /// still seen from the mover's end. 0 if there is no value.
    #[inline]
    pub(crate) fn code_after(&self, view: &View<S>, after: &View<S>) -> u8 {
        let turned = after.turned(self.board());
        if let Some(ending) = ending(self.board(), &turned) {
            ending.value().code().unwrap_or(0)
        } else if after.enemy == view.enemy {
            self.passed(after)
        } else {
            self.tables.code(&turned)
        }
    }

    /// The value that the moves of a position of the column give it.
    pub(super) fn best(&self, view: &View<S>) -> Value {
        let board = self.board();
        let mut best = None;
        let _ = successors(board, view, |after| {
            let worth = WORTH[usize::from(self.code_after(view, &after))];
            best = best.max(Some(worth));
            if worth == AT_ONCE { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best.map_or_else(|| stuck_value(board, view), value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of worths is [`Value::rank`] of the value a ply before.
    #[test]
    fn worth_orders_moves_as_values_do() {
        let before = |code: u8| Value::from_code(code).unwrap().before();
        for a in 1..=u8::MAX {
            assert_eq!(value(WORTH[usize::from(a)]), before(a));
            for b in 1..=u8::MAX {
                let worth = WORTH[usize::from(a)].cmp(&WORTH[usize::from(b)]);
                assert!(worth == before(a).rank().cmp(&before(b).rank()));
            }
        }
        assert_eq!(value(AT_ONCE), Value::Win(1));
    }
}
