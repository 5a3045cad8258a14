use std::sync::atomic::AtomicBool;

use super::*;
use crate::game::Notation;
use crate::game::Player::{First, Second};
use crate::game::tree::{Node, Tree};
use crate::spook::Position;

const fn node(side: Player, winner: Option<Player>, children: &'static [u16]) -> Node {
    Node { side, winner, children }
}

/// The first side moves twice before the second does, who can end the game at
/// once, win nothing by it, or hold out for two plies more.
static TWICE: [Node; 8] = [
    node(First, None, &[1, 7]),
    node(First, None, &[2]),
    node(Second, None, &[3, 4]),
    node(First, Some(First), &[]),
    node(First, None, &[5]),
    node(Second, None, &[6]),
    node(First, Some(First), &[]),
    node(Second, Some(Second), &[]),
];

#[test]
fn a_side_may_move_twice() {
    let position = Tree { nodes: &TWICE, at: 0 };
    let Verdict::Win(win) = decide(&position, Limits::default()).unwrap().verdict else {
        panic!("a win");
    };
    assert_eq!((win.turns, win.line), (3, vec![1, 2, 4, 5, 6]));
    let rating = |turn, wins, plies| Rating { turn, value: Some(Value { wins, plies }) };
    let ratings = rate(&position, Limits::default()).unwrap();
    assert_eq!(ratings, [rating(1, true, 5), rating(7, false, 1)]);
}

/// A side without a turn has lost.
static STUCK: [Node; 3] =
    [node(First, None, &[1]), node(Second, None, &[2]), node(First, None, &[])];

#[test]
fn a_side_without_a_turn_has_lost() {
    let decide = |at| decide(&Tree { nodes: &STUCK, at }, Limits::default());
    assert_eq!(decide(0).unwrap().verdict, Verdict::Loss { line: vec![1, 2] });
    assert!(matches!(decide(1).unwrap().verdict, Verdict::Win(win) if win.turns == 1));
    assert_eq!(decide(2), Err(Finished { winner: Second }));
}

fn pyramid() -> Position {
    let text = "w1rr/brr1/rbb1/brr1:3/br1/bb1:2/2:1 b";
    Position::parse(text, Position::RULES[0]).unwrap()
}

#[test]
fn a_small_table_changes_nothing() {
    let outcome = |table_bytes| {
        decide(&pyramid(), Limits { table_bytes, ..Limits::default() }).unwrap().verdict
    };
    assert_eq!(outcome(1 << 10), outcome(1 << 20));
}

#[test]
fn limits_leave_the_outcome_open() {
    let nodes = decide(&pyramid(), Limits::default()).unwrap().nodes;
    for nodes in [0, 1, nodes / 2, nodes - 1] {
        let limits = Limits { nodes, ..Limits::default() };
        let decision = decide(&pyramid(), limits).unwrap();
        assert!(matches!(decision.verdict, Verdict::Unknown { .. }), "{nodes}");
        assert_eq!(decision.nodes, nodes);
    }
    let flag = AtomicBool::new(true);
    let limits = Limits { interrupt: Some(&flag), ..Limits::default() };
    let large = "rbrb/brbr/rbrb/brbr:rbr/brb/rbr:br/rb:w b";
    let large = Position::parse(large, Position::RULES[0]).unwrap();
    assert_eq!(
        decide(&large, limits).unwrap().verdict,
        Verdict::Unknown { winner: None, within: None }
    );
}
