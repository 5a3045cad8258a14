use std::ops::ControlFlow;

use super::getaway::Getaway;
use super::points::Points;
use super::position::Position;
use super::pyramid::supported;
use super::turn::Turn;
use super::walk::{count_walks, distinct_walks, visit_walks};

/// The points on which a ball can be put in the visit.
pub(super) fn open(position: &Position) -> Points {
    let balls = position.coloured();
    supported(balls) & !balls
}

/// Calls `visit` with every legal turn, until it breaks.
pub(super) fn visit_all<B>(
    position: &Position,
    mut visit: impl FnMut(Turn) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if position.spooky.is_none() {
        return open(position).map(Turn::put).try_for_each(visit);
    }
    let Some(getaway) = Getaway::of(position) else { return ControlFlow::Continue(()) };
    if getaway.is_stuck() {
        return visit_stuck(&getaway, getaway.removals(), visit);
    }
    getaway.drops().map(Turn::remove).try_for_each(&mut visit)?;
    visit_walks(getaway.spooky, getaway.free_own(), &mut visit)?;
    visit_walks(getaway.spooky, getaway.free_enemy(), &mut visit)
}

/// Calls `visit` with turns that reach every position that a turn can reach,
/// the most promising first, until it breaks.
pub(super) fn visit_distinct<B>(
    position: &Position,
    mut visit: impl FnMut(Turn) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Some(getaway) = Getaway::of(position) else { return visit_all(position, visit) };
    if getaway.is_stuck() {
        // A ball under another one of its colour: the same balls are left when
        // that one goes.
        return visit_stuck(&getaway, getaway.distinct_removals(), visit);
    }
    // Walks over own balls win, and the longest come nearest to it; those over
    // the opponent's help it.
    let own = distinct_walks(getaway.spooky, getaway.free_own());
    own.iter().rev().try_for_each(|walk| visit(walk.turn))?;
    let (own, enemy) = (position.own, position.enemy);
    (getaway.drops() & own).map(Turn::remove).try_for_each(&mut visit)?;
    (getaway.drops() & enemy).map(Turn::remove).try_for_each(&mut visit)?;
    let enemy = distinct_walks(getaway.spooky, getaway.free_enemy());
    enemy.iter().try_for_each(|walk| visit(walk.turn))
}

/// The turns of a side whose Spooky can neither drop nor walk, `removals` being
/// the balls that it removes.
fn visit_stuck<B>(
    getaway: &Getaway,
    removals: Points,
    mut visit: impl FnMut(Turn) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if getaway.is_isolated() {
        return getaway.placements().map(Turn::place).try_for_each(visit);
    }
    if removals.is_empty() {
        return visit(Turn::PASS);
    }
    removals.map(Turn::remove).try_for_each(visit)
}

/// The number of legal turns.
pub(super) fn count_all(position: &Position) -> u64 {
    if position.spooky.is_none() {
        return open(position).len().into();
    }
    let Some(getaway) = Getaway::of(position) else { return 0 };
    if !getaway.is_stuck() {
        let walks = |balls| count_walks(getaway.spooky, balls);
        let drops = u64::from(getaway.drops().len());
        return drops + walks(getaway.free_own()) + walks(getaway.free_enemy());
    }
    let turns = if getaway.is_isolated() { getaway.placements() } else { getaway.removals() };
    // Who has nothing to remove passes.
    turns.len().max(1).into()
}
