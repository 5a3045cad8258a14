//! Perft: counting the sequences of turns of a given length.
//!
//! A finished game has no turns, so it adds nothing below itself; two turns
//! that lead to the same position count twice.

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::game::Game;

/// How the sequences are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Plays every turn, those of the last ply included: what verifies a move
    /// generator.
    Walk,
    /// Counts the turns of the last ply without playing them.
    Bulk,
}

impl Method {
    /// The number of sequences of exactly `depth` turns from `position`, on
    /// the calling thread.
    ///
    /// # Errors
    /// [`Overflow`] if the number does not fit 64 bits.
    pub fn count<G: Game>(self, position: &G, depth: u32) -> Result<u64, Overflow> {
        match (self, depth) {
            (Self::Walk, 0) => {
                // The turn that leads here has been played for its own sake.
                std::hint::black_box(position);
                Ok(1)
            }
            (Self::Bulk, 0) => Ok(1),
            (Self::Bulk, 1) => Ok(position.count_turns()),
            _ => self.count_below(position, depth),
        }
    }

    fn count_below<G: Game>(self, position: &G, depth: u32) -> Result<u64, Overflow> {
        let mut total = 0u64;
        let flow = position.visit_turns(|turn| {
            let child = position.play_unchecked(turn);
            match self.count(&child, depth - 1).and_then(|count| add(total, count)) {
                Ok(sum) => {
                    total = sum;
                    ControlFlow::Continue(())
                }
                Err(overflow) => ControlFlow::Break(overflow),
            }
        });
        match flow {
            ControlFlow::Continue(()) => Ok(total),
            ControlFlow::Break(overflow) => Err(overflow),
        }
    }

    /// Like [`count`](Method::count), spread over the threads of the current
    /// pool; `done` is called after each of the parts into which the work was
    /// split, with the share of all of them that it makes up.
    ///
    /// # Errors
    /// [`Overflow`] if the number does not fit 64 bits.
    pub fn count_parallel<G: Game>(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<u64, Overflow> {
        // Two plies give tens of thousands of parts: enough for any machine.
        let split = depth.saturating_sub(1).min(2);
        let parts = successors(*position, split);
        let share = 1.0 / parts.len().max(1) as f64;
        let part = |child: &G| {
            let count = self.count(child, depth - split);
            done(share);
            count
        };
        parts.par_iter().map(part).try_reduce(|| 0, add)
    }

    /// The number of sequences below each turn of `position`, in the order of
    /// the turns. `depth` counts the turn itself and is at least one.
    ///
    /// # Errors
    /// [`Overflow`] if a number does not fit 64 bits.
    pub fn divide<G: Game>(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<Vec<(G::Turn, u64)>, Overflow> {
        let turns = position.turns();
        let share = 1.0 / turns.len().max(1) as f64;
        let below = |turn: G::Turn| {
            let child = position.play_unchecked(turn);
            let count = self.count_parallel(&child, depth - 1, |part| done(share * part))?;
            Ok((turn, count))
        };
        turns.into_par_iter().map(below).collect()
    }
}

/// A count does not fit 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the count exceeds 64 bits: take a smaller depth")]
pub struct Overflow;

fn add(a: u64, b: u64) -> Result<u64, Overflow> {
    a.checked_add(b).ok_or(Overflow)
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
