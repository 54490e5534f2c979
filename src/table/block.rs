//! A block: some strips' cells, compressed on their own, and their decoded form.
//!
//! A block is one zstd frame without what the directory knows better: no magic number, no content size, no checksum. (A
//! trained dictionary would belong between header and blocks, and be given to both contexts here.)

use std::cell::RefCell;
use std::io;
use std::ops::Range;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, DParameter, FrameFormat};

use crate::game::SquareSet;
use crate::index::Strips;

/// Strips between two noted places of a block, where strips are of one cell at most. A lookup counts the cells of the
/// strips between; noting all would take several times the room of the cells.
const SPARSE_STRIDE: u64 = 4;

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

/// A block ready for lookups.
#[derive(Debug)]
pub(super) struct Block {
    /// The strips of the block.
    strips: Range<u64>,
    stride: u64,
    /// For the first of every `stride` strips, how many cells of the block come before it.
    before: Box<[u16]>,
    cells: Box<[u8]>,
}

impl Block {
    /// Decodes the bytes of a block that holds a range of strips and at most `most` cells; `None` if they are not what
    /// was written. The cells are values: none is 0.
    pub(super) fn decode<S: SquareSet>(bytes: &[u8], most: usize, all: &Strips, strips: Range<u64>) -> Option<Self> {
        thread_local! {
            static DECOMPRESSOR: RefCell<io::Result<Decompressor<'static>>> = RefCell::new(decompressor());
        }
        let mut cells = Vec::with_capacity(most);
        DECOMPRESSOR
            .with_borrow_mut(|decompressor| decompressor.as_mut().ok()?.decompress_to_buffer(bytes, &mut cells).ok())?;
        if cells.contains(&0) {
            return None;
        }
        let stride = if all.longest() == 1 { SPARSE_STRIDE } else { 1 };
        let mut before = Vec::with_capacity(usize::try_from((strips.end - strips.start).div_ceil(stride)).ok()?);
        let (mut number, mut sum) = (0, 0);
        all.walk::<S>(strips.clone(), |strip| {
            if number % stride == 0 {
                before.push(sum as u16);
            }
            number += 1;
            sum += strip.count() as usize;
            sum <= cells.len()
        });
        (sum == cells.len()).then(|| Self { strips, stride, before: before.into(), cells: cells.into() })
    }

    /// The code of the cell of some rank in a strip of the block.
    #[inline]
    pub(super) fn code<S: SquareSet>(&self, all: &Strips, strip: u64, rank: u32) -> Option<u8> {
        let noted = strip.checked_sub(self.strips.start)? / self.stride;
        let mut place = u32::from(*self.before.get(usize::try_from(noted).ok()?)?) + rank;
        if self.stride > 1 {
            all.walk::<S>(self.strips.start + noted * self.stride..strip, |strip| {
                place += strip.count();
                true
            });
        }
        self.cells.get(place as usize).copied()
    }

    /// The codes of the block's cells, in order.
    pub(super) fn codes(&self) -> &[u8] {
        &self.cells
    }

    /// How many cells the block has.
    pub(super) fn cells(&self) -> u64 {
        self.cells.len() as u64
    }

    /// How much memory the block takes.
    pub(super) fn memory(&self) -> u64 {
        (size_of::<Self>() + self.cells.len() + size_of_val(&*self.before)) as u64
    }
}
