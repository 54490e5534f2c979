//! What people hand to commands: a position as an argument, or one a line on standard input.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};

use roundtable::game::Position;

use super::error::{CommandError, Exit};

/// The longest line that is read as a position, in bytes. Longer ones are echoed, and answered by an error.
const LONGEST_LINE: usize = 16 * 1024;

/// The position an argument stands for.
pub(crate) fn position(text: &str) -> Result<Position, CommandError> {
    text.parse().map_err(|error| {
        CommandError::input(anyhow::Error::new(error).context("the position cannot be read"))
            .hint("quote a position that has spaces, or write '_' for them; 'roundtable --help' shows the forms")
    })
}

/// Answers each line of `input` by the line itself, a tab, and the answer, or `error: ` and the reason. Lines end in LF or
/// CRLF and are written with LF; blank ones are skipped. One bad line does not stop the rest, but makes for
/// [`Exit::BadInput`].
///
/// Memory is bounded whatever the lines. Everything answered is written out before more input is waited for.
pub(crate) fn answer_lines<E: Display>(
    input: impl Read,
    mut output: impl Write,
    mut answer: impl FnMut(&str) -> Result<String, E>,
) -> io::Result<Exit> {
    let mut input = BufReader::with_capacity(64 * 1024, input);
    let mut exit = Exit::Done;
    let mut line = Vec::new();
    loop {
        line.clear();
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        let limit = LONGEST_LINE as u64 + 2;
        if input.by_ref().take(limit).read_until(b'\n', &mut line).map_err(|error| unreadable(&error))? == 0 {
            output.flush()?;
            return Ok(exit);
        }
        let ended = line.last() == Some(&b'\n');
        let result = if !ended && line.len() as u64 == limit {
            echo_rest(&mut input, &mut output, &line)?;
            Err(format!("a line longer than {LONGEST_LINE} bytes is no position"))
        } else {
            let text = without_line_end(&line);
            let valid = std::str::from_utf8(text);
            if valid.is_ok_and(|text| text.trim().is_empty()) {
                continue;
            }
            output.write_all(text)?;
            match valid {
                Ok(text) => answer(text).map_err(|error| error.to_string()),
                Err(error) => Err(format!("not UTF-8 at byte {}", error.valid_up_to() + 1)),
            }
        };
        match result {
            Ok(answer) => writeln!(output, "\t{answer}")?,
            Err(reason) => {
                writeln!(output, "\terror: {reason}")?;
                exit = Exit::BadInput;
            }
        }
    }
}

fn unreadable(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the input cannot be read: {error}"))
}

fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Echoes a long line, of which `start` has been read, up to its end. A CR is held back until it is known not to be part
/// of that end.
fn echo_rest(input: &mut impl BufRead, output: &mut impl Write, start: &[u8]) -> io::Result<()> {
    let mut chunk = start.to_vec();
    loop {
        if chunk.ends_with(b"\n") {
            return output.write_all(without_line_end(&chunk));
        }
        let held_back = chunk.ends_with(b"\r");
        output.write_all(&chunk[..chunk.len() - usize::from(held_back)])?;
        chunk.clear();
        if held_back {
            chunk.push(b'\r');
        }
        if input.take(LONGEST_LINE as u64).read_until(b'\n', &mut chunk).map_err(|error| unreadable(&error))? == 0 {
            return output.write_all(without_line_end(&chunk));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &[u8]) -> (String, Exit) {
        let mut output = Vec::new();
        let exit = answer_lines(input, &mut output, |line| line.parse::<u32>().map(|n| (n + 1).to_string())).unwrap();
        (String::from_utf8_lossy(&output).into_owned(), exit)
    }

    #[test]
    fn lines_are_answered_in_order_whatever_their_ends() {
        assert_eq!(answers(b"1\n2\r\n\n \r\n3"), ("1\t2\n2\t3\n3\t4\n".into(), Exit::Done));
        assert_eq!(answers(b""), (String::new(), Exit::Done));
    }

    #[test]
    fn a_bad_line_does_not_stop_the_rest() {
        let (output, exit) = answers(b"1\nx\n\xff\n4\n");
        assert_eq!(
            output,
            "1\t2\nx\terror: invalid digit found in string\n\u{fffd}\terror: not UTF-8 at byte 1\n4\t5\n"
        );
        assert_eq!(exit, Exit::BadInput);
    }

    #[test]
    fn long_lines_are_echoed_whole() {
        for length in [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, LONGEST_LINE + 2, 5 * LONGEST_LINE + 7] {
            let long = "7".repeat(length - 1) + "\r";
            for (line, end) in [(&long, "\n"), (&long, "\r\n"), (&long, "")] {
                let (output, exit) = answers(format!("{line}{end}1\n").as_bytes());
                let echoed = match end {
                    "\n" => line.trim_end(),
                    _ => line,
                };
                if !end.is_empty() {
                    let (first, rest) = output.split_once('\n').unwrap();
                    let (echo, error) = first.split_once('\t').unwrap();
                    assert!(echo == echoed, "a line of {length} bytes and {end:?}");
                    assert!(error.starts_with("error: "), "{error}");
                    assert_eq!(rest, "1\t2\n");
                }
                assert_eq!(exit, Exit::BadInput);
            }
        }
    }
}
