use super::super::horizon::Horizon;
use super::super::limits::Stopped;
use super::super::prover::Prover;
use super::super::solution::{Key, Verdict, keys_where};
use super::{Explorer, Part};
use crate::game::{Game, Player};

/// What would happen if the defender had to move first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetPlay<G: Game> {
    /// The position, the defender to move.
    pub position: G,
    /// The defender's turns, in order, and the attacker's answers.
    pub replies: Vec<Answered<G>>,
}

/// Turns of the defender that lead to the same position, and the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered<G: Game> {
    /// The turns, in order.
    pub turns: Vec<G::Turn>,
    /// The position that they reach.
    pub position: G,
    /// The win that follows; `None` if there is none in the turns left.
    pub answer: Option<Answer<G>>,
}

/// A win that is not the solution's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<G: Game> {
    /// How many turns the attacker takes at most: none, if the game is over.
    pub turns: u32,
    /// Every first turn that wins in the fewest plies; none if the attacker
    /// is not to move.
    pub keys: Vec<Key<G>>,
}

impl<G: Game> Explorer<'_, G> {
    /// The set play: the attacker's wins in the turns that are left after the
    /// key, as if the key had been to pass. `None` where there is no win in two
    /// turns or more, or [passing](Game::passed) makes no sense.
    pub fn set_play(&mut self) -> Option<Part<SetPlay<G>>> {
        let left = self.after_a_pass()?;
        let position = self.position.passed()?;
        let mut found = SetPlay { position, replies: Vec::new() };
        let complete = self.find_answers(&mut found, left);
        let complete = self.noting(complete).is_ok();
        Some(Part { found, complete })
    }

    fn find_answers(&mut self, set_play: &mut SetPlay<G>, left: Horizon) -> Result<(), Stopped> {
        let attacker = self.position.side();
        for Key { turns, position } in Key::all(&set_play.position) {
            let answer = self.answer(&position, attacker, left)?;
            set_play.replies.push(Answered { turns, position, answer });
        }
        Ok(())
    }

    /// What the attacker threatens after a key, which reaches `position`: the win
    /// in the turns left, if the defender passed. `None` where there is no
    /// turn left, or passing makes no sense; a [`Part`] without an answer is
    /// a key that threatens nothing, if it is complete.
    pub fn threat(&mut self, position: &G) -> Option<Part<Option<Answer<G>>>> {
        let left = self.after_a_pass()?;
        let attacker = self.position.side();
        if position.side() == attacker {
            return None;
        }
        let found = self.answer(&position.passed()?, attacker, left);
        let found = self.noting(found);
        Some(Part { complete: found.is_ok(), found: found.unwrap_or(None) })
    }

    /// The turns that are left after the first, if it is not the last.
    fn after_a_pass(&self) -> Option<Horizon> {
        let Verdict::Win(win) = &self.solution.verdict else { return None };
        let left =
            win.turns.checked_sub(1).filter(|left| (1..=Horizon::MAX_TURNS).contains(left))?;
        Some(Horizon::new(left, G::CAN_LOSE_BY_MOVING))
    }

    /// The fastest win of the attacker within a horizon.
    fn answer(
        &mut self,
        position: &G,
        attacker: Player,
        most: Horizon,
    ) -> Result<Option<Answer<G>>, Stopped> {
        let Some(horizon) = self.engine.nearest_win(position, attacker, most)? else {
            return Ok(None);
        };
        let attacks = position.side() == attacker;
        let keys = match attacks && position.winner().is_none() {
            true => keys_where(position, |turn| {
                let child = position.play_unchecked(turn);
                self.engine.wins(&child, attacker, horizon.after(position, &child, attacker))
            })?,
            false => Vec::new(),
        };
        Ok(Some(Answer { turns: horizon.turns_left(attacks), keys }))
    }
}
