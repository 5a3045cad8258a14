//! What is told of whole solutions, against the definitions, worked out by
//! solving one position after another.

mod shobu_positions;

use std::collections::{BTreeMap, BTreeSet};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use shobu_positions::Source;
use tsume::game::{Game, Notation, Player};
use tsume::solver::{Answer, Dual, Explorer, Key, Limits, Next, Try, Verdict, Win, solve};
use tsume::theme::idea;
use tsume::{shobu, spook};

/// The shortest win of the side to move within so many turns, by a search of its
/// own.
fn win<G: Game>(position: &G, turns: u32) -> Option<Win<G>> {
    if turns == 0 || position.outcome().is_some() {
        return None;
    }
    match solve(position, turns, Limits { table_bytes: 1 << 16, ..Limits::default() })
        .expect("it goes on")
        .verdict
    {
        Verdict::Win(win) => Some(win),
        _ => None,
    }
}

/// The positions that the turns reach, with the turns that do.
fn children<G: Game>(position: &G) -> Vec<Key<G>> {
    let mut keys: Vec<Key<G>> = Vec::new();
    for turn in position.turns() {
        let child = position.play_unchecked(turn);
        match keys.iter_mut().find(|key| key.position == child) {
            Some(key) => key.turns.push(turn),
            None => keys.push(Key { turns: vec![turn], position: child }),
        }
    }
    keys
}

/// Whether `attacker` wins with so many turns left, the opponent to move or the
/// game over.
fn wins_after_turn<G: Game>(position: &G, attacker: Player, turns: u32) -> bool {
    match position.outcome() {
        Some(winner) => winner == attacker,
        None => refutations(position, attacker, turns).is_empty(),
    }
}

/// The replies after which `attacker` does not win in so many turns.
fn refutations<G: Game>(position: &G, attacker: Player, turns: u32) -> Vec<Key<G>> {
    let mut replies = children(position);
    replies.retain(|reply| match reply.position.outcome() {
        Some(winner) => winner != attacker,
        None => win(&reply.position, turns).is_none(),
    });
    replies
}

/// The duals, by the positions in which they are.
fn duals<G: Game>(position: &G, solution: &Win<G>) -> BTreeMap<String, Vec<Key<G>>> {
    let attacker = position.side();
    let mut found = BTreeMap::new();
    let mut pending = vec![(position.play_unchecked(solution.line[0]), solution.turns - 1)];
    while let Some((position, turns)) = pending.pop() {
        if turns < 2 {
            continue;
        }
        let plies = |reply: &Key<G>| win(&reply.position, turns).map_or(0, |win| win.line.len());
        let replies: Vec<_> =
            children(&position).into_iter().map(|reply| (plies(&reply), reply)).collect();
        let longest = replies.iter().map(|(plies, _)| *plies).max().unwrap_or(0);
        for (_, reply) in replies.into_iter().filter(|(plies, _)| *plies == longest) {
            let Some(next) = win(&reply.position, turns) else { continue };
            if next.turns > 1 {
                let mut keys = children(&reply.position);
                keys.retain(|key| wins_after_turn(&key.position, attacker, next.turns - 1));
                if keys.len() > 1 {
                    found.insert(format!("{:?}", reply.position), keys);
                }
            }
            pending.push((reply.position.play_unchecked(next.line[0]), next.turns - 1));
        }
    }
    found
}

fn tries<G: Game>(position: &G, turns: u32) -> Vec<Try<G>> {
    let attacker = position.side();
    let going_on = |key: &Key<G>| key.position.winner().is_none();
    let only = |Key { turns: spellings, position }: Key<G>| {
        let mut refutations = refutations(&position, attacker, turns - 1);
        let refutation = refutations.pop().filter(|_| refutations.is_empty())?;
        Some(Try { turns: spellings, position, refutation })
    };
    children(position).into_iter().filter(going_on).filter_map(only).collect()
}

/// A win in so many turns as something to compare.
fn answer<G: Game>(position: &G, attacker: Player, turns: u32) -> Option<Answer<G>> {
    match position.outcome() {
        Some(winner) if winner == attacker => Some(Answer { turns: 0, keys: Vec::new() }),
        Some(_) => None,
        None => win(position, turns).map(|Win { turns, keys, .. }| Answer { turns, keys }),
    }
}

