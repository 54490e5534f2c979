//! `roundtable report zugzwang`.

use std::io::{self, Write};

use roundtable::report::{Zugzwang, ZugzwangHalf, ZugzwangKind};

use super::{Common, Outcome, Targets, Words, board, percent, words};

/// Positions in which it is a burden to have the move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable report zugzwang
  roundtable report zugzwang KM-KM --count 5
  roundtable report zugzwang --svg > zugzwang.svg

Every position is held against the same one with the other player to move. Zugzwang is mutual:
where the move costs one player a win, it costs the other a draw. Samples are positions with few
pieces in which nobody has to jump. All of Camette takes a minute on two cores.")]
pub(crate) struct Args {
    #[command(flatten)]
    targets: Targets,

    /// How many positions of each kind to show
    #[arg(long, value_name = "N", default_value_t = 2)]
    count: u16,

    #[command(flatten)]
    common: Common,
}

/// Runs the report.
pub(crate) fn run(args: &Args) -> Outcome {
    let (tablebase, plan) = args.targets.find(&args.common)?;
    let count = usize::from(args.count);
    let zugzwang = args.common.with_bar(&plan, |bar| Zugzwang::new(tablebase.catalog(), &plan, count, bar))?;
    args.common.print(&zugzwang)
}

impl Words for Zugzwang {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(
            output,
            "{:11}  {:>11}  {:>11}  {:>21}  {:>21}  {:>21}",
            "to move", "positions", "whoever", "whoever moves loses", "the move costs a win", "the move costs a draw"
        )?;
        writeln!(
            output,
            "{:11}  {:>11}  {:>11}  {:>21}  {:>21}  {:>21}",
            "", "", "moves wins", "all / no jump", "all / no jump", "all / no jump"
        )?;
        let total = self.total();
        for half in self.halves.iter().chain([&total]) {
            write_half(output, half)?;
        }
        writeln!(output, "\nall / no jump: all of them, and those in which neither player has to jump.")?;
        let shares = [
            ("with the move and without it the same", total.win_win + total.draw_draw + total.loss_loss),
            ("better with the move", total.win_draw + total.win_loss + total.draw_loss),
            ("better without it", total.draw_win + total.loss_win + total.loss_draw),
        ];
        for (what, positions) in shares {
            let share = positions as f64 / total.positions.max(1) as f64;
            writeln!(output, "{what:37}  {:>11}  {:>7}", words::grouped(positions), percent(share))?;
        }
        for sample in &self.samples {
            let kind = match sample.kind {
                ZugzwangKind::Mutual => "Whoever moves loses",
                ZugzwangKind::CostsAWin => "The move costs White a win",
            };
            writeln!(output, "\n{kind}: {}.", sample.sentences().join(", "))?;
            writeln!(output, "{}\n{}", board(&sample.position), sample.position)?;
        }
        Ok(())
    }
}

fn write_half(output: &mut dyn Write, half: &ZugzwangHalf) -> io::Result<()> {
    let sides = match half.to_move.as_str() {
        "" => half.table.clone(),
        mover => format!("{mover} – {}", half.against),
    };
    let both = |all: u64, quiet: u64| format!("{} / {}", words::grouped(all), words::grouped(quiet));
    writeln!(
        output,
        "{sides:11}  {:>11}  {:>11}  {:>21}  {:>21}  {:>21}",
        words::grouped(half.positions),
        words::grouped(half.win_loss),
        both(half.loss_win, half.quiet_loss_win),
        both(half.draw_win, half.quiet_draw_win),
        both(half.loss_draw, half.quiet_loss_draw)
    )
}
