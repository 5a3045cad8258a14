//! Everything that can be asked about a solution, beside the solution itself.

mod ask;
mod branches;
mod duals;
mod probe;
mod set_play;
#[cfg(test)]
mod tests;
mod tree;
mod tries;

pub use branches::{Branch, Next};
pub use duals::Dual;
pub use probe::Probe;
pub use set_play::{Answer, Answered, SetPlay};
pub use tree::{Node, Tree};
pub use tries::{Failure, Try};

use super::exact;
use super::horizon::Horizon;
use super::limits::{Limits, Stopped};
use super::prover::Prover;
use super::search;
use super::solution::{Finished, Solution, Verdict, solve_by};
use crate::game::{Game, Player};

/// A position, its solution, and what has been proved on the way: further
/// questions about the solution are answered by the same search, within what is
/// left of the same limits.
///
/// # Examples
/// ```
/// use tsume::game::Notation;
/// use tsume::shobu::Position;
/// use tsume::solver::{Explorer, Limits, Verdict};
///
/// let text = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
/// let position = Position::parse(text, Position::RULES[0])?;
/// let mut explorer = Explorer::solve(&position, 5, Limits::default())?;
/// assert!(matches!(explorer.solution().verdict, Verdict::Win(_)));
/// let duals = explorer.duals(usize::MAX);
/// assert!(duals.complete && duals.found.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Explorer<'a, G: Game> {
    position: G,
    solution: Solution<G>,
    engine: Engine<'a, G>,
    stopped: bool,
}

/// What was found, and whether that is all there is.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Part<T> {
    /// What was found.
    pub found: T,
    /// Whether that is all: no limit was reached before.
    pub complete: bool,
}

impl<'a, G: Game> Explorer<'a, G> {
    /// Solves a position as [`solve`](super::solve) does.
    ///
    /// # Errors
    /// [`Finished`] if the game is over.
    pub fn solve(position: &G, max_turns: u32, limits: Limits<'a>) -> Result<Self, Finished> {
        if let Some(winner) = position.outcome() {
            return Err(Finished { winner });
        }
        let mut search = Box::new(search::Search::new(limits));
        let solution = solve_by(&mut search, position, max_turns);
        Ok(Self { position: *position, solution, engine: Engine::Bounded(search), stopped: false })
    }

    /// Decides a position as [`decide`](super::decide) does.
    ///
    /// # Errors
    /// [`Finished`] if the game is over.
    pub fn decide(position: &G, limits: Limits<'a>) -> Result<Self, Finished> {
        if let Some(winner) = position.outcome() {
            return Err(Finished { winner });
        }
        let mut search = Box::new(exact::Search::new(limits));
        let solution = exact::decide_by(&mut search, position);
        Ok(Self { position: *position, solution, engine: Engine::Exact(search), stopped: false })
    }

    /// Solves a position as [`solve_or_decide`](super::solve_or_decide) does.
    ///
    /// # Errors
    /// [`Finished`] if the game is over.
    pub fn solve_or_decide(
        position: &G,
        max_turns: u32,
        limits: Limits<'a>,
    ) -> Result<Self, Finished> {
        match position.is_decidable() {
            true => Self::decide(position, limits),
            false => Self::solve(position, max_turns, limits),
        }
    }

    /// The solution.
    #[must_use]
    pub const fn solution(&self) -> &Solution<G> {
        &self.solution
    }

    /// How many positions have been searched, further questions included.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.engine.nodes()
    }

    /// Whether a limit was reached in answering a further question.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Takes note of a limit.
    fn noting<T>(&mut self, result: Result<T, Stopped>) -> Result<T, Stopped> {
        self.stopped |= result.is_err();
        result
    }

    /// Whose win the solution is, the horizon of it, and a line, if there is a win
    /// or a loss.
    fn outcome(&self) -> Option<(Player, Horizon, &[G::Turn])> {
        let side = self.position.side();
        let (attacker, line) = match &self.solution.verdict {
            Verdict::Win(win) => (side, &win.line),
            Verdict::Loss { line } => (side.other(), line),
            Verdict::None | Verdict::Unknown { .. } => return None,
        };
        let horizon = Horizon::of_line(&self.position, line, attacker)?;
        Some((attacker, horizon, line))
    }
}

/// The search that found the solution.
enum Engine<'a, G: Game> {
    Bounded(Box<search::Search<'a, G>>),
    Exact(Box<exact::Search<'a, G>>),
}

impl<G: Game> Engine<'_, G> {
    /// Counts a position that is looked at without being searched.
    fn count(&mut self) -> Result<(), Stopped> {
        match self {
            Self::Bounded(search) => search.count(),
            Self::Exact(search) => search.count(),
        }
    }
}

impl<G: Game> Prover<G> for Engine<'_, G> {
    fn attack(&mut self, position: &G, horizon: Horizon) -> Result<bool, Stopped> {
        match self {
            Self::Bounded(search) => search.attack(position, horizon),
            Self::Exact(search) => search.attack(position, horizon),
        }
    }

    fn defend(&mut self, position: &G, horizon: Horizon) -> Result<bool, Stopped> {
        match self {
            Self::Bounded(search) => search.defend(position, horizon),
            Self::Exact(search) => search.defend(position, horizon),
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Self::Bounded(search) => search.nodes(),
            Self::Exact(search) => search.nodes(),
        }
    }

    fn nearer_win(
        &mut self,
        position: &G,
        attacker: Player,
        limit: Horizon,
    ) -> Result<Option<Horizon>, Stopped> {
        match self {
            Self::Bounded(search) => search.nearer_win(position, attacker, limit),
            Self::Exact(search) => search.nearer_win(position, attacker, limit),
        }
    }
}
