//! The cells of a table: a row for each placement of the player to move, a column for each of the other side.
//!
//! Both sides are numbered in their own view. Of a position and its mirror image one is *canonical* and has a cell: the
//! one whose row number is smaller, or, where the row is its own mirror image, the one whose column number is. Only rows
//! that hold canonical positions are kept, in ascending order of their numbers. A rectangle of rows and columns has cells
//! that are none: where the pieces of the two sides overlap, and the mirror images in self-mirrored rows.

use std::cmp::Ordering;

use crate::game::{Board, Game, Side, SquareSet, View};

use super::material::{Half, Material, TableName};
use super::numbering::Numbering;

/// Where the value of a position stands: a half of its table, and the number of the cell in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The half of the table.
    pub half: Half,
    /// The number of the cell: row times columns, plus column.
    pub index: u64,
}

/// One side's placements, and which of them lead a row.
#[derive(Debug, Clone)]
struct Placements {
    numbering: Numbering,
    /// The number of each placement's row, or of its mirror image's.
    row: Vec<u32>,
    /// The placement of each row: the canonical ones, ascending.
    placement: Vec<u32>,
    /// The number of each placement's mirror image.
    mirror: Vec<u32>,
}

impl Placements {
    fn new(game: Game, material: Material) -> Self {
        let board = game.board();
        let numbering = Numbering::new(game, material);
        let len = u32::try_from(numbering.len()).expect("one side of a table has fewer than 2^32 placements");
        let mirrored = |rank| numbering.mirror(board, numbering.unrank::<crate::game::Squares>(u64::from(rank))) as u32;
        let mirror: Vec<u32> = (0..len).map(mirrored).collect();
        let mut row = vec![0; len as usize];
        let mut placement = Vec::new();
        for (rank, &mirror) in (0..len).zip(&mirror) {
            if mirror < rank {
                row[rank as usize] = row[mirror as usize];
            } else {
                row[rank as usize] = placement.len() as u32;
                placement.push(rank);
            }
        }
        Self { numbering, row, placement, mirror }
    }
}

/// The numbering of a table's positions.
///
/// ```
/// use roundtable::game::Position;
/// use roundtable::index::{Layout, TableName};
///
/// let layout = Layout::new("camette:K-M".parse().unwrap());
/// let position: Position = "1/1m1/5/2K2/5/3/1 w".parse().unwrap();
/// let view = position.view().narrow::<u32>();
/// let cell = layout.rank(&view);
/// let canonical = layout.unrank::<u32>(cell).unwrap();
/// assert!(canonical == view || canonical == view.mirrored(position.game().board()));
/// ```
#[derive(Debug, Clone)]
pub struct Layout {
    name: TableName,
    board: &'static Board,
    sides: [Placements; 2],
}

impl Layout {
    /// The layout of a table.
    ///
    /// Takes time and memory for the placements of one side, not for the table.
    ///
    /// # Panics
    /// If a side has 2^32 placements or more.
    #[must_use]
    pub fn new(name: TableName) -> Self {
        let board = name.game().board();
        Self { name, board, sides: name.sides().map(|material| Placements::new(name.game(), material)) }
    }

    /// The table.
    #[must_use]
    pub const fn name(&self) -> TableName {
        self.name
    }

    fn mover_and_other(&self, half: Half) -> [&Placements; 2] {
        let [first, second] = &self.sides;
        match half {
            Half::First => [first, second],
            Half::Second => [second, first],
        }
    }

    /// How many rows a half has.
    #[must_use]
    pub fn rows(&self, half: Half) -> u64 {
        self.mover_and_other(half)[0].placement.len() as u64
    }

    /// How many columns a half has.
    #[must_use]
    pub fn columns(&self, half: Half) -> u64 {
        self.mover_and_other(half)[1].numbering.len()
    }

    /// How many cells a half has, those that are no position included.
    #[must_use]
    pub fn cells(&self, half: Half) -> u64 {
        self.rows(half) * self.columns(half)
    }

