//! The saved games of Zillions of Games (`.zsg`): text with CRLF (or LF) line ends.
//!
//! Three header lines name the game, then each line is a turn or a part of one:
//!
//! ```text
//! Zillions Save Game File Version 0.02 HHC
//! RulesFile=Camette.zrf
//! VariantName=Camette
//! 1. Man D3 - E4
//! 1. Man B5 - C4
//! 2. partial 2 Man A3 - C5 x B4
//! 2. Man C5 - C7 x C6
//! ```
//!
//! Both sides share a number; Blue, our White, goes first. A chain of leaps is several lines of one number and side, marked
//! `partial`, the last one marked or not. Effects after the squares, and text in parentheses, are skipped.

use std::fmt;

use thiserror::Error;

use super::walk::{Leg, Mark, could_go_on, walk};
use super::{Excerpt, MoveError};
use crate::game::board::SquareName;
use crate::game::family::Game;
use crate::game::play::Move;
use crate::game::position::{Colour, Position};
use crate::game::squares::SquareSet;

/// A game read from a `.zsg` file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    start: Position,
    moves: Vec<Move>,
}

/// Why a text is no saved game: the line, counted from 1, and the reason.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct ZsgError {
    /// The line's number, from 1; the number after the last line if the file is cut short.
    pub line: usize,
    /// What is wrong there.
    pub reason: ZsgReason,
}

/// What is wrong with a line of a saved game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ZsgReason {
    /// A header line is missing: the file ends before it.
    #[error("the file ends before the line '{0}': it is cut short or no saved game")]
    MissingHeader(&'static str),
    /// A header line that is not the one the format has there.
    #[error("{found} instead of '{expected}': this is no saved game of Zillions")]
    Header {
        /// What the line starts with in a saved game.
        expected: &'static str,
        /// What is there.
        found: Excerpt,
    },
    /// The rules of another game.
    #[error("{0} are the rules of another game: only Camette.zrf, Cam.zrf and Camelot.zrf are known")]
    RulesFile(Excerpt),
    /// A variant of the game that is not known.
    #[error("{0} is no known variant of {1}")]
    Variant(Excerpt, Game),
    /// A line that is no move.
    #[error("{0} is no move: one looks like '1. Man D3 - E4' (or the file is cut short here)")]
    Malformed(Excerpt),
    /// A move number that does not follow the one before.
    #[error("move number {found} where {expected} is expected")]
    Number {
        /// The number that follows.
        expected: u32,
        /// The number there is.
        found: Excerpt,
    },
    /// A piece other than a Knight or a Man.
    #[error("{0} is no piece: Knight or Man is expected")]
    UnknownPiece(Excerpt),
    /// Another piece stands there.
    #[error("the piece on {square} is no {piece}")]
    OtherPiece {
        /// The square.
        square: SquareName,
        /// The piece the line names.
        piece: &'static str,
    },
    /// A square that the board does not have.
    #[error("{game} has no square {square}")]
    UnknownSquare {
        /// The game.
        game: Game,
        /// The square.
        square: Excerpt,
    },
    /// A captured piece that the move does not capture.
    #[error("the move does not capture on {0}")]
    NotCaptured(Excerpt),
    /// The parts of a move make no legal move.
    #[error("illegal move: {0}")]
    Move(#[from] MoveError),
    /// A move of which only some parts are there.
    #[error(
        "the move of line {0} is never finished: its last part is 'partial', and the file ends or another move begins"
    )]
    Unfinished(usize),
}

impl SavedGame {
    /// A game from moves. `None` if the position is no game's start, which is all that a file can begin with, or if a move is not
    /// legal where it is made.
    #[must_use]
    pub fn new(start: Position, moves: Vec<Move>) -> Option<Self> {
        let mut at = start;
        for played in &moves {
            at.legal_moves().iter().any(|legal| legal.after() == played.after()).then_some(())?;
            at = *played.after();
        }
        variant(&start).map(|_| Self { start, moves })
    }

    /// The position the game starts from.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The moves, in order.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after the last move.
    #[must_use]
    pub fn end(&self) -> &Position {
        self.moves.last().map_or(&self.start, Move::after)
    }

