//! Perft: counting the sequences of turns of a given length.
//!
//! A finished game has no turns, so it adds nothing below itself; two turns
//! that lead to the same position count twice.

mod bulk;
mod method;
mod parts;
mod pool;
mod walk;

pub use bulk::count_with;
pub use method::Method;

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

fn add(a: u64, b: u64) -> Result<u64, Overflow> {
    a.checked_add(b).ok_or(Overflow)
}

fn multiply(a: u64, b: u64) -> Result<u64, Overflow> {
    a.checked_mul(b).ok_or(Overflow)
}
