use std::fmt;
use std::str::FromStr;

use super::help::help;
use super::limits::Limits;
use super::selfwin::selfwin;
use super::solution::{Finished, Solution, Verdict, solve};
use super::solve_or_decide;
use crate::game::Game;

/// What a problem asks of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Goal {
    /// To win, whatever the opponent does.
    #[default]
    Win,
    /// To win with the opponent's help.
    Help,
    /// To make the opponent win, whatever it does.
    SelfWin,
}

impl Goal {
    /// All goals, by their [names](Self::name).
    pub const ALL: [Self; 3] = [Self::Win, Self::Help, Self::SelfWin];

    /// Its name in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Help => "help",
            Self::SelfWin => "self",
        }
    }

    /// Looks for the shortest solution within `max_turns` turns of the side to
    /// move; without a bound if there is none and the game can be decided, or
    /// else within `default_turns`.
    ///
    /// # Errors
    /// [`Finished`] if the game is over.
    pub fn solve<G: Game>(
        self,
        position: &G,
        max_turns: Option<u32>,
        default_turns: u32,
        limits: Limits<'_>,
    ) -> Result<Pursuit<G>, Finished> {
        let bound = match max_turns {
            None if position.is_decidable() => None,
            some => Some(some.unwrap_or(default_turns)),
        };
        let alone = |solution| Pursuit { solution, lines: Vec::new() };
        match (self, max_turns) {
            (Self::Win, None) => solve_or_decide(position, default_turns, limits).map(alone),
            (Self::Win, Some(turns)) => solve(position, turns, limits).map(alone),
            (Self::Help, _) => help(position, bound, limits),
            (Self::SelfWin, _) => selfwin(position, bound, limits).map(alone),
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no goal of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no goal `{0}`: the goals are `win`, `help`, `self`")]
pub struct UnknownGoal(String);

impl FromStr for Goal {
    type Err = UnknownGoal;

    fn from_str(text: &str) -> Result<Self, UnknownGoal> {
        let named = Self::ALL.into_iter().find(|goal| goal.name() == text);
        named.ok_or_else(|| UnknownGoal(text.escape_debug().to_string()))
    }
}

/// What was found out about a goal.
///
/// In the [`Solution`], a [win](Verdict::Win) means that the goal is reached,
/// and its keys are the first turns of the shortest solutions. [`Verdict::None`]
/// without a bound means that it never is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pursuit<G: Game> {
    /// The answer.
    pub solution: Solution<G>,
    /// With [`Goal::Help`], every shortest solution, by the positions that are
    /// reached; of turns that reach the same one, the first.
    pub lines: Vec<Vec<G::Turn>>,
}

impl<G: Game> Pursuit<G> {
    /// Whether the goal is reached.
    #[must_use]
    pub const fn is_reached(&self) -> bool {
        matches!(self.solution.verdict, Verdict::Win(_))
    }
}
