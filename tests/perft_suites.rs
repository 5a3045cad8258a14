//! The suites that are shipped: every method agrees with every line, and on
//! the tricky positions two plain implementations that share no code with the
//! library do so too.

mod shobu_mailbox;
mod spook_plain;

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use shobu_mailbox::Mailbox;
use spook_plain::Pyramid;
use tsume::game::Notation;
use tsume::games::{AnyPosition, Choice, Visitor};
use tsume::perft::{Expected, Fold, Method, Suite, SuiteLine, count_with};
use tsume::shobu::SequenceCounter;
use tsume::spook;

const SHOBU: &str = include_str!("data/shobu.perft");
const SPOOK: &str = include_str!("data/spook.perft");
const TRICKY_SHOBU: &str = include_str!("data/shobu-tricky.perft");
const TRICKY_SPOOK: &str = include_str!("data/spook-tricky.perft");

/// All lines of a suite.
fn lines(text: &str) -> Vec<SuiteLine> {
    let suite = Suite::new(text.as_bytes(), Choice::default());
    suite.map(|line| line.unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// Counts by every method.
struct All(u32);

impl Visitor for All {
    type Output = Vec<u64>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Vec<u64> {
        let Self(depth) = self;
        // Too little to merge more than a ply or two, and ample.
        let fold =
            |memory| Fold { memory }.count(&position, depth, |_| {}).expect("it fits 64 bits");
        let plain = |method: Method| {
            method.count_parallel(&position, depth, |_| {}).expect("it fits 64 bits")
        };
        let mut counts =
            vec![plain(Method::Walk), plain(Method::Bulk), fold(100_000), fold(64 << 20)];
        if let AnyPosition::Shobu(position) = position.into() {
            let mut portable = SequenceCounter::portable(1 << 20);
            counts.push(count_with(&mut portable, &position, depth).expect("it fits 64 bits"));
        }
        counts
    }
}

#[test]
fn all_methods_agree_with_every_line() {
    let most = if cfg!(debug_assertions) { 400_000 } else { 5_000_000 };
    for text in [SHOBU, SPOOK, TRICKY_SHOBU, TRICKY_SPOOK] {
        let mut checked = 0;
        for line in lines(text) {
            for &Expected { depth, turns, .. } in line.counts.iter().filter(|c| c.turns <= most) {
                let counts = line.position.visit(All(depth));
                assert!(counts.iter().all(|&count| count == turns), "{line:?}: {counts:?}");
                checked += 1;
            }
        }
        assert!(checked >= 40, "the suite has been read");
    }
}

/// The number of sequences, by an implementation that shares no code with the
/// library.
fn count_plainly(position: &AnyPosition, depth: u32) -> u64 {
    match position {
        AnyPosition::Shobu(position) => Mailbox::parse(&position.to_string()).perft(depth),
        AnyPosition::Spook(position) => {
            let rules = match position.ruleset() {
                spook::Rules::Spook2011 => spook_plain::Rules::Spook2011,
                spook::Rules::Current => spook_plain::Rules::Current,
            };
            Pyramid::parse(&position.to_string(), rules).perft(depth)
        }
    }
}

#[test]
fn plain_implementations_agree_on_the_tricky_positions() {
    for text in [TRICKY_SHOBU, TRICKY_SPOOK] {
        lines(text).par_iter().for_each(|line| {
            for expected in &line.counts {
                let count = count_plainly(&line.position, expected.depth);
                assert_eq!(count, expected.turns, "{line:?}");
            }
        });
    }
}

/// In the visit the colours alternate, so a sequence is an order in which the
/// points are occupied: counted here by adding up over the sets of them.
#[test]
fn visits_are_orders_of_the_points() {
    let size = |level: u32| 4 - level;
    let point = |level: u32, row, col| {
        (0..level).map(|l| size(l) * size(l)).sum::<u32>() + row * size(level) + col
    };
    let mut below = Vec::new();
    for level in 0..4 {
        for (row, col) in
            (0..size(level)).flat_map(|row| (0..size(level)).map(move |col| (row, col)))
        {
            let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let bit = |(r, c)| 1u32 << point(level - 1, row + r, col + c);
            below.push(if level == 0 { 0 } else { corners.map(bit).iter().sum() });
        }
    }
    let start = spook::Position::start(spook::Position::RULES[0]);
    let mut orders = HashMap::from([(0u32, 1u64)]);
    for depth in 1..=10 {
        let mut longer = HashMap::new();
        for (&set, &count) in &orders {
            let open = |&p: &usize| set >> p & 1 == 0 && set & below[p] == below[p];
            for p in (0..below.len()).filter(open) {
                *longer.entry(set | 1 << p).or_insert(0) += count;
            }
        }
        orders = longer;
        let count = Fold { memory: 64 << 20 }.count(&start, depth, |_| {});
        assert_eq!(count, Ok(orders.values().sum()), "depth {depth}");
    }
}

#[test]
fn the_documentation_lists_every_tricky_position() {
    let documentation = include_str!("../docs/perft.md");
    for line in [TRICKY_SHOBU, TRICKY_SPOOK].into_iter().flat_map(str::lines) {
        let Some((position, _)) = line.split_once(" ;") else { continue };
        assert!(documentation.contains(&format!("`{position}`")), "{position}");
    }
}

#[test]
fn every_tricky_position_says_what_it_exercises() {
    for text in [TRICKY_SHOBU, TRICKY_SPOOK] {
        let mut positions = HashSet::new();
        let (mut rules, mut above) = ("", "");
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("# rules=") {
                rules = name;
            }
            if !line.starts_with('#') {
                let is_new = positions.insert((rules, line.split(" ;").next()));
                assert!(is_new, "{line}: twice");
                assert!(above.starts_with("# ") && !above.contains('='), "{line}: no comment");
            }
            above = line;
        }
        assert!(positions.len() >= 12);
    }
}
