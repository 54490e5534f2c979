//! The bytes of a table's file. `docs/format.md` describes them one by one.
//!
//! ```text
//! header | blocks of the first half | blocks of the second half | directory | trailer
//! ```
//!
//! All integers are little endian and have no alignment. Nothing here trusts the bytes: a [`Header`] that
//! [`Header::read`] gives out is intact and fits the table, but for what only the directory can tell.

use std::cmp::Ordering;

use xxhash_rust::xxh3::xxh3_64;
use zerocopy::little_endian::{I32, U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::game::Value;
use crate::index::{Groups, Half, TableName, count_positions};

use super::error::{Section, TableErrorKind};

/// The version of the file format. A file of another version is refused.
pub const VERSION: u32 = 2;

/// The rules that values are of: `docs/rules.md`. Counted up whenever a change of the rules changes a value.
pub const RULES: u32 = 1;

/// The first bytes, after the example of PNG: a byte beyond ASCII, a name, and the line ends that careless copying
/// changes.
const MAGIC: [u8; 8] = *b"\x89RTB\r\n\x1a\n";

/// Depth to win in plies, the only metric there is.
const METRIC_DTW_PLIES: u32 = 1;

/// The most cells of a block, and of a group: such that the size of its compressed bytes fits 16 bits, even where nothing can be
/// compressed and every second byte is a head.
pub(super) const MAX_BLOCK_CELLS: u32 = 1 << 15;

/// The most groups of a block, those that are not stored included.
pub(super) const MAX_BLOCK_GROUPS: u64 = 1 << 16;

/// How many bytes the trailer has: the XXH3-128 of all bytes between header and trailer followed by the header's.
pub(super) const TRAILER: usize = 16;

/// The start of a file.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Header {
    magic: [u8; 8],
    version: U32,
    rules: U32,
    /// `camette:KMMM-KMM`, filled up with zero bytes.
    table: [u8; 40],
    metric: U32,
    level: I32,
    block_cells: U32,
    reserved: U32,
    halves: [HalfRecord; 2],
    directory: U64,
    length: U64,
    directory_checksum: U64,
    /// XXH3-64 of all bytes before this one.
    checksum: U64,
}

/// What the header says about a half; all zero for the second half of a table that has none.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
struct HalfRecord {
    groups: U64,
    cells: U64,
    blocks: U64,
    wins: U64,
    draws: U64,
    losses: U64,
    longest_win: U32,
    longest_loss: U32,
}

/// What the directory says about a block.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct BlockRecord {
    /// How many groups the block has, less one.
    pub groups_less_one: U16,
    /// How many bytes the block has.
    pub bytes: U16,
    /// The low half of the XXH3-64 of these bytes.
    pub checksum: U32,
}

/// The size of the header.
pub(super) const HEADER: usize = size_of::<Header>();

/// What a table holds, as its header says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The table.
    pub name: TableName,
    /// The level of compression.
    pub level: i32,
    /// The cells of a block.
    pub block_cells: u32,
    /// The file's size in bytes.
    pub bytes: u64,
    /// Each half of the table, in the order of [`TableName::halves`].
    pub halves: Vec<HalfSummary>,
}

/// What half a table holds. Wins, draws and losses are for the player to move, over all positions: mirror images counted
/// apart, positions that are not stored included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HalfSummary {
    /// Groups, those that are not stored included.
    pub groups: u64,
    /// Stored cells.
    pub cells: u64,
    /// Blocks.
    pub blocks: u64,
    /// Positions that are won.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// The depth of the longest win, if there is one.
    pub longest_win: Option<u16>,
    /// The depth of the longest loss, if there is one.
    pub longest_loss: Option<u16>,
}

impl HalfSummary {
    /// How many positions the half has.
    #[must_use]
    pub fn positions(&self) -> Option<u64> {
        self.wins.checked_add(self.draws)?.checked_add(self.losses)
    }

