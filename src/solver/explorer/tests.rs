//! Whole solutions on explicit trees, down to every branch.

use std::ops::ControlFlow;

use super::*;
use crate::game::Player::{First, Second};
use crate::game::tree::{Node as TreeNode, Tree as Game0};

const fn node(side: Player, children: &'static [u16]) -> TreeNode {
    TreeNode { side, winner: None, children }
}

const fn won(winner: Player) -> TreeNode {
    TreeNode { side: winner.other(), winner: Some(winner), children: &[] }
}

/// A tree in which a turn n from node a leads to node n modulo 100, so that
/// turns can have other spellings, and in which pairs of nodes are the same
/// position with the other side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position(Game0, &'static [[u16; 2]]);

impl Game for Position {
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
    fn visit_turns<B>(&self, visit: impl FnMut(u16) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.visit_turns(visit)
    }
    fn play_unchecked(&self, turn: u16) -> Self {
        Self(self.0.play_unchecked(turn % 100), self.1)
    }
    fn passed(&self) -> Option<Self> {
        let pair = self.1.iter().find(|pair| pair.contains(&self.0.at))?;
        let at = pair[usize::from(pair[0] == self.0.at)];
        Some(Self(Game0 { at, ..self.0 }, self.1))
    }
}

type Nodes = &'static [TreeNode];

fn explorer_within(
    nodes: Nodes,
    passes: &'static [[u16; 2]],
    limit: u64,
) -> Explorer<'static, Position> {
    let limits = Limits { nodes: limit, ..Limits::default() };
    Explorer::solve(&Position(Game0 { nodes, at: 0 }, passes), 5, limits).unwrap()
}

fn explorer(nodes: Nodes) -> Explorer<'static, Position> {
    explorer_within(nodes, &[], u64::MAX)
}

/// A branch as text: the spellings, the plies left, and what follows.
fn branch(branch: &Branch<Position>) -> String {
    let turns: Vec<_> = branch.turns.iter().map(u16::to_string).collect();
    let next = match branch.next {
        Next::End => "end".into(),
        Next::Cut => "cut".into(),
        Next::Node(number) => format!("#{number}"),
    };
    format!("{}:{} {next}", turns.join("="), branch.plies)
}

/// A node a line: the number in the game, turns and plies, the branches.
fn lines(tree: &Tree<Position>) -> Vec<String> {
    let line = |node: &Node<Position>| {
        let branches: Vec<_> = node.branches.iter().map(branch).collect();
        let at = node.position.0.at;
        format!("{at} in {}/{}: {}", node.turns, node.plies, branches.join(", "))
    };
    tree.nodes.iter().map(line).collect()
}

/// A win in three. Key 1 (also written 101). Reply 2 holds out for two turns,
/// 3 and 4 for one; in 2, both 5 and 6 win in two; 5 is answered by 7 and 8,
/// 6 by 8 alone. Turn 14 also wins in the three turns, as a second key.
static THREE: [TreeNode; 15] = [
    node(First, &[101, 1, 14, 13]),
    node(Second, &[3, 2, 4, 102]),
    node(First, &[6, 5, 13]),
    node(First, &[9]),
    node(First, &[9, 10]),
    node(Second, &[7, 8]),
    node(Second, &[8]),
    node(First, &[9]),
    node(First, &[10]),
    won(First),
    won(First),
    won(Second),
    node(First, &[13]),
    node(Second, &[11]),
    node(Second, &[2]),
];

#[test]
fn a_tree_has_all_replies_and_one_answer_to_each() {
    let mut explorer = explorer(&THREE);
    let tree = explorer.tree(100).unwrap();
    assert!(tree.complete);
    let expected = [
        "0 in 3/5: 1=101:4 #1, 14:4 cut",
        "1 in 2/4: 2=102:3 #2, 3:1 #5, 4:1 #6",
        "2 in 2/3: 5:2 #3, 6:2 cut",
        "5 in 1/2: 7:1 #4, 8:1 #7",
        "7 in 1/1: 9:0 end",
        "3 in 1/1: 9:0 end",
        "4 in 1/1: 9:0 end, 10:0 end",
        "8 in 1/1: 10:0 end",
    ];
    assert_eq!(lines(&tree.found), expected);
    assert_eq!(tree.found.attacker, First);
}

