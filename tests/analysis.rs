//! What every turn leads to, against plain recursion over the rules and against
//! reference figures.

mod plain;
mod shobu_positions;

use std::collections::HashMap;

use plain::Plain;
use shobu_positions::Source;
use tsume::game::{Game, Notation};
use tsume::solver::{Analysis, Choice, Limits, Outlook, analyze, analyze_or_decide, rate};
use tsume::{shobu, spook};

fn analyzed<G: Game>(position: &G, bound: u32) -> Analysis<G> {
    let analysis = analyze(position, bound, Limits::default(), |_| {}).expect("the game goes on");
    assert!(analysis.is_complete());
    analysis
}

fn shobu(text: &str) -> shobu::Position {
    shobu::Position::parse(text, shobu::Position::RULES[0]).unwrap()
}

fn spook(text: &str) -> spook::Position {
    spook::Position::parse(text, spook::Position::RULES[0]).unwrap()
}

/// Who wins and in how many plies, within so many, by nothing but the rules.
type Found = Option<(bool, u32)>;

struct Recursion<G>(HashMap<(G, u32), Found>);

impl<G: Game> Recursion<G> {
    /// For the side to move.
    fn position(&mut self, position: &G, plies: u32) -> Found {
        if let Some(winner) = position.outcome() {
            return Some((winner == position.side(), 0));
        }
        if plies == 0 {
            return None;
        }
        if let Some(found) = self.0.get(&(*position, plies)) {
            return *found;
        }
        let all: Vec<_> =
            position.turns().iter().map(|&turn| self.turn(position, turn, plies)).collect();
        let win = all.iter().flatten().filter(|(wins, _)| *wins).min_by_key(|(_, plies)| *plies);
        let found = match win {
            Some(win) => Some(*win),
            None if all.contains(&None) => None,
            None => all.into_iter().flatten().max_by_key(|(_, plies)| *plies),
        };
        self.0.insert((*position, plies), found);
        found
    }

    /// For the side that plays a turn, which counts as a ply.
    fn turn(&mut self, position: &G, turn: G::Turn, plies: u32) -> Found {
        let child = position.play_unchecked(turn);
        assert_ne!(child.side(), position.side(), "the sides alternate here");
        self.position(&child, plies - 1).map(|(wins, plies)| (!wins, plies + 1))
    }
}

/// What is found, if it is within the bound; the sides alternate.
fn within(found: Found, bound: u32) -> Outlook {
    match found {
        Some((true, plies)) if plies.div_ceil(2) <= bound => {
            Outlook::Win { turns: plies.div_ceil(2), plies: Some(plies) }
        }
        Some((false, plies)) if plies / 2 <= bound => {
            Outlook::Loss { turns: plies / 2, plies: Some(plies) }
        }
        _ => Outlook::Open,
    }
}

/// Compares an analysis with recursion; gives how many turns win and lose.
fn compare<G: Game>(position: &G, bound: u32) -> [usize; 2] {
    let analysis = analyzed(position, bound);
    let mut plain = Recursion(HashMap::new());
    // An opponent's win by the reply to its last turn is the farthest.
    let plies = 2 * bound + 1 + u32::from(G::CAN_LOSE_BY_MOVING);
    assert_eq!(analysis.outlook, within(plain.position(position, plies), bound));
    let mut turns = Vec::new();
    for choice in &analysis.choices {
        for &turn in &choice.turns {
            assert_eq!(position.play_unchecked(turn), choice.position);
            assert_eq!(choice.outlook, within(plain.turn(position, turn, plies), bound));
        }
        check_line(&mut plain, choice);
        turns.extend_from_slice(&choice.turns);
    }
    turns.sort_unstable();
    assert_eq!(turns, position.turns());
    let count = |is: fn(&Outlook) -> bool| {
        analysis.choices.iter().filter(|choice| is(&choice.outlook)).count()
    };
    [
        count(|outlook| matches!(outlook, Outlook::Win { .. })),
        count(|outlook| matches!(outlook, Outlook::Loss { .. })),
    ]
}