    /// A depth as it is written: one more, so that 0 is for none.
    fn record(&self) -> HalfRecord {
        let depth = |longest: Option<u16>| U32::new(longest.map_or(0, |depth| u32::from(depth) + 1));
        HalfRecord {
            groups: self.groups.into(),
            cells: self.cells.into(),
            blocks: self.blocks.into(),
            wins: self.wins.into(),
            draws: self.draws.into(),
            losses: self.losses.into(),
            longest_win: depth(self.longest_win),
            longest_loss: depth(self.longest_loss),
        }
    }

    fn from_record(record: &HalfRecord) -> Option<Self> {
        let depth = |longest: U32| match longest.get().checked_sub(1) {
            None => Some(None),
            Some(depth) => u16::try_from(depth).ok().filter(|&depth| depth <= Value::MAX_DEPTH).map(Some),
        };
        Some(Self {
            groups: record.groups.get(),
            cells: record.cells.get(),
            blocks: record.blocks.get(),
            wins: record.wins.get(),
            draws: record.draws.get(),
            losses: record.losses.get(),
            longest_win: depth(record.longest_win)?,
            longest_loss: depth(record.longest_loss)?,
        })
    }
}

impl Summary {
    /// Each half with its summary.
    pub fn by_half(&self) -> impl Iterator<Item = (Half, &HalfSummary)> {
        self.name.halves().iter().copied().zip(&self.halves)
    }

    /// Whether the counts are those of the table: all its positions have a value.
    pub(super) fn is_complete(&self) -> bool {
        let positions = self.halves.iter().try_fold(0u64, |sum, half| sum.checked_add(half.positions()?));
        positions == Some(count_positions(self.name))
    }
}

impl Header {
    /// The header of a table whose directory stands at an offset.
    pub(super) fn new(summary: &Summary, directory: u64, directory_checksum: u64) -> Self {
        let mut table = [0; 40];
        let name = summary.name.qualified();
        table[..name.len()].copy_from_slice(name.as_bytes());
        let half = |number: usize| summary.halves.get(number).copied().unwrap_or_default().record();
        let mut header = Self {
            magic: MAGIC,
            version: VERSION.into(),
            rules: RULES.into(),
            table,
            metric: METRIC_DTW_PLIES.into(),
            level: summary.level.into(),
            block_cells: summary.block_cells.into(),
            reserved: 0.into(),
            halves: [half(0), half(1)],
            directory: directory.into(),
            length: summary.bytes.into(),
            directory_checksum: directory_checksum.into(),
            checksum: 0.into(),
        };
        header.checksum = header.own_checksum().into();
        header
    }

    fn own_checksum(&self) -> u64 {
        let bytes = self.as_bytes();
        xxh3_64(&bytes[..bytes.len() - size_of::<U64>()])
    }

    /// Reads and checks the header of a file that should hold a table, and the file's length with it.
    pub(super) fn read(file: &[u8], expected: TableName) -> Result<(&Self, Summary), TableErrorKind> {
        let length = file.len() as u64;
        check_magic(file)?;
        let cut = TableErrorKind::Truncated { length, expected: None };
        let Some(version) = file.get(8..12).and_then(|bytes| U32::read_from_bytes(bytes).ok()) else {
            return Err(cut);
        };
        match version.get() {
            VERSION => {}
            newer if newer > VERSION => return Err(TableErrorKind::NewerVersion(newer)),
            older => return Err(TableErrorKind::OlderVersion(older)),
        }
        let Ok((header, _)) = Self::ref_from_prefix(file) else { return Err(cut) };
        if header.checksum.get() != header.own_checksum() {
            return Err(damaged("does not match its checksum"));
        }
        if header.rules.get() != RULES {
            return Err(TableErrorKind::OtherRules { found: header.rules.get(), expected: RULES });
        }
        let table = String::from_utf8_lossy(&header.table);
        let table = table.trim_end_matches('\0');
        if table != expected.qualified() {
            return Err(TableErrorKind::WrongTable { found: table.escape_debug().to_string() });
        }
        let misfit = || damaged("does not fit the table");
        let summary = header.summary(expected).ok_or_else(misfit)?;
        match length.cmp(&summary.bytes) {
            Ordering::Less => Err(TableErrorKind::Truncated { length, expected: Some(summary.bytes) }),
            Ordering::Greater => {
                Err(TableErrorKind::Damaged { section: Section::Whole, what: "has bytes after its end" })
            }
            // Counts come last: those of a table so large that they overflow fit no file.
            Ordering::Equal if summary.is_complete() => Ok((header, summary)),
            Ordering::Equal => Err(misfit()),
        }
    }

