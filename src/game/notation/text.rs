//! Positions as text, one line each.
//!
//! | form | example |
//! |---|---|
//! | position text, the one that is written | `1/1k1/1mmm1/5/1MMM1/1K1/1 w` |
//! | typed by hand, in any order and case | `w K:c2 M:b3,c3,d3 / K:c6 M:b5,c5,d5` |
//! | by hand, another board | `cam b K:d4 / K:d10 M:e9` |
//! | a word | `camette`, `cam`, `camelot`, `all-knight`, `problem` |
//!
//! The number of ranks names the game of a position text. Most squares exist on more than one board, so the form typed
//! by hand is Camette's unless the game's name comes first. An underscore counts as a space.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Excerpt;
use crate::game::board::SquareName;
use crate::game::family::Game;
use crate::game::play::TooManyMoves;
use crate::game::position::{Colour, Pieces, Placement, Position, PositionError};
use crate::game::squares::{SquareSet, Squares};

/// The published problem, which goes by the name `problem`.
const PROBLEM: &str = "1/1kM/2mm1/2m2/1M3/MK1/1 b";

/// The position text that a word stands for.
fn named(word: &str) -> Option<&'static str> {
    let starts = Game::ALL.into_iter().flat_map(Game::starts).map(|start| (start.word, start.text));
    starts.chain([("problem", PROBLEM)]).find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, text)| text)
}

/// `Camette has 7, Cam 13`, and so on.
fn all_ranks() -> String {
    let verbs = ["has "].into_iter().chain(std::iter::repeat(""));
    let ranks = Game::ALL.iter().zip(verbs).map(|(game, verb)| format!("{game} {verb}{}", game.board().ranks()));
    ranks.collect::<Vec<_>>().join(", ")
}

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TextError {
    /// No text at all.
    #[error("no position: the text is empty")]
    Empty,
    /// A first word that is neither a name nor ranks nor the start of the form typed by hand.
    #[error("{0} is no position: write camette, cam, camelot, all-knight, problem, or a position text")]
    UnknownWord(Excerpt),
    /// A number of ranks that no board has.
    #[error("{0} ranks make no board: {ranks}", ranks = all_ranks())]
    RankCount(usize),
    /// A rank with too few or too many squares.
    #[error("rank {rank} has {found} squares instead of {expected}")]
    RankLength {
        /// The rank's number on the board.
        rank: u8,
        /// How many squares the rank has.
        expected: usize,
        /// How many the text gives it.
        found: usize,
    },
    /// A letter that is no piece.
    #[error("rank {rank}: {letter:?} is no piece: write K, M (White), k, m (Black) or a number of empty squares")]
    UnknownPiece {
        /// The rank's number on the board.
        rank: u8,
        /// The letter.
        letter: char,
    },
    /// A number of empty squares that is 0, starts with 0, or exceeds every board.
    #[error("rank {rank}: {run} is no number of empty squares")]
    EmptyRun {
        /// The rank's number on the board.
        rank: u8,
        /// The digits.
        run: Excerpt,
    },
    /// No side to move.
    #[error("the side to move is missing: write w or b after the ranks")]
    MissingSide,
    /// A side that is none.
    #[error("{0} is no side: write w (White to move) or b (Black to move)")]
    UnknownSide(Excerpt),
    /// Castle moves that are no two numbers.
    #[error("{0} are no castle moves: write two numbers, those made by White and by Black, such as 0 0")]
    CastleMoves(Excerpt),
    /// Something after the end.
    #[error("{0} after the end of the position: nothing can follow")]
    Trailing(Excerpt),
    /// By hand: a square that the board does not have.
    #[error("{game} has no square {square}{}", other_board(.also))]
    UnknownSquare {
        /// The game.
        game: Game,
        /// The square.
        square: Excerpt,
        /// Games whose boards have it, if the text names no game.
        also: Vec<Game>,
    },
    /// By hand: two pieces on one square.
    #[error("two pieces on {0}: a square holds one")]
    Overlap(SquareName),
    /// By hand: a square before any piece is named.
    #[error("{0} stands before any piece: write K: or M: and then its squares, such as K:c2")]
    SquareWithoutPiece(Excerpt),
    /// By hand: a letter before a colon that is no piece.
    #[error("{0} is no piece: write K: (Knights) or M: (Men)")]
    UnknownGroup(Excerpt),
    /// By hand: a piece without squares.
    #[error("{0}: has no squares: write some after it, such as {0}:c2, or leave it out")]
    EmptyGroup(char),
    /// By hand: no slash, or more than one.
    #[error("{0} slashes: write White's pieces, one slash, then Black's")]
    Slashes(usize),
    /// The pieces are well written, but the rules do not allow them.
    #[error(transparent)]
    Position(#[from] PositionError),
}

fn other_board(games: &[Game]) -> String {
    let words: Vec<_> = games.iter().map(|game| format!("'{}'", game.name())).collect();
    match words.len() {
        0 => String::new(),
        _ => format!(": if another board is meant, write {} in front", words.join(" or ")),
    }
}

/// Writes the position text.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.game.board();
        let pieces =
            [(self.white.knights, 'K'), (self.white.men, 'M'), (self.black.knights, 'k'), (self.black.men, 'm')];
        for rank in (0..board.ranks()).rev() {
            let mut empty = 0;
            for square in (0..board.files()).filter_map(|file| board.square(file, rank)) {
                match pieces.iter().find(|(set, _)| set.contains(square)) {
                    None => empty += 1,
                    Some(&(_, letter)) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{letter}")?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.side {
            Colour::White => "w",
            Colour::Black => "b",
        })?;
        if self.game.board().castle_squares() == 1 {
            return Ok(());
        }
        write!(f, " {} {}", self.castle_moves[0], self.castle_moves[1])
    }
}