/// The line of a turn that wins or loses: each of its turns brings the end one
/// ply nearer, and is the first that does.
fn check_line<G: Game>(plain: &mut Recursion<G>, choice: &Choice<G>) {
    let mut position = choice.position;
    let (wins, plies) = match choice.outlook {
        Outlook::Win { plies, .. } => (true, plies),
        Outlook::Loss { plies, .. } => (false, plies),
        _ => return assert_eq!(choice.line, []),
    };
    let winner = if wins { position.side().other() } else { position.side() };
    let end = plies.expect("there was no limit") - 1;
    assert_eq!(choice.line.len() as u32, end);
    for (&turn, left) in choice.line.iter().zip((0..end).rev()) {
        let mut keeps = |turn: &G::Turn| {
            let child = position.play_unchecked(*turn);
            plain.position(&child, left) == Some((child.side() == winner, left))
        };
        let first = position.turns().into_iter().find(|turn| keeps(turn));
        assert_eq!(first, Some(turn), "{position:?}");
        position = position.play_unchecked(turn);
    }
    assert_eq!(position.outcome(), Some(winner));
}

fn sum(counts: impl Iterator<Item = [usize; 2]>) -> [usize; 2] {
    counts.fold([0; 2], |sum, count| [sum[0] + count[0], sum[1] + count[1]])
}

#[test]
fn shobu_is_worth_what_recursion_says() {
    let going_on = |position: &shobu::Position| position.outcome().is_none();
    let positions = |seed, count, make: fn(&mut Source) -> shobu::Position| {
        Source::many(seed, count, make).into_iter().filter(going_on)
    };
    let [wins, losses] = sum(positions(1, 30, Source::sparse)
        .chain(positions(2, 4, Source::mixed))
        .map(|position| compare(&position, 1)));
    assert!(wins > 10 && losses > 100, "{wins} {losses}");
    // Where one side has few turns, two turns can be looked through.
    let few = positions(3, 8, Source::cornered).chain(positions(4, 8, Source::nearly_stuck));
    let few = few.flat_map(|position| [Some(position), position.passed()]).flatten();
    let few = few.filter(|position| {
        let passed = position.passed().map_or(0, |passed| passed.count_turns());
        position.count_turns() * passed < 150
    });
    let [wins, _] = sum(few.map(|position| compare(&position, 2)));
    assert!(wins > 100, "{wins}");
}

/// The positions of a file of reference figures, and what stands behind each.
fn reference(file: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut fields = line.split('\t');
        (fields.next().expect("a position"), fields.collect())
    })
}

const SHOBU_WINS: &str = include_str!("data/shobu-wins.tsv");
const SPOOK_VALUES: &str = include_str!("data/spook-values.tsv");

fn spook_positions(plies: u32) -> impl Iterator<Item = spook::Position> {
    let near = move |fields: &[&str]| fields[1].parse::<u32>().expect("a number") <= plies;
    reference(SPOOK_VALUES).filter(move |(_, fields)| near(fields)).map(|(text, _)| spook(text))
}

#[test]
fn spook_is_worth_what_recursion_says_within_a_bound() {
    let [wins, losses] = sum(spook_positions(9).map(|position| compare(&position, 2)));
    assert!(wins > 20 && losses > 20, "{wins} {losses}");
}

#[test]
fn spook_is_decided_as_recursion_says() {
    for position in spook_positions(9) {
        let analysis = analyze_or_decide(&position, 1, Limits::default(), |_| {}).unwrap();
        assert!(analysis.bound.is_none() && analysis.is_complete());
        let mut plain = Recursion(HashMap::new());
        assert_eq!(analysis.outlook, within(plain.position(&position, 60), u32::MAX));
        let ratings = rate(&position, Limits::default()).unwrap();
        for choice in &analysis.choices {
            check_line(&mut plain, choice);
            for &turn in &choice.turns {
                let found = plain.turn(&position, turn, 60);
                assert_eq!(choice.outlook, within(found, u32::MAX), "{position}");
                let rating = ratings.iter().find(|rating| rating.turn == turn).unwrap();
                assert_eq!(rating.value.map(|value| (value.wins, value.plies)), found);
            }
        }
    }
}

