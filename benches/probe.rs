//! What answers cost: values and ranked moves of random positions of all of Camette, captures searched included.
//!
//! Reads the tables in `ROUNDTABLE_DIR` if that is set, else solves them into a folder of its own first.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use roundtable::game::{Colour, Placement, Position};
use roundtable::index::{Cell, Layout, TableName, count_positions};
use roundtable::probe::Tablebase;
use roundtable::solve::{Options, Plan, solve};
use roundtable::table::{BlockCache, Catalog, WriteOptions, write_table};

/// How many positions are asked for in turn: too many for the processor's caches to hold all that they lead to.
const POSITIONS: u64 = 100_000;

fn camette() -> Plan {
    let start = "camette".parse().expect("a position");
    Plan::for_tables(Plan::tables_from(&start)).expect("tables of one game")
}

/// Positions of all tables, each table having its share, at random but always the same.
fn positions() -> Vec<Position> {
    let plan = camette();
    let mut state = 1u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * u128::from(below)) >> 64) as u64
    };
    let mut positions = Vec::new();
    for name in plan.steps().iter().map(|step| step.name) {
        let layout = Layout::new(name);
        let share = (POSITIONS * count_positions(name)).div_ceil(plan.positions()) as usize;
        let end = positions.len() + share;
        while positions.len() < end {
            let half = name.halves()[random(name.halves().len() as u64) as usize];
            let cell = Cell { half, index: random(layout.cells(half)) };
            positions.extend(layout.unrank(cell).and_then(|view| {
                let (game, white, black) = (name.game(), view.own, view.enemy);
                let placement = Placement { game, side: Colour::White, white, black, castle_moves: [0, 0] };
                Position::try_from(placement).ok()
            }));
        }
    }
    // In no order, so that tables take turns.
    for last in (1..positions.len()).rev() {
        positions.swap(last, random(last as u64 + 1) as usize);
    }
    positions
}

/// Solves the tables that are not in the catalog.
fn complete(catalog: &Catalog) {
    let missing = |name: &TableName| catalog.open(*name).is_err();
    let names: Vec<TableName> = camette().steps().iter().map(|step| step.name).filter(missing).collect();
    let Some(plan) = Plan::for_tables(names) else { return };
    let solved = solve(&plan, Options::default(), &(), &AtomicBool::new(false), |solved| {
        write_table(catalog.dir(), solved, WriteOptions::default(), &mut |_, _| ControlFlow::Continue(())).map(|_| ())
    });
    assert!(solved.is_ok(), "Camette can be solved: {solved:?}");
}

fn probes(criterion: &mut Criterion) {
    let own = tempfile::tempdir().expect("a folder");
    let dir = std::env::var_os("ROUNDTABLE_DIR").map_or_else(|| own.path().to_owned(), Into::into);
    complete(&Catalog::new(&dir));
    let positions = positions();
    // All blocks that these positions lead to take 55 MB.
    for (cache, bytes) in [("all cached", 1 << 30), ("128 MiB", 128 << 20), ("16 MiB", 16 << 20)] {
        let tablebase = Tablebase::new(Catalog::with_cache(&dir, Arc::new(BlockCache::new(bytes))));
        for position in &positions {
            tablebase.moves(position).expect("tables are there");
        }
        eprintln!("{cache}: {} MB of blocks", tablebase.catalog().cache().bytes() / 1_000_000);
        let mut group = criterion.benchmark_group(cache);
        let mut next = positions.iter().cycle();
        let mut next = || black_box(next.next().expect("there are positions"));
        group.bench_function("value", |bencher| bencher.iter(|| tablebase.value(next())));
        group.bench_function("moves", |bencher| bencher.iter(|| tablebase.moves(next())));
        group.finish();
    }
}

criterion_group!(benches, probes);
criterion_main!(benches);
