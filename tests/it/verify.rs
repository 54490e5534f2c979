//! Verification finds what is wrong, and nothing where all is right.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use roundtable::game::{Position, Value, View, duty};
use roundtable::index::{Cell, Half, Layout, TableName};
use roundtable::probe::Tablebase;
use roundtable::solve::{Options, Plan, Solved, solve};
use roundtable::table::{Catalog, TableError, TableErrorKind};
use roundtable::verify::{Mismatch, Report, verify};

use crate::support::{QUICK, write};

fn name(text: &str) -> TableName {
    text.parse().unwrap()
}

/// Solves tables and those they need into a folder, each changed on the way.
fn solve_into(dir: &Path, tables: &[&str], mut change: impl FnMut(&dyn Solved)) {
    let all = Plan::for_tables(tables.iter().map(|table| name(table))).unwrap().all_wanted();
    let cancel = AtomicBool::new(false);
    solve(&all, Options::default(), &(), &cancel, |solved| {
        change(solved);
        write(dir, solved, QUICK).map(drop)
    })
    .unwrap();
}

fn verify_in(dir: &Path, tables: &[&str]) -> Result<Vec<Report>, TableError> {
    let mut reports = Vec::new();
    let plan = Plan::for_tables(tables.iter().map(|table| name(table))).unwrap();
    verify(&Catalog::new(dir), &plan, &(), &mut |report| reports.push(report))?;
    Ok(reports)
}

fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("roundtable").unwrap();
    command.arg("verify").args(args).arg("--dir").arg(dir);
    command
}

/// A table whose rows are changed as they are read.
struct Changed<'a, F> {
    table: &'a dyn Solved,
    change: F,
}

impl<F: Fn(&dyn Solved, Half, u64, &mut [u8]) + Sync> Solved for Changed<'_, F> {
    fn name(&self) -> TableName {
        self.table.name()
    }

    fn read_row(&self, half: Half, row: u64, codes: &mut [u8]) {
        self.table.read_row(half, row, codes);
        (self.change)(self.table, half, row, codes);
    }
}

/// Solves a table, writes it changed but with right checksums, and verifies it.
fn changed(table: &str, change: impl Fn(&dyn Solved, Half, u64, &mut [u8]) + Sync) -> (tempfile::TempDir, Report) {
    let dir = tempfile::tempdir().unwrap();
    solve_into(dir.path(), &[table], |_| {});
    let plan = Plan::for_tables([name(table)]).unwrap();
    solve(&plan, Options::default(), &(), &AtomicBool::new(false), |solved| {
        write(dir.path(), &Changed { table: solved, change: &change }, QUICK).map(drop)
    })
    .unwrap();
    Catalog::new(dir.path()).open(name(table)).unwrap().check().unwrap();
    let report = verify_in(dir.path(), &[table]).unwrap().pop().unwrap();
    (dir, report)
}

/// Every position of a table that is canonical, and its cell.
fn positions(name: TableName) -> Vec<(Cell, View<u32>)> {
    let layout = Layout::new(name);
    let cells = name.halves().iter().flat_map(|&half| (0..layout.cells(half)).map(move |index| Cell { half, index }));
    cells.filter_map(|cell| Some((cell, layout.unrank(cell)?))).collect()
}

#[test]
fn solved_tables_are_right() {
    let dir = tempfile::tempdir().unwrap();
    let tables = ["KM-KM", "KMM-M", "KK-KM", "KKK-K", "MMM-M"];
    solve_into(dir.path(), &tables, |_| {});
    let reports = verify_in(dir.path(), &tables).unwrap();
    assert_eq!(reports.len(), tables.len());
    for report in reports {
        assert!(report.is_right(), "{report:?}");
        let board = report.name.game().board();
        let (jumping, quiet): (Vec<_>, Vec<_>) =
            positions(report.name).into_iter().partition(|(_, view)| duty(board, view).must_capture);
        assert_eq!([report.stored, report.derived], [quiet.len() as u64, jumping.len() as u64]);
    }
}

/// On the larger boards too, where in Camelot pieces stay on the enemy castle and make castle moves there.
#[test]
fn solved_tables_of_the_larger_games_are_right() {
    for table in ["cam:KM-K", "camelot:KK-M"] {
        let dir = tempfile::tempdir().unwrap();
        solve_into(dir.path(), &[table], |_| {});
        let reports = verify_in(dir.path(), &[table]).unwrap();
        assert!(reports.len() == 1 && reports[0].is_right(), "{reports:?}");
    }
}

