//! Help and self on random trees, and on small ones for what may go wrong,
//! against plays written out one by one.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::super::{Key, Limits, Pursuit, Solution, Verdict, help, selfwin};
use crate::game::Player::{First, Second};
use crate::game::tree::{Node, Tree};
use crate::game::{Game, Player};

const fn node(side: Player, children: &'static [u16]) -> Node {
    Node { side, winner: None, children }
}

const fn won(winner: Player) -> Node {
    Node { side: winner.other(), winner: Some(winner), children: &[] }
}

fn helped(nodes: &'static [Node], bound: Option<u32>) -> Pursuit<Tree> {
    help(&Tree { nodes, at: 0 }, bound, Limits::default()).unwrap()
}

fn selfwon(nodes: &'static [Node], bound: Option<u32>) -> Solution<Tree> {
    selfwin(&Tree { nodes, at: 0 }, bound, Limits::default()).unwrap()
}

/// The number of turns, the first turns and the line.
fn found(solution: &Solution<Tree>) -> Option<(u32, Vec<u16>, Vec<u16>)> {
    match &solution.verdict {
        Verdict::Win(win) => {
            let keys = win.keys.iter().map(|key: &Key<Tree>| key.turns[0]).collect();
            Some((win.turns, keys, win.line.clone()))
        }
        Verdict::None => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn winning_oneself_is_no_self_win() {
    // 1 wins for the side to move; after 2 the opponent has to win; after 3 it
    // need not, after 4 it is without a turn.
    const NODES: &[Node] = &[
        node(First, &[1, 2, 3, 4]),
        won(First),
        node(Second, &[5]),
        node(Second, &[5, 0]),
        node(Second, &[]),
        won(Second),
    ];
    assert_eq!(found(&selfwon(NODES, Some(3))), Some((1, vec![2], vec![2, 5])));
}

#[test]
fn running_out_of_turns_is_a_self_win() {
    const NODES: &[Node] = &[node(First, &[1]), node(Second, &[2]), node(First, &[])];
    assert_eq!(found(&selfwon(NODES, Some(1))), Some((1, vec![1], vec![1, 2])));
    // Nobody helps to win here, however long it takes.
    let answer = helped(NODES, Some(9));
    assert_eq!((found(&answer.solution), answer.solution.bound), (None, Some(9)));
    assert_eq!(helped(NODES, None).solution.bound, None);
}

#[test]
fn both_sides_may_move_twice() {
    // First, First, Second, Second, First.
    const NODES: &[Node] = &[
        node(First, &[1]),
        node(First, &[2]),
        node(Second, &[3]),
        node(Second, &[4, 6]),
        node(First, &[5]),
        won(First),
        won(Second),
    ];
    let answer = helped(NODES, Some(3));
    assert_eq!(found(&answer.solution), Some((3, vec![1], vec![1, 2, 3, 4, 5])));
    assert_eq!(answer.lines, [[1, 2, 3, 4, 5]]);
    assert_eq!(found(&helped(NODES, Some(2)).solution), None);
    // Second can go on to lose.
    assert_eq!(found(&selfwon(NODES, None)), None);
    const FORCED: &[Node] = &[
        node(First, &[1]),
        node(First, &[2]),
        node(Second, &[3]),
        node(Second, &[4]),
        won(Second),
    ];
    assert_eq!(found(&selfwon(FORCED, Some(1))), None);
    assert_eq!(found(&selfwon(FORCED, Some(2))), Some((2, vec![1], vec![1, 2, 3, 4])));
}

#[test]
fn a_cycle_is_no_never() {
    const NODES: &[Node] = &[node(First, &[1]), node(Second, &[0])];
    let answer = helped(NODES, Some(20));
    assert_eq!((found(&answer.solution), answer.solution.bound), (None, Some(20)));
    assert_eq!(selfwon(NODES, Some(20)).bound, Some(20));
}

/// A random game: layers of positions, in which who moves depends on the layer
/// alone. Positions are reached by several ways; some have no turn.
fn random(rng: &mut ChaCha8Rng) -> Tree {
    let mut below = |bound: u32| rng.next_u32() % bound;
    let depth = 2 + below(7);
    let mut layers = vec![1];
    layers.extend((0..depth).map(|_| 1 + below(5) as u16));
    let mut nodes = Vec::new();
    let mut side = First;
    for layer in 0..layers.len() {
        let next = layers[..=layer].iter().sum::<u16>();
        let width = layers.get(layer + 1).copied().unwrap_or(0);
        for _ in 0..layers[layer] {
            let winner = match below(6) {
                _ if layer == 0 => None,
                0 => Some(First),
                1 => Some(Second),
                _ => None,
            };
            let chosen = 1 + below(1 << width) * u32::from(below(8) > 0);
            let children = (0..width).filter(|child| winner.is_none() && chosen >> child & 1 == 1);
            let children: Vec<u16> = children.map(|child| next + child).collect();
            nodes.push(Node { side, winner, children: children.leak() });
        }
        if below(4) > 0 {
            side = side.other();
        }
    }
    Tree { nodes: nodes.leak(), at: 0 }
}

/// Every play of exactly `plies` turns, after which `attacker` has won.
fn plays(position: &Tree, attacker: Player, plies: usize) -> Vec<Vec<u16>> {
    match (position.outcome(), plies) {
        (Some(winner), 0) if winner == attacker => vec![Vec::new()],
        (Some(_), _) | (None, 0) => Vec::new(),
        (None, _) => {
            let below = |turn| {
                let rest = plays(&position.play_unchecked(turn), attacker, plies - 1);
                rest.into_iter().map(move |rest| [vec![turn], rest].concat())
            };
            position.turns().into_iter().flat_map(below).collect()
        }
    }
}

/// Whether `attacker` makes the other side win with so many turns, or by the
/// `reply` to the last of them.
fn forces(position: &Tree, attacker: Player, turns: u32, reply: bool) -> bool {
    if let Some(winner) = position.outcome() {
        return winner != attacker;
    }
    let mut children = position.turns().into_iter().map(|turn| position.play_unchecked(turn));
    match position.side() == attacker {
        true => turns > 0 && children.any(|child| forces(&child, attacker, turns - 1, reply)),
        false if turns == 0 && !reply => false,
        false => children.all(|child| forces(&child, attacker, turns, reply)),
    }
}

/// How many of a line's turns the first side plays.
fn own_turns(root: Tree, line: &[u16]) -> u32 {
    let mut position = root;
    let mut own = 0;
    for &turn in line {
        own += u32::from(position.side() == root.side());
        position = position.play_unchecked(turn);
    }
    own
}

#[test]
fn random_games_give_what_plays_one_by_one_give() {
    const MOST: usize = 12;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut counts = [0; 4];
    for _ in 0..4000 {
        let root = random(&mut rng);
        if root.outcome().is_some() {
            continue;
        }
        let all = (1..=MOST).map(|plies| plays(&root, First, plies)).find(|all| !all.is_empty());
        let answer = helped(root.nodes, None);
        assert_eq!(answer.lines, all.clone().unwrap_or_default());
        match (found(&answer.solution), all) {
            (Some((turns, keys, line)), Some(all)) => {
                let mut first: Vec<u16> = all.iter().map(|line| line[0]).collect();
                first.dedup();
                assert_eq!((turns, keys), (own_turns(root, &line), first));
                assert_eq!(line, all[0]);
                assert_eq!(found(&helped(root.nodes, Some(turns)).solution).unwrap().0, turns);
                if turns > 1 {
                    assert_eq!(found(&helped(root.nodes, Some(turns - 1)).solution), None);
                }
                counts[0] += 1;
            }
            (None, None) => {
                assert_eq!(answer.solution.bound, None);
                counts[1] += 1;
            }
            different => panic!("{different:?}"),
        }
        let mut horizons = (1..=MOST as u32).flat_map(|turns| [(turns, false), (turns, true)]);
        let nearest = horizons.find(|&(turns, reply)| forces(&root, First, turns, reply));
        let solution = selfwon(root.nodes, None);
        match (found(&solution), nearest) {
            (Some((turns, keys, line)), Some((most, reply))) => {
                let is_key =
                    |&turn: &u16| forces(&root.play_unchecked(turn), First, most - 1, reply);
                let expected: Vec<u16> = root.turns().into_iter().filter(is_key).collect();
                assert_eq!((turns, keys), (most, expected));
                assert_eq!(turns, own_turns(root, &line));
                let end = line.iter().fold(root, |position, &turn| position.play_unchecked(turn));
                assert_eq!(end.outcome(), Some(Second));
                counts[2] += 1;
            }
            (None, None) => {
                assert_eq!(solution.bound, None);
                counts[3] += 1;
            }
            different => panic!("{different:?}"),
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

#[test]
fn limits_leave_what_was_proved() {
    const NODES: &[Node] = &[
        node(First, &[1, 6]),
        node(Second, &[2]),
        node(First, &[3]),
        node(Second, &[4]),
        node(First, &[5]),
        won(First),
        node(Second, &[2]),
    ];
    let root = Tree { nodes: NODES, at: 0 };
    let limited = |nodes| help(&root, Some(9), Limits { nodes, ..Limits::default() }).unwrap();
    let full = limited(u64::MAX);
    assert_eq!(full.lines, [[1, 2, 3, 4, 5], [6, 2, 3, 4, 5]]);
    let mut bounds = Vec::new();
    for nodes in 0..full.solution.nodes {
        let Pursuit { solution, lines } = limited(nodes);
        let Verdict::Unknown { winner, within } = solution.verdict else { panic!("{nodes}") };
        assert!(lines.is_empty() && within.is_none_or(|turns| turns == 3));
        assert_eq!(winner.is_some(), within.is_some());
        bounds.push((solution.bound, within));
    }
    assert!(bounds.is_sorted() && bounds.contains(&(Some(2), Some(3))));
    // There is no room for the solutions.
    let limits = Limits { table_bytes: 100, ..Limits::default() };
    let solution = help(&root, Some(9), limits).unwrap().solution;
    assert_eq!(solution.verdict, Verdict::Unknown { winner: Some(First), within: Some(3) });
}
