//! `roundtable play`.

use std::io::{self, BufRead, Write};

use roundtable::game::notation::Score;
use roundtable::game::{Colour, Move, Position};
use roundtable::probe::{KnownMove, LineEnd, Tablebase};

use super::error::Exit;
use super::picture::Style;
use super::tables::AnswerArgs;
use super::{Outcome, input, words};

const HELP: &str = "\
  a move       by its number in the list, or by its text: C3-C4, d5-b5-d3, or its first and last square
  hint         the best move, and what it is worth
  line         best play from here
  undo         take your last move back
  moves        the legal moves
  board        the board again
  help         this list
  quit         the end";

/// How wide the list of moves may be.
const WIDTH: usize = 78;

/// Play against perfect play in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable play
  roundtable play all-knight --as black
  roundtable play problem
  roundtable play cam

Type a move's number or its text; 'help' lists what else there is. The board has colours where the
terminal does and NO_COLOR is not set. Where no table knows a position, any legal
move can be played, and the program plays what it can.")]
pub(crate) struct Args {
    /// The position to start from
    #[arg(default_value = "camette")]
    position: String,

    /// Your side; the one to move first if not given
    #[arg(long = "as", value_name = "SIDE", value_parser = ["white", "black"])]
    side: Option<String>,

    /// Draw the board with letters alone
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    tables: AnswerArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let start = input::position(&args.position)?;
    let you = match args.side.as_deref() {
        Some("white") => Colour::White,
        Some(_) => Colour::Black,
        None => start.side(),
    };
    let tablebase = args.tables.tablebase_for(&start)?;
    let style = Style::of_output(args.ascii);
    let mut table =
        Session { tablebase: &tablebase, style, you, start, moves: Vec::new(), output: io::stdout().lock() };
    table.play(io::stdin().lock())
}

/// A game that is being played.
struct Session<'a, W> {
    tablebase: &'a Tablebase,
    style: Style,
    /// The side that is not the program's.
    you: Colour,
    start: Position,
    moves: Vec<Move>,
    output: W,
}

