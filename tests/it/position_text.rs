//! Position texts, good and bad.

use roundtable::game::notation::TextError;
use roundtable::game::{Placement, Position};

use super::position;

const START: &str = "1/1k1/1mmm1/5/1MMM1/1K1/1 w";

#[test]
fn the_start_positions() {
    for (word, text) in [
        ("camette", START),
        ("All-Knight", "1/1k1/1kkk1/5/1KKK1/1K1/1 w"),
        ("CAM", "1/3/5/2k1k2/1mmmmm1/7/7/7/1MMMMM1/2K1K2/5/3/1 w"),
        ("camelot", "2/8/10/12/12/2kmmmmmmk2/3kmmmmk3/12/12/3KMMMMK3/2KMMMMMMK2/12/12/10/8/2 w 0 0"),
        ("problem", "1/1k1/1mMm1/2m2/1M3/MK1/1 b"),
    ] {
        let written = position(word).to_string();
        assert_eq!(position(&written), position(word));
        if word != "problem" {
            assert_eq!(written, text);
        }
    }
}

#[test]
fn many_ways_to_write_one_position() {
    for text in [
        "w K:c2 M:b3,c3,d3 / K:c6 M:b5,c5,d5",
        "W m:D3,b3,C3 k:C2/m:b5,c5,d5 K:C6",
        "white K:c2 M:b3 M:c3,d3 / M:b5 c5 d5 K: c6",
        "camette w K:c2 M:b3,c3,d3 / K:c6 M:b5,c5,d5",
        "w_K:c2_M:b3,c3,d3_/_K:c6_M:b5,c5,d5",
        "  1/1k1/1mmm1/5/1MMM1/1K1/1\tw\r\n",
        "1/1k1/1mmm1/5/1MMM1/1K1/1_w",
    ] {
        assert_eq!(text.parse(), Ok(position(START)), "{text}");
    }
    let camelot = "2/8/10/12/12/2kmmmmmmk2/3kmmmmk3/12/12/3KMMMMK3/2KMMMMMMK2/12/12/10/8/2 w";
    assert_eq!(position(camelot), position("camelot"), "castle moves may be left out");
    assert_eq!(position("cam b K:d4 / K:d10").to_string(), "1/3/5/3k3/7/7/7/7/7/3K3/5/3/1 b");
    assert_eq!(position("camelot b M:f16 M:c2 / K:k3,l4 1 0").placement().castle_moves, [1, 0]);
}