    /// What the header says, if its sizes fit the table and each other.
    fn summary(&self, name: TableName) -> Option<Summary> {
        let block_cells = self.block_cells.get();
        let fixed = self.metric.get() == METRIC_DTW_PLIES && self.reserved.get() == 0;
        if !fixed || !(1..=MAX_BLOCK_CELLS).contains(&block_cells) {
            return None;
        }
        let (used, unused) = self.halves.split_at(name.halves().len());
        if unused.iter().any(|record| record.as_bytes().iter().any(|&byte| byte != 0)) {
            return None;
        }
        let halves = used.iter().map(HalfSummary::from_record).collect::<Option<Vec<_>>>()?;
        let summary = Summary { name, level: self.level.get(), block_cells, bytes: self.length.get(), halves };
        let sizes = summary.by_half().all(|(half, summary)| {
            let groups = Groups::new(name, half);
            groups.cells() <= u64::from(MAX_BLOCK_CELLS)
                && summary.groups == groups.len()
                && summary.blocks >= summary.groups.div_ceil(MAX_BLOCK_GROUPS)
                && summary.positions().is_some_and(|positions| summary.cells <= positions)
        });
        (sizes && self.directory_end() == summary.bytes.checked_sub(TRAILER as u64)).then_some(summary)
    }

    fn directory_end(&self) -> Option<u64> {
        let blocks = self.halves.iter().try_fold(0u64, |sum, half| sum.checked_add(half.blocks.get()))?;
        blocks.checked_mul(size_of::<BlockRecord>() as u64)?.checked_add(self.directory.get())
    }

    /// Where the directory starts.
    pub(super) fn directory(&self) -> u64 {
        self.directory.get()
    }

    /// The directory of a file of this header, checked against its checksum.
    pub(super) fn read_directory<'a>(&self, file: &'a [u8]) -> Result<&'a [BlockRecord], TableErrorKind> {
        let range = || Some(usize::try_from(self.directory.get()).ok()?..usize::try_from(self.directory_end()?).ok()?);
        let bytes = range().and_then(|range| file.get(range)).ok_or_else(|| damaged("does not fit the file"))?;
        if xxh3_64(bytes) != self.directory_checksum.get() {
            return Err(TableErrorKind::Damaged { section: Section::Directory, what: "does not match its checksum" });
        }
        <[BlockRecord]>::ref_from_bytes(bytes).map_err(|_| damaged("does not fit the file"))
    }
}

fn check_magic(file: &[u8]) -> Result<(), TableErrorKind> {
    let start = &file[..file.len().min(MAGIC.len())];
    if start == MAGIC {
        Ok(())
    } else if MAGIC.starts_with(start) {
        Err(TableErrorKind::Truncated { length: file.len() as u64, expected: None })
    } else if start.get(1..4) == Some(&MAGIC[1..4]) {
        Err(TableErrorKind::CopiedAsText)
    } else {
        Err(TableErrorKind::NotATable)
    }
}

const fn damaged(what: &'static str) -> TableErrorKind {
    TableErrorKind::Damaged { section: Section::Header, what }
}

/// The low half of the XXH3-64 of a block's bytes.
///
/// 32 bits are enough here: a damaged block must besides decode to exactly its cells, all of them values, and the whole
/// file has a checksum of 128 bits.
pub(super) fn block_checksum(bytes: &[u8]) -> U32 {
    U32::new(xxh3_64(bytes) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes that `docs/format.md` gives.
    #[test]
    fn sizes_are_as_documented() {
        assert_eq!(HEADER, 216);
        assert_eq!(size_of::<HalfRecord>(), 56);
        assert_eq!(size_of::<BlockRecord>(), 8);
        assert_eq!(std::mem::offset_of!(Header, halves), 72);
        assert_eq!(std::mem::offset_of!(Header, checksum), 208);
    }
}
