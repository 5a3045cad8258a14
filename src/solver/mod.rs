//! The shortest forced win: an exhaustive AND/OR search with exact keys, and
//! the exact value of games that always end.

mod analysis;
mod certify;
mod crew;
mod exact;
mod explorer;
mod goal;
mod help;
mod horizon;
mod inquiry;
mod killers;
mod limits;
mod line;
mod nearest;
mod outlook;
mod proof;
mod prover;
mod quest;
mod review;
mod search;
mod selfwin;
mod shards;
mod solution;
mod table;
mod team;
#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Choice, MAX_ANALYSIS_TURNS, Progress, analyze, analyze_or_decide};
pub use certify::{CertifyError, certify};
pub use exact::{Rating, Value, decide, rate};
pub use explorer::{
    Answer, Answered, Branch, Dual, Explorer, Failure, Next, Node, Part, Probe, SetPlay, Tree, Try,
};
pub use goal::{Goal, Pursuit, UnknownGoal};
pub use help::help;
pub use horizon::Horizon;
pub use limits::{Limits, Stopped};
pub use outlook::Outlook;
pub use review::{Decided, Mistake, Moment, Review, review, review_or_decide};
pub use selfwin::{selfwin, selfwin_slip};
pub use solution::{Finished, Key, Solution, Verdict, Win, solve};

use crate::game::Game;

/// Solves a position as far as its game allows: [decides](decide) it if the game
/// always ends, or else looks for a win within `turns`.
///
/// # Errors
/// [`Finished`] if the game is over.
pub fn solve_or_decide<G: Game>(
    position: &G,
    turns: u32,
    limits: Limits<'_>,
) -> Result<Solution<G>, Finished> {
    if position.is_decidable() { decide(position, limits) } else { solve(position, turns, limits) }
}
