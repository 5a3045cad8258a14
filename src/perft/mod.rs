//! Perft: counting the sequences of turns of a given length.
//!
//! A finished game has no turns, so it adds nothing below itself; two turns
//! that lead to the same position count twice.
//!
//! There are three ways, which agree on every count: [`Method::Walk`] plays
//! every turn, [`Method::Bulk`] leaves the last plies to what the game knows of
//! them, and [`Fold`] also merges equal positions before it does. The first is
//! what verifies a move generator, the last what gets deepest.
//!
//! [`Suite`] reads files of positions with their counts, and [`Frontier`]
//! positions in the middle of a count that is done in parts.
//!
//! ```
//! use tsume::perft::{Fold, Method};
//! use tsume::shobu::Position;
//!
//! let start = Position::START;
//! assert_eq!(Method::Walk.count(&start, 2)?, 50_508);
//! assert_eq!(Method::Bulk.count(&start, 4)?, 1_410_935_460);
//!
//! // Counts do not depend on the memory; this is 64 MiB.
//! let fold = Fold { memory: 64 << 20 };
//! assert_eq!(fold.count(&start, 4, |_| {})?, 1_410_935_460);
//!
//! // A count in parts: positions two turns on, and what is below them.
//! let frontier = fold.frontier(&start, 2, |_| {})?;
//! let (some, others) = frontier.split_at(100);
//! let some = fold.count_below(some, 2, |_| {})?;
//! let others = Method::Bulk.count_below(others, 2, |_| {})?;
//! assert_eq!(some + others, 1_410_935_460);
//! # Ok::<(), tsume::perft::FoldError>(())
//! ```

pub mod against;
mod bulk;
mod classes;
mod distinct;
mod fold;
mod frontier;
mod level;
mod lines;
mod method;
mod parts;
mod pool;
mod stats;
mod suite;
mod walk;

pub use bulk::count_with;
pub use distinct::distinct;
pub use fold::Fold;
pub use frontier::{Frontier, FrontierLine};
pub use lines::{LineError, LineFault};
pub use method::Method;
pub use stats::Stats;
pub use suite::{Expected, Suite, SuiteLine};

/// A position and how many of the sequences in question lead to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weighted<G> {
    /// The position.
    pub position: G,
    /// How many sequences lead to it.
    pub sequences: u64,
}

/// A count does not fit 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the count exceeds 64 bits: take a smaller depth")]
pub struct Overflow;

/// Why positions could not be merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FoldError {
    /// A number does not fit 64 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// The positions do not fit the memory allowed for them.
    #[error("the positions do not fit the memory: allow more, or take a smaller depth")]
    Memory,
}

fn add(a: u64, b: u64) -> Result<u64, Overflow> {
    a.checked_add(b).ok_or(Overflow)
}

fn multiply(a: u64, b: u64) -> Result<u64, Overflow> {
    a.checked_mul(b).ok_or(Overflow)
}
