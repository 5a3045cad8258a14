use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::puzzle::{Pack, PackError, Puzzle, Source, canonical_head, canonical_puzzle};
use crate::solver::Goal;

/// How puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A pack, as `docs/packs.md` describes it.
    Yaml,
    /// One object a line.
    Jsonl,
    /// Comma-separated values, with the column names of Lichess's puzzles where
    /// they fit.
    Csv,
}

/// Text that does not hold puzzles of the format.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// It is no pack.
    #[error("{0}")]
    Pack(#[from] PackError),
    /// A line is not what it should be.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// It is not comma-separated values of the right columns.
    #[error("{0}")]
    Csv(#[from] csv::Error),
}

impl Format {
    /// The format of files whose names end this way.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "yaml" | "yml" => Some(Self::Yaml),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }

    /// What a file begins with. `comment` is said of it where the format has
    /// comments; the puzzles of `pack` are left out.
    #[must_use]
    pub fn head(self, pack: &Pack, comment: &str) -> String {
        match self {
            Self::Yaml => {
                let comment = comment.lines().map(|line| format!("# {line}\n"));
                canonical_head(&comment.collect::<String>(), pack)
            }
            Self::Jsonl => String::new(),
            Self::Csv => csv_line(Row::COLUMNS),
        }
    }

    /// A puzzle of `pack`, as a piece of text that can be added to a file.
    #[must_use]
    pub fn puzzle(self, pack: &Pack, puzzle: &Puzzle) -> String {
        match self {
            Self::Yaml => canonical_puzzle(puzzle),
            Self::Jsonl => {
                let line = Line { schema: 1, game: &pack.game, rules: &pack.rules, puzzle };
                serde_json::to_string(&line).unwrap_or_default() + "\n"
            }
            Self::Csv => Row::new(pack, puzzle).to_line(),
        }
    }

    /// The puzzles in a text, the head included.
    ///
    /// # Errors
    /// Says what is wrong, and where.
    pub fn read(self, text: &str) -> Result<Vec<Puzzle>, FormatError> {
        match self {
            Self::Yaml if self.pieces(text).is_empty() => Ok(Vec::new()),
            Self::Yaml => Ok(text.parse::<Pack>()?.puzzles),
            Self::Jsonl => (1..).zip(text.lines()).map(|(n, line)| read_line(n, line)).collect(),
            Self::Csv => {
                let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
                rows.map(|row| Ok(Row::into_puzzle(row?))).collect()
            }
        }
    }

    /// Where the puzzles begin in a text that was written this way, the last of
    /// which may have been cut short.
    #[must_use]
    pub fn pieces(self, text: &str) -> Vec<usize> {
        let begins = |line: &str| self != Self::Yaml || line.starts_with("  - id: ");
        let head = usize::from(self == Self::Csv);
        let mut at = 0;
        let starts = text.split_inclusive('\n').map(|line| {
            at += line.len();
            (at - line.len(), line)
        });
        starts.skip(head).filter(|(_, line)| begins(line)).map(|(start, _)| start).collect()
    }
}

/// A line of JSON Lines.
#[derive(Serialize)]
struct Line<'a> {
    schema: u32,
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: &'a Option<String>,
    #[serde(flatten)]
    puzzle: &'a Puzzle,
}

fn read_line(line: usize, text: &str) -> Result<Puzzle, FormatError> {
    let read = || {
        let mut value: Value = serde_json::from_str(text)?;
        if let Some(object) = value.as_object_mut() {
            object.retain(|name, _| !["schema", "game", "rules"].contains(&name.as_str()));
        }
        serde_json::from_value(value)
    };
    read().map_err(|error: serde_json::Error| FormatError::Line { line, reason: error.to_string() })
}

/// A line of comma-separated values.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Row {
    puzzle_id: String,
    #[serde(rename = "FEN")]
    fen: String,
    moves: String,
    rating: Option<u32>,
    themes: String,
    turns: u32,
    game: String,
    rules: String,
    source: Option<String>,
    seed: Option<u64>,
    index: Option<u64>,
}

impl Row {
    const COLUMNS: [&str; 11] = [
        "PuzzleId", "FEN", "Moves", "Rating", "Themes", "Turns", "Game", "Rules", "Source", "Seed",
        "Index",
    ];

    fn new(pack: &Pack, puzzle: &Puzzle) -> Self {
        let source = puzzle.source.as_ref();
        Self {
            puzzle_id: puzzle.id.clone(),
            fen: puzzle.position.clone(),
            moves: puzzle.line.join(" "),
            rating: puzzle.difficulty.map(|difficulty| (300.0 + 300.0 * difficulty).round() as u32),
            themes: puzzle.themes.join(" "),
            turns: puzzle.turns,
            game: pack.game.clone(),
            rules: pack.rules.clone().unwrap_or_default(),
            source: source.map(|source| source.kind.clone()),
            seed: source.and_then(|source| source.seed),
            index: source.and_then(|source| source.index),
        }
    }

    fn to_line(&self) -> String {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        // Writing to memory does not fail.
        let _ = writer.serialize(self);
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    fn into_puzzle(self) -> Puzzle {
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        let line = words(&self.moves);
        Puzzle {
            id: self.puzzle_id,
            position: self.fen,
            goal: Goal::Win,
            turns: self.turns,
            key: line.first().cloned().unwrap_or_default(),
            line,
            themes: words(&self.themes),
            // A tenth more is 30 more.
            difficulty: self.rating.map(|rating| f64::from(rating.saturating_sub(300) / 30) / 10.0),
            source: self.source.map(|kind| Source {
                kind,
                seed: self.seed,
                index: self.index,
                moves: None,
            }),
            certificate: None,
            note: None,
            variations: Vec::new(),
        }
    }
}

fn csv_line<const N: usize>(values: [&str; N]) -> String {
    values.join(",") + "\n"
}
