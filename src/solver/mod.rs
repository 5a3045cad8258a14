//! The shortest forced win: an exhaustive AND/OR search with exact keys.

mod horizon;
mod limits;
mod search;
mod solution;
mod table;
#[cfg(test)]
mod tests;

pub use horizon::Horizon;
pub use limits::{Limits, Stopped};
pub use solution::{Finished, Key, Solution, Verdict, Win, solve};
