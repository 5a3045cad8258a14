//! The goals beside the direct win on positions of the games, against plays
//! written out one by one.

mod shobu_positions;

use std::collections::HashSet;

use shobu_positions::Source;
use tsume::game::{Game, Notation, Player};
use tsume::solver::{Goal, Limits, Pursuit, Verdict, selfwin_slip};
use tsume::{shobu, spook};

/// What is found within a bound.
fn solve<G: Game>(goal: Goal, position: &G, bound: u32) -> Pursuit<G> {
    goal.solve(position, Some(bound), 5, Limits::default()).expect("the game goes on")
}

/// The positions that a line leads through.
fn path<G: Game>(root: &G, line: &[G::Turn]) -> Vec<G> {
    let mut position = *root;
    let step = |&turn| {
        assert!(position.turns().contains(&turn), "{position:?} {turn}");
        position = position.play_unchecked(turn);
        position
    };
    line.iter().map(step).collect()
}

/// Every different play of exactly `plies` turns after which `attacker` has
/// won, by the positions that it leads through.
fn plays<G: Game>(position: &G, attacker: Player, plies: usize, all: &mut HashSet<Vec<G>>) {
    fn go<G: Game>(path: &mut Vec<G>, attacker: Player, plies: usize, all: &mut HashSet<Vec<G>>) {
        let position = path[path.len() - 1];
        match (position.outcome(), plies) {
            (Some(winner), 0) if winner == attacker => drop(all.insert(path[1..].to_vec())),
            (Some(_), _) | (None, 0) => {}
            (None, _) => {
                for turn in position.turns() {
                    path.push(position.play_unchecked(turn));
                    go(path, attacker, plies - 1, all);
                    path.pop();
                }
            }
        }
    }
    go(&mut vec![*position], attacker, plies, all);
}

fn check_help<G: Game>(position: &G, plies: usize, bound: u32) -> bool {
    let attacker = position.side();
    let expected = (1..=plies)
        .map(|plies| {
            let mut all = HashSet::new();
            plays(position, attacker, plies, &mut all);
            all
        })
        .find(|all| !all.is_empty())
        .unwrap_or_default();
    let answer = solve(Goal::Help, position, bound);
    let lines: Vec<_> = answer.lines.iter().map(|line| path(position, line)).collect();
    assert!(answer.lines.is_sorted());
    assert_eq!(lines.len(), expected.len(), "{position:?}");
    assert_eq!(lines.into_iter().collect::<HashSet<_>>(), expected, "{position:?}");
    if let Verdict::Win(win) = &answer.solution.verdict {
        let keys: HashSet<G> = win.keys.iter().map(|key| key.position).collect();
        assert_eq!(keys, expected.iter().map(|path| path[0]).collect());
        assert_eq!(win.line, answer.lines[0]);
    }
    assert_eq!(answer.is_reached(), !expected.is_empty());
    answer.is_reached()
}

fn forces<G: Game>(position: &G, attacker: Player, plies: usize) -> bool {
    if let Some(winner) = position.outcome() {
        return winner != attacker;
    }
    let mut turns = position.turns().into_iter();
    let after = |turn| forces(&position.play_unchecked(turn), attacker, plies - 1);
    plies > 0
        && match position.side() == attacker {
            true => turns.any(after),
            false => turns.all(after),
        }
}

/// How many plies the opponent can be made to win in.
fn distance<G: Game>(position: &G, attacker: Player, most: usize) -> Option<usize> {
    (0..=most).find(|&plies| forces(position, attacker, plies))
}

/// Follows the line, and of each of its positions tries every turn.
fn check_slips<G: Game>(root: &G, turns: u32, line: &[G::Turn]) -> usize {
    let attacker = root.side();
    let mut slips = 0;
    let mut position = *root;
    for (ply, &best) in line.iter().enumerate() {
        let left = line.len() - ply - 1;
        for turn in position.turns() {
            let child = position.play_unchecked(turn);
            let is_best = distance(&child, attacker, left) == Some(left);
            let play = [&line[..ply], &[turn]].concat();
            let slip = selfwin_slip(root, turns, &play, Limits::default()).unwrap();
            assert_eq!(slip.is_none(), is_best, "{root:?} {play:?}");
            if let Some((number, other)) = slip {
                assert_eq!(number, ply, "{root:?} {play:?}");
                let child = position.play_unchecked(other);
                assert_eq!(distance(&child, attacker, left), Some(left), "{root:?} {play:?}");
                slips += 1;
            }
        }
        position = position.play_unchecked(best);
    }
    slips
}

