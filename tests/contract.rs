//! What every game owes to the engines and to its users, checked on the
//! positions of random plays.

use std::collections::{BTreeSet, HashMap};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tsume::game::{Game, Notation};
use tsume::perft::Method;
use tsume::solver::{Limits, Verdict, decide};
use tsume::{shobu, spook};

mod plain;
mod sticks;

use plain::Plain;

/// The positions of plays by random turns from the start, and of plays near
/// the end from `more` positions.
fn positions<G: Notation>(more: &[&str]) -> Vec<G> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut positions = Vec::new();
    for &rules in G::RULES {
        let read = |text: &&str| G::parse(text, rules).unwrap();
        let starts: Vec<G> = more.iter().map(read).chain([G::start(rules); 2]).collect();
        for start in starts.iter().cycle().take(10 * starts.len()) {
            let mut position = *start;
            for _ in 0..100 {
                positions.push(position);
                let turns = position.turns();
                if turns.is_empty() {
                    break;
                }
                position = position.play_unchecked(turns[rng.next_u32() as usize % turns.len()]);
            }
        }
    }
    positions
}

fn text_comes_back_as_it_was<G: Notation>(position: &G) {
    let text = position.to_string();
    assert!(G::recognises(&text), "{text}");
    assert_eq!(G::parse(&text, position.rules()).unwrap(), *position, "{text}");
    for format in G::FORMATS {
        let text = (format.write)(position);
        assert!(G::recognises(&text), "{text}");
        assert_eq!(G::parse(&text, position.rules()).unwrap(), *position, "{text}");
    }
    let rows = position.diagram().rows;
    for panel in rows.iter().flatten() {
        assert_eq!(panel.ranks.len(), panel.cells.len());
        assert!(panel.cells.iter().all(|row| row.len() == panel.files.len()));
    }
}

fn turns_are_listed_once_and_in_order<G: Notation>(position: &G) {
    let turns = position.turns();
    let tokens: Vec<_> = turns.iter().map(G::Turn::to_string).collect();
    assert!(tokens.is_sorted_by(|a, b| a < b), "{position}: {tokens:?}");
    assert!(turns.is_sorted_by(|a, b| a < b), "{position}");
    assert_eq!(position.count_turns(), turns.len() as u64, "{position}");
    assert_eq!(Method::Walk.count(position, 1), Ok(turns.len() as u64), "{position}");
    assert_eq!(position.has_turn(), !turns.is_empty(), "{position}");
    for (&turn, token) in turns.iter().zip(&tokens) {
        assert!(position.is_legal(turn), "{position} {turn}");
        assert_eq!(position.parse_turn(token).as_ref(), Ok(&turn), "{position}");
        position.describe(turn);
        position.idea(turn);
        position.ending(turn);
        position.part(turn);
    }
}

/// `others` are turns that are legal elsewhere.
fn what_is_not_listed_is_illegal<G: Notation>(position: &G, others: &[G::Turn]) {
    let turns: BTreeSet<_> = position.turns().into_iter().collect();
    for turn in others {
        let listed = turns.contains(turn);
        assert_eq!(position.is_legal(*turn), listed, "{position} {turn}");
        assert_eq!(position.parse_turn(&turn.to_string()).is_ok(), listed, "{position} {turn}");
    }
}

fn finished_games_have_no_turns<G: Notation>(position: &G) {
    if position.winner().is_some() {
        assert!(position.turns().is_empty(), "{position}");
        assert!(!position.has_turn() && !position.wins_now(), "{position}");
    }
    let lost = position.turns().is_empty();
    assert_eq!(position.outcome().is_some(), lost, "{position}");
    assert_eq!(position.verdict().is_some(), lost, "{position}");
    let wins = |turn| position.play_unchecked(turn).outcome() == Some(position.side());
    assert_eq!(position.wins_now(), position.turns().into_iter().any(wins), "{position}");
}

/// The positions that the turns of a visit reach.
fn reached<G: Game>(
    position: &G,
    turns: impl IntoIterator<Item = G::Turn>,
) -> HashMap<G::Key, u32> {
    let mut keys = HashMap::new();
    for turn in turns {
        *keys.entry(position.play_unchecked(turn).key()).or_default() += 1;
    }
    keys
}

/// Where a defence is looked for, it may leave out what loses at once.
fn defences_reach_every_position<G: Notation>(position: &G) {
    if position.wins_now() {
        return;
    }
    let mut defences = Vec::new();
    let _ = position.visit_defences::<()>(|turn| {
        defences.push(turn);
        std::ops::ControlFlow::Continue(())
    });
    let some = reached(position, defences);
    for turn in position.turns() {
        let after = position.play_unchecked(turn);
        assert!(some.contains_key(&after.key()) || after.wins_now(), "{position} {turn}");
    }
    let all = reached(position, position.turns());
    assert!(some.iter().all(|(key, count)| count <= &all[key]), "{position}");
}

