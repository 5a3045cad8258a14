use std::fmt;

use super::point::Point;
use super::points::Points;
use super::pyramid::{STEPS, neighbour};

/// A turn. Whether it is legal depends on the position. `Ord` is the order of
/// the written turns.
///
/// It is one word: the kind in the two highest bits, then a point in five, then
/// up to fifteen steps of a walk in three bits each, 0 standing for its end.
/// Kinds, points and steps are numbered in the order in which they sort when
/// they are written, so words compare as the texts do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(u64);

/// What a turn does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The isolated Spooky is put on this point.
    Place(Point),
    /// A ball is put on this point; on j1 it is Spooky.
    Put(Point),
    /// Spooky walks from one point to another.
    Walk {
        /// Where he starts.
        from: Point,
        /// Where he ends.
        to: Point,
        /// The points of the balls that he takes, the last one included.
        taken: Points,
    },
    /// Nothing.
    Pass,
    /// The ball on this point is removed, and what rests on it drops.
    Remove(Point),
}

const PLACE: u64 = 0;
const ALONG: u64 = 1;
const PASS: u64 = 2;
const REMOVE: u64 = 3;

const KIND: u32 = 62;
const POINT: u32 = 57;
const FIRST_STEP: u32 = 54;
const LAST_STEP: u32 = FIRST_STEP - 3 * 14;

impl Turn {
    /// No move at all.
    pub const PASS: Self = Self(PASS << KIND);

    const fn new(kind: u64, point: Point) -> Self {
        Self(kind << KIND | (point.index() as u64) << POINT)
    }

    /// Puts the isolated Spooky on a point.
    #[must_use]
    pub const fn place(point: Point) -> Self {
        Self::new(PLACE, point)
    }

    /// Puts a ball on a point.
    #[must_use]
    pub const fn put(point: Point) -> Self {
        Self::new(ALONG, point)
    }

    /// Removes the ball on a point.
    #[must_use]
    pub const fn remove(point: Point) -> Self {
        Self::new(REMOVE, point)
    }

    /// The walk along these points, the first of which is where it starts;
    /// `None` if there are fewer than two or more than sixteen, or two of them
    /// in succession are not neighbours.
    #[must_use]
    pub fn walk(points: &[Point]) -> Option<Self> {
        let (&from, rest) = points.split_first()?;
        if rest.is_empty() || rest.len() > 15 {
            return None;
        }
        let mut turn = Self::put(from);
        let mut at = from;
        for (number, &to) in rest.iter().enumerate() {
            let step = (0..STEPS.len()).find(|&step| neighbour(at, step) == Some(to))?;
            turn = turn.with_step(number as u32, step);
            at = to;
        }
        Some(turn)
    }

    /// The walk with a further step: the step number `number`, from 0 to 14.
    #[inline]
    pub(super) const fn with_step(self, number: u32, step: usize) -> Self {
        Self(self.0 | (step as u64 + 1) << (FIRST_STEP - 3 * number))
    }

    /// What the turn does.
    #[must_use]
    #[inline]
    pub fn action(self) -> Action {
        let point = Point::from_index((self.0 >> POINT & 31) as u32);
        match self.0 >> KIND {
            PLACE => Action::Place(point),
            ALONG if self.0 >> FIRST_STEP & 7 == 0 => Action::Put(point),
            ALONG => {
                let (mut to, mut taken) = (point, Points::EMPTY);
                for at in self.stops() {
                    to = at;
                    taken |= Points::of(at);
                }
                Action::Walk { from: point, to, taken }
            }
            PASS => Action::Pass,
            _ => Action::Remove(point),
        }
    }

    /// The points on which the steps of a walk end, in order.
    pub fn stops(self) -> impl Iterator<Item = Point> {
        let mut at = Point::from_index((self.0 >> POINT & 31) as u32);
        let steps = (LAST_STEP..=FIRST_STEP).rev().step_by(3).map(move |bit| self.0 >> bit & 7);
        steps.map_while(move |step| {
            at = neighbour(at, (step as usize).checked_sub(1)?)?;
            Some(at)
        })
    }
}

/// Writes the token, such as `a1`, `xe2`, `e1-e2-e3`, `@c3` or `pass`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            Action::Place(point) => write!(f, "@{point}"),
            Action::Put(point) => write!(f, "{point}"),
            Action::Walk { from, .. } => {
                write!(f, "{from}")?;
                self.stops().try_for_each(|stop| write!(f, "-{stop}"))
            }
            Action::Pass => f.write_str("pass"),
            Action::Remove(point) => write!(f, "x{point}"),
        }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(names: &str) -> Turn {
        let points: Vec<_> = names.split('-').map(|name| Point::parse(name).unwrap()).collect();
        Turn::walk(&points).unwrap()
    }

    #[test]
    fn the_longest_walk_fits() {
        let names = "a1-a2-a3-a4-b4-b3-b2-b1-c1-c2-c3-c4-d4-d3-d2-d1";
        assert_eq!(walk(names).to_string(), names);
        let Action::Walk { from, to, taken } = walk(names).action() else { panic!("a walk") };
        assert_eq!((from.to_string(), to.to_string(), taken.len()), ("a1".into(), "d1".into(), 15));
    }

    #[test]
    fn order_is_that_of_the_tokens() {
        let point = |name| Point::parse(name).unwrap();
        let mut turns = vec![Turn::PASS];
        turns.extend(Point::all().flat_map(|p| [Turn::place(p), Turn::put(p), Turn::remove(p)]));
        turns.extend(["b2-a2", "b2-b1", "b2-b3", "b2-c2", "b2-a2-a1"].map(walk));
        turns.extend(["e1-e2", "e1-e2-e3", "e1-f1", "e1-e2-f2"].map(walk));
        turns.sort_unstable();
        assert!(turns.iter().map(Turn::to_string).is_sorted());
        assert_eq!(Turn::walk(&[point("a1"), point("b2")]), None);
    }
}
