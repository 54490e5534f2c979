//! Perfect play from the start: the first moves and their replies, and on from there the moves that keep the value.
//!
//! A move keeps the value if it is worth as much as the position: a win, or a draw. In a lost position the moves that hold
//! out longest count as keeping it. Mirror images are one position here.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;
use serde::Serialize;

use crate::game::notation::Score;
use crate::game::{Colour, Move, Position, Value};
use crate::probe::{ProbeError, RankedMove, Tablebase};

use super::svg::{Series, Stack, stacks};
use super::{Report, ReportError, outcome};

/// Perfect play from a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Openings {
    /// The position.
    pub start: String,
    /// `win`, `draw` or `loss`, for the side to move.
    pub value: &'static str,
    /// Its depth to win; none for a draw.
    pub dtw: Option<u16>,
    /// The first moves, best first; of two that are mirror images, the first.
    pub moves: Vec<FirstMove>,
    /// The positions that come about while both sides keep the value, ply by ply.
    pub plies: Vec<PlyOfPlay>,
    /// Whether there were more positions than were asked for, so that the last plies are missing.
    pub cut_short: bool,
    /// For White and for Black, the most only-moves in a row that these plies have.
    pub only_moves: Vec<OnlyMoves>,
}

/// A move and what it is worth to the player who makes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpeningMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// `win`, `draw` or `loss`.
    pub value: &'static str,
    /// In how many plies, this one included.
    pub dtw: Option<u16>,
    /// Whether it keeps the value.
    pub keeps: bool,
}

/// A first move and the replies to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FirstMove {
    /// The move.
    #[serde(flatten)]
    pub first: OpeningMove,
    /// The replies, best first.
    pub replies: Vec<OpeningMove>,
}

/// The positions of one ply.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlyOfPlay {
    /// How many plies have been played.
    pub ply: u16,
    /// The side to move: `white` or `black`.
    pub turn: &'static str,
    /// How many positions there are.
    pub positions: u64,
    /// In how many of them just one move keeps the value.
    pub only_move: u64,
    /// How many moves there are, on average.
    pub moves: f64,
    /// How many of these keep the value, on average.
    pub keeping: f64,
}

/// A run of turns in each of which a player has just one move that keeps the value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OnlyMoves {
    /// The player: `white` or `black`.
    pub player: &'static str,
    /// How many in a row.
    pub length: u16,
    /// A game that has them, up to the last of them.
    pub line: String,
}

/// A book: for each position in which both sides have kept the value, the moves that keep it on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Book {
    /// Where it starts.
    pub start: String,
    /// By position, of two mirror images the lesser; moves best first.
    pub positions: BTreeMap<String, BookEntry>,
}

/// A position of a [`Book`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BookEntry {
    /// `win`, `draw` or `loss`, for the side to move.
    pub value: &'static str,
    /// Its depth to win; none for a draw.
    pub dtw: Option<u16>,
    /// The moves that keep the value.
    pub moves: Vec<String>,
}

/// A line of the spreadsheet: a first move and a reply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpeningRow {
    #[serde(rename = "move")]
    text: String,
    value: &'static str,
    dtw: Option<u16>,
    keeps: bool,
    reply: Option<String>,
    reply_value: Option<&'static str>,
    reply_dtw: Option<u16>,
    reply_keeps: Option<bool>,
}

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// At most so many plies.
    pub plies: u16,
    /// Until a ply has more positions than this.
    pub positions: usize,
}

/// A position met while both sides keep the value.
struct Node {
    position: Position,
    /// Where it comes from in the ply before, with the longest runs of only-moves of White and of Black that end here.
    from: [usize; 2],
    runs: [u16; 2],
}

/// A position with its moves, mirror images left out.
struct Looked {
    value: Value,
    moves: Vec<RankedMove>,
    keeping: usize,
}

/// Of a position and its mirror image the lesser.
fn canonical(position: &Position) -> Position {
    (*position).min(position.mirrored())
}

