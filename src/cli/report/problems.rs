//! `roundtable report problems`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use roundtable::game::{Game, Position};
use roundtable::index::TableName;
use roundtable::report::{Problem, Problems, ProblemsHalf, Theme, Wanted, proof_game};
use roundtable::solve::Plan;

use super::super::error::complain;
use super::super::input;
use super::{CommandError, Common, Outcome, Targets, WholeGame, Words, board, percent, words};

/// Positions that could have been composed: every move of the winner is the only one that wins
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable report problems problem
  roundtable report problems --depth 9 --count 5
  roundtable report problems KM-KM --depth 15 --svg > problems.svg
  roundtable report problems KMM-KM --out problems

A win is sound if in every main line (the winner hurries, the loser delays) each move of the
winner is the only one that wins; only the last one may have duals. The best have the largest
sacrifice, of these the ones with the most themes: a sacrifice, a Knight's Charge where nothing
has to be captured, a jump into the own castle. Asked about a position, the report holds it
against all others of its depth and material. All of Camette takes a minute on two
cores.")]
pub(crate) struct Args {
    /// Where to look: `camette`, `all-knight` or tables such as KMM-KM; or a position, to hold against others
    #[arg(value_name = "TABLE|POSITION", default_value = "camette")]
    subjects: Vec<String>,

    /// The depth of the wins in plies, an odd number from 3 on
    #[arg(long, value_name = "N", default_value_t = 7)]
    depth: u16,

    /// How many problems to show
    #[arg(long, value_name = "N", default_value_t = 3)]
    count: u16,

    /// Write each problem to files in a folder, which is made if need be: text, picture, and as .zsg a game that leads to it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

/// Runs the report.
pub(crate) fn run(args: &Args) -> Outcome {
    let problems = match asked(&args.subjects)? {
        Some(position) => about(args, &position)?,
        None => find(args)?,
    };
    if let Some(dir) = &args.out {
        write_files(dir, &problems).map_err(|error| {
            CommandError::other(anyhow::Error::new(error).context(format!("cannot write to {}", dir.display())))
        })?;
    }
    args.common.print(&problems)
}

/// The position that is asked about, if it is no name of tables.
fn asked(subjects: &[String]) -> Result<Option<Position>, CommandError> {
    let [subject] = subjects else { return Ok(None) };
    let tables = WholeGame::named(subject).is_some() || Game::named(subject).is_some();
    // What has a dash and neither a blank nor a slash can only be meant as a table.
    let table = subject.parse::<TableName>().is_ok() || (subject.contains('-') && !subject.contains(['/', ' ']));
    if tables || table { Ok(None) } else { input::position(subject).map(Some) }
}

fn about(args: &Args, position: &Position) -> Result<Problems, CommandError> {
    let tablebase = args.common.tables.tablebase_for(position)?;
    let value = tablebase.value(position)?;
    let no_win = || {
        let value = words::value(position.side(), value);
        CommandError::input(anyhow::anyhow!("{} has no forced win there: {value}", position.side()))
    };
    let (name, _) = TableName::holding(position.game(), position.view());
    let plan = Plan::for_tables([name]).filter(|_| name.is_possible() && position.ending().is_none());
    let plan = plan.ok_or_else(no_win)?;
    let problems = args.common.with_bar(&plan, |bar| Problems::about(&tablebase, position, bar))?;
    problems.ok_or_else(no_win)
}

fn find(args: &Args) -> Result<Problems, CommandError> {
    if args.depth < 3 || args.depth.is_multiple_of(2) {
        let error = anyhow::anyhow!("a problem's depth is an odd number of plies, 3 or more: {} is not", args.depth);
        return Err(CommandError::input(error));
    }
    let targets = Targets { tables: args.subjects.clone() };
    let (tablebase, plan) = targets.find(&args.common)?;
    let wanted = Wanted { depth: args.depth, count: usize::from(args.count) };
    args.common.with_bar(&plan, |bar| Problems::find(&tablebase, &plan, wanted, bar))
}

/// Writes each problem to a folder: its diagram, position, facts and solution as text, a picture, and a game that leads to it.
fn write_files(dir: &Path, problems: &Problems) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    for (number, problem) in (1..).zip(&problems.problems) {
        let name = format!("problem-{}-{number}", problem.depth);
        let mut text = Vec::new();
        write_problem(&mut text, problem)?;
        fs::write(dir.join(format!("{name}.txt")), text)?;
        fs::write(dir.join(format!("{name}.svg")), problem.picture())?;
        match problem.position.parse().ok().as_ref().and_then(proof_game) {
            Some(game) => fs::write(dir.join(format!("{name}.zsg")), game.to_string())?,
            None => {
                complain(format_args!("no game was found that leads to {}: there is no {name}.zsg", problem.position));
            }
        }
    }
    Ok(())
}

