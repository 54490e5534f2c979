//! The recorded sizes of move trees.

use roundtable::game::perft::{Counting, divide, perft};

use super::{data, position};

#[test]
fn trees_have_the_recorded_sizes() {
    for line in data("perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [name, kind, counts] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let counting = match kind {
            "results" => Counting::Results,
            "paths" => Counting::Paths,
            _ => panic!("{line}"),
        };
        let counts: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        let depth = u8::try_from(counts.len()).unwrap();
        assert_eq!(perft(&position(name), depth, counting), Ok(counts), "{name} {kind}");
    }
}

#[test]
fn parts_add_up() {
    for (counting, total) in [(Counting::Results, 4_926), (Counting::Paths, 5_174)] {
        let parts = divide(&position("camette"), 3, counting).unwrap();
        assert_eq!(parts.iter().map(|(_, size)| size).sum::<u64>(), total);
    }
    assert_eq!(divide(&position("camette"), 0, Counting::Results), Ok(Vec::new()));
    assert!(divide(&position("camette"), 1, Counting::Results).unwrap().iter().all(|&(_, size)| size == 1));
}

#[test]
fn ended_games_have_no_tree() {
    let ended = position("1/1k1/1mmm1/5/1MMM1/1K1/m w");
    for counting in [Counting::Results, Counting::Paths] {
        assert_eq!(perft(&ended, 3, counting), Ok(vec![0, 0, 0]));
        assert_eq!(perft(&ended, 0, counting), Ok(Vec::new()));
    }
}
