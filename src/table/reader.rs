//! [`Table`]: a file that was checked when opened and is checked on as it is read.
//!
//! Opening checks all that is not blocks: header and directory against their checksums and against the table. A block
//! is checked against its checksum whenever it is decoded, and what it decodes to against the groups. So a wrong value
//! never comes out, and lookups cost next to nothing more.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use crate::game::{SquareSet, Value, View, duty, ending, with_squares};
use crate::index::{Groups, Half, TableName};

use super::block::Block;
use super::cache::{BlockCache, Key};
use super::error::{Section, TableError, TableErrorKind};
use super::format::{BlockRecord, HEADER, Header, Summary, TRAILER, block_checksum};
use super::mapped::Mapped;

/// An open table. Its bytes are a mapped file, or anything that can be seen as bytes.
#[derive(Debug)]
pub struct Table<B = Mapped> {
    path: PathBuf,
    bytes: B,
    summary: Summary,
    halves: Vec<HalfIndex>,
    cache: Arc<BlockCache>,
    number: u64,
}

/// Where the groups of a half are.
#[derive(Debug)]
struct HalfIndex {
    groups: Groups,
    /// The number in the file of the half's first block.
    first_block: u64,
    blocks: Vec<BlockIndex>,
}

#[derive(Clone, Copy, Debug)]
struct BlockIndex {
    first_group: u64,
    /// Where the block's bytes start in the file.
    start: usize,
    record: BlockRecord,
}

impl BlockIndex {
    fn groups(&self) -> Range<u64> {
        self.first_group..self.first_group + u64::from(self.record.groups_less_one.get()) + 1
    }

    fn bytes(&self) -> Range<usize> {
        self.start..self.start + usize::from(self.record.bytes.get())
    }
}

/// What [`Table::check`] went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Bytes of the file.
    pub bytes: u64,
    /// Blocks decoded.
    pub blocks: u64,
    /// Cells in them.
    pub cells: u64,
}

impl Table {
    /// Opens the file at `path`, which should hold the table `expected`.
    ///
    /// # Errors
    /// If there is no such file, it cannot be read, or it is not intact: see [`TableErrorKind`].
    pub fn open(path: &Path, expected: TableName, cache: &Arc<BlockCache>) -> Result<Self, TableError> {
        let bytes = Mapped::open(path).map_err(|source| {
            let kind = match source.kind() {
                io::ErrorKind::NotFound => TableErrorKind::Missing,
                _ => TableErrorKind::Io { doing: "open", source },
            };
            TableError::new(path, expected, kind)
        })?;
        Self::from_bytes(path, bytes, expected, cache)
    }
}

impl<B: AsRef<[u8]>> Table<B> {
    /// A table from the bytes of its file; `path` is for messages.
    ///
    /// # Errors
    /// If the bytes are no intact table, or another one.
    pub fn from_bytes(path: &Path, bytes: B, expected: TableName, cache: &Arc<BlockCache>) -> Result<Self, TableError> {
        let (summary, halves) =
            read_index(bytes.as_ref(), expected).map_err(|kind| TableError::new(path, expected, kind))?;
        let number = cache.next_table();
        Ok(Self { path: path.into(), bytes, summary, halves, cache: Arc::clone(cache), number })
    }

