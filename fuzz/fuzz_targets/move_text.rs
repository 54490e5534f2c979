//! Moves as text: the first line is a position, the others are moves in turn. A move that was read is written and read back
//! the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use roundtable::game::Position;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let start = lines.next().unwrap_or_default().parse();
    let mut position: Position = start.unwrap_or_else(|_| "camette".parse().expect("it is a position"));
    for line in lines {
        match position.read_move(line) {
            Ok(played) => {
                let again = position.read_move(&played.to_string()).expect("a written move can be read");
                assert_eq!(again.after(), played.after());
                position = *played.after();
            }
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }
});
