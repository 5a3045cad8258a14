//! The game logs of JayWalker512's engine: one JSON object a game, of passive
//! and aggressive moves with x east from the file a and y south from rank 8.
//!
//! That engine takes off a stone that an attack by two squares meets on its
//! second step, where the rules push it. Such a turn is legal, but what the log
//! says after it belongs to another position.

use std::fmt::{self, Display, Formatter};

use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;

use super::bitboard::Bitboard;
use super::legality;
use super::position::Position;
use super::square::Square;
use super::turn::Turn;
use crate::game::{Game, IllegalTurn, LogError, Player, Record, RecordFault};

#[derive(Deserialize)]
#[serde(expecting = "a game")]
struct Log {
    /// Somebody's name, or whatever else for nobody's.
    #[serde(default)]
    winner: Value,
    turns: Vec<Moves>,
}

#[derive(Deserialize)]
#[serde(expecting = "a turn")]
struct Moves {
    passive: Move,
    aggressive: Move,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(expecting = "a move")]
struct Move {
    origin: Pair,
    heading: Pair,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(expecting = "a pair of numbers")]
struct Pair {
    x: i64,
    y: i64,
}

/// Whether a text is meant as a log.
pub(super) fn is_log(text: &str) -> bool {
    let object = |line: &str| line.trim_start().starts_with('{');
    let has = |key: &str| text.contains(key);
    // What else has turns: the state of a game, and packs.
    let other = || has(r#""payload""#) || has(r#""puzzles""#);
    let own = has(r#""winner""#) || has(r#""passive""#) || !other();
    has(r#""turns""#) && own && text.lines().any(object)
}

/// Reads every game of a log. After one that is no game, the next is looked for at the
/// beginnings of the following lines.
pub(super) fn read(text: &str) -> Vec<Result<Record<Position>, LogError>> {
    let mut games = Vec::new();
    let mut rest = Rest { text, line: 1 };
    loop {
        rest.skip(rest.text.len() - rest.text.trim_start().len());
        let mut objects = serde_json::Deserializer::from_str(rest.text).into_iter::<Log>();
        match objects.next() {
            None => return games,
            Some(Ok(log)) => {
                let end = objects.byte_offset();
                games.push(Ok(replay(&log)));
                rest.skip(end);
            }
            Some(Err(error)) => {
                let end = rest.text.find("\n{").map_or(rest.text.len(), |end| end + 1);
                // What is wrong with a game that is cut short is not to be found in the
                // next one.
                let own = serde_json::from_str::<Log>(rest.text[..end].trim_end()).err();
                games.push(Err(rest.error(&own.unwrap_or(error))));
                rest.skip(end);
            }
        }
    }
}

/// What has not been read.
struct Rest<'a> {
    text: &'a str,
    /// The line where it begins, from 1.
    line: usize,
}

impl Rest<'_> {
    fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.text.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.text = rest;
    }

    /// What is wrong with the game that begins here.
    fn error(&self, error: &serde_json::Error) -> LogError {
        let text = error.to_string();
        // Without the line, which is that of the text read.
        let what = text.split(" at line ").next().unwrap_or_default();
        let (line, column) = (self.line + error.line().saturating_sub(1), error.column());
        match error.classify() {
            Category::Eof => {
                let reason = "the game that begins here is cut short".into();
                LogError { line: self.line, reason }
            }
            Category::Data => {
                let what = what.replace("i64", "a whole number").replace("a sequence", "a list");
                let reason = format!("column {column}: the game is not as in a log: {what}");
                LogError { line, reason }
            }
            Category::Syntax | Category::Io => {
                LogError { line, reason: format!("column {column}: this is no JSON") }
            }
        }
    }
}

