//! Making puzzles, seen from the library: sources, predicates, and the choice
//! among puzzles.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use tsume::game::{Compose, Dice, Game, Notation, Record, Symmetry};
use tsume::generator::{Demands, Entry, Outcome, Recipe, Selection, Share, Source, candidate};
use tsume::solver::{Explorer, Limits, Verdict, solve_or_decide};
use tsume::theme::describe;
use tsume::{shobu, spook};

fn recipe<G: Compose>(turns: std::ops::RangeInclusive<u32>, sources: &[Source]) -> Recipe<G> {
    Recipe {
        rules: G::RULES[0],
        seed: 11,
        turns,
        sources: sources.to_vec(),
        given: Vec::new(),
        nodes: 200_000,
        table_bytes: 1 << 24,
        demands: Demands::default(),
    }
}

fn judge<G: Compose>(recipe: &Recipe<G>, index: u64) -> Outcome<G> {
    candidate(recipe, index, &AtomicBool::new(false))
}

/// Every source gives puzzles, they are what they are said to be, and those of
/// games have a game that leads to them.
fn sources_give_puzzles<G: Compose>(turns: std::ops::RangeInclusive<u32>, candidates: u64) {
    for source in [Source::Selfplay, Source::Sparse, Source::Mutate, Source::Backward] {
        let recipe = recipe::<G>(turns.clone(), &[source]);
        let mut puzzles = 0;
        for index in 0..candidates {
            let Outcome::Found(found) = judge(&recipe, index) else { continue };
            puzzles += 1;
            let position = found.position;
            let solution = solve_or_decide(&position, *turns.end(), Limits::default());
            let Verdict::Win(win) = solution.expect("an open position").verdict else {
                panic!("no win: {position}")
            };
            assert_eq!((win.keys.len(), &win), (1, &found.win), "{position}");
            assert!(turns.contains(&win.turns), "{position}");
            assert_eq!(found.game.is_some(), source == Source::Selfplay);
            if let Some(game) = &found.game {
                let play = |at: G, turn: &G::Turn| {
                    assert!(at.is_legal(*turn));
                    at.play_unchecked(*turn)
                };
                assert_eq!(game.iter().fold(G::start(recipe.rules), play), position);
            }
        }
        assert!(puzzles >= 2, "{source}: {puzzles}");
    }
}

#[test]
fn shobu_sources_give_puzzles() {
    sources_give_puzzles::<shobu::Position>(2..=3, 40);
}

#[test]
fn spook_sources_give_puzzles() {
    sources_give_puzzles::<spook::Position>(2..=5, 30);
}

/// The positions of random games, with those before them.
fn pairs<G: Compose>(games: u64) -> Vec<(G, G)> {
    let mut pairs = Vec::new();
    for number in 0..games {
        let mut dice = Dice::new(3, number);
        let mut position = G::start(G::RULES[0]);
        for _ in 0..120 {
            let Some(turn) = dice.pick(&position.turns()) else { break };
            let next = position.play_unchecked(turn);
            pairs.push((position, next));
            position = next;
        }
    }
    pairs
}

#[test]
fn every_turn_of_shobu_can_be_taken_back() {
    for (before, after) in pairs::<shobu::Position>(20) {
        assert!(after.predecessors().contains(&before), "{before} to {after}");
    }
}

#[test]
fn most_turns_of_spook_can_be_taken_back() {
    let pairs = pairs::<spook::Position>(30);
    let getaway = pairs.iter().filter(|(before, _)| before.spooky().is_some());
    let (mut all, mut found) = (0, 0);
    for (before, after) in getaway {
        all += 1;
        found += u32::from(after.predecessors().contains(before));
    }
    assert!(all > 300 && found * 4 > all * 3, "{found} of {all}");
}

/// What is taken back, made up or changed is legal, open, and where it should be.
fn composing_is_sound<G: Compose>(positions: impl Iterator<Item = G>) {
    let mut dice = Dice::new(5, 0);
    let legal = |position: &G| {
        assert!(position.winner().is_none(), "{position}");
        assert_eq!(G::parse(&position.to_string(), position.rules()).ok(), Some(*position));
    };
    let (mut made, mut changed, mut back) = (0, 0, 0);
    for position in positions {
        if let Some(position) = G::composed(position.rules(), &mut dice) {
            legal(&position);
            made += 1;
        }
        if let Some(other) = position.mutated(&mut dice) {
            legal(&other);
            assert_ne!(other, position);
            changed += 1;
        }
        for before in position.predecessors() {
            legal(&before);
            let mut after = before.turns().into_iter().map(|turn| before.play_unchecked(turn));
            assert!(after.any(|after| after == position), "{before} to {position}");
            back += 1;
        }
        for turn in position.turns() {
            assert!(position.scene(turn) < G::SCENES);
        }
    }
    assert!(made > 20 && changed > 20 && back > 20, "{made} {changed} {back}");
}

