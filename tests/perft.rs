//! Every way of counting, on every reference line.

use tsume::game::Notation;
use tsume::perft::Method;
use tsume::shobu::Position;

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
    check(scaled(10_000_000, 100_000), |position, depth| {
        Method::Walk.count(position, depth).unwrap()
    });
}

#[test]
fn bulk_counting_agrees_with_the_suite() {
    check(scaled(u64::pow(10, 12), 10_000_000), |position, depth| {
        Method::Bulk.count(position, depth).unwrap()
    });
}

#[test]
fn bulk_counting_on_all_threads_agrees_with_the_suite() {
    check(scaled(u64::pow(10, 12), 10_000_000), |position, depth| {
        Method::Bulk.count_parallel(position, depth, |_| {}).unwrap()
    });
}

#[test]
fn division_adds_up() {
    let divided = Method::Bulk.divide(&Position::START, 3, |_| {}).unwrap();
    assert_eq!(divided.len(), 232);
    assert!(divided.is_sorted_by_key(|&(turn, _)| turn));
    assert_eq!(divided.iter().map(|&(_, count)| count).sum::<u64>(), 8_675_832);
}
