//! The quiet moves of a whole row: of one placement of the player to move, for all placements of the other side at once.
//!
//! A move that captures nothing leads from row to row and keeps the column. Where its target squares must be free of the
//! other side, the target row says so by itself: cells with overlapping pieces are preset there. Only canters that depend
//! on more of the other side than the square they end on need a mask of columns.

use crate::game::{Board, CASTLE_MOVES, Side, SquareSet, Squares};

use super::bits::Group;
use super::slots::Slots;

/// The quiet moves of a row, as the rows that hold the opponent's positions after them: the canonical placements of the
/// mover's pieces.
#[derive(Debug, Default)]
pub(super) struct RowMoves {
    /// Moves to rows as they stand.
    pub straight: Vec<u32>,
    /// Moves to rows that must be read mirrored.
    pub mirrored: Vec<u32>,
    /// Moves that are legal only in some columns.
    pub masked: Vec<MaskedMove>,
    /// Canters, for the masks of those moves. All masks together would take more memory than any table of bits, and take
    /// little to make again.
    canters: Canters,
    /// Squares by which a step or a Man's leap takes the enemy castle, each if it is free.
    goals: Vec<u8>,
    /// Canters that take it otherwise.
    canter_goals: Vec<u16>,
}

/// A quiet move that is legal only where a canter reaches its square.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaskedMove {
    pub row: u32,
    pub mirrored: bool,
    canter: u16,
}

/// The enemies' squares in a group of columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Enemies<'a> {
    pub slots: &'a Slots,
    pub group: usize,
}

impl Enemies<'_> {
    /// The columns in which an enemy stands on `square`.
    #[inline(always)]
    fn on(self, square: u8) -> Group {
        Group::of(self.slots.has_turned(square), self.group)
    }
}

/// Room to work out [`Canters::reach`].
#[derive(Debug, Default)]
pub(super) struct Reached {
    open: Vec<Group>,
    reached: Vec<Group>,
}

impl RowMoves {
    /// Works out the columns in which canters reach their squares, if any move depends on it.
    #[inline(always)]
    pub(super) fn reach(&self, enemies: Enemies<'_>, reached: &mut Reached) {
        self.canters.reach(enemies, reached);
    }

    /// The columns in which a masked move is legal.
    #[inline(always)]
    pub(super) fn legal(quiet: MaskedMove, reached: &Reached) -> Group {
        reached.reached[usize::from(quiet.canter)]
    }

    /// Whether a quiet move may take the enemy castle.
    pub(super) fn has_goal(&self) -> bool {
        !self.goals.is_empty() || !self.canter_goals.is_empty()
    }

    /// The columns in which a quiet move takes the enemy castle.
    pub(super) fn goal(&self, enemies: Enemies<'_>, reached: &mut Reached) -> Group {
        let mut goal = Group::EMPTY;
        for &square in &self.goals {
            goal |= !enemies.on(square);
        }
        if !self.canter_goals.is_empty() {
            self.reach(enemies, reached);
            for &canter in &self.canter_goals {
                goal |= reached.reached[usize::from(canter)];
            }
        }
        goal
    }

    /// Bytes that the moves of a row take beside the row itself.
    pub(super) fn memory(&self) -> usize {
        4 * (self.straight.capacity() + self.mirrored.capacity())
            + size_of::<MaskedMove>() * self.masked.capacity()
            + self.canters.memory()
            + self.goals.capacity()
            + 2 * self.canter_goals.capacity()
    }

    fn shrink(&mut self) {
        if self.masked.is_empty() && self.canter_goals.is_empty() {
            self.canters = Canters::default();
        }
        self.straight.shrink_to_fit();
        self.mirrored.shrink_to_fit();
        self.masked.shrink_to_fit();
        self.canters.squares.shrink_to_fit();
        self.canters.exposures.shrink_to_fit();
        self.canters.leaps.shrink_to_fit();
    }
}

/// One side against the other, as the geometry of rows and columns sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<'a> {
    pub board: &'a Board,
    pub mover: &'a Slots,
    pub other: &'a Slots,
}