    /// The number of the mover's placement in a row.
    ///
    /// # Panics
    /// If the half has no such row.
    #[must_use]
    pub fn placement(&self, half: Half, row: u64) -> u64 {
        u64::from(self.mover_and_other(half)[0].placement[row as usize])
    }

    /// All rows and columns of a half spelled out, to go through its positions fast.
    #[must_use]
    pub fn grid<S: SquareSet>(&self, half: Half) -> Grid<S> {
        let [mover, other] = self.mover_and_other(half);
        let row = |&placement: &u32| {
            let self_mirrored = mover.mirror[placement as usize] == placement;
            (mover.numbering.unrank(u64::from(placement)), self_mirrored)
        };
        let turned = |set: S| set.turned(self.board.squares());
        let column = |(number, &mirror): (u32, &u32)| {
            (other.numbering.unrank(u64::from(number)).map(turned), mirror.cmp(&number))
        };
        Grid {
            rows: mover.placement.iter().map(row).collect(),
            columns: (0..).zip(&other.mirror).map(column).collect(),
        }
    }

    /// The cell of a position of this table that is not ended. A position, its mirror image and its colour-swapped twin
    /// have the same cell.
    #[inline]
    #[must_use]
    pub fn rank<S: SquareSet>(&self, view: &View<S>) -> Cell {
        let (name, half) = TableName::holding(self.name.game(), view);
        debug_assert_eq!(name, self.name);
        Cell { half, index: self.rank_in(half, view) }
    }

    /// The number in its half of a position's [cell](Self::rank), for those who know the half.
    #[inline]
    #[must_use]
    pub fn rank_in<S: SquareSet>(&self, half: Half, view: &View<S>) -> u64 {
        debug_assert_eq!(TableName::holding(self.name.game(), view), (self.name, half));
        let theirs = view.enemy_side().map(|set| set.turned(self.board.squares()));
        self.rank_in_row(half, self.row_of(half, view.own_side()), theirs)
    }

    /// The row of the mover's pieces, to look up several of its cells.
    #[inline]
    #[must_use]
    pub fn row_of<S: SquareSet>(&self, half: Half, own: Side<S>) -> RowPlace {
        let [mover, other] = self.mover_and_other(half);
        let own = mover.numbering.rank(own) as u32;
        let first = u64::from(mover.row[own as usize]) * other.numbering.len();
        RowPlace { first, image: mover.mirror[own as usize].cmp(&own) }
    }

    /// The number in its half of a cell in a row; the other side is given in its own view.
    #[inline]
    #[must_use]
    pub fn rank_in_row<S: SquareSet>(&self, half: Half, row: RowPlace, theirs: Side<S>) -> u64 {
        let [_, other] = self.mover_and_other(half);
        let straight = other.numbering.rank(theirs) as u32;
        let mirrored = other.mirror[straight as usize];
        let column = match row.image {
            Ordering::Less => mirrored,
            Ordering::Equal => straight.min(mirrored),
            Ordering::Greater => straight,
        };
        row.first + u64::from(column)
    }

    /// The canonical position of a cell, or `None` if the cell is none: out of range, pieces overlapping, or a mirror
    /// image.
    #[inline]
    #[must_use]
    pub fn unrank<S: SquareSet>(&self, cell: Cell) -> Option<View<S>> {
        if !self.name.halves().contains(&cell.half) || cell.index >= self.cells(cell.half) {
            return None;
        }
        let [mover, other] = self.mover_and_other(cell.half);
        let columns = self.columns(cell.half);
        let (row, column) = (cell.index / columns, cell.index % columns);
        let placement = u64::from(mover.placement[row as usize]);
        let own: Side<S> = mover.numbering.unrank(placement);
        let theirs: Side<S> = other.numbering.unrank(column);
        let enemy = theirs.map(|set| set.turned(self.board.squares()));
        let overlap = !own.all().intersection(enemy.all()).is_empty();
        let mirror_image = || {
            u64::from(mover.mirror[placement as usize]) == placement
                && u64::from(other.mirror[column as usize]) < column
        };
        (!overlap && !mirror_image()).then_some(View::of(own, enemy))
    }
}

