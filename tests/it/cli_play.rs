//! `roundtable play`, by what is typed.

use std::path::Path;
use std::sync::OnceLock;

use assert_cmd::Command;
use tempfile::TempDir;

fn tables() -> &'static Path {
    static DIR: OnceLock<TempDir> = OnceLock::new();
    let dir = DIR.get_or_init(|| {
        let dir = TempDir::new().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
        command.args(["solve", "camette:KM-KM", "--dir"]).arg(dir.path()).assert().success();
        dir
    });
    dir.path()
}

/// Plays; gives the exit code and what is printed.
fn play(args: &[&str], typed: impl AsRef<[u8]>) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
    let output = command
        .arg("play")
        .args(args)
        .arg("--dir")
        .arg(tables())
        .write_stdin(typed.as_ref().to_vec())
        .output()
        .unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

const WON: &str = "w K:c2 / M:c5";

#[test]
fn the_best_moves_win() {
    // Following the hints, which are typed as they are printed.
    let mut typed = String::new();
    for _ in 0..20 {
        let (code, output) = play(&[WON], format!("{typed}hint\n"));
        assert_eq!(code, 0);
        if output.contains("White has won") {
            assert!(output.contains("1.C2"), "the score: {output}");
            return;
        }
        let hint = output
            .lines()
            .find_map(|line| line.strip_prefix("> ")?.split_once(" wins in "))
            .unwrap_or_else(|| panic!("{output}"));
        let hints = output.matches(" wins in ").count();
        assert_eq!(hints, 1);
        typed.push_str(hint.0.trim_start_matches("> "));
        typed.push('\n');
    }
    panic!("not won: {typed}");
}

/// A question that a damaged table cannot answer does not end the game.
#[test]
fn a_damaged_table_is_told_of() {
    let dir = TempDir::new().unwrap();
    std::fs::create_dir(dir.path().join("camette")).unwrap();
    std::fs::write(dir.path().join("camette/K-M"), "no table").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
    let output =
        command.args(["play", WON, "--dir"]).arg(dir.path()).write_stdin("hint\nline\nboard\n").output().unwrap();
    let [said, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!((output.status.code(), errors.matches("K-M: ").count()), (Some(0), 2), "{errors}");
    assert_eq!(said.matches("A B C D E").count(), 2, "{said}");
}

#[test]
fn moves_by_number_and_by_text() {
    let (_, by_number) = play(&[WON], "1\n");
    let (_, by_text) = play(&[WON], "c2-b2\n");
    assert_eq!(by_number, by_text);
    assert!(by_text.contains("Black plays "), "{by_text}");
}

#[test]
fn what_makes_no_sense_is_said_so() {
    let (code, output) = play(&[WON], "C2-C7\n99\n0\nxyz\n\nundo\nquit\n1\n");
    assert_eq!(code, 0);
    assert!(output.contains("there is no move 99: the list goes from 1 to "), "{output}");
    assert!(output.contains("There is no move of yours to take back."), "{output}");
    assert!(output.contains("'xyz' cannot be read"), "{output}");
    assert!(!output.contains("Black plays"), "{output}");
    let (code, output) = play(&[WON], b"\xff\xfe\nquit\n");
    assert_eq!(code, 0);
    assert!(output.contains("That is no text in UTF-8."), "{output}");
}

#[test]
fn undo_goes_back_to_the_same_player() {
    let (_, output) = play(&[WON], "1\nundo\nboard\n");
    let boards: Vec<String> = output
        .match_indices("   7 ")
        .map(|(at, _)| output[at..].lines().take(8).collect::<Vec<_>>().join("\n"))
        .collect();
    assert_eq!(boards.len(), 5, "the start, two moves, the move taken back, the board again: {output}");
    assert_eq!([&boards[3], &boards[4]], [&boards[0]; 2]);
}

#[test]
fn the_other_side_and_its_end_of_the_board() {
    let (_, output) = play(&[WON, "--as", "black"], "line\nhelp\n");
    assert!(output.starts_with("You play Black."), "{output}");
    assert!(
        output.contains("White plays ") && output.contains("E D C B A") && output.contains("take your last move back"),
        "{output}"
    );
    assert!(!output.contains('\x1b'), "no colours where there is no terminal");
}

/// Where no table knows, the game goes on all the same.
#[test]
fn a_game_that_no_table_knows() {
    let (code, output) = play(&["cam"], "hint\nline\n1\nundo\nquit\n");
    assert_eq!(code, 0);
    let unknown = "Best play is not known here: the table cam:KKMMMMM-KKMMMMM would be needed";
    assert_eq!(output.matches(unknown).count(), 2, "{output}");
    assert!(output.contains("Black plays ") && output.contains(", without knowing its value."), "{output}");
}

#[test]
fn an_ended_game() {
    let (code, output) = play(&["w M:c3 / M:c1"], "hint\n1\nline\n");
    assert_eq!(code, 0);
    assert!(output.contains("Black has won: castle taken.") && output.contains("the game is over"), "{output}");
}
