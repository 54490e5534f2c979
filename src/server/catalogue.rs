//! Endpoints about what is there: tables, facts from them, boards, and whether the server lives.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::game::{Colour, Game, Pieces, Placement, Position, SquareSet, Squares, Start, Value};
use crate::index::TableName;
use crate::probe::{ProbeError, Tablebase};
use crate::table::{Summary, Table};

use super::Answered;
use super::error::{AnyFailure, ErrorBody, ReadingFailure};
use super::extract::Ask;
use super::state::App;

/// What is loaded.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Tables {
    /// The tables of all games, smallest first within each.
    tables: Vec<TableEntry>,
}

/// A table.
#[derive(Debug, Serialize, ToSchema)]
struct TableEntry {
    /// The table's full name: `camette:KMMM-KMM`.
    name: String,
    /// The game's name.
    game: &'static str,
    /// How many pieces are on the board.
    pieces: u8,
    /// The file's size in bytes; 0 if it cannot be used.
    bytes: u64,
    /// What each half holds: one with each of two different sides to move, or just one.
    halves: Vec<HalfEntry>,
    /// Why the file cannot be used, if it cannot.
    error: Option<ErrorBody>,
}

/// What half a table holds. Counts are of all positions, mirror images counted apart, from the view of the side to move.
#[derive(Debug, Serialize, ToSchema)]
struct HalfEntry {
    /// The material of the side to move: `KMMM`.
    mover: String,
    /// The material of the other side.
    other: String,
    /// How many positions there are.
    positions: u64,
    /// How many are won for the side to move.
    wins: u64,
    /// How many are drawn.
    draws: u64,
    /// How many are lost for the side to move.
    losses: u64,
    /// Depth of the longest win in plies; none if there is no win.
    longest_win: Option<u16>,
    /// Depth of the longest loss in plies; none if there is no loss.
    longest_loss: Option<u16>,
}

/// A question about one table.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FactsQuery {
    /// The table: `camette:KMM-KM`.
    #[param(example = "camette:KMM-KM")]
    table: String,
}

/// Facts of a table that its header does not hold.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Facts {
    /// The table.
    table: String,
    /// Each half.
    halves: Vec<HalfFacts>,
}

/// Facts of half a table. They are about the stored positions: those without a jump on offer (with one, the value follows
/// from smaller tables), one of each two mirror images.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct HalfFacts {
    /// The material of the side to move.
    mover: String,
    /// The material of the other side.
    other: String,
    /// How many stored positions are drawn.
    draws: u64,
    /// `depths[d]`: how many are decided in `d` plies; wins for the side to move at odd `d`, losses at even ones.
    depths: Vec<u64>,
    /// Some of the positions with the longest win, White to move.
    longest: Vec<String>,
}

/// The games that are known.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Boards {
    /// The games, smallest board first.
    games: Vec<BoardEntry>,
}

/// A game's board and where it starts.
#[derive(Debug, Serialize, ToSchema)]
struct BoardEntry {
    /// The game's name in positions and paths: `camette`.
    game: &'static str,
    /// The game's name for people.
    title: String,
    /// How many files the board has, A the first.
    files: u8,
    /// How many ranks the board has.
    ranks: u8,
    /// The squares' names, from White's castle upwards.
    squares: Vec<String>,
    /// How many squares each castle has: White's are the first squares, Black's the last.
    castle: u8,
    /// How many Knights and Men a side can have in a table.
    most: [u8; 2],
    /// Where the game and its variants start; if the tables know none of these, also a position of the largest table.
    starts: Vec<StartEntry>,
    /// How many tables of the game are there.
    tables: usize,
}

/// Where a game or a variant of it starts.
#[derive(Debug, Serialize, ToSchema)]
struct StartEntry {
    /// What people call it.
    title: String,
    /// The position.
    position: String,
    /// Whether the tables know its value.
    solved: bool,
}

/// Whether the server lives.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`.
    status: &'static str,
    /// The program's version.
    version: &'static str,
}

/// The tables that are there, with their counts
#[utoipa::path(get, path = "/api/v1/tables", tag = "tables", responses(
    (status = 200, description = "The tables", body = Tables),
    AnyFailure,
))]
pub(super) async fn tables(State(app): State<App>) -> Answered<Tables> {
    let tables = app.ask(|tablebase| {
        let names = Game::ALL.into_iter().flat_map(|game| present(tablebase, game));
        Ok(names.map(|name| TableEntry::new(name, tablebase)).collect())
    });
    Ok(Json(Tables { tables: tables.await? }))
}

/// How many positions of a table there are at each depth, and the longest wins
#[utoipa::path(get, path = "/api/v1/facts", tag = "tables", params(FactsQuery), responses(
    (status = 200, description = "The facts", body = Facts),
    (status = 400, description = "`bad_table`, `bad_request`", body = ErrorBody),
    (status = 404, description = "`table_missing`, `no_table`", body = ErrorBody),
    ReadingFailure,
))]
pub(super) async fn facts(State(app): State<App>, Ask(ask): Ask<FactsQuery>) -> Answered<Facts> {
    let name: TableName = ask.table.parse()?;
    Ok(Json((*app.facts(name).await?).clone()))
}