#[test]
fn shobu_is_composed_soundly() {
    let pairs = pairs::<shobu::Position>(4);
    let open = pairs.into_iter().map(|(_, after)| after).filter(|p| p.outcome().is_none());
    composing_is_sound(open.step_by(3));
}

#[test]
fn spook_is_composed_soundly() {
    let pairs = pairs::<spook::Position>(20);
    let open = pairs.into_iter().map(|(_, after)| after).filter(|p| p.outcome().is_none());
    composing_is_sound(open.filter(|position| position.spooky().is_some()));
}

fn shobu(text: &str) -> shobu::Position {
    shobu::Position::parse(text, shobu::Position::RULES[0]).expect("a position")
}

/// What a position given is rejected for, if it is.
fn verdict(text: &str, demands: Demands) -> Option<&'static str> {
    let given = vec![Record::new(shobu(text))];
    let recipe = Recipe { given, demands, ..recipe(1..=3, &[Source::Given]) };
    match judge(&recipe, 0) {
        Outcome::Found(_) => None,
        Outcome::Rejected(name) => Some(name),
    }
}

/// Won in two by one key, which pushes a stone off.
const SOUND: &str = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
/// Won in three by one key, without a dual, with themes `quiet-key` and others.
const QUIET: &str = "w1w5/4b2w/bb4w1/8/1w1b3b/8/7w/5w1b b";

/// Won in two by one key; wrong first turns tempt.
const TEMPTING: &str = "4b1wb/4w3/b2b1bb1/b1wb2w1/b5w1/w2bbw2/8/5b1w b";

#[test]
fn a_win_of_the_length_wanted_is_asked_for() {
    assert_eq!(verdict(SOUND, Demands::default()), None);
    let unwon = "1w1w1bww/2w1b3/b5wb/bb1wb3/wbw1b3/8/1bb2bww/2w1bb2 w";
    assert_eq!(verdict(unwon, Demands::default()), Some("win-in-range"));
    let longer =
        Recipe { given: vec![Record::new(shobu(SOUND))], ..recipe(3..=4, &[Source::Given]) };
    assert!(matches!(judge(&longer, 0), Outcome::Rejected("win-in-range")));
}

#[test]
fn a_second_key_is_noticed() {
    let cooked = "6ww/1ww4w/3wbw2/bwb2bbb/bb1wb2b/4w3/3b1b2/b3b3 b";
    assert_eq!(verdict(cooked, Demands::default()), Some("unique-key"));
}

#[test]
fn replies_are_counted() {
    let replies = |replies| Demands { replies, ..Demands::default() };
    assert_eq!(verdict(SOUND, replies(2)), None);
    assert_eq!(verdict(SOUND, replies(1000)), Some("real-choice"));
}

/// Every win in three with a dual that the program knows of is rejected for it.
#[test]
fn duals_are_noticed() {
    let demands = Demands { duals: true, ..Demands::default() };
    let recipe = Recipe { demands, ..recipe::<shobu::Position>(3..=3, &[Source::Sparse]) };
    let (mut sound, mut dual) = (0, 0);
    for index in 0..60 {
        let Outcome::Found(found) = judge(&recipe, index) else { continue };
        let text = found.position.to_string();
        let mut explorer = Explorer::solve(&found.position, 3, Limits::default()).expect("open");
        let has_dual = !explorer.duals(usize::MAX).found.is_empty();
        assert_eq!(verdict(&text, Demands::default()), has_dual.then_some("no-dual"), "{text}");
        *(if has_dual { &mut dual } else { &mut sound }) += 1;
    }
    assert!(sound > 0 && dual > 0, "{sound} and {dual}");
    assert_eq!(verdict(QUIET, Demands::default()), None);
}

#[test]
fn tries_are_counted() {
    let tries = |tries| Demands { tries, ..Demands::default() };
    let mut explorer = Explorer::solve(&shobu(TEMPTING), 2, Limits::default()).expect("open");
    let description = describe(&mut explorer).expect("no limit").expect("a win");
    let temptations = description.features.temptations;
    // Not all that is tempting has a single refutation.
    assert!(0 < temptations.tries && temptations.tries < temptations.count, "{temptations:?}");
    assert_eq!(verdict(TEMPTING, tries(temptations.tries)), None);
    assert_eq!(verdict(TEMPTING, tries(temptations.tries + 1)), Some("tries"));
}

