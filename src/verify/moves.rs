//! What the moves of a position give.

use std::ops::ControlFlow;

use crate::game::{Board, Duty, Side, SquareSet, Value, View, ending, stuck_value, successors_by_duty};
use crate::index::{Half, Material, RowPlace};

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

/// Where all positions stand that have the same pieces of the player to move: a row of a table.
struct Row<'a, S> {
    table: &'a Unpacked<S>,
    half: Half,
    place: RowPlace,
}

impl<S: SquareSet> Row<'_, S> {
    /// The code of the position with this other side, given in its own view.
    #[inline]
    fn code(&self, other: Side<S>) -> u8 {
        let cell = self.table.layout.rank_in_row(self.half, self.place, other);
        self.table.halves[self.half as usize].code(cell as usize)
    }
}

/// The positions of a column of a table, and where those stand that their moves lead to: all moves that leave the same
/// enemies lead into one row, for these have not moved.
pub(crate) struct Column<'a, S> {
    board: &'static Board,
    enemies: S,
    /// By which of the enemies are left, a bit for each; none where too few are for a table.
    rows: Vec<Option<Row<'a, S>>>,
}

impl<'a, S: SquareSet> Column<'a, S> {
    /// The column of all positions of a table with this other side, as the player to move sees it.
    pub(super) fn new(tables: &'a Tables<S>, mover: Material, enemy: Side<S>) -> Self {
        let (board, enemies) = (tables.board(), enemy.all());
        let row = |left: usize| {
            let squares = (0..).zip(enemies.iter()).filter(|&(bit, _)| left >> bit & 1 != 0);
            let left = squares.fold(S::EMPTY, |set, (_, square)| set.with(square));
            let left = enemy.map(|set| set.intersection(left).turned(board.squares()));
            let (table, half) = tables.find(Material::of(left.pieces), mover)?;
            Some(Row { table, half, place: table.layout.row_of(half, left) })
        };
        Self { board, enemies, rows: (0..1 << enemies.len()).map(row).collect() }
    }

    /// The row of positions with those enemies that are left in one seen from the mover's end.
    #[inline]
    fn row(&self, view: &View<S>) -> Option<&Row<'a, S>> {
        let left = view.enemy.all();
        let bits = (0..).zip(self.enemies.iter()).map(|(bit, square)| usize::from(left.contains(square)) << bit);
        self.rows[bits.sum::<usize>()].as_ref()
    }

    /// The code of a position of the column if it were the opponent's move.
    ///
    /// # Panics
    /// If its table was not unpacked.
    #[inline]
    pub(crate) fn passed(&self, view: &View<S>) -> u8 {
        self.row(view).expect("the table with the column").code(view.own_side())
    }

    /// The code of what a move from a position of the column leads to, for the opponent, who is to move there; `after` is
    /// still seen from the mover's end. 0 if there is no value.
    ///
    /// # Panics
    /// If its table was not unpacked.
    #[inline]
    pub(crate) fn code_after(&self, after: &View<S>) -> u8 {
        let castle_taken = self.board.enemy_castle::<S>().difference(after.own.all()).is_empty();
        match self.row(after) {
            Some(row) if !castle_taken => row.code(after.own_side()),
            _ => {
                let ending = ending(self.board, &after.turned(self.board));
                let ending = ending.expect("a plan has the tables that captures lead to, smaller ones first");
                ending.value().code().unwrap_or(0)
            }
        }
    }

    /// The value that the moves of a position of the column give it.
    pub(super) fn best(&self, view: &View<S>, duty: Duty<S>) -> Value {
        let mut best = None;
        let _ = successors_by_duty(self.board, view, duty, |after| {
            let worth = WORTH[usize::from(self.code_after(&after))];
            best = best.max(Some(worth));
            if worth == AT_ONCE { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best.map_or_else(|| stuck_value(self.board, view), value)
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