impl Sides<'_> {
    /// The pieces that may move (rules 7 and 14), castle moves aside.
    pub(super) fn movers(&self, own: Side<Squares>) -> Squares {
        let leaving = own.all().intersection(self.board.own_castle());
        if leaving.is_empty() { own.all().difference(self.board.enemy_castle()) } else { leaving }
    }

    /// Whether a piece that gets to a square takes the enemy castle, with `own` its side, whether that piece still counts or
    /// not.
    pub(super) fn takes_castle(&self, square: u8, own: Squares) -> bool {
        // Asked of every landing: the set is made for the few that can.
        let rest = || self.board.enemy_castle::<Squares>().without(square);
        self.board.is_enemy_castle(square) && rest().difference(own).is_empty()
    }

    /// The castle move of a side (rule 14), if it has one to make where the other square is free.
    fn castle_move(&self, own: Side<Squares>) -> Option<Side<Squares>> {
        let castle = self.board.enemy_castle::<Squares>();
        let from = own.all().intersection(castle).first()?;
        let to = castle.without(from).first()?;
        let barred =
            own.castle_moves >= CASTLE_MOVES || self.movers(own).intersection(self.board.own_castle()).len() > 0;
        let moved = own.without(from).with(to, own.pieces.knights.contains(from));
        (!barred).then_some(Side { castle_moves: own.castle_moves + 1, ..moved })
    }

    /// The quiet moves of the row of `own`.
    pub(super) fn quiet_moves(&self, own: Side<Squares>) -> RowMoves {
        let mut row = RowMoves::default();
        for from in self.movers(own).iter() {
            let (knight, others) = (own.pieces.knights.contains(from), own.without(from));
            let steps =
                self.board.neighbours::<Squares>(from).difference(others.all()).difference(self.board.own_castle());
            for to in steps.iter() {
                if self.takes_castle(to, others.all()) {
                    row.goals.push(to);
                } else {
                    self.add(&mut row, others.with(to, knight), None);
                }
            }
            let first = row.canters.squares.len();
            row.canters.add(self.board, others.all(), from, knight, true);
            for canter in first..row.canters.squares.len() {
                let to = row.canters.squares[canter].to;
                // A Man's direct leap needs but a free square to land on, which the target row knows.
                let free_is_enough = !knight && row.canters.squares[canter].direct;
                match (self.takes_castle(to, others.all()), free_is_enough) {
                    (true, true) => row.goals.push(to),
                    (true, false) => row.canter_goals.push(canter as u16),
                    (false, _) => {
                        self.add(&mut row, others.with(to, knight), (!free_is_enough).then_some(canter as u16));
                    }
                }
            }
        }
        if let Some(moved) = self.castle_move(own) {
            self.add(&mut row, moved, None);
        }
        row.shrink();
        row
    }

    fn add(&self, row: &mut RowMoves, moved: Side<Squares>, canter: Option<u16>) {
        let (target, mirrored) = self.mover.canonical(self.mover.slot_of(moved));
        match canter {
            Some(canter) => row.masked.push(MaskedMove { row: target as u32, mirrored, canter }),
            None if mirrored => row.mirrored.push(target as u32),
            None => row.straight.push(target as u32),
        }
    }
}

/// The squares that canters of a row's pieces may reach, and the leaps that lead there.
#[derive(Debug, Default)]
pub(super) struct Canters {
    pub squares: Vec<Canter>,
    /// Jumps that would expose a Knight: the square of the enemy, and the one to land on.
    exposures: Vec<[u8; 2]>,
    /// Leaps from a canter to another, or from the piece's own square.
    leaps: Vec<[u16; 2]>,
    /// Whether leaps lead back to canters found before.
    cyclic: bool,
}

/// A square that canters reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canter {
    pub to: u8,
    /// Whether one leap leads there.
    direct: bool,
    /// Where its exposures end; they begin where those of the canter before do.
    exposures_end: u16,
}

/// Stands for the piece's own square.
const START: u16 = u16::MAX;

impl Canters {
    /// Adds every square that canters of a piece from `from` may reach: quiet canters, or those that a charge goes on
    /// from. The squares are found in the order of their distance.
    pub(super) fn add(&mut self, board: &Board, others: Squares, from: u8, knight: bool, quiet: bool) {
        let keeps_off = quiet && knight && !board.rules().open_canters;
        let first = self.squares.len();
        let mut at = START;
        loop {
            let square = if at == START { from } else { self.squares[usize::from(at)].to };
            if !board.is_enemy_castle(square) {
                for leap in board.leaps(square) {
                    let blocked = others.contains(leap.land) || leap.land == from || board.is_own_castle(leap.land);
                    if blocked || !others.contains(leap.over) {
                        continue;
                    }
                    let known = self.squares[first..].iter().position(|canter| canter.to == leap.land);
                    let known = known.map_or_else(
                        || {
                            if keeps_off && !board.is_enemy_castle(leap.land) {
                                self.expose(board, others, leap.land);
                            }
                            let exposures_end = self.exposures.len() as u16;
                            self.squares.push(Canter { to: leap.land, direct: at == START, exposures_end });
                            self.squares.len() - 1
                        },
                        |known| known + first,
                    );
                    self.cyclic |= at != START && known <= usize::from(at);
                    self.leaps.push([at, known as u16]);
                }
            }
            let next = if at == START { first } else { usize::from(at) + 1 };
            if next == self.squares.len() {
                break;
            }
            at = next as u16;
        }
    }

    /// Notes the jumps that a Knight on `at` would have (rule 6), with `others` the rest of its side.
    fn expose(&mut self, board: &Board, others: Squares, at: u8) {
        for leap in board.leaps(at) {
            if !others.contains(leap.over) && !others.contains(leap.land) {
                self.exposures.push([leap.over, leap.land]);
            }
        }
    }

    /// The columns in which each canter gets to its square. Reach spreads along the leaps until nothing changes.
    #[inline(always)]
    pub(super) fn reach<'r>(&self, enemies: Enemies<'_>, reached: &'r mut Reached) -> &'r [Group] {
        let Reached { open, reached } = reached;
        open.clear();
        let mut exposure = 0;
        for canter in &self.squares {
            let mut closed = enemies.on(canter.to);
            for &[over, land] in &self.exposures[exposure..usize::from(canter.exposures_end)] {
                closed |= enemies.on(over) & !enemies.on(land);
            }
            exposure = usize::from(canter.exposures_end);
            open.push(!closed);
        }
        reached.clear();
        reached.resize(self.squares.len(), Group::EMPTY);
        loop {
            let mut changed = false;
            for &[before, after] in &self.leaps {
                let after = usize::from(after);
                let new = if before == START { Group::FULL } else { reached[usize::from(before)] } & open[after];
                changed |= self.cyclic && !(new & !reached[after]).is_empty();
                reached[after] |= new;
            }
            if !changed {
                return reached;
            }
        }
    }

    fn memory(&self) -> usize {
        size_of::<Canter>() * self.squares.capacity() + 2 * self.exposures.capacity() + 4 * self.leaps.capacity()
    }
}
