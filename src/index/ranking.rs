//! Subsets as numbers: the combinatorial number system (D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3).
//!
//! A subset `{s1 < s2 < ... < sk}` has the number `C(s1, 1) + C(s2, 2) + ... + C(sk, k)`. The order is colexicographic:
//! of two subsets, the one with the greater element where they first differ from the top is the later.

use crate::game::{SquareSet, Squares};

/// The largest subset that is numbered: a side of more pieces has more placements than any table could hold.
pub(super) const MAX_SUBSET: usize = 10;

const SIDES: usize = crate::game::MAX_SQUARES + 1;

/// `BINOMIALS[k][n]` is n over k.
static BINOMIALS: [[u64; SIDES]; MAX_SUBSET + 1] = pascal();

const fn pascal() -> [[u64; SIDES]; MAX_SUBSET + 1] {
    let mut table = [[0; SIDES]; MAX_SUBSET + 1];
    let mut n = 0;
    while n < SIDES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MAX_SUBSET && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// `n` over `k`: how many subsets of `k` elements a set of `n` has.
///
/// # Panics
/// If `n` exceeds the squares of the largest board or `k` exceeds ten.
#[inline]
#[must_use]
pub fn binomial(n: u8, k: u8) -> u64 {
    BINOMIALS[usize::from(k)][usize::from(n)]
}

/// The number of the subset whose elements are given in ascending order.
///
/// ```
/// use roundtable::index::rank_subset;
/// assert_eq!(rank_subset([0, 1, 2]), 0);
/// assert_eq!(rank_subset([1, 2, 4]), 1 + 1 + 4);
/// ```
#[inline]
#[must_use]
pub fn rank_subset(elements: impl IntoIterator<Item = u8>) -> u64 {
    elements.into_iter().zip(1..).map(|(element, k)| binomial(element, k)).sum()
}

/// Calls `visit` with the elements of the subset of `k` elements that has the given number, in descending order.
#[inline]
pub fn unrank_subset(mut rank: u64, k: u8, mut visit: impl FnMut(u8)) {
    for k in (1..=k).rev() {
        // The greatest element whose binomial does not exceed what is left of the number.
        let row = &BINOMIALS[usize::from(k)];
        let element = row.partition_point(|&count| count <= rank) - 1;
        rank -= row[element];
        visit(element as u8);
    }
}

/// The first so many squares.
#[inline]
pub(super) fn first_squares<S: SquareSet>(count: u8) -> S {
    let word = |first: u8| match count.saturating_sub(first) {
        more @ 0..64 => (1 << more) - 1,
        _ => u64::MAX,
    };
    S::narrow(Squares([word(0), word(64), word(128)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_squares_are_so_many() {
        assert_eq!(first_squares::<Squares>(130).len(), 130);
        assert_eq!(first_squares::<u128>(66), (1 << 66) - 1);
    }

    #[test]
    fn rank_and_unrank_invert_each_other_in_colex_order() {
        for k in 0..=4 {
            let mut last: Vec<u8> = Vec::new();
            for rank in 0..binomial(9, k) {
                let mut elements = Vec::new();
                unrank_subset(rank, k, |element| elements.push(element));
                assert!(elements.iter().all(|&element| element < 9));
                assert!(rank == 0 || last < elements, "colex order compares descending elements");
                assert_eq!(rank_subset(elements.iter().rev().copied()), rank);
                last = elements;
            }
        }
    }

    #[test]
    fn binomials_are_right_at_the_edges() {
        assert_eq!([binomial(0, 0), binomial(0, 1), binomial(22, 3), binomial(160, 4)], [1, 0, 1540, 26_294_360]);
        assert_eq!(binomial(160, 10), 2_274_048_887_320_496);
    }
}
