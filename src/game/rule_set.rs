//! Points of the rules on which the sources disagree or are silent.

/// How the game is played where sources disagree. [`RuleSet::STANDARD`] is what `docs/rules.md` decides, and what all tables
/// are solved by; other sets show how far results depend on it.
///
/// ```
/// use roundtable::game::{Game, RuleSet};
///
/// assert_eq!(Game::Camette.board().rules(), RuleSet::STANDARD);
/// let open = Game::Camette.board().with_rules(RuleSet { open_canters: true, ..RuleSet::STANDARD });
/// assert!(open.rules().open_canters);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleSet {
    /// Whether a Knight may canter without a capture past a square from which it has a jump, or stop there: rule 6 is left
    /// out, as one of four sources does.
    pub open_canters: bool,
    /// Whether a piece on its own castle that cannot move frees the others to move: rule 8 is left out. No source says so,
    /// but only one bars the others outright.
    pub stuck_frees_others: bool,
}

impl RuleSet {
    /// The rules of this project.
    pub const STANDARD: Self = Self { open_canters: false, stuck_frees_others: false };
}

impl Default for RuleSet {
    fn default() -> Self {
        Self::STANDARD
    }
}
