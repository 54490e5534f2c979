//! Positions as text: reading never panics, and what was read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use roundtable::game::{Placement, Position};

fuzz_target!(|text: &str| {
    if let Ok(placement) = text.parse::<Placement>() {
        assert_eq!(placement.to_string().parse(), Ok(placement));
    }
    match text.parse::<Position>() {
        Ok(position) => {
            assert_eq!(position.to_string().parse(), Ok(position));
            let _ = position.try_legal_moves();
            let _ = position.results();
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