/// Every wrong value of a single position is found, and the report names the position.
#[test]
fn a_wrong_value_is_found() {
    let table = "KM-K";
    let layout = Layout::new(name(table));
    let mut found = 0;
    let mut quiet = positions(name(table));
    quiet.retain(|(_, view)| !duty(name(table).game().board(), view).must_capture);
    for (cell, view) in quiet.iter().copied().step_by(quiet.len() / 3) {
        let half = cell.half;
        let (row, column) = (cell.index / layout.columns(half), cell.index % layout.columns(half));
        for wrong in [Value::Win(1), Value::Win(9), Value::Draw, Value::Loss(0), Value::Loss(40)] {
            let code = wrong.code().unwrap();
            let (dir, report) = changed(table, |_, at_half, at_row, codes| {
                if (at_half, at_row) == (half, row) {
                    codes[column as usize] = code;
                }
            });
            let stored = Catalog::new(dir.path()).open(name(table)).unwrap().stored(&view).unwrap();
            if report.is_right() {
                // This happens to be the right value.
                continue;
            }
            if stored != Some(wrong) {
                // Of two mirror images the other one is stored: the counts tell.
                assert!(matches!(report.samples[0], Mismatch::Count { .. }), "{report:?}");
                continue;
            }
            let named = |mismatch: &Mismatch| match mismatch {
                Mismatch::Wrong { position, stored, .. } => {
                    *stored == wrong && layout.rank(&position.view().narrow::<u32>()) == cell
                }
                // The value of a position that is stored twice was changed in one place.
                Mismatch::Twins { .. } => true,
                _ => false,
            };
            assert!(report.samples.iter().any(named) || report.mismatches > 10, "{report:?}");
            let output = command(dir.path(), &[table]).assert().code(1);
            let output = String::from_utf8(output.get_output().stdout.clone()).unwrap();
            assert!(output.contains("WRONG"), "{output}");
            assert!(output.contains("the table says") || output.contains("mirror image differ"), "{output}");
            found += 1;
        }
    }
    assert!(found >= 8, "{found}");
}

/// Positions that are not stored count too: a header that counts them wrong is found.
#[test]
fn wrong_counts_are_found() {
    let (_dir, report) = changed("KM-K", |table, half, row, codes| {
        let layout = Layout::new(table.name());
        let columns = layout.columns(half);
        for (column, code) in (0..).zip(codes.iter_mut()) {
            let view = layout.unrank::<u32>(Cell { half, index: row * columns + column });
            let must_capture = |view| roundtable::game::duty(table.name().game().board(), &view).must_capture;
            if view.is_some_and(must_capture) {
                *code = Value::Draw.code().unwrap();
            }
        }
    });
    assert!(report.samples.iter().any(|mismatch| matches!(mismatch, Mismatch::Count { what: "draws", .. })));
    assert!(report.samples.iter().all(|mismatch| matches!(mismatch, Mismatch::Count { .. })), "{report:?}");
}

/// Both halves of KK-MM have as many rows and columns.
#[test]
fn swapped_halves_are_found() {
    let (dir, report) = changed("KK-MM", |table, half, row, codes| {
        let other = if half == Half::First { Half::Second } else { Half::First };
        table.read_row(other, row, codes);
    });
    let halves = Catalog::new(dir.path()).open(name("KK-MM")).unwrap().summary().halves.clone();
    assert_ne!(halves[0], halves[1]);
    assert!(report.mismatches > 10, "{report:?}");
}

/// A draw that ought to be a win, kept up by another: agreement of neighbours alone would not do, depths make it so.
#[test]
fn all_drawn_is_found() {
    let (_dir, report) = changed("KM-M", |_, _, _, codes| {
        codes.iter_mut().filter(|code| **code != 0).for_each(|code| *code = u8::MAX);
    });
    assert!(!report.is_right());
}

#[test]
fn a_table_that_is_needed_and_missing_or_damaged_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    solve_into(dir.path(), &["KM-K"], |_| {});
    command(dir.path(), &["--threads", "2"]).assert().code(0);
    command(dir.path(), &["--checksums", "KM-K"]).assert().code(0);
    let path = Catalog::new(dir.path()).path(name("K-K"));
    let good = std::fs::read(&path).unwrap();
    let mut bad = good.clone();
    *bad.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bad).unwrap();
    let assert = command(dir.path(), &["KM-K"]).assert().code(3);
    let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(error.contains("camette/K-K: the file is damaged: the file as a whole"), "{error}");
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(verify_in(dir.path(), &["KM-K"]).unwrap_err().kind, TableErrorKind::Missing));
    command(dir.path(), &["KM-K"]).assert().code(3);
    command(&dir.path().join("nothing"), &[]).assert().code(3);
    command(dir.path(), &["camelot:K-K"]).assert().code(2);
}

#[test]
fn json_says_what_was_checked() {
    let dir = tempfile::tempdir().unwrap();
    solve_into(dir.path(), &["K-M"], |_| {});
    let assert = command(dir.path(), &["K-M", "--json"]).assert().code(0);
    let rows: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    let row = rows.as_array().unwrap().iter().find(|row| row["table"] == "camette:K-M").unwrap();
    assert_eq!(row["mismatches"], 0);
    let count = |key: &str| row[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), roundtable::index::count_positions(name("K-M")));
}

/// Positions in reports are ones that people can probe.
#[test]
fn samples_can_be_probed() {
    let (dir, report) = changed("K-K", |_, _, row, codes| {
        if row == 5 {
            codes.iter_mut().filter(|code| **code != 0).for_each(|code| *code = Value::Loss(98).code().unwrap());
        }
    });
    let tablebase = Tablebase::new(Catalog::new(dir.path()));
    let mut probed = 0;
    for sample in &report.samples {
        if let Mismatch::Wrong { position, stored, .. } = sample {
            let read: Position = position.to_string().parse().unwrap();
            assert_eq!(tablebase.value(&read).unwrap(), *stored);
            probed += 1;
        }
    }
    assert!(probed > 0);
}
