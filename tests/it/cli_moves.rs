//! `roundtable moves` and `roundtable perft` as commands: that the wires are connected.

use assert_cmd::Command;

use super::data;

/// Runs the command; gives its exit code, standard output and standard error.
fn run(args: &[&str], input: impl Into<Vec<u8>>) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
    let output = command.args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn results_of_the_recorded_positions() {
    for file in ["camette-moves.tsv", "all-knight-moves.tsv", "cam-moves.tsv", "camelot-moves.tsv"] {
        let expected = data(file);
        let positions: Vec<&str> = expected.lines().map(|line| line.split('\t').next().unwrap()).collect();
        for end in ["\n", "\r\n"] {
            let (code, output, errors) = run(&["moves", "--results", "-"], positions.join(end));
            assert!(output == expected, "{file}");
            assert_eq!((code, errors.as_str()), (0, ""));
        }
    }
}

#[test]
fn bad_lines_are_answered_and_the_rest_goes_on() {
    let mut input = b"nonsense\r\n\n  \n1/1k1/1mmm1/5/1MMM1/1K1/m w\n\xff\xfe\n".to_vec();
    input.extend(b"w M:c3 / M:c2,e5");
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
    let output = command.args(["moves", "--results", "-"]).write_stdin(input).output().unwrap();
    let mut expected =
        b"nonsense\terror: 'nonsense' is no position: write camette, cam, camelot, all-knight, problem, or a position text\n"
            .to_vec();
    expected.extend(b"1/1k1/1mmm1/5/1MMM1/1K1/m w\t\n\xff\xfe\terror: not UTF-8 at byte 1\n");
    expected.extend(b"w M:c3 / M:c2,e5\t1/3/4m/5/5/3/M b\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&expected));
    assert!(output.stdout == expected);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(2), 0));
}

#[test]
fn lists_for_people() {
    let (code, output, _) = run(&["moves", "w M:a5 / M:b6,d6"], "");
    assert_eq!(
        output,
        "1/m1m/M4/5/5/3/1 w  (Camette, White to move)\n1  A5xC7  M/2m/5/5/5/3/1 b  takes B6; ends the game: castle taken\n"
    );
    assert_eq!(code, 0);
    let (code, output, _) = run(&["moves", "w M:c1,b2,c2,d2 / M:a3,c3,e3,e5"], "");
    assert!(output.ends_with("The game is over: no legal move.\n"), "{output}");
    assert_eq!(code, 0);
}

#[test]
fn lists_for_programs() {
    let (code, output, _) = run(&["moves", "--json", "w M:a5 / M:b6,d6"], "");
    let json: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "position": "1/m1m/M4/5/5/3/1 w", "game": "camette", "turn": "white", "over": false, "reason": null,
            "moves": [{
                "move": "A5xC7", "path": ["A5", "C7"], "captures": ["B6"], "position": "M/2m/5/5/5/3/1 b", "over": true,
            }],
        })
    );
    assert_eq!(code, 0);
    let (_, output, _) = run(&["moves", "--json", "w / M:c3"], "");
    assert!(output.contains("\"reason\": \"no pieces left\""), "{output}");
}

#[test]
fn counts() {
    assert_eq!(run(&["perft", "camette", "4"], "").1, "1\t22\n2\t345\n3\t4926\n4\t65908\n");
    assert_eq!(run(&["perft", "camette", "3", "--paths"], "").1, "1\t22\n2\t345\n3\t5174\n");
    let (code, output, _) = run(&["perft", "camette", "2", "--divide"], "");
    assert!(output.starts_with("B3-A3\t") && output.ends_with("\ntotal\t345\n"), "{output}");
    assert_eq!(code, 0);
}

#[test]
fn bad_usage() {
    let (code, output, errors) = run(&["moves", "1/1k1/1mmm/5/1MMM1/1K1/1 w"], "");
    assert_eq!((code, output.as_str()), (2, ""));
    assert_eq!(
        errors,
        "error: the position cannot be read: rank 5 has 4 squares instead of 5\n\
         hint: quote a position that has spaces, or write '_' for them; 'roundtable --help' shows the forms\n"
    );
    for args in [
        &["moves", "-"][..],
        &["perft", "camette", "0"],
        &["perft", "camette", "100"],
        &["perft", "camette"],
        &["chess"],
        &[],
    ] {
        let (code, output, errors) = run(args, "");
        assert_eq!((code, output.as_str()), (2, ""), "{args:?}");
        assert!(!errors.is_empty());
    }
}

#[test]
fn help_names_the_exit_codes() {
    let (code, output, _) = run(&["--help"], "");
    assert!(
        code == 0 && output.contains("Exit codes:") && output.contains("tables are missing or damaged"),
        "{output}"
    );
    for command in ["moves", "perft"] {
        let (code, output, _) = run(&[command, "--help"], "");
        assert!(code == 0 && output.contains("Examples:"), "{output}");
    }
}

/// Output that cannot be written is an error, of help as of anything.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    use std::fs::File;
    use std::process::{Command, Stdio};

    for args in [&["--help"][..], &["moves", "--help"], &["--version"], &["moves", "camette"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_roundtable"));
        let output = command.args(args).stdout(Stdio::from(full)).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{args:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.starts_with("error: ") && error.contains("standard output"), "{args:?}: {error}");
    }
}

/// A reader that goes away, as `head` does, is no error.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .args(["perft", "camelot", "1", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut errors = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut errors).unwrap();
    assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""));
}
