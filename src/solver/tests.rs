//! The solver on explicit trees: cases that no real game offers on demand.

use super::{Finished, Limits, Solution, Verdict, solve};
use crate::game::Player::{First, Second};
use crate::game::tree::{Node, Tree};
use crate::game::{Game, Player};

const fn node(side: Player, children: &'static [u16]) -> Node {
    Node { side, winner: None, children }
}

const fn won(winner: Player) -> Node {
    Node { side: winner.other(), winner: Some(winner), children: &[] }
}

fn solved(nodes: &'static [Node], bound: u32) -> Solution<Tree> {
    solve(&Tree { nodes, at: 0 }, bound, Limits::default()).unwrap()
}

/// The number of turns, the spellings of the keys, and the line.
fn win(nodes: &'static [Node], bound: u32) -> Option<(u32, Vec<Vec<u16>>, Vec<u16>)> {
    match solved(nodes, bound).verdict {
        Verdict::Win(win) => {
            let keys = win.keys.into_iter().map(|key| key.turns).collect();
            Some((win.turns, keys, win.line))
        }
        _ => None,
    }
}

#[test]
fn the_shortest_win_is_found_and_not_a_longer_one() {
    // 1 wins in two, 2 at once.
    const NODES: &[Node] =
        &[node(First, &[1, 2]), node(Second, &[3]), won(First), node(First, &[2])];
    assert_eq!(win(NODES, 3), Some((1, vec![vec![2]], vec![2])));
}

#[test]
fn a_side_without_a_turn_has_lost() {
    const NODES: &[Node] = &[node(First, &[1, 2]), node(Second, &[]), node(Second, &[0])];
    assert_eq!(win(NODES, 1), Some((1, vec![vec![1]], vec![1])));
}

#[test]
fn running_out_of_turns_oneself_is_no_win() {
    const NODES: &[Node] = &[node(First, &[1]), node(Second, &[2]), node(First, &[])];
    assert_eq!(solved(NODES, 9).verdict, Verdict::None);
}

#[test]
fn the_defender_holds_out_as_long_as_it_can() {
    // After 1, reply 2 loses at once, reply 3 two turns later.
    const NODES: &[Node] = &[
        node(First, &[1]),
        node(Second, &[2, 3]),
        node(First, &[6]),
        node(First, &[4]),
        node(Second, &[5]),
        node(First, &[6]),
        won(First),
    ];
    assert_eq!(win(NODES, 2), None);
    assert_eq!(win(NODES, 3), Some((3, vec![vec![1]], vec![1, 3, 4, 5, 6])));
}

#[test]
fn a_win_by_the_defenders_own_turn_counts_the_attackers_turns() {
    // Every reply to 1 loses at once, as in zugzwang.
    const NODES: &[Node] = &[node(First, &[1]), node(Second, &[2, 3]), won(First), won(First)];
    assert_eq!(win(NODES, 1), Some((1, vec![vec![1]], vec![1, 2])));
}

#[test]
fn keys_win_in_the_fewest_plies() {
    // 1 wins with the reply to it, 4 by itself: both in one turn.
    const NODES: &[Node] =
        &[node(First, &[1, 4]), node(Second, &[2, 3]), won(First), won(First), won(First)];
    assert_eq!(win(NODES, 1), Some((1, vec![vec![4]], vec![4])));
}

#[test]
fn a_turn_after_which_the_opponent_has_won_is_no_win() {
    const NODES: &[Node] = &[node(First, &[1, 2]), won(Second), node(Second, &[3]), won(Second)];
    assert_eq!(solved(NODES, 4).verdict, Verdict::None);
}

#[test]
fn the_same_side_may_move_twice() {
    // The attacker moves twice in a row: two turns.
    const ATTACKER: &[Node] = &[node(First, &[1]), node(First, &[2]), won(First)];
    assert_eq!(win(ATTACKER, 1), None);
    assert_eq!(win(ATTACKER, 2), Some((2, vec![vec![1]], vec![1, 2])));
    // The defender moves twice between two turns of the attacker.
    const DEFENDER: &[Node] =
        &[node(First, &[1]), node(Second, &[2]), node(Second, &[3]), node(First, &[4]), won(First)];
    assert_eq!(win(DEFENDER, 1), None);
    assert_eq!(win(DEFENDER, 2), Some((2, vec![vec![1]], vec![1, 2, 3, 4])));
    // Turns of the defender in a row cost the attacker nothing, however many.
    const THRICE: &[Node] = &[
        node(First, &[1]),
        node(Second, &[2]),
        node(Second, &[3]),
        node(Second, &[4]),
        node(First, &[5]),
        won(First),
    ];
    assert_eq!(win(THRICE, 2), Some((2, vec![vec![1]], vec![1, 2, 3, 4, 5])));
}

/// One first turn wins by the attacker's second turn, the defender moving twice
/// in between; the other by the reply to that turn.
#[test]
fn a_win_before_the_last_reply_beats_one_by_it() {
    const NODES: &[Node] = &[
        node(First, &[1, 5]),
        node(Second, &[2]),
        node(Second, &[3]),
        node(First, &[4]),
        won(First),
        node(Second, &[6]),
        node(First, &[7]),
        node(Second, &[4]),
    ];
    assert_eq!(win(NODES, 2), Some((2, vec![vec![1]], vec![1, 2, 3, 4])));
}

#[test]
fn positions_that_repeat_do_not_confuse_the_search() {
    // 1 leads back to 0 unless the defender blunders; 3 wins in two.
    const NODES: &[Node] = &[
        node(First, &[1, 3]),
        node(Second, &[0, 2]),
        node(First, &[5]),
        node(Second, &[4]),
        node(First, &[5, 1]),
        won(First),
    ];
    assert_eq!(win(NODES, 9), Some((2, vec![vec![3]], vec![3, 4, 5])));
}

