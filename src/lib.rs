//! Perfect play for the Camelot family of board games.

pub mod game;
pub mod index;
pub mod probe;
#[cfg(feature = "http")]
pub mod server;
pub mod solve;
pub mod table;
