//! `roundtable report summary`.

use std::io::{self, Write};

use roundtable::index::TableName;
use roundtable::report::{Reach, Summary, SummaryHalf};
use roundtable::solve::Plan;

use super::super::input;
use super::{CommandError, Common, Outcome, Targets, Words, percent, words};

/// Positions, wins, draws and losses by material; what a Knight and what the move is worth
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable report summary
  roundtable report summary all-knight --csv > all-knight.csv
  roundtable report summary KMMM-KMMM KMMM-MMM
  roundtable report summary --svg > camette.svg
  roundtable report summary camette --reachable

Counts come from the headers of the tables, which `roundtable verify` proves right. The score is
what the player to move can expect on average: 1 for a win, a half for a draw. --reachable counts
the positions that can occur in a game from a start, which may be any position, by going through
all of them: for Camette a minute on two cores.")]
pub(crate) struct Args {
    #[command(flatten)]
    targets: Targets,

    /// Count only positions that can occur: the target is the position the game starts from
    #[arg(long)]
    reachable: bool,

    #[command(flatten)]
    common: Common,
}

/// Runs the report.
pub(crate) fn run(args: &Args) -> Outcome {
    if args.reachable {
        return reachable(args);
    }
    let (tablebase, plan) = args.targets.find(&args.common)?;
    let summary = Summary::new(tablebase.catalog(), &plan)?;
    args.common.print(&summary)
}

fn reachable(args: &Args) -> Outcome {
    let [start] = args.targets.tables.as_slice() else {
        return Err(CommandError::input(anyhow::anyhow!("--reachable goes with one position to start from")));
    };
    if start.parse::<TableName>().is_ok() {
        let error = anyhow::anyhow!("--reachable counts from a position, and {start} is a table");
        return Err(
            CommandError::input(error).hint("write `camette`, `all-knight`, or any other position to start from")
        );
    }
    let start = input::position(start)?;
    let tablebase = args.common.tables.tablebase_for(&start)?;
    let plan = Plan::for_tables(Plan::tables_from(&start))
        .filter(|plan| plan.steps().iter().all(|step| step.name.is_possible()))
        .ok_or_else(|| CommandError::input(anyhow::anyhow!("no tables can hold the games that start there")))?;
    let too_large = plan.steps().iter().map(|step| step.name).find(|name| !name.is_numbered());
    if let Some(name) = too_large {
        let error = anyhow::anyhow!("games that start there go through {}, too large for a table", name.qualified());
        return Err(CommandError::input(error).hint("start from an ending whose tables are there"));
    }
    for step in plan.steps() {
        tablebase.catalog().open(step.name)?;
    }
    let reach = args.common.with_bar(&plan, |bar| Reach::new(tablebase.catalog(), &start, bar))?;
    args.common.print(&reach)
}

impl Words for Reach {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let (reachable, all) = (self.reachable(), self.positions);
        let of_all = percent(reachable as f64 / all.max(1) as f64);
        writeln!(output, "Of {} positions {} can occur ({of_all}).", words::grouped(all), words::grouped(reachable))?;
        let half = self.plies.iter().scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        let half = half.take_while(|&sum| 2 * sum < reachable).count();
        let last = self.plies.len().saturating_sub(1);
        writeln!(output, "Half of these can occur within {half} plies, the last ones first after {last}.\n")?;
        self.summary.write(output)
    }
}

impl Words for Summary {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(
            output,
            "{:11}  {:>11}  {:>7}  {:>7}  {:>7}  {:>6}  {:>7}  {:>8}",
            "to move", "positions", "won", "drawn", "lost", "score", "max win", "max loss"
        )?;
        for half in self.halves.iter().chain([&self.total]) {
            write_half(output, half)?;
        }
        if !self.knight.is_empty() {
            writeln!(output, "\nA Knight instead of a Man: the side's score, whoever is to move\n")?;
            writeln!(output, "{:4}  {:>12}  {:>12}  {:>6}", "", "with the Man", "Knight", "gain")?;
            for effect in &self.knight {
                let [man, knight] = [(&effect.man, effect.score_man), (&effect.knight, effect.score_knight)]
                    .map(|(side, score)| format!("{side} {score:.3}"));
                writeln!(output, "{:4}  {man:>12}  {knight:>12}  {:>+6.3}", effect.against, effect.gain)?;
            }
        }
        if !self.having_the_move.is_empty() {
            writeln!(output, "\nHaving the move: the first side's score, to move and not\n")?;
            writeln!(output, "{:11}  {:>7}  {:>7}  {:>6}", "", "to move", "not", "gain")?;
            for effect in &self.having_the_move {
                let sides = format!("{}-{}", effect.side, effect.against);
                let (with, without) = (effect.score_with, effect.score_without);
                writeln!(output, "{sides:11}  {with:>7.3}  {without:>7.3}  {:>+6.3}", effect.gain)?;
            }
        }
        Ok(())
    }
}

fn write_half(output: &mut dyn Write, half: &SummaryHalf) -> io::Result<()> {
    let sides = match half.to_move.as_str() {
        "" => half.table.clone(),
        mover => format!("{mover} – {}", half.against),
    };
    let [won, drawn, lost] = [half.win_share, half.draw_share, half.loss_share].map(percent);
    let depth = |longest: Option<u16>| longest.map_or("-".into(), |depth| depth.to_string());
    writeln!(
        output,
        "{sides:11}  {:>11}  {won:>7}  {drawn:>7}  {lost:>7}  {:>6.3}  {:>7}  {:>8}",
        words::grouped(half.positions),
        half.score,
        depth(half.longest_win),
        depth(half.longest_loss)
    )
}
