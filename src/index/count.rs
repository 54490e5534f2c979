//! How many positions a table has, told from its name alone.

use std::ops::Mul;

use crate::game::CASTLE_MOVES;

use super::material::{Material, TableName};
use super::ranking;

/// How many positions a table has, by the closed formula of `docs/architecture.md`: mirror images counted apart, both
/// sides to move unless the two are equal. Camelot's castle moves count as parts of a position.
///
/// # Panics
/// If a side has more than ten pieces, or the positions do not fit 64 bits: see [`estimate_positions`].
#[must_use]
pub fn count_positions(name: TableName) -> u64 {
    count(name, ranking::binomial).into_iter().sum()
}

/// About what [`count_positions`] says exactly, also of tables far too large to be numbered.
#[must_use]
pub fn estimate_positions(name: TableName) -> f64 {
    count(name, binomial).into_iter().sum()
}

/// `n` over `k`, about.
fn binomial(n: u8, k: u8) -> f64 {
    (0..k).map(|i| (f64::from(n) - f64::from(i)) / (f64::from(i) + 1.0)).product()
}

/// Parts of the sum, in numbers of some kind.
fn count<N: Copy + From<u8> + Mul<Output = N>>(name: TableName, binomial: impl Fn(u8, u8) -> N) -> Vec<N> {
    let board = name.game().board();
    let neutral = board.squares() - 2 * board.castle_squares();
    let castles = castles(board.castle_squares());
    let kinds = |side: Material| binomial(side.pieces(), side.knights);
    let mut parts = Vec::new();
    for [mover, other] in name.halves().iter().map(|&half| name.mover_and_other(half)) {
        for &(own_home, other_inside, ways) in &castles {
            for &(other_home, own_inside, more_ways) in &castles {
                let own = mover.pieces().checked_sub(own_home + own_inside);
                let theirs = other.pieces().checked_sub(other_home + other_inside);
                let (Some(own), Some(theirs)) = (own, theirs) else { continue };
                if own + theirs <= neutral {
                    let placed = binomial(neutral, own) * binomial(neutral - own, theirs);
                    parts.push(placed * N::from(ways) * N::from(more_ways) * kinds(mover) * kinds(other));
                }
            }
        }
    }
    parts
}

/// How a castle can be filled while the game goes on: pieces of its owner, pieces of the enemy, and in how many ways. An
/// enemy piece, of which there is at most one in a castle of two squares, has made up to two castle moves.
fn castles(squares: u8) -> Vec<(u8, u8, u8)> {
    let ways = |squares: u8, home: u8| ranking::binomial(squares, home) as u8;
    let alone = (0..=squares).map(|home| (home, 0, ways(squares, home)));
    let visited = (0..squares).map(|home| (home, 1, squares * (CASTLE_MOVES + 1) * ways(squares - 1, home)));
    alone.chain(visited.filter(|_| squares > 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_can_be_counted_are_estimated_well() {
        for name in [
            "M-M",
            "K-K",
            "KM-M",
            "KMMM-KMM",
            "KMMM-KMMM",
            "KKKK-KKKK",
            "cam:K-M",
            "cam:MM-M",
            "cam:KMM-KMM",
            "camelot:MM-K",
            "camelot:KMM-KM",
        ] {
            let name: TableName = name.parse().unwrap();
            let exact = count_positions(name) as f64;
            assert!((estimate_positions(name) / exact - 1.0).abs() < 1e-9, "{name}: {exact}");
        }
    }

    #[test]
    fn whole_games_are_too_large_to_count_but_not_to_estimate() {
        let cam = estimate_positions("cam:KKMMMMM-KKMMMMM".parse().unwrap());
        assert!((1e20..2e20).contains(&cam), "{cam}");
        let camelot = estimate_positions("camelot:KKKKMMMMMMMMMM-KKKKMMMMMMMMMM".parse().unwrap());
        assert!(camelot > 1e40 && camelot.is_finite(), "{camelot}");
    }
}
