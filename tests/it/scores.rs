//! Game scores.

use roundtable::game::Colour;
use roundtable::game::notation::Score;
use roundtable::game::notation::score::GameResult;

use super::position;

const PROBLEM: &str = "1.D3-E4 B5-C4 2.E4-E5 C6-B6 3.C3-B2 B6-C6 4.E5-D6";

fn read(start: &str, text: &str) -> Result<String, String> {
    Score::read(position(start), text).map(|score| score.to_string()).map_err(|error| error.to_string())
}

#[test]
fn the_published_game_leads_to_the_problem() {
    let score = Score::read(position("camette"), PROBLEM).unwrap();
    assert_eq!(*score.end(), position("problem"));
    assert_eq!((score.moves().len(), score.result(), score.to_string().as_str()), (7, None, PROBLEM));
}

#[test]
fn many_ways_to_write_one_score() {
    for text in [
        "1. D3-E4 B5-C4\r\n2. E4-E5 C6-B6\r\n3. C3-B2 B6-C6\r\n4. E5-D6\r\n",
        "d3-e4 b5-c4 e4-e5 c6-b6 c3-b2 b6-c6 e5-d6",
        "1.D3-E4 {best (or not)} 1...B5-C4! (1...C6-C7 {no} (never)) 2.E4-E5{}C6-B6 3.C3-B2 3...B6-C6 4.E5-D6?",
        "{a game}1.D3-E4 B5-C4 2.E4-E5 C6-B6 3.C3-B2 B6-C6 4.E5-D6 (end)",
    ] {
        assert_eq!(read("camette", text).as_deref(), Ok(PROBLEM), "{text}");
    }
    assert_eq!(read("camette", "").as_deref(), Ok(""));
}

#[test]
fn numbers_go_on_from_the_first() {
    assert_eq!(read("problem", "4...C6-B6").as_deref(), Ok("4...C6-B6"));
    assert_eq!(read("problem", "C6-B6 D6xD6").as_deref(), Ok("1...C6-B6 2.D6xB4xD4xD6"));
    assert_eq!(read("camette", "12.D3-E4 B5-C4 13.E4-E5").as_deref(), Ok("12.D3-E4 B5-C4 13.E4-E5"));
}

/// Found by fuzzing: a number without a move was kept, but not written.
#[test]
fn numbers_without_moves_count_nothing() {
    let empty = Score::read(position("camette"), "").unwrap();
    for text in ["2.", "7. {a number, no move}"] {
        assert_eq!(Score::read(position("camette"), text).as_ref(), Ok(&empty), "{text}");
    }
    let resigned = Score::read(position("camette"), "2. resigns").unwrap();
    assert_eq!(Score::read(position("camette"), &resigned.to_string()), Ok(resigned));
}

#[test]
fn results() {
    let (white, black) = (Colour::White, Colour::Black);
    for (text, result) in [
        ("1-0", GameResult::Won(white)),
        ("0-1", GameResult::Won(black)),
        ("1/2-1/2", GameResult::Drawn),
        ("resigns", GameResult::Resigned(black)),
        ("Resigns", GameResult::Resigned(black)),
        ("White resigns", GameResult::Resigned(white)),
        ("black  resigns", GameResult::Resigned(black)),
    ] {
        let score = Score::read(position("camette"), &format!("1.D3-E4 {text} {{so be it}}")).unwrap();
        assert_eq!(score.result(), Some(result), "{text}");
        assert_eq!(Score::read(position("camette"), &score.to_string()), Ok(score));
    }
}

#[test]
fn bad_scores_say_where_and_why() {
    for (text, message) in [
        ("1.D3-E4 B5-C5", "move 1... 'B5-C5': C5 is occupied"),
        ("1.D3-E4 B5-C4 2.A3-A4", "move 2. 'A3-A4': no piece stands on A3"),
        ("1.D3-E4 B5-C4 3.E4-E5", "move 2. '3.': wrong move number: 2. is expected"),
        ("1.D3-E4 2.E4-E5", "move 1... '2.': wrong move number: 1... is expected"),
        ("1...D3-E4", "move 1. '1...': wrong move number: 1. is expected"),
        ("99999999999.D3-E4", "move 1. '99999999999.': wrong move number: 1. is expected"),
        ("1.D3-E4 {no end", "move 1... '{no end': the comment has no end: '}' is missing"),
        ("1.D3-E4 (no (end)", "move 1... '(no (end)': the comment has no end: ')' is missing"),
        ("1.D3-E4 }", "move 1... '}': the end of a comment that has no beginning"),
        ("1.D3-E4 1-0 B5-C4", "move 1... 'B5-C4': nothing can follow the result"),
        ("1.D3-E4 white", "move 1... 'white': 'resigns' must follow a colour"),
        ("1 D3-E4", "move 1. '1': '1' cannot be read: write squares joined by '-' or 'x', such as C3-C4 or C3xC5xE5"),
    ] {
        assert_eq!(read("camette", text), Err(message.to_owned()), "{text}");
    }
    let won = "w M:c6 / M:e5";
    assert_eq!(
        read(won, "1.C6-C7 E5-E4"),
        Err("move 1... 'E5-E4': the game is over: the castle of the side to move is taken".to_owned())
    );
}

#[test]
fn deep_comments_are_no_burden() {
    let deep = "(".repeat(1_000_000) + &")".repeat(1_000_000);
    assert_eq!(read("camette", &deep).as_deref(), Ok(""));
}
