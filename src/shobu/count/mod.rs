//! Counting the last two or three plies without building the turns.
//!
//! A turn moves on two boards, which have nothing in common but the vector. So
//! what a sequence of turns adds up to is a sum, over the vectors, of products
//! of numbers that each depend on one board alone; there are few states of one
//! board, so these numbers are worked out once and kept.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod cache;
mod features;
mod form;
mod kernel;

use cache::{Cache, NOTHING};
use features::BoardState;
use kernel::Kernel;

use crate::game::{Counter, Game};
use crate::shobu::Position;
use crate::shobu::vector::Vector;

/// Counts sequences of up to three turns in closed form.
#[derive(Debug)]
pub struct SequenceCounter {
    cache: Cache,
    kernel: Kernel,
}

impl SequenceCounter {
    /// A counter that keeps what it learns about boards within about `memory`
    /// bytes, and takes them only as it learns.
    #[must_use]
    pub fn new(memory: usize) -> Self {
        Self::with(Kernel::fastest(), memory)
    }

    /// Like [`new`](SequenceCounter::new), with no instructions but those that
    /// every processor has: slower, to compare with.
    #[must_use]
    pub fn portable(memory: usize) -> Self {
        Self::with(Kernel::Portable, memory)
    }

    fn with(kernel: Kernel, memory: usize) -> Self {
        Self { cache: Cache::new(memory, kernel), kernel }
    }

    /// Sequences of two turns: see [`form`].
    fn two(&mut self, position: &Position) -> u64 {
        self.cache.reserve();
        let blocks = boards(position).map(|board| self.cache.features(board));
        self.kernel.sequences(blocks.map(|block| self.cache.block(block)))
    }

    /// Sequences of three turns: those of two after every first turn.
    ///
    /// Their number is linear in the features of each board. So for each
    /// vector and each pair of boards that a first turn can touch, it is the
    /// form of two turns, as the opponent plays them, with the features of
    /// either board summed over what the moves by that vector make of it.
    fn three(&mut self, position: &Position) -> u64 {
        self.cache.reserve();
        let numbers = boards(position).map(|board| self.cache.first_moves(board));
        let [b0, b1, b2, b3] = numbers.map(|number| self.cache.moves(number));
        let form = |blocks: [u32; 4]| {
            // The opponent's home boards come first for him.
            let [b0, b1, b2, b3] = blocks.map(|block| self.cache.block(block));
            self.kernel.sequences([b2, b3, b0, b1])
        };
        let mut total = 0;
        for v in 0..Vector::COUNT as usize {
            if b0.passive[v] != NOTHING {
                if b1.aggressive[v] != NOTHING {
                    total += form([b0.passive[v], b1.aggressive[v], b2.none, b3.none]);
                }
                if b3.aggressive[v] != NOTHING {
                    total += form([b0.passive[v], b1.none, b2.none, b3.aggressive[v]]);
                }
            }
            if b1.passive[v] != NOTHING {
                if b0.aggressive[v] != NOTHING {
                    total += form([b0.aggressive[v], b1.passive[v], b2.none, b3.none]);
                }
                if b2.aggressive[v] != NOTHING {
                    total += form([b0.none, b1.passive[v], b2.aggressive[v], b3.none]);
                }
            }
        }
        total
    }
}

impl Counter<Position> for SequenceCounter {
    const PLIES: u32 = 3;

    fn count(&mut self, position: &Position, plies: u32) -> u64 {
        debug_assert!((1..=3).contains(&plies));
        match plies {
            _ if position.is_finished() => 0,
            1 => position.count_turns(),
            2 => self.two(position),
            _ => self.three(position),
        }
    }
}

/// The boards as the side to move sees them, its homes first.
fn boards(position: &Position) -> [BoardState; 4] {
    std::array::from_fn(|board| BoardState {
        own: position.own.lane(board),
        enemy: position.enemy.lane(board),
        home: board < 2,
    })
}

#[cfg(test)]
mod tests;
