use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::guard::guard;
use crate::games::{Choice, UnknownName};

/// A pack of puzzles of one game, as its YAML file describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// What the pack is called.
    pub title: String,
    /// The name of the game.
    pub game: String,
    /// The ruleset, where it is not the game's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The licence, as an SPDX identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Who made the pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// What the pack is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The puzzles, in the order in which they are to be solved.
    pub puzzles: Vec<Puzzle>,
}

/// A position with its shortest forced win.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// A name that no other puzzle of the corpus has: `[a-z0-9-]+`.
    pub id: String,
    /// The position, in any notation of the game.
    pub position: String,
    /// In how many turns the side to move wins.
    pub turns: u32,
    /// The first turn of the solution.
    pub key: String,
    /// The solution: key, longest defence, …, the winning turn.
    pub line: Vec<String>,
    /// What the puzzle is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// How hard it is for a person; larger is harder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<f64>,
    /// A remark on its idea.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where the position comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// Where a puzzle comes from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The kind of source, such as `selfplay` or `composed`.
    pub kind: String,
    /// The seed of the run that found it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the candidate within that run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
}

/// A text is not a pack.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// There is nothing in it.
    #[error("the file is empty: a pack has a title, a game and puzzles")]
    Empty,
    /// Its list of puzzles is empty.
    #[error("there is no puzzle in it")]
    NoPuzzles,
    /// It is not YAML, or YAML of a kind that no pack needs.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// It is YAML, but not of the shape of a pack.
    #[error("{0}")]
    Yaml(#[from] serde_yaml::Error),
}

impl FromStr for Pack {
    type Err = PackError;

    fn from_str(text: &str) -> Result<Self, PackError> {
        if text.trim().is_empty() {
            return Err(PackError::Empty);
        }
        guard(text)?;
        let pack: Self = serde_yaml::from_str(text)?;
        if pack.puzzles.is_empty() { Err(PackError::NoPuzzles) } else { Ok(pack) }
    }
}

impl Pack {
    /// The game and the ruleset of the positions.
    ///
    /// # Errors
    /// [`UnknownName`] if there is no such game or ruleset.
    pub fn choice(&self) -> Result<Choice, UnknownName> {
        Choice::new(Some(&self.game), self.rules.as_deref())
    }
}
