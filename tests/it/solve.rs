//! The row-parallel engine against its slow twin.

use std::sync::atomic::AtomicBool;

use roundtable::index::{Layout, TableName};
use roundtable::solve::{Options, Plan, Solved, reference::Reference, solve};

/// Solves tables with both engines and compares every row.
fn compare(tables: &[&str]) {
    let names = tables.iter().map(|name| name.parse::<TableName>().unwrap());
    let plan = Plan::for_tables(names).unwrap();
    let reference = Reference::solve(&plan);
    let all = Plan::for_tables(plan.steps().iter().map(|step| step.name)).unwrap();
    let mut compared = 0;
    solve::<()>(&all, Options::default(), &(), &AtomicBool::new(false), |solved| {
        let name = solved.name();
        let twin = reference.get(name).unwrap();
        let layout = Layout::new(name);
        for &half in name.halves() {
            let columns = layout.columns(half) as usize;
            let (mut fast, mut slow) = (vec![0; columns], vec![0; columns]);
            for row in 0..layout.rows(half) {
                solved.read_row(half, row, &mut fast);
                twin.read_row(half, row, &mut slow);
                assert_eq!(fast, slow, "{name} {half:?} row {row}");
                compared += 1;
            }
        }
        Ok(())
    })
    .unwrap();
    assert!(compared > 0);
}

#[test]
fn tables_of_two_and_three_pieces() {
    compare(&["MM-M", "KM-M", "MM-K", "KM-K", "KK-K", "KK-M"]);
}

#[test]
fn tables_of_four_pieces() {
    compare(&["MM-MM", "KM-KM", "MMM-K", "KMM-M", "KMM-K", "KKK-K", "KK-KK"]);
}

#[test]
fn tables_of_five_pieces() {
    compare(&["KMM-KM", "KMM-MM", "MMM-KM", "MMM-MM", "KMMM-K", "KMMM-M", "KKK-KK"]);
}
