//! The game logs of JayWalker512's engine: one JSON object a game, of passive
//! and aggressive moves with x east from the file a and y south from rank 8.
//!
//! That engine takes off a stone that an attack by two squares meets on its
//! second step, where the rules push it. Such a turn is legal, but what the log
//! says after it belongs to another position.

use serde::Deserialize;

use super::legality;
use super::position::Position;
use super::square::Square;
use super::turn::Turn;
use crate::game::{Game, IllegalTurn, LogError, Player, Record, RecordFault};

#[derive(Deserialize)]
struct Log {
    winner: Option<String>,
    turns: Vec<Moves>,
}

#[derive(Deserialize)]
struct Moves {
    passive: Move,
    aggressive: Move,
}

#[derive(Deserialize, Clone, Copy)]
struct Move {
    origin: Pair,
    heading: Pair,
}

#[derive(Deserialize, Clone, Copy)]
struct Pair {
    x: i16,
    y: i16,
}

/// Whether a text is meant as a log.
pub(super) fn is_log(text: &str) -> bool {
    let object = |line: &str| line.trim_start().starts_with('{');
    let has = |key: &str| text.contains(key);
    has(r#""turns""#) && (has(r#""winner""#) || has(r#""passive""#)) && text.lines().any(object)
}

/// Reads every game of a log. After one that is no JSON, the next is looked for
/// on the following lines.
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
                if error.is_eof() {
                    let reason = "the game that begins here is cut short".into();
                    games.push(Err(LogError { line: rest.line, reason }));
                    return games;
                }
                rest.skip_lines(error.line() - 1);
                games.push(Err(LogError { line: rest.line, reason: reason(&error) }));
                rest.skip_lines(1);
                while !rest.text.is_empty() && !rest.text.starts_with('{') {
                    rest.skip_lines(1);
                }
            }
        }
    }
}

/// What is wrong, without the line.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or_default();
    format!("column {}: the game is not as in a log: {reason}", error.column())
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

    /// Skips what is left of the line, and more lines.
    fn skip_lines(&mut self, count: usize) {
        for _ in 0..count {
            self.skip(self.text.find('\n').map_or(self.text.len(), |end| end + 1));
        }
    }
}

/// Plays the turns of a log, up to the first that the rules do not allow; or up
/// to the one where the engine's game and that of the rules part, if the log
/// shows that they do.
fn replay(log: &Log) -> Record<Position> {
    let mut record = Record::new(Position::START);
    record.winner = match log.winner.as_deref() {
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
    let end = position.outcome();
    let consequence = match &record.fault {
        Some(fault) => Some(fault.to_string()),
        None if end == record.winner || record.winner.is_none() => None,
        None => Some("the log says who has won, but by the rules it is otherwise".into()),
    };
    if let (Some((number, how)), Some(consequence)) = (parting, consequence) {
        let reason = format!(
            "{how}, but the log goes on as if that stone had been taken off ({consequence})"
        );
        record.turns.truncate(number);
        record.fault = Some(RecordFault { number, reason });
    }
    record
}

/// What a turn does that the engine does otherwise.
fn parted(position: &Position, turn: Turn) -> Option<String> {
    let enemy = position.setup().stones(position.side().other());
    let (pushed, to) = turn.push(enemy);
    let (pushed, to) = (pushed?, to?);
    let on_second_step =
        turn.vector.is_long() && turn.vector.target(turn.aggressive) == Some(pushed);
    on_second_step.then(|| format!("`{turn}` pushes {pushed} to {to}"))
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
    fn ends(self) -> [(i16, i16); 2] {
        let Self { origin, heading } = self;
        let to = (origin.x.saturating_add(heading.x), origin.y.saturating_add(heading.y));
        [(origin.x, origin.y), to]
    }

    fn squares(self) -> Option<[Square; 2]> {
        let square = |(x, y): (i16, i16)| {
            let (file, rank) = (u8::try_from(x).ok()?, u8::try_from(7 - i32::from(y)).ok()?);
            Square::new(file, rank)
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
