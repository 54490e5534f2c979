//! Which tables to solve, in what order, and what it takes.

use std::collections::BTreeSet;

use crate::game::{Game, Position};
use crate::index::{Material, TableName, count_positions};

/// A table of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The table.
    pub name: TableName,
    /// Whether it is asked for; the others are only solved because later tables look captures up in them.
    pub wanted: bool,
}

/// Tables of one game in an order in which each comes after those that its captures lead to.
///
/// ```
/// use roundtable::solve::Plan;
///
/// let plan = Plan::for_tables(["camette:KM-M".parse().unwrap()]).unwrap();
/// let names: Vec<String> = plan.steps().iter().map(|step| step.name.to_string()).collect();
/// assert_eq!(names, ["M-M", "K-M", "KM-M"]);
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    game: Game,
    steps: Vec<Step>,
}

impl Plan {
    /// The plan for the given tables and all those they need; `None` if there are none, or of several games.
    #[must_use]
    pub fn for_tables(wanted: impl IntoIterator<Item = TableName>) -> Option<Self> {
        let wanted: BTreeSet<TableName> = wanted.into_iter().collect();
        let game = wanted.first()?.game();
        let needed = with_smaller_tables(&wanted);
        needed.iter().all(|name| name.game() == game).then(|| Self {
            game,
            steps: needed.into_iter().map(|name| Step { name, wanted: wanted.contains(&name) }).collect(),
        })
    }

    /// The same plan with every table wanted.
    #[must_use]
    pub fn all_wanted(mut self) -> Self {
        self.steps.iter_mut().for_each(|step| step.wanted = true);
        self
    }

    /// All tables that a game from `start` can come to.
    #[must_use]
    pub fn tables_from(start: &Position) -> Vec<TableName> {
        let (name, _) = TableName::holding(start.game(), start.view());
        with_smaller_tables(&BTreeSet::from([name])).into_iter().collect()
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The tables, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Positions of all tables, mirror images counted apart, both sides to move.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.steps.iter().map(|step| count_positions(step.name)).sum()
    }

    /// Whether a table after `done` looks captures up in the half with `mover` to move against `other`.
    pub(super) fn looks_up(&self, mover: Material, other: Material, done: TableName) -> bool {
        self.steps.iter().filter(|step| step.name > done).any(|step| {
            step.name.halves().iter().any(|&half| {
                let [own, enemy] = step.name.mover_and_other(half);
                // A series of jumps takes several pieces.
                let left = mover.knights <= enemy.knights && mover.men <= enemy.men && mover != enemy;
                own == other && left
            })
        })
    }

    /// About how many bytes the wanted tables take on disk at the default level of compression.
    ///
    /// From what was measured: all of Camette takes a byte for 51 positions (`docs/format.md`), Cam with two pieces a side
    /// one for 20, Camelot two against one and Camelet two against two one for 16.
    #[must_use]
    pub fn disk(&self) -> u64 {
        let positions_in_a_byte = match self.game {
            Game::Camette => 51,
            Game::Cam => 20,
            _ => 16,
        };
        let wanted = self.steps.iter().filter(|step| step.wanted);
        wanted.map(|step| 300 + count_positions(step.name) / positions_in_a_byte).sum()
    }

    /// The material of all sides in the plan's tables, and of what captures leave of them.
    pub(super) fn sides(&self) -> BTreeSet<Material> {
        let sides = self.steps.iter().flat_map(|step| step.name.sides());
        sides.flat_map(|side| side.captured().chain([side])).collect()
    }
}

fn with_smaller_tables(wanted: &BTreeSet<TableName>) -> BTreeSet<TableName> {
    let mut needed = wanted.clone();
    let mut open: Vec<TableName> = wanted.iter().copied().collect();
    while let Some(name) = open.pop() {
        open.extend(name.after_capture().filter(|&smaller| needed.insert(smaller)));
    }
    needed
}
