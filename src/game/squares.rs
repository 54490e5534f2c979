//! Sets of squares, one bit a square.
//!
//! The rules are written once, over the [`SquareSet`] trait. Solvers and probes instantiate them with the narrowest
//! integer that holds the board (`u32` for Camette, `u128` for Cam); everything that faces people uses [`Squares`],
//! which holds any board of the family.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of squares of one board, as wide as that board needs.
///
/// Squares are numbers from 0; asking a set about a square at or beyond its [`CAPACITY`](SquareSet::CAPACITY) is a
/// bug of the caller and panics or gives a meaningless answer.
pub trait SquareSet: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// How many squares the set can hold.
    const CAPACITY: usize;
    /// The set of no squares.
    const EMPTY: Self;

    /// The set of one square.
    #[must_use]
    fn single(square: u8) -> Self;
    /// The squares in either set.
    #[must_use]
    fn union(self, other: Self) -> Self;
    /// The squares in both sets.
    #[must_use]
    fn intersection(self, other: Self) -> Self;
    /// The squares of this set that are not in the other.
    #[must_use]
    fn difference(self, other: Self) -> Self;
    /// How many squares are in the set.
    fn len(self) -> u32;
    /// The lowest square, if there is one.
    fn first(self) -> Option<u8>;
    /// How many squares of the set are lower than `square`.
    fn count_below(self, square: u8) -> u32;
    /// The set seen from the other end of a board of `squares` squares: square `s` becomes `squares - 1 - s`.
    #[must_use]
    fn turned(self, squares: u8) -> Self;
    /// The same set in the type that holds any board.
    fn widen(self) -> Squares;
    /// The same set in this type; squares beyond [`CAPACITY`](SquareSet::CAPACITY) are lost.
    fn narrow(squares: Squares) -> Self;

    /// Whether no square is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether `square` is in the set.
    #[inline]
    fn contains(self, square: u8) -> bool {
        !self.intersection(Self::single(square)).is_empty()
    }
    /// The set and `square`.
    #[inline]
    #[must_use]
    fn with(self, square: u8) -> Self {
        self.union(Self::single(square))
    }
    /// The set less `square`.
    #[inline]
    #[must_use]
    fn without(self, square: u8) -> Self {
        self.difference(Self::single(square))
    }
    /// The squares of the set, lowest first.
    #[inline]
    fn iter(self) -> Iter<Self> {
        Iter(self)
    }
}

/// The squares of a set, lowest first.
#[derive(Debug, Clone)]
pub struct Iter<S>(S);

impl<S: SquareSet> Iterator for Iter<S> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let square = self.0.first()?;
        self.0 = self.0.without(square);
        Some(square)
    }
}

macro_rules! integer_set {
    ($int:ty) => {
        impl SquareSet for $int {
            const CAPACITY: usize = <$int>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn single(square: u8) -> Self {
                1 << square
            }
            #[inline]
            fn union(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn intersection(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn difference(self, other: Self) -> Self {
                self & !other
            }
            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> Option<u8> {
                (self != 0).then(|| self.trailing_zeros() as u8)
            }
            #[inline]
            fn count_below(self, square: u8) -> u32 {
                (self & ((1 << square) - 1)).count_ones()
            }
            #[inline]
            fn turned(self, squares: u8) -> Self {
                self.reverse_bits() >> (<$int>::BITS - u32::from(squares))
            }
            #[inline]
            fn widen(self) -> Squares {
                let wide = u128::from(self);
                Squares([wide as u64, (wide >> 64) as u64, 0])
            }
            #[inline]
            fn narrow(squares: Squares) -> Self {
                let wide = u128::from(squares.0[0]) | u128::from(squares.0[1]) << 64;
                wide as $int
            }
        }
    };
}

integer_set!(u32);
integer_set!(u128);

/// A set of squares of any board of the family (up to 192 squares).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Squares(pub(crate) [u64; 3]);

impl SquareSet for Squares {
    const CAPACITY: usize = 192;
    const EMPTY: Self = Self([0; 3]);

    #[inline]
    fn single(square: u8) -> Self {
        let mut words = [0; 3];
        words[usize::from(square / 64)] = 1 << (square % 64);
        Self(words)
    }
    #[inline]
    fn contains(self, square: u8) -> bool {
        self.0[usize::from(square / 64)] >> (square % 64) & 1 == 1
    }
    #[inline]
    fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    #[inline]
    fn intersection(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
    #[inline]
    fn difference(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn first(self) -> Option<u8> {
        (0..3u8).find_map(|i| {
            let word = self.0[usize::from(i)];
            (word != 0).then(|| 64 * i + word.trailing_zeros() as u8)
        })
    }
    #[inline]
    fn count_below(self, square: u8) -> u32 {
        self.iter().take_while(|&member| member < square).count() as u32
    }
    #[inline]
    fn turned(self, squares: u8) -> Self {
        let mut turned = Self::EMPTY;
        for square in self.iter() {
            turned = turned.with(squares - 1 - square);
        }
        turned
    }
    #[inline]
    fn widen(self) -> Squares {
        self
    }
    #[inline]
    fn narrow(squares: Squares) -> Self {
        squares
    }
}

impl FromIterator<u8> for Squares {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The integer sets and the general one must agree on every operation.
    #[test]
    fn all_widths_agree() {
        fn check<S: SquareSet>(squares: u8, a: &[u8], b: &[u8]) {
            let (wide_a, wide_b): (Squares, Squares) = (a.iter().copied().collect(), b.iter().copied().collect());
            let (narrow_a, narrow_b) = (S::narrow(wide_a), S::narrow(wide_b));
            assert_eq!(narrow_a.widen(), wide_a);
            assert_eq!(narrow_a.union(narrow_b).widen(), wide_a.union(wide_b));
            assert_eq!(narrow_a.intersection(narrow_b).widen(), wide_a.intersection(wide_b));
            assert_eq!(narrow_a.difference(narrow_b).widen(), wide_a.difference(wide_b));
            assert_eq!(narrow_a.turned(squares).widen(), wide_a.turned(squares));
            assert_eq!(narrow_a.turned(squares).turned(squares), narrow_a);
            assert_eq!(narrow_a.len(), wide_a.len());
            for square in 0..squares {
                assert_eq!(narrow_a.count_below(square), wide_a.count_below(square));
            }
            assert_eq!(narrow_a.iter().collect::<Vec<_>>(), a);
        }
        check::<u32>(23, &[0, 3, 7, 22], &[3, 4, 21]);
        check::<u128>(67, &[0, 3, 63, 64, 66], &[1, 3, 64]);
        check::<Squares>(160, &[0, 63, 64, 127, 128, 159], &[5, 64, 158]);
    }
}
