use std::cell::Cell;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::classes::{Classes, UpToSymmetry, level_of, next_level};
use super::level::Level;
use super::pool::{Pool, counters};
use super::{FoldError, Overflow, Weighted, add, bulk, multiply};
use crate::game::{Counter, Symmetry};

/// Counts by merging positions that are equal up to symmetry, ply by ply, and
/// counting the last plies of each class once, like
/// [`Method::Bulk`](super::Method::Bulk).
///
/// How far positions are merged depends on the memory; the counts do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// How many bytes it may take, beside the positions that it starts from
    /// and 64 MiB for what is in hand.
    pub memory: usize,
}

/// The share of the work that merging is announced to be.
const MERGING: f64 = 0.3;

/// At most so many classes are counted at a time.
const MOST_AT_A_TIME: usize = 512;

impl Fold {
    /// The number of sequences of exactly `depth` turns from `position`, on
    /// the threads of the current pool. `done` hears of the share of the work
    /// that each part of it makes up, as far as that can be foreseen.
    ///
    /// # Errors
    /// [`Overflow`] if the number does not fit 64 bits.
    pub fn count<G: Symmetry>(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<u64, Overflow> {
        self.count_below(&[Weighted { position: *position, sequences: 1 }], depth, done)
    }

    /// The number of sequences of exactly `depth` turns below some positions,
    /// each as often as it is reached.
    ///
    /// # Errors
    /// [`Overflow`] if the number does not fit 64 bits.
    pub fn count_below<G: Symmetry>(
        self,
        positions: &[Weighted<G>],
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<u64, Overflow> {
        self.count_with(&self.counters(), positions, depth, done)
    }

    /// The number of sequences below each turn of `position`, in the order of
    /// the turns. `depth` counts the turn itself and is at least one.
    ///
    /// # Errors
    /// [`Overflow`] if a number does not fit 64 bits.
    pub fn divide<G: Symmetry>(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<Vec<(G::Turn, u64)>, Overflow> {
        let counters = self.counters();
        let turns = position.turns();
        let mut counts = BTreeMap::new();
        for &turn in &turns {
            let child = position.play_unchecked(turn);
            counts.entry(child.canonical()).or_insert(Err(child));
        }
        let share = 1.0 / counts.len().max(1) as f64;
        for count in counts.values_mut() {
            if let Err(position) = *count {
                let from = [Weighted { position, sequences: 1 }];
                let part = |part| done(share * part);
                *count = Ok(self.count_with(&counters, &from, depth - 1, part)?);
            }
        }
        let count = |turn| match counts[&position.play_unchecked(turn).canonical()] {
            Ok(count) => (turn, count),
            Err(_) => unreachable!("every class has been counted"),
        };
        Ok(turns.into_iter().map(count).collect())
    }

    /// The positions after exactly `plies` turns from `position`, finished
    /// ones included: one for every class of positions that are equal up to
    /// symmetry, in a fixed order. Counting below all of them, by whatever
    /// method, on whatever machines, and adding up gives what counting from
    /// `position` gives.
    ///
    /// The first side is made to move in each, where exchanging the colours is
    /// a symmetry of the game.
    ///
    /// # Errors
    /// [`FoldError`] if they do not fit the memory, or a number 64 bits.
    pub fn frontier<G: Symmetry>(
        self,
        position: &G,
        plies: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<Vec<Weighted<G>>, FoldError> {
        // The result takes its own room.
        let memory = self.memory / 2;
        let mut level = level_of(&UpToSymmetry, [(*position, 1)].into_iter(), memory)?;
        for _ in 0..plies {
            let share = |part| done(part / f64::from(plies));
            let taken = size_of_val(level.as_slice());
            level = next_level::<G, _>(&UpToSymmetry, &level, memory.saturating_sub(taken), share)?;
        }
        Ok(level.into_iter().map(weighted::<G>).collect())
    }

    /// Counters, for which an eighth of the memory is set apart.
    fn counters<G: Symmetry>(self) -> Pool<impl Counter<G> + Send> {
        counters::<G>(self.memory / 8 / rayon::current_num_threads())
    }

    fn count_with<G: Symmetry, C: Counter<G> + Send>(
        self,
        counters: &Pool<C>,
        positions: &[Weighted<G>],
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<u64, Overflow> {
        // Nothing goes on from a finished position, however often it is reached.
        let goes_on = |from: &&Weighted<G>| depth == 0 || from.position.winner().is_none();
        let positions: Vec<_> = positions.iter().filter(goes_on).copied().collect();
        let merged = self.merge(&positions, depth.saturating_sub(C::PLIES), &done)?;
        let depth = depth - merged.plies;
        let sequences = |counter: &mut C, part: &[(G::Code, u64)]| {
            part.iter().try_fold(0, |total, &entry| {
                let from = weighted::<G>(entry);
                let count = bulk::count_with(counter, &from.position, depth)?;
                add(total, multiply(count, from.sequences)?)
            })
        };
        let share = (1.0 - merged.done) / merged.level.len().max(1) as f64;
        let count = |part: &[(G::Code, u64)]| {
            let total = counters.lend(|counter| sequences(counter, part));
            done(share * part.len() as f64);
            total
        };
        let fair = merged.level.len() / (16 * rayon::current_num_threads());
        let chunks = merged.level.par_chunks(fair.clamp(1, MOST_AT_A_TIME));
        chunks.map(count).try_reduce(|| 0, add)
    }

    /// Merges equal positions for as many plies as there is memory for, but at
    /// most `plies`.
    fn merge<G: Symmetry>(
        self,
        positions: &[Weighted<G>],
        plies: u32,
        done: &impl Fn(f64),
    ) -> Result<Merged<G::Code>, Overflow> {
        let positions = positions.iter().map(|from| (from.position, from.sequences));
        let level = overflow(level_of(&UpToSymmetry, positions, usize::MAX))?;
        let level = level.expect("what was given fits once more");
        let mut merged = Merged { level, plies: 0, done: 0.0 };
        let mut growth = 1;
        while merged.plies < plies {
            let taken = size_of_val(merged.level.as_slice());
            let memory = (self.memory - self.memory / 8).saturating_sub(taken);
            // Levels grow faster and faster. Where the next one is far too
            // large even if it grew by half as much, do not try.
            if taken.saturating_mul(growth / 2) > memory {
                break;
            }
            let share = merging_share(plies - merged.plies);
            let announced = Cell::new(0.0);
            let next = next_level::<G, _>(&UpToSymmetry, &merged.level, memory, |part| {
                announced.set(announced.get() + share * part);
                done(share * part);
            });
            merged.done += announced.get();
            let Some(level) = overflow(next)? else { break };
            growth = level.len() / merged.level.len().max(1);
            merged.level = level;
            merged.plies += 1;
        }
        Ok(merged)
    }
}

/// What merging came to.
struct Merged<C> {
    level: Level<C>,
    /// After so many plies.
    plies: u32,
    /// The share of the work that this was announced to be.
    done: f64,
}

/// The share of the work that merging a level is announced to be, if so many
/// are to come: each takes many times as long as the one before.
fn merging_share(to_come: u32) -> f64 {
    MERGING * 0.98 * 0.02f64.powi(to_come as i32 - 1)
}

/// A level if there was memory for it.
fn overflow<T>(level: Result<T, FoldError>) -> Result<Option<T>, Overflow> {
    match level {
        Ok(level) => Ok(Some(level)),
        Err(FoldError::Memory) => Ok(None),
        Err(FoldError::Overflow(overflow)) => Err(overflow),
    }
}

/// A class as a position.
fn weighted<G: Symmetry>((code, sequences): (G::Code, u64)) -> Weighted<G> {
    Weighted { position: UpToSymmetry.position(code), sequences }
}
