//! The row-parallel engine against its slow twin.

use std::fs;
use std::sync::atomic::AtomicBool;

use roundtable::game::RuleSet;
use roundtable::index::{Layout, TableName};
use roundtable::solve::{Isa, Options, Plan, SolveError, Solved, Stopped, reference::Reference, solve};
use roundtable::table::Catalog;

use crate::support::{QUICK, write};

/// [`compare_by`] the standard rules.
fn compare(tables: &[&str]) {
    compare_by(RuleSet::STANDARD, tables);
}

/// Solves tables with both engines and compares every row, and the files written byte for byte.
fn compare_by(rules: RuleSet, tables: &[&str]) {
    let names = tables.iter().map(|name| name.parse::<TableName>().unwrap());
    let plan = Plan::for_tables(names).unwrap().all_wanted();
    let mut reference = Reference::by_rules(rules);
    for step in plan.steps() {
        reference.add(step.name);
    }
    let mut options = Options::default();
    options.rules = rules;
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let mut compared = 0;
    solve::<()>(&plan, options, &(), &AtomicBool::new(false), |solved| {
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
        let solvers: [&dyn Solved; 2] = [solved, twin];
        let [fast, slow] = [0, 1].map(|i| {
            write(folders[i].path(), solvers[i], QUICK).unwrap();
            fs::read(Catalog::new(folders[i].path()).path(name)).unwrap()
        });
        assert!(fast == slow, "the files of {name} differ");
        Ok(())
    })
    .unwrap();
    assert!(compared > 0);
}

/// The twin gives the same whether moves are written down or made anew at every depth, or some of each.
#[test]
fn moves_written_down_make_no_difference() {
    let rows = |bytes: u64| {
        let name: TableName = "KM-MM".parse().unwrap();
        let mut reference = Reference::default().writing_down(bytes);
        for step in Plan::for_tables([name]).unwrap().steps() {
            reference.add(step.name);
        }
        let (table, layout) = (reference.get(name).unwrap(), Layout::new(name));
        let mut rows = Vec::new();
        for &half in name.halves() {
            for row in 0..layout.rows(half) {
                let mut codes = vec![0; layout.columns(half) as usize];
                table.read_row(half, row, &mut codes);
                rows.push(codes);
            }
        }
        rows
    };
    let all = rows(u64::MAX);
    assert!(!all.is_empty() && all == rows(0) && all == rows(100_000));
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
    compare(&["KMM-KM", "KMM-MM", "MMM-KM", "MMM-MM", "KMMM-K", "KMMM-M", "KKK-KK", "KKKK-K"]);
}

#[test]
fn tables_by_other_rules() {
    let open = RuleSet { open_canters: true, ..RuleSet::STANDARD };
    compare_by(open, &["KM-KM", "KMM-K"]);
    compare_by(open, &["camelet:KM-M"]);
    let mut options = Options::default();
    options.rules.stuck_frees_others = true;
    let plan = Plan::for_tables(["M-M".parse().unwrap()]).unwrap();
    let solved = solve::<()>(&plan, options, &(), &AtomicBool::new(false), |_| Ok(()));
    assert!(matches!(solved, Err(Stopped::Solve(SolveError::Rules))));
}

/// Camelot's rules, on a board on which forward sweeps take seconds: castles of two squares, castle moves, draws by material.
#[test]
fn tables_of_camelet() {
    compare(&["camelet:MM-M", "camelet:KK-K", "camelet:KM-KM", "camelet:KM-MM", "camelet:KMM-M"]);
}

#[test]
fn tables_of_cam() {
    compare(&["cam:K-K", "cam:MM-M"]);
}

/// All codes of all tables of a plan, one after another.
fn all_codes(table: &str, options: Options) -> Vec<u8> {
    let plan = Plan::for_tables([table.parse::<TableName>().unwrap()]).unwrap().all_wanted();
    let mut all = Vec::new();
    solve::<()>(&plan, options, &(), &AtomicBool::new(false), |solved| {
        let layout = Layout::new(solved.name());
        for &half in solved.name().halves() {
            let mut codes = vec![0; layout.columns(half) as usize];
            for row in 0..layout.rows(half) {
                solved.read_row(half, row, &mut codes);
                all.extend_from_slice(&codes);
            }
        }
        Ok(())
    })
    .unwrap();
    all
}

#[test]
fn every_instruction_set_and_number_of_threads_gives_the_same_tables() {
    for table in ["camette:KMM-KM", "camette:KK-KK", "cam:KM-M"] {
        let expected = all_codes(table, Options::default());
        for isa in Isa::available() {
            for threads in 1..=3 {
                let mut options = Options::default();
                options.isa = isa;
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                assert!(pool.install(|| all_codes(table, options)) == expected, "{table}, {isa}, {threads} threads");
            }
        }
    }
}

#[test]
fn an_instruction_set_that_is_not_there_is_an_error() {
    let plan = Plan::for_tables(["M-M".parse().unwrap()]).unwrap();
    for isa in Isa::ALL.into_iter().filter(|isa| !isa.is_available()) {
        let mut options = Options::default();
        options.isa = isa;
        let solved = solve::<()>(&plan, options, &(), &AtomicBool::new(false), |_| Ok(()));
        assert!(matches!(solved, Err(Stopped::Solve(SolveError::Isa(missing))) if missing == isa));
    }
}
