//! Game scores: the first line is the start, the rest the score. A score that was read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use roundtable::game::Position;
use roundtable::game::notation::Score;

fuzz_target!(|text: &str| {
    let (first, rest) = text.split_once('\n').unwrap_or(("camette", text));
    let start: Position = first.parse().unwrap_or_else(|_| "camette".parse().expect("it is a position"));
    match Score::read(start, rest) {
        Ok(score) => assert_eq!(Score::read(start, &score.to_string()), Ok(score)),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
