//! How people write positions, moves and games.
