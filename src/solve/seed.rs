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

use crate::game::{Board, Side, SquareSet, Squares, Value};
use crate::index::Material;

use super::bits::{BitIter, Group};
use super::cells::{Block, COLUMNS, DEPTH_BITS, equal_group};
use super::kernel::{self, Kernels, Lanes, Task};
use super::rank;
use super::rows::{Canters, Enemies, Reached, RowMoves, Sides};
use super::setup::{CaptureLists, Ranked, Setup};
use super::slots::{Captures, Slots};

/// Buffers to use again.
#[derive(Default)]
pub(super) struct Scratch {
    bytes: Vec<Vec<u8>>,
    reached: Reached,
}

impl Scratch {
    /// A buffer with any bytes in it.
    fn any(&mut self, len: usize) -> Vec<u8> {
        let mut buffer = self.bytes.pop().unwrap_or_default();
        buffer.resize(len, 0);
        buffer
    }

    fn zeros(&mut self, len: usize) -> Vec<u8> {
        let mut buffer = self.any(len);
        buffer.fill(0);
        buffer
    }

    fn give_back(&mut self, buffer: Vec<u8>) {
        self.bytes.push(buffer);
    }
}

/// Seeds rows of one half of a table.
pub(super) struct Seeder<'a> {
    sides: Sides<'a>,
    kernels: Kernels,
    /// What the other side has and may be left with.
    enemies: Vec<Enemy<'a>>,
    /// Whether the other side can win at all, be it by blocking the mover: in Camelot that takes two pieces (rules 12 and 13).
    can_lose: bool,
}

/// What captures may leave of the other side.
struct Enemy<'a> {
    slots: &'a Slots,
    captures: &'a CaptureLists,
    /// What is left once a Man or a Knight is captured.
    left: [Option<usize>; 2],
    /// The finished half with this side to move.
    table: Option<&'a Ranked>,
    /// A row of wins.
    won: Vec<u8>,
    /// The row if the game is over once this is left.
    over: Option<Vec<u8>>,
}

const WIN: u8 = match rank::rank(Value::Win(1)) {
    Some(rank) => rank,
    None => unreachable!(),
};

/// The rank of a capture that ends the game by what pieces it leaves (rules 10, 12 and 13): the last enemy piece is
/// captured, or, in Camelot, neither side has the two pieces that a win needs.
fn over(board: &Board, mover: Material, left: Material) -> Option<u8> {
    if mover.pieces().max(left.pieces()) < board.pieces_to_win() {
        rank::rank(Value::Draw)
    } else {
        (left.pieces() == 0).then_some(WIN)
    }
}

impl<'a> Seeder<'a> {
    pub(super) fn new(setup: &'a Setup, sides: Sides<'a>, kernels: Kernels) -> Self {
        let mut materials = vec![sides.other.material];
        let mut enemies = Vec::new();
        while let Some(&material) = materials.get(enemies.len()) {
            let captures = setup.captures(material);
            let mut number = |left: Material| {
                materials.iter().position(|&known| known == left).unwrap_or_else(|| {
                    materials.push(left);
                    materials.len() - 1
                })
            };
            let slots = &**setup.slots(material);
            let row_of = |rank: u8| {
                let mut row = vec![0; slots.len()];
                slots.slots().iter().for_each(|&slot| row[slot as usize] = rank);
                row
            };
            enemies.push(Enemy {
                slots,
                captures,
                left: captures.left.map(|left| left.map(&mut number)),
                table: setup.ranked(material, sides.mover.material),
                won: row_of(WIN),
                over: over(sides.board, sides.mover.material, material).map(row_of),
            });
        }
        let can_lose = sides.other.material.pieces() >= sides.board.pieces_to_win();
        Self { sides, kernels, enemies, can_lose }
    }

    /// Seeds the row of `own`, whose quiet moves are given, in all blocks of a strip.
    pub(super) fn row(
        &self,
        own: Side<Squares>,
        quiet: &RowMoves,
        blocks: &mut [&mut Block],
        row: usize,
        scratch: &mut Scratch,
    ) {
        let other = self.sides.other;
        let mut jumps = scratch.zeros(other.len());
        self.best_jumps(own, &mut jumps, scratch);
        let charges = self.best_charges(own, scratch);
        for (group, block) in blocks.iter_mut().enumerate() {
            let overlap = own
                .all()
                .iter()
                .fold(Group::EMPTY, |overlap, square| overlap | Group::of(other.has_turned(square), group));
            let goal = if quiet.has_goal() {
                quiet.goal(Enemies { slots: other, group }, &mut scratch.reached)
            } else {
                Group::EMPTY
            };
            self.kernels.run(SeedGroup {
                block,
                row,
                jumps: &mut jumps.as_chunks_mut().0[group],
                charges: charges.as_ref().map(|charges| &charges.as_chunks().0[group]),
                valid: Group::of(other.real(), group) & !overlap,
                goal,
                can_lose: self.can_lose,
            });
        }
        scratch.give_back(jumps);
        scratch.bytes.extend(charges);
    }

