use std::ops::ControlFlow;

use super::{Overflow, add};
use crate::game::Game;

/// Counts the sequences of exactly `depth` turns by playing them all.
pub(super) fn count<G: Game>(position: &G, depth: u32) -> Result<u64, Overflow> {
    if depth == 0 {
        // The turn that leads here has been played for its own sake.
        std::hint::black_box(position);
        return Ok(1);
    }
    sum_over_turns(position, |child| count(child, depth - 1))
}

/// The sum of a number over what the turns of `position` lead to.
#[inline]
pub(super) fn sum_over_turns<G: Game>(
    position: &G,
    mut number: impl FnMut(&G) -> Result<u64, Overflow>,
) -> Result<u64, Overflow> {
    let mut total = 0;
    let flow = position.visit_turns(|turn| {
        match number(&position.play_unchecked(turn)).and_then(|number| add(total, number)) {
            Ok(sum) => {
                total = sum;
                ControlFlow::Continue(())
            }
            Err(overflow) => ControlFlow::Break(overflow),
        }
    });
    match flow {
        ControlFlow::Continue(()) => Ok(total),
        ControlFlow::Break(overflow) => Err(overflow),
    }
}
