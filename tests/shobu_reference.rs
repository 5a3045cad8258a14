//! The numbers that independent programs agree on; where they come from is
//! said at the head of the files.

use rayon::prelude::*;
use tsume::game::{Game, Notation};
use tsume::perft::Method;
use tsume::shobu::Position;
use tsume::solver::{Limits, Verdict, Win, solve};

const PERFT: &str = include_str!("data/shobu.perft");
const WINS: &str = include_str!("data/shobu-wins.tsv");
const LONG_WINS: &str = include_str!("data/shobu-long-wins.tsv");
const NO_TURN_WINS: &str = include_str!("data/shobu-no-turn-wins.tsv");
const CORNERED: &str = include_str!("data/shobu-cornered.tsv");
const DEEP: &str = include_str!("data/shobu-deep.tsv");

fn lines(data: &str) -> Vec<&str> {
    data.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

fn position(text: &str) -> Position {
    Position::parse(text.trim(), Position::RULES[0]).unwrap_or_else(|error| panic!("{error}"))
}

/// A line of a perft suite: the position, and the counts by depth.
fn suite_line(line: &str) -> (Position, Vec<(u32, u64)>) {
    let mut fields = line.split(';');
    let position = position(fields.next().expect("a position"));
    let counts = fields.map(|field| {
        let (depth, count) = field.trim().split_once(' ').expect("D1 232");
        let depth = depth.strip_prefix('D').expect("D1").parse().expect("a depth");
        (depth, count.parse().expect("a count"))
    });
    (position, counts.collect())
}

/// Counts every line up to `max_depth` and gives the number of counts compared.
fn check_suite(method: Method, max_depth: u32) -> usize {
    let suite: Vec<_> = lines(PERFT).into_iter().map(suite_line).collect();
    let mut compared = 0;
    for (position, counts) in suite {
        for (depth, count) in counts.into_iter().filter(|&(depth, _)| depth <= max_depth) {
            let counted = method.count_parallel(&position, depth, |_| ());
            assert_eq!(counted, Ok(count), "depth {depth} of {position}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn playing_every_turn_counts_as_the_suite_says() {
    assert_eq!(check_suite(Method::Walk, 3), 34 * 3);
}

#[test]
fn counting_the_last_ply_counts_as_the_suite_says() {
    assert_eq!(check_suite(Method::Bulk, 4), 34 * 3 + 1);
}

#[test]
fn shares_of_the_first_turns_add_up() {
    for (position, counts) in lines(PERFT).into_iter().map(suite_line) {
        let shares = Method::Bulk.divide(&position, 2, |_| ()).expect("a small count");
        assert!(shares.iter().map(|(turn, _)| turn).eq(&position.turns()), "{position}");
        assert_eq!(shares.iter().map(|(_, count)| count).sum::<u64>(), counts[1].1);
    }
}

/// The keys as the files write them: `a=b c` is a key with two spellings and
/// another one.
fn written_keys(win: &Win<Position>) -> String {
    let keys = win.keys.iter().map(|key| {
        let spellings: Vec<_> = key.turns.iter().map(ToString::to_string).collect();
        spellings.join("=")
    });
    keys.collect::<Vec<_>>().join(" ")
}

/// Solves a line `position <TAB> turns <TAB> keys` within four turns; 0 turns
/// stand for no win.
fn check_win(line: &str) {
    let fields: Vec<_> = line.split('\t').collect();
    let &[text, turns, keys] = fields.as_slice() else { panic!("three columns: {line}") };
    let position = position(text);
    let solution = solve(&position, 4, Limits::default()).expect("an open game");
    match solution.verdict {
        Verdict::Win(win) => {
            assert_eq!(win.turns.to_string(), turns, "{text}");
            assert_eq!(written_keys(&win), keys, "{text}");
            assert!(win.keys.iter().any(|key| key.turns.contains(&win.line[0])), "{text}");
            check_line(position, &win);
        }
        Verdict::None => assert_eq!(("0", "", Some(4)), (turns, keys, solution.bound), "{text}"),
        Verdict::Loss { .. } | Verdict::Unknown { .. } => panic!("no decision, no limit: {text}"),
    }
}

/// Replays a line: it is as long as the win, legal, and ends with it.
fn check_line(mut position: Position, win: &Win<Position>) {
    let attacker = position.side();
    assert_eq!(win.line.len() as u32, 2 * win.turns - 1, "{position}");
    for &turn in &win.line {
        assert_eq!(position.outcome(), None, "{turn} in {position}");
        assert!(position.is_legal(turn), "{turn} in {position}");
        position = position.play_unchecked(turn);
    }
    assert_eq!(position.outcome(), Some(attacker), "{position}");
}

#[test]
fn shortest_wins_and_their_keys_are_those_of_the_file() {
    let lines = lines(WINS);
    assert_eq!(lines.len(), 103);
    lines.par_iter().for_each(|line| check_win(line));
}

#[test]
fn wins_by_leaving_no_turn_are_those_of_the_file() {
    let lines = lines(NO_TURN_WINS);
    assert_eq!(lines.len(), NO_TURN_WINS.lines().count() - 2);
    lines.par_iter().for_each(|line| check_win(line));
}

/// Having to move is what loses: after the key the opponent would be safe for
/// as many turns as are left, if it could pass.
#[test]
fn wins_by_zugzwang_are_found() {
    let is_zugzwang = |line: &&str| {
        let position = position(line.split('\t').next().expect("a position"));
        let solution = solve(&position, 4, Limits::default()).expect("an open game");
        let Verdict::Win(win) = solution.verdict else { return false };
        let passed = win.keys[0].position.passed().filter(|_| win.turns > 1);
        passed.is_some_and(|passed| {
            let solution = solve(&passed, win.turns - 1, Limits::default()).expect("an open game");
            solution.verdict == Verdict::None
        })
    };
    let found: Vec<_> = lines(NO_TURN_WINS).into_par_iter().filter(is_zugzwang).collect();
    assert_eq!(found.len(), 12, "{}", found.join("\n"));
    // As the file states them.
    found.iter().for_each(|line| check_win(line));
}

/// A win within as many turns as were searched, and all spellings of its keys.
#[test]
fn wins_of_the_cornered_are_those_of_a_plain_search() {
    let lines = lines(CORNERED);
    let found = lines.par_iter().map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let &[text, turns, bound, keys] = fields.as_slice() else { panic!("four columns: {line}") };
        let (position, bound) = (position(text), bound.parse().expect("a number"));
        let solution = solve(&position, bound, Limits::default()).expect("an open game");
        let (found, mut spellings) = match solution.verdict {
            Verdict::Win(win) => {
                check_line(position, &win);
                (win.turns, win.keys.into_iter().flat_map(|key| key.turns).collect())
            }
            Verdict::None => (0, Vec::new()),
            Verdict::Loss { .. } | Verdict::Unknown { .. } => panic!("no limit: {text}"),
        };
        spellings.sort_unstable();
        let spellings: Vec<_> = spellings.iter().map(ToString::to_string).collect();
        assert_eq!(
            (found.to_string().as_str(), spellings.join(" ").as_str()),
            (turns, keys),
            "{text}"
        );
        found
    });
    let found: Vec<_> = found.collect();
    let count = |turns| found.iter().filter(|&&found| found == turns).count();
    assert_eq!([0, 3, 4, 5, 6].map(count), [18, 16, 22, 2, 1]);
}

/// A sample of the positions from games, as far as five turns.
#[test]
fn wins_in_positions_from_games_are_those_of_the_file() {
    let sample: Vec<_> = lines(DEEP).into_iter().step_by(4).collect();
    let found = sample.par_iter().map(|line| {
        let (text, turns) = line.split_once('\t').expect("two columns");
        let turns: u32 = turns.trim().parse().expect("a number");
        let expected = (1..=5).contains(&turns).then_some(turns);
        let verdict = solve(&position(text), 5, Limits::default()).expect("an open game").verdict;
        let found = match verdict {
            Verdict::Win(win) => Some(win.turns),
            Verdict::None => None,
            Verdict::Loss { .. } | Verdict::Unknown { .. } => panic!("no limit: {text}"),
        };
        assert_eq!(found, expected, "{text}");
        found
    });
    let found: Vec<_> = found.collect();
    assert_eq!((found.len(), found.iter().flatten().count()), (25, 7));
}

/// One after the other: each has all threads.
#[test]
fn long_wins_are_those_of_the_file() {
    let lines = lines(LONG_WINS);
    assert_eq!(lines.len(), 15);
    for line in lines {
        let fields: Vec<_> = line.split('\t').collect();
        let (position, turns) = (position(fields[0]), fields[1].parse::<u32>().expect("a number"));
        let solution = solve(&position, turns + 1, Limits::default()).expect("an open game");
        let Verdict::Win(win) = solution.verdict else { panic!("a win in {turns}: {position}") };
        assert_eq!((win.turns, written_keys(&win).as_str()), (turns, fields[2]), "{position}");
        assert_eq!(win.line.len(), 2 * turns as usize - 1, "{position}");
    }
}

/// A long win is found before it is known to be the shortest; and where the nodes
/// run out in between, nothing is said that does not hold.
#[test]
fn a_limit_leaves_what_was_proved_of_long_wins() {
    let mut found = 0;
    for line in lines(LONG_WINS).into_iter().step_by(3) {
        let fields: Vec<_> = line.split('\t').collect();
        let (position, turns) = (position(fields[0]), fields[1].parse::<u32>().expect("a number"));
        let solved = |nodes| {
            let limits = Limits { nodes, threads: 1, ..Limits::default() };
            solve(&position, 15, limits).expect("an open game")
        };
        let full = solved(u64::MAX).nodes;
        for nodes in [full / 4, full / 2, full - 1] {
            let cut = solved(nodes);
            let Verdict::Unknown { winner, within } = cut.verdict else { panic!("{position}") };
            assert_eq!(winner.is_some(), within.is_some(), "{position}");
            assert!(within.is_none_or(|within| within >= turns), "{position}");
            assert!(cut.bound < Some(turns) && cut.nodes <= nodes, "{position}");
            found += u32::from(within.is_some() && cut.bound < Some(turns - 1));
        }
    }
    assert!(found > 0, "{found}");
}

#[test]
fn a_tight_bound_and_a_tiny_table_change_nothing() {
    for line in lines(NO_TURN_WINS).into_iter().take(20) {
        let fields: Vec<_> = line.split('\t').collect();
        let (position, turns) = (position(fields[0]), fields[1].parse().expect("a number"));
        let limits = Limits { table_bytes: 0, ..Limits::default() };
        let Ok(solution) = solve(&position, turns, limits) else { panic!("an open game") };
        let Verdict::Win(win) = solution.verdict else { panic!("a win in {turns}: {position}") };
        assert_eq!((win.turns, written_keys(&win).as_str()), (turns, fields[2]), "{position}");
        if turns > 1 {
            let shorter = solve(&position, turns - 1, limits).expect("an open game");
            assert_eq!(shorter.verdict, Verdict::None, "{position}");
        }
    }
}