    /// The table.
    #[must_use]
    pub const fn name(&self) -> TableName {
        self.summary.name
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the header says: sizes, counts and longest lines.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The value of a position whose player to move has no jump on offer, found under itself or its mirror image; `None`
    /// if the position is not stored: there is a jump on offer, the game is over, or the position is another table's.
    ///
    /// `S` must hold the board.
    ///
    /// # Errors
    /// If the block that holds the value is damaged.
    #[inline]
    pub fn stored<S: SquareSet>(&self, view: &View<S>) -> Result<Option<Value>, TableError> {
        let (name, half) = TableName::holding(self.name().game(), view);
        let board = name.game().board();
        if name != self.name() || ending(board, view).is_some() || duty(board, view).must_capture {
            return Ok(None);
        }
        let index = &self.halves[half as usize];
        let (group, cell) = index.groups.find(view);
        let number = index.blocks.partition_point(|block| block.first_group <= group) - 1;
        let key = Key { table: self.number, block: index.first_block + number as u64 };
        let block = self.cache.get(key, || self.decode::<S>(index, number))?;
        // A block knows from the rules, not from the file, which groups it stores, and holds a value for each of their cells.
        Ok(block.code(group, cell).and_then(Value::from_code))
    }

    /// The [codes](Value::code) of all stored cells of a half, in the order in which [`Groups::walk`] meets their groups
    /// and [`Groups::views`] lists the cells of each. Empty if the table has no such half.
    ///
    /// # Errors
    /// If a block is damaged.
    pub fn read_half(&self, half: Half) -> Result<Vec<u8>, TableError>
    where
        B: Sync,
    {
        with_squares!(self.name().game(), S => self.read_half_in::<S>(half))
    }

    fn read_half_in<S: SquareSet>(&self, half: Half) -> Result<Vec<u8>, TableError>
    where
        B: Sync,
    {
        let append = |all: &mut Vec<u8>, _, codes: &[u8]| all.extend_from_slice(codes);
        self.fold_half::<S, _>(half, Vec::new, append, |mut all, mut more| {
            all.append(&mut more);
            all
        })
    }

    fn decode<S: SquareSet>(&self, index: &HalfIndex, number: usize) -> Result<Block, TableError> {
        let block = &index.blocks[number];
        let in_file = index.first_block + number as u64;
        let bytes = self.bytes.as_ref().get(block.bytes());
        let intact = bytes.filter(|bytes| block_checksum(bytes) == block.record.checksum);
        let bytes = intact.ok_or_else(|| self.damaged(in_file, "does not match its checksum"))?;
        let most = u64::from(self.summary.block_cells).max(index.groups.cells()) as usize;
        Block::decode::<S>(bytes, most, &index.groups, block.groups())
            .ok_or_else(|| self.damaged(in_file, "does not decode to its cells"))
    }

    fn damaged(&self, block: u64, what: &'static str) -> TableError {
        self.error(TableErrorKind::Damaged { section: Section::Block(block), what })
    }

    fn error(&self, kind: TableErrorKind) -> TableError {
        TableError::new(&self.path, self.name(), kind)
    }

    /// Checks all of the file: the checksum of the whole, every block, and the counts of stored cells. Whether the values
    /// are right is another question, for `verify`. Blocks are checked in parallel on the current rayon pool.
    ///
    /// # Errors
    /// The first thing that is not as it was written.
    pub fn check(&self) -> Result<Checked, TableError>
    where
        B: Sync,
    {
        let bytes = self.bytes.as_ref();
        let whole = |what| self.error(TableErrorKind::Damaged { section: Section::Whole, what });
        let (content, trailer) = bytes.split_last_chunk::<TRAILER>().ok_or_else(|| whole("is cut short"))?;
        let (header, rest) = content.split_at_checked(HEADER).ok_or_else(|| whole("is cut short"))?;
        let mut hash = Xxh3::new();
        hash.update(rest);
        hash.update(header);
        if hash.digest128().to_le_bytes() != *trailer {
            return Err(whole("does not match its checksum"));
        }
        with_squares!(self.name().game(), S => self.check_blocks::<S>())
    }

    /// Decodes all blocks of a half, in parallel on the current rayon pool and past the cache, and folds them like
    /// [`rayon::iter::ParallelIterator::fold`]: `visit` gets the groups of a block, and the codes of their cells from the
    /// first to the last; `merge` gets what was made of blocks before and after, in this order.
    ///
    /// # Errors
    /// If a block is damaged: the first that is.
    pub fn fold_half<S: SquareSet, T: Send>(
        &self,
        half: Half,
        identity: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, Range<u64>, &[u8]) + Sync,
        merge: impl Fn(T, T) -> T + Sync,
    ) -> Result<T, TableError>
    where
        B: Sync,
    {
        let Some(index) = self.halves.get(half as usize) else { return Ok(identity()) };
        let decoded = (0..index.blocks.len()).into_par_iter().map(|number| {
            let mut folded = identity();
            let block = self.decode::<S>(index, number)?;
            let mut codes = Vec::new();
            block.append_to(&mut codes);
            visit(&mut folded, index.blocks[number].groups(), &codes);
            Ok(folded)
        });
        // Not `try_reduce`, which gives any of several errors.
        decoded.reduce(|| Ok(identity()), |a, b| Ok(merge(a?, b?)))
    }

    fn check_blocks<S: SquareSet>(&self) -> Result<Checked, TableError>
    where
        B: Sync,
    {
        let mut checked = Checked { bytes: self.summary.bytes, ..Checked::default() };
        for (half, counts) in self.summary.by_half() {
            let count = |[blocks, cells]: &mut [u64; 2], _, codes: &[u8]| {
                *blocks += 1;
                *cells += codes.len() as u64;
            };
            let add = |a: [u64; 2], b: [u64; 2]| [a[0] + b[0], a[1] + b[1]];
            let [blocks, cells] = self.fold_half::<S, _>(half, Default::default, count, add)?;
            if cells != counts.cells {
                let what = "counts other cells than the blocks hold";
                return Err(self.error(TableErrorKind::Damaged { section: Section::Header, what }));
            }
            checked.blocks += blocks;
            checked.cells += cells;
        }
        Ok(checked)
    }
}

impl<B> Drop for Table<B> {
    fn drop(&mut self) {
        self.cache.forget(self.number);
    }
}

/// Reads header and directory: what the file holds, and where.
fn read_index(file: &[u8], expected: TableName) -> Result<(Summary, Vec<HalfIndex>), TableErrorKind> {
    let misfit = TableErrorKind::Damaged { section: Section::Directory, what: "does not fit the table" };
    let (header, summary) = Header::read(file, expected)?;
    let records = header.read_directory(file)?;
    match index_halves(&summary, records) {
        Some((halves, end)) if end as u64 == header.directory() => Ok((summary, halves)),
        _ => Err(misfit),
    }
}

/// Adds up the directory: the halves' blocks, and where the last of them ends. `None` if a half's blocks are not as many
/// as it says or do not hold just its groups.
fn index_halves(summary: &Summary, mut records: &[BlockRecord]) -> Option<(Vec<HalfIndex>, usize)> {
    let (mut start, mut first_block) = (HEADER, 0);
    let mut halves = Vec::with_capacity(summary.halves.len());
    for (half, counts) in summary.by_half() {
        let (own, rest) = records.split_at_checked(usize::try_from(counts.blocks).ok()?)?;
        let mut first_group = 0;
        let mut blocks = Vec::with_capacity(own.len());
        for &record in own {
            let block = BlockIndex { first_group, start, record };
            first_group = block.groups().end;
            start = start.checked_add(block.bytes().len())?;
            blocks.push(block);
        }
        if first_group != counts.groups {
            return None;
        }
        halves.push(HalfIndex { groups: Groups::new(summary.name, half), first_block, blocks });
        first_block += counts.blocks;
        records = rest;
    }
    records.is_empty().then_some((halves, start))
}