/// A win in two that is told without a search is one by the rules.
fn wins_in_two_are_wins<G: Notation>(position: &G) {
    let Some(told) = position.wins_within(2).filter(|_| position.outcome().is_none()) else {
        return;
    };
    let side = position.side();
    let wins_next = |after: &G| match after.outcome() {
        Some(winner) => winner == side,
        None => after.side() == side && after.wins_now(),
    };
    let found = position.wins_now()
        || position.turns().into_iter().map(|turn| position.play_unchecked(turn)).any(|after| {
            let mut replies = after.turns().into_iter().map(|reply| after.play_unchecked(reply));
            after.side() != side && replies.all(|reply| wins_next(&reply))
        });
    assert_eq!(told, found, "{position}");
}

/// Turns that are left out as twins reach what others reach.
fn distinct_turns_reach_every_position<G: Notation>(position: &G) {
    let mut distinct = Vec::new();
    let _ = position.visit_distinct::<()>(|turn| {
        distinct.push(turn);
        std::ops::ControlFlow::Continue(())
    });
    let keys =
        |turns| reached(position, turns).into_keys().collect::<std::collections::HashSet<_>>();
    assert_eq!(keys(distinct), keys(position.turns()), "{position}");
}

/// Who moves next does not depend on the turn.
fn turns_hand_over_alike<G: Notation>(position: &G) {
    let children = position.turns().into_iter().map(|turn| position.play_unchecked(turn));
    let sides: BTreeSet<_> =
        children.filter(|child| child.winner().is_none()).map(|child| child.side()).collect();
    assert!(sides.len() <= 1, "{position}");
}

/// Passing hands the same position over, where both sides could move in it.
fn passing_changes_the_side_alone<G: Notation>(position: &G) {
    let Some(passed) = position.passed() else { return };
    assert_eq!(passed.side(), position.side().other(), "{position}");
    assert!(position.outcome().is_none() && passed.outcome().is_none(), "{position}");
    assert_eq!(passed.passed(), Some(*position));
    let [one, other] = [position, &passed].map(|position| {
        let text = position.to_string();
        text.rsplit_once(' ').map(|(pieces, _)| pieces.to_string())
    });
    assert_eq!(one, other);
    assert_eq!(passed.rules(), position.rules());
    text_comes_back_as_it_was(&passed);
}

/// Codes give back positions, and the smallest of the images' stands for all.
fn codes_are_exact<G: Notation>(position: &G) {
    assert_eq!(G::from_code(position.code(), position.side()), *position);
    let image = G::from_code(position.canonical(), position.side());
    assert_eq!(G::parse(&image.to_string(), image.rules()).ok(), Some(image), "{position}");
    assert_eq!(Method::Bulk.count(&image, 2), Method::Bulk.count(position, 2), "{position}");
}

/// What follows from a position, as its side to move sees it.
fn future<G: Game>(position: &G) -> (Option<bool>, HashMap<G::Key, u32>) {
    let won = position.outcome().map(|winner| winner == position.side());
    (won, reached(position, position.turns()))
}

fn keys_are_exact<G: Notation>(positions: &[G]) {
    let mut futures = HashMap::new();
    let mut texts = HashMap::new();
    let mut worths = HashMap::new();
    for position in positions {
        let key = position.key();
        let future = future(position);
        assert_eq!(futures.entry(key).or_insert_with(|| future.clone()), &future, "{position}");
        let (text, side) = (position.to_string(), position.side());
        assert_eq!(texts.entry((key, side)).or_insert_with(|| text.clone()), &text);
        let worth = (future.0, position.count_turns());
        assert_eq!(worths.entry(position.canonical_key()).or_insert(worth), &worth, "{position}");
    }
}

fn symmetries_preserve_counts<G: Notation>(position: &G, images: &[G]) {
    for image in images {
        for depth in 1..=2 {
            let count = |position: &G| Method::Bulk.count(position, depth);
            assert_eq!(count(image), count(position), "{position} {image}");
        }
        assert_eq!(
            image.outcome().map(|winner| winner == image.side()),
            position.outcome().map(|winner| winner == position.side()),
            "{position} {image}"
        );
    }
}

