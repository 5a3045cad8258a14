use super::super::horizon::Horizon;
use super::super::limits::Stopped;
use super::super::prover::Prover;
use super::super::solution::{Key, Verdict};
use super::branches::children;
use super::{Explorer, Part};
use crate::game::Game;

/// A first turn that fails to a single reply: it almost wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try<G: Game> {
    /// The turns that reach the position, in order.
    pub turns: Vec<G::Turn>,
    /// The position that they reach.
    pub position: G,
    /// The only reply that refutes them, in all its spellings: after any other, there
    /// is a win in the turns left.
    pub refutation: Key<G>,
}

impl<G: Game> Explorer<'_, G> {
    /// The tries, in the order of turns.
    ///
    /// They are measured against the turns of the shortest win, or, where it is
    /// proved that there is none within the bound, against the bound: a reply
    /// refutes a turn if there is no win after it in the turns left of these.
    /// Nothing is a try where the opponent wins by force, or nothing is known.
    pub fn tries(&mut self) -> Part<Vec<Try<G>>> {
        let mut found = Vec::new();
        let turns = match (&self.solution.verdict, self.solution.bound) {
            (Verdict::Win(win), _) => win.turns,
            (Verdict::None, Some(bound)) => bound,
            (Verdict::Loss { .. }, _) => return Part { found, complete: true },
            _ => return Part { found, complete: false },
        };
        if turns > Horizon::MAX_TURNS {
            return Part { found, complete: false };
        }
        let complete = self.find_tries(turns, &mut found);
        let complete = self.noting(complete).is_ok();
        Part { found, complete }
    }

    fn find_tries(&mut self, turns: u32, found: &mut Vec<Try<G>>) -> Result<(), Stopped> {
        let attacker = self.position.side();
        let horizon = Horizon::new(turns, G::CAN_LOSE_BY_MOVING);
        for Key { turns, position } in children(&self.position) {
            if position.winner().is_some() || position.side() == attacker {
                // Won, or lost without a reply; or there is no reply yet.
                continue;
            }
            let left = horizon.after(&self.position, &position, attacker);
            if let Some(refutation) = self.only_refutation(&position, left)? {
                found.push(Try { turns, position, refutation });
            }
        }
        Ok(())
    }

    /// The reply to which a turn of the opponent fails, if there is one and no other.
    fn only_refutation(&mut self, position: &G, left: Horizon) -> Result<Option<Key<G>>, Stopped> {
        let attacker = self.position.side();
        let mut only = None;
        for reply in children(position) {
            let after = left.after(position, &reply.position, attacker);
            if self.engine.wins(&reply.position, attacker, after)? {
                continue;
            }
            if only.replace(reply).is_some() {
                return Ok(None);
            }
        }
        Ok(only)
    }
}
