//! How people write positions, moves and games.
//!
//! - [`text`]: positions, as `Display` and `FromStr` of [`Position`](super::Position) and [`Placement`](super::Placement);
//! - [`move_text`]: moves, read by [`Position::read_move`](super::Position::read_move);
//! - [`score`]: game scores, [`Score`];
//! - [`zsg`]: the saved games of Zillions, [`SavedGame`].
//!
//! Whatever the bytes, reading ends in a value or in an error that names the place and the reason, on one line.

pub mod move_text;
pub mod score;
pub mod text;
mod walk;
pub mod zsg;

use std::fmt;

pub use move_text::MoveError;
pub use score::{Score, ScoreError};
pub use text::TextError;
pub use zsg::{SavedGame, ZsgError};

/// A piece of somebody's text, to be quoted in a message: escaped, and cut if it is long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt(String);

impl Excerpt {
    const LONGEST: usize = 40;

    fn new(text: &str) -> Self {
        let mut excerpt: String = text.chars().take(Self::LONGEST).collect();
        if excerpt.len() < text.len() {
            excerpt.push_str("...");
        }
        Self(excerpt)
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.0.escape_debug())
    }
}

/// Some items for a message: a comma between two, and the rest only counted if there are many.
fn listed(items: &[String]) -> String {
    const MOST: usize = 8;
    let shown = items.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