fn check<G: Notation>(more: &[&str], stride: usize, images: impl Fn(&G) -> Vec<G>) {
    let positions = positions::<G>(more);
    let few = positions.iter().step_by((positions.len() / 40).max(1));
    let others: BTreeSet<G::Turn> = few.flat_map(|position| position.turns()).collect();
    let others: Vec<_> = others.into_iter().collect();
    for position in &positions {
        text_comes_back_as_it_was(position);
        turns_are_listed_once_and_in_order(position);
        finished_games_have_no_turns(position);
        turns_hand_over_alike(position);
        passing_changes_the_side_alone(position);
    }
    for position in positions.iter().step_by(stride) {
        what_is_not_listed_is_illegal(position, &others);
        defences_reach_every_position(position);
        distinct_turns_reach_every_position(position);
        wins_in_two_are_wins(position);
        codes_are_exact(position);
        symmetries_preserve_counts(position, &images(position));
    }
    keys_are_exact(&positions.iter().copied().step_by(stride).collect::<Vec<_>>());
}

/// The reflections of a SHŌBU position, east to west and north to south; the
/// second exchanges the colours too, since the northern boards are White's.
fn shobu_images(position: &shobu::Position) -> Vec<shobu::Position> {
    let text = position.to_string();
    let (ranks, side) = text.split_once(' ').unwrap();
    let mirrored: Vec<String> = ranks.split('/').map(|rank| rank.chars().rev().collect()).collect();
    let turned: Vec<&str> = ranks.rsplit('/').collect();
    let exchange = |c| match c {
        'b' => 'w',
        'w' => 'b',
        other => other,
    };
    let exchanged: String = format!("{} {side}", turned.join("/")).chars().map(exchange).collect();
    let read = |text: String| shobu::Position::parse(&text, position.rules()).unwrap();
    vec![read(format!("{} {side}", mirrored.join("/"))), read(exchanged)]
}

fn spook_images(position: &spook::Position) -> Vec<spook::Position> {
    let images = spook::Symmetry::ALL.map(|symmetry| symmetry.position(position));
    let images: Vec<_> = images.into_iter().chain(position.exchanged()).collect();
    for image in &images {
        assert_eq!(image.canonical_key(), position.canonical_key(), "{position} {image}");
    }
    images
}

#[test]
fn shobu_keeps_the_contract() {
    let more = ["2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w"];
    check(&more, 41, shobu_images);
}

#[test]
fn spook_keeps_the_contract() {
    let more = [
        "4/1w2/1bbb/1brb:3/3/1bb:2/2:1 b",
        "rbrb/brbr/rbrb/brbr:rbr/brb/rbr:br/rb:w b",
        "4/1rrb/1wbr/1bbr:3/3/3:2/2:1 r",
        "1w1b/r3/4/4:3/3/3:2/2:1 r",
    ];
    check(&more, 3, spook_images);
}

/// The game that the documentation adds as an example.
#[test]
fn sticks_keep_the_contract() {
    check::<sticks::Position>(&["sticks=4 b"], 1, |_| Vec::new());
    let page = include_str!("../docs/adding-a-game.md");
    let code = include_str!("sticks/mod.rs").replace("use tsume::game", "use crate::game");
    assert!(page.contains(&code), "docs/adding-a-game.md shows another game");
}

/// Whether the side to move wins, and the plies to the end.
fn worth<G: Game>(position: &G) -> (bool, usize) {
    match decide(position, Limits::default()).expect("the game goes on").verdict {
        Verdict::Win(win) => (true, win.line.len()),
        Verdict::Loss { line } => (false, line.len()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nobody_passes_where_it_makes_no_sense() {
    let spook = |text| spook::Position::parse(text, "spook-2011").unwrap().passed();
    assert!(spook("4/1rrb/1wbr/1bbr:3/3/3:2/2:1 r").is_some());
    // In the visit, and after the end.
    assert_eq!(spook("4/4/4/4:3/3/3:2/2:1 r"), None);
    assert_eq!(spook("1w1b/4/4/4:3/3/3:2/2:1 r"), None);
    let shobu = |text| shobu::Position::parse(text, "shobu-standard-v1").unwrap().passed();
    assert!(shobu("wwwwwwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb b").is_some());
    assert_eq!(shobu("4wwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb w"), None);
    // Black has no turn, now or if White passed.
    assert_eq!(shobu("w2bw2b/8/8/8/8/8/ww2ww2/bw2bw2 b"), None);
    assert_eq!(shobu("w2bw2b/8/8/8/8/8/ww2ww2/bw2bw2 w"), None);
}

/// With and without what the game knows of itself.
#[test]
fn decisions_need_no_shortcut() {
    let mut decided = 0;
    for position in positions::<spook::Position>(&["4/1rrb/1wbr/1bbr:3/3/3:2/2:1 r"]) {
        if position.spooky().is_none() || position.outcome().is_some() || decided > 300 {
            continue;
        }
        assert_eq!(worth(&position), worth(&Plain(position)), "{position}");
        decided += 1;
    }
    assert!(decided > 100, "{decided}");
}
