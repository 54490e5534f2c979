//! `roundtable report rules`.

use std::io::{self, Write};

use roundtable::report::Rules;
use roundtable::solve::Plan;

use super::{Common, Outcome, Words, solving, words};
use crate::cli::target::Target;

/// How far results depend on rules that sources disagree on
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable report rules
  roundtable report rules all-knight --json
  roundtable report rules camette:KM-KM --slow

Everything is solved anew in memory, once for each set of rules; tables on disk
are neither read nor written. That a piece stuck on its own castle frees the
others to move is left out unless --slow is given: it takes forward sweeps over
all positions, seconds for small tables, for all of Camette half an hour of
processor time.")]
pub(crate) struct Args {
    /// `camette`, `all-knight`, or a table, solved with all those it needs
    #[arg(value_name = "TABLE", default_value = "camette")]
    table: String,

    /// Also solve by the rules that take forward sweeps
    #[arg(long)]
    slow: bool,

    #[command(flatten)]
    common: Common,
}

/// Runs the report.
pub(crate) fn run(args: &Args) -> Outcome {
    let Target { names, start, what } = Target::new(&args.table, None)?;
    let plan = Plan::for_tables(names).expect("a target is one or more tables of one game");
    solving::refuse_beyond(None, &plan)?;
    let rules = args.common.with_bar(&plan, |bar| Rules::new(what, &plan, start.as_ref(), args.slow, bar))?;
    args.common.print(&rules)
}

impl Words for Rules {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{}\n", self.what)?;
        writeln!(
            output,
            "{:39}  {:>11}  {:>11}  {:>9}  {:>11}  {:>7}  start",
            "rules", "positions", "wins", "draws", "losses", "longest"
        )?;
        for set in &self.sets {
            let [positions, wins, draws, losses] = [set.positions, set.wins, set.draws, set.losses].map(words::grouped);
            let start = set.start.map_or_else(String::new, |start| {
                let depth = start.dtw.map_or_else(String::new, |depth| format!(" in {depth}"));
                let [win, draw, lose] = start.first_moves;
                format!("{}{depth}; first moves: {win} win, {draw} draw, {lose} lose", start.value)
            });
            let line = format!(
                "{:39}  {positions:>11}  {wins:>11}  {draws:>9}  {losses:>11}  {:>7}  {start}",
                set.rules, set.longest
            );
            writeln!(output, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
