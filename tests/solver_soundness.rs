//! The solver with every shortcut of the game against the solver without any:
//! the same shortest wins and the same keys, on positions of many kinds.

mod plain;
mod random;

use plain::Plain;
use random::Kind;
use tsume::shobu::Position;
use tsume::solver::{Limits, Verdict, solve};

/// The shortest win within a bound and its keys, in all spellings.
fn wins<G: tsume::game::Game>(position: &G, bound: u32) -> Option<(u32, Vec<Vec<String>>)> {
    match solve(position, bound, Limits::default()).expect("the game goes on").verdict {
        Verdict::Win(win) => {
            let spellings = |key: &tsume::solver::Key<G>| {
                key.turns.iter().map(ToString::to_string).collect::<Vec<_>>()
            };
            Some((win.turns, win.keys.iter().map(spellings).collect()))
        }
        Verdict::None => None,
        Verdict::Unknown { .. } => panic!("there is no limit"),
    }
}

/// Compares the two on `count` positions of a kind and returns how many of
/// them have a win.
fn compare(kind: Kind, seed: u64, count: usize, bound: u32) -> usize {
    let compared = random::positions(kind, seed).take(count).filter(|position: &Position| {
        let found = wins(position, bound);
        assert_eq!(found, wins(&Plain(*position), bound), "{position}");
        found.is_some()
    });
    compared.count()
}

#[test]
fn sparse_positions_in_two() {
    assert!(compare(Kind::Sparse, 1, 1500, 2) > 300);
}

#[test]
fn crowded_positions_in_two() {
    // Boards with three stones or more are not cleared in two.
    compare(Kind::Crowded, 2, 300, 2);
}

#[test]
fn positions_from_games_in_two() {
    assert!(compare(Kind::Game, 3, 300, 2) > 10);
}

/// Two or three stones to a board and cramped: where running out of turns is
/// near and stone counts mislead.
#[test]
fn cramped_positions_in_two() {
    assert!(compare(Kind::Cramped, 4, 600, 2) > 30);
}

#[test]
fn sparse_positions_in_three() {
    assert!(compare(Kind::Sparse, 5, 40, 3) > 10);
}

#[test]
fn cramped_positions_in_three() {
    assert!(compare(Kind::Cramped, 6, 25, 3) > 3);
}
