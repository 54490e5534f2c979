//! The digests of the published tables: what a file must hash to if it is byte for byte the one that was verified.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

use crate::index::TableName;

/// The list in the form in which it is kept: a line for each table, its digest, two spaces and its name with its game.
pub const PUBLISHED: &str = include_str!("../../data/digests.txt");

/// The BLAKE3 digest of a table's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(blake3::Hash);

impl Digest {
    /// The digest of bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(blake3::hash(bytes))
    }

    /// The digest of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(File::open(path)?)?;
        Ok(Self(hasher.finalize()))
    }
}

/// Writes 64 hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A line of the list of digests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Published {
    /// The table.
    pub name: TableName,
    /// The digest of its file.
    pub digest: Digest,
}

/// Why a line is none of a list of digests.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is no line of a list of digests: 64 hexadecimal digits, two spaces, and a table with its game")]
pub struct DigestError(String);

impl FromStr for Published {
    type Err = DigestError;

    fn from_str(line: &str) -> Result<Self, DigestError> {
        let error = || DigestError(line.into());
        let (digest, name) = line.split_once("  ").ok_or_else(error)?;
        let name: TableName = name.parse().map_err(|_| error())?;
        let digest = blake3::Hash::from_hex(digest).map_err(|_| error())?;
        Ok(Self { name, digest: Digest(digest) })
    }
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", self.digest, self.name.qualified())
    }
}

/// The digests of all published tables, at the default level, smallest table first.
///
/// # Panics
/// Never: a test reads the list.
#[must_use]
pub fn published() -> &'static [Published] {
    static LIST: LazyLock<Vec<Published>> = LazyLock::new(|| {
        PUBLISHED.lines().map(|line| line.parse().expect("a test reads every line of the list")).collect()
    });
    &LIST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_and_in_order() {
        let list = published();
        assert!(list.is_sorted_by_key(|published| published.name));
        assert!(list.iter().map(ToString::to_string).eq(PUBLISHED.lines()));
        assert!("0123  K-M".parse::<Published>().is_err());
    }
}
