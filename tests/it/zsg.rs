//! Saved games of Zillions.

use roundtable::game::notation::SavedGame;

use super::{data, position};

const HEADER: &str = "Zillions Save Game File Version 0.02 HHC\nRulesFile=Camette.zrf\nVariantName=Camette\n";

/// The moves of a saved game of Camette with these lines.
fn read(lines: &str) -> Result<String, String> {
    match SavedGame::read(&format!("{HEADER}{lines}")) {
        Ok(game) => Ok(game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        Err(error) => Err(error.to_string()),
    }
}

fn error(text: &str) -> String {
    SavedGame::read(text).map(|game| game.end().to_string()).unwrap_err().to_string()
}

#[test]
fn the_published_problem() {
    let text = data("problem.zsg");
    assert!(text.contains("\r\n"));
    for text in [text.clone(), text.replace("\r\n", "\n"), text.trim_end().to_owned(), text.clone() + "\r\n\r\n"] {
        let game = SavedGame::read(&text).unwrap();
        assert_eq!(*game.start(), position("camette"));
        assert_eq!(*game.end(), position("problem"));
        assert_eq!(game.moves().len(), 7);
    }
}

#[test]
fn every_game_has_its_start() {
    for (rules, variant, word) in [
        ("Camette.zrf", "Camette", "camette"),
        ("C:\\Program Files\\Zillions\\Rules\\Camette\\camette.ZRF", "Camette", "camette"),
        ("Camette.zrf", "Camette - All Knight", "all-knight"),
        ("Camette.zrf", "All Knights Camette", "all-knight"),
        ("Cam.zrf", "Cam", "cam"),
        ("Camelot.zrf", "Camelot", "camelot"),
    ] {
        let text =
            format!("Zillions Save Game File Version 0.02 HHC\r\nRulesFile={rules}\r\nVariantName={variant}\r\n");
        let game = SavedGame::read(&text).unwrap();
        assert_eq!((game.start(), game.end()), (&position(word), &position(word)), "{variant}");
    }
}

#[test]
fn effects_and_comments_are_skipped() {
    let lines = "1. Man D3 - E4 @ E4 = Flag (a comment x C3) \n(another)\n1. Man B5 - C4 (open\n2. Man E4 - E5\n";
    assert_eq!(read(lines).as_deref(), Ok("D3-E4 B5-C4 E4-E5"));
}

/// White's Man offers itself on C4; Black's B5 takes it and goes on.
#[test]
fn chains_are_one_move() {
    let offer = "1. Man C3 - C4\n";
    let start = position("camette");
    let after = *start.read_move("C3-C4").unwrap().after();
    let chains: Vec<_> = after.legal_moves().into_iter().filter(|m| m.path().len() > 2).collect();
    assert!(!chains.is_empty(), "{after}: {:?}", after.legal_moves());
    for chain in chains {
        let path: Vec<_> = chain.path().iter().map(ToString::to_string).collect();
        let piece = if path[0] == "C6" { "Knight" } else { "Man" };
        let part = |leg: usize, partial: &str| {
            let capture = leg.checked_sub(chain.quiet_legs()).and_then(|jump| chain.captures().get(jump));
            let capture = capture.map(|square| format!(" x {square}")).unwrap_or_default();
            format!("1. {partial}{piece} {} - {}{capture}\n", path[leg], path[leg + 1])
        };
        let last = path.len() - 2;
        let parts: String = (0..last).map(|leg| part(leg, "partial 2 ")).collect();
        let whole = format!("{offer}{parts}{}", part(last, ""));
        assert_eq!(read(&whole), Ok(format!("C3-C4 {chain}")));
        // The last part may be marked as well, since the move cannot go on.
        let marked = format!("{offer}{parts}{}", part(last, "partial 2 "));
        assert_eq!(read(&marked), Ok(format!("C3-C4 {chain}")));
        let cut = read(&format!("{offer}{parts}")).unwrap_err();
        let line = 4 + 1 + last;
        assert_eq!(
            cut,
            format!(
                "line {line}: the move of line 5 is never finished: its last part is 'partial', and the file ends or another move begins"
            )
        );
    }
}

#[test]
fn canters_in_parts() {
    let (canter, reply) = ("1. partial 2 Knight C2 - A4\n", "1. Man B5 - A5\n");
    assert_eq!(read(&format!("{canter}{reply}")).as_deref(), Ok("C2-A4 B5-A5"), "the reply shows that it ended");
    assert!(read(canter).is_ok() || read(canter).unwrap_err().contains("never finished"));
    let two = "1. partial 2 Knight C2 - C4\n1. Knight C4 - A2\n";
    assert_eq!(read(two), Err("line 5: Camette has no square 'A2'".to_owned()));
}

#[test]
fn files_cut_short() {
    assert_eq!(
        error(""),
        "line 1: the file ends before the line 'Zillions Save Game File': it is cut short or no saved game"
    );
    let lines: Vec<&str> = HEADER.lines().collect();
    assert_eq!(error(lines[0]), "line 2: the file ends before the line 'RulesFile=': it is cut short or no saved game");
    assert_eq!(
        error(&lines[..2].join("\n")),
        "line 3: the file ends before the line 'VariantName=': it is cut short or no saved game"
    );
    let whole = data("problem.zsg");
    // Wherever it is cut, the result is an error or the moves of the lines that are whole.
    for length in 0..whole.len() {
        match SavedGame::read(&whole[..length]) {
            Ok(game) => {
                assert_eq!(game.moves().len() + 3, whole[..length].trim_end().lines().count(), "cut at {length}");
            }
            Err(error) => assert!(error.to_string().starts_with("line "), "{error}"),
        }
    }
    assert_eq!(
        read("1. Man D3 -"),
        Err("line 4: '1. Man D3 -' is no move: one looks like '1. Man D3 - E4' (or the file is cut short here)"
            .to_owned())
    );
}

#[test]
fn bad_files_say_where_and_why() {
    for (text, message) in [
        ("hello\n", "line 1: 'hello' instead of 'Zillions Save Game File': this is no saved game of Zillions"),
        (
            "Zillions Save Game File Version 0.02 HHC\nVariantName=Camette\n",
            "line 2: 'VariantName=Camette' instead of 'RulesFile=': this is no saved game of Zillions",
        ),
        (
            "Zillions Save Game File Version 0.02 HHC\nRulesFile=Chess.zrf\nVariantName=Chess\n",
            "line 2: 'Chess.zrf' are the rules of another game: only Camette.zrf, Cam.zrf and Camelot.zrf are known",
        ),
        (
            "Zillions Save Game File Version 0.02 HHC\nRulesFile=Cam.zrf\nVariantName=All Knight\n",
            "line 3: 'All Knight' is no known variant of Cam",
        ),
    ] {
        assert_eq!(error(text), message);
    }
    let no_move = "is no move: one looks like '1. Man D3 - E4' (or the file is cut short here)";
    for (lines, message) in [
        ("1. Man D3 - D5", "line 4: illegal move: no piece of White's to leap over on D4".to_owned()),
        ("1. Man D3 - D4\n1. Man D3 - D4", "line 5: illegal move: no piece stands on D3".to_owned()),
        ("2. Man D3 - D4", "line 4: move number '2' where 1 is expected".to_owned()),
        ("1. Man D3 - D4\n2. Man B5 - A5", "line 5: move number '2' where 1 is expected".to_owned()),
        ("1. King D3 - D4", "line 4: 'King' is no piece: Knight or Man is expected".to_owned()),
        ("1. Knight D3 - D4", "line 4: the piece on D3 is no Knight".to_owned()),
        ("1. Man D3 - D9", "line 4: Camette has no square 'D9'".to_owned()),
        ("1. Man D3 x D4", format!("line 4: '1. Man D3 x D4' {no_move}")),
        ("1 Man D3 - D4", format!("line 4: '1 Man D3 - D4' {no_move}")),
        ("1. partial Man D3 - D4", format!("line 4: '1. partial Man D3 - D4' {no_move}")),
        ("1. Man C3 - C4 x", format!("line 4: '1. Man C3 - C4 x' {no_move}")),
    ] {
        assert_eq!(read(lines), Err(message), "{lines}");
    }
}

#[test]
fn captures_must_be_those_of_the_move() {
    let lines = |captured| format!("1. Man B3 - B4\n1. Man C5 - A3 x {captured}\n");
    assert_eq!(read(&lines("B4")).as_deref(), Ok("B3-B4 C5xA3"));
    assert_eq!(read(&lines("C4")), Err("line 5: the move does not capture on 'C4'".to_owned()));
    let quiet = lines("B4").replace(" x B4", "");
    assert_eq!(read(&quiet).unwrap_err().split(':').next(), Some("line 5"));
}