    /// Reads the text of a saved game.
    ///
    /// ```
    /// use roundtable::game::notation::SavedGame;
    ///
    /// let text = "Zillions Save Game File Version 0.02 HHC\r\nRulesFile=Camette.zrf\r\nVariantName=Camette\r\n\
    ///             1. Man D3 - E4\r\n1. Man B5 - C4\r\n";
    /// let game = SavedGame::read(text).unwrap();
    /// assert_eq!(game.end().to_string(), "1/1k1/2mm1/2m1M/1MM2/1K1/1 w");
    ///
    /// let error = SavedGame::read(&text[..text.len() - 4]).unwrap_err();
    /// assert!(error.to_string().starts_with("line 5: '1. Man B5 -' is no move"));
    /// ```
    ///
    /// # Errors
    /// If a line is missing, unreadable, or no legal move; the error says which line and why.
    pub fn read(text: &str) -> Result<Self, ZsgError> {
        let mut lines = (1..).zip(text.lines().map(str::trim_end));
        let start = read_header(&mut lines)?;
        let mut reader = Reader { game: Self { start, moves: Vec::new() }, number: 1, chain: None };
        let mut last = 3;
        for (line, text) in lines {
            if !text.trim().is_empty() && !text.trim_start().starts_with('(') {
                reader.read_line(line, text)?;
            }
            last = line;
        }
        reader.close(last + 1, true)?;
        Ok(reader.game)
    }
}

/// Writes the text of the file; [`SavedGame::read`] reads it back.
impl fmt::Display for SavedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, variant) = (self.start.game(), variant(&self.start).unwrap_or_default());
        write!(f, "Zillions Save Game File Version 0.02 HHC\r\nRulesFile={rules}.zrf\r\nVariantName={variant}\r\n")?;
        let mut number = 1;
        for played in &self.moves {
            let placement = played.after().placement();
            let knights = placement.white.knights.union(placement.black.knights);
            let board = self.start.game().board();
            let is_knight = |square: &SquareName| knights.iter().any(|knight| board.name(knight) == *square);
            let piece = if played.path().last().is_some_and(is_knight) { "Knight" } else { "Man" };
            let last = played.path().len() - 2;
            for (leg, squares) in played.path().windows(2).enumerate() {
                let partial = if leg < last { "partial 2 " } else { "" };
                write!(f, "{number}. {partial}{piece} {} - {}", squares[0], squares[1])?;
                if let Some(captured) =
                    leg.checked_sub(played.quiet_legs()).and_then(|jump| played.captures().get(jump))
                {
                    write!(f, " x {captured}")?;
                }
                write!(f, "\r\n")?;
            }
            if played.after().side() == Colour::White {
                number += 1;
            }
        }
        Ok(())
    }
}

/// The name that a variant's files have for it, by its start.
fn variant(start: &Position) -> Option<&'static str> {
    let text = start.to_string();
    start.game().starts().iter().find(|known| known.text == text).map(|known| known.title)
}

/// The start position that the three header lines name.
fn read_header<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Position, ZsgError> {
    let mut line = 0;
    let mut header = |expected: &'static str| {
        line += 1;
        let (_, text) = lines.next().ok_or(ZsgError { line, reason: ZsgReason::MissingHeader(expected) })?;
        // A byte order mark may precede the first line.
        let text = text.trim_start_matches('\u{feff}');
        match text.get(..expected.len()) {
            Some(found) if found.eq_ignore_ascii_case(expected) => Ok((line, text[expected.len()..].trim())),
            _ => Err(ZsgError { line, reason: ZsgReason::Header { expected, found: Excerpt::new(text) } }),
        }
    };
    header("Zillions Save Game File")?;
    let (line, rules) = header("RulesFile=")?;
    let file = rules.rsplit(['/', '\\']).next().unwrap_or(rules).to_ascii_lowercase();
    let game = file.strip_suffix(".zrf").and_then(Game::named);
    let game = game.ok_or_else(|| ZsgError { line, reason: ZsgReason::RulesFile(Excerpt::new(rules)) })?;
    let (line, variant) = header("VariantName=")?;
    let letters: String = variant.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
    let all_knight = game == Game::Camette && letters.contains("allknight");
    let named = if all_knight { "all-knight" } else { game.name() };
    let start = named.parse().ok().filter(|_| all_knight || letters == game.name());
    start.ok_or_else(|| ZsgError { line, reason: ZsgReason::Variant(Excerpt::new(variant), game) })
}

/// A line of a game, read but not played.
struct Part<'a> {
    number: &'a str,
    partial: bool,
    piece: &'a str,
    from: u8,
    to: u8,
    captured: Option<&'a str>,
}

/// A move whose parts are still being read; squares are those of the board.
struct Chain {
    line: usize,
    from: u8,
    legs: Vec<(Mark, u8)>,
    captured: Vec<u8>,
}

struct Reader {
    game: SavedGame,
    number: u32,
    /// The move whose last part so far was marked `partial`.
    chain: Option<Chain>,
}