    /// The best jump of each column: 0 where there is none.
    fn best_jumps(&self, own: Side<Squares>, best: &mut [u8], scratch: &mut Scratch) {
        let board = self.sides.board;
        let mut jumps = Vec::new();
        for from in self.sides.movers(own).iter() {
            let (all, others) = (own.all(), own.without(from).all());
            for leap in board.leaps(from) {
                if !all.contains(leap.over) && !others.contains(leap.land) {
                    jumps.push((leap.over, leap.land, from));
                }
            }
        }
        jumps.sort_unstable();
        for same_enemy in jumps.chunk_by(|a, b| a.0 == b.0) {
            let over = same_enemy[0].0;
            for (captures, left) in self.captures(0, over) {
                // The best jump over this enemy, then to the columns in one go.
                let mut ranks = None;
                for &(_, land, from) in same_enemy {
                    let moved = own.without(from).with(land, own.pieces.knights.contains(from));
                    let landed = self.landed(moved, land, left, scratch);
                    match &mut ranks {
                        None => ranks = Some(landed),
                        Some(ranks) => {
                            self.kernels.max_into(ranks, &landed);
                            scratch.give_back(landed);
                        }
                    }
                }
                if let Some(ranks) = ranks {
                    kernel::scatter_max(best, &ranks, captures);
                    scratch.give_back(ranks);
                }
            }
        }
    }

    /// The best charge of each column, 0 where there is none; `None` if the row has none in any column.
    fn best_charges(&self, own: Side<Squares>, scratch: &mut Scratch) -> Option<Vec<u8>> {
        let board = self.sides.board;
        let other = self.sides.other;
        let mut best = None;
        for from in self.sides.movers(own).intersection(own.pieces.knights).iter() {
            let others = own.without(from);
            let mut canters = Canters::default();
            canters.add(board, others.all(), from, true, false);
            if canters.squares.is_empty() {
                continue;
            }
            let mut masks = vec![Vec::with_capacity(other.words); canters.squares.len()];
            for group in 0..other.groups() {
                let reached = canters.reach(Enemies { slots: other, group }, &mut scratch.reached);
                masks.iter_mut().zip(reached).for_each(|(mask, reached)| mask.extend(reached.0));
            }
            for (canter, mask) in canters.squares.iter().zip(&masks) {
                if board.is_enemy_castle(canter.to) {
                    continue;
                }
                for leap in board.leaps(canter.to) {
                    if others.all().contains(leap.over) || others.all().contains(leap.land) {
                        continue;
                    }
                    for (captures, left) in self.captures(0, leap.over) {
                        let landed = self.landed(others.with(leap.land, true), leap.land, left, scratch);
                        let best = best.get_or_insert_with(|| scratch.zeros(other.len()));
                        kernel::scatter_max_masked(best, &landed, captures, mask);
                        scratch.give_back(landed);
                    }
                }
            }
        }
        best
    }

    /// The captures of a piece of an enemy on a square in the mover's view, and what they leave: of a Man, of a Knight, as
    /// the enemy has.
    fn captures(&self, enemy: usize, square: u8) -> impl Iterator<Item = (&'a Captures, usize)> {
        let Enemy { captures, left, .. } = self.enemies[enemy];
        [0, 1].into_iter().filter_map(move |kind| Some((captures.turned(square, kind), left[kind]?)))
    }