/// Every node of the tree says what a search of its own says, and nothing that
/// can happen is left out.
fn tree_is_whole<G: Game>(explorer: &mut Explorer<'_, G>) -> usize {
    let tree = explorer.tree(2000).expect("there is a solution");
    let (complete, tree) = (tree.complete, tree.found);
    let positions: BTreeSet<_> = tree.nodes.iter().map(|n| format!("{:?}", n.position)).collect();
    assert_eq!(positions.len(), tree.nodes.len());
    for node in tree.nodes.iter().take(15) {
        let turns: BTreeSet<_> = node.branches.iter().flat_map(|b| b.turns.clone()).collect();
        assert!(
            node.branches.is_sorted_by_key(|b| std::cmp::Reverse(b.plies)) || tree.attacks(node)
        );
        for (place, branch) in (0..).zip(&node.branches) {
            assert_eq!(branch.next == Next::End, branch.position.outcome().is_some());
            match branch.next {
                Next::Node(next) => {
                    assert_eq!(tree.nodes[next].position, branch.position);
                    assert_eq!(tree.nodes[next].plies, branch.plies);
                }
                Next::End => assert_eq!(branch.plies, 0),
                Next::Cut => assert!(!complete || (place > 0 && tree.attacks(node))),
            }
        }
        assert!(
            node.branches
                .iter()
                .map(|branch| branch.plies + 1)
                .max()
                .is_none_or(|most| tree.attacks(node) || most == node.plies)
        );
        if tree.attacks(node) {
            let win = win(&node.position, node.turns).expect("a win");
            assert_eq!((win.turns, win.line.len() as u32), (node.turns, node.plies));
            let fastest: BTreeSet<_> = win.keys.iter().flat_map(|key| key.turns.clone()).collect();
            let slow = node.branches.iter().filter(|branch| branch.plies + 1 > node.plies);
            let slow: BTreeSet<_> = slow.flat_map(|branch| branch.turns.clone()).collect();
            assert_eq!(fastest, &turns - &slow);
            assert_eq!(node.branches[0].turns[0], win.line[0]);
            for key in children(&node.position) {
                let wins = wins_after_turn(&key.position, tree.attacker, node.turns - 1);
                assert_eq!(wins, turns.contains(&key.turns[0]), "{:?}", node.position);
            }
        } else {
            assert_eq!(turns, node.position.turns().into_iter().collect());
        }
    }
    tree.nodes.len()
}

#[derive(Clone, Copy, Default, Debug)]
struct Found {
    wins: usize,
    nodes: usize,
    duals: usize,
    tries: usize,
    answers: usize,
    threats: usize,
}

fn check<G: Game>(position: &G, mut explorer: Explorer<'_, G>, found: &mut Found) {
    let Verdict::Win(solution) = explorer.solution().verdict.clone() else { return };
    found.wins += 1;
    check_variations(position, &mut explorer, &solution, found);
    let some = explorer.tries();
    assert!(some.complete);
    assert_eq!(some.found, tries(position, solution.turns), "{position:?}");
    found.tries += some.found.len();
    let attacker = position.side();
    if let Some(set_play) = explorer.set_play() {
        let replies = set_play.found.replies;
        assert_eq!(replies.len(), children(&position.passed().expect("a pass")).len());
        for reply in replies {
            let expected = answer(&reply.position, attacker, solution.turns - 1);
            assert_eq!(reply.answer, expected, "{position:?}");
            found.answers += usize::from(expected.is_some());
        }
    }
    let key = solution.keys[0].position;
    if let Some(threat) = explorer.threat(&key) {
        let expected = answer(&key.passed().expect("a pass"), attacker, solution.turns - 1);
        assert_eq!(threat.found, expected, "{position:?}");
        found.threats += usize::from(expected.is_some());
    }
}

/// The duals and the tree.
fn check_variations<G: Game>(
    position: &G,
    explorer: &mut Explorer<'_, G>,
    solution: &Win<G>,
    found: &mut Found,
) {
    let all: BTreeMap<_, _> = explorer
        .duals(usize::MAX)
        .found
        .into_iter()
        .map(|Dual { position, mut keys, .. }| {
            keys.sort_by_key(|key| key.turns[0]);
            (format!("{position:?}"), keys)
        })
        .collect();
    assert_eq!(all, duals(position, solution), "{position:?}");
    found.duals += all.len();
    found.nodes += tree_is_whole(explorer);
}

fn check_shobu(
    make: fn(&mut Source) -> shobu::Position,
    seed: u64,
    count: usize,
    turns: u32,
) -> Found {
    let mut found = Found::default();
    let positions = Source::many(seed, count, make);
    for position in positions.iter().filter(|position| position.outcome().is_none()) {
        check(position, Explorer::solve(position, turns, Limits::default()).unwrap(), &mut found);
    }
    found
}

#[test]
fn answers_in_shobu_are_those_of_the_definitions() {
    let two = check_shobu(Source::sparse, 21, 150, 2);
    let stuck = check_shobu(Source::nearly_stuck, 22, 20, 2);
    assert!(two.wins > 30 && two.tries > 10 && two.answers > 10 && two.threats > 5, "{two:?}");
    assert!(stuck.wins > 5, "{stuck:?}");
}

