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
    let mut total = 0;
    let flow = position.visit_turns(|turn| {
        let below = count(&position.play_unchecked(turn), depth - 1);
        continued(below.and_then(|below| add(total, below)).map(|sum| total = sum))
    });
    finished(flow).map(|()| total)
}

/// Goes on after success, and stops with an error.
pub(super) fn continued<E>(result: Result<(), E>) -> ControlFlow<E> {
    match result {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(error),
    }
}

/// Undoes [`continued`].
pub(super) fn finished<E>(flow: ControlFlow<E>) -> Result<(), E> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}
