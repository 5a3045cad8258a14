//! What move generators for SHŌBU get wrong, recognised by their errors.

use std::collections::BTreeMap;

use super::bitboard::Bitboard;
use super::legality::{Broken, check, parse_squares};
use super::position::Position;
use super::setup::{Setup, colour};
use super::square::Square;
use super::turn::Turn;
use super::vector::{Direction, Vector};
use crate::game::{Game, Misplay};

/// The patterns of turns that are missing and of turns that are illegal.
pub(super) fn diagnose(position: &Position, missing: &[Turn], extra: &[&str]) -> Vec<String> {
    if let Some(turned) = turned_squares(position, missing, extra) {
        return vec![turned];
    }
    let mut diagnoses = of_extra(position, extra);
    // What replaces missing turns explains them better than what they share.
    if extra.is_empty() {
        diagnoses.extend(of_missing(position, missing));
    }
    diagnoses
}

/// The errors behind illegal turns, the most frequent first.
fn of_extra(position: &Position, extra: &[&str]) -> Vec<String> {
    let mut errors: BTreeMap<String, usize> = BTreeMap::new();
    let mut vectors = Vec::new();
    for token in extra {
        let Ok(squares) = parse_squares(token) else { continue };
        match check(position, squares) {
            Ok(_) => {}
            Err(Broken::Vectors { passive, aggressive }) => vectors.push((passive, aggressive)),
            Err(broken) => {
                *errors.entry(error_behind(position, &broken, squares[0])).or_default() += 1;
            }
        }
    }
    if !vectors.is_empty() {
        errors.insert(of_vectors(colour(position.side()), &vectors), vectors.len());
    }
    let mut errors: Vec<_> = errors.into_iter().collect();
    errors.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let is_only = errors.len() == 1;
    let counted = |(error, count)| match is_only {
        true => error,
        false => format!("{error} (turns: {count})"),
    };
    errors.into_iter().map(counted).collect()
}

/// What a generator does that lists a turn which breaks this rule.
fn error_behind(position: &Position, broken: &Broken, passive: Square) -> String {
    let side = colour(position.side());
    match *broken {
        Broken::Finished(_) => "turns are counted below a finished game".into(),
        Broken::NoStone { square, .. } => {
            match position.setup().stones(position.side().other()).contains(square) {
                true => format!("stones of the opponent are moved: it is {side}'s turn"),
                false => "stones are moved that are not there".into(),
            }
        }
        Broken::NotStraight { from, to, .. } if from.board() != to.board() => {
            "moves cross from one board to another: the edges of each 4×4 board are edges".into()
        }
        Broken::NotStraight { .. } => {
            "moves go further than two squares, or not straight on".into()
        }
        Broken::Vectors { passive, aggressive } => of_vectors(side, &[(passive, aggressive)]),
        Broken::NotHome(_) => format!(
            "passive moves are made on boards that are not {side}'s homes, such as the {} board: \
             Black's are the southern ones, White's the northern ones",
            passive.board()
        ),
        Broken::SameWood => "the aggressive move is allowed on boards of the same wood as the \
                             passive one: it must be on one of the two boards of the other wood"
            .into(),
        Broken::PassiveBlocked(_) => "passive moves run into or over stones: every square that \
                                      they cross or enter must be empty"
            .into(),
        Broken::OwnStone { .. } => "aggressive moves push or run over own stones: they may not \
                                    enter a square with a stone of their own colour"
            .into(),
        Broken::TwoStones | Broken::Chain => {
            "stones are pushed although the square behind them is taken: a turn moves at most one \
             enemy stone, so a chain of stones blocks"
                .into()
        }
    }
}

/// How the vectors of the two halves of turns differ, which should be equal.
fn of_vectors(side: &str, vectors: &[(Vector, Vector)]) -> String {
    let all = |relation: fn((i8, i8)) -> (i8, i8)| {
        vectors.iter().all(|(passive, aggressive)| {
            relation(passive.direction().step()) == aggressive.direction().step()
        })
    };
    let flipped = |how: &str| {
        format!(
            "directions are flipped between the two halves of {side}'s turns, {how}: directions \
             are those of the grid on all boards and for both colours"
        )
    };
    if all(|step| step) {
        "the two halves differ in distance: both cover the same number of squares".into()
    } else if all(|(files, ranks)| (files, -ranks)) {
        flipped("north for south")
    } else if all(|(files, ranks)| (-files, ranks)) {
        flipped("east for west")
    } else if all(|(files, ranks)| (-files, -ranks)) {
        flipped("each for its opposite")
    } else {
        "the two halves go in different directions: both have the same".into()
    }
}

