//! Decoded blocks, shared by all tables and threads of a program and bounded in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::block::Block;

/// How much memory decoded blocks may take unless another bound is asked for.
pub const DEFAULT_CACHE_BYTES: u64 = 16 << 20;

/// What a block typically takes, to guess how many there will be.
const TYPICAL_BLOCK: u64 = 8 << 10;

/// Which block: the table's number in this cache and the block's in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub table: u64,
    pub block: u64,
}

#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<Key, Arc<Block>> for Bytes {
    fn weight(&self, _: &Key, block: &Arc<Block>) -> u64 {
        block.memory()
    }
}

/// Decoded blocks of any number of tables, the least useful of which give way when memory runs out.
///
/// A block that is wanted by several threads at once is decoded by one of them.
#[derive(Debug)]
pub struct BlockCache {
    blocks: Cache<Key, Arc<Block>, Bytes>,
    tables: AtomicU64,
}

impl BlockCache {
    /// A cache that takes at most so many bytes. However few they are, lookups work: blocks that do not fit are decoded
    /// each time.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        let items = usize::try_from(bytes / TYPICAL_BLOCK).unwrap_or(usize::MAX).max(1);
        Self { blocks: Cache::with_weighter(items, bytes, Bytes), tables: AtomicU64::new(0) }
    }

    /// How many bytes decoded blocks take now.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.blocks.weight()
    }

    /// A number for a table that is opened: tables opened twice have two, since the file may have changed between.
    pub(super) fn next_table(&self) -> u64 {
        self.tables.fetch_add(1, Ordering::Relaxed)
    }

    /// The block, decoded now if it is not there. A failure is not remembered.
    #[inline]
    pub(super) fn get<E>(&self, key: Key, decode: impl FnOnce() -> Result<Block, E>) -> Result<Arc<Block>, E> {
        self.blocks.get_or_insert_with(&key, || decode().map(Arc::new))
    }

    /// Forgets the blocks of a table that is closed.
    pub(super) fn forget(&self, table: u64) {
        self.blocks.retain(|key, _| key.table != table);
    }
}

impl Default for BlockCache {
    fn default() -> Self {
        Self::new(DEFAULT_CACHE_BYTES)
    }
}