#[test]
fn turns_to_the_same_position_are_one_key() {
    /// A tree in which every turn has a twin with another name.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Twins(Tree);
    impl Game for Twins {
        type Turn = u16;
        type Key = u16;
        fn side(&self) -> Player {
            self.0.side()
        }
        fn winner(&self) -> Option<Player> {
            self.0.winner()
        }
        fn key(&self) -> u16 {
            self.0.key()
        }
        fn visit_turns<B>(
            &self,
            mut visit: impl FnMut(u16) -> std::ops::ControlFlow<B>,
        ) -> std::ops::ControlFlow<B> {
            self.0.visit_turns(|turn| {
                visit(turn + 100)?;
                visit(turn)
            })
        }
        fn play_unchecked(&self, turn: u16) -> Self {
            Self(self.0.play_unchecked(turn % 100))
        }
    }
    const NODES: &[Node] = &[node(First, &[1, 2, 3]), won(First), won(First), node(Second, &[0])];
    let solution = solve(&Twins(Tree { nodes: NODES, at: 0 }), 2, Limits::default()).unwrap();
    let Verdict::Win(win) = solution.verdict else { panic!("there is a win") };
    let keys: Vec<_> = win.keys.into_iter().map(|key| key.turns).collect();
    assert_eq!(keys, [[1, 101], [2, 102]]);
}

/// A game that leaves out what the contract allows it to leave out: defences
/// after which the opponent wins at once, and every attack where one turn is
/// left.
#[test]
fn shortcuts_are_taken_only_where_they_hold() {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Short(Tree);
    impl Game for Short {
        type Turn = u16;
        type Key = u16;
        fn side(&self) -> Player {
            self.0.side()
        }
        fn winner(&self) -> Option<Player> {
            self.0.winner()
        }
        fn key(&self) -> u16 {
            self.0.key()
        }
        fn visit_turns<B>(
            &self,
            visit: impl FnMut(u16) -> std::ops::ControlFlow<B>,
        ) -> std::ops::ControlFlow<B> {
            self.0.visit_turns(visit)
        }
        fn play_unchecked(&self, turn: u16) -> Self {
            Self(self.0.play_unchecked(turn))
        }
        fn visit_attacks<B>(
            &self,
            turns: u32,
            visit: impl FnMut(u16) -> std::ops::ControlFlow<B>,
        ) -> std::ops::ControlFlow<B> {
            assert!(turns >= 2 && !self.wins_now());
            self.0.visit_turns(visit)
        }
        fn visit_defences<B>(
            &self,
            mut visit: impl FnMut(u16) -> std::ops::ControlFlow<B>,
        ) -> std::ops::ControlFlow<B> {
            assert!(!self.wins_now());
            self.0.visit_turns(|turn| match self.play_unchecked(turn).wins_now() {
                true => std::ops::ControlFlow::Continue(()),
                false => visit(turn),
            })
        }
    }
    const NODES: &[Node] = &[node(First, &[1]), node(Second, &[2]), node(First, &[3]), won(First)];
    let solution = solve(&Short(Tree { nodes: NODES, at: 0 }), 3, Limits::default()).unwrap();
    let Verdict::Win(win) = solution.verdict else { panic!("there is a win") };
    assert_eq!((win.turns, win.line), (2, vec![1, 2, 3]));
}

#[test]
fn finished_games_are_refused() {
    const WON: &[Node] = &[won(Second)];
    let finished = |winner| Err(Finished { winner });
    assert_eq!(solve(&Tree { nodes: WON, at: 0 }, 1, Limits::default()), finished(Second));
    const STUCK: &[Node] = &[node(First, &[])];
    assert_eq!(solve(&Tree { nodes: STUCK, at: 0 }, 1, Limits::default()), finished(Second));
}

#[test]
fn a_limit_leaves_what_was_proved() {
    const NODES: &[Node] = &[
        node(First, &[1]),
        node(Second, &[2]),
        node(First, &[3]),
        node(Second, &[4]),
        node(First, &[5]),
        won(First),
    ];
    let limited = |nodes| {
        let limits = Limits { nodes, ..Limits::default() };
        solve(&Tree { nodes: NODES, at: 0 }, 5, limits).unwrap()
    };
    let full = limited(u64::MAX);
    let Verdict::Win(win) = full.verdict else { panic!("there is a win") };
    assert_eq!((win.turns, full.bound), (3, Some(5)));
    let (mut bounds, mut found) = (Vec::new(), 0);
    for nodes in 0..full.nodes {
        let cut = limited(nodes);
        assert!(cut.nodes <= nodes);
        let Verdict::Unknown { winner, within } = cut.verdict else {
            panic!("{nodes} nodes are not enough for a verdict")
        };
        assert_eq!(winner.is_some(), within == Some(3));
        assert!(winner.is_none() || cut.bound == Some(2));
        bounds.push(cut.bound);
        found += usize::from(within.is_some());
    }
    // The win is found before its keys and its line are.
    assert!(found > 0);
    assert!(bounds.is_sorted() && bounds.contains(&Some(0)) && bounds.contains(&Some(2)));
}

#[test]
fn an_interrupt_stops_the_search() {
    use std::sync::atomic::AtomicBool;
    let interrupt = AtomicBool::new(true);
    let limits = Limits { interrupt: Some(&interrupt), ..Limits::default() };
    let solution = solve(&crate::shobu::Position::START, 20, limits).unwrap();
    assert_eq!(solution.verdict, Verdict::Unknown { winner: None, within: None });
    assert!(solution.bound < Some(20));
}
