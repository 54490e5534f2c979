//! Tables written and read back: whole, in any number of threads, and damaged in every way.

mod support;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use roundtable::game::{SquareSet, Value, duty};
use roundtable::index::{Cell, Groups, Half, TableName};
use roundtable::solve::Solved;
use roundtable::table::{
    BlockCache, Catalog, HalfSummary, Section, Table, TableError, TableErrorKind, WriteOptions, write_table,
};
use support::{Full, Solver};

const QUICK: WriteOptions = WriteOptions { level: 3, block_cells: 16 << 10 };

fn write(dir: &Path, table: &Full, options: WriteOptions) -> Result<roundtable::table::Summary, TableError> {
    write_table(dir, table, options, &mut |_, _| ControlFlow::Continue(()))
}

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

/// A table in memory, its bytes, and how to judge other bytes in its place.
struct Victim {
    full: Full,
    bytes: Vec<u8>,
}

/// What came of damaged bytes.
#[derive(Debug)]
enum Caught {
    AtOpening(TableErrorKind),
    InUse(TableErrorKind),
    ByCheck(TableErrorKind),
    Never,
}

impl Victim {
    fn new(name: &str, block_cells: u32) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let full = Full::made_up(name);
        write(dir.path(), &full, WriteOptions { level: 3, block_cells }).unwrap();
        let bytes = fs::read(Catalog::new(dir.path()).path(full.name())).unwrap();
        Self { full, bytes }
    }

    fn changed(&self, change: impl FnOnce(&mut Vec<u8>)) -> Caught {
        let mut bytes = self.bytes.clone();
        change(&mut bytes);
        self.judge(bytes)
    }

    /// Opens, probes and checks. Panics if a value is wrong.
    fn judge(&self, bytes: Vec<u8>) -> Caught {
        let cache = Arc::new(BlockCache::new(1 << 20));
        let table = match Table::from_bytes(Path::new("file"), bytes, self.full.name(), &cache) {
            Ok(table) => table,
            Err(error) => return Caught::AtOpening(error.kind),
        };
        let mut failure = None;
        for (cell, view) in self.full.positions::<u32>() {
            match table.stored(&view) {
                Ok(value) => assert!(value.is_none_or(|value| value.code() == Some(self.full.code(cell)))),
                Err(error) => failure = Some(error.kind),
            }
        }
        match (failure, table.check()) {
            (Some(kind), Err(_)) => Caught::InUse(kind),
            (Some(kind), Ok(_)) => panic!("probing found {kind}, the check nothing"),
            (None, Err(error)) => Caught::ByCheck(error.kind),
            (None, Ok(_)) => Caught::Never,
        }
    }

    /// Where the directory and the trailer start, from the header's documented fields.
    fn sections(&self) -> [usize; 2] {
        let directory = u64::from_le_bytes(self.bytes[184..192].try_into().unwrap());
        [directory as usize, self.bytes.len() - 16]
    }

    /// Makes all checksums but the blocks' right again, as if the change had been written.
    fn seal(bytes: &mut [u8], [directory, trailer]: [usize; 2]) {
        use xxhash_rust::xxh3::{xxh3_64, xxh3_128};
        let sum = xxh3_64(&bytes[directory..trailer]);
        bytes[200..208].copy_from_slice(&sum.to_le_bytes());
        let sum = xxh3_64(&bytes[..208]);
        bytes[208..216].copy_from_slice(&sum.to_le_bytes());
        let sum = xxh3_128(&[&bytes[216..trailer], &bytes[..216]].concat());
        bytes[trailer..].copy_from_slice(&sum.to_le_bytes());
    }
}

