//! The shapes of the JSON output. Keys may be added, never renamed.

use serde::Serialize;
use tsume::game::Notation;
use tsume::solver::{Solution, Verdict};

/// The version of the shapes.
const SCHEMA: u32 = 1;

/// An object on a line of its own.
pub fn line(object: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(object).expect("the shapes below have text keys");
    line.push(b'\n');
    line
}

/// What stands in the place of a result where there is none.
#[derive(Serialize, Debug)]
pub struct Failed<'a> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    error: &'a str,
}

impl<'a> Failed<'a> {
    pub const fn new(id: Option<&'a str>, error: &'a str) -> Self {
        Self { schema: SCHEMA, id, error }
    }
}

/// What every object begins with.
#[derive(Serialize, Debug)]
pub struct Subject {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    game: &'static str,
    rules: &'static str,
    position: String,
}

impl Subject {
    /// The position, with the id of its puzzle if it has one.
    pub fn new<G: Notation>(position: &G, id: Option<&str>) -> Self {
        Self {
            schema: SCHEMA,
            id: id.map(str::to_string),
            game: G::NAME,
            rules: position.rules(),
            position: position.to_string(),
        }
    }
}

/// The result of `solve`.
#[derive(Serialize, Debug)]
pub struct Solved {
    #[serde(flatten)]
    subject: Subject,
    goal: &'static str,
    verdict: &'static str,
    turns: Option<u32>,
    plies: Option<usize>,
    keys: Vec<SolvedKey>,
    line: Vec<String>,
    bound: Option<u32>,
    /// Who wins, and within how many turns, where that is all that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_within: Option<u32>,
    nodes: u64,
    seconds: f64,
    /// Present, and true, if the search was interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// A key with all of its spellings.
#[derive(Serialize, Debug)]
struct SolvedKey {
    turns: Vec<String>,
    position: String,
}

impl Solved {
    pub fn new<G: Notation>(subject: Subject, solution: &Solution<G>, seconds: f64) -> Self {
        let unknown = match solution.verdict {
            Verdict::Unknown { winner, within } => (winner.map(G::name), within),
            _ => (None, None),
        };
        let (verdict, win, plies) = match &solution.verdict {
            Verdict::Win(win) => ("win", Some(win), Some(win.line.len())),
            Verdict::None => ("none", None, None),
            Verdict::Loss { line } => ("loss", None, Some(line.len())),
            Verdict::Unknown { .. } => ("unknown", None, None),
        };
        let keys = win.map(|win| &win.keys).into_iter().flatten();
        let line = win.map(|win| &win.line).into_iter().flatten();
        Self {
            subject,
            goal: "win",
            verdict,
            turns: win.map(|win| win.turns),
            plies,
            keys: keys
                .map(|key| SolvedKey {
                    turns: key.turns.iter().map(ToString::to_string).collect(),
                    position: key.position.to_string(),
                })
                .collect(),
            line: line.map(ToString::to_string).collect(),
            bound: solution.bound,
            winner: unknown.0,
            win_within: unknown.1,
            nodes: solution.nodes,
            seconds,
            interrupted: false,
        }
    }
}

/// The result of `perft`.
#[derive(Serialize, Debug)]
pub struct Counted {
    #[serde(flatten)]
    pub subject: Subject,
    pub method: &'static str,
    pub counts: Vec<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<Share>>,
    /// Present, and true, if not all depths asked for were counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// The number of sequences of one length.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct Count {
    pub depth: u32,
    pub turns: u64,
    pub seconds: f64,
}

/// The number of sequences that begin with one turn.
#[derive(Serialize, Clone, Debug)]
pub struct Share {
    pub turn: String,
    pub count: u64,
}

/// The result of `show`.
#[derive(Serialize, Debug)]
pub struct Shown {
    #[serde(flatten)]
    subject: Subject,
    side: &'static str,
    winner: Option<&'static str>,
    turns: Vec<String>,
}

impl Shown {
    pub fn new<G: Notation>(subject: Subject, position: &G) -> Self {
        Self {
            subject,
            side: G::name(position.side()),
            winner: position.outcome().map(G::name),
            turns: position.turns().iter().map(ToString::to_string).collect(),
        }
    }
}