/// Where the positions with one placement of the mover are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowPlace {
    /// The first cell of the row.
    first: u64,
    /// How the number of the placement's mirror image compares with the placement's: a lesser one leads the row.
    image: Ordering,
}

/// The rows and columns of a half, each with its side as the player to move sees it.
#[derive(Debug, Clone)]
pub struct Grid<S> {
    /// The mover's side, and whether it is its own mirror image.
    rows: Vec<(Side<S>, bool)>,
    /// The other side, and how its mirror image's number compares with its own.
    columns: Vec<(Side<S>, Ordering)>,
}

impl<S: SquareSet> Grid<S> {
    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The other side in a column, as the player to move sees it.
    ///
    /// # Panics
    /// If there is no such column.
    #[must_use]
    pub fn enemy(&self, column: usize) -> Side<S> {
        self.columns[column].0
    }

    /// The canonical position in a row and a column, and how many positions it stands for, mirror images counted apart;
    /// `None` where there is none.
    ///
    /// # Panics
    /// If there is no such row or column.
    #[inline]
    #[must_use]
    pub fn position(&self, row: usize, column: usize) -> Option<(View<S>, u64)> {
        let ((own, self_mirrored), (enemy, mirror)) = (self.rows[row], self.columns[column]);
        let images = match (self_mirrored, mirror) {
            (true, Ordering::Less) => return None,
            (true, Ordering::Equal) => 1,
            (true, Ordering::Greater) | (false, _) => 2,
        };
        let apart = own.all().intersection(enemy.all()).is_empty();
        apart.then_some((View::of(own, enemy), images))
    }
}

#[cfg(test)]
mod tests {
    use super::super::count_positions;
    use super::*;
    use crate::game::{Colour, Pieces, Placement, Position, Squares};

    /// Every cell of a small table: rank inverts unrank, twins share the cell, and the positions are as many as the
    /// closed formula says.
    fn check(name: &str) {
        let name: TableName = name.parse().unwrap();
        let (layout, board) = (Layout::new(name), name.game().board());
        let mut positions = 0;
        for &half in name.halves() {
            let grid = layout.grid::<Squares>(half);
            for index in 0..layout.cells(half) {
                let cell = Cell { half, index };
                let in_grid = grid.position(index as usize / grid.columns(), index as usize % grid.columns());
                assert_eq!(layout.unrank(cell), in_grid.map(|(view, _)| view));
                let Some((view, images)) = in_grid else { continue };
                assert!(crate::game::ending(board, &view).is_none());
                assert_eq!(layout.rank(&view), cell);
                let mirror = view.mirrored(board);
                assert_eq!(layout.rank(&mirror), cell);
                assert_eq!(images, if mirror == view { 1 } else { 2 });
                positions += images;
            }
            assert!(layout.unrank::<Squares>(Cell { half, index: layout.cells(half) }).is_none());
        }
        assert_eq!(positions, count_positions(name), "{name}");
    }

    #[test]
    fn every_cell_of_small_tables() {
        for name in
            ["M-M", "K-M", "K-K", "MM-M", "KM-K", "KK-M", "MM-MM", "KM-KM", "KM-MM", "MMM-K", "KKK-K", "cam:K-M"]
        {
            check(name);
        }
        check("camelot:MM-K");
        ["camelet:KM-M", "camelet:MM-MM", "camelet:KM-MM"].into_iter().for_each(check);
    }

