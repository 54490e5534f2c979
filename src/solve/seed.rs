//! The first phase: what captures are worth, a row at a time.
//!
//! A position with a jump on offer has only capturing moves, so that finished smaller tables settle it. In the others a
//! Knight's Charge may lead to a smaller table too: it gives a win at the latest by then, or a bar against loss, or a
//! depth before which the position is not lost.
//!
//! For a first jump of the row, the *landed row* holds the rank of that jump for every placement of what is left of the
//! other side: a row of a finished table, or, where the series must go on, the best of the landed rows of the next jumps.
//! A list of the columns that hold the captured piece, and of what each becomes without it, puts the landed row's ranks on
//! the columns of the table.

use crate::game::{Pieces, SquareSet, Squares, Value};
use crate::index::Material;

use super::kernel;
use super::rank;
use super::rows::{RowMoves, Sides};
use super::setup::Setup;
use super::slots::Captures;

/// A position that a charge saves from loss before a depth: it may be lost from then on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Deferred {
    pub depth: u16,
    pub column: u32,
}

/// Byte buffers to use again.
#[derive(Default)]
pub(super) struct Pool(Vec<Vec<u8>>);

impl Pool {
    fn zeros(&mut self, len: usize) -> Vec<u8> {
        let mut buffer = self.0.pop().unwrap_or_default();
        buffer.clear();
        buffer.resize(len, 0);
        buffer
    }

    fn give_back(&mut self, buffer: Vec<u8>) {
        self.0.push(buffer);
    }
}

/// What the first phase finds out about a row.
pub(super) struct SeededRow {
    /// A value code for each column: final where the player must jump, a win at the latest by then where a charge or a
    /// step onto the enemy castle wins, a draw where nothing is known, 0 where the cell is no position.
    pub codes: Vec<u8>,
    /// The columns in which the player need not jump.
    pub quiet: Vec<u64>,
    /// Those of them in which no charge or step saves the player from loss, for now or for good.
    pub may_lose: Vec<u64>,
    /// Those of them with a win by charge or castle to come.
    pub pending: Vec<u64>,
    pub deferred: Vec<Deferred>,
}

impl SeededRow {
    /// The greatest depth of any code or deferral.
    pub(super) fn deepest(&self) -> u16 {
        // A draw's code wraps round to 0.
        let deepest = self.codes.iter().map(|code| code.wrapping_add(1)).max().unwrap_or(0);
        let deferred = self.deferred.iter().map(|position| position.depth).max().unwrap_or(0);
        u16::from(deepest.saturating_sub(2)).max(deferred)
    }
}

/// Seeds rows of one half of a table.
pub(super) struct Seeder<'a> {
    pub setup: &'a Setup,
    pub sides: Sides<'a>,
    codes: [u8; 256],
}

const WIN: u8 = match rank::rank(Value::Win(1)) {
    Some(rank) => rank,
    None => unreachable!(),
};

impl<'a> Seeder<'a> {
    pub(super) fn new(setup: &'a Setup, sides: Sides<'a>) -> Self {
        let draw = Value::Draw.code().unwrap_or_default();
        Self { setup, sides, codes: rank::codes_by_rank(draw) }
    }

    /// Seeds the row of `own`, whose quiet moves are given.
    pub(super) fn row(&self, own: Pieces<Squares>, quiet: &RowMoves, pool: &mut Pool) -> SeededRow {
        let other = self.sides.other;
        let mut jumps = pool.zeros(other.len());
        self.best_jumps(own, &mut jumps, pool);
        let charges = self.best_charges(own, pool);

        let mut valid: Vec<u64> = other.real().to_vec();
        for square in own.all().iter() {
            valid.iter_mut().zip(other.has_turned(square)).for_each(|(valid, has)| *valid &= !has);
        }
        let mut row = SeededRow {
            codes: vec![0; other.len()],
            quiet: vec![0; other.words],
            may_lose: vec![0; other.words],
            pending: vec![0; other.words],
            deferred: Vec::new(),
        };
        for word in 0..other.words {
            if valid[word] == 0 {
                continue;
            }
            let columns = 64 * word..64 * word + 64;
            let (jumps, codes) = (&mut jumps[columns.clone()], &mut row.codes[columns.clone()]);
            let quiet_here = valid[word] & kernel::equal_mask(jumps, 0);
            if let Some(charges) = &charges {
                jumps.iter_mut().zip(&charges[columns]).for_each(|(jump, &charge)| *jump = charge.max(*jump));
            }
            for (code, &jump) in codes.iter_mut().zip(&*jumps) {
                *code = self.codes[usize::from(jump)];
            }
            kernel::keep(codes, valid[word]);
            row.quiet[word] = quiet_here;
            row.may_lose[word] = quiet_here;
            if let Some(charges) = &charges {
                self.note_charges(&mut row, word, quiet_here & !kernel::equal_mask(&charges[64 * word..][..64], 0));
            }
            if let Some(goal) = quiet.goal.get(word).map(|goal| goal & quiet_here).filter(|&goal| goal != 0) {
                for bit in BitIter(goal) {
                    row.codes[64 * word + bit] = self.codes[usize::from(WIN)];
                }
                row.may_lose[word] &= !goal;
                row.pending[word] |= goal;
            }
        }
        pool.give_back(jumps);
        if let Some(charges) = charges {
            pool.give_back(charges);
        }
        row
    }

