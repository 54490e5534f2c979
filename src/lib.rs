//! Perfect play for the Camelot family of board games.

pub mod game;
pub mod index;
pub mod probe;
pub mod solve;
pub mod table;
pub mod verify;