#[test]
fn variations_of_longer_wins_are_those_of_the_definitions() {
    let mut found = Found::default();
    let lines = include_str!("data/shobu-wins.tsv").lines();
    for line in lines.filter(|line| line.contains("\t3\t")).take(3) {
        let text = line.split('\t').next().expect("a position");
        let position = shobu::Position::parse(text, shobu::Position::RULES[0]).unwrap();
        let mut explorer = Explorer::solve(&position, 3, Limits::default()).unwrap();
        let Verdict::Win(win) = explorer.solution().verdict.clone() else { panic!("{text}") };
        check_variations(&position, &mut explorer, &win, &mut found);
    }
    assert!(found.duals > 5 && found.nodes > 300, "{found:?}");
}

/// Positions of random games, six turns before the end.
fn endings(seed: u64, count: usize) -> Vec<spook::Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut ending = || {
        let mut positions = vec![spook::Position::start("spook-2011")];
        while let Some(last) = positions.last().filter(|last| last.outcome().is_none()) {
            let turns = last.turns();
            positions.push(last.play_unchecked(turns[rng.next_u32() as usize % turns.len()]));
        }
        positions[positions.len() - 7]
    };
    (0..count).map(|_| ending()).collect()
}

/// By both searches: the bounded one, and the exact one.
#[test]
fn answers_in_spook_are_those_of_the_definitions() {
    let (mut bounded, mut exact) = (Found::default(), Found::default());
    for position in endings(24, 60) {
        let solved = Explorer::solve(&position, 3, Limits::default()).unwrap();
        check(&position, solved, &mut bounded);
        let decided = Explorer::decide(&position, Limits::default()).unwrap();
        if matches!(&decided.solution().verdict, Verdict::Win(win) if win.turns <= 4) {
            check::<spook::Position>(&position, decided, &mut exact);
        }
    }
    for found in [bounded, exact] {
        assert!(found.wins > 20 && found.duals > 5 && found.tries > 5, "{bounded:?} {exact:?}");
        assert!(found.answers > 20 && found.threats > 10, "{bounded:?} {exact:?}");
    }
}

/// Whether the attacker, to move, can end the game in these words, whatever the defender
/// does, in so many turns.
fn can_end<G: Notation>(position: &G, attacker: Player, turns: u32, how: &str) -> bool {
    let mut after = position.turns().into_iter().map(|turn| {
        let child = position.play_unchecked(turn);
        let left = turns - u32::from(position.side() == attacker);
        match child.outcome() {
            Some(winner) => winner == attacker && position.ending(turn) == how,
            None if left == 0 && child.side() == attacker => false,
            None => can_end(&child, attacker, left, how),
        }
    });
    match position.side() == attacker {
        true => turns > 0 && after.any(|can| can),
        false => after.all(|can| can),
    }
}

/// What a hint says of the end can be brought about after every reply to the key.
fn the_end_is_as_hinted<G: Notation>(texts: &[&str]) -> [usize; 2] {
    let mut counts = [0; 2];
    for text in texts {
        let position = G::parse(text, G::RULES[0]).unwrap();
        let mut explorer = Explorer::solve(&position, 2, Limits::default()).unwrap();
        let Verdict::Win(win) = explorer.solution().verdict.clone() else { panic!("{text}") };
        let idea = idea(&mut explorer, 5_000);
        let (key, side) = (win.keys[0].position, position.side());
        let end = idea.strip_prefix(&position.idea(win.line[0])).unwrap().trim_start();
        let is_named = end.starts_with("In the end");
        assert!(is_named || end == "How it ends is up to the defence.", "{text}: {idea}");
        if is_named {
            let ends = win.line.len() == 1 || can_end(&key, side, win.turns - 1, end);
            assert!(ends, "{text}: {idea}");
        }
        counts[usize::from(is_named)] += 1;
    }
    counts
}

#[test]
fn a_hint_names_the_end_only_if_it_can_be_forced() {
    let pack = |text: &'static str| {
        let positions = text.lines().filter_map(|line| line.split_once("position: \""));
        positions.map(|(_, rest)| rest.split('"').next().unwrap()).collect::<Vec<_>>()
    };
    let shobu = pack(include_str!("../puzzles/generated/shobu-2.yaml"));
    let [open, named] = the_end_is_as_hinted::<shobu::Position>(&shobu[..30]);
    assert!(open > 0 && named > 0, "{open} {named}");
    let spook = ["4/4/rb2/1wb1:3/3/3:2/2:1 r", "4/2w1/rb2/2b1:3/3/3:2/2:1 b"];
    the_end_is_as_hinted::<spook::Position>(&spook);
}