/// The search leaves out what the game says it may; nothing of the result
/// depends on that.
#[test]
fn shortcuts_change_no_analysis() {
    let kinds = [Source::sparse, Source::mixed, Source::cornered, Source::nearly_stuck];
    let positions = kinds.iter().zip(5..).flat_map(|(make, seed)| Source::many(seed, 8, *make));
    let [mut wins, mut losses] = [0; 2];
    for position in positions.filter(|position| position.outcome().is_none()) {
        let (fast, slow) = (analyzed(&position, 2), analyzed(&Plain(position), 2));
        assert_eq!(fast.outlook, slow.outlook, "{position}");
        assert_eq!(fast.choices.len(), slow.choices.len());
        for (one, two) in fast.choices.iter().zip(&slow.choices) {
            assert_eq!((&one.turns, one.outlook, &one.line), (&two.turns, two.outlook, &two.line));
            wins += usize::from(matches!(one.outlook, Outlook::Win { .. }));
            losses += usize::from(matches!(one.outlook, Outlook::Loss { .. }));
        }
    }
    assert!(wins > 100 && losses > 100, "{wins} {losses}");
}

/// The keys of the reference are the turns that win fastest, and whoever has
/// to answer one has lost.
#[test]
fn the_best_turns_are_the_keys_of_the_reference() {
    let mut checked = 0;
    for (text, fields) in reference(SHOBU_WINS) {
        let turns: u32 = fields[0].parse().expect("a number");
        if turns == 0 || turns > 3 {
            continue;
        }
        let analysis = analyzed(&shobu(text), turns);
        let win = Outlook::Win { turns, plies: Some(2 * turns - 1) };
        assert_eq!(analysis.outlook, win, "{text}");
        let keys = analysis.choices.iter().take_while(|choice| choice.outlook == win);
        let spellings = |choice: &Choice<_>| {
            choice.turns.iter().map(ToString::to_string).collect::<Vec<_>>().join("=")
        };
        let mut keys: Vec<_> = keys.map(spellings).collect();
        let mut expected: Vec<_> = fields[1].split(' ').collect();
        expected.sort_unstable();
        keys.sort_unstable();
        assert_eq!(keys, expected, "{text}");
        if turns > 1 {
            let lost = analyzed(&analysis.choices[0].position, turns - 1);
            let loss = Outlook::Loss { turns: turns - 1, plies: Some(2 * turns - 2) };
            assert_eq!(lost.outlook, loss, "{text}");
        }
        checked += 1;
    }
    assert!(checked >= 40, "{checked}");
}

/// Black loses to White's next turn whatever it plays, and to pass would avoid
/// that: White threatens nothing that it could do at once.
#[test]
fn a_side_may_lose_because_it_has_to_move() {
    let position = shobu("w3bw2/4b3/2w1b1w1/wbbbw3/3wb3/4b3/3b3w/wwbb2w1 b");
    assert_eq!(analyzed(&position, 1).outlook, Outlook::Loss { turns: 1, plies: Some(2) });
    let passed = position.passed().expect("White has a turn");
    assert!(!matches!(analyzed(&passed, 1).outlook, Outlook::Win { .. }));
}

/// A game that always ends is decided turn by turn. Wherever a limit strikes, a turn that
/// was not reached may win faster than those that were.
#[test]
fn a_win_is_the_fastest_or_said_not_to_be() {
    let position = spook("2r1/1rr1/rrbb/1rbr:3/1w1/1br:2/2:1 b");
    let whole = analyze_or_decide(&position, 4, Limits::default(), |_| {}).unwrap();
    let Outlook::Win { turns, plies: Some(7) } = whole.outlook else { panic!("{whole:?}") };
    let mut slower = 0;
    for nodes in (0..whole.nodes).step_by(50) {
        let limits = Limits { nodes, threads: 1, ..Limits::default() };
        let part = analyze_or_decide(&position, 4, limits, |_| {}).unwrap();
        match part.outlook {
            Outlook::Unknown { win_from, .. } => assert!(win_from <= turns, "{nodes}"),
            known => assert_eq!(known, whole.outlook, "{nodes}"),
        }
        if let Some(within) = part.win_within() {
            assert!(within >= turns, "{nodes}");
            slower += usize::from(within > turns);
        }
    }
    assert!(slower > 0);
}