/// How many single turns away from the line are slips, if the opponent can be
/// made to win.
fn check_self<G: Game>(position: &G, plies: usize, bound: u32) -> Option<usize> {
    let attacker = position.side();
    let expected = (1..=plies).find(|&plies| forces(position, attacker, plies));
    let answer = solve(Goal::SelfWin, position, bound);
    let found = match &answer.solution.verdict {
        Verdict::Win(win) => Some(win),
        Verdict::None => None,
        other => panic!("{other:?}"),
    };
    assert_eq!(found.map(|win| win.line.len()), expected, "{position:?}");
    if let (Some(win), Some(plies)) = (found, expected) {
        let end = path(position, &win.line).pop().expect("a line has turns");
        assert_eq!(end.outcome(), Some(attacker.other()));
        for turn in position.turns() {
            let is_key = win.keys.iter().any(|key| key.turns.contains(&turn));
            let forced = forces(&position.play_unchecked(turn), attacker, plies - 1);
            assert_eq!(is_key, forced, "{position:?} {turn}");
        }
    }
    found.map(|win| check_slips(position, win.turns, &win.line))
}

/// Positions in which White can be made to win, found among random ones: every
/// turn that is left to it clears a board.
fn zugzwangs() -> Vec<shobu::Position> {
    let texts = [
        "3b3b/b3w3/b3b3/3w4/4b3/2bww3/b3w3/8 b",
        "4w1b1/8/8/2wb4/3bw2b/8/3w4/7b b",
        "ww6/b7/4b3/6ww/2w5/1bb5/7w/1b5b b",
        "2b1w3/2b4b/2b3b1/3w2b1/1b6/4w3/4w1b1/3w4 b",
        "4w3/1b2b1b1/1b6/1b1w3b/3bbw2/2bww3/8/8 b",
        "4w3/3w3b/2bw3b/8/4wb2/2b4b/3w4/3w1b2 b",
        "1wwbb2b/8/4w3/8/3bb3/8/2b5/3ww3 b",
    ];
    texts.map(|text| shobu::Position::parse(text, shobu::Position::RULES[0]).unwrap()).to_vec()
}

#[test]
fn shobu() {
    let many = |make, seed, count| {
        let mut positions = Source::many(seed, count, make);
        positions.retain(|position: &shobu::Position| position.outcome().is_none());
        positions
    };
    let positions = [
        many(Source::sparse, 1, 60),
        many(Source::nearly_stuck, 2, 60),
        many(Source::cornered, 3, 60),
    ]
    .concat();
    let positions = [positions, zugzwangs()].concat();
    let few = |position: &&shobu::Position| position.count_turns() <= 50;
    let small: Vec<_> = positions.iter().filter(few).collect();
    let helped = small.iter().filter(|position| check_help(**position, 3, 2)).count();
    let slips: Vec<_> = small.iter().filter_map(|position| check_self(*position, 4, 2)).collect();
    assert!(small.len() > 50 && helped > 30, "{} {helped}", small.len());
    assert!(slips.len() >= 5 && slips.iter().sum::<usize>() > 20, "{slips:?}");
}

#[test]
fn spook() {
    let (mut compared, mut helped, mut slips, mut never) = (0, 0, Vec::new(), 0);
    for line in include_str!("data/spook-values.tsv").lines() {
        let Some((text, _)) = line.split_once('\t') else { continue };
        let position = spook::Position::parse(text, spook::Position::RULES[0]).unwrap();
        if text.matches(['r', 'b']).count() > 11 {
            continue;
        }
        compared += 1;
        helped += usize::from(check_help(&position, 6, 3));
        slips.extend(check_self(&position, 6, 3));
        // Without a bound, the getaway ends.
        let answer = Goal::SelfWin.solve(&position, None, 5, Limits::default()).unwrap();
        assert_eq!(answer.solution.bound, None);
        never += usize::from(!answer.is_reached());
    }
    let others = (compared - helped, compared - slips.len());
    assert!(others.0 > 0 && others.1 > 5, "{compared} {others:?}");
    assert!(helped > 10 && never > 5, "{helped} {never}");
    assert!(slips.len() > 5 && slips.iter().sum::<usize>() > 20, "{slips:?}");
}