    /// All positions of Camelot with two Men and a Knight, found by asking the rules about every way to put these on
    /// the board: each has a cell, and no two share one but mirror images.
    #[test]
    fn every_position_of_camelot_has_a_number() {
        let name: TableName = "camelot:MM-K".parse().unwrap();
        let (layout, board) = (Layout::new(name), name.game().board());
        let mut seen = std::collections::HashMap::new();
        let mut positions = 0;
        for a in 0..board.squares() {
            for b in 0..a {
                for knight in (0..board.squares()).filter(|&knight| knight != a && knight != b) {
                    for moves in [[0, 0], [1, 0], [2, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 1], [2, 2]] {
                        let white = Pieces { knights: Squares::EMPTY, men: Squares::single(a).with(b) };
                        let black = Pieces { knights: Squares::single(knight), men: Squares::EMPTY };
                        for side in [Colour::White, Colour::Black] {
                            let placement = Placement { game: Game::Camelot, side, white, black, castle_moves: moves };
                            let Ok(position) = Position::try_from(placement) else { continue };
                            if position.ending().is_some() {
                                continue;
                            }
                            positions += 1;
                            let cell = layout.rank(position.view());
                            let canonical = layout.unrank::<Squares>(cell).unwrap();
                            assert!([*position.view(), position.mirrored().view().to_owned()].contains(&canonical));
                            *seen.entry(cell).or_insert(0u8) += 1;
                        }
                    }
                }
            }
        }
        assert!(seen.values().all(|&twins| twins <= 2));
        assert_eq!(positions, count_positions(name));
    }

    /// Every position of a table, found by laying pieces out without the numbering, has a cell, and no two share one
    /// but mirror images.
    #[test]
    fn every_position_has_exactly_one_number() {
        let name: TableName = "KM-MM".parse().unwrap();
        let (layout, board) = (Layout::new(name), name.game().board());
        let mut seen = std::collections::HashMap::new();
        let squares = board.squares();
        for &half in name.halves() {
            for knight in 0..squares {
                for own_man in 0..squares {
                    for enemy_a in 0..squares {
                        for enemy_b in enemy_a + 1..squares {
                            let with_knight = Pieces { knights: 1u32 << knight, men: 1u32 << own_man };
                            let men = Pieces { knights: 0u32, men: 1 << enemy_a | 1 << enemy_b };
                            let (own, enemy) =
                                if half == Half::First { (with_knight, men) } else { (men, with_knight) };
                            let apart = (own.all() | enemy.all()).count_ones() == 4;
                            let goal =
                                own.all() & board.enemy_castle::<u32>() | enemy.all() & board.own_castle::<u32>();
                            if apart && goal == 0 {
                                let view = View { own, enemy, castle_moves: [0, 0] };
                                seen.entry(layout.rank(&view)).or_insert_with(Vec::new).push(view);
                            }
                        }
                    }
                }
            }
        }
        let mut total = 0;
        for (cell, views) in seen {
            let canonical = layout.unrank::<u32>(cell).unwrap();
            let twins = views.iter().filter(|view| **view == canonical || **view == canonical.mirrored(board)).count();
            assert_eq!(twins, views.len());
            assert_eq!(twins, if canonical == canonical.mirrored(board) { 1 } else { 2 });
            total += twins as u64;
        }
        assert_eq!(total, count_positions(name));
    }

    /// The sums that the rules of the two variants give.
    #[test]
    fn totals_of_both_variants() {
        let camette = |knights: u8, men: u8| {
            let sides: Vec<_> = (0..=knights)
                .flat_map(|knights| (0..=men).map(move |men| Material { knights, men }))
                .filter(|side| side.pieces() > 0)
                .collect();
            let mut names: Vec<_> =
                sides.iter().flat_map(|&a| sides.iter().map(move |&b| TableName::new(Game::Camette, a, b))).collect();
            names.sort_unstable();
            names.dedup();
            names.iter().map(|&name| count_positions(name)).sum::<u64>()
        };
        assert_eq!(camette(1, 3), 634_385_574);
        assert_eq!(camette(4, 0), 40_542_335);
    }
}
