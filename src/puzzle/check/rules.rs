//! What the rules alone tell of key and line, without any search.

use super::solution::plural;
use super::{Code, Entry, Finding, Place};
use crate::game::{Game, Notation, Player};
use crate::puzzle::fields::Spanned;
use crate::solver::{Goal, Horizon};

/// A line as far as it can be played.
pub(super) struct Played<G: Game> {
    /// Its turns before the first fault.
    pub turns: Vec<G::Turn>,
    /// The position after them.
    pub end: G,
    /// The first fault.
    pub fault: Option<Finding>,
}

/// Says that the key is not legal, if it is not.
pub(super) fn key<G: Notation>(position: &G, entry: &Entry) -> Option<Finding> {
    let text = &entry.key.as_ref()?.value;
    let error = position.parse_turn(text).err()?;
    let finding = Finding::new(Code::IllegalKey, Place::Key, error.to_string());
    let other = position.passed().filter(|other| other.parse_turn(text).is_ok());
    Some(match other {
        Some(other) => finding.help(format!(
            "it is legal with {} to move: the last field of the position may name the wrong side",
            G::name(other.side())
        )),
        None => finding,
    })
}

/// Plays the line: it begins with the key, if that is legal, every turn is
/// legal, and the last one ends the game. A line that is not given is played
/// without fault.
pub(super) fn play<G: Notation>(position: &G, entry: &Entry) -> Played<G> {
    let mut played = Played { turns: Vec::new(), end: *position, fault: None };
    let Some(line) = &entry.line else { return played };
    let key = entry.key.as_ref().and_then(|key| position.parse_turn(&key.value).ok());
    let key = key.map(|key| position.play_unchecked(key));
    for turn in &line.value {
        if let Err(fault) = played.add(turn, key.as_ref()) {
            played.fault = Some(fault);
            return played;
        }
    }
    if played.end.outcome().is_none() {
        played.fault = Some(unfinished(played.turns.len()));
    }
    played
}

impl<G: Notation> Played<G> {
    fn add(&mut self, text: &Spanned<String>, key: Option<&G>) -> Result<(), Finding> {
        let number = self.turns.len();
        let finding = |code, message: String| Finding::new(code, turn(number), message);
        if self.end.outcome().is_some() {
            let fault = finding(Code::IllegalLine, "the game is over before this turn".into());
            return Err(fault.help("end the line before it"));
        }
        let turn = self.end.parse_turn(&text.value);
        let turn = turn.map_err(|error| finding(Code::IllegalLine, error.to_string()))?;
        let child = self.end.play_unchecked(turn);
        if number == 0 && key.is_some_and(|key| *key != child) {
            let message = format!("the line begins with {turn}, not with the key");
            return Err(finding(Code::OtherLine, message));
        }
        self.turns.push(turn);
        self.end = child;
        Ok(())
    }

    /// Says that a line without a fault does not end as the puzzle states: in so
    /// many turns, and with the win that is asked for.
    pub(super) fn other_end(&self, position: &G, entry: &Entry, goal: Goal) -> Option<Finding> {
        let finding = |message| Finding::new(Code::OtherEnd, Place::Line, message);
        let winner = self.end.outcome().filter(|_| self.fault.is_none())?;
        if winner != wanted(position, goal) {
            return Some(finding(format!("the line ends with a win of {}", G::name(winner))));
        }
        let stated = entry.turns.as_ref()?.value;
        let turns = Horizon::of_line(position, &self.turns, position.side())?.turns();
        let message = || format!("the line takes {}, not {stated}", plural(turns));
        (turns != stated).then(|| finding(message()))
    }
}

/// The side that wins, if the puzzle is solved.
fn wanted<G: Game>(position: &G, goal: Goal) -> Player {
    match goal {
        Goal::Win | Goal::Help => position.side(),
        Goal::SelfWin => position.side().other(),
    }
}

/// Says that a line of so many turns does not end the game.
fn unfinished(turns: usize) -> Finding {
    let (place, message) = match turns.checked_sub(1) {
        Some(last) => (turn(last), "the line ends before the game does"),
        None => (Place::Line, "the line is empty"),
    };
    Finding::new(Code::UnfinishedLine, place, message)
        .help("add the rest, down to the winning turn: `tsume solve` writes a whole line")
}

/// The place of a turn of the line.
pub(super) fn turn(number: usize) -> Place {
    Place::Turn(u32::try_from(number).unwrap_or(u32::MAX))
}
