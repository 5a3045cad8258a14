//! SPOOK against reference figures and against a plain second implementation.

mod spook_plain;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use spook_plain::{Ball, Pyramid};
use tsume::game::{Game, Notation, Player, Quietness, Themed};
use tsume::perft::Method;
use tsume::solver::{Limits, Rating, Value, Verdict, decide, rate, solve};
use tsume::spook::{Action, Points, Position, Rules, Turn};

const NAMES: &[&str] = <Position as Notation>::RULES;

fn read(fen: &str, rules: &'static str) -> Position {
    Position::parse(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn perft_matches_the_reference() {
    let mut rules = NAMES[0];
    let mut counts = 0;
    for line in include_str!("data/spook.perft").lines() {
        if let Some(name) = line.strip_prefix("# rules=") {
            rules = NAMES.iter().find(|rules| **rules == name).unwrap();
        }
        if line.starts_with('#') {
            continue;
        }
        let (fen, depths) = line.split_once(" ;").unwrap();
        let position = read(fen, rules);
        for depth in depths.split(';') {
            let (depth, count) = depth.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
            let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
            for method in [Method::Walk, Method::Bulk] {
                assert_eq!(method.count(&position, depth), Ok(count), "{fen} D{depth} {method:?}");
            }
            counts += 1;
        }
    }
    assert_eq!(counts, 189, "the reference has been read");
}

/// The same position for the plain implementation.
fn plain(position: &Position) -> Pyramid {
    let rules = match position.ruleset() {
        Rules::Spook2011 => spook_plain::Rules::Spook2011,
        Rules::Current => spook_plain::Rules::Current,
    };
    Pyramid::parse(&position.to_string(), rules)
}

/// Compares turns, the positions they reach, and the winner.
fn compare(position: &Position) {
    let plain = plain(position);
    let expected: Vec<_> =
        plain.turns().into_iter().map(|(turn, next)| (turn, next.fen())).collect();
    let turns: Vec<_> = position
        .turns()
        .into_iter()
        .map(|turn| (turn.to_string(), position.play_unchecked(turn).to_string()))
        .collect();
    assert_eq!(turns, expected, "{position} {}", position.rules());
    let winner = plain.winner().map(|ball| match ball {
        Ball::Red => Player::First,
        _ => Player::Second,
    });
    assert_eq!(position.winner(), winner, "{position}");
    assert_eq!(position.outcome(), winner, "{position}");
}

#[test]
fn whole_games_match_a_plain_implementation() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for game in 0..300 {
        let mut position = Position::start(NAMES[game % 2]);
        loop {
            compare(&position);
            let turns = position.turns();
            if turns.is_empty() {
                break;
            }
            position = position.play_unchecked(turns[rng.next_u32() as usize % turns.len()]);
        }
    }
}

#[test]
fn sparse_positions_match_a_plain_implementation() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut seen = Seen::default();
    for number in 0..30_000 {
        let rules = [Rules::Spook2011, Rules::Current][number % 2];
        let Some(position) = random(&mut rng, rules) else { continue };
        seen.count(&position.turns());
        compare(&position);
    }
    let Seen { positions, places, removals, passes, long_walks } = seen;
    assert!(positions > 20_000, "{seen:?}");
    assert!(places.min(removals).min(passes).min(long_walks) > 50, "{seen:?}");
}

/// How often each kind of turn came up.
#[derive(Default, Debug)]
struct Seen {
    positions: u32,
    places: u32,
    removals: u32,
    passes: u32,
    long_walks: u32,
}

impl Seen {
    fn count(&mut self, turns: &[Turn]) {
        self.positions += 1;
        match turns.first().map(|turn| turn.action()) {
            Some(Action::Place(_)) => self.places += 1,
            Some(Action::Remove(_)) => self.removals += 1,
            Some(Action::Pass) => self.passes += 1,
            _ => {}
        }
        self.long_walks += u32::from(turns.iter().any(|turn| turn.stops().count() > 4));
    }
}