/// Writes the position text.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.placement().fmt(f)
    }
}

/// Reads every form that [this module](self) lists.
///
/// ```
/// use roundtable::game::Position;
///
/// let start: Position = "camette".parse().unwrap();
/// assert_eq!("1/1k1/1mmm1/5/1MMM1/1K1/1 w".parse(), Ok(start));
/// assert_eq!("w M:b3,d3,c3 K:C2 / K:c6 M:b5,c5,d5".parse(), Ok(start));
///
/// let error = "1/1k1/1mmm/5/1MMM1/1K1/1 w".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "rank 5 has 4 squares instead of 5");
/// ```
impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Ok(Self::try_from(text.parse::<Placement>()?)?)
    }
}

/// Reads every form that [this module](self) lists, whether or not the rules allow the position.
impl FromStr for Placement {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut words = text.split(is_space).filter(|word| !word.is_empty());
        let first = words.next().ok_or(TextError::Empty)?;
        let second = words.next();
        if let (Some(text), None) = (named(first), second) {
            return text.parse();
        }
        if text.contains(':') || Game::named(first).is_some() || hand_side(first).is_some() {
            return by_hand(text);
        }
        if !first.contains('/') {
            return Err(TextError::UnknownWord(Excerpt::new(first)));
        }
        let (game, white, black) = ranks(first)?;
        let side = match second {
            None => return Err(TextError::MissingSide),
            Some("w") => Colour::White,
            Some("b") => Colour::Black,
            Some(other) => return Err(TextError::UnknownSide(Excerpt::new(other))),
        };
        let castle_moves = castle_moves(game, words)?;
        Ok(Self { game, side, white, black, castle_moves })
    }
}

fn is_space(letter: char) -> bool {
    letter.is_whitespace() || letter == '_'
}

/// The end of a position, after the side: in Camelot the castle moves, if they are given, and nothing else.
fn castle_moves<'a>(game: Game, mut words: impl Iterator<Item = &'a str>) -> Result<[u8; 2], TextError> {
    let mut castle_moves = [0; 2];
    let Some(white) = words.next() else {
        return Ok(castle_moves);
    };
    if game.board().castle_squares() == 1 {
        return Err(TextError::Trailing(Excerpt::new(white)));
    }
    let both = [white, words.next().unwrap_or_default()];
    for (made, word) in castle_moves.iter_mut().zip(both) {
        let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        *made = word
            .parse()
            .ok()
            .filter(|_| digits)
            .ok_or_else(|| TextError::CastleMoves(Excerpt::new(both.join(" ").trim_end())))?;
    }
    words.next().map_or(Ok(castle_moves), |word| Err(TextError::Trailing(Excerpt::new(word))))
}

/// The ranks of a position text: White's pieces and Black's.
fn ranks(text: &str) -> Result<(Game, Pieces<Squares>, Pieces<Squares>), TextError> {
    let count = text.split('/').count();
    let game = Game::ALL.into_iter().find(|game| usize::from(game.board().ranks()) == count);
    let game = game.ok_or(TextError::RankCount(count))?;
    let board = game.board();
    let (mut white, mut black) = (Pieces::default(), Pieces::default());
    for (rank, line) in (0..board.ranks()).rev().zip(text.split('/')) {
        let squares: Vec<u8> = (0..board.files()).filter_map(|file| board.square(file, rank)).collect();
        let mut found = 0;
        let mut rest = line;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let (run, after) = rest.split_at(digits);
                let valid = digits <= 2 && !run.starts_with('0');
                let empty: usize = run
                    .parse()
                    .ok()
                    .filter(|_| valid)
                    .ok_or_else(|| TextError::EmptyRun { rank: rank + 1, run: Excerpt::new(run) })?;
                found += empty;
                rest = after;
                continue;
            }
            let side = match letter {
                'K' | 'M' => &mut white,
                'k' | 'm' => &mut black,
                _ => return Err(TextError::UnknownPiece { rank: rank + 1, letter }),
            };
            if let Some(&square) = squares.get(found) {
                *side = side.with(square, letter.eq_ignore_ascii_case(&'k'));
            }
            found += 1;
            rest = &rest[letter.len_utf8()..];
        }
        if found != squares.len() {
            return Err(TextError::RankLength { rank: rank + 1, expected: squares.len(), found });
        }
    }
    Ok((game, white, black))
}

