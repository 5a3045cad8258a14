use super::super::horizon::Horizon;
use super::super::limits::Stopped;
use super::super::prover::Prover;
use super::Explorer;
use crate::game::{Game, Player};

/// Single questions, for whoever looks at a solution in ways of its own. They
/// may be about any position, though only those near the solution are likely to
/// be known already.
impl<G: Game> Explorer<'_, G> {
    /// The position that was solved.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// The side that wins by force and the nearest horizon within which it
    /// does, if the solution says so.
    #[must_use]
    pub fn win(&self) -> Option<(Player, Horizon)> {
        self.outcome().map(|(attacker, horizon, _)| (attacker, horizon))
    }

    /// Counts a position that is looked at without being searched.
    ///
    /// # Errors
    /// [`Stopped`] if a limit has been reached.
    pub fn count(&mut self) -> Result<(), Stopped> {
        let counted = self.engine.count();
        self.noting(counted)
    }

    /// Whether `attacker` forces a win within a horizon, whoever is to move.
    /// Within no turn at all it has won if the game is over in its favour.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached first.
    pub fn wins(
        &mut self,
        position: &G,
        attacker: Player,
        within: Horizon,
    ) -> Result<bool, Stopped> {
        if within == Horizon::NONE {
            return Ok(position.outcome() == Some(attacker));
        }
        let answer = self.engine.wins(position, attacker, within);
        self.noting(answer)
    }

    /// The nearest horizon, up to `most`, within which `attacker` forces a win,
    /// whoever is to move; `None` if there is none.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached first.
    pub fn nearest_win(
        &mut self,
        position: &G,
        attacker: Player,
        most: Horizon,
    ) -> Result<Option<Horizon>, Stopped> {
        let answer = self.engine.nearest_win(position, attacker, most);
        self.noting(answer)
    }
}
