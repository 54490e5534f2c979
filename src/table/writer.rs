//! A solved table to a file: atomically, in parallel, in bounded memory, and the same bytes whatever the threads.
//!
//! A batch of rows is read and packed in parallel, which leaves the stored cells, about a quarter; the stream of their groups
//! is cut into blocks in order, and these are compressed in parallel. The file is written under a temporary name, synced,
//! renamed, and its folder synced, so that under the table's name there is always a finished table or none.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;

use rayon::prelude::*;
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};
use zerocopy::IntoBytes;

use crate::game::{SquareSet, with_squares};
use crate::index::{Groups, Half};
use crate::solve::Solved;

use super::block::{compressor, encode};
use super::catalog::path_in;
use super::error::{TableError, TableErrorKind};
use super::format::{BlockRecord, HEADER, HalfSummary, Header, MAX_BLOCK_CELLS, Summary, TRAILER, block_checksum};
use super::pack::{Cutter, Packed, Raw, Rows, Tally, pack};

/// The level of compression of published tables. Higher levels gain next to nothing in blocks so small.
pub const DEFAULT_LEVEL: i32 = 17;

/// The cells of a block of published tables.
pub const BLOCK_CELLS: u32 = 16 << 10;

/// How the names of unfinished files start. Such a file is left behind when the program is killed, and can be deleted.
pub const TEMPORARY_PREFIX: &str = ".unfinished-";

/// What is packed in a batch, in bytes of cells and of numbers of groups: enough to keep threads busy, little beside a large
/// table.
const BATCH_BYTES: u64 = 32 << 20;

/// How to write a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// The level of compression, from 1 (fast) to 22 (small).
    pub level: i32,
    /// The cells of a block.
    pub block_cells: u32,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { level: DEFAULT_LEVEL, block_cells: BLOCK_CELLS }
    }
}

/// Writes a solved table to its place in a folder of tables, `DIR/camette/KMMM-KMM`, in place of a file that is there.
///
/// `watch` is told now and then how much of how much is done, and can stop the work by breaking. Runs on the current rayon
/// pool; the bytes do not depend on it. Holds some 32 MB of rows, or more where those of one set of squares take more, however
/// large the table is.
///
/// # Errors
/// If the folder or file cannot be written, the work was stopped, or the solver left positions without a value; what was
/// there before is then as it was.
///
/// # Panics
/// If a block has no cells or more than 32,768, or a group of the table has more.
pub fn write_table(
    dir: &Path,
    table: &dyn Solved,
    options: WriteOptions,
    watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Summary, TableError> {
    let path = path_in(dir, table.name());
    write(&path, table, options, watch).map_err(|kind| TableError::new(&path, table.name(), kind))
}

/// Names what was tried when the system refuses.
fn doing(doing: &'static str) -> impl Fn(io::Error) -> TableErrorKind {
    move |source| TableErrorKind::Io { doing, source }
}

fn write(
    path: &Path,
    table: &dyn Solved,
    options: WriteOptions,
    watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Summary, TableErrorKind> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).map_err(doing("make the folder of"))?;
    let temporary = temporary_in(folder).map_err(doing("create"))?;
    let summary = Writer::new(temporary.as_file(), options).map_err(doing("write"))?.table(table, watch)?;
    temporary.as_file().sync_all().map_err(doing("write"))?;
    temporary.persist(path).map_err(|error| doing("rename")(error.error))?;
    // The game's folder may be new too, and its name stands in the folder above.
    for folder in path.ancestors().skip(1).take(2).filter(|folder| !folder.as_os_str().is_empty()) {
        sync_folder(folder).map_err(doing("sync the folder of"))?;
    }
    Ok(summary)
}

fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX);
    // Tables are no secret: the user's mask decides who may read them, as for any other file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Makes the file's name in its folder last. Only Unix can, and needs to.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The file as it grows.
struct Writer<'a> {
    out: BufWriter<&'a File>,
    options: WriteOptions,
    /// Of all bytes after the header.
    hash: Xxh3,
    length: u64,
    directory: Vec<BlockRecord>,
}

impl<'a> Writer<'a> {
    fn new(file: &'a File, options: WriteOptions) -> io::Result<Self> {
        assert!((1..=MAX_BLOCK_CELLS).contains(&options.block_cells), "a block has 1 to {MAX_BLOCK_CELLS} cells");
        let mut out = BufWriter::with_capacity(1 << 20, file);
        out.write_all(&[0; HEADER])?;
        Ok(Self { out, options, hash: Xxh3::new(), length: HEADER as u64, directory: Vec::new() })
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), TableErrorKind> {
        self.hash.update(bytes);
        self.length += bytes.len() as u64;
        self.out.write_all(bytes).map_err(doing("write"))
    }