/// Flips every bit of a file, cuts it at every length, writes over it in many ways: always caught where it should be.
#[test]
fn damage_is_caught() {
    use Caught::{AtOpening, ByCheck, InUse};
    use TableErrorKind as Kind;
    let mut mutations = 0;
    for (name, block_cells) in [("K-M", 64), ("M-M", 16), ("K-K", 16 << 10)] {
        let victim = Victim::new(name, block_cells);
        let [directory, trailer] = victim.sections();
        assert!(matches!(victim.judge(victim.bytes.clone()), Caught::Never));
        let right = |at: usize, caught: &Caught| match caught {
            AtOpening(Kind::CopiedAsText | Kind::NotATable) => at < 8,
            AtOpening(Kind::NewerVersion(_) | Kind::OlderVersion(_)) => (8..12).contains(&at),
            AtOpening(Kind::Damaged { section: Section::Header, .. }) => (12..216).contains(&at),
            InUse(Kind::Damaged { section: Section::Block(_), .. }) => (216..directory).contains(&at),
            AtOpening(Kind::Damaged { section: Section::Directory, .. }) => (directory..trailer).contains(&at),
            ByCheck(Kind::Damaged { section: Section::Whole, .. }) => at >= trailer,
            _ => false,
        };
        for at in 0..victim.bytes.len() {
            for mask in [1, 2, 4, 8, 16, 32, 64, 128, 0xFF, 0x18] {
                let caught = victim.changed(|bytes| bytes[at] ^= mask);
                assert!(right(at, &caught), "{name}: byte {at} xor {mask}: {caught:?}");
                mutations += 1;
            }
        }
        for length in 0..victim.bytes.len() {
            let caught = victim.changed(|bytes| bytes.truncate(length));
            assert!(matches!(caught, AtOpening(Kind::Truncated { .. })), "{name}: cut at {length}: {caught:?}");
            mutations += 1;
        }
        for more in [1, 8, 4096] {
            let caught = victim.changed(|bytes| bytes.resize(bytes.len() + more, 0));
            assert!(matches!(caught, AtOpening(Kind::Damaged { section: Section::Whole, .. })), "{caught:?}");
            mutations += 1;
        }
        // Runs of zero bytes, as disks leave them, and runs of bytes from elsewhere in the file.
        for start in (0..victim.bytes.len()).step_by(5) {
            for length in [2, 16, 100] {
                let end = (start + length).min(victim.bytes.len());
                for source in [None, Some(start / 2)] {
                    let mut bytes = victim.bytes.clone();
                    match source {
                        None => bytes[start..end].fill(0),
                        Some(source) => bytes.copy_within(source..source + (end - start), start),
                    }
                    if bytes != victim.bytes {
                        let caught = victim.judge(bytes);
                        assert!(!matches!(caught, Caught::Never), "{name}: {start}..{end} from {source:?}");
                        mutations += 1;
                    }
                }
            }
        }
    }
    println!("{mutations} mutations, all caught");
    assert!(mutations > 10_000);
}

/// Damage whose checksums are right: nothing panics, no value is wrong. What blocks hold cannot be changed so.
#[test]
fn forged_headers_and_directories_give_no_wrong_value() {
    let mut mutations = 0;
    for (name, block_cells) in [("K-M", 64), ("M-M", 16)] {
        let victim = Victim::new(name, block_cells);
        let [directory, trailer] = victim.sections();
        for at in (0..208).chain(directory..trailer) {
            for change in [1, 2, 0x80, 0xFF] {
                let _ = victim.changed(|bytes| {
                    bytes[at] = bytes[at].wrapping_add(change);
                    Victim::seal(bytes, [directory, trailer]);
                });
                mutations += 1;
            }
        }
    }
    println!("{mutations} forgeries");
}

#[test]
fn other_files_are_refused_with_the_right_error() {
    use Caught::AtOpening;
    use TableErrorKind as Kind;
    let victim = Victim::new("K-M", 64);
    let other = Victim::new("M-M", 64);
    match victim.judge(other.bytes.clone()) {
        AtOpening(Kind::WrongTable { found }) => assert_eq!(found, "camette:M-M"),
        caught => panic!("{caught:?}"),
    }
    let zeros = vec![0; victim.bytes.len()];
    assert!(matches!(victim.judge(zeros), AtOpening(Kind::NotATable)));
    assert!(matches!(victim.judge(Vec::new()), AtOpening(Kind::Truncated { length: 0, .. })));
    let png = b"\x89PNG\r\n\x1a\n and so on".repeat(100);
    assert!(matches!(victim.judge(png), AtOpening(Kind::NotATable)));
    let version = |version: u32| victim.changed(|bytes| bytes[8..12].copy_from_slice(&version.to_le_bytes()));
    assert!(matches!(version(3), AtOpening(Kind::NewerVersion(3))));
    assert!(matches!(version(1), AtOpening(Kind::OlderVersion(1))));
    let unix_ends = victim.changed(|bytes| {
        let text = std::mem::take(bytes);
        *bytes =
            text.iter().enumerate().filter(|&(i, _)| text.get(i..i + 2) != Some(b"\r\n")).map(|(_, &b)| b).collect();
    });
    assert!(matches!(unix_ends, AtOpening(Kind::CopiedAsText)));
    let rules = victim.changed(|bytes| {
        bytes[12] = 9;
        Victim::seal(bytes, victim.sections());
    });
    assert!(matches!(rules, AtOpening(Kind::OtherRules { found: 9, expected: 1 })));
}

#[test]
fn errors_name_the_file_and_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let catalog = Catalog::new(dir.path());
    let name: TableName = "K-M".parse().unwrap();
    let message = |error: TableError| error.to_string();
    let missing = message(catalog.open(name).unwrap_err());
    assert!(
        missing.ends_with("camette/K-M: the table is not there; `roundtable solve camette` makes K-M"),
        "{missing}"
    );
    fs::create_dir(dir.path().join("camette")).unwrap();
    fs::write(catalog.path(name), "hello").unwrap();
    let foreign = message(catalog.open(name).unwrap_err());
    assert!(foreign.contains("camette/K-M: this is no table of this program; move it away"), "{foreign}");
    assert!(foreign.ends_with("with `roundtable solve camette --force`"), "{foreign}");
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
