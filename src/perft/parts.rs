use rayon::prelude::*;

use super::{Overflow, add};
use crate::game::Game;

/// A way of counting that is spread over the threads of the current pool.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a, G> {
    /// Counts on the calling thread.
    pub count: &'a (dyn Fn(&G, u32) -> Result<u64, Overflow> + Sync),
    /// So many last plies are never split.
    pub whole_plies: u32,
}

/// Two plies give tens of thousands of parts: enough for any machine.
const MOST_SPLIT_PLIES: u32 = 2;

impl<G: Game> Parts<'_, G> {
    /// The number of sequences of exactly `depth` turns from `position`.
    /// `done` hears of the share of each part when it is counted.
    pub fn total(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<u64, Overflow> {
        let split = depth.saturating_sub(self.whole_plies).min(MOST_SPLIT_PLIES);
        let parts = successors(*position, split);
        let share = 1.0 / parts.len().max(1) as f64;
        let part = |child: &G| {
            let count = (self.count)(child, depth - split);
            done(share);
            count
        };
        parts.par_iter().map(part).try_reduce(|| 0, add)
    }
}

/// Every position after `plies` turns, as often as it is reached.
fn successors<G: Game>(position: G, plies: u32) -> Vec<G> {
    let mut positions = vec![position];
    for _ in 0..plies {
        let children = |parent: &G| {
            let turns = parent.turns().into_iter();
            turns.map(|turn| parent.play_unchecked(turn)).collect::<Vec<_>>()
        };
        positions = positions.iter().flat_map(children).collect();
    }
    positions
}
