//! Tables damaged in every way: opening, probing or the check catches it, and no value is ever wrong.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use roundtable::index::Half;
use roundtable::solve::Solved;
use roundtable::table::{BlockCache, Catalog, Section, Table, TableErrorKind, WriteOptions};

use crate::support::{Full, write};

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

/// Blocks are checked in parallel; of several that are damaged, the first is told of.
#[test]
fn the_first_damaged_block_is_told_of() {
    let victim = Victim::new("K-M", 64);
    let sections = victim.sections();
    let damaged_block = |damage: std::ops::Range<usize>| {
        let mut bytes = victim.bytes.clone();
        bytes[damage].iter_mut().for_each(|byte| *byte ^= 1);
        Victim::seal(&mut bytes, sections);
        let table = Table::from_bytes(Path::new("file"), bytes, victim.full.name(), &Arc::default()).unwrap();
        let read = table.read_half(Half::First).err().map(|error| error.to_string());
        let error = table.check().unwrap_err();
        assert!(read.is_none_or(|read| read == error.to_string()));
        match error.kind {
            TableErrorKind::Damaged { section: Section::Block(block), .. } => block,
            kind => panic!("{kind}"),
        }
    };
    let mut blocks = Vec::new();
    for from in 216..sections[0] {
        blocks.push(damaged_block(from..from + 1));
        assert_eq!(damaged_block(from..sections[0]), blocks[from - 216]);
    }
    blocks.dedup();
    assert!(blocks.len() > 3 && blocks.is_sorted());
}