#[test]
fn a_small_tree_holds_the_longest_line_to_its_end() {
    let mut explorer = explorer(&THREE);
    let tree = explorer.tree(5).unwrap();
    assert!(!tree.complete);
    let expected = [
        "0 in 3/5: 1=101:4 #1, 14:4 cut",
        "1 in 2/4: 2=102:3 #2, 3:1 cut, 4:1 cut",
        "2 in 2/3: 5:2 #3, 6:2 cut",
        "5 in 1/2: 7:1 #4, 8:1 cut",
        "7 in 1/1: 9:0 end",
    ];
    assert_eq!(lines(&tree.found), expected);
}

#[test]
fn duals_are_told_with_the_way_to_them() {
    let mut explorer = explorer(&THREE);
    let duals = explorer.duals(usize::MAX);
    assert!(duals.complete);
    let [dual] = &duals.found[..] else { panic!("{duals:?}") };
    let keys: Vec<_> = dual.keys.iter().map(|key| key.turns.clone()).collect();
    assert_eq!((&dual.line[..], dual.position.0.at, dual.turns), (&[1, 2][..], 2, 2));
    assert_eq!(keys, [[5], [6]]);
    assert_eq!(explorer.duals(0), Part { found: Vec::new(), complete: false });
}

/// The reply that holds out longest, 2, leaves one way to win; after 3, which
/// loses sooner, both 6 and 7 win.
#[test]
fn a_choice_is_a_dual_only_against_the_longest_defence() {
    static NODES: [TreeNode; 10] = [
        node(First, &[1]),
        node(Second, &[2, 3]),
        node(First, &[4]),
        node(First, &[6, 7]),
        node(Second, &[5]),
        node(First, &[8]),
        won(First),
        won(First),
        node(Second, &[3]),
        won(Second),
    ];
    let mut explorer = explorer(&NODES);
    let Verdict::Win(win) = &explorer.solution().verdict else { panic!("a win") };
    assert_eq!((win.turns, &win.line[..]), (4, &[1, 2, 4, 5, 8, 3, 6][..]));
    assert_eq!(explorer.duals(usize::MAX), Part { found: Vec::new(), complete: true });
}

/// In 2, 3 wins by the attacker's last turn, 4 by the reply to it: a dual,
/// though no second key of the position. 5 needs a turn more.
#[test]
fn a_dual_wins_in_the_turns_left_if_not_in_the_plies() {
    static NODES: [TreeNode; 11] = [
        node(First, &[1]),
        node(Second, &[2]),
        node(First, &[3, 4, 5]),
        node(Second, &[6]),
        node(Second, &[7]),
        node(Second, &[2]),
        node(First, &[8]),
        node(First, &[9]),
        won(First),
        node(Second, &[8]),
        won(Second),
    ];
    let mut explorer = explorer(&NODES);
    let duals = explorer.duals(usize::MAX);
    let [dual] = &duals.found[..] else { panic!("{duals:?}") };
    let keys: Vec<_> = dual.keys.iter().map(|key| key.turns.clone()).collect();
    assert_eq!((keys, duals.complete), (vec![vec![3], vec![4]], true));
    let tree = explorer.tree(100).unwrap().found;
    assert_eq!(lines(&tree)[2], "2 in 2/3: 3:2 #3, 4:3 cut");
}

#[test]
fn lines_are_followed_to_their_ends_one_after_another() {
    let tree = explorer(&THREE).lines(7, 2).unwrap();
    assert!(tree.complete);
    let expected = [
        "0 in 3/5: 1=101:4 #1, 14:4 cut",
        "1 in 2/4: 2=102:3 #2, 3:1 #5, 4:1 cut",
        "2 in 2/3: 5:2 #3, 6:2 cut",
        "5 in 1/2: 7:1 #4, 8:1 #6",
        "7 in 1/1: 9:0 end",
        "3 in 1/1: 9:0 end",
        "8 in 1/1: 10:0 end",
    ];
    assert_eq!(lines(&tree.found), expected);
    let part = |most, replies| explorer(&THREE).lines(most, replies).unwrap();
    assert!(!part(6, 2).complete && !part(7, 3).complete && part(8, 3).complete);
}

