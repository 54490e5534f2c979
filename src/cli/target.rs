//! What commands about whole tables are asked for.

use std::fmt;
use std::str::FromStr;

use roundtable::game::{Game, Position};
use roundtable::index::{Material, TableName, TableNameError, estimate_positions};
use roundtable::solve::Plan;
use roundtable::table::Catalog;

use super::error::CommandError;
use super::solving::WholeGame;

/// Tables to solve.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) names: Vec<TableName>,
    /// The start position whose value is the result, if a whole game is solved.
    pub(crate) start: Option<Position>,
    pub(crate) what: String,
}

impl Target {
    /// A whole game, a game's endings of so many pieces, or a table with all those it needs.
    pub(crate) fn new(text: &str, pieces: Option<PieceLimits>) -> Result<Self, CommandError> {
        match (pieces, Game::named(text)) {
            (Some(pieces), Some(game)) => Self::endings(game, pieces),
            (Some(_), None) => {
                Err(CommandError::input(anyhow::anyhow!("--pieces goes with a game, not with `{text}`"))
                    .hint("write `camette`, `cam` or `camelot`"))
            }
            (None, game) => match (WholeGame::named(text), game) {
                (Some(whole), _) => {
                    Ok(Self { names: whole.tables, start: Some(whole.start), what: whole.title.into() })
                }
                (None, Some(game)) => {
                    Err(CommandError::input(anyhow::anyhow!("{game} cannot be solved whole here, its endings can"))
                        .hint(format!(
                            "name a table, such as `{}`; `solve` also takes `{text} --pieces 2-1`",
                            example(game)
                        )))
                }
                (None, None) => Self::table(text),
            },
        }
    }

    fn table(text: &str) -> Result<Self, CommandError> {
        let name = table_named(text)?;
        Ok(Self { names: all_needed([name])?, start: None, what: name.qualified() })
    }

    fn endings(game: Game, pieces: PieceLimits) -> Result<Self, CommandError> {
        let PieceLimits { more, fewer } = pieces;
        let [knights, men, _] = game.most();
        let sides = |pieces: u8| {
            (0..=knights)
                .flat_map(move |knights| (0..=men).map(move |men| Material { knights, men }))
                .filter(move |side| side.is_possible(game) && side.pieces() <= pieces)
        };
        let names = sides(more)
            .flat_map(|larger| sides(fewer).map(move |smaller| TableName::new(game, larger, smaller)))
            .filter(|name| name.is_possible());
        // A table with too many pieces for any side of the game adds nothing.
        let most = sides(u8::MAX).map(Material::pieces).max().unwrap_or(0);
        if more > most {
            let error = anyhow::anyhow!("{game} has at most {most} pieces a side, so there is no `--pieces {pieces}`");
            return Err(CommandError::input(error));
        }
        let names = all_needed(names)?;
        if names.is_empty() {
            let error = anyhow::anyhow!("a piece each is a draw by the rules of {game}: there is nothing to solve");
            return Err(CommandError::input(error).hint("the smallest endings are `--pieces 2-1`"));
        }
        Ok(Self { names, start: None, what: format!("{game}, endings of {pieces} pieces") })
    }
}

/// The table of a name.
pub(crate) fn table_named(text: &str) -> Result<TableName, CommandError> {
    text.parse().map_err(|error| {
        let before_colon = text.split_once(':').and_then(|(game, _)| Game::named(game));
        let hint = match (&error, Game::named(text)) {
            (TableNameError::Form(_), Some(game)) => {
                Some(format!("{game} is a game: one of its tables is `{}`", example(game)))
            }
            (TableNameError::Form(_), None) if before_colon.is_some() => {
                before_colon.map(|game| format!("one of the tables of {game} is `{}`", example(game)))
            }
            (TableNameError::Form(_) | TableNameError::Game(_), None) => {
                Some("write `camette`, `all-knight`, or a table such as `camette:KMM-KM`".into())
            }
            // The others say themselves what to write.
            _ => None,
        };
        let error = CommandError::input(error);
        match hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    })
}

/// The tables that a word of the command line stands for: those of a whole game, those that are there of another, or one.
pub(crate) fn tables_meant(text: &str, catalog: &Catalog) -> Result<Vec<TableName>, CommandError> {
    if let Some(whole) = WholeGame::named(text) {
        return Ok(whole.tables);
    }
    let Some(game) = Game::named(text) else { return Ok(vec![table_named(text)?]) };
    let names = catalog.present(game)?;
    if names.is_empty() {
        let error = anyhow::anyhow!("there are no tables of {game} in {}", catalog.dir().display());
        return Err(CommandError::tables(error)
            .hint(format!("`roundtable solve {text} --pieces 2-1 --dir {}` makes some", catalog.dir().display())));
    }
    Ok(names)
}

/// Tables and all those they need.
fn all_needed(names: impl IntoIterator<Item = TableName>) -> Result<Vec<TableName>, CommandError> {
    let names: Vec<TableName> = names.into_iter().collect();
    if let Some(name) = names.iter().find(|name| !name.is_numbered()) {
        let positions = estimate_positions(*name);
        let error = anyhow::anyhow!("{} has {positions:.1e} positions, far too many for a table", name.qualified());
        return Err(CommandError::input(error).hint("name a table of fewer pieces, or fewer --pieces"));
    }
    Ok(Plan::for_tables(names).map(|plan| plan.steps().iter().map(|step| step.name).collect()).unwrap_or_default())
}

/// A table of a game that takes little time to solve.
fn example(game: Game) -> String {
    let side = |men| Material { knights: 1, men };
    TableName::new(game, side(1), side(0)).qualified()
}

/// The most pieces of the two sides, whichever is whose: `3-2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceLimits {
    more: u8,
    fewer: u8,
}

impl fmt::Display for PieceLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.more, self.fewer)
    }
}

impl FromStr for PieceLimits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || format!("`{text}` is no number of pieces: write 3-2, or 2 for 2-2");
        let number = |text: &str| text.parse::<u8>().ok().filter(|&pieces| pieces > 0).ok_or_else(form);
        let (a, b) = text.split_once('-').unwrap_or((text, text));
        let (a, b) = (number(a)?, number(b)?);
        Ok(Self { more: a.max(b), fewer: a.min(b) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, pieces: &str) -> Vec<String> {
        let target = Target::new(text, Some(pieces.parse().unwrap())).unwrap();
        target.names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn endings_by_pieces() {
        assert_eq!(names("cam", "1"), ["M-M", "K-M", "K-K"]);
        assert_eq!(names("cam", "1-2"), names("cam", "2-1"));
        assert_eq!(names("camelot", "2-1"), ["MM-M", "MM-K", "KM-M", "KM-K", "KK-M", "KK-K"]);
        // Cam has two Knights and five Men a side: 2, 3 and 3 kinds of side with one to three pieces.
        assert_eq!(names("cam", "3").len(), 8 * 9 / 2);
        for bad in ["", "0", "1-0", "x", "1-2-3", "-1", "300"] {
            assert!(bad.parse::<PieceLimits>().is_err(), "{bad}");
        }
    }
}
