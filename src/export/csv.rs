//! Puzzles as comma-separated values, with the column names of Lichess's puzzles
//! where they fit.

use std::io::Read;

use csv::{Error, ErrorKind, StringRecord};
use serde::{Deserialize, Serialize};

use super::quotes::Quotes;
use super::{FormatError, Record, Row, Value};
use crate::puzzle::{Puzzle, Source, Variation};
use crate::solver::Goal;
use crate::theme::Grade;

/// The columns, in their order: the fields of [`Line`].
pub(super) const COLUMNS: [&str; 20] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "Themes",
    "Turns",
    "Game",
    "Rules",
    "Source",
    "Seed",
    "Index",
    "Goal",
    "Key",
    "Difficulty",
    "Grade",
    "Note",
    "Variations",
    "Certificate",
    "GameMoves",
    "Values",
];

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Line {
    puzzle_id: String,
    #[serde(rename = "FEN")]
    fen: String,
    moves: String,
    #[serde(default)]
    rating: Option<u32>,
    #[serde(default)]
    themes: String,
    turns: u32,
    game: String,
    #[serde(default)]
    rules: Option<String>,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    index: Option<u64>,
    #[serde(default)]
    goal: Option<String>,
    #[serde(default)]
    key: Option<String>,
    #[serde(default)]
    difficulty: Option<f64>,
    #[serde(default)]
    grade: Option<String>,
    #[serde(default)]
    note: Option<String>,
    /// As JSON, as they stand in a pack.
    #[serde(default)]
    variations: Option<String>,
    #[serde(default)]
    certificate: Option<String>,
    #[serde(default)]
    game_moves: Option<String>,
    #[serde(default)]
    values: Option<String>,
}

/// The line with the names of the columns.
pub(super) fn head() -> String {
    COLUMNS.join(",") + "\n"
}

/// A puzzle as a line.
pub(super) fn line(row: &Row<'_>) -> String {
    let mut writer = ::csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    // Writing to memory does not fail.
    let _ = writer.serialize(Line::new(row));
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// The puzzles of a text that begins with the names of the columns.
pub(super) fn records(
    from: impl Read,
) -> Result<impl Iterator<Item = Result<Record, FormatError>>, FormatError> {
    let mut reader = ::csv::Reader::from_reader(Quotes::new(from));
    let names = reader.headers().map_err(wrong_row)?.clone();
    let record = move |row: StringRecord| {
        let line = row.position().map_or(0, ::csv::Position::line);
        let cells: Result<Line, _> = row.deserialize(Some(&names));
        let record = cells.map_err(|error| wrong_cell(&error, &names));
        let record = record.and_then(|line| line.into_record()?.checked());
        record.map_err(|reason| FormatError::Line { line, reason })
    };
    Ok(reader.into_records().map(move |row| record(row.map_err(wrong_row)?)))
}

/// What is wrong with a row that cannot be told apart into columns.
fn wrong_row(error: Error) -> FormatError {
    let line = error.position().map_or(1, ::csv::Position::line);
    let reason = match error.kind() {
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("it has {len} columns, but the line with their names has {expected_len}")
        }
        ErrorKind::Utf8 { .. } => "the text is not UTF-8".into(),
        _ => error.to_string(),
    };
    match error.into_kind() {
        ErrorKind::Io(error) => FormatError::Read(error),
        _ => FormatError::Line { line, reason },
    }
}

/// What is wrong with a row, and in which column.
fn wrong_cell(error: &Error, names: &StringRecord) -> String {
    let ErrorKind::Deserialize { err, .. } = error.kind() else { return error.to_string() };
    let column = err.field().and_then(|field| names.get(usize::try_from(field).ok()?));
    match column {
        Some(column) => format!("column {column}: {}", err.kind()),
        None => err.kind().to_string(),
    }
}

/// What makes a rating, in units of chess sites, of a difficulty: a tenth more
/// is 30 more.
fn rating(difficulty: f64) -> u32 {
    (300.0 + 300.0 * difficulty).round() as u32
}

fn unrated(rating: u32) -> f64 {
    f64::from(rating.saturating_sub(300) / 30) / 10.0
}

impl Line {
    fn new(row: &Row<'_>) -> Self {
        let &Row { game, rules, puzzle, values, .. } = row;
        let source = puzzle.source.as_ref();
        let words = |values: &[Value]| values.iter().map(Value::word).collect::<Vec<_>>().join(" ");
        let variations = &puzzle.variations;
        Self {
            puzzle_id: puzzle.id.clone(),
            fen: puzzle.position.clone(),
            moves: puzzle.line.join(" "),
            rating: puzzle.difficulty.map(rating),
            themes: puzzle.themes.join(" "),
            turns: puzzle.turns,
            game: game.into(),
            rules: rules.map(String::from),
            source: source.map(|source| source.kind.clone()),
            seed: source.and_then(|source| source.seed),
            index: source.and_then(|source| source.index),
            goal: Some(puzzle.goal.name().into()),
            key: Some(puzzle.key.clone()),
            difficulty: puzzle.difficulty,
            grade: puzzle.difficulty.map(|difficulty| Grade::of(difficulty).name().into()),
            note: puzzle.note.clone(),
            variations: (!variations.is_empty())
                .then(|| serde_json::to_string(variations).unwrap_or_default()),
            certificate: puzzle.certificate.clone(),
            game_moves: source.and_then(|source| source.moves.clone()),
            values: values.map(words),
        }
    }

    fn into_record(self) -> Result<Record, String> {
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        let line = words(&self.moves);
        let goal = match self.goal.as_deref() {
            None => Goal::Win,
            Some(goal) => goal.parse().map_err(|_| "column Goal: it is win, help or self")?,
        };
        let variations: Vec<Variation> = match self.variations.as_deref() {
            None => Vec::new(),
            Some(json) => {
                serde_json::from_str(json).map_err(|error| format!("column Variations: {error}"))?
            }
        };
        let has_origin = self.seed.or(self.index).is_some() || self.game_moves.is_some();
        if self.source.is_none() && has_origin {
            return Err("column Source: it is empty, and Seed, Index or GameMoves is not".into());
        }
        let puzzle = Puzzle {
            position: self.fen,
            goal,
            turns: self.turns,
            key: self.key.or_else(|| line.first().cloned()).unwrap_or_default(),
            line,
            themes: words(&self.themes),
            difficulty: self.difficulty.or(self.rating.map(unrated)),
            source: self.source.map(|kind| Source {
                kind,
                seed: self.seed,
                index: self.index,
                moves: self.game_moves,
            }),
            certificate: self.certificate,
            note: self.note,
            variations,
            id: self.puzzle_id,
        };
        Ok(Record::new(self.game, self.rules, puzzle))
    }
}
