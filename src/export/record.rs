use super::Value;
use crate::puzzle::{Pack, Puzzle};

/// A puzzle that is written by itself, and what is said of it there.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// What the file says of all its puzzles: with the first one, where the
    /// format has no other place for it.
    pub head: Option<&'a Pack>,
    /// The name of the game.
    pub game: &'a str,
    /// The ruleset, where it is not the game's first.
    pub rules: Option<&'a str>,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What every legal turn leads to, if that is to be told.
    pub values: Option<&'a [Value]>,
}

impl<'a> Row<'a> {
    /// A puzzle of a pack; `is_first` if none is written before it.
    #[must_use]
    pub fn of(pack: &'a Pack, puzzle: &'a Puzzle, is_first: bool) -> Self {
        let (game, rules) = (&pack.game, pack.rules.as_deref());
        Self { head: is_first.then_some(pack), game, rules, puzzle, values: None }
    }
}

/// A puzzle as it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// The ruleset, where it is not the game's first.
    pub rules: Option<String>,
    /// The puzzle.
    pub puzzle: Puzzle,
}
