//! Tables written and read back.

use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;

use roundtable::game::{SquareSet, Value, duty};
use roundtable::index::{Cell, Groups, Half, TableName};
use roundtable::solve::Solved;
use roundtable::table::{BlockCache, Catalog, HalfSummary, TableError, TableErrorKind, WriteOptions, write_table};

use crate::support::{Full, QUICK, Solver, write};

/// Writes a table and reads every position back, stored or not, and as its own mirror image; and then all that is stored
/// in one go.
fn round_trip<S: SquareSet>(full: &Full, options: WriteOptions) {
    let dir = tempfile::tempdir().unwrap();
    let name = full.name();
    let written = write(dir.path(), full, options).unwrap();
    let table = Catalog::new(dir.path()).open(name).unwrap();
    assert_eq!(*table.summary(), written);
    let board = name.game().board();
    let mut expected = vec![HalfSummary::default(); name.halves().len()];
    for (cell, view) in full.positions::<S>() {
        let value = Value::from_code(full.code(cell)).unwrap();
        let quiet = !duty(board, &view).must_capture;
        let stored = quiet.then_some(value);
        let mirror = view.mirrored(board);
        assert_eq!(table.stored(&view).unwrap(), stored, "{name} {cell:?}");
        assert_eq!(table.stored(&mirror).unwrap(), stored, "{name} {cell:?}");
        let half = &mut expected[cell.half as usize];
        let images = if mirror == view { 1 } else { 2 };
        match value {
            Value::Draw => half.draws += images,
            Value::Win(depth) => {
                half.wins += images;
                half.longest_win = half.longest_win.max(Some(depth));
            }
            Value::Loss(depth) => {
                half.losses += images;
                half.longest_loss = half.longest_loss.max(Some(depth));
            }
        }
    }
    for (&half, expected) in name.halves().iter().zip(&mut expected) {
        let groups = Groups::new(name, half);
        let codes = table.read_half(half).unwrap();
        expected.cells = codes.len() as u64;
        let mut unread = codes.chunks_exact(groups.cells() as usize);
        groups.walk::<S>(0..groups.len(), |group| {
            for (view, &code) in groups.views(group).zip(unread.next().unwrap()) {
                assert_eq!(code, full.code(full.layout.rank(&view)));
            }
        });
        assert_eq!(unread.len(), 0);
    }
    for (half, expected) in written.halves.iter().zip(expected) {
        let HalfSummary { groups, blocks, .. } = *half;
        assert_eq!(*half, HalfSummary { groups, blocks, ..expected }, "{name}");
    }
    assert_eq!(table.read_half(Half::Second).unwrap().is_empty(), name.halves().len() == 1);
    let checked = table.check().unwrap();
    assert_eq!(checked.cells, written.halves.iter().map(|half| half.cells).sum::<u64>());
    assert_eq!(checked.bytes, fs::metadata(table.path()).unwrap().len());
}

#[test]
fn every_position_comes_back() {
    for name in
        ["M-M", "K-M", "K-K", "KM-K", "KK-K", "KK-M", "KK-KM", "KM-KM", "MM-M", "MM-KM", "MMM-K", "KMM-K", "KKK-KK"]
    {
        let Ok(name) = name.parse::<TableName>() else { continue };
        round_trip::<u32>(&Full::made_up(&name.qualified()), QUICK);
    }
    round_trip::<u128>(&Full::made_up("cam:K-M"), QUICK);
    round_trip::<u128>(&Full::made_up("cam:KM-K"), QUICK);
}

#[test]
fn every_position_comes_back_from_tiny_blocks() {
    for name in ["K-M", "KM-M", "KK-M", "KK-K"] {
        for block_cells in [1, 7, 64, 1000] {
            round_trip::<u32>(&Full::made_up(name), WriteOptions { level: 1, block_cells });
        }
    }
}

#[test]
fn solved_tables_come_back() {
    let mut solver = Solver::default();
    for name in ["K-M", "KM-K", "KM-M", "KK-K"] {
        round_trip::<u32>(&solver.solve(name.parse().unwrap()), WriteOptions::default());
    }
}

#[test]
fn bytes_do_not_depend_on_threads() {
    for block_cells in [100, 16 << 10] {
        let full = Full::made_up("KM-KM");
        let bytes: Vec<Vec<u8>> = [1, 2, 8]
            .into_iter()
            .map(|threads| {
                let dir = tempfile::tempdir().unwrap();
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| write(dir.path(), &full, WriteOptions { level: 3, block_cells })).unwrap();
                fs::read(Catalog::new(dir.path()).path(full.name())).unwrap()
            })
            .collect();
        assert!(bytes.iter().all(|other| *other == bytes[0]));
    }
}