impl Words for Problems {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let depth = words::plies(self.depth);
        writeln!(output, "Wins in {depth}; mirror images are one\n")?;
        writeln!(
            output,
            "{:11}  {:>11}  {:>11}  {:>9}  {:>9}  {:>9}  {:>10}",
            "to move", "wins", "one move", "sound", "sacrifice", "Charge", "own castle"
        )?;
        for half in &self.halves {
            write_half(output, half)?;
        }
        writeln!(
            output,
            "\none move: only one first move wins; sound: so it goes on in all main lines. Of the sound ones: with a\n\
             sacrifice, with a Knight's Charge where nothing has to be captured, with a jump into the own castle."
        )?;
        for problem in &self.problems {
            writeln!(output)?;
            write_problem(output, problem)?;
        }
        for half in &self.halves {
            if let Some(as_good) = half.as_good {
                write_standing(output, half, as_good)?;
            }
        }
        Ok(())
    }
}

fn write_half(output: &mut dyn Write, half: &ProblemsHalf) -> io::Result<()> {
    let sides = format!("{} – {}", half.to_move, half.against);
    let [wins, unique, sound, sacrifice, charge, own_castle] =
        [half.wins, half.unique, half.sound, half.sacrifice, half.charge, half.own_castle].map(words::grouped);
    writeln!(output, "{sides:11}  {wins:>11}  {unique:>11}  {sound:>9}  {sacrifice:>9}  {charge:>9}  {own_castle:>10}")
}

/// How the position that was asked about compares with the others.
fn write_standing(output: &mut dyn Write, half: &ProblemsHalf, as_good: u64) -> io::Result<()> {
    let one_in = |some: u64| words::grouped(half.wins / some.max(1));
    writeln!(
        output,
        "\nOf {} wins of this depth and material one in {} is sound. At least as good as this one (as large a sacrifice,\n\
         then as many themes, as few pieces, as many moves that do not win) are {}, itself included: one in {}.",
        words::grouped(half.wins),
        one_in(half.sound),
        words::grouped(as_good),
        one_in(as_good)
    )
}

fn write_problem(output: &mut dyn Write, problem: &Problem) -> io::Result<()> {
    writeln!(output, "{}\n{}", board(&problem.position), problem.position)?;
    let soundness = if problem.sound { "sound" } else { "not sound" };
    writeln!(output, "A win in {}, {soundness}, {} pieces.", words::plies(problem.depth), problem.pieces)?;
    let winning = problem.winning.join(", ");
    let tries = percent(problem.losing_share);
    writeln!(output, "Wins: {winning}, of {} moves; {tries} of them lose.", problem.moves)?;
    let (only, lines) = (usize::from(problem.only_moves), problem.lines as usize);
    let lines = if problem.sound { format!("; {}", words::counted(lines, "main line")) } else { String::new() };
    writeln!(output, "{} in a row{lines}.", words::counted(only, "only-move"))?;
    if !problem.themes.is_empty() {
        let words = |theme: &Theme| match theme {
            Theme::Sacrifice => format!("sacrifice ({} behind)", words::counted(usize::from(problem.given), "piece")),
            Theme::Charge | Theme::OwnCastle => theme.words().to_owned(),
        };
        let themes: Vec<String> = problem.themes.iter().map(words).collect();
        writeln!(output, "Themes: {}.", themes.join(", "))?;
    }
    writeln!(output, "{}", problem.line)
}
