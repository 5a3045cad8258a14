use super::walk::{continued, finished};
use super::{Overflow, add, multiply};
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
    if depth == 0 {
        return Ok(1);
    }
    if depth <= C::PLIES {
        return Ok(counter.count(position, depth));
    }
    let mut total = 0;
    let flow = position.visit_children(|child, turns| {
        let below = count_with(counter, &child, depth - 1).and_then(|below| multiply(below, turns));
        continued(below.and_then(|below| add(total, below)).map(|sum| total = sum))
    });
    finished(flow).map(|()| total)
}
