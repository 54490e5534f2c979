//! The size of any table, also of those far too large to be numbered.

use super::material::{Material, TableName};

/// About how many positions a table has, mirror images counted apart, both sides to move unless the two are equal. What
/// [`count_positions`](super::count_positions) says exactly of tables that can be made; Camelot's castle moves count as
/// parts of a position.
#[must_use]
pub fn estimate_positions(name: TableName) -> f64 {
    let halves = name.halves().iter().map(|&half| {
        let [mover, other] = name.mover_and_other(half);
        placements(name, mover, other)
    });
    halves.sum()
}

fn placements(name: TableName, mover: Material, other: Material) -> f64 {
    let board = name.game().board();
    let castle = board.castle_squares();
    let neutral = board.squares() - 2 * castle;
    let kinds = |side: Material| binomial(side.pieces(), side.knights);
    let mut sum = 0.0;
    for (own_home, other_inside, ways) in castles(castle) {
        for (other_home, own_inside, more_ways) in castles(castle) {
            let own = mover.pieces().checked_sub(own_home + own_inside);
            let theirs = other.pieces().checked_sub(other_home + other_inside);
            if let (Some(own), Some(theirs)) = (own, theirs)
                && own <= neutral
            {
                sum += ways * more_ways * binomial(neutral, own) * binomial(neutral - own, theirs);
            }
        }
    }
    sum * kinds(mover) * kinds(other)
}

/// How a castle can be filled while the game goes on: pieces of its owner, pieces of the enemy, and in how many ways. An
/// enemy piece, of which there is at most one in a castle of two squares, has made up to two castle moves.
fn castles(squares: u8) -> Vec<(u8, u8, f64)> {
    let alone = (0..=squares).map(|home| (home, 0, binomial(squares, home)));
    if squares < 2 {
        return alone.collect();
    }
    alone.chain((0..squares).map(|home| (home, 1, 3.0 * f64::from(squares) * binomial(squares - 1, home)))).collect()
}

/// `n` over `k`.
fn binomial(n: u8, k: u8) -> f64 {
    (0..k).map(|i| (f64::from(n) - f64::from(i)) / (f64::from(i) + 1.0)).product()
}

#[cfg(test)]
mod tests {
    use super::super::count_positions;
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
