//! Boards in colour, for terminals that can show them.

use std::env;
use std::fmt::Write;
use std::io::{self, IsTerminal};

use roundtable::game::{Colour, Position, SquareSet};

use super::words;

/// How boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Letters alone.
    Plain,
    /// Coloured squares, with letters or with signs beyond ASCII.
    Coloured {
        /// Whether there are signs beyond ASCII.
        signs: bool,
    },
}

impl Style {
    /// What standard output can show; plain if `ascii` asks for it, if it is no terminal, or if `NO_COLOR` is set.
    pub(crate) fn of_output(ascii: bool) -> Self {
        let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
        if ascii || set("NO_COLOR") || dumb || !io::stdout().is_terminal() {
            return Self::Plain;
        }
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| env::var(name).ok().filter(|v| !v.is_empty()));
        let signs = locale.is_some_and(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"));
        Self::Coloured { signs }
    }

    /// The board, seen from a player's end.
    pub(crate) fn board(self, position: &Position, from: Colour) -> String {
        match self {
            Self::Plain => words::board(position, from),
            Self::Coloured { signs } => coloured(position, from, signs),
        }
    }
}

/// Colours of the 256 that terminals have: squares, castles, pieces.
const LIGHT: u8 = 187;
const DARK: u8 = 180;
const CASTLE: u8 = 137;
const WHITE: &str = "1;38;5;231";
const BLACK: &str = "1;38;5;16";

fn coloured(position: &Position, from: Colour, signs: bool) -> String {
    let board = position.game().board();
    let placement = position.placement();
    let knight = if signs { '♞' } else { 'K' };
    let man = if signs { '●' } else { 'M' };
    // Writing to a string cannot fail.
    let mut text = String::new();
    for rank in words::ordered(board.ranks(), from == Colour::White) {
        let _ = write!(text, "{:>4}  ", rank + 1);
        for file in words::ordered(board.files(), from == Colour::Black) {
            let Some(square) = board.square(file, rank) else {
                text.push_str("   ");
                continue;
            };
            let ground = match (board.is_own_castle(square) || board.is_enemy_castle(square), (file + rank) % 2) {
                (true, _) => CASTLE,
                (false, 0) => DARK,
                (false, _) => LIGHT,
            };
            let (ink, sign) = if placement.white.knights.contains(square) {
                (WHITE, knight)
            } else if placement.white.men.contains(square) {
                (WHITE, man)
            } else if placement.black.knights.contains(square) {
                (BLACK, knight)
            } else if placement.black.men.contains(square) {
                (BLACK, man)
            } else {
                ("0", ' ')
            };
            let _ = write!(text, "\x1b[{ink};48;5;{ground}m {sign} \x1b[0m");
        }
        text.push('\n');
    }
    text.push_str("      ");
    for file in words::ordered(board.files(), from == Colour::Black) {
        let _ = write!(text, " {} ", char::from(b'A' + file));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coloured_board_has_every_piece() {
        let start: Position = "camette".parse().unwrap();
        let text = coloured(&start, Colour::White, true);
        assert_eq!((text.matches('♞').count(), text.matches('●').count()), (2, 6));
        assert_eq!(text.matches("\x1b[0m").count(), 23);
        assert!(coloured(&start, Colour::Black, false).starts_with("   1  "));
    }
}
