//! Pictures: bars and boards, as SVG that is readable on light and on dark ground.
//!
//! No scripts, no fonts, no links: colours come from a style sheet in the picture, which asks for the reader's scheme.

use std::fmt::{self, Write};

use crate::game::{Position, SquareSet, Squares};

/// What a colour stands for in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Series {
    /// The words beside the colour.
    pub name: &'static str,
    /// The class in the style sheet.
    pub class: &'static str,
}

impl Series {
    /// Won positions.
    pub(super) const WIN: Self = Self { name: "won", class: "win" };
    /// Drawn positions.
    pub(super) const DRAW: Self = Self { name: "drawn", class: "draw" };
    /// Lost positions.
    pub(super) const LOSS: Self = Self { name: "lost", class: "loss" };
    /// Positions that can occur.
    pub(super) const REACHED: Self = Self { name: "reached", class: "win" };
}

/// A line of [`stacks`]: its parts add up to 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Stack {
    /// The words before the bar.
    pub label: String,
    /// The parts, one for each series.
    pub parts: Vec<f64>,
}

/// A chart of [`columns`].
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bars {
    /// What the chart shows.
    pub title: String,
    /// For each place from 0 on, a height for each series.
    pub values: Vec<Vec<f64>>,
}

/// A board and what is said below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picture {
    /// The position.
    pub position: Position,
    /// Lines below the board.
    pub captions: Vec<String>,
}

