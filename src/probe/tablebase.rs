//! [`Tablebase`]: values and ranked moves of any position the tables reach.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use thiserror::Error;

use crate::game::{
    Board, Ending, Game, Move, Position, SquareSet, TooManyMoves, Value, View, duty, ending, stuck_value, successors,
    with_squares,
};
use crate::index::{Material, TableName};
use crate::table::{Catalog, Table, TableError, TableErrorKind};

/// Why a position has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// A table that is needed is missing or damaged.
    #[error(transparent)]
    Table(#[from] Box<TableError>),
    /// A side has more pieces than a game gives it, so that no table can hold the position.
    #[error("no table can hold {side} in {game}: a side has at most {} pieces, {} Knights and {} Men", .most[2], .most[0], .most[1])]
    TooManyPieces {
        /// The material.
        side: Material,
        /// The game.
        game: Game,
        /// The most Knights, Men and pieces that the game gives a side.
        most: [u8; 3],
    },
    /// The moves cannot be listed.
    #[error(transparent)]
    TooManyMoves(#[from] TooManyMoves),
}

impl ProbeError {
    /// Whether the value is unknown for want of a table, and not because something is wrong with one.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        match self {
            Self::Table(error) => matches!(error.kind, TableErrorKind::Missing),
            Self::TooManyPieces { .. } => true,
            Self::TooManyMoves(_) => false,
        }
    }
}

impl From<TableError> for ProbeError {
    fn from(error: TableError) -> Self {
        Self::Table(Box::new(error))
    }
}

/// A folder of tables, opened as they are needed, and what can be asked of them.
///
/// Any number of threads may ask at the same time; they share a bounded cache of decoded blocks.
///
/// ```no_run
/// use roundtable::game::{Position, Value};
/// use roundtable::probe::Tablebase;
/// use roundtable::table::{Catalog, default_dir};
///
/// let tablebase = Tablebase::new(Catalog::new(default_dir().unwrap()));
/// let start: Position = "camette".parse().unwrap();
/// println!("{}", tablebase.value(&start)?);
/// for ranked in tablebase.moves(&start)? {
///     println!("{} {}", ranked.played, ranked.value);
/// }
/// # Ok::<(), roundtable::probe::ProbeError>(())
/// ```
#[derive(Debug)]
pub struct Tablebase {
    catalog: Catalog,
    /// For each game, its tables by the material of both sides.
    tables: [Vec<OnceLock<Table>>; Game::ALL.len()],
}

/// A legal move and what it is worth.
#[derive(Clone, Debug)]
pub struct RankedMove {
    /// The move.
    pub played: Move,
    /// Its value for the player who makes it, the move itself counted: `Win(1)` wins at once.
    pub value: Value,
}

impl RankedMove {
    /// The value of the position after the move, for the opponent, who is to move there.
    #[must_use]
    pub const fn value_after(&self) -> Value {
        self.value.after()
    }

    /// The order of moves everywhere: fastest win first, then draws, then the slowest loss; equals by their text.
    #[must_use]
    pub fn sort_key(&self) -> impl Ord + use<> {
        (Reverse(self.value.rank()), self.played.to_string())
    }
}

impl Tablebase {
    /// The tables of a folder. None is opened yet.
    #[must_use]
    pub fn new(catalog: Catalog) -> Self {
        let tables = Game::ALL.map(|game| {
            let sides = Material::numbers(game);
            (0..sides * sides).map(|_| OnceLock::new()).collect()
        });
        Self { catalog, tables }
    }

    /// The folder.
    #[must_use]
    pub const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// A table, opened when first asked for.
    ///
    /// # Errors
    /// If it is missing or damaged.
    pub fn table(&self, name: TableName) -> Result<&Table, ProbeError> {
        if !name.is_possible() {
            return Err(too_many_pieces(name));
        }
        let place = &self.tables[name.game() as usize][slot(name)];
        if let Some(table) = place.get() {
            return Ok(table);
        }
        // Two threads may open the same table at the same time; one of them is kept.
        let table = self.catalog.open(name)?;
        Ok(place.get_or_init(|| table))
    }

    /// The value of a position for the player to move, ended games and stuck players included.
    ///
    /// # Errors
    /// If a table that is needed is missing or damaged, or none can hold the position.
    pub fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        let view = position.view();
        with_squares!(position.game(), S => self.value_of::<S>(position.game(), &view.narrow()))
    }

    /// The legal moves with their values, best first. Empty if the game is over.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn moves(&self, position: &Position) -> Result<Vec<RankedMove>, ProbeError> {
        let mut ranked = Vec::new();
        for played in position.try_legal_moves()? {
            let value = self.value(played.after())?.before();
            ranked.push(RankedMove { played, value });
        }
        ranked.sort_by_cached_key(RankedMove::sort_key);
        Ok(ranked)
    }

    /// The value of a view, in a set of squares that holds the board: what is stored, or the best capture.
    fn value_of<S: SquareSet>(&self, game: Game, view: &View<S>) -> Result<Value, ProbeError> {
        let board = game.board();
        if let Some(ending) = ending(board, view) {
            return Ok(ending.value());
        }
        let (name, _) = TableName::holding(game, view);
        match self.table(name) {
            Ok(table) => {
                if let Some(value) = table.stored(view)? {
                    return Ok(value);
                }
            }
            Err(error) if error.is_unknown() => match value_by_rules(board, view) {
                Some(value) => return Ok(value),
                None if duty(board, view).must_capture => {}
                None => return Err(error),
            },
            Err(error) => return Err(error),
        }
        // Not stored, since the player must jump: every move leads to a smaller table.
        let mut best: Option<Value> = None;
        let mut unknown = None;
        let searched = successors(board, view, |after| match self.value_of(game, &after.turned(board)) {
            Ok(value) => {
                let value = value.before();
                if best.is_none_or(|best| value.rank() > best.rank()) {
                    best = Some(value);
                }
                // No capture is worth more than a win at once.
                if value == Value::Win(1) { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
            }
            Err(error) if error.is_unknown() => {
                unknown.get_or_insert(error);
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(error)),
        });
        if let ControlFlow::Break(result) = searched {
            result?;
            unknown = None;
        }
        unknown.map_or_else(|| Ok(best.unwrap_or_else(|| stuck_value(board, view))), Err)
    }
}

/// What a position is worth that needs no table: its player is stuck, or has a move that wins at once.
fn value_by_rules<S: SquareSet>(board: &Board, view: &View<S>) -> Option<Value> {
    let mut stuck = true;
    let wins = successors(board, view, |after| {
        stuck = false;
        match ending(board, &after.turned(board)).map(Ending::value) {
            Some(Value::Loss(_)) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    if wins.is_break() { Some(Value::Win(1)) } else { stuck.then(|| stuck_value(board, view)) }
}

/// The place of a possible table among those of its game.
fn slot(name: TableName) -> usize {
    let [larger, smaller] = name.sides().map(|side| side.number(name.game()));
    larger * Material::numbers(name.game()) + smaller
}

fn too_many_pieces(name: TableName) -> ProbeError {
    let impossible = |side: &Material| !side.is_possible(name.game());
    let side = name.sides().into_iter().find(impossible).unwrap_or(name.sides()[0]);
    ProbeError::TooManyPieces { side, game: name.game(), most: name.game().most() }
}
