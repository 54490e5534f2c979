//! A block: some groups' cells, compressed on their own, and their decoded form.
//!
//! Most groups have the same value in all cells, so a block is stored as *heads* and *mixed* cells: for each of its stored
//! groups the value that all its cells have, or [`MIXED`], and after all heads the cells of the mixed groups one by one.
//! That is a third of the cells or less, 7 % smaller when compressed than plain cells, and compressed in half the time.
//!
//! The bytes are one zstd frame without what the directory knows better: no magic number, no content size, no checksum. (A
//! trained dictionary would belong between header and blocks, and be given to both contexts here.)

use std::cell::RefCell;
use std::io;
use std::ops::Range;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, DParameter, FrameFormat};

use crate::game::SquareSet;
use crate::index::Groups;

/// The head of a group whose cells differ. No value has this code.
const MIXED: u8 = 0;

/// A compressor for blocks.
pub(super) fn compressor(level: i32) -> io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(level)?;
    compressor.set_parameter(CParameter::Format(FrameFormat::Magicless))?;
    compressor.set_parameter(CParameter::ContentSizeFlag(false))?;
    compressor.set_parameter(CParameter::ChecksumFlag(false))?;
    Ok(compressor)
}

fn decompressor() -> io::Result<Decompressor<'static>> {
    let mut decompressor = Decompressor::new()?;
    decompressor.set_parameter(DParameter::Format(FrameFormat::Magicless))?;
    Ok(decompressor)
}

/// Heads and mixed cells of groups whose cells are given.
pub(super) fn encode(cells: &[u8], of_group: usize) -> Vec<u8> {
    let (mut heads, mut mixed) = (Vec::with_capacity(cells.len()), Vec::new());
    for group in cells.chunks(of_group) {
        if group.iter().all(|cell| *cell == group[0]) {
            heads.push(group[0]);
        } else {
            heads.push(MIXED);
            mixed.extend_from_slice(group);
        }
    }
    heads.append(&mut mixed);
    heads
}

/// A set of numbers below some bound that tells how many of its members are lower.
#[derive(Debug, Default)]
struct Members(Box<[(u64, u32)]>);

impl Members {
    /// From the members, ascending.
    fn new(bound: u64, members: impl FnOnce(&mut dyn FnMut(u64))) -> Self {
        let mut words: Box<[(u64, u32)]> = vec![(0, 0); bound.div_ceil(64) as usize].into();
        members(&mut |member| words[(member / 64) as usize].0 |= 1 << (member % 64));
        let mut before = 0;
        for (word, lower) in &mut words {
            *lower = before;
            before += word.count_ones();
        }
        Self(words)
    }

    fn len(&self) -> usize {
        self.0.last().map_or(0, |(word, before)| before + word.count_ones()) as usize
    }

    /// How many members are lower than this one; `None` if it is none.
    #[inline]
    fn rank(&self, member: u64) -> Option<usize> {
        let &(word, before) = self.0.get(usize::try_from(member / 64).ok()?)?;
        let bit = 1 << (member % 64);
        (word & bit != 0).then(|| (before + (word & (bit - 1)).count_ones()) as usize)
    }
}

/// A block ready for lookups.
#[derive(Debug)]
pub(super) struct Block {
    /// The number of the first group.
    first: u64,
    /// How many cells a group has.
    of_group: usize,
    /// The groups that are stored, counted from the first.
    stored: Members,
    /// The stored groups, by their place among them, that are mixed.
    mixed: Members,
    /// Heads, then the cells of mixed groups.
    bytes: Box<[u8]>,
}

/// The decompressed bytes of a block of at most so many cells; `None` if they are no frame of so few.
fn decompress(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    thread_local! {
        static DECOMPRESSOR: RefCell<io::Result<Decompressor<'static>>> = RefCell::new(decompressor());
    }
    // A head for each group, and at worst all groups of two or more cells mixed.
    let mut buffer = Vec::with_capacity(most + most / 2 + 1);
    DECOMPRESSOR
        .with_borrow_mut(|decompressor| decompressor.as_mut().ok()?.decompress_to_buffer(bytes, &mut buffer).ok())?;
    Some(buffer)
}

impl Block {
    /// Decodes the bytes of a block that holds a range of groups and at most `most` cells; `None` if they are not what was
    /// written.
    pub(super) fn decode<S: SquareSet>(bytes: &[u8], most: usize, groups: &Groups, range: Range<u64>) -> Option<Self> {
        let bytes = decompress(bytes, most)?;
        let (first, of_group) = (range.start, usize::try_from(groups.cells()).ok()?);
        let stored = Members::new(range.end - range.start, |member| {
            groups.walk::<S>(range, |group| member(group.number - first));
        });
        let (heads, cells) = bytes.split_at_checked(stored.len())?;
        let mixed = Members::new(heads.len() as u64, |member| {
            (0..).zip(heads).filter(|&(_, &head)| head == MIXED).for_each(|(place, _)| member(place));
        });
        let fits = heads.len() * of_group <= most && cells.len() == mixed.len() * of_group;
        (fits && !cells.contains(&MIXED)).then(|| Self { first, of_group, stored, mixed, bytes: bytes.into() })
    }

    /// The code of a cell of a group; `None` if the group is not stored.
    #[inline]
    pub(super) fn code(&self, group: u64, cell: u64) -> Option<u8> {
        let place = self.stored.rank(group.checked_sub(self.first)?)?;
        let at = match self.mixed.rank(place as u64) {
            None => place,
            Some(mixed) => self.stored.len() + mixed * self.of_group + cell as usize,
        };
        self.bytes.get(at).copied()
    }

    /// Appends the codes of all cells, in order.
    pub(super) fn append_to(&self, codes: &mut Vec<u8>) {
        let (heads, mixed) = self.bytes.split_at(self.stored.len());
        let mut mixed = mixed.chunks(self.of_group);
        for &head in heads {
            match head {
                MIXED => codes.extend_from_slice(mixed.next().unwrap_or_default()),
                head => codes.extend(std::iter::repeat_n(head, self.of_group)),
            }
        }
    }

    /// How much memory the block takes.
    pub(super) fn memory(&self) -> u64 {
        let Self { stored, mixed, bytes, .. } = self;
        (size_of::<Self>() + bytes.len() + size_of_val(&*stored.0) + size_of_val(&*mixed.0)) as u64
    }
}
