//! Saved games of Zillions: reading never panics, and errors take one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use roundtable::game::notation::SavedGame;

fuzz_target!(|text: &str| {
    match SavedGame::read(text) {
        Ok(game) => {
            let end = game.moves().last().map_or(game.start(), |played| played.after());
            assert_eq!(end, game.end());
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
