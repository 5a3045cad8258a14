use std::ops::ControlFlow::{Break, Continue};

use super::super::horizon::Horizon;
use super::super::limits::{Limits, Stopped};
use super::super::prover::Prover;
use super::super::{exact, search, solution};
use super::{Engine, Explorer};
use crate::game::Game;

/// How far away the win of a position is: what an [`Explorer`] finds out first,
/// for whoever looks at many positions and solves few of them.
pub struct Probe<'a, G: Game> {
    position: G,
    horizon: Horizon,
    engine: Engine<'a, G>,
}

impl<'a, G: Game> Probe<'a, G> {
    /// The nearest win of the side to move, if it has one within `turns`. The game
    /// must not be over.
    ///
    /// # Errors
    /// [`Stopped`] if a limit was reached.
    pub fn new(position: &G, turns: u32, limits: Limits<'a>) -> Result<Option<Self>, Stopped> {
        let mut engine = Engine::new(position, limits);
        let most = Horizon::new(turns, G::CAN_LOSE_BY_MOVING);
        let nearest = engine.nearest_win(position, position.side(), most)?;
        Ok(nearest.map(|horizon| Self { position: *position, horizon, engine }))
    }

    /// Whether the side to move loses within `turns` turns of the other side,
    /// whatever it does. The game must not be over.
    ///
    /// # Errors
    /// [`Stopped`] if a limit was reached.
    pub fn is_lost(position: &G, turns: u32, limits: Limits<'a>) -> Result<bool, Stopped> {
        // The turn of the loser comes first.
        let last = Horizon::new(turns, G::CAN_LOSE_BY_MOVING);
        let most = Horizon::from_half_turns(last.half_turns() + 1);
        Engine::new(position, limits).wins(position, position.side().other(), most)
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &G {
        &self.position
    }

    /// How many turns the win takes.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.horizon.turns()
    }

    /// Whether only one key begins it: found out without looking for all of them.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached first.
    pub fn has_one_key(&mut self) -> Result<bool, Stopped> {
        let Self { position, horizon, engine } = self;
        let attacker = position.side();
        let mut key = None;
        let visit = |turn| {
            let child = position.play_unchecked(turn);
            if key == Some(child) {
                return Continue(());
            }
            match engine.wins(&child, attacker, horizon.after(position, &child, attacker)) {
                Ok(true) => match key.replace(child) {
                    Some(_) => Break(Ok(false)),
                    None => Continue(()),
                },
                Ok(false) => Continue(()),
                Err(stopped) => Break(Err(stopped)),
            }
        };
        // A turn that is left out begins no win, or one that another turn begins.
        let flow = match horizon.turns() {
            1 => position.visit_distinct(visit),
            turns => position.visit_attacks(turns, visit),
        };
        match flow {
            Break(answer) => answer,
            Continue(()) => Ok(true),
        }
    }

    /// The solution, for which nothing is searched twice.
    #[must_use]
    pub fn solve(self) -> Explorer<'a, G> {
        let Self { position, horizon, mut engine } = self;
        let solution = match &mut engine {
            Engine::Bounded(search) => solution::solve_by(search, &position, horizon.turns()),
            Engine::Exact(search) => exact::decide_by(search, &position),
        };
        Explorer { position, solution, engine, stopped: false }
    }
}

impl<'a, G: Game> Engine<'a, G> {
    /// The search that can say most about a position.
    fn new(position: &G, limits: Limits<'a>) -> Self {
        match position.is_decidable() {
            true => Self::Exact(Box::new(exact::Search::new(limits))),
            false => Self::Bounded(Box::new(search::Search::new(limits))),
        }
    }
}
