//! Laws that hold for every position and every text.

use proptest::prelude::*;
use roundtable::game::notation::{SavedGame, Score};
use roundtable::game::{Colour, Game, Pieces, Placement, Position, SquareSet, Squares};

use super::position;

/// Any pieces of a game, with few pieces so that most of them make a position.
fn placement() -> impl Strategy<Value = Placement> {
    let game = prop::sample::select(&Game::ALL[..]);
    let side = prop::sample::select(vec![Colour::White, Colour::Black]);
    let pieces = prop::collection::vec((any::<prop::sample::Index>(), 0..4u8), 1..12);
    (game, side, pieces, 0..3u8, 0..3u8).prop_map(|(game, side, pieces, white_made, black_made)| {
        let (mut white, mut black) = (Pieces::default(), Pieces::default());
        for (index, kind) in pieces {
            let square = index.index(usize::from(game.board().squares())) as u8;
            let (white_before, black_before) = (white.without(square), black.without(square));
            (white, black) = match kind {
                0 | 1 => (white_before.with(square, kind == 0), black_before),
                _ => (white_before, black_before.with(square, kind == 2)),
            };
        }
        let castle_moves = if game == Game::Camelot { [white_made, black_made] } else { [0, 0] };
        Placement { game, side, white, black, castle_moves }
    })
}

proptest! {
    #[test]
    fn texts_are_read_back(placement in placement()) {
        let text = placement.to_string();
        prop_assert_eq!(text.parse(), Ok(placement));
        prop_assert_eq!(text.replace(' ', "_").parse(), Ok(placement));
        let position = Position::try_from(placement);
        prop_assert_eq!(text.parse::<Position>().ok(), position.clone().ok());
        if let Ok(position) = position {
            prop_assert_eq!(position.to_string(), text);
            prop_assert_eq!(position.placement(), placement);
        }
    }

    #[test]
    fn hand_typed_texts_are_read_back(placement in placement()) {
        let board = placement.game.board();
        let side = |pieces: Pieces<Squares>| {
            [("M", pieces.men), ("k", pieces.knights)].map(|(letter, set)| {
                let names: Vec<_> = set.iter().map(|square| board.name(square).to_string()).collect();
                if names.is_empty() { String::new() } else { format!("{letter}:{}", names.join(", ")) }
            }).join(" ")
        };
        let text = format!("{} {} {}/{} {}",
            placement.game,
            if placement.side == Colour::White { "W" } else { "black" },
            side(placement.white),
            side(placement.black),
            if placement.game == Game::Camelot { placement.castle_moves.map(|made| made.to_string()).join(" ") } else { String::new() },
        );
        prop_assert_eq!(text.parse(), Ok(placement), "{}", text);
    }

    #[test]
    fn symmetries_keep_the_number_of_moves(placement in placement()) {
        if let Ok(position) = Position::try_from(placement) {
            let count = position.legal_moves().len();
            prop_assert_eq!(position.mirrored().legal_moves().len(), count);
            prop_assert_eq!(position.colours_swapped().legal_moves().len(), count);
            prop_assert_eq!(position.mirrored().mirrored(), position);
            prop_assert_eq!(position.colours_swapped().colours_swapped(), position);
        }
    }

    /// Whatever a move leads to can be written down and read again: no move leaves the rules.
    #[test]
    fn moves_lead_to_positions(placement in placement()) {
        if let Ok(position) = Position::try_from(placement) {
            for m in position.legal_moves() {
                prop_assert_eq!(Position::try_from(m.after().placement()), Ok(*m.after()));
                prop_assert_eq!(m.after().side(), position.side().other());
            }
        }
    }

    #[test]
    fn no_text_panics(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        for text in [text, String::from_utf8_lossy(&bytes).into_owned()] {
            read_as_everything(&text);
        }
    }

    /// Texts closer to the real ones get further.
    #[test]
    fn no_nearly_right_text_panics(
        words in prop::collection::vec(prop::sample::select(vec![
            "w", "b", "/", "K:", "M:", "c2", "b3,", "C3", "-", "x", "^", "D3-E4", "B5-C4", "1.", "1...", "{", "}", "(", ")",
            "cam", "camelot", "camette", "0", "2", "99", "1-0", "resigns", "white", "1/1k1/1mmm1/5/1MMM1/1K1/1", "_", "é",
            "16", "\r\n", "1. Man D3 - E4", "partial", "x C4", "Knight", "c3xc5x", "\u{feff}", "!?", "9999999999",
        ]), 0..14),
        glue in prop::sample::select(vec!["", " ", "\n", ","]),
    ) {
        read_as_everything(&words.join(glue));
    }
}

fn read_as_everything(text: &str) {
    const HEADER: &str = "Zillions Save Game File Version 0.02 HHC\nRulesFile=Camette.zrf\nVariantName=Camette\n";
    let start = position("camette");
    let errors = [
        text.parse::<Position>().err().map(|error| error.to_string()),
        start.read_move(text).err().map(|error| error.to_string()),
        Score::read(start, text).err().map(|error| error.to_string()),
        SavedGame::read(text).err().map(|error| error.to_string()),
        SavedGame::read(&format!("{HEADER}{text}")).err().map(|error| error.to_string()),
    ];
    for error in errors.into_iter().flatten() {
        assert!(!error.contains(['\n', '\t']) && error.len() < 600, "{error}");
    }
}
