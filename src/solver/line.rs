//! Playing a forced win out to the end of the game.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::horizon::Horizon;
use super::limits::Stopped;
use super::search::Search;
use crate::game::{Game, Player};

/// One play to the end of the game, `attacker` taking the fewest turns and the
/// other side holding out for the most; ties by turn order. `horizon` is the
/// nearest within which `attacker` wins.
pub(super) fn line<G: Game>(
    search: &mut Search<'_, G>,
    mut position: G,
    attacker: Player,
    mut horizon: Horizon,
) -> Result<Vec<G::Turn>, Stopped> {
    let mut line = Vec::new();
    while position.outcome().is_none() {
        let attacks = position.side() == attacker;
        let turn = if attacks {
            fastest_attack(search, &position, horizon)?
        } else {
            longest_defence(search, &position, horizon)?
        };
        let child = position.play_unchecked(turn);
        let again = child.side() == position.side();
        horizon = if attacks { horizon.after_attack(again) } else { horizon.after_defence(again) };
        line.push(turn);
        position = child;
    }
    Ok(line)
}

/// The first turn that wins within `horizon`, if there is one.
pub(super) fn first_attack<G: Game>(
    search: &mut Search<'_, G>,
    position: &G,
    horizon: Horizon,
) -> Result<Option<G::Turn>, Stopped> {
    let hopes = Hopes::of(position, horizon);
    for turn in position.turns() {
        if hopes.hold(&position.play_unchecked(turn))
            && search.is_winning(position, turn, horizon)?
        {
            return Ok(Some(turn));
        }
    }
    Ok(None)
}

fn fastest_attack<G: Game>(
    search: &mut Search<'_, G>,
    position: &G,
    horizon: Horizon,
) -> Result<G::Turn, Stopped> {
    let turn = first_attack(search, position, horizon)?;
    Ok(turn.expect("a position that was proved won has a winning turn"))
}

/// The first of the turns that put the loss off longest, `horizon` being the
/// nearest within which the opponent wins.
pub(super) fn longest_defence<G: Game>(
    search: &mut Search<'_, G>,
    position: &G,
    horizon: Horizon,
) -> Result<G::Turn, Stopped> {
    // One of the turns is not lost within less. Where no turn can lose at once,
    // the attacker's own turn decides: an even number of half-turns before the
    // defence.
    let step = if G::CAN_LOSE_BY_MOVING { 1 } else { 2 };
    let less = Horizon::from_half_turns(horizon.half_turns().saturating_sub(step));
    let turns = position.turns();
    for &turn in &turns {
        if !search.is_losing(position, turn, less)? {
            return Ok(turn);
        }
    }
    // Every turn loses at once.
    Ok(turns[0])
}

/// Which turns may win within a horizon.
pub(super) enum Hopes<G> {
    /// Any.
    All,
    /// None at all.
    None,
    /// Those that lead to one of these positions.
    Some(FxHashSet<G>),
}

impl<G: Game> Hopes<G> {
    /// What the game itself says of it.
    pub fn of(position: &G, horizon: Horizon) -> Self {
        if horizon.turns() < 2 || position.wins_now() {
            return Self::All;
        }
        let mut children = FxHashSet::default();
        let _ = position.visit_attacks::<()>(horizon.turns(), |turn| {
            children.insert(position.play_unchecked(turn));
            ControlFlow::Continue(())
        });
        Self::Some(children)
    }

    /// Whether the turn that leads to `child` may win.
    pub fn hold(&self, child: &G) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Some(children) => children.contains(child),
        }
    }
}