const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#222}.title{font-size:15px;font-weight:600}.small{font-size:11px;fill:#666}\
.end{text-anchor:end}.mid{text-anchor:middle}.ground{fill:#fff}.axis{stroke:#bbb}\
.win{fill:#2e7d4f}.draw{fill:#b9a14a}.loss{fill:#b5483c}\
.square{fill:#e6dcc3;stroke:#a08f6a}.castle{fill:#c9b68a}\
.white{fill:#fffdf6;stroke:#222;stroke-width:1.5}.black{fill:#26221c;stroke:#222;stroke-width:1.5}\
.on-white{fill:#222;font-weight:600}.on-black{fill:#fffdf6;font-weight:600}\
@media(prefers-color-scheme:dark){text{fill:#ddd}.small{fill:#999}.ground{fill:#16181b}.axis{stroke:#555}\
.win{fill:#4fae78}.draw{fill:#d0b95e}.loss{fill:#d9695c}.square{fill:#8d8266;stroke:#5b533f}.castle{fill:#6f6449}\
.black{stroke:#000}.on-white{fill:#222}.on-black{fill:#fffdf6}}";

/// A picture in the making.
struct Canvas {
    width: u32,
    height: u32,
    body: String,
}

/// A text that is shown as it is.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            _ => f.write_char(letter),
        })
    }
}

impl Canvas {
    fn new(width: u32, height: u32, title: &str) -> Self {
        let mut canvas = Self { width, height, body: String::new() };
        canvas.text(MARGIN, 24.0, "title", title);
        canvas
    }

    // Writing to a string cannot fail.
    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let _ = writeln!(self.body, r#"<text x="{x:.1}" y="{y:.1}" class="{class}">{}</text>"#, Escaped(text));
    }

    fn rect(&mut self, [x, y, width, height]: [f64; 4], class: &str, title: &str) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.2}" height="{height:.2}" class="{class}"><title>{}</title></rect>"#,
            Escaped(title)
        );
    }

    fn legend(&mut self, series: &[Series], y: f64) {
        let mut x = MARGIN;
        for Series { name, class } in series {
            self.rect([x, y - 10.0, 12.0, 12.0], class, name);
            self.text(x + 17.0, y, "", name);
            x += 75.0;
        }
    }

    fn finish(self) -> String {
        let Self { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<style>{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" class=\"ground\"/>\n{body}</svg>\n"
        )
    }
}

const MARGIN: f64 = 16.0;

/// Horizontal bars of equal length, each divided into its parts.
#[must_use]
pub(super) fn stacks(title: &str, series: &[Series], stacks: &[Stack]) -> String {
    const LINE: f64 = 20.0;
    const LENGTH: f64 = 480.0;
    let longest = stacks.iter().map(|stack| stack.label.chars().count()).max().unwrap_or(0);
    let left = MARGIN + 8.5 * longest as f64 + 12.0;
    let mut canvas = Canvas::new((left + LENGTH + MARGIN) as u32, (70.0 + LINE * stacks.len() as f64) as u32, title);
    canvas.legend(series, 46.0);
    for (line, stack) in (0u32..).zip(stacks) {
        let y = 60.0 + LINE * f64::from(line);
        canvas.text(left - 10.0, y + 13.0, "end", &stack.label);
        let mut x = left;
        for (part, series) in stack.parts.iter().zip(series) {
            let width = part * LENGTH;
            canvas.rect(
                [x, y + 2.0, width, LINE - 4.0],
                series.class,
                &format!("{} {:.1} %", series.name, 100.0 * part),
            );
            x += width;
        }
    }
    canvas.finish()
}

/// Charts one below the other, each with upright bars side by side, on one scale from side to side.
#[must_use]
pub(super) fn columns(title: &str, series: &[Series], charts: &[Bars]) -> String {
    const HEIGHT: f64 = 160.0;
    const CHART: f64 = HEIGHT + 60.0;
    let places = charts.iter().map(|chart| chart.values.len()).max().unwrap_or(0).max(1);
    let step = (720.0 / places as f64).clamp(3.0, 24.0);
    let left = MARGIN + 44.0;
    let width = (left + step * places as f64 + MARGIN).max(420.0);
    let mut canvas = Canvas::new(width as u32, (56.0 + CHART * charts.len() as f64) as u32, title);
    canvas.legend(series, 46.0);
    for (number, chart) in (0u32..).zip(charts) {
        let top = 56.0 + CHART * f64::from(number);
        let base = top + 24.0 + HEIGHT;
        canvas.text(MARGIN, top + 16.0, "", &chart.title);
        let highest = chart.values.iter().flatten().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        for (height, label) in [(0.0, "0".to_owned()), (HEIGHT, format!("{highest:.1}"))] {
            let y = base - height;
            let _ = writeln!(
                canvas.body,
                r#"<line x1="{left:.1}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}" class="axis"/>"#,
                left + step * places as f64
            );
            canvas.text(left - 6.0, y + 4.0, "small end", &label);
        }
        for (place, heights) in chart.values.iter().enumerate() {
            let x = left + step * place as f64;
            let shown = heights.iter().filter(|&&height| height > 0.0).count().max(1) as f64;
            let mut next = x;
            for (&height, series) in heights.iter().zip(series).filter(|&(&height, _)| height > 0.0) {
                let tall = height / highest * HEIGHT;
                let thick = (step - 1.0) / shown;
                canvas.rect(
                    [next, base - tall, thick, tall],
                    series.class,
                    &format!("{place}: {} {height:.3}", series.name),
                );
                next += thick;
            }
            if place % 5 == 0 {
                canvas.text(x + step / 2.0, base + 14.0, "small mid", &place.to_string());
            }
        }
    }
    canvas.finish()
}

/// Boards, four beside each other, White's end below.
#[must_use]
pub(super) fn boards(title: &str, pictures: &[Picture]) -> String {
    const BESIDE: usize = 4;
    const GAP: f64 = 28.0;
    let square = pictures.iter().map(|picture| square_size(&picture.position)).fold(12.0, f64::max);
    let size = |picture: &Picture| {
        let board = picture.position.game().board();
        let (files, ranks) = (f64::from(board.files()), f64::from(board.ranks()));
        let words = picture.captions.iter().map(|caption| 6.8 * caption.chars().count() as f64).fold(0.0, f64::max);
        let wide = (files * square + 18.0).max(words);
        [wide, (ranks * square) + 22.0 + 17.0 * picture.captions.len() as f64]
    };
    let cell = pictures.iter().map(size).fold([0.0f64; 2], |a, b| [a[0].max(b[0]), a[1].max(b[1])]);
    let across = pictures.len().clamp(1, BESIDE);
    let down = pictures.len().div_ceil(BESIDE);
    let width = (2.0 * MARGIN + across as f64 * (cell[0] + GAP)).max(9.0 * title.chars().count() as f64);
    let mut canvas = Canvas::new(width as u32, (44.0 + down as f64 * (cell[1] + GAP)) as u32, title);
    for (number, picture) in pictures.iter().enumerate() {
        let x = MARGIN + (number % BESIDE) as f64 * (cell[0] + GAP);
        let y = 44.0 + (number / BESIDE) as f64 * (cell[1] + GAP);
        canvas.board(picture, [x, y], square);
    }
    canvas.finish()
}

/// How large the squares of a board are drawn: smaller on larger boards.
fn square_size(position: &Position) -> f64 {
    (200.0 / f64::from(position.game().board().files())).clamp(16.0, 32.0)
}

impl Canvas {
    fn board(&mut self, picture: &Picture, [x, y]: [f64; 2], size: f64) {
        let position = &picture.position;
        let board = position.game().board();
        let placement = position.placement();
        let left = x + 18.0;
        for square in 0..board.squares() {
            let (file, rank) = (f64::from(board.file(square)), f64::from(board.rank(square)));
            let (sx, sy) = (left + file * size, y + (f64::from(board.ranks()) - 1.0 - rank) * size);
            let castle = board.is_own_castle(square) || board.is_enemy_castle(square);
            let class = if castle { "square castle" } else { "square" };
            self.rect([sx, sy, size, size], class, &board.name(square).to_string());
            let on = |set: Squares| set.contains(square);
            let piece = [
                (placement.white.knights, "white", "K"),
                (placement.white.men, "white", ""),
                (placement.black.knights, "black", "K"),
                (placement.black.men, "black", ""),
            ];
            let Some((_, colour, letter)) = piece.into_iter().find(|&(set, _, _)| on(set)) else { continue };
            let (cx, cy) = (sx + size / 2.0, sy + size / 2.0);
            let _ =
                writeln!(self.body, r#"<circle cx="{cx:.1}" cy="{cy:.1}" r="{:.1}" class="{colour}"/>"#, size * 0.36);
            if !letter.is_empty() {
                self.text(cx, cy + 4.5, &format!("mid on-{colour}"), letter);
            }
        }
        let bottom = y + f64::from(board.ranks()) * size;
        for rank in 0..board.ranks() {
            let ry = bottom - (f64::from(rank) + 0.5) * size + 4.0;
            self.text(x + 10.0, ry, "small end", &(rank + 1).to_string());
        }
        for file in 0..board.files() {
            let fx = left + (f64::from(file) + 0.5) * size;
            self.text(fx, bottom + 13.0, "small mid", &char::from(b'A' + file).to_string());
        }
        for (line, caption) in (1u32..).zip(&picture.captions) {
            self.text(x, bottom + 14.0 + 17.0 * f64::from(line), "", caption);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_whole_and_escaped() {
        let start: Position = "camette".parse().unwrap();
        let text = boards("a < b & c", &[Picture { position: start, captions: vec!["x > y".into()] }]);
        assert!(text.contains("a &lt; b &amp; c") && text.contains("x &gt; y"));
        assert_eq!(text.matches("<circle").count(), 8);
        assert_eq!(text.matches("class=\"square").count(), 23);
        assert!(text.contains("prefers-color-scheme:dark") && text.ends_with("</svg>\n"));
    }

    #[test]
    fn bars_are_as_long_as_their_shares() {
        let stack = Stack { label: "K – M".into(), parts: vec![0.25, 0.75] };
        let text = stacks("title", &[Series::WIN, Series::LOSS], &[stack]);
        assert!(text.contains("width=\"120.00\"") && text.contains("width=\"360.00\""));
        let bars = Bars { title: "chart".into(), values: vec![vec![2.0, 0.0], vec![0.0, 1.0]] };
        let text = columns("title", &[Series::WIN, Series::LOSS], &[bars]);
        assert!(text.contains("height=\"160.00\" class=\"win\"") && text.contains("height=\"80.00\" class=\"loss\""));
    }
}
