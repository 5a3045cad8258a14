use super::exact;
use super::horizon::Horizon;
use super::limits::{Limits, Stopped};
use super::search::Search;
use crate::game::Game;

/// In how many turns the side to move wins at the fastest, if it does within
/// `turns`: what [`solve`](super::solve) finds out first. The game must not be
/// over.
///
/// # Errors
/// [`Stopped`] if a limit was reached.
pub fn distance<G: Game>(
    position: &G,
    turns: u32,
    limits: Limits<'_>,
) -> Result<Option<u32>, Stopped> {
    if position.is_decidable() {
        return Ok(exact::distance(position, limits)?.filter(|&fastest| fastest <= turns));
    }
    let mut search = Search::new(limits);
    for turns in 1..=turns.min(Horizon::MAX_TURNS) {
        for reply in [false, G::CAN_LOSE_BY_MOVING] {
            if search.attack(position, Horizon::new(turns, reply))? {
                return Ok(Some(turns));
            }
        }
    }
    Ok(None)
}