/// The moves of a position, best first, those that keep the value in front. In a position that is its own mirror image one
/// of two mirrored moves is left out.
fn look(tablebase: &Tablebase, position: &Position) -> Result<Looked, ProbeError> {
    let value = tablebase.value(position)?;
    let mut moves = tablebase.moves(position)?;
    if position.mirrored() == *position {
        let mut seen = std::collections::HashSet::new();
        moves.retain(|ranked| seen.insert(canonical(ranked.played.after())));
    }
    let keeps = |ranked: &RankedMove| match value {
        Value::Loss(_) => ranked.value == value,
        _ => outcome(ranked.value) == outcome(value),
    };
    let keeping = moves.iter().take_while(|ranked| keeps(ranked)).count();
    Ok(Looked { value, moves, keeping })
}

impl Looked {
    fn opening_moves(&self) -> Vec<OpeningMove> {
        let of = |(number, ranked): (usize, &RankedMove)| OpeningMove {
            text: ranked.played.to_string(),
            value: ranked.value.word(),
            dtw: ranked.value.depth(),
            keeps: number < self.keeping,
        };
        self.moves.iter().enumerate().map(of).collect()
    }
}

impl Openings {
    /// Looks at perfect play from `start`, and makes a book of it. Runs on the current rayon pool.
    ///
    /// # Errors
    /// If a table is missing or damaged, or none can hold a position.
    pub fn new(tablebase: &Tablebase, start: &Position, extent: Extent) -> Result<(Self, Book), ReportError> {
        let first = look(tablebase, start)?;
        let mut moves = Vec::new();
        for (ranked, of_first) in first.moves.iter().zip(first.opening_moves()) {
            let replies = look(tablebase, ranked.played.after())?.opening_moves();
            moves.push(FirstMove { first: of_first, replies });
        }
        let mut play = Play::from(start);
        let cut_short = play.go_on(tablebase, extent)?;
        let openings = Self {
            start: start.to_string(),
            value: first.value.word(),
            dtw: first.value.depth(),
            moves,
            plies: play.plies.clone(),
            cut_short,
            only_moves: [Colour::White, Colour::Black].map(|player| play.only_moves(start, player)).into(),
        };
        Ok((openings, Book { start: start.to_string(), positions: play.book }))
    }
}

/// All play in which both sides keep the value.
struct Play {
    layers: Vec<Vec<Node>>,
    plies: Vec<PlyOfPlay>,
    book: BTreeMap<String, BookEntry>,
    /// For White and Black: the longest run of only-moves, and the ply and place of the position after its last.
    longest: [(u16, usize, usize); 2],
}

impl Play {
    fn from(start: &Position) -> Self {
        let node = Node { position: canonical(start), from: [0; 2], runs: [0; 2] };
        Self { layers: vec![vec![node]], plies: Vec::new(), book: BTreeMap::new(), longest: [(0, 0, 0); 2] }
    }

    /// Plays on, ply by ply; whether it stopped because there were too many positions.
    fn go_on(&mut self, tablebase: &Tablebase, extent: Extent) -> Result<bool, ProbeError> {
        for ply in 0..extent.plies {
            let Some(layer) = self.layers.last().filter(|layer| !layer.is_empty()) else { break };
            if layer.len() > extent.positions {
                return Ok(true);
            }
            let looked: Result<Vec<Looked>, _> = layer.par_iter().map(|node| look(tablebase, &node.position)).collect();
            let next = self.step(ply, &looked?);
            self.layers.push(next);
        }
        Ok(false)
    }

