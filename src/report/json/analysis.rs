use serde::Serialize;
use tsume::game::{Notation, Record};
use tsume::solver::{Analysis, Choice, Mistake, Moment, Outlook, Review};

use super::Subject;

/// The result of `analyze` for a position.
#[derive(Serialize, Debug)]
pub struct Analyzed {
    #[serde(flatten)]
    subject: Subject,
    bound: Option<u32>,
    value: Value,
    turns: Vec<Turn>,
    /// Who wins, and within how many turns, where a limit kept a faster win from being
    /// found or excluded.
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
    pub fn new<G: Notation>(
        subject: Subject,
        position: &G,
        analysis: &Analysis<G>,
        seconds: f64,
    ) -> Self {
        let win_within = analysis.win_within();
        Self {
            subject,
            bound: analysis.bound,
            value: analysis.outlook.into(),
            turns: analysis.choices.iter().map(Turn::new).collect(),
            winner: win_within.map(|_| G::name(position.side())),
            win_within,
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

/// The result of `analyze` for a game.
#[derive(Serialize, Debug)]
pub struct Reviewed {
    #[serde(flatten)]
    subject: Subject,
    bound: Option<u32>,
    review: Vec<Reviewing>,
    /// What the last position leads to, for its side to move.
    end: Value,
    decided: Option<Decided>,
    winner: Option<&'static str>,
    /// Who has won as the log says.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded_winner: Option<&'static str>,
    /// Why the log could not be followed to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    nodes: u64,
    seconds: f64,
    /// Present, and true, if the search was interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// A turn of a game.
#[derive(Serialize, Debug)]
struct Reviewing {
    number: usize,
    side: &'static str,
    turn: String,
    before: Value,
    after: Value,
    mistake: Option<&'static str>,
    better: Option<String>,
}

/// The first turn from which on a side was winning until the end.
#[derive(Serialize, Debug)]
struct Decided {
    number: usize,
    winner: &'static str,
}

impl Reviewed {
    pub fn new<G: Notation>(
        subject: Subject,
        record: &Record<G>,
        review: &Review<G>,
        seconds: f64,
    ) -> Self {
        let decided = review
            .decided
            .map(|decided| Decided { number: decided.after + 1, winner: G::name(decided.winner) });
        Self {
            subject,
            bound: review.bound,
            review: (1..).zip(&review.moments).map(Reviewing::new).collect(),
            end: review.end.into(),
            decided,
            winner: record.last().outcome().map(G::name),
            recorded_winner: record.winner.map(G::name),
            error: record.fault.as_ref().map(ToString::to_string),
            nodes: review.nodes,
            seconds,
            interrupted: false,
        }
    }
}

impl Reviewing {
    fn new<G: Notation>((number, moment): (usize, &Moment<G>)) -> Self {
        Self {
            number,
            side: G::name(moment.position.side()),
            turn: moment.turn.to_string(),
            before: moment.before.into(),
            after: moment.after.into(),
            mistake: moment.mistake.map(|mistake| match mistake {
                Mistake::MissedWin => "missed-win",
                Mistake::SlowerWin => "slower-win",
                Mistake::AllowedLoss => "allowed-loss",
                Mistake::FasterLoss => "faster-loss",
            }),
            better: moment.better.map(|turn| turn.to_string()),
        }
    }
}
