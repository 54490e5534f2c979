//! How small tables are, and how small they could be: prints the figures of `docs/format.md`.
//!
//! ```text
//! cargo run --release --example sizes -- DIR
//! ```
//!
//! For each of Camette's tables in a folder: its size, bits per stored cell and per legal position, and beside them the
//! order-0 entropy of the stored cells and what zstd -19 --long makes of them in one piece.

use roundtable::game::Game;
use roundtable::index::TableName;
use roundtable::table::{Catalog, Table};
use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

/// What is known of a table, or of several.
#[derive(Clone, Copy, Default)]
struct Figures {
    bytes: u64,
    cells: u64,
    positions: u64,
    entropy_bits: f64,
    in_one_piece: u64,
}

impl Figures {
    fn of(table: &Table) -> anyhow::Result<Self> {
        let mut figures = Self { bytes: table.summary().bytes, ..Self::default() };
        for (half, summary) in table.summary().by_half() {
            let codes = table.read_half(half)?;
            figures.cells += codes.len() as u64;
            figures.positions += summary.positions().unwrap_or_default();
            figures.entropy_bits += order_0_entropy(&codes);
            let mut compressor = Compressor::new(19)?;
            compressor.set_parameter(CParameter::EnableLongDistanceMatching(true))?;
            compressor.set_parameter(CParameter::WindowLog(27))?;
            figures.in_one_piece += compressor.compress(&codes)?.len() as u64;
        }
        Ok(figures)
    }

    fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.cells += other.cells;
        self.positions += other.positions;
        self.entropy_bits += other.entropy_bits;
        self.in_one_piece += other.in_one_piece;
    }

    fn print(&self, name: &str) {
        let bits = |bytes: u64, of: u64| 8.0 * bytes as f64 / of as f64;
        println!(
            "| {name} | {} | {} | {:.3} | {:.3} | {:.3} | {:.3} |",
            self.bytes,
            self.cells,
            bits(self.bytes, self.cells),
            bits(self.bytes, self.positions),
            bits(self.in_one_piece, self.cells),
            self.entropy_bits / self.cells as f64,
        );
    }
}

/// The bits that the bytes need if each is coded by its frequency alone.
fn order_0_entropy(bytes: &[u8]) -> f64 {
    let mut counts = [0u64; 256];
    for &byte in bytes {
        counts[usize::from(byte)] += 1;
    }
    let bits = |count: u64| count as f64 * (bytes.len() as f64 / count as f64).log2();
    counts.into_iter().filter(|&count| count > 0).map(bits).sum()
}

fn main() -> anyhow::Result<()> {
    let dir = std::env::args_os().nth(1).ok_or_else(|| anyhow::anyhow!("give the folder of tables"))?;
    let catalog = Catalog::new(dir);
    println!("| table | bytes | stored cells | bits a cell | bits a position | zstd -19 --long | order-0 entropy |");
    println!("|---|---|---|---|---|---|---|");
    let mut total = Figures::default();
    let names: Vec<TableName> = catalog.present(Game::Camette)?;
    for name in names {
        let figures = Figures::of(&catalog.open(name)?)?;
        figures.print(&name.to_string());
        total.add(&figures);
    }
    total.print("all");
    Ok(())
}