#[test]
fn themes_can_be_asked_for() {
    let themes = |names: &[&str]| Demands {
        themes: names.iter().map(ToString::to_string).collect(),
        ..Demands::default()
    };
    assert_eq!(verdict(QUIET, themes(&["sacrifice", "quiet-key"])), None);
    assert_eq!(verdict(QUIET, themes(&["sacrifice"])), Some("theme"));
    assert_eq!(verdict(SOUND, themes(&["quiet-key"])), Some("theme"));
}

/// A limit is no proof that there is no win.
#[test]
fn what_takes_too_long_is_not_decided() {
    for source in [Source::Given, Source::Mutate, Source::Sparse, Source::Backward] {
        let hard =
            Recipe { given: vec![Record::new(shobu(QUIET))], nodes: 1, ..recipe(3..=3, &[source]) };
        assert!(matches!(judge(&hard, 0), Outcome::Rejected("decided")), "{source}");
    }
}

/// A choice among puzzles, by position and key.
fn choose(
    selection: &mut Selection<shobu::Position>,
    position: &shobu::Position,
    themes: &[String],
) -> Result<(), &'static str> {
    let solution = solve_or_decide(position, 3, Limits::default()).expect("an open position");
    let Verdict::Win(win) = solution.verdict else { panic!("no win: {position}") };
    selection.choose(&Entry { position, line: &win.line, themes })
}

#[test]
fn no_image_of_a_puzzle_is_new() {
    let position = shobu(SOUND);
    let mut selection = Selection::new(Vec::new(), true);
    assert_eq!(choose(&mut selection, &position, &[]), Ok(()));
    for symmetry in 0..shobu::Position::SYMMETRIES {
        let image = position.image(symmetry);
        assert_eq!(choose(&mut selection, &image, &[]), Err("new"));
        let exchanged = shobu::Position::from_code(image.code(), image.side().other());
        assert_eq!(choose(&mut selection, &exchanged, &[]), Err("new"));
    }
    assert_eq!(selection.len(), 1);
}

#[test]
fn near_copies_are_found_in_every_orientation() {
    let mut selection = Selection::new(Vec::new(), true);
    // Far from where anything happens, stones are moved and taken away.
    let near = [
        "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/b1b3wb w",
        "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1b4wb w",
    ];
    let position = shobu(SOUND);
    assert_eq!(choose(&mut selection, &position, &[]), Ok(()));
    for near in near.map(shobu) {
        for symmetry in 0..shobu::Position::SYMMETRIES {
            let image = near.image(symmetry);
            assert_eq!(choose(&mut selection, &image, &[]), Err("no-near-copy"));
        }
    }
    // Another puzzle altogether.
    let other = shobu("w3b2w/1ww2w2/2b1wbw1/w4b2/1b1ww1w1/1bw5/5bb1/2bb2b1 w");
    assert_eq!(choose(&mut selection, &other, &[]), Ok(()));
}

/// A puzzle and what it comes to some turns later are one, and so are two that
/// are played alike, whatever stands idle.
#[test]
fn near_copies_are_found_by_their_lines() {
    let played = |text: &str, line: &str| Record::play(shobu(text), line).expect("legal turns");
    let whole = played(
        "wb4w1/b6w/w4w1b/wbw1w3/1b6/7w/7b/3w4 b",
        "h2g3+b5a6 c5c6+h3h4 b4b3+h6h5 c6b5+h4g3 b3b4+f2f3 b5b6+g3g4 f3f4+a7a8 b6c5+g4h3 \
         f4f3+a6a5 c5b6+h3g4 f3f4+a5a6 b6a5+g4f3 b4d2+f4h2 a5b5+e5f5 h2h1+d2d1",
    );
    // Other stones stand idle, so that it ends in another way.
    let sibling = played(
        "wb1b2w1/b7/w3ww1b/wbw4w/1b6/7w/7b/3w4 b",
        "h2g3+b5a6 c5c6+h3h4 b4b3+h6h5 c6b5+h4g3 b3b4+f2f3 b5b6+g3g4 f3f4+a7a8 b6c5+g4h3 \
         f4f3+a6a5 c5b6+h3g4 f3f4+a5a6 b6a5+g4f3 b4d2+f4h2 a5b5+f3g3 d2b4+h2f4",
    );
    let end = played(
        "wb4w1/b6w/b4w2/ww2w2b/8/1b4w1/5b2/w7 b",
        "b3b4+f2f3 b5b6+g3g4 f3f4+a7a8 b6c5+g4h3 f4f3+a6a5 c5b6+h3g4 f3f4+a5a6 b6a5+g4f3 \
         b4a3+f4e3 a5b5+e5f5 e3e1+a3a1",
    );
    let other = played(
        "wbb5/b6w/bw3w2/w3b3/1b4w1/5b2/8/3w4 b",
        "f3f4+a7a8 b6c5+g4h3 f4g4+a6b6 c5b5+h3g3 b4a3+g4f3 b5c6+g3h4 f3h3+b6d6 a5a6+f6f7 \
         a3a4+h3h4",
    );
    let choose = |selection: &mut Selection<_>, Record { start, turns, .. }: &Record<_>| {
        selection.choose(&Entry { position: start, line: turns, themes: &[] })
    };
    for (first, second) in [(&whole, &sibling), (&whole, &end), (&end, &whole)] {
        for symmetry in 0..shobu::Position::SYMMETRIES {
            let mut selection = Selection::new(Vec::new(), true);
            assert_eq!(choose(&mut selection, &image(first, symmetry)), Ok(()));
            assert_eq!(choose(&mut selection, second), Err("no-near-copy"));
            assert_eq!(choose(&mut selection, &other), Ok(()));
        }
    }
}

