//! The nearest win of a position: horizons in order, and, where that gets
//! expensive, a look farther ahead before each of them.

use super::horizon::Horizon;
use super::limits::Stopped;
use super::proof::Proof;
use super::search::Search;
use crate::game::Game;

/// How far the search for the nearest win of a position has come.
#[derive(Debug)]
pub(super) struct Nearest {
    /// Proved: there is no win within this.
    none: Horizon,
    /// Proved: there is a win within this. It is the nearest if the search was
    /// not stopped.
    pub win: Option<Horizon>,
    /// The nodes of the search in order, without those of the looks ahead.
    spent: u64,
}

/// Up to so many turns there is no look ahead: most wins are no farther, and
/// found in order at little cost.
const NEAR_TURNS: u32 = 6;
/// How many nodes a look ahead may take for each one that was searched in order.
/// Such a node costs far less, and the next horizon takes many times as many.
const SHARE: u64 = 16;

impl Nearest {
    pub const fn new() -> Self {
        Self { none: Horizon::NONE, win: None, spent: 0 }
    }

    /// Proved: there is no win within so many turns.
    pub fn excluded<G: Game>(&self) -> u32 {
        // Where nobody loses by their own turn, no reply to the last turn wins.
        let half_turns = u32::from(self.none.half_turns());
        if G::CAN_LOSE_BY_MOVING { half_turns / 2 } else { half_turns.div_ceil(2) }
    }

    /// Finds the nearest win of the side to move within `max_turns`.
    pub fn find<G: Game>(
        &mut self,
        search: &mut Search<'_, G>,
        position: &G,
        max_turns: u32,
    ) -> Result<(), Stopped> {
        for horizon in Horizon::all::<G>(max_turns) {
            self.look_ahead(search, position, horizon, max_turns)?;
            if horizon <= self.none {
                continue;
            }
            if self.win.is_some_and(|win| win <= horizon) {
                return Ok(());
            }
            let before = search.nodes();
            if search.attack(position, horizon)? {
                self.win = Some(horizon);
                return Ok(());
            }
            self.spent += search.nodes() - before;
            self.none = horizon;
        }
        Ok(())
    }

    /// Looks for a win up to twice as far as `horizon`, the next one in order,
    /// and for ever nearer ones down to it, as long as its share of the nodes
    /// lasts.
    fn look_ahead<G: Game>(
        &mut self,
        search: &mut Search<'_, G>,
        position: &G,
        horizon: Horizon,
        max_turns: u32,
    ) -> Result<(), Stopped> {
        if horizon.turns() <= NEAR_TURNS {
            return Ok(());
        }
        let end = search.nodes().saturating_add(SHARE.saturating_mul(self.spent));
        let farthest = max_turns.min(2 * horizon.turns());
        let mut farthest = Horizon::new(farthest, G::CAN_LOSE_BY_MOVING);
        loop {
            farthest = self.win.map_or(farthest, Horizon::nearer::<G>);
            if farthest <= self.none || farthest < horizon {
                return Ok(());
            }
            let share = end.saturating_sub(search.nodes());
            match search.prove(position, farthest, share)? {
                Proof::Win(within) => self.win = Some(within),
                Proof::NoWin => self.none = farthest,
                Proof::Open => return Ok(()),
            }
        }
    }
}
