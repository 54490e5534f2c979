//! Perfect play for the Camelot family of board games.

pub mod game;
