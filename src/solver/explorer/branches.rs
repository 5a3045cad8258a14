use super::super::horizon::Horizon;
use super::super::limits::Stopped;
use super::super::prover::Prover;
use super::super::solution::Key;
use crate::game::{Game, Player};

/// Turns that lead to the same position, and what is behind them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch<G: Game> {
    /// The turns, in order.
    pub turns: Vec<G::Turn>,
    /// The position that they reach.
    pub position: G,
    /// How many turns the attacker takes from there, if both sides do their best.
    pub within: u32,
    /// How many plies that is.
    pub plies: u32,
    /// What follows.
    pub next: Next,
    /// The nearest horizon of the win from there.
    pub(super) left: Horizon,
}

/// What follows a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Nothing: the game is over.
    End,
    /// The node of the tree with this number.
    Node(usize),
    /// A part of the tree that was left out.
    Cut,
}

/// A position that can be reached, and the horizon of the nearest win from there.
pub(super) struct Reached<G: Game> {
    pub child: Key<G>,
    pub left: Horizon,
}

/// The turns with which the side to move, `attacker`, wins within as many turns
/// as in `nearest`, which is the nearest horizon: first those that do within
/// `nearest`, then any others.
pub(super) fn attacks<G: Game>(
    prover: &mut impl Prover<G>,
    position: &G,
    nearest: Horizon,
) -> Result<Vec<Reached<G>>, Stopped> {
    let attacker = position.side();
    let (mut fastest, mut others) = (Vec::new(), Vec::new());
    let mut horizons = vec![nearest];
    if nearest.to_the_reply::<G>() > nearest {
        horizons.push(nearest.to_the_reply::<G>());
    }
    for child in Key::all(position) {
        for &horizon in &horizons {
            let left = horizon.after(position, &child.position, attacker);
            if prover.wins(&child.position, attacker, left)? {
                let lines = if horizon == nearest { &mut fastest } else { &mut others };
                lines.push(Reached { child, left });
                break;
            }
        }
    }
    fastest.append(&mut others);
    Ok(fastest)
}

/// All replies of the side to move, which loses within `known`, those that put
/// off the loss longest first.
pub(super) fn defences<G: Game>(
    prover: &mut impl Prover<G>,
    position: &G,
    attacker: Player,
    known: Horizon,
) -> Result<Vec<Reached<G>>, Stopped> {
    let mut lines = Vec::new();
    for child in Key::all(position) {
        let most = known.after(position, &child.position, attacker);
        let left = prover.nearest_known_win(&child.position, attacker, most)?;
        lines.push(Reached { child, left });
    }
    // The sort is stable: among equals the order of turns stands.
    lines.sort_by_key(|line| std::cmp::Reverse(line.left));
    Ok(lines)
}
