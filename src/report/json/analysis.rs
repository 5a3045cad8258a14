use serde::Serialize;
use tsume::game::Notation;
use tsume::solver::{Analysis, Choice, Outlook};

use super::Subject;

/// The result of `analyze` for a position.
#[derive(Serialize, Debug)]
pub struct Analyzed {
    #[serde(flatten)]
    subject: Subject,
    bound: Option<u32>,
    value: Value,
    turns: Vec<Turn>,
    nodes: u64,
    seconds: f64,
    /// Present, and true, if the search was interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// What a position or a turn leads to, for the side that is to move or plays it.
#[derive(Serialize, Debug)]
pub struct Value {
    verdict: &'static str,
    turns: Option<u32>,
    plies: Option<u32>,
    /// What is proved where the verdict is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_win_within: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_loss_within: Option<u32>,
}

/// A turn with all of its spellings.
#[derive(Serialize, Debug)]
struct Turn {
    turns: Vec<String>,
    position: String,
    value: Value,
    reply: Option<String>,
    line: Vec<String>,
}

impl Analyzed {
    pub fn new<G: Notation>(subject: Subject, analysis: &Analysis<G>, seconds: f64) -> Self {
        Self {
            subject,
            bound: analysis.bound,
            value: analysis.outlook.into(),
            turns: analysis.choices.iter().map(Turn::new).collect(),
            nodes: analysis.nodes,
            seconds,
            interrupted: false,
        }
    }
}

impl Turn {
    fn new<G: Notation>(choice: &Choice<G>) -> Self {
        let texts = |turns: &[G::Turn]| turns.iter().map(ToString::to_string).collect::<Vec<_>>();
        let line = texts(&choice.line);
        Self {
            turns: texts(&choice.turns),
            position: choice.position.to_string(),
            value: choice.outlook.into(),
            reply: line.first().cloned(),
            line,
        }
    }
}

impl From<Outlook> for Value {
    fn from(outlook: Outlook) -> Self {
        let known = |verdict, turns, plies| Self {
            verdict,
            turns,
            plies,
            no_win_within: None,
            no_loss_within: None,
        };
        match outlook {
            Outlook::Win { turns, plies } => known("win", Some(turns), plies),
            Outlook::Loss { turns, plies } => known("loss", Some(turns), plies),
            Outlook::Open => known("open", None, None),
            Outlook::Unknown { win_from, loss_from } => Self {
                no_win_within: Some(win_from.saturating_sub(1)),
                no_loss_within: Some(loss_from.saturating_sub(1)),
                ..known("unknown", None, None)
            },
        }
    }
}
