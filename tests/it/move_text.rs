//! Moves as people type them, good and bad. (That every spelling of every legal move is read is in `move_lists`.)

use super::position;

fn read(text: &str, typed: &str) -> String {
    match position(text).read_move(typed) {
        Ok(m) => m.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn many_ways_to_type_one_move() {
    let text = "w K:c2 M:c3,d4 / M:c5,e5";
    for typed in ["C3-C4", "c3-c4", "  c3-c4\n", "C3-c4!?", "c3-c4 !", "c3-c4??"] {
        assert_eq!(read("w K:c2 M:c3 / M:c5,e5", typed), "C3-C4", "{typed}");
    }
    for typed in ["C2-C4xC6", "c2^c4xc6", "c2^c4Xc6", "c2xc6", "c2-c6", "C2^C6!"] {
        assert_eq!(read(&text.replace(",d4", ""), typed), "C2-C4xC6", "{typed}");
    }
    assert_eq!(read("cam w K:d4 M:d5 / M:d10", "d4^d6"), "D4-D6");
    assert_eq!(read("camelot w M:f9,f10 / M:c8,d8", "f9-f11"), "F9-F11");
}

/// Two routes that take the same pieces are one move; either spelling is kept, and the ends alone will do.
#[test]
fn equivalent_routes_are_one_move() {
    let text = "w M:c3 / M:c4,d3,d4";
    assert_eq!(read(text, "C3xE3xC5xC3"), "C3xE3xC5xC3");
    assert_eq!(read(text, "C3xC3"), "C3xC5xE3xC3");
}

#[test]
fn bad_moves_say_what_is_wrong() {
    let start = "camette";
    let cases = [
        (start, "", "no move: the text is empty"),
        (start, " !? ", "no move: the text is empty"),
        (start, "D3", "D3 alone is no move: write the square to go to as well"),
        (start, "D3-", "'D3-' cannot be read: write squares joined by '-' or 'x', such as C3-C4 or C3xC5xE5"),
        (start, "D3E4", "'E4' cannot be read: write squares joined by '-' or 'x', such as C3-C4 or C3xC5xE5"),
        (start, "D3-4E", "'4E' cannot be read: write squares joined by '-' or 'x', such as C3-C4 or C3xC5xE5"),
        (start, "D3-é4", "'é4' cannot be read: write squares joined by '-' or 'x', such as C3-C4 or C3xC5xE5"),
        (start, "D3—E4", "'—E4' cannot be read: write squares joined by '-' or 'x', such as C3-C4 or C3xC5xE5"),
        (start, "D3-A1", "Camette has no square 'A1'"),
        (start, "D3-E99999999999", "Camette has no square 'E99999999999'"),
        (start, "A3-A4", "no piece stands on A3"),
        (start, "B5-B4", "the piece on B5 is Black's, and White is to move"),
        (start, "D3-D5", "no piece of White's to leap over on D4"),
        (start, "D3-C3", "C3 is occupied"),
        (start, "D3-B6", "no legal move goes from D3 to B6"),
        (
            start,
            "D3-E4-E5",
            "D3 to E4 is a step, which captures nothing and ends the move: it is written D3-E4 and stands alone",
        ),
        (
            start,
            "D3xE4",
            "D3 to E4 is a step, which captures nothing and ends the move: it is written D3-E4 and stands alone",
        ),
        (
            start,
            "D3^E4",
            "D3 to E4 is a step, which captures nothing and ends the move: it is written D3-E4 and stands alone",
        ),
        (start, "B3xD5", "no piece of Black's to jump over on C4"),
        (start, "B3xD5xB5", "no piece of Black's to jump over on C4"),
        ("w M:c2 / M:e5", "C2-C1", "C1 is the mover's own castle, which only a jump may reach"),
        ("w M:c3 / M:c4,b4,d5", "C3-C2", "White must capture: C3xA5, C3xC5xA3, C3xC5xE5"),
        ("w M:c3 / M:c4,d5", "C3xC5xE6", "Camette has no square 'E6'"),
        ("w M:c3 / M:c4,d5", "C3xC5xA5", "no piece of Black's to jump over on B5"),
        ("1/1k1/1mmm1/5/1MMM1/1K1/m w", "D3-E4", "the game is over: the castle of the side to move is taken"),
        ("w / M:c3", "D3-E4", "the game is over: the side to move has no pieces left"),
        ("camelot w M:c3 / M:c5", "C3-C4", "the game is over: with a piece each it is drawn"),
        ("w M:c1,b2,c2,d2 / M:a3,c3,e3,e5", "B2-B3", "the game is over: White has no legal move"),
        ("camelot w M:f16,f15 / M:c3,d3", "F15xF17", "Camelot has no square 'F17'"),
    ];
    for (text, typed, message) in cases {
        assert_eq!(read(text, typed), message, "{text} {typed}");
    }
}

/// Different pieces taken on the way from the same square to the same square.
#[test]
fn ambiguous_ends_list_the_moves() {
    let text = "w M:c3 / M:b4,b6,d4,d6,a3";
    let error = read(text, "c3xc7");
    assert!(error.starts_with("2 legal moves fit: C3x") && error.ends_with("; write all squares"), "{error}");
}

#[test]
fn long_texts_cost_little() {
    let long = "C3-C4".to_owned() + &"-C3-C4".repeat(200_000);
    assert!(read("camette", &long).contains("is a step"));
    let round = "A3".to_owned() + &"^C3^A3".repeat(100_000) + "^C3";
    assert_eq!(read("w M:a3,b3 / M:e5", &round), "A3-C3");
}
