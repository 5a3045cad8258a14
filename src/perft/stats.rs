use rayon::prelude::*;

use super::walk::{continued, finished};
use super::{Fold, FoldError, Overflow, Weighted, add};
use crate::game::Symmetry;

/// What the last turns of the sequences of a given length do.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// How many there are.
    pub turns: u64,
    /// How many win the game at once, by leaving the opponent without a turn
    /// included.
    pub wins: u64,
    /// How many have each of the game's [`TRAITS`](crate::game::Game::TRAITS).
    pub traits: Vec<u64>,
}

impl Stats {
    fn of<G: Symmetry>(from: &Weighted<G>) -> Result<Self, Overflow> {
        let mut stats = Self { traits: vec![0; G::TRAITS.len()], ..Self::default() };
        let flow = from.position.visit_turns(|turn| {
            let winner = from.position.play_unchecked(turn).outcome();
            let wins = winner == Some(from.position.side());
            continued(stats.count(from.sequences, wins, from.position.traits(turn)))
        });
        finished(flow).map(|()| stats)
    }

    fn count(&mut self, turns: u64, wins: bool, traits: u32) -> Result<(), Overflow> {
        self.turns = add(self.turns, turns)?;
        self.wins += if wins { turns } else { 0 };
        for (bit, total) in self.traits.iter_mut().enumerate() {
            *total += if traits >> bit & 1 != 0 { turns } else { 0 };
        }
        Ok(())
    }

    fn plus(mut self, other: Self) -> Result<Self, Overflow> {
        // No part exceeds the number of turns.
        self.turns = add(self.turns, other.turns)?;
        self.wins += other.wins;
        self.traits.resize(other.traits.len().max(self.traits.len()), 0);
        for (total, more) in self.traits.iter_mut().zip(other.traits) {
            *total += more;
        }
        Ok(self)
    }
}

impl Fold {
    /// What the last turns of the sequences of exactly `depth` turns from
    /// `position` do; `depth` is at least one. `done` hears of the share of the
    /// work that each part of it makes up.
    ///
    /// # Errors
    /// [`FoldError`] if the positions before the last turns do not fit the
    /// memory, or a number 64 bits.
    pub fn stats<G: Symmetry>(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<Stats, FoldError> {
        let frontier = self.frontier(position, depth - 1, |part| done(0.5 * part))?;
        let share = 0.5 / frontier.len().max(1) as f64;
        let none = || Stats { traits: vec![0; G::TRAITS.len()], ..Stats::default() };
        let part = |from: &Weighted<G>| {
            let stats = Stats::of(from);
            done(share);
            stats
        };
        Ok(frontier.par_iter().map(part).try_reduce(none, Stats::plus)?)
    }
}
