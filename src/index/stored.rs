//! From the place where a position is stored back to the position.

use crate::game::{Pieces, SquareSet, View};

use super::numbering::nth_free;
use super::ranking::unrank_subset;
use super::strips::{Strips, canonical_men, unrank_set};

impl Strips {
    /// The position in the stored cell that has `rank` stored cells before it in its strip; `None` if the strip has no
    /// such cell. The inverse of [`find`](Self::find), up to a mirror image.
    #[must_use]
    pub fn stored<S: SquareSet>(&self, strip: u64, rank: u32) -> Option<View<S>> {
        let (pair, own_knights) = (strip / self.own_knights, strip % self.own_knights);
        let (their_men, group) = (pair / self.groups, pair % self.groups);
        let men = canonical_men(self.game, self.mover.men)[group as usize];
        let own = pieces(unrank_set(u64::from(men), self.mover.men), own_knights, self.mover.knights);
        let (mut seen, mut their_knights) = (0, None);
        self.walk::<S>(strip..strip + 1, |cells| {
            cells.for_each(|knights| {
                if seen == rank {
                    their_knights = Some(knights);
                }
                seen += 1;
            });
            false
        });
        let theirs: Pieces<S> = pieces(unrank_set(their_men, self.other.men), their_knights?, self.other.knights);
        let enemy = theirs.map(|set| set.turned(self.board.squares()));
        Some(View { own, enemy, castle_moves: [0, 0] })
    }
}

/// Men, and the Knights that have a number among their placements beside these Men.
fn pieces<S: SquareSet>(men: S, knights: u64, count: u8) -> Pieces<S> {
    let mut set = S::EMPTY;
    unrank_subset(knights, count, |free| set = set.with(nth_free(men, free)));
    Pieces { knights: set, men }
}

#[cfg(test)]
mod tests {
    use crate::index::TableName;

    use super::*;

    #[test]
    fn stored_inverts_find() {
        for name in ["camette:KM-MM", "camette:KMM-KM", "camette:KK-KK", "camette:MMM-M", "cam:K-M"] {
            let name: TableName = name.parse().unwrap();
            for &half in name.halves() {
                let strips = Strips::new(name, half);
                let mut number = 0;
                strips.walk::<u128>(0..strips.len(), |cells| {
                    for rank in 0..cells.count() {
                        let view: View<u128> = strips.stored(number, rank).unwrap();
                        let (strip, cells, knights) = strips.find(&view);
                        assert_eq!((strip, cells.rank(knights)), (number, Some(rank)));
                    }
                    assert_eq!(strips.stored::<u128>(number, cells.count()), None);
                    number += 1;
                    true
                });
            }
        }
    }
}