    fn table(
        mut self,
        table: &dyn Solved,
        watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Summary, TableErrorKind> {
        let name = table.name();
        let total = name.halves().iter().map(|&half| Groups::new(name, half).len()).sum::<u64>();
        let mut done = 0;
        let mut halves = Vec::new();
        for &half in name.halves() {
            let mut watch = |groups| {
                done += groups;
                watch(done, total)
            };
            halves.push(with_squares!(name.game(), S => self.half::<S>(table, half, &mut watch))?);
        }
        let directory = self.length;
        let records = std::mem::take(&mut self.directory);
        self.append(records.as_bytes())?;
        let bytes = self.length + TRAILER as u64;
        let WriteOptions { level, block_cells } = self.options;
        let summary = Summary { name, level, block_cells, bytes, halves };
        if !summary.is_complete() {
            return Err(TableErrorKind::Unsolved);
        }
        self.finish(&Header::new(&summary, directory, xxh3_64(records.as_bytes()))).map_err(doing("write"))?;
        Ok(summary)
    }

    fn finish(mut self, header: &Header) -> io::Result<()> {
        self.hash.update(header.as_bytes());
        self.out.write_all(&self.hash.digest128().to_le_bytes())?;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(header.as_bytes())?;
        self.out.flush()
    }

    /// Writes the blocks of a half, a batch of the mover's sets of squares at a time: their rows are packed, the stream of
    /// groups cut, and the blocks that are full compressed.
    fn half<S: SquareSet>(
        &mut self,
        table: &dyn Solved,
        half: Half,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<HalfSummary, TableErrorKind> {
        let name = table.name();
        let groups = Groups::new(name, half);
        assert!(groups.cells() <= u64::from(MAX_BLOCK_CELLS), "a group has at most {MAX_BLOCK_CELLS} cells");
        let of_group = groups.cells() as usize;
        let mut summary = HalfSummary { groups: groups.len(), ..HalfSummary::default() };
        let (mut tally, mut cutter) = (Tally::default(), Cutter::new(self.options.block_cells));
        let batch = BATCH_BYTES.div_ceil(groups.enemy_sets() * (groups.cells() + size_of::<u64>() as u64));
        let mut next_row = 0;
        for first in (0..groups.own_sets()).step_by(batch as usize) {
            let sets = first..groups.own_sets().min(first + batch);
            let mut work = Vec::new();
            for own_set in sets.clone() {
                let rows = Rows::new::<S>(name, &groups, own_set);
                let first_row = next_row;
                next_row += rows.len();
                work.push((own_set, rows, first_row));
            }
            let pack = |(own_set, rows, row)| pack::<S>(table, half, &groups, own_set, &rows, row);
            let packed: Vec<Packed> = work.into_par_iter().map(pack).collect();
            for packed in packed {
                if !packed.complete {
                    return Err(TableErrorKind::Unsolved);
                }
                tally.add(&packed.tally);
                summary.cells += packed.cells.len() as u64;
                for (&group, cells) in packed.groups.iter().zip(packed.cells.chunks_exact(of_group)) {
                    cutter.push(group, cells);
                }
            }
            if sets.end == groups.own_sets() {
                cutter.finish(groups.len());
            }
            summary.blocks += self.blocks(&std::mem::take(&mut cutter.ready), of_group)?;
            stop_if(watch((sets.end - sets.start) * groups.enemy_sets()))?;
        }
        tally.summarise(&mut summary);
        Ok(summary)
    }

    /// Compresses and appends blocks; says how many.
    fn blocks(&mut self, raw: &[Raw], of_group: usize) -> Result<u64, TableErrorKind> {
        let level = self.options.level;
        let compressed: Vec<Vec<u8>> = raw
            .par_iter()
            .map_init(
                || compressor(level),
                |compressor, raw| match compressor {
                    Ok(compressor) => compressor.compress(&encode(&raw.cells, of_group)),
                    Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
                },
            )
            .collect::<io::Result<_>>()
            .map_err(doing("compress"))?;
        for (bytes, raw) in compressed.iter().zip(raw) {
            self.directory.push(BlockRecord {
                groups_less_one: ((raw.groups - 1) as u16).into(),
                bytes: u16::try_from(bytes.len()).expect("a block of at most 32,768 cells fits").into(),
                checksum: block_checksum(bytes),
            });
            self.append(bytes)?;
        }
        Ok(raw.len() as u64)
    }
}

fn stop_if(flow: ControlFlow<()>) -> Result<(), TableErrorKind> {
    if flow.is_break() { Err(TableErrorKind::Stopped) } else { Ok(()) }
}
