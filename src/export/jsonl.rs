//! Puzzles as JSON Lines: one object a line.

use std::io::{self, BufRead, Read};

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::{FormatError, Record, Row, Value};
use crate::puzzle::{Allowance, Pack, Puzzle};
use crate::theme::Grade;

/// The longest line that is read, in bytes; far longer than any that is written.
const LONGEST_LINE: u64 = 4 << 20;

/// What a line has beside the fields of the puzzle: of which puzzles know nothing.
const BESIDE: [&str; 6] = ["schema", "game", "rules", "grade", "values", "pack"];

#[derive(Serialize)]
struct Line<'a> {
    schema: u32,
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
    #[serde(flatten)]
    puzzle: &'a Puzzle,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<&'a [Value]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pack: Option<Head<'a>>,
}

/// A puzzle as a line.
pub(super) fn line(row: &Row<'_>) -> String {
    let &Row { head, game, rules, puzzle, values } = row;
    let grade = puzzle.difficulty.map(|difficulty| Grade::of(difficulty).name());
    let line = Line { schema: 1, game, rules, puzzle, grade, values, pack: head.map(Head::from) };
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}

/// What a pack says of itself, but for what every line says.
#[derive(Serialize)]
struct Head<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<u32>,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "<[Allowance]>::is_empty")]
    allow: &'a [Allowance],
}

impl<'a> From<&'a Pack> for Head<'a> {
    fn from(pack: &'a Pack) -> Self {
        Self {
            schema: pack.schema,
            title: &pack.title,
            license: pack.license.as_deref(),
            author: pack.author.as_deref(),
            language: pack.language.as_deref(),
            description: pack.description.as_deref(),
            allow: &pack.allow,
        }
    }
}

/// The lines of a text, with their numbers, without those that are blank.
pub(super) fn lines(from: impl BufRead) -> impl Iterator<Item = Result<Text, FormatError>> {
    let (mut from, mut number, mut over) = (from, 0, false);
    std::iter::from_fn(move || {
        while !over {
            number += 1;
            let mut text = String::new();
            let read = from.by_ref().take(LONGEST_LINE).read_line(&mut text);
            let error = match read {
                Ok(0) => return None,
                Ok(length) if length as u64 == LONGEST_LINE => "it is too long".into(),
                Ok(_) if text.trim().is_empty() => continue,
                Ok(_) => return Some(Ok(Text { number, text })),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    "it is not UTF-8".into()
                }
                Err(error) => error.to_string(),
            };
            over = true;
            return Some(Err(FormatError::Line { line: number, reason: error }));
        }
        None
    })
}

/// A line with its number.
pub(super) struct Text {
    number: usize,
    text: String,
}

impl Text {
    /// The puzzle on the line.
    pub(super) fn record(&self) -> Result<Record, FormatError> {
        let Fields { game, rules, rest, .. } = self.fields()?;
        let puzzle = serde_json::from_value(Json::Object(rest));
        Ok(Record { game, rules, puzzle: puzzle.map_err(|error| self.error(&error))? })
    }

    /// What the line says of its pack.
    pub(super) fn head(&self) -> Result<Pack, FormatError> {
        let Fields { game, rules, pack, .. } = self.fields()?;
        let mut fields = match pack {
            Some(Json::Object(fields)) => fields,
            _ => Map::from_iter([("title".into(), Json::from(""))]),
        };
        fields.insert("game".into(), game.into());
        fields.insert("puzzles".into(), Json::Array(Vec::new()));
        if let Some(rules) = rules {
            fields.insert("rules".into(), rules.into());
        }
        serde_json::from_value(Json::Object(fields)).map_err(|error| self.error(&error))
    }

    fn fields(&self) -> Result<Fields, FormatError> {
        let read: Result<Map<String, Json>, _> = serde_json::from_str(&self.text);
        let mut rest = read.map_err(|error| self.error(&error))?;
        let [schema, game, rules, _, _, pack] = BESIDE.map(|name| rest.remove(name));
        if schema.is_some_and(|schema| schema != 1) {
            return Err(self.error(&"this is of another `schema` than 1, of a later tsume"));
        }
        let game = game.as_ref().and_then(Json::as_str);
        let game = game.ok_or_else(|| self.error(&"the `game` is missing"))?.into();
        let rules = rules.as_ref().and_then(Json::as_str).map(String::from);
        Ok(Fields { game, rules, pack, rest })
    }

    fn error(&self, error: &dyn ToString) -> FormatError {
        FormatError::Line { line: self.number, reason: error.to_string() }
    }
}

/// What a line says, the puzzle still as it stands.
struct Fields {
    game: String,
    rules: Option<String>,
    pack: Option<Json>,
    rest: Map<String, Json>,
}