/// Ways to turn the grid, and what they are called.
type Turning = (&'static str, fn(u8, u8) -> (u8, u8));
const TURNINGS: [Turning; 4] = [
    ("turned by half a turn, as White sees the boards", |x, y| (7 - x, 7 - y)),
    ("with the ranks numbered from the north", |x, y| (x, 7 - y)),
    ("with the files lettered from the east", |x, y| (7 - x, y)),
    ("with files and ranks exchanged", |x, y| (y, x)),
];

/// Whether the turns are right but for the names of the squares.
fn turned_squares(position: &Position, missing: &[Turn], extra: &[&str]) -> Option<String> {
    if extra.is_empty() || missing.len() != extra.len() {
        return None;
    }
    let is_missing = |token: &&str, turning: fn(u8, u8) -> (u8, u8)| {
        let turn = |square: Square| {
            let (file, rank) = turning(square.file(), square.rank());
            Square::new(file, rank)
        };
        let squares = parse_squares(token).ok()?.map(turn);
        let [Some(a), Some(b), Some(c), Some(d)] = squares else { return None };
        let turn = check(position, [a, b, c, d]).ok()?;
        missing.contains(&turn).then_some(())
    };
    let fits = |(_, turning): &&Turning| extra.iter().all(|t| is_missing(t, *turning).is_some());
    let (how, _) = TURNINGS.iter().find(fits)?;
    Some(format!(
        "the turns are right if read {how}: squares are named as Black sees them, a1 in the \
         south-west, for both colours"
    ))
}

/// What is told of turns that a generator leaves out, the simplest first.
type Feature = (&'static str, fn(&Position, Turn) -> bool);
const FEATURES: [Feature; 10] = [
    ("of two squares", |_, turn| turn.vector.is_long()),
    ("of one square", |_, turn| !turn.vector.is_long()),
    ("that push no stone (pushing is never compulsory)", |position, turn| !pushes(position, turn)),
    ("that push a stone", pushes),
    ("along a diagonal", |_, turn| is_diagonal(turn.vector)),
    ("with both halves on the home boards", |_, turn| is_at_home(turn)),
    ("with the aggressive half on the other side of the rope", |_, turn| !is_at_home(turn)),
    ("that push a stone off its board", |position, turn| {
        matches!(turn.push(enemy(position)), (Some(_), None))
    }),
    ("that push a stone two squares", pushes_twice),
    ("that meet a stone on their second step", |position, turn| {
        turn.vector.is_long() && pushes(position, turn) && !pushes_twice(position, turn)
    }),
];

fn enemy(position: &Position) -> Bitboard {
    position.setup().stones(position.side().other())
}

fn pushes(position: &Position, turn: Turn) -> bool {
    turn.push(enemy(position)).0.is_some()
}

/// Whether a stone beside the aggressive one is pushed by two squares.
fn pushes_twice(position: &Position, turn: Turn) -> bool {
    let next = Vector::new(turn.vector.direction(), false).target(turn.aggressive);
    turn.vector.is_long() && next.is_some() && turn.push(enemy(position)).0 == next
}

fn is_diagonal(vector: Vector) -> bool {
    let (files, ranks) = vector.direction().step();
    files != 0 && ranks != 0
}

fn is_at_home(turn: Turn) -> bool {
    (turn.passive.rank() < 4) == (turn.aggressive.rank() < 4)
}

/// The features that exactly the missing turns have, if there are such.
fn of_missing(position: &Position, missing: &[Turn]) -> Option<String> {
    if missing.is_empty() {
        return None;
    }
    let turns = position.turns();
    let exactly =
        |has: &dyn Fn(Turn) -> bool| turns.iter().all(|turn| has(*turn) == missing.contains(turn));
    let shared = |on: &dyn Fn(Turn) -> bool| {
        let fits = |(_, has): &&Feature| exactly(&|turn| on(turn) && has(position, turn));
        FEATURES.iter().find(fits).map(|(name, _)| (*name).to_string())
    };
    let towards = |way: Direction| exactly(&|turn| turn.vector.direction() == way);
    let direction = || Direction::ALL.into_iter().find(|&way| towards(way));
    let wood = |dark: bool| {
        let name = if dark { "dark" } else { "light" };
        let on = |turn: Turn| turn.passive.board().is_dark() == dark;
        let passive = format!("with the passive half on the {name} home board");
        match exactly(&on) {
            true => Some(passive),
            false => shared(&on).map(|feature| format!("{passive} {feature}")),
        }
    };
    shared(&|_| true)
        .or_else(|| direction().map(|way| format!("to the {}", direction_name(way))))
        .or_else(|| wood(true))
        .or_else(|| wood(false))
        .map(|which| format!("no turns are listed {which}"))
}

const fn direction_name(direction: Direction) -> &'static str {
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
        [direction as usize]
}

/// Where a legal turn might lead if it is played wrongly.
pub(super) fn misplays(position: &Position, turn: Turn) -> Vec<Misplay<Position>> {
    let mut misplays = Vec::new();
    let right = position.play_unchecked(turn);
    let mut add = |setup: Setup, how: &str| {
        let Ok(position) = Position::try_from(setup) else { return };
        if position != right && misplays.iter().all(|m: &Misplay<_>| m.position != position) {
            misplays.push(Misplay { position, how: how.into() });
        }
    };
    let before = position.setup();
    let after = right.setup();
    if let (Some(from), to) = turn.push(enemy(position)) {
        add_wrong_pushes(position, turn, (from, to), &mut add);
    }
    add(Setup { side: before.side, ..after }, "after a turn the same side is to move again");
    for (from, half) in [(turn.passive, "passive"), (turn.aggressive, "aggressive")] {
        let mut left = after;
        let to = turn.vector.target(from).map_or(Bitboard::EMPTY, Bitboard::of);
        let own = stones_mut(&mut left, before.side);
        *own = *own & !to | Bitboard::of(from);
        add(left, &format!("the {half} move is not carried out"));
    }
    misplays
}

/// Where the pushed stone might end up.
fn add_wrong_pushes(
    position: &Position,
    turn: Turn,
    (from, to): (Square, Option<Square>),
    add: &mut impl FnMut(Setup, &str),
) {
    let after = position.play_unchecked(turn).setup();
    let side = position.side().other();
    let moved = |place: Option<Square>| {
        let mut setup = after;
        let stones = stones_mut(&mut setup, side);
        *stones = *stones & !to.map_or(Bitboard::EMPTY, Bitboard::of)
            | place.map_or(Bitboard::EMPTY, Bitboard::of);
        setup
    };
    let by_two = Vector::new(turn.vector.direction(), true);
    if turn.vector.is_long() && !pushes_twice(position, turn) {
        add(
            moved(by_two.target(from)),
            "a stone that is met on the second step is pushed by two squares, so off its board: it \
             is pushed by one",
        );
    }
    if turn.vector.is_long() && pushes_twice(position, turn) {
        add(moved(Some(from)), "the aggressive move jumps over the stone that it should push");
    }
    if to.is_some() {
        add(moved(None), "a pushed stone is taken off the board although there is room behind it");
    }
    let (files, ranks) = turn.vector.direction().step();
    let last = turn.vector.target(turn.aggressive).unwrap_or(from);
    let file = last.file().checked_add_signed(files);
    let rank = last.rank().checked_add_signed(ranks);
    if let (None, Some(file), Some(rank)) = (to, file, rank) {
        add(
            moved(Square::new(file, rank)),
            "a stone that is pushed over an edge lands on the next board: it is out of the game",
        );
    }
}

const fn stones_mut(setup: &mut Setup, side: crate::game::Player) -> &mut Bitboard {
    match side {
        crate::game::Player::First => &mut setup.black,
        crate::game::Player::Second => &mut setup.white,
    }
}
