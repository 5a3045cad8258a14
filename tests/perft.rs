//! Every way of counting, on every reference line.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use tsume::game::{Game, Notation, Symmetry};
use tsume::perft::{Fold, FoldError, Method, Overflow, Stats, Weighted, count_with, distinct};
use tsume::shobu::{Position, SequenceCounter};

/// Enough memory for every test.
const AMPLE: Fold = Fold { memory: 256 << 20 };

/// The lines of the suite: a position and its counts from depth 1 on.
fn suite() -> Vec<(Position, Vec<u64>)> {
    let text = include_str!("data/shobu.perft");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let mut fields = line.split(" ;D");
        let position = Position::parse(fields.next().unwrap(), Position::RULES[0]).unwrap();
        let count = |field: &str| field.split_once(' ').unwrap().1.parse().unwrap();
        (position, fields.map(count).collect())
    };
    lines.map(read).collect()
}

/// Checks a way of counting on all counts up to `most`.
fn check(most: u64, count: impl Fn(&Position, u32) -> u64) {
    for (position, counts) in suite() {
        for (depth, &expected) in (1..).zip(&counts).filter(|&(_, &count)| count <= most) {
            assert_eq!(count(&position, depth), expected, "{position} at depth {depth}");
        }
    }
}

/// One number for optimised tests, a smaller one for others.
const fn scaled(release: u64, debug: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

#[test]
fn walking_agrees_with_the_suite() {
    check(scaled(10_000_000, 1_000_000), |position, depth| {
        Method::Walk.count(position, depth).unwrap()
    });
}

#[test]
fn bulk_counting_agrees_with_the_suite() {
    check(scaled(u64::pow(10, 12), u64::pow(10, 10)), |position, depth| {
        Method::Bulk.count(position, depth).unwrap()
    });
}

#[test]
fn counting_without_special_instructions_agrees_with_the_suite() {
    let counter = std::cell::RefCell::new(SequenceCounter::portable(16 << 20));
    check(scaled(u64::pow(10, 12), u64::pow(10, 10)), |position, depth| {
        count_with(&mut *counter.borrow_mut(), position, depth).unwrap()
    });
}

#[test]
fn folding_agrees_with_the_suite() {
    check(scaled(u64::MAX, u64::pow(10, 10)), |position, depth| {
        AMPLE.count(position, depth, |_| {}).unwrap()
    });
}

#[test]
fn folding_with_little_memory_agrees_with_the_suite() {
    for memory in [0, 100_000] {
        check(scaled(u64::pow(10, 12), u64::pow(10, 10)), |position, depth| {
            Fold { memory }.count(position, depth, |_| {}).unwrap()
        });
    }
}

#[test]
fn bulk_counting_on_all_threads_agrees_with_the_suite() {
    check(scaled(u64::pow(10, 12), u64::pow(10, 10)), |position, depth| {
        Method::Bulk.count_parallel(position, depth, |_| {}).unwrap()
    });
}

#[test]
fn division_is_the_same_by_every_method() {
    for (position, counts) in suite().into_iter().step_by(6) {
        let expected = Method::Walk.divide(&position, 2, |_| {}).unwrap();
        assert_eq!(expected.len() as u64, counts[0]);
        assert!(expected.is_sorted_by_key(|&(turn, _)| turn));
        assert_eq!(expected.iter().map(|&(_, count)| count).sum::<u64>(), counts[1]);
        assert_eq!(Method::Bulk.divide(&position, 2, |_| {}).unwrap(), expected);
        assert_eq!(AMPLE.divide(&position, 2, |_| {}).unwrap(), expected);
    }
}

#[test]
fn shares_of_the_work_add_up_to_all_of_it() {
    let position = &suite()[14].0;
    let sum = std::sync::Mutex::new(0.0);
    let add = |share| *sum.lock().unwrap() += share;
    let complete = |what: &str| {
        let sum = std::mem::take(&mut *sum.lock().unwrap());
        assert!((sum - 1.0f64).abs() < 1e-6, "{what}: {sum}");
    };
    Method::Walk.count_parallel(position, 2, add).unwrap();
    complete("walk");
    Method::Bulk.divide(position, 4, add).unwrap();
    complete("bulk");
    AMPLE.count(position, 5, add).unwrap();
    complete("fold");
    Fold { memory: 200_000 }.count(position, 5, add).unwrap();
    complete("fold with little memory");
    distinct(position, 2, AMPLE.memory, add).unwrap();
    complete("distinct");
    AMPLE.stats(position, 2, add).unwrap();
    complete("stats");
}

#[test]
fn a_frontier_stands_for_all_sequences() {
    for (position, counts) in suite().into_iter().step_by(5) {
        let frontier = AMPLE.frontier(&position, 2, |_| {}).unwrap();
        let sequences = frontier.iter().map(|from| from.sequences).sum::<u64>();
        assert_eq!(sequences, counts[1]);
        let classes: HashSet<_> = frontier.iter().map(|from| from.position.canonical()).collect();
        assert_eq!(classes.len(), frontier.len());
        // In two parts, as two machines would do it, one of them folding on.
        let (here, there) = frontier.split_at(frontier.len() / 3);
        let here = Method::Bulk.count_below(here, 1, |_| {}).unwrap();
        let there = AMPLE.count_below(there, 1, |_| {}).unwrap();
        assert_eq!(here + there, counts[2]);
    }
}

#[test]
fn distinct_positions_agree_with_a_set_of_them() {
    let lines = suite().into_iter().filter(|(_, counts)| counts[1] < scaled(100_000, 4_000));
    for (position, _) in lines.step_by(3) {
        let mut reached = HashSet::from([position]);
        for depth in 0..=2 {
            let counted = distinct(&position, depth, AMPLE.memory, |_| {}).unwrap();
            assert_eq!(counted, reached.len() as u64, "{position} at depth {depth}");
            reached = reached.iter().flat_map(children).collect();
        }
    }
}

/// The positions that the turns of one lead to, as often as they do.
fn children(parent: &Position) -> Vec<Position> {
    let mut children = Vec::new();
    let _ = parent.visit_turns::<()>(|turn| {
        children.push(parent.play_unchecked(turn));
        ControlFlow::Continue(())
    });
    children
}

#[test]
fn merged_children_stand_for_all_turns() {
    for (position, _) in suite() {
        let mut turns = HashMap::new();
        for child in children(&position) {
            *turns.entry(child).or_insert(0) += 1;
        }
        let mut merged = HashMap::new();
        let _ = position.visit_children::<()>(|child, turns| {
            *merged.entry(child).or_insert(0) += turns;
            ControlFlow::Continue(())
        });
        assert_eq!(merged, turns, "{position}");
    }
}

#[test]
fn distinct_positions_without_room_for_them_are_an_error() {
    let result = distinct(&Position::START, 3, 1 << 16, |_| {});
    assert_eq!(result, Err(FoldError::Memory));
}

/// Adds up what the last of two turns do, by playing them.
fn stats_of_two_turns(position: &Position) -> Stats {
    let mut stats = Stats { traits: vec![0; Position::TRAITS.len()], ..Stats::default() };
    for turn in position.turns() {
        let child = position.play_unchecked(turn);
        for turn in child.turns() {
            let description = child.describe(turn);
            stats.turns += 1;
            stats.wins += u64::from(child.play_unchecked(turn).outcome() == Some(child.side()));
            stats.traits[0] += u64::from(description.contains(" off "));
            stats.traits[1] += u64::from(!description.contains("pushes"));
        }
    }
    stats
}

#[test]
fn stats_agree_with_descriptions() {
    for (position, _) in suite().into_iter().skip(2).step_by(5) {
        let stats = AMPLE.stats(&position, 2, |_| {}).unwrap();
        assert_eq!(stats, stats_of_two_turns(&position), "{position}");
    }
}

#[test]
fn counts_beyond_64_bits_are_errors() {
    let many = [Weighted { position: Position::START, sequences: u64::MAX / 100 }];
    for method in [Method::Walk, Method::Bulk] {
        assert_eq!(method.count_below(&many, 1, |_| {}), Err(Overflow));
    }
    for depth in [1, 4] {
        assert_eq!(AMPLE.count_below(&many, depth, |_| {}), Err(Overflow));
    }
    let all_but_one = [Weighted { position: Position::START, sequences: u64::MAX }];
    assert_eq!(AMPLE.count_below(&all_but_one, 0, |_| {}), Ok(u64::MAX));
}

/// SPOOK's visit ends with a turn after which the same side may move again.
#[test]
fn folding_knows_who_is_to_move() {
    for (rules, last) in [("spook-2011", 80), ("spook-current", 84)] {
        let full = "rbrb/brbr/rbrb/brbr:rbr/brb/rbr:br/rb:1 b";
        let full = tsume::spook::Position::parse(full, rules).unwrap();
        assert_eq!(AMPLE.count(&full, 5, |_| {}), Ok(last));
        for plies in 0..4 {
            let frontier = AMPLE.frontier(&full, plies, |_| {}).unwrap();
            for from in &frontier {
                let text = from.position.to_string();
                let read = tsume::spook::Position::parse(&text, rules);
                assert_eq!(read.ok(), Some(from.position), "{text}");
            }
            assert_eq!(Method::Walk.count_below(&frontier, 5 - plies, |_| {}), Ok(last));
        }
    }
}

/// Finished positions have nothing below them, in whatever numbers.
#[test]
fn finished_positions_do_not_overflow() {
    let text = "4wwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb w";
    let position = Position::parse(text, Position::RULES[0]).unwrap();
    let from = [Weighted { position, sequences: u64::MAX }; 2];
    assert_eq!(Fold { memory: 1 << 20 }.count_below(&from, 1, |_| {}), Ok(0));
    assert_eq!(Method::Bulk.count_below(&from, 1, |_| {}), Ok(0));
}
