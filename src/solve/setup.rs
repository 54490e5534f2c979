//! What the solver knows before it looks at a table: slots of every side, captures between them, and finished tables as
//! rows of ranks.

use std::collections::HashMap;
use std::sync::Arc;

use crate::game::{Board, RuleSet};
use crate::index::Material;

use super::Plan;
use super::slots::{Captures, Slots};

/// A finished half of a table, turned round for the look-up of captures: a row for each canonical placement of the side
/// that has just captured, and in it the [rank](super::rank) of that capture for each placement of the side to move.
#[derive(Debug)]
pub(super) struct Ranked {
    pub columns: Arc<Slots>,
    pub ranks: Vec<u8>,
}

impl Ranked {
    pub(super) fn row(&self, row: usize) -> &[u8] {
        &self.ranks[row * self.columns.len()..][..self.columns.len()]
    }
}

/// The captures of one side's pieces.
#[derive(Debug)]
pub(super) struct CaptureLists {
    /// By square in the view of the side, then by kind: Man, Knight.
    lists: Vec<[Captures; 2]>,
    /// What is left of the side once a Man or a Knight is captured, if it has one.
    pub left: [Option<Material>; 2],
}

impl CaptureLists {
    /// The captures of a Man or a Knight on a square in the view of the opponent.
    pub(super) fn turned(&self, square: u8, kind: usize) -> &Captures {
        &self.lists[self.lists.len() - 1 - usize::from(square)][kind]
    }
}

/// Slots and captures of every side that the tables of a plan have, and the halves finished so far.
#[derive(Debug)]
pub(super) struct Setup {
    pub board: Board,
    slots: HashMap<Material, Arc<Slots>>,
    captures: HashMap<Material, CaptureLists>,
    ranked: HashMap<[Material; 2], Ranked>,
}

impl Setup {
    pub(super) fn new(plan: &Plan, rules: RuleSet) -> Self {
        let (game, board) = (plan.game(), plan.game().board().with_rules(rules));
        let slots: HashMap<Material, Arc<Slots>> =
            plan.sides().into_iter().map(|side| (side, Arc::new(Slots::new(game, side)))).collect();
        let captures = slots
            .iter()
            .map(|(&side, own)| {
                let one_less = |knight: bool| side.captured().find(|left| (left.knights < side.knights) == knight);
                let left = [one_less(false), one_less(true)].map(|left| left.filter(|left| slots.contains_key(left)));
                let lists = (0..board.squares())
                    .map(|square| {
                        [0, 1].map(|kind| {
                            left[kind]
                                .map_or_else(Captures::default, |left| own.captures(square, kind == 1, &slots[&left]))
                        })
                    })
                    .collect();
                (side, CaptureLists { lists, left })
            })
            .collect();
        Self { board, slots, captures, ranked: HashMap::new() }
    }

    pub(super) fn slots(&self, material: Material) -> &Arc<Slots> {
        &self.slots[&material]
    }

    pub(super) fn captures(&self, material: Material) -> &CaptureLists {
        &self.captures[&material]
    }

    /// The finished half with `mover` to move against `other`, if it has been kept.
    pub(super) fn ranked(&self, mover: Material, other: Material) -> Option<&Ranked> {
        self.ranked.get(&[mover, other])
    }

    /// Drops finished halves, all but those to be kept.
    pub(super) fn keep(&mut self, keep: impl Fn(Material, Material) -> bool) {
        self.ranked.retain(|&[mover, other], _| keep(mover, other));
    }

    pub(super) fn finish(&mut self, mover: Material, other: Material, ranked: Ranked) {
        self.ranked.insert([mover, other], ranked);
    }

    /// Bytes of the finished halves that are kept.
    pub(super) fn kept(&self) -> usize {
        self.ranked.values().map(|ranked| ranked.ranks.len()).sum()
    }
}
