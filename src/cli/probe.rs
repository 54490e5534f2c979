//! `roundtable probe`.

use std::io::{self, BufWriter, Write};

use roundtable::game::notation::Score;
use roundtable::game::{Colour, Position, Value};
use roundtable::probe::{Answer, KnownMove, Line, LineEnd, ProbeError, RankedMove, Tablebase};
use serde::Serialize;

use super::error::{CommandError, Exit};
use super::tables::AnswerArgs;
use super::{Outcome, input, words};

/// Say what a position is worth, and each of its moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable probe camette
  roundtable probe camette D3-E4 B5-C4
  roundtable probe 'w K:c2 / M:c5'
  roundtable probe --json problem
  roundtable probe - < positions.txt

Moves are ranked best first: the fastest win, then draws, then the slowest loss.
Depths are in plies (moves of one side) under best play. In JSON, value and dtw
are for the side to move in the position they stand beside; dtw is null for a
draw.

Where the value is not known, the table that would be needed and its size are
said, and the moves are shown with the values of those that lead into tables that
are there; the exit code is then 3 (2 if no table can hold the position), and in
JSON value and dtw are null.")]
pub(crate) struct Args {
    /// The position; '-' reads one a line from standard input and prints each with a tab and its value
    position: String,

    /// Moves to make first, as in a game score: numbers and comments may stand among them
    moves: Vec<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    tables: AnswerArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let mut output = BufWriter::new(io::stdout().lock());
    if args.position == "-" {
        if args.json || !args.moves.is_empty() {
            let error = anyhow::anyhow!("'-' prints a value a line: it goes with neither --json nor moves");
            return Err(CommandError::input(error));
        }
        return values(&args.tables.tablebase_for_any()?, output);
    }
    let position = after_moves(input::position(&args.position)?, &args.moves)?;
    let tablebase = args.tables.tablebase_for(&position)?;
    match (tablebase.moves(&position), args.json) {
        (Err(error), _) if error.is_unknown() => {
            // The rules may tell the value, or the known moves, though not all moves are known.
            if !without_table(&mut output, &tablebase, &position, args.json)? {
                return Err(tablebase.value(&position).err().unwrap_or(error).into());
            }
        }
        (moves, true) => {
            let value = tablebase.value(&position)?;
            write_json(&mut output, &Answer::new(&position, value, &moves?))?;
        }
        (moves, false) => {
            let (value, line) = (tablebase.value(&position)?, tablebase.line(&position)?);
            write_answer(&mut output, &position, value, &moves?, &line)?;
        }
    }
    output.flush()?;
    Ok(Exit::Done)
}

/// Answers as far as the tables go: a capture may lead into one that is there. Whether the value is known.
fn without_table(
    output: &mut impl Write,
    tablebase: &Tablebase,
    position: &Position,
    json: bool,
) -> Result<bool, CommandError> {
    let is_known = if json {
        let outlook = tablebase.outlook(position)?;
        write_json(output, &outlook)?;
        outlook.unknown.is_none()
    } else {
        write_position(output, position)?;
        let value = tablebase.known(position)?;
        let is_known = value.is_ok();
        match value {
            Ok(value) => write_value(output, position, value)?,
            Err(unknown) => writeln!(output, "The value is not known: {}.\n", unknown.message)?,
        }
        let moves = tablebase.known_moves(position)?;
        let said =
            |known: &KnownMove| (known.played.to_string(), known.value.map_or("not known".into(), words::outcome));
        write_moves(output, &moves.iter().map(said).collect::<Vec<_>>())?;
        is_known
    };
    output.flush()?;
    Ok(is_known)
}

fn write_json(output: &mut impl Write, answer: &impl Serialize) -> Result<(), CommandError> {
    serde_json::to_writer_pretty(&mut *output, answer)?;
    Ok(writeln!(output)?)
}

/// Answers every line of standard input. Tables that are missing or damaged make for exit 3, once all lines are done.
fn values(tablebase: &Tablebase, output: impl Write) -> Outcome {
    let mut without_table = false;
    let exit = input::answer_lines(io::stdin().lock(), output, |line| -> Result<String, anyhow::Error> {
        let value = tablebase.value(&line.parse()?).inspect_err(|error| {
            without_table |= matches!(error, ProbeError::Table(_));
        })?;
        Ok(value.to_string())
    })?;
    Ok(if without_table { Exit::Tables } else { exit })
}

/// The position after the moves of a game score, numbered or not.
fn after_moves(start: Position, moves: &[String]) -> Result<Position, CommandError> {
    let score = Score::read(start, &moves.join(" ")).map_err(CommandError::input)?;
    Ok(*score.end())
}

fn write_answer(
    output: &mut impl Write,
    position: &Position,
    value: Value,
    moves: &[RankedMove],
    line: &Line,
) -> io::Result<()> {
    write_position(output, position)?;
    if let Some(reason) = position.over() {
        let result = match value {
            Value::Draw => "a draw".to_owned(),
            Value::Loss(_) => format!("{} has won", position.side().other()),
            Value::Win(_) => format!("{} has won", position.side()),
        };
        return writeln!(output, "The game is over: {reason}, {result}.");
    }
    write_value(output, position, value)?;
    let said = |ranked: &RankedMove| (ranked.played.to_string(), words::outcome(ranked.value));
    write_moves(output, &moves.iter().map(said).collect::<Vec<_>>())?;
    write!(output, "\nMain line: {}", line.score)?;
    match line.end {
        LineEnd::Over => writeln!(output),
        LineEnd::Repetition => writeln!(output, " (a position comes back)"),
    }
}

fn write_position(output: &mut impl Write, position: &Position) -> io::Result<()> {
    writeln!(output, "{}", words::board(position, Colour::White))?;
    writeln!(output, "{position}  ({}, {} to move)", position.game(), position.side())
}

fn write_value(output: &mut impl Write, position: &Position, value: Value) -> io::Result<()> {
    let said = words::value(position.side(), value);
    writeln!(output, "{}{}.\n", said[..1].to_uppercase(), &said[1..])
}

/// Moves and what is said of them, in two columns.
fn write_moves(output: &mut impl Write, moves: &[(String, String)]) -> io::Result<()> {
    let width = moves.iter().map(|(text, _)| text.len()).max().unwrap_or(0);
    moves.iter().try_for_each(|(text, said)| writeln!(output, "  {text:width$}  {said}"))
}
