//! The inner loops of the solver over bytes and bits, and the instruction set they are compiled for.
//!
//! Everything here is safe, plain Rust that compilers turn into wide instructions well, but for one operation
//! ([`Lanes::equal_mask`]), which each instruction set has its own way of. What runs long is a [`Task`]: code generic over
//! the lanes and always inlined, of which [`Kernels::run`] holds a copy for each instruction set.

mod isa;
mod rows;
mod tile;

pub use isa::Isa;
pub(super) use isa::{Kernels, Lanes, Task};
pub(super) use rows::{scatter_max, scatter_max_masked};
pub(super) use tile::{transpose, transpose_bytes};
