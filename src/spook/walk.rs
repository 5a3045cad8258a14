//! The walks of Spooky: paths over free balls of one colour beside each other.

use std::ops::ControlFlow;

use super::point::Point;
use super::points::Points;
use super::pyramid::{STEPS, beside, neighbour};
use super::turn::Turn;

/// Calls `visit` with every walk from `from` over `balls`, until it breaks.
pub(super) fn visit_walks<B>(
    from: Point,
    balls: Points,
    visit: &mut impl FnMut(Turn) -> ControlFlow<B>,
) -> ControlFlow<B> {
    go_on(Turn::put(from), 0, from, balls, visit)
}

/// Visits what a walk of `length` steps to `at` can become, `balls` being left.
fn go_on<B>(
    walk: Turn,
    length: u32,
    at: Point,
    balls: Points,
    visit: &mut impl FnMut(Turn) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if (beside(at) & balls).is_empty() {
        return ControlFlow::Continue(());
    }
    for step in 0..STEPS.len() {
        let Some(to) = neighbour(at, step).filter(|&to| balls.contains(to)) else { continue };
        let longer = walk.with_step(length, step);
        visit(longer)?;
        go_on(longer, length + 1, to, balls & !Points::of(to), visit)?;
    }
    ControlFlow::Continue(())
}

/// The number of walks from `from` over `balls`.
pub(super) fn count_walks(from: Point, balls: Points) -> u64 {
    let next = beside(from) & balls;
    next.map(|to| 1 + count_walks(to, balls & !Points::of(to))).sum()
}

/// Whether a walk from `from` takes all of `balls`, which are not none.
pub(super) fn covers(from: Point, balls: Points) -> bool {
    let next = beside(from) & balls;
    // All on Spooky's level, for a start.
    if next.is_empty() || !Points::level(from.level()).includes(balls) {
        return false;
    }
    balls.len() == 1 || { next }.any(|to| covers(to, balls & !Points::of(to)))
}

/// A walk, with what its result depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Walk {
    /// The balls left, and where Spooky ends.
    left: u32,
    at: Point,
    pub turn: Turn,
}

/// The walks from `from` over `balls` that differ in the balls taken or in the
/// end point, the shortest first; of several such walks the first in order.
pub(super) fn distinct_walks(from: Point, balls: Points) -> Vec<Walk> {
    let mut walks = Vec::new();
    let mut layer = vec![Walk { left: balls.0, at: from, turn: Turn::put(from) }];
    for length in 0.. {
        let mut longer = Vec::new();
        for walk in &layer {
            longer.extend(extensions(*walk, length));
        }
        // Only walks of the same length can reach the same result.
        longer.sort_unstable();
        longer.dedup_by_key(|walk| (walk.left, walk.at));
        if longer.is_empty() {
            return walks;
        }
        walks.extend_from_slice(&longer);
        layer = longer;
    }
    walks
}

/// The walks with one step more.
fn extensions(walk: Walk, length: u32) -> impl Iterator<Item = Walk> {
    (0..STEPS.len()).filter_map(move |step| {
        let at = neighbour(walk.at, step).filter(|&to| Points(walk.left).contains(to))?;
        let left = walk.left & !Points::of(at).0;
        Some(Walk { left, at, turn: walk.turn.with_step(length, step) })
    })
}
