use super::Value;
use crate::games::Choice;
use crate::puzzle::{Code, Pack, Puzzle};

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

impl Record {
    /// A puzzle of a game; the ruleset may be named even if it is the first.
    #[must_use]
    pub fn new(game: String, rules: Option<String>, puzzle: Puzzle) -> Self {
        let choice = Choice::new(Some(&game), None).ok();
        let first = choice.and_then(|choice| choice.game()).map(|entry| entry.rules[0]);
        Self { rules: rules.filter(|name| Some(name.as_str()) != first), game, puzzle }
    }

    /// The same, unless no pack can hold it: then this says why.
    pub(super) fn checked(self) -> Result<Self, String> {
        let (game, rules) = (self.game.clone(), self.rules.clone());
        let head = Pack { title: "rows".into(), game, rules, ..Pack::default() };
        match head.check_puzzle(&self.puzzle) {
            Ok(()) => Ok(self),
            Err(error) if error.0.code == Code::TooLarge => {
                Err(format!("too long for a pack: {}", error.0.message))
            }
            Err(error) => Err(error.0.message),
        }
    }
}
