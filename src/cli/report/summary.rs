//! `roundtable report summary`.

use std::io::{self, Write};

use roundtable::report::{Summary, SummaryHalf};

use super::{Common, Outcome, Targets, Words, percent, words};

/// Positions, wins, draws and losses by material; what a Knight and what the move is worth
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable report summary
  roundtable report summary all-knight --csv > all-knight.csv
  roundtable report summary KMMM-KMMM KMMM-MMM
  roundtable report summary --svg > camette.svg

Counts come from the headers of the tables, which `roundtable verify` proves right. The score is what the player to
move can expect on average: 1 for a win, a half for a draw.")]
pub(crate) struct Args {
    #[command(flatten)]
    targets: Targets,

    #[command(flatten)]
    common: Common,
}

/// Runs the report.
pub(crate) fn run(args: &Args) -> Outcome {
    let (tablebase, plan) = args.targets.find(&args.common)?;
    let summary = Summary::new(tablebase.catalog(), &plan)?;
    args.common.print(&summary)
}

impl Words for Summary {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(
            output,
            "{:11}  {:>11}  {:>7}  {:>7}  {:>7}  {:>6}  {:>7}  {:>8}",
            "to move", "positions", "won", "drawn", "lost", "score", "longest", "win loss"
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
            writeln!(output, "\nHaving the move: the first side's score of the same placements, to move and not\n")?;
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
