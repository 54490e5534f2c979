//! `roundtable moves`.

use std::io::{self, BufWriter, Write};

use roundtable::game::notation::text::results_text;
use roundtable::game::{Move, Position};
use serde::Serialize;

use super::error::{CommandError, Exit};
use super::{Outcome, input};

/// List the legal moves of a position
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable moves camette
  roundtable moves 'w K:c2 M:c3 / M:c5,e5'
  roundtable moves --json '1/1k1/1mmm1/5/1MMM1/1K1/1 w'
  roundtable moves --results - < positions.txt")]
pub(crate) struct Args {
    /// The position; with --results, '-' reads one a line from standard input
    position: String,

    /// Print JSON
    #[arg(long, conflicts_with = "results")]
    json: bool,

    /// Print the position, a tab, and the distinct resulting positions: sorted, joined by ';', with '# ' before one that
    /// ends the game. A bad line is answered by 'error: ' and the reason
    #[arg(long)]
    results: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let mut output = BufWriter::new(io::stdout().lock());
    if args.position == "-" {
        if !args.results {
            let error = CommandError::input(anyhow::anyhow!("'-' reads positions for --results only"));
            return Err(error.hint("write 'roundtable moves --results -'"));
        }
        return Ok(input::answer_lines(io::stdin().lock(), output, results)?);
    }
    let position = input::position(&args.position)?;
    if args.results {
        writeln!(output, "{}\t{}", args.position, results_text(&position)?)?;
    } else if args.json {
        serde_json::to_writer_pretty(&mut output, &Listing::new(&position)?)?;
        writeln!(output)?;
    } else {
        write_list(&mut output, &position)?;
    }
    output.flush()?;
    Ok(Exit::Done)
}

/// The answer to a line of standard input.
fn results(line: &str) -> Result<String, anyhow::Error> {
    Ok(results_text(&line.parse()?)?)
}

/// Writes the list for people.
fn write_list(output: &mut impl Write, position: &Position) -> Result<(), CommandError> {
    let moves = position.try_legal_moves()?;
    writeln!(output, "{position}  ({}, {} to move)", position.game(), position.side())?;
    if let Some(reason) = position.over() {
        writeln!(output, "The game is over: {reason}.")?;
    }
    let number_width = moves.len().to_string().len();
    let text_width = moves.iter().map(|m| m.to_string().len()).max().unwrap_or(0);
    let position_width = moves.iter().map(|m| m.after().to_string().len()).max().unwrap_or(0);
    for (number, m) in (1..).zip(&moves) {
        let mut notes = Vec::new();
        if !m.captures().is_empty() {
            notes.push(format!("takes {}", names(m.captures()).join(" ")));
        }
        notes.extend(m.after().over().map(|reason| format!("ends the game: {reason}")));
        let (text, after) = (m.to_string(), m.after().to_string());
        let line =
            format!("{number:>number_width$}  {text:text_width$}  {after:position_width$}  {}", notes.join("; "));
        writeln!(output, "{}", line.trim_end())?;
    }
    Ok(())
}

fn names(squares: &[roundtable::game::SquareName]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

/// The JSON of a position and its moves.
#[derive(Serialize)]
struct Listing {
    position: String,
    game: &'static str,
    turn: &'static str,
    over: bool,
    reason: Option<&'static str>,
    moves: Vec<MoveEntry>,
}

#[derive(Serialize)]
struct MoveEntry {
    #[serde(rename = "move")]
    text: String,
    path: Vec<String>,
    captures: Vec<String>,
    position: String,
    over: bool,
}

impl Listing {
    fn new(position: &Position) -> Result<Self, CommandError> {
        let reason = position.over();
        Ok(Self {
            position: position.to_string(),
            game: position.game().name(),
            turn: position.side().name(),
            over: reason.is_some(),
            reason,
            moves: position.try_legal_moves()?.iter().map(MoveEntry::new).collect(),
        })
    }
}

impl MoveEntry {
    fn new(m: &Move) -> Self {
        Self {
            text: m.to_string(),
            path: names(m.path()),
            captures: names(m.captures()),
            position: m.after().to_string(),
            over: m.after().over().is_some(),
        }
    }
}