    /// Sorts the columns of a word in which a quiet position has a charge by what the best charge is worth.
    fn note_charges(&self, row: &mut SeededRow, word: usize, charged: u64) {
        for bit in BitIter(charged) {
            let column = 64 * word + bit;
            let code = &mut row.codes[column];
            match Value::from_code(*code) {
                Some(Value::Win(_)) => {
                    row.pending[word] |= 1 << bit;
                    row.may_lose[word] &= !(1 << bit);
                }
                Some(Value::Loss(depth)) => {
                    *code = self.codes[0];
                    row.may_lose[word] &= !(1 << bit);
                    row.deferred.push(Deferred { depth, column: column as u32 });
                }
                _ => row.may_lose[word] &= !(1 << bit),
            }
        }
    }

    /// The best jump of each column: 0 where there is none.
    fn best_jumps(&self, own: Pieces<Squares>, best: &mut [u8], pool: &mut Pool) {
        let board = self.setup.board;
        let mut jumps = Vec::new();
        for from in self.sides.movers(own).iter() {
            for leap in board.leaps(from) {
                if !own.all().contains(leap.over) && !own.without(from).all().contains(leap.land) {
                    jumps.push((leap.over, leap.land, from));
                }
            }
        }
        jumps.sort_unstable();
        for same_enemy in jumps.chunk_by(|a, b| a.0 == b.0) {
            let over = same_enemy[0].0;
            for (captures, left) in self.captures(self.sides.other.material, over) {
                let mut ranks = pool.zeros(self.setup.slots(left).len());
                for &(_, land, from) in same_enemy {
                    let moved = own.without(from).with(land, own.knights.contains(from));
                    let landed = self.landed(moved, land, left, pool);
                    kernel::max_into(&mut ranks, &landed);
                    pool.give_back(landed);
                }
                kernel::scatter_max(best, &captures.before, &ranks, &captures.after);
                pool.give_back(ranks);
            }
        }
    }

    /// The best charge of each column, 0 where there is none; `None` if the row has none in any column.
    fn best_charges(&self, own: Pieces<Squares>, pool: &mut Pool) -> Option<Vec<u8>> {
        let mut best = None;
        for from in self.sides.movers(own).intersection(own.knights).iter() {
            let others = own.without(from);
            for canter in self.sides.canters(others.all(), from, true, false) {
                if self.setup.board.is_enemy_castle(canter.to) {
                    continue;
                }
                for leap in self.setup.board.leaps(canter.to) {
                    if others.all().contains(leap.over) || others.all().contains(leap.land) {
                        continue;
                    }
                    for (captures, left) in self.captures(self.sides.other.material, leap.over) {
                        let landed = self.landed(others.with(leap.land, true), leap.land, left, pool);
                        let best = best.get_or_insert_with(|| pool.zeros(self.sides.other.len()));
                        for (&before, &after) in captures.before.iter().zip(&captures.after) {
                            let before = before as usize;
                            if canter.mask[before / 64] >> (before % 64) & 1 == 1 {
                                best[before] = best[before].max(landed[after as usize]);
                            }
                        }
                        pool.give_back(landed);
                    }
                }
            }
        }
        best
    }

    /// The captures of a piece of the other side on a square in the mover's view: of a Man, of a Knight, as the side has.
    fn captures(&self, side: Material, square: u8) -> impl Iterator<Item = (&'a Captures, Material)> {
        let lists = self.setup.captures(side);
        [0, 1].into_iter().filter_map(move |kind| Some((lists.turned(square, kind), lists.left[kind]?)))
    }

    /// The rank, for each placement of what is `left` of the other side, of having jumped to `at`, with `moved` the
    /// mover's pieces after it. 0 where the pieces overlap.
    fn landed(&self, moved: Pieces<Squares>, at: u8, left: Material, pool: &mut Pool) -> Vec<u8> {
        let columns = self.setup.slots(left);
        let mut ranks = pool.zeros(columns.len());
        if self.setup.board.is_enemy_castle(at) || left.pieces() == 0 {
            for (word, &real) in columns.real().iter().enumerate() {
                let overlap = moved.all().iter().fold(0, |overlap, square| overlap | columns.has_turned(square)[word]);
                for bit in BitIter(real & !overlap) {
                    ranks[64 * word + bit] = WIN;
                }
            }
            return ranks;
        }
        let table = self.setup.ranked(left, self.sides.mover.material);
        let (row, mirrored) = self.sides.mover.canonical(self.sides.mover.slot_of(moved));
        columns.copy_bytes(table.row(row), mirrored, &mut ranks);

        // Where the series must go on, the best of the next jumps takes the place of the table's value.
        let mut next = None;
        let others = moved.without(at);
        for leap in self.setup.board.leaps(at) {
            if others.all().contains(leap.over) || others.all().contains(leap.land) {
                continue;
            }
            for (captures, left) in self.captures(left, leap.over) {
                let landed = self.landed(others.with(leap.land, moved.knights.contains(at)), leap.land, left, pool);
                let next = next.get_or_insert_with(|| pool.zeros(columns.len()));
                kernel::scatter_max(next, &captures.before, &landed, &captures.after);
                pool.give_back(landed);
            }
        }
        if let Some(next) = next {
            for (rank, &next) in ranks.iter_mut().zip(&next) {
                if *rank != 0 && next != 0 {
                    *rank = next;
                }
            }
            pool.give_back(next);
        }
        ranks
    }
}

/// The bits of a word that are set, lowest first.
pub(super) struct BitIter(pub u64);

impl Iterator for BitIter {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
