//! `roundtable report table`.

use std::io::{self, Write};

use roundtable::report::Histogram;

use super::{Common, Outcome, Targets, Words, percent, words};
use crate::cli::target::table_named;

/// One table's positions by depth
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable report table KMM-KM
  roundtable report table camette:KMMM-KMMM --csv > depths.csv
  roundtable report table KMMM-KMMM --svg > depths.svg

Depths are in plies under best play: wins have odd ones, losses even ones.")]
pub(crate) struct Args {
    /// The table
    #[arg(value_name = "TABLE")]
    table: String,

    #[command(flatten)]
    common: Common,
}

/// Runs the report.
pub(crate) fn run(args: &Args) -> Outcome {
    let name = table_named(&args.table)?;
    let targets = Targets { tables: vec![args.table.clone()] };
    let (tablebase, plan) = targets.find(&args.common)?;
    let histogram = args.common.with_bar(&plan, |bar| Histogram::new(tablebase.catalog(), name, bar))?;
    args.common.print(&histogram)
}

/// How many signs the longest bar has.
const LONGEST_BAR: f64 = 40.0;

impl Words for Histogram {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        for (number, half) in self.halves.iter().enumerate() {
            if number > 0 {
                writeln!(output)?;
            }
            let positions = words::grouped(half.positions);
            writeln!(output, "{} to move against {}: {positions} positions\n", half.to_move, half.against)?;
            let most = half.depths.iter().map(|count| count.positions).max().unwrap_or(1).max(half.draws).max(1);
            let mut line = |what: &str, positions: u64, share: f64| {
                let bar = "#".repeat((LONGEST_BAR * positions as f64 / most as f64).round() as usize);
                let line = format!("{what:>8}  {:>11}  {:>7}  {bar}", words::grouped(positions), percent(share));
                writeln!(output, "{}", line.trim_end())
            };
            for count in &half.depths {
                line(&format!("{} {:>3}", count.value, count.depth), count.positions, count.share)?;
            }
            line("draw    ", half.draws, half.draws as f64 / half.positions.max(1) as f64)?;
        }
        Ok(())
    }
}
