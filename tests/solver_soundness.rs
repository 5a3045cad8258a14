//! The solver with every shortcut of the game against the solver without any:
//! the same shortest wins and the same keys, on positions of many kinds. And
//! the solver against a search that shares no code with it.

mod plain;
mod shobu_mailbox;
mod shobu_positions;

use plain::Plain;
use shobu_mailbox::Mailbox;
use shobu_positions::Source;
use tsume::game::Game;
use tsume::shobu::Position;
use tsume::solver::{Limits, Verdict, solve};

/// The shortest win within a bound and its keys, in all spellings.
fn wins<G: Game>(position: &G, bound: u32) -> Option<(u32, Vec<Vec<String>>)> {
    match solve(position, bound, Limits::default()).expect("the game goes on").verdict {
        Verdict::Win(win) => {
            let spellings = |key: &tsume::solver::Key<G>| {
                key.turns.iter().map(ToString::to_string).collect::<Vec<_>>()
            };
            Some((win.turns, win.keys.iter().map(spellings).collect()))
        }
        Verdict::None => None,
        Verdict::Loss { .. } | Verdict::Unknown { .. } => panic!("no decision, and no limit"),
    }
}

/// Compares the two on `count` positions, finished ones apart, and returns how
/// many of them have no win, and how many have one.
fn compare(make: fn(&mut Source) -> Position, seed: u64, count: usize, bound: u32) -> [usize; 2] {
    let positions = Source::many(seed, count, make);
    let mut counts = [0; 2];
    for position in positions.iter().filter(|position| position.outcome().is_none()) {
        let found = wins(position, bound);
        assert_eq!(found, wins(&Plain(*position), bound), "{position}");
        counts[usize::from(found.is_some())] += 1;
    }
    counts
}

#[test]
fn sparse_positions_in_two() {
    assert!(compare(Source::sparse, 1, 1000, 2)[1] > 200);
}

#[test]
fn mixed_positions_in_two() {
    assert!(compare(Source::mixed, 2, 300, 2)[1] > 50);
}

#[test]
fn crowded_positions_in_two() {
    // Boards with three stones or more are not cleared in two.
    assert_eq!(compare(Source::crowded, 3, 200, 2), [200, 0]);
}

/// Where running out of turns is near and stone counts mislead.
#[test]
fn nearly_stuck_positions_in_two() {
    assert!(compare(Source::nearly_stuck, 4, 300, 2)[1] > 100);
}

#[test]
fn sparse_positions_in_three() {
    assert!(compare(Source::sparse, 5, 30, 3)[1] > 10);
}

/// Where replies are few, and have to be right.
#[test]
fn cornered_positions_in_three() {
    assert!(compare(Source::cornered, 10, 25, 3)[1] > 10);
}

/// Compares the shortest wins within two turns with those of the mailbox; gives
/// how many positions are won in one, won in two, and not won in two.
fn compare_with_mailbox(make: fn(&mut Source) -> Position, seed: u64, count: usize) -> [usize; 3] {
    let mut found = [0; 3];
    let positions = Source::many(seed, count, make);
    for position in positions.iter().filter(|position| position.outcome().is_none()) {
        let turns = wins(position, 2).map(|(turns, _)| turns);
        assert_eq!(turns, Mailbox::parse(&position.to_string()).shortest_win(2), "{position}");
        found[turns.map_or(2, |turns| turns as usize - 1)] += 1;
    }
    found
}

#[test]
fn shortest_wins_are_those_of_a_search_on_another_board() {
    let found = [
        compare_with_mailbox(Source::sparse, 6, 120),
        compare_with_mailbox(Source::mixed, 7, 60),
        compare_with_mailbox(Source::nearly_stuck, 8, 30),
        compare_with_mailbox(Source::cornered, 9, 90),
    ];
    let all = [0, 1, 2].map(|kind| found.iter().map(|counts| counts[kind]).sum::<usize>());
    assert!(all[0] > 100 && all[1] > 40 && all[2] > 70, "{found:?}");
}
