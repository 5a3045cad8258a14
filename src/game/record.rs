use super::{Game, IllegalTurn, Notation, Player};

/// A game as it was played, up to where its record is sound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<G: Game> {
    /// The position that it started from.
    pub start: G,
    /// The turns, each of them legal.
    pub turns: Vec<G::Turn>,
    /// Who has won, as the record says; it may be wrong, or say nothing.
    pub winner: Option<Player>,
    /// Why the record could not be followed to its end.
    pub fault: Option<RecordFault>,
}

/// The turn at which a record stops being a game by the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("turn {number}: {reason}")]
pub struct RecordFault {
    /// The number of the turn, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl<G: Game> Record<G> {
    /// A game of which nothing has been played.
    pub const fn new(start: G) -> Self {
        Self { start, turns: Vec::new(), winner: None, fault: None }
    }

    /// The positions that were reached, the start first: one more than turns.
    pub fn positions(&self) -> impl Iterator<Item = G> + '_ {
        let mut position = self.start;
        let after = self.turns.iter().map(move |&turn| {
            position = position.play_unchecked(turn);
            position
        });
        std::iter::once(self.start).chain(after)
    }

    /// The last of them.
    #[must_use]
    pub fn last(&self) -> G {
        self.turns.iter().fold(self.start, |position, &turn| position.play_unchecked(turn))
    }
}

impl<G: Notation> Record<G> {
    /// The game in which these turns, separated by spaces, are played.
    ///
    /// # Errors
    /// The number of the first turn that is illegal, and why it is.
    pub fn play(start: G, turns: &str) -> Result<Self, (usize, IllegalTurn)> {
        let mut record = Self::new(start);
        let mut position = start;
        for (number, text) in (1..).zip(turns.split_whitespace()) {
            let turn = position.parse_turn(text).map_err(|error| (number, error))?;
            position = position.play_unchecked(turn);
            record.turns.push(turn);
        }
        Ok(record)
    }
}

/// A game of a log that cannot be read at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct LogError {
    /// The line of the log, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}