#[test]
fn a_small_cache_keeps_its_bound() {
    let dir = tempfile::tempdir().unwrap();
    let full = Full::made_up("KM-KM");
    write(dir.path(), &full, QUICK).unwrap();
    for bytes in [0, 100 << 10, 16 << 20] {
        let catalog = Catalog::with_cache(dir.path(), Arc::new(BlockCache::new(bytes)));
        let table = catalog.open(full.name()).unwrap();
        for (cell, view) in full.positions::<u32>().step_by(997) {
            let stored = table.stored(&view).unwrap();
            assert!(stored.is_none_or(|value| value.code() == Some(full.code(cell))));
            assert!(catalog.cache().bytes() <= bytes);
        }
        assert_eq!(catalog.cache().bytes() > 0, bytes > 0);
        drop(table);
        assert_eq!(catalog.cache().bytes(), 0);
    }
}

/// Threads share a table and its cache, however small that is.
#[test]
fn threads_share_a_table() {
    let dir = tempfile::tempdir().unwrap();
    let full = Full::made_up("KM-KM");
    write(dir.path(), &full, WriteOptions { level: 1, block_cells: 1000 }).unwrap();
    let catalog = Catalog::with_cache(dir.path(), Arc::new(BlockCache::new(40_000)));
    let table = catalog.open(full.name()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (table, full) = (&table, &full);
            scope.spawn(move || {
                for (cell, view) in full.positions::<u32>().skip(thread * 5000).step_by(211) {
                    let stored = table.stored(&view).unwrap();
                    assert!(stored.is_none_or(|value| value.code() == Some(full.code(cell))));
                }
            });
        }
    });
}

#[test]
fn errors_name_the_file_and_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let catalog = Catalog::new(dir.path());
    let name: TableName = "K-M".parse().unwrap();
    let message = |error: TableError| error.to_string();
    let missing = message(catalog.open(name).unwrap_err());
    assert!(
        missing.contains("camette/K-M: the table is not there; `roundtable solve camette --dir ")
            && missing.ends_with("` makes K-M"),
        "{missing}"
    );
    fs::create_dir(dir.path().join("camette")).unwrap();
    fs::write(catalog.path(name), "hello").unwrap();
    let foreign = message(catalog.open(name).unwrap_err());
    assert!(foreign.contains("camette/K-M: this is no table of this program; move it away"), "{foreign}");
    assert!(foreign.contains("with `roundtable solve camette --dir "), "{foreign}");
    fs::remove_file(catalog.path(name)).unwrap();
    fs::create_dir(catalog.path(name)).unwrap();
    assert!(matches!(catalog.open(name).unwrap_err().kind, TableErrorKind::Io { .. }));
}

#[test]
fn a_catalog_lists_what_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let catalog = Catalog::new(dir.path());
    let game = roundtable::game::Game::Camette;
    assert_eq!(catalog.present(game).unwrap(), []);
    for name in ["K-M", "M-M"] {
        write(dir.path(), &Full::made_up(name), QUICK).unwrap();
    }
    fs::write(dir.path().join("camette/.unfinished-x"), "").unwrap();
    fs::write(dir.path().join("camette/notes"), "").unwrap();
    let names: Vec<String> = catalog.present(game).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["M-M", "K-M"]);
}

/// A solver that leaves a position out.
struct Gap(Full);

impl Solved for Gap {
    fn name(&self) -> TableName {
        self.0.name()
    }

    fn read_row(&self, half: Half, row: u64, codes: &mut [u8]) {
        self.0.read_row(half, row, codes);
        if row == 5 {
            let gap = codes.iter().position(|&code| code != 0).unwrap();
            codes[gap] = 0;
        }
    }
}

/// A write that fails or is stopped leaves what was there, and no temporary file.
#[test]
fn failed_writes_leave_finished_tables_alone() {
    let dir = tempfile::tempdir().unwrap();
    let full = Full::made_up("KM-K");
    write(dir.path(), &full, QUICK).unwrap();
    let path = Catalog::new(dir.path()).path(full.name());
    let before = fs::read(&path).unwrap();
    let stopped = write_table(dir.path(), &full, QUICK, &mut |_, _| ControlFlow::Break(())).unwrap_err();
    assert!(matches!(stopped.kind, TableErrorKind::Stopped));
    let gap = write_table(dir.path(), &Gap(full), QUICK, &mut |_, _| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(gap.kind, TableErrorKind::Unsolved));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    // A folder that cannot be made.
    let error = write(&path, &Full::made_up("K-M"), QUICK).unwrap_err();
    assert!(matches!(error.kind, TableErrorKind::Io { doing: "make the folder of", .. }), "{error}");
}

#[test]
fn progress_ends_at_the_total() {
    let dir = tempfile::tempdir().unwrap();
    let mut last = (0, 0);
    write_table(dir.path(), &Full::made_up("KM-K"), QUICK, &mut |done, total| {
        assert!(done > last.0 && done <= total);
        last = (done, total);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(last.0, last.1);
}

/// Another table's positions, and positions with a jump on offer, are not stored.
#[test]
fn what_is_not_stored_is_none() {
    let dir = tempfile::tempdir().unwrap();
    let full = Full::made_up("K-M");
    write(dir.path(), &full, QUICK).unwrap();
    let table = Catalog::new(dir.path()).open(full.name()).unwrap();
    let other = Full::made_up("M-M").layout.unrank::<u32>(Cell { half: Half::First, index: 1 }).unwrap();
    assert_eq!(table.stored(&other).unwrap(), None);
}
