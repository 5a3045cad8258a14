//! Games that players of several strengths play against themselves.

use crate::game::{Compose, Dice, Game, Record};
use crate::solver::{Limits, Verdict, solve};

/// Games that go on for longer are cut off.
const MOST_TURNS: usize = 200;

/// How well a side plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    /// Any turn.
    Random,
    /// The turn that looks best among a few.
    Greedy,
    /// A win where there is one now, and of a few turns one that does not let
    /// the opponent win at once, if there is one.
    Careful,
    /// The same, and the solver looks for a win in two.
    Assisted,
}

/// All strengths.
const STRENGTHS: [Strength; 4] =
    [Strength::Random, Strength::Greedy, Strength::Careful, Strength::Assisted];

/// A game that begins at `start`, each side of a strength that the dice say.
pub(super) fn play<G: Compose>(start: G, dice: &mut Dice, limits: Limits<'_>) -> Record<G> {
    let strengths = [(); 2].map(|()| STRENGTHS[dice.below(STRENGTHS.len())]);
    let mut game = Record::new(start);
    let mut position = start;
    while game.turns.len() < MOST_TURNS && position.winner().is_none() {
        let turns = position.turns();
        if turns.is_empty() {
            break;
        }
        let turn = choose(&position, &turns, strengths[position.side() as usize], dice, limits);
        position = position.play_unchecked(turn);
        game.turns.push(turn);
    }
    game
}

/// How many turns a player compares.
const COMPARED: usize = 6;

fn choose<G: Compose>(
    position: &G,
    turns: &[G::Turn],
    strength: Strength,
    dice: &mut Dice,
    limits: Limits<'_>,
) -> G::Turn {
    let mut any = || turns[dice.below(turns.len())];
    if strength == Strength::Random {
        return any();
    }
    if strength != Strength::Greedy
        && let Some(turn) = winning(position, strength, limits)
    {
        return turn;
    }
    let mut best = any();
    for _ in 1..COMPARED {
        let other = any();
        let better = |turn| {
            let safe = strength == Strength::Greedy || is_safe(position, turn);
            (safe, position.appeal(turn))
        };
        if better(other) > better(best) {
            best = other;
        }
    }
    best
}

/// Whether the opponent cannot win at once after a turn.
fn is_safe<G: Game>(position: &G, turn: G::Turn) -> bool {
    let child = position.play_unchecked(turn);
    match child.winner() {
        Some(winner) => winner == position.side(),
        None => child.side() == position.side() || !child.wins_now(),
    }
}

/// The first turn of a win that the player sees.
fn winning<G: Game>(position: &G, strength: Strength, limits: Limits<'_>) -> Option<G::Turn> {
    let deep = strength == Strength::Assisted;
    if !deep && !position.wins_now() {
        return None;
    }
    match solve(position, if deep { 2 } else { 1 }, limits).ok()?.verdict {
        Verdict::Win(win) => win.line.first().copied(),
        _ => None,
    }
}