    /// The rank, for each placement of what is `left` of the other side, of having jumped to `at`, with `moved` the
    /// mover's pieces after it. 0 where an enemy is in the way there; other columns with overlapping pieces are no position
    /// before the jump either, and hold anything.
    fn landed(&self, moved: Side<Squares>, at: u8, left: usize, scratch: &mut Scratch) -> Vec<u8> {
        let Enemy { slots: columns, table, ref won, ref over, .. } = self.enemies[left];
        let mut ranks = scratch.any(columns.len());
        let decided = if self.sides.takes_castle(at, moved.all()) { Some(won) } else { over.as_ref() };
        if let Some(decided) = decided {
            ranks.copy_from_slice(decided);
            if columns.material.pieces() > 0 {
                self.kernels.run(ClearRow { bytes: &mut ranks, positions: columns.has_turned(at) });
            }
            return ranks;
        }
        let table = table.expect("a plan has the tables that captures lead to, smaller ones first");
        let (row, mirrored) = self.sides.mover.canonical(self.sides.mover.slot_of(moved));
        columns.copy_bytes(table.row(row), mirrored, &mut ranks, self.kernels);
        if self.sides.board.is_enemy_castle(at) {
            return ranks;
        }

        // Where the series must go on, the best of the next jumps takes the place of the table's value.
        let mut next = None;
        let others = moved.without(at);
        let taken = others.all();
        for leap in self.sides.board.leaps(at) {
            if taken.contains(leap.over) || taken.contains(leap.land) {
                continue;
            }
            for (captures, left) in self.captures(left, leap.over) {
                let landed =
                    self.landed(others.with(leap.land, moved.pieces.knights.contains(at)), leap.land, left, scratch);
                let next = next.get_or_insert_with(|| scratch.zeros(columns.len()));
                kernel::scatter_max(next, &landed, captures);
                scratch.give_back(landed);
            }
        }
        if let Some(next) = next {
            self.kernels.replace_nonzero(&mut ranks, &next);
            scratch.give_back(next);
        }
        ranks
    }
}

/// Clears bytes whose bit is set.
struct ClearRow<'a> {
    bytes: &'a mut [u8],
    positions: &'a [u64],
}

impl Task for ClearRow<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (group, bytes) in self.bytes.as_chunks_mut().0.iter_mut().enumerate() {
            keep(bytes, !Group::of(self.positions, group));
        }
    }
}

/// Clears the bytes whose bit is not set.
#[inline(always)]
fn keep(bytes: &mut [u8; COLUMNS], positions: Group) {
    for (bytes, positions) in
        bytes.as_chunks_mut::<8>().0.iter_mut().zip(positions.0.iter().flat_map(|word| word.to_le_bytes()))
    {
        // Each byte of the number has its own bit of the eight, then all or nothing.
        let bits = u64::from(positions).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let tops = ((bits + 0x7f7f_7f7f_7f7f_7f7f) | bits) & 0x8080_8080_8080_8080;
        let mask = (tops << 1).wrapping_sub(tops >> 7);
        *bytes = (u64::from_le_bytes(*bytes) & mask).to_le_bytes();
    }
}

/// Fills a row of a block from the ranks of the best jumps and charges.
struct SeedGroup<'a> {
    block: &'a mut Block,
    row: usize,
    jumps: &'a mut [u8; COLUMNS],
    charges: Option<&'a [u8; COLUMNS]>,
    valid: Group,
    /// Where a quiet move takes the enemy castle.
    goal: Group,
    /// Whether the other side can win at all.
    can_lose: bool,
}

impl Task for SeedGroup<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { block, row, jumps, charges, valid, goal, can_lose } = self;
        if valid.is_empty() {
            return;
        }
        let quiet = valid & equal_group::<L>(jumps, 0);
        let goal = quiet & goal;
        // What a charge or a step onto the castle saves from loss, for now or for good.
        let mut saved = goal;
        if let Some(charges) = charges {
            jumps.iter_mut().zip(charges).for_each(|(jump, &charge)| *jump = charge.max(*jump));
            saved |= quiet & !equal_group::<L>(charges, 0);
        }
        for (word, goal) in goal.0.into_iter().enumerate() {
            BitIter(goal).for_each(|bit| jumps[64 * word + bit] = WIN);
        }
        let codes = &mut block.codes[row];
        codes.iter_mut().zip(&*jumps).for_each(|(code, &jump)| *code = rank::code(jump));
        keep(codes, valid);
        for (depths, codes) in block.depths.iter_mut().zip(codes.as_chunks::<64>().0) {
            *depths |= codes.iter().fold(0, |depths, &code| depths | DEPTH_BITS[usize::from(code)]);
        }
        for (word, saved) in saved.0.into_iter().enumerate() {
            for bit in BitIter(saved) {
                block.pending |= DEPTH_BITS[usize::from(codes[64 * word + bit])];
            }
        }
        block.unresolved[row] = quiet;
        block.may_lose[row] = if can_lose { quiet & !saved } else { Group::EMPTY };
    }
}
