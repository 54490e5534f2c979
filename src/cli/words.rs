//! Values and boards in plain words and pictures.

use std::fmt::Write;

use roundtable::game::{Colour, Position, SquareSet, Value};

/// `White wins in 7 plies`, `a draw`: the value for the side to move, said of the players.
pub(crate) fn value(side: Colour, value: Value) -> String {
    match value {
        Value::Win(depth) => format!("{side} wins in {}", plies(depth)),
        Value::Draw => "a draw".into(),
        Value::Loss(depth) => format!("{} wins in {}", side.other(), plies(depth)),
    }
}

/// What a move is worth to the player who makes it: `wins in 7 plies`, `draws`, `loses in 4 plies`.
pub(crate) fn outcome(value: Value) -> String {
    match value {
        Value::Win(depth) => format!("wins in {}", plies(depth)),
        Value::Draw => "draws".into(),
        Value::Loss(depth) => format!("loses in {}", plies(depth)),
    }
}

/// `1 ply`, `7 plies`.
pub(crate) fn plies(depth: u16) -> String {
    if depth == 1 { "1 ply".into() } else { format!("{depth} plies") }
}

/// A number with commas between thousands: `634,385,574`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 table`, `28 tables`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A size in bytes: `1.2 GB`.
pub(crate) fn bytes(bytes: u64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"];
    let mut size = bytes as f64;
    let mut unit = 0;
    while size >= 999.5 && unit + 1 < units.len() {
        size /= 1000.0;
        unit += 1;
    }
    match unit {
        0 if bytes == 1 => "1 byte".into(),
        0 => format!("{bytes} bytes"),
        _ if size < 9.95 => format!("{size:.1} {}", units[unit]),
        _ => format!("{size:.0} {}", units[unit]),
    }
}

/// A size that people write: `20G`, `512M`, `1.5 GB`, `20GiB`, or plain bytes.
pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no size: write a number with K, M, G or T, such as 20G");
    let digits = text.trim().find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.trim().len());
    let (number, unit) = text.trim().split_at(digits);
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let unit = unit.trim().to_ascii_lowercase();
    let (prefix, base) = match unit.strip_suffix("ib") {
        Some(prefix) => (prefix, 1024.0),
        None => (unit.strip_suffix('b').unwrap_or(&unit), 1000.0_f64),
    };
    let power = ["", "k", "m", "g", "t"].iter().position(|&known| known == prefix).ok_or_else(wrong)?;
    Ok((number * base.powi(power as i32)) as u64)
}

/// A length of time, roughly: `8 s`, `3 min`, `2 h 5 min`.
pub(crate) fn duration(time: std::time::Duration) -> String {
    let seconds = time.as_secs_f64().ceil() as u64;
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// The numbers below `count`, up or down.
pub(crate) fn ordered(count: u8, down: bool) -> impl Iterator<Item = u8> {
    (0..count).map(move |number| if down { count - 1 - number } else { number })
}

/// The board from a player's end: `K` `M` White's pieces, `k` `m` Black's, `.` an empty square.
pub(crate) fn board(position: &Position, from: Colour) -> String {
    let board = position.game().board();
    let placement = position.placement();
    let mut text = String::new();
    for rank in ordered(board.ranks(), from == Colour::White) {
        let mut line = format!("{:>4} ", rank + 1);
        for file in ordered(board.files(), from == Colour::Black) {
            let piece = match board.square(file, rank) {
                None => ' ',
                Some(square) if placement.white.knights.contains(square) => 'K',
                Some(square) if placement.white.men.contains(square) => 'M',
                Some(square) if placement.black.knights.contains(square) => 'k',
                Some(square) if placement.black.men.contains(square) => 'm',
                Some(_) => '.',
            };
            line.push(' ');
            line.push(piece);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str("     ");
    for file in ordered(board.files(), from == Colour::Black) {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", char::from(b'A' + file));
    }
    text.push('\n');
    text
}

/// How an ended game ended: `White has won: castle taken`; `None` while it goes on.
pub(crate) fn ended(position: &Position, value: Value) -> Option<String> {
    let reason = position.over()?;
    let side = match value {
        Value::Draw => return Some(format!("A draw: {reason}.")),
        Value::Win(_) => position.side(),
        Value::Loss(_) => position.side().other(),
    };
    Some(format!("{side} has won: {reason}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sizes_are_readable() {
        assert_eq!([grouped(0), grouped(999), grouped(634_385_574)], ["0", "999", "634,385,574"]);
        assert_eq!([bytes(512), bytes(999_600), bytes(13_650_000)], ["512 bytes", "1.0 MB", "14 MB"]);
        assert_eq!([counted(1, "table"), counted(28, "table"), plies(1)], ["1 table", "28 tables", "1 ply"]);
    }

    #[test]
    fn sizes_and_times_are_read_and_written() {
        let sizes = ["20G", "20 GiB", "1.5gb", "7", "512k"].map(|text| parse_bytes(text).unwrap());
        assert_eq!(sizes, [20_000_000_000, 20 << 30, 1_500_000_000, 7, 512_000]);
        assert!(["", "G", "-1G", "1P", "1..5G", "20Gi"].iter().all(|bad| parse_bytes(bad).is_err()));
        let times = [0.2, 99.0, 100.0, 7500.0].map(|seconds| duration(std::time::Duration::from_secs_f64(seconds)));
        assert_eq!(times, ["1 s", "99 s", "2 min", "2 h 5 min"]);
    }

    #[test]
    fn boards_are_drawn() {
        let start: Position = "camette".parse().unwrap();
        let expected = "   7      .\n   6    . k .\n   5  . m m m .\n   4  . . . . .\n   3  . M M M .\n   2    . K .\n   1      .\n      A B C D E\n";
        assert_eq!(board(&start, Colour::White), expected);
        assert!(board(&start, Colour::Black).starts_with("   1      .\n   2    . K .\n"));
    }
}
