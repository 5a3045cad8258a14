//! The search for goals beside the direct win.
//!
//! A quest asks whether a certain side has won within a horizon, where each side
//! either helps or resists. It tries every position that a turn reaches; what a
//! game leaves out for a direct win is of no use here, as the reasons for it
//! assume that the attacker wants to win and the defender does not.
//!
//! The answers hold for the position and the horizon, however it was reached,
//! so the table may keep them, as for [direct wins](super::table).

use std::ops::ControlFlow::{Break, Continue};

use super::horizon::Horizon;
use super::limits::{Limits, Meter, Stopped};
use super::table::{Bounds, Table};
use crate::game::{Game, Player};

/// Whether a goal is reached within a horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// It is.
    Yes,
    /// It is not, but may be within a farther one.
    No,
    /// It is not, within any: everything below was played to its end.
    Never,
}

pub(super) struct Quest<'a, G: Game> {
    table: Table<G::Key>,
    meter: Meter<'a>,
    /// Whose turns are counted.
    attacker: Player,
    /// Who is to win.
    winner: Player,
    /// Whether the other side helps the attacker.
    helped: bool,
}

/// The farthest horizon: what is not reached within it counts as never reached.
const FARTHEST: Horizon = Horizon::from_half_turns(2 * Horizon::MAX_TURNS as u8);

/// The nearest horizon for which the table is asked: below it, searching is
/// cheaper than remembering.
const REMEMBERED: Horizon = Horizon::from_half_turns(2);

impl<'a, G: Game> Quest<'a, G> {
    /// Whether `attacker` wins with the help of the other side.
    pub fn help(attacker: Player, limits: Limits<'a>) -> Self {
        Self::new(attacker, attacker, true, limits)
    }

    /// Whether `attacker` makes the other side win against its will.
    pub fn selfwin(attacker: Player, limits: Limits<'a>) -> Self {
        Self::new(attacker, attacker.other(), false, limits)
    }

    fn new(attacker: Player, winner: Player, helped: bool, limits: Limits<'a>) -> Self {
        let table = Table::new(limits.table_bytes);
        Self { table, meter: Meter::new(limits), attacker, winner, helped }
    }

    /// How many positions have been searched.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Who is to win.
    pub const fn winner(&self) -> Player {
        self.winner
    }

    /// Every horizon that can decide, up to that of `turns` turns, the nearest
    /// first. Where nobody loses by their own turn, the winner's own decides.
    pub fn horizons(&self, turns: u32) -> impl Iterator<Item = Horizon> + use<G> {
        let own = self.winner == self.attacker;
        let decides = move |&reply: &bool| G::CAN_LOSE_BY_MOVING || reply != own;
        (1..=turns).flat_map(move |turns| {
            [false, true].into_iter().filter(decides).map(move |reply| Horizon::new(turns, reply))
        })
    }

    /// What is left of a horizon after the side to move in `position` has
    /// reached `child`.
    pub fn left(&self, position: &G, child: &G, horizon: Horizon) -> Horizon {
        horizon.after(position, child, self.attacker)
    }

    /// Whether the goal is reached within `horizon`, or has been.
    pub fn reach(&mut self, position: &G, horizon: Horizon) -> Result<Reach, Stopped> {
        match position.winner() {
            Some(winner) => Ok(self.won_by(winner)),
            None => self.search(position, horizon),
        }
    }

    fn won_by(&self, winner: Player) -> Reach {
        if winner == self.winner { Reach::Yes } else { Reach::Never }
    }

    fn search(&mut self, position: &G, horizon: Horizon) -> Result<Reach, Stopped> {
        self.meter.tick()?;
        let attacks = position.side() == self.attacker;
        if horizon == Horizon::NONE {
            return Ok(match position.has_turn() {
                true => Reach::No,
                false => self.won_by(position.side().other()),
            });
        }
        if horizon.half_turns() == 1 && attacks && self.winner == self.attacker {
            return Ok(if position.wins_now() { Reach::Yes } else { Reach::No });
        }
        if horizon < REMEMBERED {
            return self.search_turns(position, horizon);
        }
        let key = position.key();
        let known = self.table.get(&key);
        // Keys are relative to the side to move, and so is who attacks.
        let known = if attacks { known.attack } else { known.defence };
        if let Some(answer) = answer(known, horizon) {
            return Ok(answer);
        }
        let found = self.search_turns(position, horizon)?;
        self.table.update(&key, |proved| {
            let bounds = if attacks { &mut proved.attack } else { &mut proved.defence };
            match found {
                Reach::Yes => bounds.learn(horizon, true),
                Reach::No => bounds.learn(horizon, false),
                Reach::Never => bounds.learn(FARTHEST, false),
            }
        });
        Ok(found)
    }

    fn search_turns(&mut self, position: &G, horizon: Horizon) -> Result<Reach, Stopped> {
        // One turn is enough for whoever wants the goal; the others have to
        // fail, too, or all of them to reach it.
        let wants = self.helped || position.side() == self.attacker;
        let (mut is_stuck, mut all_never) = (true, true);
        let flow = position.visit_distinct(|turn| {
            is_stuck = false;
            let child = position.play_unchecked(turn);
            let left = self.left(position, &child, horizon);
            match self.reach(&child, left) {
                Ok(Reach::Yes) if !wants => Continue(()),
                Ok(Reach::Yes) => Break(Ok(Reach::Yes)),
                Ok(no) if wants => {
                    all_never &= no == Reach::Never;
                    Continue(())
                }
                Ok(no) => Break(Ok(no)),
                Err(stopped) => Break(Err(stopped)),
            }
        });
        match flow {
            Break(found) => found,
            Continue(()) if is_stuck => Ok(self.won_by(position.side().other())),
            Continue(()) if !wants => Ok(Reach::Yes),
            Continue(()) => Ok(if all_never { Reach::Never } else { Reach::No }),
        }
    }
}

/// What the bounds say about a horizon.
fn answer(known: Bounds, horizon: Horizon) -> Option<Reach> {
    match known.answer(horizon)? {
        true => Some(Reach::Yes),
        false if known.answer(FARTHEST) == Some(false) => Some(Reach::Never),
        false => Some(Reach::No),
    }
}

#[cfg(test)]
mod tests;
