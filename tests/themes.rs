//! Themes and difficulty: every example of `docs/themes.md`, and what must not
//! change what is said of a puzzle.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tsume::game::{Game, Notation, Player, Symmetry, Themed};
use tsume::games::GAMES;
use tsume::solver::{Explorer, Limits, Stopped};
use tsume::theme::{Description, describe};
use tsume::{shobu, spook};

const PAGE: &str = include_str!("../docs/themes.md");

fn limits() -> Limits<'static> {
    Limits { table_bytes: 16 << 20, nodes: 20_000_000, threads: 1, ..Limits::default() }
}

fn described_within<G: Themed>(
    position: &G,
    limits: Limits<'_>,
) -> Result<Option<Description>, Stopped> {
    let mut explorer = Explorer::solve_or_decide(position, 3, limits).map_err(|_| Stopped)?;
    describe(&mut explorer)
}

fn described<G: Themed>(position: &G) -> Option<Description> {
    if position.outcome().is_some() {
        return None;
    }
    described_within(position, limits()).expect("within the limits")
}

/// The part of the page under a heading, up to the next one of its kind.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let marks = heading.split(' ').next().unwrap();
    let (_, rest) = page
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("docs/themes.md has no heading `{heading}`"));
    rest.split_once(&format!("\n{marks} ")).map_or(rest, |(section, _)| section)
}

/// The positions that the page gives for a theme, as having it or lacking it.
fn examples<'a>(section: &'a str, word: &str) -> Vec<&'a str> {
    let start = format!("{word}: ");
    section.lines().filter_map(|line| line.strip_prefix(&start)).map(str::trim).collect()
}

fn every_theme_is_documented_by_examples<G: Themed>() {
    let game = section(PAGE, &format!("## {}", G::TITLE));
    for theme in G::THEMES {
        let section = section(game, &format!("### {}", theme.name));
        let flat = section.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        assert!(flat.contains(&theme.meaning.to_lowercase()), "{}: {}", theme.name, theme.meaning);
        for (word, expected) in [("has", true), ("lacks", false)] {
            let positions = examples(section, word);
            assert!(!positions.is_empty(), "{}: no position that {word} it", theme.name);
            for text in positions {
                let position = G::parse(text, G::RULES[0]).unwrap();
                let found = described(&position).unwrap_or_else(|| panic!("no win: {text}"));
                assert_eq!(found.themes.contains(&theme.name), expected, "{}: {text}", theme.name);
            }
        }
    }
    let documented = game.lines().filter(|line| line.starts_with("### ")).count();
    assert_eq!(documented, G::THEMES.len(), "a section without a theme");
}

#[test]
fn every_theme_of_shobu_is_documented_by_examples() {
    every_theme_is_documented_by_examples::<shobu::Position>();
}

#[test]
fn every_theme_of_spook_is_documented_by_examples() {
    every_theme_is_documented_by_examples::<spook::Position>();
}

#[test]
fn names_are_well_formed_and_listed_once() {
    for game in GAMES {
        let mut names: Vec<_> = game.themes().iter().map(|theme| theme.name).collect();
        for name in &names {
            assert!(name.bytes().all(|c| c.is_ascii_lowercase() || c == b'-'), "{name}");
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{}", game.name);
        assert!(names.iter().all(|name| tsume::games::theme_names().contains(name)));
    }
}

/// A position of few stones.
fn sparse_shobu(rng: &mut ChaCha8Rng) -> Option<shobu::Position> {
    use shobu::{Bitboard, Board, Setup};
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for board in Board::ALL {
        let squares: Vec<_> = Bitboard::board(board).collect();
        for colour in [&mut black, &mut white] {
            for _ in 0..1 + rng.next_u32() % 3 {
                *colour |= Bitboard::of(squares[rng.next_u32() as usize % squares.len()]);
            }
        }
    }
    Setup { black, white: white & !black, side: Player::First }.try_into().ok()
}

/// A getaway of few balls.
fn sparse_spook(rng: &mut ChaCha8Rng) -> Option<spook::Position> {
    use spook::{Point, Points, Rules, Setup};
    let points: Vec<Point> = Point::all().filter(|point| point.level() <= 2).collect();
    let (mut red, mut black) = (Points::EMPTY, Points::EMPTY);
    let mut point = || Points::of(points[rng.next_u32() as usize % points.len()]);
    for _ in 0..4 {
        red |= point();
        black |= point();
    }
    let spooky = point();
    let (red, black) = (red & !spooky, black & !red & !spooky);
    spook::Position::new(Setup { red, black, spooky, side: Player::First }, Rules::Spook2011).ok()
}

fn images_are_described_alike<G: Themed + Symmetry>(
    make: impl Fn(&mut ChaCha8Rng) -> Option<G>,
    exchanged: impl Fn(&G) -> Option<G>,
) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut compared = 0;
    while compared < 60 {
        let Some(position) = make(&mut rng) else { continue };
        let Some(found) = described(&position).filter(|found| found.features.plies > 1) else {
            continue;
        };
        compared += 1;
        let symmetry = 1 + rng.next_u32() as usize % (G::SYMMETRIES - 1);
        for image in [Some(position.image(symmetry)), exchanged(&position)].into_iter().flatten() {
            assert_eq!(described(&image).as_ref(), Some(&found), "{position} {image}");
        }
    }
}

