//! Analyses of random trees, in which sides may move twice in a row and turns
//! may lose, against the definitions written down plainly.

use super::*;
use crate::game::Player::{self, First, Second};
use crate::game::tree::{Node, Tree};

/// Whether `attacker` wins with at most so many turns of its own.
fn wins(position: &Tree, attacker: Player, turns: u32) -> bool {
    if let Some(winner) = position.outcome() {
        return winner == attacker;
    }
    let children = position.turns().into_iter().map(|turn| position.play_unchecked(turn));
    match (position.side() == attacker, turns.checked_sub(1)) {
        (true, None) => false,
        (true, Some(left)) => children.into_iter().any(|child| wins(&child, attacker, left)),
        (false, _) => children.into_iter().all(|child| wins(&child, attacker, turns)),
    }
}

/// What a turn leads to, as whether it wins and in how many turns.
fn expected(position: &Tree, turn: u16, bound: u32) -> Option<(bool, u32)> {
    let (side, child) = (position.side(), position.play_unchecked(turn));
    let win = (1..=bound).find(|&turns| wins(&child, side, turns - 1));
    let loss = || (0..=bound).find(|&turns| wins(&child, side.other(), turns));
    win.map(|turns| (true, turns)).or_else(|| loss().map(|turns| (false, turns)))
}

/// Checks that a play goes to the end, and gives its winner and the number of
/// turns of each side.
fn played(mut position: Tree, line: &[u16]) -> (Player, [u32; 2]) {
    let mut turns = [0; 2];
    for &turn in line {
        assert!(position.is_legal(turn));
        turns[position.side() as usize] += 1;
        position = position.play_unchecked(turn);
    }
    (position.outcome().expect("the line runs to the end of the game"), turns)
}

fn check(position: Tree, bound: u32) -> usize {
    let Ok(analysis) = analyze(&position, bound, Limits::default(), |_| {}) else { return 0 };
    let side = position.side();
    let turns: Vec<_> = analysis.choices.iter().flat_map(|choice| choice.turns.clone()).collect();
    let mut sorted = turns.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, position.turns());
    assert!(analysis.choices.is_sorted_by_key(|choice| (choice.outlook.rank(), choice.turns[0])));
    for choice in &analysis.choices {
        let found = match choice.outlook {
            Outlook::Win { turns, .. } => Some((true, turns)),
            Outlook::Loss { turns, .. } => Some((false, turns)),
            Outlook::Open => None,
            Outlook::Unknown { .. } => panic!("there is no limit"),
        };
        assert_eq!(found, expected(&position, choice.turns[0], bound), "{position:?}");
        if let Some((wins, number)) = found {
            let (winner, turns) = played(choice.position, &choice.line);
            assert_eq!(winner == side, wins);
            assert_eq!(turns[winner as usize] + u32::from(wins), number, "{choice:?}");
        }
    }
    let best = match analysis.outlook {
        Outlook::Win { turns, .. } => {
            (1..=bound).find(|&n| wins(&position, side, n)) == Some(turns)
        }
        Outlook::Loss { turns, .. } => {
            (0..=bound).find(|&n| wins(&position, side.other(), n)) == Some(turns)
        }
        Outlook::Open => !wins(&position, side, bound) && !wins(&position, side.other(), bound),
        Outlook::Unknown { .. } => false,
    };
    assert!(best, "{position:?} {analysis:?}");
    analysis.choices.len()
}

#[test]
fn random_trees_are_worth_what_the_definitions_say() {
    let checked: usize = (0..400)
        .flat_map(|seed| {
            let tree = Tree::random(seed);
            (0..tree.nodes.len()).map(move |at| Tree { at: at as u16, ..tree })
        })
        .map(|position| (1..=3).map(|bound| check(position, bound)).sum::<usize>())
        .sum();
    assert!(checked > 10_000, "{checked}");
}

#[test]
fn a_side_may_lose_by_its_own_turn() {
    const NODES: &[Node] = &[
        Node { side: First, winner: None, children: &[1, 2] },
        Node { side: Second, winner: Some(Second), children: &[] },
        Node { side: First, winner: None, children: &[] },
    ];
    let analysis = analyze(&Tree { nodes: NODES, at: 0 }, 1, Limits::default(), |_| {}).unwrap();
    assert_eq!(analysis.outlook, Outlook::Loss { turns: 0, plies: Some(1) });
    assert_eq!(analysis.choices.len(), 2);
}

/// Whatever the limit, what is said is true, and what is not known is said to
/// be unknown.
#[test]
fn what_a_limit_leaves_is_true() {
    for seed in 0..60 {
        let position = Tree::random(seed);
        for nodes in 0..40 {
            let limits = Limits { nodes, ..Limits::default() };
            let Ok(analysis) = analyze(&position, 3, limits, |_| {}) else { continue };
            for choice in &analysis.choices {
                let expected = expected(&position, choice.turns[0], 3);
                match choice.outlook {
                    Outlook::Win { turns, .. } => assert_eq!(expected, Some((true, turns))),
                    Outlook::Loss { turns, .. } => assert_eq!(expected, Some((false, turns))),
                    Outlook::Open => assert_eq!(expected, None),
                    Outlook::Unknown { win_from, loss_from } => match expected {
                        Some((true, turns)) => assert!(turns >= win_from),
                        Some((false, turns)) => assert!(turns >= loss_from),
                        None => {}
                    },
                }
            }
            let side = position.side();
            match analysis.outlook {
                Outlook::Win { turns, .. } => {
                    assert!(wins(&position, side, turns) && !wins(&position, side, turns - 1));
                }
                Outlook::Loss { turns, .. } => assert!(wins(&position, side.other(), turns)),
                Outlook::Open => assert!([First, Second].iter().all(|&p| !wins(&position, p, 3))),
                Outlook::Unknown { win_from, loss_from } => {
                    assert!(win_from == 0 || !wins(&position, side, win_from - 1));
                    assert!(loss_from == 0 || !wins(&position, side.other(), loss_from - 1));
                }
            }
        }
    }
}