/// Both sides can bring about the same positions in two orders.
#[test]
fn equal_positions_are_one_node() {
    static NODES: [TreeNode; 8] = [
        node(First, &[1]),
        node(Second, &[2, 3]),
        node(First, &[4]),
        node(First, &[4]),
        node(Second, &[5, 6]),
        node(First, &[7]),
        node(First, &[7]),
        won(First),
    ];
    let tree = explorer(&NODES).tree(100).unwrap().found;
    let expected = [
        "0 in 3/5: 1:4 #1",
        "1 in 2/4: 2:3 #2, 3:3 #5",
        "2 in 2/3: 4:2 #3",
        "4 in 1/2: 5:1 #4, 6:1 #6",
        "5 in 1/1: 7:0 end",
        "3 in 2/3: 4:2 #3",
        "6 in 1/1: 7:0 end",
    ];
    assert_eq!(lines(&tree), expected);
}

#[test]
fn sides_that_move_twice_have_nodes_of_their_own() {
    static NODES: [TreeNode; 6] = [
        node(First, &[1]),
        node(First, &[2]),
        node(Second, &[3]),
        node(Second, &[4]),
        node(First, &[5]),
        won(First),
    ];
    let expected = [
        "0 in 3/5: 1:4 #1",
        "1 in 2/4: 2:3 #2",
        "2 in 1/3: 3:2 #3",
        "3 in 1/2: 4:1 #4",
        "4 in 1/1: 5:0 end",
    ];
    assert_eq!(lines(&explorer(&NODES).tree(100).unwrap().found), expected);
    let position = Position(Game0 { nodes: &NODES, at: 0 }, &[]);
    let mut decided = Explorer::decide(&position, Limits::default()).unwrap();
    assert_eq!(lines(&decided.tree(100).unwrap().found), expected);
}

#[test]
fn a_loss_has_a_tree_of_the_winner() {
    static NODES: [TreeNode; 6] = [
        node(First, &[1, 2]),
        node(Second, &[3]),
        node(Second, &[4, 3]),
        won(Second),
        node(First, &[5]),
        node(Second, &[3]),
    ];
    let position = Position(Game0 { nodes: &NODES, at: 0 }, &[]);
    let mut explorer = Explorer::decide(&position, Limits::default()).unwrap();
    let tree = explorer.tree(100).unwrap().found;
    assert_eq!(tree.attacker, Second);
    let expected = ["0 in 1/2: 1:1 #1, 2:1 #2", "1 in 1/1: 3:0 end", "2 in 1/1: 3:0 end"];
    assert_eq!(lines(&tree), expected);
    assert!(explorer.tries().found.is_empty() && explorer.set_play().is_none());
}

/// 1 wins in two. 2 fails to 4 alone, 3 to both replies; after 5 the opponent
/// wins at once; 6 wins too, though one ply later.
static TRIES: [TreeNode; 13] = [
    node(First, &[1, 202, 2, 3, 5, 6]),
    node(Second, &[7]),
    node(Second, &[7, 104, 4]),
    node(Second, &[4, 9]),
    node(First, &[11]),
    won(Second),
    node(Second, &[10]),
    node(First, &[8]),
    won(First),
    node(First, &[11]),
    node(First, &[12]),
    node(Second, &[5]),
    node(Second, &[8]),
];

#[test]
fn a_try_fails_to_one_reply() {
    let tries = explorer(&TRIES).tries();
    assert!(tries.complete);
    let [attempt] = &tries.found[..] else { panic!("{tries:?}") };
    assert_eq!(attempt.turns, [2, 202]);
    assert_eq!(attempt.refutation.turns, [4, 104]);
}

#[test]
fn where_there_is_no_win_tries_are_measured_against_the_bound() {
    static NODES: [TreeNode; 6] = [
        node(First, &[1]),
        node(Second, &[2, 3]),
        node(First, &[4]),
        node(First, &[5]),
        won(First),
        node(Second, &[3]),
    ];
    let mut explorer = explorer(&NODES);
    assert_eq!(explorer.solution().verdict, Verdict::None);
    let tries = explorer.tries();
    assert_eq!((tries.found.len(), tries.complete), (1, true));
    assert_eq!(tries.found[0].refutation.turns, [3]);
}

