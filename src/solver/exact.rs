//! The exact value of a game that always ends: who wins, and in how many plies
//! if the winner hurries and the loser resists.
//!
//! # The search
//!
//! A position's worth orders the results as its side to move does: fast wins
//! first, slow losses before fast ones. A depth-first search *tests* whether a
//! position is worth at least a goal: it is if one of its turns leads to a
//! position that is worth enough one ply later, and it is not if none does.
//! The first test asks for a win of whatever length. The following ones ask for
//! something just better than what was proved, until one fails, or, for a lost
//! position, whether it holds out as long as the last bound allows. In SPOOK
//! most of the work is in the first test.
//!
//! Why what is left out may be left out:
//!
//! - *Cut-offs.* One turn that reaches the goal answers a test, whatever the
//!   others are worth. A failed test has looked at every turn.
//! - *The table.* No play comes back to an earlier position, since every play
//!   ends, so worth depends on the position alone, never on the way to it, and
//!   a bound holds wherever the position turns up again. Keys are exact up to
//!   symmetries, which do not change what a position is worth to its side to
//!   move; no two positions of different worth can be taken for each other.
//!   A table that is full forgets, and never invents.
//! - *Successors in the table.* A turn whose successor is known well enough to
//!   reach the goal, or to miss it, is not searched: that is the same bound,
//!   read one ply earlier.
//! - *The last turns.* A game that goes on is won after one ply at the
//!   earliest, and only if [`Game::wins_now`]; otherwise after two.
//! - *Twins.* [`Game::visit_distinct`] reaches every successor, though not by
//!   every turn.
//!
//! Turns are tried in the order of the number of replies: whoever has the fewer
//! of them has less to refute. Any order is sound; this one makes full pyramids
//! five times cheaper than the game's own.

mod bounds;
mod prover;
mod search;
mod worth;

use super::limits::{Limits, Stopped};
use super::outlook::Outlook;
use super::solution::{Finished, Solution, Verdict, Win, keys_where};
use crate::game::{Game, Player};
pub(super) use search::Search;
pub(super) use worth::Worth;

/// A turn, and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating<G: Game> {
    /// The turn.
    pub turn: G::Turn,
    /// What it leads to; `None` if a limit was reached before that was proved.
    pub value: Option<Value>,
}

/// What a turn leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Whether it wins for the side that plays it, by force.
    pub wins: bool,
    /// The plies to the end of the game, the turn included, the winner taking
    /// the fewest and the loser the most.
    pub plies: u32,
}

/// Decides a game that always ends: a win or a loss, and how fast. The number of
/// plies is the length of the line.
///
/// The search itself would go on for ever if the game could, so callers ask
/// [`Game::is_decidable`] first.
///
/// # Errors
/// [`Finished`] if the game is over.
///
/// # Examples
/// ```
/// use tsume::game::Notation;
/// use tsume::solver::{Limits, Verdict, decide};
/// use tsume::spook::Position;
///
/// let position = Position::parse("1wrb/2bb/2bb/2r1:2r/3/3:2/2:1 b", Position::RULES[0])?;
/// let Verdict::Win(win) = decide(&position, Limits::default())?.verdict else {
///     panic!("Black wins");
/// };
/// assert_eq!((win.turns, win.line.len()), (2, 3));
/// let [key] = &win.keys[..] else { panic!("two turns reach the same position") };
/// let spellings: Vec<_> = key.turns.iter().map(ToString::to_string).collect();
/// assert_eq!(spellings, ["xc4", "xg3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide<G: Game>(position: &G, limits: Limits<'_>) -> Result<Solution<G>, Finished> {
    if let Some(winner) = position.outcome() {
        return Err(Finished { winner });
    }
    Ok(decide_by(&mut Search::new(limits), position))
}

/// What a search finds out about a game that is not over.
pub(super) fn decide_by<G: Game>(search: &mut Search<'_, G>, position: &G) -> Solution<G> {
    let mut winner = None;
    let (verdict, bound) = match decide_with(search, position, &mut winner) {
        Ok(verdict) => (verdict, None),
        Err(Stopped) => (Verdict::Unknown { winner, within: None }, Some(0)),
    };
    Solution { verdict, bound, nodes: search.nodes() }
}

/// Decides every turn of a game that always ends, in their order.
///
/// # Errors
/// [`Finished`] if the game is over.
pub fn rate<G: Game>(position: &G, limits: Limits<'_>) -> Result<Vec<Rating<G>>, Finished> {
    if let Some(winner) = position.outcome() {
        return Err(Finished { winner });
    }
    let mut search = Search::new(limits);
    let mut value = |turn| {
        let child = position.play_unchecked(turn);
        let wins = search.wins(&child).ok()?;
        let worth = search.worth(&child, wins).ok()?;
        let worth = worth.before(child.side() == position.side());
        Some(Value { wins: worth.is_win(), plies: worth.plies() })
    };
    let rating = |turn| Rating { turn, value: value(turn) };
    Ok(position.turns().into_iter().map(rating).collect())
}

/// What positions lead to, decided one after another with one table.
pub(super) struct Decider<'a, G: Game>(Search<'a, G>);

impl<'a, G: Game> Decider<'a, G> {
    pub fn new(limits: Limits<'a>) -> Self {
        Self(Search::new(limits))
    }

    /// How many positions have been searched.
    pub fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    /// What a position leads to for its side to move, and the play in which each
    /// side takes the first turn that gets it all that there is.
    pub fn outlook(&mut self, position: &G) -> Result<(Outlook, Vec<G::Turn>), Stopped> {
        let wins = self.0.wins(position)?;
        let worth = self.0.worth(position, wins)?;
        let (line, own) = line(&mut self.0, *position, worth)?;
        let (all, plies) = (line.len() as u32, Some(worth.plies()));
        let outlook = match wins {
            true => Outlook::Win { turns: own, plies },
            false => Outlook::Loss { turns: all - own, plies },
        };
        Ok((outlook, line))
    }
}

fn decide_with<G: Game>(
    search: &mut Search<'_, G>,
    position: &G,
    winner: &mut Option<Player>,
) -> Result<Verdict<G>, Stopped> {
    let wins = search.wins(position)?;
    *winner = Some(if wins { position.side() } else { position.side().other() });
    let worth = search.worth(position, wins)?;
    let keys = match wins {
        true => keys_where(position, |turn| search.reaches(position, turn, worth))?,
        false => Vec::new(),
    };
    let (line, turns) = line(search, *position, worth)?;
    Ok(if wins { Verdict::Win(Win { turns, keys, line }) } else { Verdict::Loss { line } })
}

/// The play in which each side takes the first turn that gets all that the
/// position is worth, and how many of the turns are those of the side to move.
fn line<G: Game>(
    search: &mut Search<'_, G>,
    mut position: G,
    mut worth: Worth,
) -> Result<(Vec<G::Turn>, u32), Stopped> {
    let side = position.side();
    let (mut line, mut own) = (Vec::new(), 0);
    while worth.plies() > 0 {
        let turn = best_turn(search, &position, worth)?;
        line.push(turn);
        own += u32::from(position.side() == side);
        let next = position.play_unchecked(turn);
        worth = worth.left(next.side() == position.side());
        position = next;
    }
    Ok((line, own))
}

fn best_turn<G: Game>(
    search: &mut Search<'_, G>,
    position: &G,
    worth: Worth,
) -> Result<G::Turn, Stopped> {
    for turn in position.turns() {
        if search.reaches(position, turn, worth)? {
            return Ok(turn);
        }
    }
    unreachable!("some turn gets what the position is worth")
}

#[cfg(test)]
mod tests;