/// The boards of all games, and where games start
#[utoipa::path(get, path = "/api/v1/boards", tag = "tables", responses(
    (status = 200, description = "The boards", body = Boards),
    AnyFailure,
))]
pub(super) async fn boards(State(app): State<App>) -> Answered<Boards> {
    let games = app.ask(|tablebase| Ok(Game::ALL.map(|game| BoardEntry::new(game, tablebase)).into()));
    Ok(Json(Boards { games: games.await? }))
}

/// Whether the server lives
#[utoipa::path(get, path = "/api/v1/health", tag = "tables", responses(
    (status = 200, description = "It does", body = Health),
))]
pub(super) async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// The tables of a game that have a file; none if the folder cannot be listed.
fn present(tablebase: &Tablebase, game: Game) -> Vec<TableName> {
    tablebase.catalog().present(game).unwrap_or_default()
}

impl TableEntry {
    fn new(name: TableName, tablebase: &Tablebase) -> Self {
        let table = tablebase.table(name);
        let (bytes, halves, error) = match table {
            Ok(table) => (table.summary().bytes, HalfEntry::all(table.summary()), None),
            Err(error) => (0, Vec::new(), Some(super::error::ApiError::from(error).body())),
        };
        Self { name: name.qualified(), game: name.game().name(), pieces: name.pieces(), bytes, halves, error }
    }
}

impl HalfEntry {
    fn all(summary: &Summary) -> Vec<Self> {
        let entry = |(half, counts): (_, &crate::table::HalfSummary)| {
            let [mover, other] = summary.name.mover_and_other(half);
            Self {
                mover: mover.to_string(),
                other: other.to_string(),
                positions: counts.positions().unwrap_or(u64::MAX),
                wins: counts.wins,
                draws: counts.draws,
                losses: counts.losses,
                longest_win: counts.longest_win,
                longest_loss: counts.longest_loss,
            }
        };
        summary.by_half().map(entry).collect()
    }
}

impl Facts {
    /// Works out the facts of a table, which decodes all of it.
    pub(super) fn of(table: &Table) -> Result<Self, ProbeError> {
        let name = table.name();
        let halves = table.survey()?.into_iter().map(|survey| {
            let [mover, other] = name.mover_and_other(survey.half);
            let mut facts = HalfFacts {
                mover: mover.to_string(),
                other: other.to_string(),
                draws: 0,
                depths: Vec::new(),
                longest: survey.longest.iter().map(Position::to_string).collect(),
            };
            for (code, &count) in (0u8..=u8::MAX).zip(&survey.counts).filter(|&(_, &count)| count > 0) {
                match Value::from_code(code).map(Value::depth) {
                    Some(Some(depth)) => {
                        facts.depths.resize(usize::from(depth) + 1, 0);
                        facts.depths[usize::from(depth)] = count;
                    }
                    Some(None) => facts.draws = count,
                    None => {}
                }
            }
            facts
        });
        Ok(Self { table: name.qualified(), halves: halves.collect() })
    }
}

impl BoardEntry {
    fn new(game: Game, tablebase: &Tablebase) -> Self {
        let board = game.board();
        let start = |start: &Start| {
            let position: Position = start.text.parse().ok()?;
            Some(StartEntry::new(start.title.to_owned(), &position, tablebase))
        };
        let tables = present(tablebase, game);
        let mut starts: Vec<StartEntry> = game.starts().iter().filter_map(start).collect();
        if !starts.iter().any(|start| start.solved)
            && let Some(position) = tables.last().and_then(|&table| endgame(table))
        {
            let [larger, smaller] = tables[tables.len() - 1].sides();
            starts.push(StartEntry::new(format!("{game}: {larger} against {smaller}"), &position, tablebase));
        }
        let [knights, men, _] = game.most();
        Self {
            game: game.name(),
            title: game.to_string(),
            files: board.files(),
            ranks: board.ranks(),
            squares: (0..board.squares()).map(|square| board.name(square).to_string()).collect(),
            castle: board.castle_squares(),
            most: [knights, men],
            starts,
            tables: tables.len(),
        }
    }
}

impl StartEntry {
    fn new(title: String, position: &Position, tablebase: &Tablebase) -> Self {
        Self { title, position: position.to_string(), solved: tablebase.value(position).is_ok() }
    }
}

/// A position of a table: each side's pieces stand where some of them stand when the game starts, in the middle.
fn endgame(table: TableName) -> Option<Position> {
    let game = table.game();
    let board = game.board();
    let start: Position = game.name().parse().ok()?;
    let mut squares: Vec<u8> = start.view().own.all().iter().collect();
    squares.sort_by_key(|&square| (2 * i16::from(board.file(square)) + 1 - i16::from(board.files())).abs());
    let [white, black] = table.sides().map(|side| {
        let knights = (0..side.pieces()).map(|number| number < side.knights);
        squares
            .iter()
            .zip(knights)
            .fold(Pieces::<Squares>::default(), |put, (&square, knight)| put.with(square, knight))
    });
    let black = black.map(|set| set.turned(board.squares()));
    Position::try_from(Placement { game, side: Colour::White, white, black, castle_moves: [0, 0] }).ok()
}
