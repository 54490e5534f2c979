//! Boards more crowded than any game: answers or errors, at once, and never a hang.

use roundtable::game::notation::text::results_text;
use roundtable::game::perft::{Counting, divide, perft};
use roundtable::game::{Colour, Game, MOST_WAYS, Pieces, Placement, Position, SquareSet, Squares, TooManyMoves};

/// Camelot with pieces wherever `place` says (file and rank from 0), a White Knight or Man on E8 to move.
fn camelot(knight: bool, mut place: impl FnMut(u8, u8) -> Option<Colour>) -> Position {
    let board = Game::Camelot.board();
    let (mut white, mut black) = (Squares::EMPTY, Squares::EMPTY);
    let mover = board.square(4, 7).unwrap();
    for square in (2..board.squares() - 2).filter(|&square| square != mover) {
        match place(board.file(square), board.rank(square)) {
            Some(Colour::White) => white = white.with(square),
            Some(Colour::Black) => black = black.with(square),
            None => {}
        }
    }
    let white = Pieces { knights: Squares::EMPTY, men: white }.with(mover, knight);
    let black = Pieces { knights: Squares::EMPTY, men: black };
    Position::try_from(Placement { game: Game::Camelot, side: Colour::White, white, black, castle_moves: [0, 0] })
        .unwrap()
}

/// Canters in a lattice have more spellings than there are atoms, and few ends.
#[test]
fn canters_without_number() {
    // The one enemy is on A13, where nobody can jump over it.
    let position = camelot(true, |file, rank| match (file, rank) {
        (0, 12) => Some(Colour::Black),
        _ => (file % 2 == 1 || rank % 2 == 0).then_some(Colour::White),
    });
    let moves = position.try_legal_moves().unwrap();
    assert_eq!(moves.len(), position.results().unwrap().len());
    assert!(moves.iter().any(|m| m.path().len() > 3));
    for m in &moves {
        assert_eq!(position.read_move(&m.to_string()).as_ref(), Ok(m));
    }
    assert_eq!(position.try_spelled_moves(), Err(TooManyMoves));
}

/// So have jump series, with as many ends: the lists give up.
#[test]
fn jumps_without_number() {
    for knight in [false, true] {
        let position = camelot(knight, |file, rank| (file % 2 == 1 || rank % 2 == 0).then_some(Colour::Black));
        assert_eq!(position.try_legal_moves(), Err(TooManyMoves));
        assert_eq!(position.results(), Err(TooManyMoves));
        assert_eq!(results_text(&position), Err(TooManyMoves));
        assert_eq!(perft(&position, 2, Counting::Results), Err(TooManyMoves));
        assert_eq!(divide(&position, 2, Counting::Paths), Err(TooManyMoves));
        for typed in ["E8xE14", "E8-D8"] {
            assert!(position.read_move(typed).unwrap_err().to_string().contains(&MOST_WAYS.to_string()));
        }
    }
}