impl<W: Write> Session<'_, W> {
    fn play(&mut self, input: impl BufRead) -> Outcome {
        writeln!(self.output, "You play {}. 'help' says what you can type.", self.you)?;
        self.draw()?;
        self.go_on()?;
        for line in input.lines() {
            let line = match line {
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    writeln!(self.output, "That is no text in UTF-8.")?;
                    self.prompt()?;
                    continue;
                }
                line => line?,
            };
            if !self.obey(line.trim())? {
                return Ok(Exit::Done);
            }
        }
        writeln!(self.output)?;
        Ok(Exit::Done)
    }

    fn now(&self) -> Position {
        self.moves.last().map_or(self.start, |played| *played.after())
    }

    /// Does what was typed; says whether to go on.
    fn obey(&mut self, typed: &str) -> Result<bool, super::CommandError> {
        match typed.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => writeln!(self.output, "{HELP}")?,
            "board" => self.draw()?,
            "moves" => self.list()?,
            "hint" => self.answer(Self::hint)?,
            "line" => self.answer(Self::line)?,
            "undo" => {
                self.undo()?;
                return Ok(true);
            }
            _ => {
                self.try_move(typed)?;
                return Ok(true);
            }
        }
        self.prompt()?;
        Ok(true)
    }

    /// Lets the program move if it is its turn, and then says what the player can do.
    fn go_on(&mut self) -> Result<(), super::CommandError> {
        if self.now().side() != self.you
            && let Some(best) = self.moves()?.into_iter().next()
        {
            let note = if best.value.is_none() { ", without knowing its value" } else { "" };
            writeln!(self.output, "{} plays {}{note}.", self.you.other(), best.played)?;
            self.moves.push(best.played);
            self.draw()?;
        }
        let now = self.now();
        if now.over().is_some() {
            let ended = words::ended(&now, self.tablebase.value(&now)?).unwrap_or_default();
            writeln!(self.output, "{ended}")?;
            writeln!(self.output, "{}", Score::new(self.start, self.moves.clone(), None))?;
        } else {
            self.list()?;
        }
        self.prompt()
    }

    fn try_move(&mut self, typed: &str) -> Result<(), super::CommandError> {
        let moves = self.now().try_legal_moves()?;
        let numbered = typed.parse::<usize>().ok().map(|number| number.checked_sub(1).and_then(|at| moves.get(at)));
        let played = match numbered {
            Some(Some(played)) => Ok(played.clone()),
            Some(None) if moves.is_empty() => Err("the game is over: 'undo' takes your last move back".to_owned()),
            Some(None) => Err(format!("there is no move {typed}: the list goes from 1 to {}", moves.len())),
            None => self.now().read_move(typed).map_err(|error| error.to_string()),
        };
        match played {
            Ok(played) => {
                self.moves.push(played);
                self.draw()?;
                self.go_on()
            }
            Err(reason) => {
                writeln!(self.output, "{reason}")?;
                self.prompt()
            }
        }
    }

    /// Takes moves back until the player is to move again, the last one of theirs undone.
    fn undo(&mut self) -> Result<(), super::CommandError> {
        let yours = |session: &Self| {
            (0..session.moves.len()).rev().find(|&ply| {
                let before = if ply == 0 { session.start } else { *session.moves[ply - 1].after() };
                before.side() == session.you
            })
        };
        let Some(ply) = yours(self) else {
            writeln!(self.output, "There is no move of yours to take back.")?;
            return self.prompt();
        };
        self.moves.truncate(ply);
        self.draw()?;
        self.go_on()
    }

    /// Answers a question. A damaged table is told of, and the game goes on.
    fn answer(
        &mut self,
        question: impl FnOnce(&mut Self) -> Result<(), super::CommandError>,
    ) -> Result<(), super::CommandError> {
        match question(self) {
            Err(error) if error.is_of_tables() => {
                error.report();
                Ok(())
            }
            answered => answered,
        }
    }

    fn hint(&mut self) -> Result<(), super::CommandError> {
        match self.moves()?.first() {
            None => writeln!(self.output, "The game is over.")?,
            Some(KnownMove { played, value: Some(value) }) => {
                writeln!(self.output, "{played} {}.", words::outcome(*value))?;
            }
            Some(_) => self.say_unknown()?,
        }
        Ok(())
    }

    fn line(&mut self) -> Result<(), super::CommandError> {
        let line = match self.tablebase.line(&self.now()) {
            Err(error) if error.is_unknown() => return self.say_unknown(),
            line => line?,
        };
        let end = match line.end {
            LineEnd::Over => "",
            LineEnd::Repetition => " (a position comes back)",
        };
        writeln!(self.output, "{}{end}", line.score)?;
        Ok(())
    }

    /// Says which table is missing here.
    fn say_unknown(&mut self) -> Result<(), super::CommandError> {
        if let Err(unknown) = self.tablebase.known(&self.now())? {
            writeln!(self.output, "Best play is not known here: {}.", unknown.message)?;
        } else {
            writeln!(self.output, "Best play is not known here, for want of tables.")?;
        }
        Ok(())
    }

    /// The legal moves, the one to play first.
    fn moves(&self) -> Result<Vec<KnownMove>, super::CommandError> {
        Ok(self.tablebase.known_moves(&self.now())?)
    }

    fn draw(&mut self) -> io::Result<()> {
        let board = self.style.board(&self.now(), self.you);
        writeln!(self.output, "\n{board}")
    }

    /// Lists the legal moves in columns, each with its number.
    fn list(&mut self) -> Result<(), super::CommandError> {
        let texts: Vec<String> = self.now().try_legal_moves()?.iter().map(ToString::to_string).collect();
        let digits = texts.len().to_string().len();
        let width = texts.iter().map(String::len).max().unwrap_or(0);
        let columns = (WIDTH / (digits + width + 4)).max(1);
        let numbered: Vec<String> =
            (1..).zip(&texts).map(|(number, text)| format!("{number:>digits$}  {text:width$}")).collect();
        for row in numbered.chunks(columns) {
            writeln!(self.output, "  {}", row.join("  ").trim_end())?;
        }
        Ok(())
    }

    fn prompt(&mut self) -> Result<(), super::CommandError> {
        write!(self.output, "> ")?;
        self.output.flush()?;
        Ok(())
    }
}
