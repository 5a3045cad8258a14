use std::fmt;

use super::fault::Flaw;
use super::rules::{self, outcome};
use crate::game::{Game, IllegalTurn, Notation, PositionError};

/// A position that the attacker may face, and what it does there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<G: Game> {
    /// The position, the attacker to move.
    pub position: G,
    /// Within how many of its turns the attacker wins, this one included.
    pub turns: u32,
    /// The turn that it plays.
    pub turn: G::Turn,
}

/// As a line of the file, without its end.
impl<G: Notation> fmt::Display for Step<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.position, self.turns, self.turn)
    }
}

/// The three fields of a line.
pub(super) struct Fields<'a> {
    pub position: &'a str,
    turns: &'a str,
    turn: &'a str,
}

impl<'a> Fields<'a> {
    pub fn split(line: &'a str) -> Result<Self, (usize, Flaw)> {
        let fields: Vec<_> = line.split('\t').collect();
        match fields[..] {
            [position, turns, turn] => Ok(Self { position, turns, turn }),
            _ => Err((1, Flaw::Fields(fields.len()))),
        }
    }

    /// The columns in which the fields begin.
    fn columns(&self) -> [usize; 3] {
        let turns = self.position.chars().count() + 2;
        [1, turns, turns + self.turns.chars().count() + 1]
    }

    /// What the line says by itself, if it is a legal turn in a legal position
    /// that is not finished, all of it written as tsume writes it.
    pub fn read<G: Notation>(&self, rules: &'static str) -> Result<Step<G>, (usize, Flaw)> {
        let position = G::parse(self.position, rules).map_err(|error| position_flaw(&error))?;
        let [_, turns_column, turn_column] = self.columns();
        let written = position.to_string();
        if written != self.position {
            return Err((1, Flaw::Spelling(written)));
        }
        if let Some(winner) = outcome(&position) {
            let verdict = || format!("{} has won", G::name(winner));
            return Err((1, Flaw::Finished(position.verdict().unwrap_or_else(verdict))));
        }
        let turns = parse_turns(self.turns)
            .ok_or_else(|| (turns_column, Flaw::TurnsLeft(self.turns.to_string())))?;
        let turn = position.parse_turn(self.turn).map_err(|e| (turn_column, Flaw::Turn(e)))?;
        // What a game accepts may have been told by a shortcut.
        if rules::turns(&position).binary_search(&turn).is_err() {
            let (text, reason) = (turn.to_string(), "it is not among the legal turns".into());
            return Err((turn_column, Flaw::Turn(IllegalTurn::Rule { text, reason })));
        }
        let written = turn.to_string();
        match written == self.turn {
            true => Ok(Step { position, turns, turn }),
            false => Err((turn_column, Flaw::Spelling(written))),
        }
    }
}

/// Where a position is wrong, and why.
pub(super) fn position_flaw(error: &PositionError) -> (usize, Flaw) {
    match error {
        PositionError::Syntax(error) => (error.column, Flaw::Position(error.reason.clone())),
        PositionError::Illegal(_) => (1, Flaw::Position(error.to_string())),
    }
}

/// A number of turns, from 1, in plain digits.
pub(super) fn parse_turns(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|c| c.is_ascii_digit()) && !text.starts_with('0');
    is_plain.then(|| text.parse().ok()).flatten()
}
