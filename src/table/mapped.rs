//! A file as memory: the one place of the crate with `unsafe` code.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// A file's bytes, mapped read-only.
#[derive(Debug)]
pub struct Mapped(Mmap);

impl Mapped {
    /// Maps a file.
    ///
    /// # Errors
    /// If the file cannot be opened or mapped.
    #[allow(unsafe_code, reason = "the operating system, not the compiler, guards a mapped file")]
    pub fn open(path: &Path) -> io::Result<Self> {
        // Before opening, which waits for ever if it is a pipe.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file"));
        }
        let file = File::open(path)?;
        // Safety: this program never changes a finished table, it replaces it under its name, which leaves mappings of
        // the old one as they are; so the bytes are constant unless another program writes into the file. Even then each
        // byte is read through checked code that takes any value for what it is; only a file that another program cuts
        // short while it is mapped ends this one with a signal.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self(map))
    }
}

impl AsRef<[u8]> for Mapped {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
