//! Material, and the names of tables: `KMMM-KMM`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::{Game, Pieces, SquareSet, View};

use super::numbering::Numbering;
use super::ranking::MAX_SUBSET;

/// How many Knights and Men a side has. Written `KMM`. Ordered as in table names: more pieces first makes a side the
/// larger, then more Knights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    /// Knights.
    pub knights: u8,
    /// Men.
    pub men: u8,
}

impl Material {
    /// Whether a side of the game can have these pieces, in some variant: at least one, at most so many of each kind, and
    /// together no more than at the start.
    #[must_use]
    pub fn is_possible(self, game: Game) -> bool {
        let [knights, men, pieces] = game.most();
        self.knights <= knights && self.men <= men && 0 < self.pieces() && self.pieces() <= pieces
    }

    /// The material of one side.
    #[inline]
    #[must_use]
    pub fn of<S: SquareSet>(pieces: Pieces<S>) -> Self {
        Self { knights: pieces.knights.len() as u8, men: pieces.men.len() as u8 }
    }

    /// How many pieces.
    #[inline]
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.knights + self.men
    }

    /// How many [numbers](Self::number) sides of a game have, none at all included.
    #[must_use]
    pub fn numbers(game: Game) -> usize {
        let [knights, men, _] = game.most();
        (usize::from(knights) + 1) * (usize::from(men) + 1)
    }

    /// The number of a side among those of its game, to look things up by.
    #[inline]
    #[must_use]
    pub fn number(self, game: Game) -> usize {
        let [_, men, _] = game.most();
        usize::from(self.knights) * (usize::from(men) + 1) + usize::from(self.men)
    }

    /// What is left after one piece is captured.
    pub fn captured(self) -> impl Iterator<Item = Self> {
        let knight = self.knights.checked_sub(1).map(|knights| Self { knights, ..self });
        let man = self.men.checked_sub(1).map(|men| Self { men, ..self });
        [knight, man].into_iter().flatten()
    }
}

impl PartialOrd for Material {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Material {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.pieces(), self.knights).cmp(&(other.pieces(), other.knights))
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.knights).try_for_each(|_| f.write_str("K"))?;
        (0..self.men).try_for_each(|_| f.write_str("M"))
    }
}

/// Which side of a table is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Half {
    /// The side named first, the larger.
    First,
    /// The side named second. A table of two equal sides has no such half: a position with the other side to move is
    /// the same position with colours exchanged.
    Second,
}

/// The name of a table: a game and the material of two sides, the larger first.
///
/// ```
/// use roundtable::index::TableName;
///
/// let name: TableName = "camette:KMM-MMM".parse().unwrap();
/// assert_eq!(name.to_string(), "KMM-MMM");
/// let [larger, smaller] = name.sides();
/// assert!(larger > smaller && larger.pieces() == smaller.pieces());
/// assert!("camette:MMM-KMM".parse::<TableName>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableName {
    game: Game,
    larger: Material,
    smaller: Material,
}

impl TableName {
    /// The table of two sides, in any order.
    #[must_use]
    pub fn new(game: Game, a: Material, b: Material) -> Self {
        Self { game, larger: a.max(b), smaller: a.min(b) }
    }

    /// The table that holds a position, and whose turn it is there.
    #[inline]
    #[must_use]
    pub fn holding<S: SquareSet>(game: Game, view: &View<S>) -> (Self, Half) {
        let (own, enemy) = (Material::of(view.own), Material::of(view.enemy));
        let half = if own >= enemy { Half::First } else { Half::Second };
        (Self::new(game, own, enemy), half)
    }

    /// The game.
    #[must_use]
    pub const fn game(self) -> Game {
        self.game
    }

    /// Whether both sides can be sides of the game, in a position that is not over.
    #[must_use]
    pub fn is_possible(self) -> bool {
        self.larger.is_possible(self.game) && self.smaller.is_possible(self.game) && !self.is_over()
    }

    /// Whether the placements of both sides are few enough to be numbered, as those of every table that can be made are.
    #[must_use]
    pub fn is_numbered(self) -> bool {
        let few = |side: Material| {
            usize::from(side.pieces()) <= MAX_SUBSET && Numbering::new(self.game, side).len() < u64::from(u32::MAX)
        };
        self.sides().into_iter().all(few)
    }

    /// Whether the game is over with such material, whatever stands where: in Camelot, a piece each is a draw (rule 13).
    #[must_use]
    pub fn is_over(self) -> bool {
        self.larger.pieces() < self.game.board().pieces_to_win()
    }

    /// Both sides, the larger first.
    #[must_use]
    pub const fn sides(self) -> [Material; 2] {
        [self.larger, self.smaller]
    }