    /// Notes a ply and gives the positions of the next.
    fn step(&mut self, ply: u16, looked: &[Looked]) -> Vec<Node> {
        let layer = &self.layers[usize::from(ply)];
        let side = layer[0].position.side();
        let (mut next, mut places) = (Vec::<Node>::new(), HashMap::new());
        let mut only_move = 0;
        for (number, (node, looked)) in layer.iter().zip(looked).enumerate() {
            let keeping = &looked.moves[..looked.keeping];
            let mut runs = node.runs;
            let run = &mut runs[side as usize];
            *run = if keeping.len() == 1 { *run + 1 } else { 0 };
            only_move += u64::from(keeping.len() == 1);
            for ranked in keeping {
                let position = canonical(ranked.played.after());
                let place = *places.entry(position).or_insert_with(|| {
                    next.push(Node { position, from: [number; 2], runs });
                    next.len() - 1
                });
                let after: &mut Node = &mut next[place];
                for (player, run) in runs.into_iter().enumerate() {
                    if run > after.runs[player] {
                        (after.runs[player], after.from[player]) = (run, number);
                    }
                    if run > self.longest[player].0 {
                        self.longest[player] = (run, usize::from(ply) + 1, place);
                    }
                }
            }
            let moves = keeping.iter().map(|ranked| ranked.played.to_string()).collect();
            let entry = BookEntry { value: looked.value.word(), dtw: looked.value.depth(), moves };
            self.book.insert(node.position.to_string(), entry);
        }
        let positions = layer.len() as u64;
        let average = |count: fn(&Looked) -> usize| {
            looked.iter().map(|looked| count(looked) as u64).sum::<u64>() as f64 / positions.max(1) as f64
        };
        self.plies.push(PlyOfPlay {
            ply,
            turn: side.name(),
            positions,
            only_move,
            moves: average(|looked| looked.moves.len()),
            keeping: average(|looked| looked.keeping),
        });
        next
    }

    /// The longest run of only-moves of a player, and a game that has it.
    fn only_moves(&self, start: &Position, player: Colour) -> OnlyMoves {
        let (length, ply, mut place) = self.longest[player as usize];
        let mut path = Vec::new();
        for layer in self.layers[1..=ply].iter().rev() {
            path.push(layer[place].position);
            place = layer[place].from[player as usize];
        }
        let mut moves: Vec<Move> = Vec::new();
        for position in path.into_iter().rev() {
            let at = moves.last().map_or(start, Move::after);
            // A way leads from each position to the next, or to its mirror image.
            let found = at.legal_moves().into_iter().find(|played| canonical(played.after()) == position);
            moves.extend(found);
        }
        OnlyMoves { player: player.name(), length, line: Score::new(*start, moves, None).to_string() }
    }
}

impl Report for Openings {
    type Row = OpeningRow;

    fn rows(&self) -> Vec<OpeningRow> {
        let mut rows = Vec::new();
        for FirstMove { first, replies } in &self.moves {
            let row = |reply: Option<&OpeningMove>| OpeningRow {
                text: first.text.clone(),
                value: first.value,
                dtw: first.dtw,
                keeps: first.keeps,
                reply: reply.map(|reply| reply.text.clone()),
                reply_value: reply.map(|reply| reply.value),
                reply_dtw: reply.and_then(|reply| reply.dtw),
                reply_keeps: reply.map(|reply| reply.keeps),
            };
            if replies.is_empty() {
                rows.push(row(None));
            }
            rows.extend(replies.iter().map(|reply| row(Some(reply))));
        }
        rows
    }

    fn picture(&self) -> String {
        let stack = |FirstMove { first, replies }: &FirstMove| {
            let count = |value: &str| replies.iter().filter(|reply| reply.value == value).count() as f64;
            let part = |value| count(value) / replies.len().max(1) as f64;
            let said = match (first.value, first.dtw) {
                ("draw", _) | (_, None) => "draws".to_owned(),
                ("win", Some(dtw)) => format!("wins in {dtw}"),
                (_, Some(dtw)) => format!("loses in {dtw}"),
            };
            Stack { label: format!("{} {said}", first.text), parts: vec![part("win"), part("draw"), part("loss")] }
        };
        let stacked: Vec<Stack> = self.moves.iter().map(stack).collect();
        stacks(
            "First moves, and which part of the replies wins, draws and loses",
            &[Series::WIN, Series::DRAW, Series::LOSS],
            &stacked,
        )
    }
}
