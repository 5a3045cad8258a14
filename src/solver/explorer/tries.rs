use super::super::horizon::Horizon;
use super::super::limits::Stopped;
use super::super::prover::Prover;
use super::super::solution::{Key, Verdict};
use super::{Explorer, Part};
use crate::game::{Game, Player};

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

/// A turn that does not win in time, and a reply that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure<G: Game> {
    /// The turns that reach the position, in order.
    pub turns: Vec<G::Turn>,
    /// The position that they reach.
    pub position: G,
    /// A reply after which there is no win in the turns left, in all its spellings.
    pub refutation: Key<G>,
    /// Whether it is the only one: then the turn is a try.
    pub is_only: bool,
}

impl<G: Game> Explorer<'_, G> {
    /// The tries, in the order of turns.
    ///
    /// They are measured against the turns of the shortest win, or, where it is
    /// proved that there is none within the bound, against the bound: a reply
    /// refutes a turn if there is no win after it in the turns left of these.
    /// Nothing is a try where the opponent wins by force, or nothing is known.
    pub fn tries(&mut self) -> Part<Vec<Try<G>>> {
        let found = Vec::new();
        let turns = match (&self.solution.verdict, self.solution.bound) {
            (Verdict::Win(win), _) => win.turns,
            (Verdict::None, Some(bound)) => bound,
            (Verdict::Loss { .. }, _) => return Part { found, complete: true },
            _ => return Part { found, complete: false },
        };
        if turns > Horizon::MAX_TURNS {
            return Part { found, complete: false };
        }
        let position = self.position;
        let Part { found, complete } = self.failures(&position, turns);
        let tries = found.into_iter().filter(|failure| failure.is_only);
        let found = tries.map(|Failure { turns, position, refutation, .. }| Try {
            turns,
            position,
            refutation,
        });
        Part { found: found.collect(), complete }
    }

    /// The turns of a position that do not win within `turns` of its side to move,
    /// with a reply that refutes each: one that wins at once, if there are several.
    /// Turns without a reply are left out.
    pub fn failures(&mut self, position: &G, turns: u32) -> Part<Vec<Failure<G>>> {
        let mut found = Vec::new();
        let complete = self.find_failures(position, turns, &mut found);
        let complete = self.noting(complete).is_ok();
        Part { found, complete }
    }

    fn find_failures(
        &mut self,
        start: &G,
        turns: u32,
        found: &mut Vec<Failure<G>>,
    ) -> Result<(), Stopped> {
        let attacker = start.side();
        let horizon = Horizon::new(turns, G::CAN_LOSE_BY_MOVING);
        for Key { turns, position } in Key::all(start) {
            if position.winner().is_some() || position.side() == attacker {
                // Won, or lost without a reply; or there is no reply yet.
                continue;
            }
            let left = horizon.after(start, &position, attacker);
            if let Some((refutation, is_only)) = self.refutation(&position, attacker, left)? {
                found.push(Failure { turns, position, refutation, is_only });
            }
        }
        Ok(())
    }

    /// A reply to which a turn of the attacker fails, if there is one, and whether
    /// there is no other.
    fn refutation(
        &mut self,
        position: &G,
        attacker: Player,
        left: Horizon,
    ) -> Result<Option<(Key<G>, bool)>, Stopped> {
        let mut first = None;
        let replies = Key::all(position);
        for reply in &replies {
            let after = left.after(position, &reply.position, attacker);
            if self.engine.wins(&reply.position, attacker, after)? {
                continue;
            }
            if let Some(first) = first.replace(reply) {
                let wins = |reply: &&Key<G>| reply.position.winner() == Some(attacker.other());
                let best = replies.iter().find(wins).unwrap_or(first);
                return Ok(Some((best.clone(), false)));
            }
        }
        Ok(first.map(|only| (only.clone(), true)))
    }
}
