use super::super::horizon::Horizon;
use super::super::limits::Stopped;
use super::super::prover::Prover;
use super::search::Search;
use super::worth::Worth;
use crate::game::{Game, Player};

/// The exact search asks about plies, so horizons are turned into those.
impl<G: Game> Prover<G> for Search<'_, G> {
    fn attack(&mut self, position: &G, horizon: Horizon) -> Result<bool, Stopped> {
        if horizon == Horizon::NONE {
            return Ok(false);
        }
        let goal = Worth::win_in(horizon.plies(position, position.side()));
        Ok(self.test(position, goal)? >= goal)
    }

    fn defend(&mut self, position: &G, horizon: Horizon) -> Result<bool, Stopped> {
        let goal = Worth::loss_in(horizon.plies(position, position.side().other()) + 1);
        Ok(self.test(position, goal)? < goal)
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    /// What a position is worth says it at once.
    fn nearer_win(
        &mut self,
        position: &G,
        attacker: Player,
        limit: Horizon,
    ) -> Result<Option<Horizon>, Stopped> {
        if let Some(winner) = position.winner() {
            return Ok((winner == attacker).then_some(Horizon::NONE));
        }
        if limit == Horizon::NONE || !Prover::wins(self, position, attacker, limit)? {
            return Ok(None);
        }
        let plies = self.worth(position, position.side() == attacker)?.plies();
        let nearer = (0..limit.half_turns()).map(Horizon::from_half_turns);
        let reaches = |horizon: &Horizon| horizon.plies(position, attacker) >= plies;
        Ok(nearer.into_iter().find(reaches))
    }
}
