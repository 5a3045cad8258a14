use super::horizon::Horizon;
use super::limits::Stopped;
use super::search;
use crate::game::{Game, Player};

type Answer = Result<bool, Stopped>;

/// A search that proves wins within a horizon, and that there is none.
///
/// What is asked of the whole solution is written against this, so that it does
/// not matter which search has found the win.
pub(super) trait Prover<G: Game> {
    /// Whether the side to move can force a win within `horizon`. The game
    /// must not be over.
    fn attack(&mut self, position: &G, horizon: Horizon) -> Answer;

    /// Whether the opponent of the side to move forces a win within `horizon`,
    /// whatever the side to move does. A side without a turn has lost.
    fn defend(&mut self, position: &G, horizon: Horizon) -> Answer;

    /// How many positions have been searched.
    fn nodes(&self) -> u64;

    /// Whether `attacker` forces a win within `horizon`, whoever is to move.
    fn wins(&mut self, position: &G, attacker: Player, horizon: Horizon) -> Answer {
        match position.winner() {
            Some(winner) => Ok(winner == attacker),
            None if position.side() == attacker => self.attack(position, horizon),
            None => self.defend(position, horizon),
        }
    }

    /// The nearest horizon, up to `most`, within which `attacker` forces a win,
    /// whoever is to move; `None` if there is none.
    fn nearest_win(
        &mut self,
        position: &G,
        attacker: Player,
        most: Horizon,
    ) -> Result<Option<Horizon>, Stopped> {
        match self.nearer_win(position, attacker, most)? {
            None if self.wins(position, attacker, most)? => Ok(Some(most)),
            nearer => Ok(nearer),
        }
    }

    /// The same for a win that is known to exist within `known`.
    fn nearest_known_win(
        &mut self,
        position: &G,
        attacker: Player,
        known: Horizon,
    ) -> Result<Horizon, Stopped> {
        Ok(self.nearer_win(position, attacker, known)?.unwrap_or(known))
    }

    /// The nearest horizon below `limit` within which `attacker` forces a win.
    fn nearer_win(
        &mut self,
        position: &G,
        attacker: Player,
        limit: Horizon,
    ) -> Result<Option<Horizon>, Stopped> {
        if let Some(winner) = position.winner() {
            return Ok((winner == attacker).then_some(Horizon::NONE));
        }
        // Where no turn can lose at once, the attacker's own turn always
        // decides: odd before it, even after it.
        let step = if G::CAN_LOSE_BY_MOVING { 1 } else { 2 };
        let first = u8::from(position.side() == attacker);
        for half_turns in (first..limit.half_turns()).step_by(step) {
            let nearer = Horizon::from_half_turns(half_turns);
            if self.wins(position, attacker, nearer)? {
                return Ok(Some(nearer));
            }
        }
        Ok(None)
    }
}

impl<G: Game> Prover<G> for search::Search<'_, G> {
    fn attack(&mut self, position: &G, horizon: Horizon) -> Answer {
        self.attack(position, horizon)
    }

    fn defend(&mut self, position: &G, horizon: Horizon) -> Answer {
        self.defend(position, horizon)
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }
}