    /// The halves of the table: one for equal sides, else two.
    #[must_use]
    pub fn halves(self) -> &'static [Half] {
        if self.larger == self.smaller { &[Half::First] } else { &[Half::First, Half::Second] }
    }

    /// The material of the player to move and of the opponent in one half.
    #[must_use]
    pub const fn mover_and_other(self, half: Half) -> [Material; 2] {
        match half {
            Half::First => [self.larger, self.smaller],
            Half::Second => [self.smaller, self.larger],
        }
    }

    /// How many pieces both sides have.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.larger.pieces() + self.smaller.pieces()
    }

    /// The tables that one capture leads to.
    pub fn after_capture(self) -> impl Iterator<Item = Self> {
        let first = self.larger.captured().map(move |left| (left, self.smaller));
        let second = self.smaller.captured().map(move |left| (self.larger, left));
        first
            .chain(second)
            .filter(|(a, b)| a.pieces() > 0 && b.pieces() > 0)
            .map(move |(a, b)| Self::new(self.game, a, b))
            .filter(|name| !name.is_over())
    }

    /// The name with its game: `camette:KMMM-KMM`, to be written.
    #[must_use]
    pub fn qualified(self) -> String {
        format!("{}:{self}", self.game.name())
    }
}

/// Fewer pieces come first, so that every table comes after those that its captures lead to.
impl Ord for TableName {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |name: &Self| (name.game, name.pieces(), name.larger, name.smaller);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for TableName {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}", self.larger, self.smaller))
    }
}

/// Why a text names no table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableNameError {
    /// The game before the colon is none of the family.
    #[error("there is no game `{0}`: write `camette`, `cam` or `camelot` before the colon")]
    Game(String),
    /// The text has not the form of two sides.
    #[error("`{0}` is no table name: write two sides such as KMMM-KMM, Knights before Men")]
    Form(String),
    /// The smaller side stands first.
    #[error("`{given}` names the smaller side first: the table is called {right}")]
    Order {
        /// The text.
        given: String,
        /// The table's name.
        right: TableName,
    },
    /// The game is over with such material.
    #[error("`{given}` needs no table: by the rules of {game} the game is drawn when each side has one piece left")]
    Over {
        /// The text.
        given: String,
        /// The game.
        game: Game,
    },
    /// A side has more Knights or more Men than the game has.
    #[error("`{given}` has a side with too many pieces of a kind: {game} has at most {} Knights and {} Men a side", game.most()[0], game.most()[1])]
    TooMany {
        /// The text.
        given: String,
        /// The game.
        game: Game,
    },
}

impl FromStr for TableName {
    type Err = TableNameError;

    /// Reads `GAME:TABLE`; without a game, Camette.
    fn from_str(text: &str) -> Result<Self, TableNameError> {
        let (game, table) = match text.split_once(':') {
            Some((game, table)) => (Game::named(game).ok_or_else(|| TableNameError::Game(game.into()))?, table),
            None => (Game::Camette, text),
        };
        let form = || TableNameError::Form(text.into());
        let side = |side: &str| -> Option<Material> {
            let knights = side.bytes().take_while(|&letter| letter == b'K').count();
            let men = side.bytes().skip(knights).take_while(|&letter| letter == b'M').count();
            let whole = knights + men == side.len() && !side.is_empty();
            let count = |n: usize| u8::try_from(n).ok().filter(|&n| n <= 100);
            whole.then_some(())?;
            Some(Material { knights: count(knights)?, men: count(men)? })
        };
        let (first, second) = table.split_once('-').ok_or_else(form)?;
        let (a, b) = (side(first).ok_or_else(form)?, side(second).ok_or_else(form)?);
        let name = Self::new(game, a, b);
        if name.is_over() {
            return Err(TableNameError::Over { given: text.into(), game });
        }
        if !name.is_possible() {
            return Err(TableNameError::TooMany { given: text.into(), game });
        }
        if a < b {
            return Err(TableNameError::Order { given: text.into(), right: name });
        }
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in ["K-M", "KMMM-KMMM", "KMM-MMM", "KKKK-K", "M-M"] {
            assert_eq!(text.parse::<TableName>().unwrap().to_string(), text);
        }
        let error = |text: &str| text.parse::<TableName>().unwrap_err().to_string();
        assert_eq!(error("M-K"), "`M-K` names the smaller side first: the table is called K-M");
        assert_eq!(
            error("chess:K-K"),
            "there is no game `chess`: write `camette`, `cam` or `camelot` before the colon"
        );
        assert_eq!(
            error("camelot:K-M"),
            "`camelot:K-M` needs no table: by the rules of Camelot the game is drawn when each side has one piece left"
        );
        for bad in ["", "KM", "-", "K-", "MK-K", "km-k", "K-K-K", "K–K", "Q-K"] {
            assert!(matches!(bad.parse::<TableName>(), Err(TableNameError::Form(_))), "{bad}");
        }
        assert!(matches!("KKKKK-K".parse::<TableName>(), Err(TableNameError::TooMany { .. })));
        let long = format!("{}-K", "M".repeat(1000));
        assert!(matches!(long.parse::<TableName>(), Err(TableNameError::Form(_))));
    }

    #[test]
    fn captures_lead_to_tables_that_come_before() {
        let name: TableName = "KMM-KM".parse().unwrap();
        let after: Vec<String> = name.after_capture().map(|name| name.to_string()).collect();
        assert_eq!(after, ["KM-MM", "KM-KM", "KMM-M", "KMM-K"]);
        assert!(name.after_capture().all(|smaller| smaller < name));
        let camelot: TableName = "camelot:KM-M".parse().unwrap();
        assert_eq!(camelot.after_capture().count(), 0, "a piece each is a draw");
    }
}