/// A pyramid of at most 24 balls with Spooky somewhere on top, if it is legal.
fn random(rng: &mut ChaCha8Rng, rules: Rules) -> Option<Position> {
    let mut below = |bound: usize| rng.next_u32() as usize % bound;
    let mut position = Position::empty(rules);
    let count = 1 + below(24);
    for _ in 0..count {
        let turns = position.turns();
        position = position.play_unchecked(turns[below(turns.len())]);
    }
    let mut setup = position.setup();
    // One of the free balls becomes Spooky.
    let spooky = position.free().nth(below(position.free().len() as usize))?;
    setup.spooky = Points::of(spooky);
    let others = position.coloured() & !setup.spooky;
    setup.red = match below(3) {
        0 => setup.red & others,
        // Only one's pinned balls are the other's, who may have to pass.
        1 => others & !position.pinned(),
        _ => others.filter(|_| below(2) == 0).fold(Points::EMPTY, |red, p| red | Points::of(p)),
    };
    setup.black = others & !setup.red;
    setup.side = [Player::First, Player::Second][below(2)];
    Position::new(setup, rules).ok()
}

#[test]
fn what_is_wrong_with_a_position_is_named() {
    for line in include_str!("data/spook-invalid.tsv").lines().filter(|line| !line.starts_with('#'))
    {
        let (fen, expected) = line.split_once('\t').unwrap();
        let error = Position::parse(fen, NAMES[0]).expect_err(fen).to_string();
        assert_eq!(error, expected, "{fen}");
    }
}

#[test]
fn the_rule_that_a_turn_breaks_is_named() {
    for line in include_str!("data/spook-illegal.tsv").lines().filter(|line| !line.starts_with('#'))
    {
        let [fen, turn, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let error = read(fen, NAMES[0]).parse_turn(turn).expect_err(line).to_string();
        assert_eq!(error, expected, "{fen} {turn}");
    }
}

#[test]
fn turns_are_described() {
    for (fen, turn, expected) in [
        ("4/4/4/4:3/3/3:2/2:1 r", "a1", ""),
        ("4/4/2b1/1wr1:3/3/3:2/2:1 r", "b1-c1", "takes 1 red ball on level 1"),
        ("1w1b/r3/4/4:3/3/3:2/2:1 r", "@a2", "puts the isolated Spooky beside a ball, on a2"),
        ("4/1w2/1bbb/1brb:3/3/1bb:2/2:1 b", "pass", "has nothing to remove"),
    ] {
        let position = read(fen, NAMES[0]);
        let turn = position.parse_turn(turn).unwrap();
        assert_eq!(position.describe(turn), expected, "{fen} {turn}");
    }
}

/// Who wins, in how many plies, and the first turns that do.
fn decided(position: &Position) -> (&'static str, usize, String) {
    match decide(position, Limits::default()).unwrap().verdict {
        Verdict::Win(win) => {
            assert_eq!(win.turns as usize, win.line.len().div_ceil(2), "{position}");
            let mut turns: Vec<_> = win.keys.into_iter().flat_map(|key| key.turns).collect();
            turns.sort_unstable();
            let turns: Vec<_> = turns.iter().map(ToString::to_string).collect();
            check_line(position, &win.line, position.side());
            ("win", win.line.len(), turns.join(" "))
        }
        Verdict::Loss { line } => {
            check_line(position, &line, position.side().other());
            ("loss", line.len(), String::new())
        }
        Verdict::None | Verdict::Unknown { .. } => panic!("{position}: there is no limit"),
    }
}

fn check_line(position: &Position, line: &[Turn], winner: Player) {
    let mut position = *position;
    for &turn in line {
        assert!(position.is_legal(turn), "{position} {turn}");
        position = position.play_unchecked(turn);
    }
    assert_eq!(position.winner(), Some(winner), "{position}");
}

#[test]
fn exact_values_match_the_reference() {
    let mut count = 0;
    for line in include_str!("data/spook-values.tsv").lines().filter(|line| !line.starts_with('#'))
    {
        let [fen, value, plies, keys] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let mut keys: Vec<_> = keys.split_whitespace().collect();
        keys.sort_unstable();
        let expected = (value, plies.parse().unwrap(), keys.join(" "));
        assert_eq!(decided(&read(fen, NAMES[0])), expected, "{fen}");
        count += 1;
    }
    assert_eq!(count, 81, "the reference has been read");
}

/// The search within a number of turns and the one without a bound agree.
#[test]
fn bounded_and_exact_solutions_agree() {
    let mut wins = 0;
    for line in include_str!("data/spook-values.tsv").lines().filter(|line| !line.starts_with('#'))
    {
        let position = read(line.split('\t').next().unwrap(), NAMES[0]);
        let exact = decide(&position, Limits::default()).unwrap().verdict;
        let bounded = solve(&position, 3, Limits::default()).unwrap().verdict;
        match exact {
            Verdict::Win(win) if win.turns <= 3 => {
                assert_eq!(bounded, Verdict::Win(win), "{position}");
                wins += 1;
            }
            _ => assert_eq!(bounded, Verdict::None, "{position}"),
        }
    }
    assert!(wins > 20, "{wins}");
}

#[test]
fn full_pyramids_are_worth_what_they_were() {
    let lines = include_str!("data/spook-pyramids.tsv").lines();
    for line in lines.filter(|line| !line.starts_with('#')).take(3) {
        let [fen, value, plies] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (decided, length, _) = decided(&read(fen, NAMES[0]));
        assert_eq!((decided, length), (value, plies.parse().unwrap()), "{fen}");
    }
}

#[test]
fn exact_values_match_a_plain_implementation() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut count = 0;
    while count < 300 {
        let Some(position) = random(&mut rng, Rules::Spook2011) else { continue };
        if position.winner().is_some() || position.coloured().len() > 9 {
            continue;
        }
        for Rating { turn, value } in rate(&position, Limits::default()).unwrap() {
            let (wins, plies) = plain(&position.play_unchecked(turn)).value();
            assert_eq!(value, Some(Value { wins: !wins, plies: plies + 1 }), "{position} {turn}");
        }
        let (wins, plies) = plain(&position).value();
        let (value, length, _) = decided(&position);
        assert_eq!((value == "win", length), (wins, plies as usize), "{position}");
        count += 1;
    }
}