/// 12 is the position with the defender to move: after 2 there is an answer,
/// after 3 the game is over, 4 has none. After key 1, 13 is what is
/// threatened.
static SET: [TreeNode; 14] = [
    node(First, &[1]),
    node(Second, &[2]),
    node(First, &[105, 5]),
    won(First),
    node(First, &[6]),
    won(First),
    node(Second, &[7]),
    won(Second),
    won(First),
    node(First, &[7]),
    node(First, &[7]),
    won(Second),
    node(Second, &[2, 4, 3]),
    node(First, &[8, 6]),
];

#[test]
fn set_play_answers_as_if_the_key_had_been_a_pass() {
    let mut explorer = explorer_within(&SET, &[[0, 12], [1, 13]], u64::MAX);
    let set_play = explorer.set_play().unwrap();
    assert!(set_play.complete);
    let answers: Vec<_> = set_play
        .found
        .replies
        .iter()
        .map(|reply| {
            let answer = reply.answer.as_ref();
            let keys = |answer: &Answer<Position>| {
                answer.keys.iter().map(|key| key.turns.clone()).collect::<Vec<_>>()
            };
            (reply.turns[0], answer.map(|answer| (answer.turns, keys(answer))))
        })
        .collect();
    assert_eq!(
        answers,
        [(2, Some((1, vec![vec![5, 105]]))), (3, Some((0, Vec::new()))), (4, None)]
    );
}

#[test]
fn a_threat_is_what_wins_if_the_defender_passes() {
    let mut explorer = explorer_within(&SET, &[[0, 12], [1, 13]], u64::MAX);
    let key = explorer.position.play_unchecked(1);
    let threat = explorer.threat(&key).unwrap();
    let answer = threat.found.unwrap();
    assert_eq!((answer.turns, answer.keys.len(), &answer.keys[0].turns[..]), (1, 1, &[8][..]));
    // Nobody can pass, or a pass threatens nothing.
    let mut never = explorer_within(&SET, &[], u64::MAX);
    let key = never.position.play_unchecked(1);
    assert_eq!(never.threat(&key), None);
    let mut nothing = explorer_within(&SET, &[[1, 9]], u64::MAX);
    let key = nothing.position.play_unchecked(1);
    assert_eq!(nothing.threat(&key), Some(Part { found: None, complete: true }));
}

/// Whatever is found before a limit is part of what there is.
#[test]
fn limits_leave_parts_of_the_truth() {
    let mut whole = explorer(&THREE);
    let tree = whole.tree(100).unwrap().found;
    let (duals, tries) = (whole.duals(usize::MAX).found, whole.tries().found);
    let enough = whole.nodes();
    let mut incomplete = 0;
    for limit in 0..enough {
        let mut cut = explorer_within(&THREE, &[], limit);
        if matches!(cut.solution().verdict, Verdict::Unknown { .. }) {
            assert!(cut.tree(100).is_none());
            continue;
        }
        let part = cut.tree(100).unwrap();
        for node in &part.found.nodes {
            let same = tree.nodes.iter().find(|known| known.position == node.position).unwrap();
            assert_eq!((node.turns, node.plies), (same.turns, same.plies));
            let turns = |node: &Node<Position>| {
                node.branches.iter().map(|branch| branch.turns.clone()).collect::<Vec<_>>()
            };
            assert!(node.branches.is_empty() || turns(node) == turns(same));
        }
        let (some_duals, some_tries) = (cut.duals(usize::MAX), cut.tries());
        assert!(some_duals.found.iter().all(|dual| duals.contains(dual)));
        assert!(some_duals.complete <= (some_duals.found == duals));
        assert!(some_tries.complete <= (some_tries.found == tries));
        assert!(cut.nodes() <= limit);
        assert_eq!(
            cut.is_stopped(),
            !(part.complete && some_duals.complete && some_tries.complete)
        );
        incomplete += usize::from(!part.complete);
    }
    assert!(incomplete > 0);
}
