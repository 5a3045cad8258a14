//! What the rules say, by the plain list of turns: without the shortcuts of a
//! game, which the solver uses.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::game::{Game, Player};

/// Who has won.
pub(super) fn outcome<G: Game>(position: &G) -> Option<Player> {
    let is_stuck = || position.visit_turns(Break).is_continue();
    position.winner().or_else(|| is_stuck().then(|| position.side().other()))
}

/// Every turn, in order.
pub(super) fn turns<G: Game>(position: &G) -> Vec<G::Turn> {
    let mut turns = Vec::new();
    let _: ControlFlow<()> = position.visit_turns(|turn| {
        turns.push(turn);
        Continue(())
    });
    turns.sort_unstable();
    turns
}