fn hand_side(word: &str) -> Option<Colour> {
    match word.to_ascii_lowercase().as_str() {
        "w" | "white" => Some(Colour::White),
        "b" | "black" => Some(Colour::Black),
        _ => None,
    }
}

/// The form typed by hand: `[GAME] SIDE PIECES / PIECES [CASTLE-MOVES]`, with pieces such as `K:c2 M:b3,c3`.
fn by_hand(text: &str) -> Result<Placement, TextError> {
    // Colons end a word and slashes are words; commas are spaces.
    let spaced = text.replace(':', ": ").replace('/', " / ");
    let mut words = spaced.split(|letter| is_space(letter) || letter == ',').filter(|w| !w.is_empty()).peekable();
    let named = words.peek().copied().and_then(Game::named);
    if named.is_some() {
        words.next();
    }
    let side = words.next().ok_or(TextError::MissingSide)?;
    let side = hand_side(side).ok_or_else(|| TextError::UnknownSide(Excerpt::new(side)))?;
    let mut hand = Hand { named, sides: Default::default(), slashes: 0, group: None };
    while let Some(word) = words.next_if(|word| !word.bytes().all(|b| b.is_ascii_digit())) {
        match word.strip_suffix(':') {
            Some(piece) => hand.begin(piece)?,
            None if word == "/" => hand.slash()?,
            None => hand.put(word)?,
        }
    }
    hand.end_group()?;
    if hand.slashes != 1 {
        return Err(TextError::Slashes(hand.slashes));
    }
    let castle_moves = castle_moves(hand.game(), words)?;
    let [white, black] = hand.sides;
    Ok(Placement { game: hand.game(), side, white, black, castle_moves })
}

/// The pieces typed by hand, as they are read.
struct Hand {
    named: Option<Game>,
    sides: [Pieces<Squares>; 2],
    slashes: usize,
    group: Option<Group>,
}

/// `K:` or `M:` and the squares after it.
struct Group {
    knight: bool,
    is_empty: bool,
}

impl Hand {
    fn game(&self) -> Game {
        self.named.unwrap_or(Game::Camette)
    }

    fn begin(&mut self, piece: &str) -> Result<(), TextError> {
        self.end_group()?;
        let knight = match piece {
            "K" | "k" => true,
            "M" | "m" => false,
            _ => return Err(TextError::UnknownGroup(Excerpt::new(piece))),
        };
        self.group = Some(Group { knight, is_empty: true });
        Ok(())
    }

    fn end_group(&mut self) -> Result<(), TextError> {
        match self.group.take() {
            Some(Group { knight, is_empty: true }) => Err(TextError::EmptyGroup(if knight { 'K' } else { 'M' })),
            _ => Ok(()),
        }
    }

    fn slash(&mut self) -> Result<(), TextError> {
        self.slashes += 1;
        self.end_group()
    }

    fn put(&mut self, name: &str) -> Result<(), TextError> {
        let (game, named) = (self.game(), self.named);
        let group = self.group.as_mut().ok_or_else(|| TextError::SquareWithoutPiece(Excerpt::new(name)))?;
        let square = game.board().square_named(name).ok_or_else(|| {
            let has_square = |other: &Game| named.is_none() && other.board().square_named(name).is_some();
            let also = Game::ALL.into_iter().filter(has_square).collect();
            TextError::UnknownSquare { game, square: Excerpt::new(name), also }
        })?;
        if self.sides.iter().any(|pieces| pieces.all().contains(square)) {
            return Err(TextError::Overlap(game.board().name(square)));
        }
        group.is_empty = false;
        let pieces = &mut self.sides[self.slashes.min(1)];
        *pieces = pieces.with(square, group.knight);
        Ok(())
    }
}

/// The distinct positions that the legal moves lead to, as they stand in `data/*-moves.tsv`: `# ` before one whose game is
/// over, sorted by bytes, joined by `;`. Empty if there is no legal move.
///
/// # Errors
/// If there are more than [`MOST_WAYS`](crate::game::MOST_WAYS) ways to move.
pub fn results_text(position: &Position) -> Result<String, TooManyMoves> {
    let results = position.results()?;
    let mut texts: Vec<String> = results
        .iter()
        .map(|result| if result.ending().is_some() { format!("# {result}") } else { result.to_string() })
        .collect();
    texts.sort_unstable();
    Ok(texts.join(";"))
}
