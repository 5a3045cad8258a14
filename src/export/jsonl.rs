//! Puzzles as JSON Lines: one object a line.

use std::io::{self, BufRead, Read};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::{FormatError, Record, Row, Value};
use crate::puzzle::{Allowance, Pack, Puzzle, without_bom};
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
                Ok(_) if without_bom(&text).trim().is_empty() => continue,
                Ok(_) => return Some(Ok(Text { number, text })),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    "it is not UTF-8".into()
                }
                Err(error) => error.to_string(),
            };
            over = true;
            return Some(Err(FormatError::Line { line: number as u64, reason: error }));
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
        let puzzle = puzzle.map_err(|error| self.wrong_json(&error))?;
        Record::new(game, rules, puzzle).checked().map_err(|reason| self.wrong(reason))
    }

    /// What the line says of its pack.
    pub(super) fn head(&self) -> Result<Pack, FormatError> {
        let Fields { game, rules, pack, .. } = self.fields()?;
        let mut fields = pack.unwrap_or_else(|| Map::from_iter([("title".into(), "".into())]));
        fields.insert("game".into(), game.into());
        fields.insert("puzzles".into(), Json::Array(Vec::new()));
        if let Some(rules) = rules {
            fields.insert("rules".into(), rules.into());
        }
        serde_json::from_value(Json::Object(fields)).map_err(|error| self.wrong_json(&error))
    }

    fn fields(&self) -> Result<Fields, FormatError> {
        let text = if self.number == 1 { without_bom(&self.text) } else { &self.text };
        let mut rest: Map<String, Json> =
            serde_json::from_str(text).map_err(|error| self.wrong_json(&error))?;
        let [schema, game, rules, _, _, pack] =
            BESIDE.map(|name| rest.remove(name).unwrap_or_default());
        if !schema.is_null() && schema != 1 {
            let reason = "this is of another `schema` than 1, of a later tsume";
            return Err(self.wrong(reason.into()));
        }
        let game: Option<String> = self.field("game", game)?;
        let game = game.ok_or_else(|| self.wrong("the `game` is missing".into()))?;
        let (rules, pack) = (self.field("rules", rules)?, self.field("pack", pack)?);
        Ok(Fields { game, rules, pack, rest })
    }

    fn field<T: DeserializeOwned>(&self, name: &str, value: Json) -> Result<T, FormatError> {
        serde_json::from_value(value).map_err(|error| self.wrong(format!("`{name}`: {error}")))
    }

    fn wrong(&self, reason: String) -> FormatError {
        FormatError::Line { line: self.number as u64, reason }
    }

    /// The place within the text is left out: of the line it says 1, or 2 at its end.
    fn wrong_json(&self, error: &serde_json::Error) -> FormatError {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        self.wrong(text.strip_suffix(&place).unwrap_or(&text).into())
    }
}

/// What a line says, the puzzle still as it stands.
struct Fields {
    game: String,
    rules: Option<String>,
    pack: Option<Map<String, Json>>,
    rest: Map<String, Json>,
}
