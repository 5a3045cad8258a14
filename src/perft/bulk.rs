use super::Overflow;
use super::walk::sum_over_turns;
use crate::game::{Counter, Game};

/// The number of sequences of exactly `depth` turns from `position`; the turns
/// of the last plies are not played but counted by `counter`.
///
/// # Errors
/// [`Overflow`] if the number does not fit 64 bits.
pub fn count_with<G: Game, C: Counter<G>>(
    counter: &mut C,
    position: &G,
    depth: u32,
) -> Result<u64, Overflow> {
    match depth {
        0 => Ok(1),
        _ if depth <= C::PLIES => Ok(counter.count(position, depth)),
        _ => sum_over_turns(position, |child| count_with(counter, child, depth - 1)),
    }
}