/// A game as it is under a symmetry.
fn image<G: Symmetry>(game: &Record<G>, symmetry: usize) -> Record<G> {
    let mut image = Record::new(game.start.image(symmetry));
    for next in game.positions().skip(1) {
        let before = image.last();
        let leads = |turn: &G::Turn| before.play_unchecked(*turn) == next.image(symmetry);
        image.turns.extend(before.turns().into_iter().find(leads));
    }
    image
}

#[test]
fn keys_of_one_kind_do_not_fill_a_pack() {
    let recipe = recipe::<shobu::Position>(2..=2, &[Source::Sparse]);
    let found: Vec<_> = (0..400)
        .filter_map(|index| match judge(&recipe, index) {
            Outcome::Found(found) => Some((found.position, found.win.line)),
            Outcome::Rejected(_) => None,
        })
        .collect();
    let of_scene = |scene| found.iter().filter(move |(p, line)| p.scene(line[0]) == scene);
    let most = (0..shobu::Position::SCENES).max_by_key(|&scene| of_scene(scene).count());
    let chosen = |varied| {
        let mut selection = Selection::new(Vec::new(), varied);
        for (position, line) in of_scene(most.expect("a scene")) {
            let _ = selection.choose(&Entry { position, line, themes: &[] });
        }
        selection.len()
    };
    assert_eq!(chosen(true), 3);
    assert!(chosen(false) > 3);
}

#[test]
fn shares_hold_after_every_puzzle() {
    let share = "quiet-key=34".parse::<Share>().expect("a share");
    let mut selection = Selection::new(vec![share], false);
    let recipe = recipe::<shobu::Position>(2..=2, &[Source::Sparse]);
    let (mut all, mut quiet, mut rejected) = (0u64, 0, 0);
    for index in 0..150 {
        let Outcome::Found(found) = judge(&recipe, index) else { continue };
        let is_quiet = index % 5 == 0;
        let themes = if is_quiet { vec!["quiet-key".to_string()] } else { Vec::new() };
        let (position, line) = (&found.position, &found.win.line[..]);
        match selection.choose(&Entry { position, line, themes: &themes }) {
            Ok(()) => {
                all += 1;
                quiet += u64::from(is_quiet);
                assert!(quiet >= all * 34 / 100, "{quiet} of {all}");
            }
            Err(name) => {
                assert_eq!(name, "share");
                rejected += 1;
            }
        }
    }
    assert!(all > 5 && rejected > 0, "{all}, {rejected}");
}

#[test]
fn sources_take_turns_by_number_alone() {
    let mixed = recipe::<shobu::Position>(2..=2, &[Source::Sparse, Source::Selfplay]);
    let alone = recipe::<shobu::Position>(2..=2, &[Source::Selfplay]);
    let mut puzzles = HashSet::new();
    for index in (1..60).step_by(2) {
        let text = |outcome| match outcome {
            Outcome::Found(found) => found.puzzle("x".into(), 11, false).position,
            Outcome::Rejected(name) => name.to_string(),
        };
        let (one, other) = (text(judge(&mixed, index)), text(judge(&alone, index)));
        assert_eq!(one, other);
        puzzles.insert(one);
    }
    assert!(puzzles.len() > 5);
}