impl Reader {
    fn read_line(&mut self, line: usize, text: &str) -> Result<(), ZsgError> {
        let at = |reason| ZsgError { line, reason };
        let game = self.game.start.game();
        let part = read_part(game, text).map_err(at)?;
        let goes_on = |chain: &Chain| {
            part.number.parse() == Ok(self.number) && chain.legs.last().is_some_and(|&(_, end)| end == part.from)
        };
        if !self.chain.as_ref().is_some_and(goes_on) {
            self.close(line, false)?;
        }
        if part.number.parse() != Ok(self.number) {
            let found = Excerpt::new(part.number);
            return Err(at(ZsgReason::Number { expected: self.number, found }));
        }
        let mut chain = if let Some(chain) = self.chain.take() {
            chain
        } else {
            check_piece(self.game.end(), &part).map_err(at)?;
            Chain { line, from: part.from, legs: Vec::new(), captured: Vec::new() }
        };
        let mark = if part.captured.is_some() { Mark::Cross } else { Mark::Dash };
        chain.legs.push((mark, part.to));
        if let Some(name) = part.captured {
            let unknown = || at(ZsgReason::UnknownSquare { game, square: Excerpt::new(name) });
            chain.captured.push(game.board().square_named(name).ok_or_else(unknown)?);
        }
        if part.partial {
            self.chain = Some(chain);
            return Ok(());
        }
        self.play(&chain).map_err(at)
    }

    /// Plays the move whose parts were all marked `partial`, if there is one: it has ended because something else comes.
    fn close(&mut self, line: usize, at_end: bool) -> Result<(), ZsgError> {
        let Some(chain) = self.chain.take() else {
            return Ok(());
        };
        let unfinished = ZsgError { line, reason: ZsgReason::Unfinished(chain.line) };
        let before = *self.game.end();
        self.play(&chain).map_err(|_| unfinished.clone())?;
        // At the end of the file nothing shows that the move was over, unless it could not have gone on.
        match self.game.moves.last() {
            Some(m) if at_end && could_go_on(&before, m) => Err(unfinished),
            _ => Ok(()),
        }
    }

    fn play(&mut self, chain: &Chain) -> Result<(), ZsgReason> {
        let position = *self.game.end();
        if let Some(ending) = position.ending() {
            return Err(MoveError::GameOver(ending).into());
        }
        let legs = chain.legs.iter().map(|&(mark, to)| Leg { mark, to: position.board_square(to) });
        let m = walk(&position, position.board_square(chain.from), &legs.collect::<Vec<_>>())?;
        let board = position.game().board();
        for (&captured, taken) in chain.captured.iter().zip(m.captures()) {
            if board.name(captured) != *taken {
                return Err(ZsgReason::NotCaptured(Excerpt::new(&board.name(captured).to_string())));
            }
        }
        if m.after().side() == Colour::White {
            self.number = self.number.saturating_add(1);
        }
        self.game.moves.push(m);
        Ok(())
    }
}

fn check_piece(position: &Position, part: &Part<'_>) -> Result<(), ZsgReason> {
    let placement = position.placement();
    let (knights, men) =
        (placement.white.knights.union(placement.black.knights), placement.white.men.union(placement.black.men));
    let (others, piece) = match part.piece.to_ascii_lowercase().as_str() {
        "knight" => (men, "Knight"),
        "man" => (knights, "Man"),
        _ => return Err(ZsgReason::UnknownPiece(Excerpt::new(part.piece))),
    };
    if others.contains(part.from) {
        return Err(ZsgReason::OtherPiece { square: position.game().board().name(part.from), piece });
    }
    Ok(())
}

/// Reads `<n>. [partial <k> ]<Piece> <FROM> - <TO>[ x <CAPTURED>]` and skips what follows.
fn read_part(game: Game, text: &str) -> Result<Part<'_>, ZsgReason> {
    let malformed = || ZsgReason::Malformed(Excerpt::new(text));
    let mut words = text.split_whitespace();
    let number = words.next().and_then(|word| word.strip_suffix('.')).ok_or_else(malformed)?;
    let mut piece = words.next().ok_or_else(malformed)?;
    let partial = piece.eq_ignore_ascii_case("partial");
    if partial {
        let count = words.next().unwrap_or_default();
        if count.is_empty() || !count.bytes().all(|b| b.is_ascii_digit()) {
            return Err(malformed());
        }
        piece = words.next().ok_or_else(malformed)?;
    }
    let mut square = |mark: Option<&str>| {
        if mark.is_some_and(|mark| words.next() != Some(mark)) {
            return Err(malformed());
        }
        let name = words.next().ok_or_else(malformed)?;
        let unknown = || ZsgReason::UnknownSquare { game, square: Excerpt::new(name) };
        game.board().square_named(name).ok_or_else(unknown)
    };
    let (from, to) = (square(None)?, square(Some("-"))?);
    let mut captured = None;
    let mut depth = 0usize;
    while let Some(word) = words.next() {
        if depth == 0 && word == "x" {
            captured = Some(words.next().ok_or_else(malformed)?);
        }
        depth = (depth + word.matches('(').count()).saturating_sub(word.matches(')').count());
    }
    Ok(Part { number, partial, piece, from, to, captured })
}
