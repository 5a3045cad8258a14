use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::canonical;
use super::code::Severity;
use super::diagnostic::Diagnostic;
use super::document::Document;
use super::text::text;
use crate::games::{Choice, UnknownName};
use crate::solver::Goal;

/// A pack of puzzles of one game, as its YAML file describes it.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// The version of the format; there is one so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = 1))]
    pub schema: Option<u32>,
    /// What the pack is called.
    #[schemars(regex(pattern = r"\S"))]
    pub title: String,
    /// The name of the game.
    #[schemars(transform = super::schema::games)]
    pub game: String,
    /// The ruleset, where it is not the game's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = super::schema::rules)]
    pub rules: Option<String>,
    /// The licence, as an SPDX identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"\S"))]
    pub license: Option<String>,
    /// Who made the pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"\S"))]
    pub author: Option<String>,
    /// The language of the texts, such as `en`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$"))]
    pub language: Option<String>,
    /// What the pack is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"\S"))]
    pub description: Option<String>,
    /// What is no matter in this pack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("uniqueItems" = true))]
    pub allow: Vec<Allowance>,
    /// The puzzles, in the order in which they are to be solved.
    #[schemars(length(min = 1))]
    pub puzzles: Vec<Puzzle>,
}

/// Something that a puzzle should not have, and may have by exception.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Allowance {
    /// More than one way to win in time, after the key and before the last turn.
    Duals,
}

impl Allowance {
    /// All allowances, by their names in packs.
    pub(super) const ALL: &[(&'static str, Self)] = &[("duals", Self::Duals)];
}

/// A position with its shortest forced win.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// A name that no other puzzle of the corpus has.
    #[schemars(regex(pattern = "^[a-z0-9-]+$"))]
    pub id: String,
    /// The position, in any notation of the game; the side to move is to win.
    #[schemars(regex(pattern = r"\S"))]
    pub position: String,
    /// What is asked for: a direct win, unless it is another goal.
    #[serde(default, skip_serializing_if = "is_win", with = "goal")]
    #[schemars(with = "String", extend("enum" = ["win", "help", "self"]))]
    pub goal: Goal,
    /// How many turns the side to move takes to reach it.
    #[schemars(range(min = 1, max = 127))]
    pub turns: u32,
    /// The first turn of the solution.
    #[schemars(regex(pattern = r"\S"))]
    pub key: String,
    /// The solution: key, longest defence, …, the winning turn.
    #[schemars(length(min = 1), inner(regex(pattern = r"\S")))]
    pub line: Vec<String>,
    /// What the puzzle is about, such as `quiet-key`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(schema_with = "super::schema::themes")]
    pub themes: Vec<String>,
    /// How hard it is for a person; larger is harder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub difficulty: Option<f64>,
    /// Where the position comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// A file in the folder of the pack with a certificate of the win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"\S"))]
    pub certificate: Option<String>,
    /// A remark on its idea.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"\S"))]
    pub note: Option<String>,
    /// Remarks on other ways to play: tries, and other defences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

fn is_win(goal: &Goal) -> bool {
    *goal == Goal::Win
}

/// Goals by their names.
mod goal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::solver::Goal;

    pub(super) fn serialize<S: Serializer>(goal: &Goal, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(goal.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Goal, D::Error> {
        String::deserialize(from)?.parse().map_err(Error::custom)
    }
}

/// Where a puzzle comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The kind of source, such as `selfplay` or `composed`.
    #[schemars(regex(pattern = "^[a-z0-9-]+$"))]
    pub kind: String,
    /// The seed of the run that found it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the candidate within that run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// A game from the start that leads to the position: its turns, separated by
    /// spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"\S"))]
    pub moves: Option<String>,
}

/// Another way to play, and what is to be said of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// Turns from the position of the puzzle on.
    #[schemars(length(min = 1), inner(regex(pattern = r"\S")))]
    pub line: Vec<String>,
    /// What happens, or why it fails.
    #[schemars(regex(pattern = r"\S"))]
    pub note: String,
}

/// A text is not a pack.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {}, column {}: {}", .0.span.line, .0.span.column, .0.message)]
pub struct PackError(pub Box<Diagnostic>);

impl FromStr for Pack {
    type Err = PackError;

    /// Reads a pack. It need not be sound: only its shape is looked at.
    fn from_str(pack: &str) -> Result<Self, PackError> {
        let mut puzzles = Vec::new();
        let head = Self::read(pack, |_, puzzle| {
            puzzles.push(puzzle);
            Ok::<_, PackError>(true)
        })?;
        Ok(Self { puzzles, ..head })
    }
}

fn refuse(diagnostics: &[Diagnostic]) -> Result<(), PackError> {
    let error = |found: &&Diagnostic| found.code.severity() == Severity::Error;
    let first = diagnostics.iter().find(error);
    first.map_or(Ok(()), |first| Err(PackError(Box::new(first.clone()))))
}

impl Pack {
    /// Reads a pack puzzle by puzzle, handing each over with the head of the
    /// pack, until `each` answers that it wants no more. The head, without
    /// puzzles, is what is left.
    ///
    /// # Errors
    /// [`PackError`] if this is no pack, or what `each` has against a puzzle.
    pub fn read<E: From<PackError>>(
        pack: &str,
        mut each: impl FnMut(&Self, Puzzle) -> Result<bool, E>,
    ) -> Result<Self, E> {
        let document = Document::new(text(pack.as_bytes()).map_err(PackError)?);
        refuse(&document.diagnostics)?;
        for entry in document.puzzles() {
            let entry = entry.map_err(|fatal| PackError(Box::new(fatal)))?;
            refuse(&entry.diagnostics)?;
            if let Some(puzzle) = entry.puzzle()
                && !each(&document.head, puzzle)?
            {
                break;
            }
        }
        Ok(document.head)
    }

    /// Whether a pack that says this of itself can be read. The puzzles are not
    /// looked at.
    ///
    /// # Errors
    /// Says what is wrong, and where it would stand.
    pub fn check_head(&self) -> Result<(), PackError> {
        let head = canonical::head("", self) + "  - id: none\n";
        refuse(&Document::new(text(head.as_bytes()).map_err(PackError)?).diagnostics)
    }

    /// Whether a pack that says this of itself and has this puzzle can be read.
    ///
    /// # Errors
    /// Says what is wrong, and where it would stand.
    pub fn check_puzzle(&self, puzzle: &Puzzle) -> Result<(), PackError> {
        let text = canonical::head("", self) + &canonical::puzzle(puzzle);
        Self::read(&text, |_, _| Ok::<_, PackError>(true)).map(|_| ())
    }

    /// The game and the ruleset of the positions.
    ///
    /// # Errors
    /// [`UnknownName`] if there is no such game or ruleset.
    pub fn choice(&self) -> Result<Choice, UnknownName> {
        Choice::new(Some(&self.game), self.rules.as_deref())
    }
}
