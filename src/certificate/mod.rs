//! Win certificates: complete strategies that anyone can check with nothing
//! but the rules.
//!
//! The first line names the game, the ruleset and the number of turns. Each of
//! the others gives a position that the attacker may face, the turns left, and
//! the turn to play. A certificate is right if every line keeps a simple rule,
//! which [`check`] applies. It takes the turns as the rules list them, and
//! nothing from the solver, not even a game's shortcuts: whoever doubts the
//! solver need not trust it here.

mod check;
mod fault;
mod header;
mod lines;
mod rules;
mod step;

pub use check::{CheckError, Checked, check};
pub use fault::{Fault, Flaw};
pub use header::Header;
pub use step::Step;

/// What every certificate begins with.
pub const MAGIC: &str = "# tsume certificate ";