#[test]
fn images_of_shobu_are_described_alike() {
    images_are_described_alike(sparse_shobu, |position| {
        Some(shobu::Position::from_code(position.code(), position.side().other()))
    });
}

#[test]
fn images_of_spook_are_described_alike() {
    images_are_described_alike(sparse_spook, spook::Position::exchanged);
}

/// How little can be remembered makes no difference.
#[test]
fn descriptions_do_not_depend_on_what_is_remembered() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut compared = 0;
    while compared < 40 {
        let Some(position) = sparse_shobu(&mut rng) else { continue };
        let Some(found) = described(&position) else { continue };
        let forgetful = Limits { table_bytes: 0, ..limits() };
        assert_eq!(described_within(&position, forgetful), Ok(Some(found)), "{position}");
        compared += 1;
    }
}

/// Neither does the number of threads.
#[test]
fn descriptions_do_not_depend_on_threads() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let mut compared = 0;
    while compared < 40 {
        let Some(position) = sparse_shobu(&mut rng) else { continue };
        let Some(found) = described(&position) else { continue };
        let all = Limits { threads: 0, ..limits() };
        let by_all = pool.install(|| described_within(&position, all));
        assert_eq!(by_all, Ok(Some(found)), "{position}");
        compared += 1;
    }
}

/// What has been asked before makes no difference either.
#[test]
fn describing_twice_says_the_same() {
    let text = "3b4/3b4/2ww2bw/1b3ww1/3w2b1/b5wb/3b4/5w2 w";
    let position = shobu::Position::parse(text, shobu::Position::RULES[0]).unwrap();
    let mut explorer = Explorer::solve(&position, 3, limits()).unwrap();
    let found = describe(&mut explorer).unwrap();
    explorer.tries();
    assert!(found.is_some());
    assert_eq!(describe(&mut explorer), Ok(found));
}

/// Nothing is concluded from a search that was stopped.
#[test]
fn a_limit_is_an_error() {
    let text = "2w2w2/8/b1w4w/1b2b2w/3b1wbb/w2wwb2/w3b3/1b1b4 b";
    let position = shobu::Position::parse(text, shobu::Position::RULES[0]).unwrap();
    let mut explorer = Explorer::solve(&position, 3, limits()).unwrap();
    let found = describe(&mut explorer);
    let needed = explorer.nodes();
    for nodes in [0, 1, 100, needed / 2, needed - 1] {
        let few = Limits { nodes, ..limits() };
        assert_eq!(described_within(&position, few), Err(Stopped), "{nodes}");
    }
    let enough = Limits { nodes: needed, ..limits() };
    assert_eq!(described_within(&position, enough), found);
}

/// A lost position, and one without a win in the turns looked at.
#[test]
fn what_is_no_win_is_not_described() {
    let lost = spook::Position::parse("2rr/4/3w/2bb:3/3/3:2/2:1 r", "spook-2011").unwrap();
    assert_eq!(described_within(&lost, limits()), Ok(None));
    assert_eq!(described_within(&shobu::Position::START, limits()), Ok(None));
}