/// The last ball of the visit decides who opens the getaway.
#[test]
fn the_ruleset_matters_when_spooky_comes() {
    let fen = "rbrb/brbr/rbrb/brbr:rbr/brb/rbr:br/rb:1 b";
    let [old, new] = [NAMES[0], NAMES[1]].map(|rules| read(fen, rules));
    let top = old.parse_turn("j1").unwrap();
    assert_ne!(old.key(), new.key());
    // Neither takes anything, whoever is to move next.
    assert_eq!([old, new].map(|position| position.quietness(top)), [Quietness::Quiet; 2]);
    let (old, new) = (old.play_unchecked(top), new.play_unchecked(top));
    assert_eq!((old.side(), new.side()), (Player::Second, Player::First));
    assert_eq!(old.to_string(), "rbrb/brbr/rbrb/brbr:rbr/brb/rbr:br/rb:w b");
    let other = read(&old.to_string(), NAMES[1]);
    assert_eq!((old.key(), old.rules(), other.rules()), (other.key(), NAMES[0], NAMES[1]));
}

/// Before Spooky's turn the value is that of the getaway, which the ruleset
/// decides.
#[test]
fn the_end_of_the_visit_is_decided() {
    let text = "rbrb/brbr/rbrb/brbr:rbr/brb/rbr:br/rb:1 b";
    for (rules, expected) in [(NAMES[0], ("win", 29)), (NAMES[1], ("loss", 30))] {
        let (value, plies, _) = decided(&read(text, rules));
        assert_eq!((value, plies), expected, "{rules}");
    }
}
