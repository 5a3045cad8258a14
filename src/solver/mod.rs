//! The shortest forced win: an exhaustive AND/OR search with exact keys, and
//! the exact value of games that always end.

mod exact;
mod horizon;
mod limits;
mod search;
mod solution;
mod table;
#[cfg(test)]
mod tests;

pub use exact::{Decision, Outcome, Rating, Value, decide, rate};
pub use horizon::Horizon;
pub use limits::{Limits, Stopped};
pub use solution::{Finished, Key, Solution, Verdict, Win, solve};
