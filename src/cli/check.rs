//! `roundtable check`.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use roundtable::game::notation::SavedGame;
use roundtable::game::{Colour, Position};
use roundtable::probe::Proof;

use super::error::{CommandError, Exit};
use super::tables::AnswerArgs;
use super::{Outcome, input, words};

/// Say whether the side to move has a forced win, and how it goes against every defence
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable check problem
  roundtable check mygame.zsg --plies 6
  roundtable check 'b K:c2 M:b2,b3,d6 / K:c6 M:c4,c5,d5'

Every line of the solution is a reply of the loser and the winner's answer. A
position that has been met before is referred to by its number in brackets.
Exit code 1: there is no forced win.")]
pub(crate) struct Args {
    /// A position, or a saved game of Zillions (FILE.zsg), of which the last position counts
    #[arg(value_name = "FILE.zsg|POSITION")]
    subject: String,

    /// Print the solution only so many plies deep
    #[arg(long, default_value_t = u16::MAX, hide_default_value = true)]
    plies: u16,

    #[command(flatten)]
    tables: AnswerArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let position = subject(&args.subject)?;
    let tablebase = args.tables.tablebase_for(&position)?;
    let value = tablebase.value(&position)?;
    let proof = tablebase.proof(&position, args.plies)?;
    let mut output = BufWriter::new(io::stdout().lock());
    writeln!(output, "{}", words::board(&position, Colour::White))?;
    writeln!(output, "{position}  ({}, {} to move)", position.game(), position.side())?;
    let Some(proof) = proof else {
        if let Some(reason) = position.over() {
            writeln!(output, "No: the game is over ({reason}).")?;
        } else {
            let value = words::value(position.side(), value);
            writeln!(output, "No: {} has no forced win: {value}.", position.side())?;
        }
        output.flush()?;
        return Ok(Exit::No);
    };
    write_proof(&mut output, &proof, args.plies)?;
    output.flush()?;
    Ok(Exit::Done)
}

/// The position a file or an argument stands for.
fn subject(text: &str) -> Result<Position, CommandError> {
    let path = Path::new(text);
    let is_file = path.is_file() || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zsg"));
    if !is_file {
        return input::position(text);
    }
    let bytes = fs::read(text)
        .map_err(|error| CommandError::input(anyhow::Error::new(error).context(format!("'{text}' cannot be read"))))?;
    let game = SavedGame::read(&String::from_utf8_lossy(&bytes)).map_err(|error| {
        CommandError::input(anyhow::Error::new(error).context(format!("'{text}' is no saved game of Zillions")))
    })?;
    Ok(*game.end())
}

fn write_proof(output: &mut impl Write, proof: &Proof, plies: u16) -> io::Result<()> {
    let side = proof.start.side();
    writeln!(output, "Yes: {side} wins in {}.", words::plies(proof.depth))?;
    match proof.winning.as_slice() {
        [only] => writeln!(output, "The first move is unique: {} is the only one that wins.", only.played)?,
        moves => {
            let listed: Vec<String> = moves
                .iter()
                .map(|ranked| format!("{} ({})", ranked.played, words::plies(ranked.value.depth().unwrap_or(0))))
                .collect();
            writeln!(output, "{} moves win: {}.", moves.len(), listed.join(", "))?;
        }
    }
    writeln!(output)?;
    if plies == 0 {
        return Ok(());
    }
    let Some(best) = proof.winning.first() else { return Ok(()) };
    let first = Ply { number: 1, colour: side };
    write!(output, "{}{}", first.prefix(), best.played)?;
    let met_again: HashSet<usize> = proof
        .defences
        .iter()
        .flat_map(|defence| &defence.replies)
        .filter(|reply| !reply.first_time)
        .map(|reply| reply.next)
        .collect();
    write_defence(output, &Tree { proof, met_again }, 0, first.next(), 1)
}

/// A proof, and the numbers of the positions that are met more than once: the others need no number.
struct Tree<'a> {
    proof: &'a Proof,
    met_again: HashSet<usize>,
}

impl Tree<'_> {
    /// The mark of a position that will be referred to.
    fn mark(&self, number: usize) -> String {
        if self.met_again.contains(&number) { format!("  [{}]", number + 1) } else { String::new() }
    }
}

/// A move's number and side.
#[derive(Clone, Copy)]
struct Ply {
    number: u32,
    colour: Colour,
}

impl Ply {
    fn next(self) -> Self {
        let number = if self.colour == Colour::Black { self.number + 1 } else { self.number };
        Self { number, colour: self.colour.other() }
    }

    fn prefix(self) -> String {
        match self.colour {
            Colour::White => format!("{}.", self.number),
            Colour::Black => format!("{}...", self.number),
        }
    }
}

/// Writes what follows a position with the loser to move: on the same line while the loser has no choice, else a line for
/// each reply, indented.
fn write_defence(output: &mut impl Write, tree: &Tree<'_>, number: usize, ply: Ply, indent: usize) -> io::Result<()> {
    let defence = &tree.proof.defences[number];
    let forced = defence.replies.len() == 1;
    match defence.replies.as_slice() {
        [] if defence.depth == 0 => return writeln!(output, "  wins"),
        [] => return writeln!(output, "{}  wins in {} more", tree.mark(number), words::plies(defence.depth)),
        [_] => write!(output, "{}", tree.mark(number))?,
        _ => writeln!(output, "{}", tree.mark(number))?,
    }
    for reply in &defence.replies {
        // Black's move needs its number but where it follows White's on the line.
        let prefix = if forced && ply.colour == Colour::Black { String::new() } else { ply.prefix() };
        let width = if forced { 1 } else { 2 * indent };
        let answer = ply.next();
        let between = match answer.colour {
            Colour::White => format!(" {}", answer.prefix()),
            Colour::Black => " ".into(),
        };
        write!(output, "{:width$}{prefix}{}{between}{}", "", reply.played, reply.answer)?;
        if reply.first_time {
            write_defence(output, tree, reply.next, answer.next(), if forced { indent } else { indent + 1 })?;
        } else if tree.proof.defences[reply.next].depth == 0 {
            writeln!(output, "  wins")?;
        } else {
            writeln!(output, "  see [{}]", reply.next + 1)?;
        }
    }
    Ok(())
}
