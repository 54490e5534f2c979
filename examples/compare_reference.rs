//! Solves tables and all they need with the row-parallel engine and with its slow twin, and compares them row for row.
//!
//! ```text
//! cargo run --release --example compare_reference -- [TABLE...]
//! ```
//!
//! Prints a line for each table as it is done, and a summary; ends with 1 if any code of any row differs. The two go
//! through the tables side by side, so that of the engine's only one is held at a time; the twin keeps all of its own, a
//! byte for each pair of placements: 2 GB in all for Camette. Beside them it writes down up to 12 GB of moves.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use rayon::prelude::*;
use roundtable::index::{Layout, TableName, count_positions};
use roundtable::solve::reference::Reference;
use roundtable::solve::{Options, Plan, Solved, solve};

/// What a comparison went through.
#[derive(Clone, Copy, Default)]
struct Compared {
    rows: u64,
    different: u64,
}

/// Compares every row of two solved tables.
fn compare(fast: &dyn Solved, slow: &dyn Solved) -> Compared {
    let layout = Layout::new(fast.name());
    let mut compared = Compared::default();
    for &half in fast.name().halves() {
        let columns = layout.columns(half) as usize;
        let different = (0..layout.rows(half)).into_par_iter().filter(|&row| {
            let [fast, slow] = [fast, slow].map(|solved| {
                let mut codes = vec![0; columns];
                solved.read_row(half, row, &mut codes);
                codes
            });
            fast != slow
        });
        compared.different += different.count() as u64;
        compared.rows += layout.rows(half);
    }
    compared
}

fn main() -> anyhow::Result<ExitCode> {
    let names = std::env::args().skip(1).map(|name| name.parse()).collect::<Result<Vec<TableName>, _>>()?;
    // All of them are wanted, so that those on the way are compared too.
    let plan = Plan::for_tables(names).context("name one or more tables of one game")?.all_wanted();

    let begun = Instant::now();
    let mut engine = Instant::now();
    let mut reference = Reference::default().writing_down(12 << 30);
    let (mut tables, mut all) = (0, Compared::default());
    let solved = solve::<()>(&plan, Options::default(), &(), &AtomicBool::new(false), |fast| {
        let engine_seconds = engine.elapsed().as_secs_f64();
        let name = fast.name();
        let start = Instant::now();
        let slow = reference.add(name);
        let seconds = start.elapsed().as_secs_f64();
        let compared = compare(fast, slow);
        let verdict = if compared.different == 0 { "equal" } else { "DIFFERENT" };
        println!(
            "{:10} {:>11} positions, {:>5} rows: {verdict}; reference {seconds:.1} s, engine {engine_seconds:.1} s",
            name.to_string(),
            count_positions(name),
            compared.rows,
        );
        tables += 1;
        all.rows += compared.rows;
        all.different += compared.different;
        engine = Instant::now();
        Ok(())
    });
    ensure!(solved.is_ok(), "not all tables could be solved: {solved:?}");
    println!(
        "{tables} tables, {} positions, {} rows, {} of them different; {:.0} s",
        plan.positions(),
        all.rows,
        all.different,
        begun.elapsed().as_secs_f64()
    );
    Ok(if all.different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