#[test]
fn bad_texts_say_what_is_wrong() {
    let cases = [
        ("", "no position: the text is empty"),
        (" _\n", "no position: the text is empty"),
        ("chess", "'chess' is no position: write camette, cam, camelot, all-knight, problem, or a position text"),
        ("foo\tbar", "'foo' is no position: write camette, cam, camelot, all-knight, problem, or a position text"),
        ("1/3/1 w", "3 ranks make no board: Camette has 7, Cam 13, Camelot 16, Camelet 6"),
        ("1/1k1/1mmm1/5/1MMM1/1K1/1/ w", "8 ranks make no board: Camette has 7, Cam 13, Camelot 16, Camelet 6"),
        ("1/1k1/1mmm/5/1MMM1/1K1/1 w", "rank 5 has 4 squares instead of 5"),
        ("1/1k1/1mmm1/5/1MMM1/1K2/1 w", "rank 2 has 4 squares instead of 3"),
        ("/1k1/1mmm1/5/1MMM1/1K1/1 w", "rank 7 has 0 squares instead of 1"),
        ("1/1k1/1mmm1/5/1MMMMMMMM/1K1/1 w", "rank 3 has 9 squares instead of 5"),
        (
            "1/1q1/1mmm1/5/1MMM1/1K1/1 w",
            "rank 6: 'q' is no piece: write K, M (White), k, m (Black) or a number of empty squares",
        ),
        (
            "1/1é1/1mmm1/5/1MMM1/1K1/1 w",
            "rank 6: 'é' is no piece: write K, M (White), k, m (Black) or a number of empty squares",
        ),
        ("1/1k1/1mmm1/05/1MMM1/1K1/1 w", "rank 4: '05' is no number of empty squares"),
        ("1/1k1/1mmm1/5/1MMM1/0K2/1 w", "rank 2: '0' is no number of empty squares"),
        (
            "1/1k1/1mmm1/99999999999999999999/1MMM1/1K1/1 w",
            "rank 4: '99999999999999999999' is no number of empty squares",
        ),
        ("1/1k1/1mmm1/5/1MMM1/1K1/1", "the side to move is missing: write w or b after the ranks"),
        ("1/1k1/1mmm1/5/1MMM1/1K1/1 W", "'W' is no side: write w (White to move) or b (Black to move)"),
        ("1/1k1/1mmm1/5/1MMM1/1K1/1 w 0 0", "'0' after the end of the position: nothing can follow"),
        (
            "2/8/10/12/12/12/12/12/12/12/12/12/12/10/8/KK w 0",
            "'0' are no castle moves: write two numbers, those made by White and by Black, such as 0 0",
        ),
        (
            "2/8/10/12/12/12/12/12/12/12/12/12/12/10/8/KK w 0 x",
            "'0 x' are no castle moves: write two numbers, those made by White and by Black, such as 0 0",
        ),
        (
            "2/8/10/12/12/12/12/12/12/12/12/12/12/10/8/KK w 0 300",
            "'0 300' are no castle moves: write two numbers, those made by White and by Black, such as 0 0",
        ),
        (
            "2/8/10/12/12/12/12/12/12/12/12/12/12/10/8/KK w 0 0 0",
            "'0' after the end of the position: nothing can follow",
        ),
        ("w K:h9 / M:c3", "Camette has no square 'h9': if another board is meant, write 'camelot' in front"),
        ("w K:d10 / M:c3", "Camette has no square 'd10': if another board is meant, write 'cam' or 'camelot' in front"),
        ("w K:z1 / M:c3", "Camette has no square 'z1'"),
        ("cam w K:h8 / M:c3", "Cam has no square 'h8'"),
        ("w K:c2 M:C2 / M:c3", "two pieces on C2: a square holds one"),
        ("w K:c2 M:b2,b2 / M:c3", "two pieces on B2: a square holds one"),
        ("w K:c2 / M:c3,c2", "two pieces on C2: a square holds one"),
        ("w c2 / M:c3", "'c2' stands before any piece: write K: or M: and then its squares, such as K:c2"),
        ("w Q:c2 / M:c3", "'Q' is no piece: write K: (Knights) or M: (Men)"),
        ("w K: M:c2 / M:c3", "K: has no squares: write some after it, such as K:c2, or leave it out"),
        ("w K:c2 / m:", "M: has no squares: write some after it, such as M:c2, or leave it out"),
        ("w K:c2", "0 slashes: write White's pieces, one slash, then Black's"),
        ("w K:c2 / M:c3 / M:c4", "2 slashes: write White's pieces, one slash, then Black's"),
        ("K:c2 / M:c3", "'K:' is no side: write w (White to move) or b (Black to move)"),
        ("cam", ""),
        ("w / M:c7", ""),
        ("w /", "the board is empty"),
        ("w M:c3 /", "Black has no pieces, yet White is to move: the game ended when the last Black piece was taken"),
        (
            "w M:c7 / M:c3",
            "a White piece on C7, the enemy castle: it would have won before, so this cannot be White's turn",
        ),
        ("w M:c7 / M:c1", "both sides hold the enemy castle: the game ended when the first of them took it"),
        (
            "camelot w M:f16,g16 / M:c3",
            "a White piece on F16, the enemy castle: it would have won before, so this cannot be White's turn",
        ),
        ("camelot w M:f16 / M:c3,c4 3 0", "White cannot have made 3 castle moves: Camelot allows 2"),
        (
            "camelot w M:f15 / M:c3,c4 1 0",
            "White has made castle moves but has no piece on the enemy castle, which a piece never leaves",
        ),
        (
            "camelot w M:f15 / M:c3,c4 0 1",
            "Black has made castle moves but has no piece on the enemy castle, which a piece never leaves",
        ),
    ];
    for (text, message) in cases {
        let error = text.parse::<Position>().map_or_else(|error| error.to_string(), |_| String::new());
        assert_eq!(error, message, "{text}");
    }
}

/// A text may be well written and still be no position; the placement is there then.
#[test]
fn placements_need_not_be_positions() {
    let placement: Placement = "w M:c7 / M:c1".parse().unwrap();
    assert_eq!(placement.to_string(), "M/3/5/5/5/3/m w");
    assert!(matches!("w M:c7 / M:c1".parse::<Position>(), Err(TextError::Position(_))));
}

#[test]
fn long_texts_are_cut_in_messages() {
    let error = "x".repeat(1_000_000).parse::<Position>().unwrap_err().to_string();
    assert!(error.starts_with(&format!("'{}...' is no position", "x".repeat(40))), "{error}");
    assert!("/".repeat(1_000_000).parse::<Position>().is_err());
    assert!(format!("w {}", "K:c2 ".repeat(100_000)).parse::<Position>().is_err());
}
