//! The engine against its slow twin, and with each instruction set, on tables that take milliseconds.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use roundtable::solve::reference::Reference;
use roundtable::solve::{Isa, Options, Plan, solve};

fn plan(table: &str) -> Plan {
    Plan::for_tables([table.parse().expect("a table's name")]).expect("a table of one game")
}

fn run(plan: &Plan, isa: Isa) {
    let mut options = Options::default();
    options.isa = isa;
    let solved = solve::<()>(black_box(plan), options, &(), &AtomicBool::new(false), |_| Ok(()));
    assert!(solved.is_ok(), "small tables can be solved");
}

/// The ratio of these is what all the tricks together earn; it grows with the table.
fn against_reference(criterion: &mut Criterion) {
    let plan = plan("KM-KM");
    let mut group = criterion.benchmark_group("KM-KM and all it needs");
    group.sample_size(10);
    group.bench_function("reference", |bencher| bencher.iter(|| Reference::solve(black_box(&plan))));
    group.bench_function("engine", |bencher| bencher.iter(|| run(&plan, Isa::detect())));
    group.finish();
}

fn instruction_sets(criterion: &mut Criterion) {
    let plan = plan("KMM-KM");
    let mut group = criterion.benchmark_group("KMM-KM and all it needs");
    group.sample_size(10);
    for isa in Isa::available() {
        group.bench_function(isa.name(), |bencher| bencher.iter(|| run(&plan, isa)));
    }
    group.finish();
}

criterion_group!(benches, against_reference, instruction_sets);
criterion_main!(benches);
