use std::ops::ControlFlow::{self, Break, Continue};

use super::horizon::Horizon;
use super::limits::{Limits, Meter, Stopped};
use super::table::Table;
use crate::game::Game;

/// A depth-first AND/OR search for forced wins within a horizon, with a table
/// of what it has proved.
pub(super) struct Search<'a, G: Game> {
    table: Table<G::Key>,
    meter: Meter<'a>,
    /// For each half-turn left, the defence that refuted the last attack.
    killers: Vec<Option<G::Turn>>,
}

/// The nearest horizon for which the table is asked about a defence: below it,
/// searching is cheaper than remembering.
const REMEMBERED: Horizon = Horizon::from_half_turns(4);

type Answer = Result<bool, Stopped>;

/// Turns what a visit found into an answer: that of the turn that decided it,
/// or `otherwise`.
fn settled(flow: ControlFlow<Answer>, otherwise: bool) -> Answer {
    match flow {
        Break(answer) => answer,
        Continue(()) => Ok(otherwise),
    }
}

impl<'a, G: Game> Search<'a, G> {
    pub fn new(limits: Limits<'a>) -> Self {
        Self {
            table: Table::new(limits.table_bytes),
            meter: Meter::new(limits),
            killers: vec![None; usize::from(u8::MAX) + 1],
        }
    }

    /// How many positions have been searched.
    pub const fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Whether the side to move can force a win within `horizon`. The game
    /// must not be over.
    pub fn attack(&mut self, position: &G, horizon: Horizon) -> Answer {
        if horizon == Horizon::NONE {
            return Ok(false);
        }
        self.meter.tick()?;
        if position.wins_now() {
            return Ok(true);
        }
        if horizon.half_turns() == 1 {
            return Ok(false);
        }
        let key = position.key();
        if let Some(answer) = self.table.get(&key).attack.answer(horizon) {
            return Ok(answer);
        }
        let visit = |turn| match self.is_winning(position, turn, horizon) {
            Ok(false) => Continue(()),
            decided => Break(decided),
        };
        // With a single turn, only the reply to it can still decide.
        let flow = match horizon.turns() {
            1 => position.visit_distinct(visit),
            turns => position.visit_attacks(turns, visit),
        };
        let wins = settled(flow, false)?;
        self.table.update(&key, |proved| proved.attack.learn(horizon, wins));
        Ok(wins)
    }

    /// Whether the side to move, playing `turn`, forces a win within `horizon`.
    pub fn is_winning(&mut self, position: &G, turn: G::Turn, horizon: Horizon) -> Answer {
        let attacker = position.side();
        let child = position.play_unchecked(turn);
        if let Some(winner) = child.winner() {
            return Ok(winner == attacker);
        }
        let moves_again = child.side() == attacker;
        let left = horizon.after_attack(moves_again);
        if moves_again { self.attack(&child, left) } else { self.defend(&child, left) }
    }

    /// Whether the opponent of the side to move forces a win within `horizon`,
    /// whatever the side to move does. A side without a turn has lost.
    pub fn defend(&mut self, position: &G, horizon: Horizon) -> Answer {
        self.meter.tick()?;
        if horizon == Horizon::NONE {
            return Ok(!position.has_turn());
        }
        if position.wins_now() {
            return Ok(false);
        }
        if horizon < REMEMBERED {
            return self.all_replies_lose(position, horizon);
        }
        let key = position.key();
        if let Some(answer) = self.table.get(&key).defence.answer(horizon) {
            return Ok(answer);
        }
        let loses = self.all_replies_lose(position, horizon)?;
        self.table.update(&key, |proved| proved.defence.learn(horizon, loses));
        Ok(loses)
    }

    fn all_replies_lose(&mut self, position: &G, horizon: Horizon) -> Answer {
        let slot = usize::from(horizon.half_turns());
        let killer = self.killers[slot].filter(|&turn| position.is_legal(turn));
        if let Some(turn) = killer
            && !self.is_losing(position, turn, horizon)?
        {
            return Ok(false);
        }
        let visit = |turn| {
            if Some(turn) == killer {
                return Continue(());
            }
            match self.is_losing(position, turn, horizon) {
                Ok(true) => Continue(()),
                Ok(false) => {
                    self.killers[slot] = Some(turn);
                    Break(Ok(false))
                }
                Err(stopped) => Break(Err(stopped)),
            }
        };
        // Where the attacker has no turn left, an immediate win of its own does
        // not refute a reply.
        let flow = match horizon.half_turns() {
            ..2 => position.visit_distinct(visit),
            _ => position.visit_defences(visit),
        };
        settled(flow, true)
    }

    /// Whether the opponent of the side to move forces a win within `horizon`
    /// after this `turn` of the side to move.
    pub fn is_losing(&mut self, position: &G, turn: G::Turn, horizon: Horizon) -> Answer {
        let defender = position.side();
        let child = position.play_unchecked(turn);
        if let Some(winner) = child.winner() {
            return Ok(winner != defender);
        }
        let moves_again = child.side() == defender;
        let left = horizon.after_defence(moves_again);
        if moves_again { self.defend(&child, left) } else { self.attack(&child, left) }
    }
}
