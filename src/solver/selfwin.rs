//! The shortest way to make the opponent win against its will.

use super::horizon::Horizon;
use super::limits::{Limits, Stopped};
use super::quest::{Quest, Reach};
use super::solution::{Finished, Solution, Verdict, Win, keys_where};
use crate::game::{Game, Player};

/// Looks for the smallest number of turns of the side to move, up to
/// `max_turns`, within which its *opponent* has won, by the reply to the last
/// of them at the latest, whatever the opponent does. `None` stands for no
/// bound: then the game must always end.
///
/// The side to move takes the fewest plies, the opponent the most. An opponent
/// without a turn has lost, which is a failure; so is a win of one's own.
///
/// # Errors
/// [`Finished`] if the game is over.
pub fn selfwin<G: Game>(
    position: &G,
    max_turns: Option<u32>,
    limits: Limits<'_>,
) -> Result<Solution<G>, Finished> {
    if let Some(winner) = position.outcome() {
        return Err(Finished { winner });
    }
    let mut quest = Quest::selfwin(position.side(), limits);
    let (verdict, bound) = pursue(&mut quest, position, max_turns, win);
    Ok(Solution { verdict, bound, nodes: quest.nodes() })
}

/// The solution within the nearest horizon, which `describe` works out, and the
/// bound up to which it holds.
pub(super) fn pursue<G: Game>(
    quest: &mut Quest<'_, G>,
    position: &G,
    max_turns: Option<u32>,
    describe: impl FnOnce(&mut Quest<'_, G>, &G, Horizon) -> Result<Win<G>, Stopped>,
) -> (Verdict<G>, Option<u32>) {
    let most = max_turns.unwrap_or(Horizon::MAX_TURNS).min(Horizon::MAX_TURNS);
    for horizon in quest.horizons(most) {
        let (turns, winner) = (horizon.turns(), Some(quest.winner()));
        match quest.reach(position, horizon) {
            Ok(Reach::No) => {}
            Ok(Reach::Never) => return (Verdict::None, max_turns.map(|_| most)),
            Ok(Reach::Yes) => {
                return match describe(quest, position, horizon) {
                    Ok(win) => (Verdict::Win(win), max_turns.map(|_| most)),
                    Err(Stopped) => {
                        let verdict = Verdict::Unknown { winner, within: Some(turns) };
                        (verdict, Some(turns - 1))
                    }
                };
            }
            Err(Stopped) => {
                return (Verdict::Unknown { winner: None, within: None }, Some(turns - 1));
            }
        }
    }
    (Verdict::None, Some(most))
}

fn win<G: Game>(
    quest: &mut Quest<'_, G>,
    position: &G,
    horizon: Horizon,
) -> Result<Win<G>, Stopped> {
    let keys = keys_where(position, |turn| {
        let child = position.play_unchecked(turn);
        let left = quest.left(position, &child, horizon);
        Ok(quest.reach(&child, left)? == Reach::Yes)
    })?;
    let line = line(quest, *position, horizon)?;
    Ok(Win { turns: horizon.turns(), keys, line })
}

/// The play in which the attacker takes the fewest plies and the defender the
/// most; ties by turn order.
fn line<G: Game>(
    quest: &mut Quest<'_, G>,
    mut position: G,
    mut horizon: Horizon,
) -> Result<Vec<G::Turn>, Stopped> {
    let attacker = position.side();
    let mut line = Vec::new();
    while position.outcome().is_none() {
        let best = best(quest, &position, horizon, attacker)?;
        let (turn, child, left) = best.expect("a position that reaches the goal has a turn");
        line.push(turn);
        (position, horizon) = (child, left);
    }
    Ok(line)
}

/// A turn, the position that it leads to, and the nearest horizon within which
/// the goal is reached from there.
type Step<G> = (<G as Game>::Turn, G, Horizon);

/// The first of the best turns of a position from which the goal is reached
/// within `horizon`, and not within a nearer one.
fn best<G: Game>(
    quest: &mut Quest<'_, G>,
    position: &G,
    horizon: Horizon,
    attacker: Player,
) -> Result<Option<Step<G>>, Stopped> {
    let mut best: Option<Step<G>> = None;
    for turn in position.turns() {
        let child = position.play_unchecked(turn);
        let known = quest.left(position, &child, horizon);
        if position.side() == attacker {
            if quest.reach(&child, known)? == Reach::Yes {
                return Ok(Some((turn, child, known)));
            }
        } else {
            let left = nearest(quest, &child, known)?;
            if best.is_none_or(|(_, _, most)| left > most) {
                best = Some((turn, child, left));
            }
        }
    }
    Ok(best)
}

/// Looks for the first turn of `play` that is not one of the best: with which
/// the side to move in `position` makes its opponent win later than it could,
/// or not at all, or the opponent wins sooner than it need. Gives its number,
/// from 0, and a best turn; `None` if there is no such turn, or if the opponent
/// cannot be made to win within `turns`.
///
/// # Errors
/// [`Stopped`] if a limit is reached before that is known.
pub fn selfwin_slip<G: Game>(
    position: &G,
    turns: u32,
    play: &[G::Turn],
    limits: Limits<'_>,
) -> Result<Option<(usize, G::Turn)>, Stopped> {
    let attacker = position.side();
    let mut quest = Quest::selfwin(attacker, limits);
    let bound = Horizon::new(turns, true);
    if position.outcome().is_some() || quest.reach(position, bound)? != Reach::Yes {
        return Ok(None);
    }
    let mut position = *position;
    let mut horizon = nearest(&mut quest, &position, bound)?;
    for (number, &turn) in play.iter().enumerate() {
        let Some((best, _, most)) = best(&mut quest, &position, horizon, attacker)? else { break };
        let child = position.play_unchecked(turn);
        let known = quest.left(&position, &child, horizon);
        let is_best = if position.side() == attacker {
            quest.reach(&child, known)? == Reach::Yes
        } else {
            nearest(&mut quest, &child, known)? == most
        };
        if !is_best {
            return Ok(Some((number, best)));
        }
        (position, horizon) = (child, if position.side() == attacker { known } else { most });
    }
    Ok(None)
}

/// The nearest horizon within which the goal is reached, known to be at most
/// `known`.
fn nearest<G: Game>(
    quest: &mut Quest<'_, G>,
    position: &G,
    known: Horizon,
) -> Result<Horizon, Stopped> {
    for half_turns in 0..known.half_turns() {
        let nearer = Horizon::from_half_turns(half_turns);
        if quest.reach(position, nearer)? == Reach::Yes {
            return Ok(nearer);
        }
    }
    Ok(known)
}