/// Plays the turns of a log, up to the first that the rules do not allow; or up
/// to the one where the engine's game and that of the rules part, if the log
/// shows that they do.
fn replay(log: &Log) -> Record<Position> {
    let mut record = Record::new(Position::START);
    record.winner = match log.winner.as_str() {
        Some("BLACK") => Some(Player::First),
        Some("WHITE") => Some(Player::Second),
        _ => None,
    };
    let mut position = record.start;
    let mut parting = None;
    for (number, moves) in (1..).zip(&log.turns) {
        match moves.turn(&position) {
            Ok(turn) => {
                parting = parting.or_else(|| parted(&position, turn).map(|how| (number, how)));
                position = position.play_unchecked(turn);
                record.turns.push(turn);
            }
            Err(error) => {
                let reason = error.to_string();
                record.fault = Some(RecordFault { number, reason });
                break;
            }
        }
    }
    let Some((number, how)) = parting else { return record };
    let end = position.outcome();
    let consequence = match &record.fault {
        Some(fault) => fault.to_string(),
        None if end == record.winner || record.winner.is_none() => return record,
        None => "the log says who has won, but by the rules it is otherwise".into(),
    };
    // The log may be wrong for another reason.
    let (played, end) = play_as_engine(log);
    let explains = match &record.fault {
        Some(fault) => played >= fault.number,
        None => end.outcome() == record.winner,
    };
    if explains {
        let reason = format!(
            "{how}, but the log goes on as if that stone had been taken off ({consequence})"
        );
        record.turns.truncate(number);
        record.fault = Some(RecordFault { number, reason });
    }
    record
}

/// How many turns of a log can be played, and where they lead, if stones are taken off as
/// the engine does.
fn play_as_engine(log: &Log) -> (usize, Position) {
    let mut position = Position::START;
    for (played, moves) in log.turns.iter().enumerate() {
        let Ok(turn) = moves.turn(&position) else { return (played, position) };
        let parted = parted(&position, turn);
        position = position.play_unchecked(turn);
        if let Some(Parting { to, .. }) = parted {
            let mut setup = position.setup();
            let stays = !Bitboard::of(to);
            (setup.black, setup.white) = (setup.black & stays, setup.white & stays);
            match Position::try_from(setup) {
                Ok(without) => position = without,
                Err(_) => return (played, position),
            }
        }
    }
    (log.turns.len(), position)
}

/// A stone that a turn pushes, and that the engine takes off.
#[derive(Clone, Copy)]
struct Parting {
    turn: Turn,
    from: Square,
    to: Square,
}

impl Display for Parting {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { turn, from, to } = self;
        write!(f, "`{turn}` pushes {from} to {to}")
    }
}

/// What a turn does that the engine does otherwise.
fn parted(position: &Position, turn: Turn) -> Option<Parting> {
    let enemy = position.setup().stones(position.side().other());
    let (pushed, to) = turn.push(enemy);
    let (from, to) = (pushed?, to?);
    let on_second_step = turn.vector.is_long() && turn.vector.target(turn.aggressive) == Some(from);
    on_second_step.then_some(Parting { turn, from, to })
}

impl Moves {
    /// The turn, if it is legal.
    fn turn(&self, position: &Position) -> Result<Turn, IllegalTurn> {
        let [passive, aggressive] = [self.passive, self.aggressive].map(Move::squares);
        let text = || {
            let [passive, aggressive] = [self.passive, self.aggressive].map(Move::text);
            format!("{passive}+{aggressive}")
        };
        let illegal = |reason: String| IllegalTurn::Rule { text: text(), reason };
        let [Some(passive), Some(aggressive)] = [passive, aggressive] else {
            return Err(illegal("a move begins or ends beside the boards".into()));
        };
        let squares = [passive[0], passive[1], aggressive[0], aggressive[1]];
        legality::check(position, squares).map_err(|broken| illegal(broken.to_string()))
    }
}

impl Move {
    fn ends(self) -> [(i64, i64); 2] {
        let Self { origin, heading } = self;
        let to = (origin.x.saturating_add(heading.x), origin.y.saturating_add(heading.y));
        [(origin.x, origin.y), to]
    }

    fn squares(self) -> Option<[Square; 2]> {
        let square = |(x, y): (i64, i64)| {
            let rank = 7_i64.checked_sub(y)?;
            Square::new(u8::try_from(x).ok()?, u8::try_from(rank).ok()?)
        };
        let [from, to] = self.ends().map(square);
        Some([from?, to?])
    }

    /// As in a turn, or as coordinates if there are no such squares.
    fn text(self) -> String {
        match self.squares() {
            Some([from, to]) => format!("{from}{to}"),
            None => {
                let [from, to] = self.ends().map(|(x, y)| format!("({x},{y})"));
                format!("{from}{to}")
            }
        }
    }
}
