//! What rests on what, and what lies beside what.

use super::point::{POINTS, Point};
use super::points::Points;

/// A step on a level. The order is that of the names of the points that the
/// steps lead to.
pub(super) const STEPS: [(i8, i8); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// For each point, the number of its neighbour by each step, or [`NOWHERE`].
const NEIGHBOURS: [[u8; 4]; POINTS] = find_neighbours();
const NOWHERE: u8 = u8::MAX;

/// For each point, its neighbours on the same level.
const BESIDE: [Points; POINTS] = find_beside();
/// For each point, the up to four points that rest on it.
const ABOVE: [Points; POINTS] = find_above();
/// For each point, the four points that it rests on; none on level 1.
const BELOW: [Points; POINTS] = find_below();

/// For each set of balls of level 2, the points of level 1 that support at
/// least one and at least two of them.
static LOADS_1: [[u16; 2]; 512] = find_loads_1();

/// The neighbour of a point by the step with this number, if there is one.
#[inline]
pub(super) const fn neighbour(point: Point, step: usize) -> Option<Point> {
    match NEIGHBOURS[point.index() as usize][step] {
        NOWHERE => None,
        index => Some(Point::from_index(index as u32)),
    }
}

/// The points beside a point, on its level.
#[inline]
pub(super) const fn beside(point: Point) -> Points {
    BESIDE[point.index() as usize]
}

/// The points that rest on a point.
#[inline]
pub(super) const fn above(point: Point) -> Points {
    ABOVE[point.index() as usize]
}

/// The points that a point rests on: four, or none on level 1.
#[inline]
pub(super) const fn below(point: Point) -> Points {
    BELOW[point.index() as usize]
}

/// The points that support at least one and at least two of these balls.
#[inline]
pub(super) fn loaded(balls: Points) -> (Points, Points) {
    let [one, two] = LOADS_1[(balls.0 >> 16 & 511) as usize];
    let (mut one, mut two) = (Points(one.into()), Points(two.into()));
    for ball in balls & (Points::level(3) | Points::level(4)) {
        let below = below(ball);
        two |= one & below;
        one |= below;
    }
    (one, two)
}

/// The points that rest on four of these balls, and all of level 1.
#[inline]
pub(super) fn supported(balls: Points) -> Points {
    let mut points = Points::level(1);
    // Without a quarter of the board full there is no platform at all.
    let board = balls.0 & 0xFFFF;
    let mut squares = Points(0);
    if board & board >> 1 & board >> 4 & board >> 5 != 0 {
        squares = Points::ALL & !Points::level(1);
    }
    for point in squares {
        if balls.includes(below(point)) {
            points |= Points::of(point);
        }
    }
    points
}

/// The number of the point at a place that may lie outside the pyramid.
const fn at(level: u8, file: i8, rank: i8) -> Option<Point> {
    if file < 0 || rank < 0 { None } else { Point::new(level, file as u8, rank as u8) }
}

const fn find_neighbours() -> [[u8; 4]; POINTS] {
    let mut table = [[NOWHERE; 4]; POINTS];
    let mut index = 0;
    while index < POINTS {
        let point = Point::from_index(index as u32);
        let mut step = 0;
        while step < 4 {
            let (files, ranks) = STEPS[step];
            let (file, rank) = (point.file() as i8 + files, point.rank() as i8 + ranks);
            if let Some(to) = at(point.level(), file, rank) {
                table[index][step] = to.index() as u8;
            }
            step += 1;
        }
        index += 1;
    }
    table
}

const fn find_beside() -> [Points; POINTS] {
    let mut table = [Points::EMPTY; POINTS];
    let mut index = 0;
    while index < POINTS {
        let mut step = 0;
        while step < 4 {
            if NEIGHBOURS[index][step] != NOWHERE {
                table[index].0 |= 1 << NEIGHBOURS[index][step];
            }
            step += 1;
        }
        index += 1;
    }
    table
}

const fn find_below() -> [Points; POINTS] {
    let mut table = [Points::EMPTY; POINTS];
    let mut index = 0;
    while index < POINTS {
        let point = Point::from_index(index as u32);
        let (level, file, rank) = (point.level(), point.file(), point.rank());
        let mut corner = 0;
        while corner < 4 {
            if let Some(below) = Point::new(level - 1, file + corner / 2, rank + corner % 2) {
                table[index].0 |= 1 << below.index();
            }
            corner += 1;
        }
        index += 1;
    }
    table
}

const fn find_above() -> [Points; POINTS] {
    let mut table = [Points::EMPTY; POINTS];
    let mut lower = 0;
    while lower < POINTS {
        let mut upper = 0;
        while upper < POINTS {
            if BELOW[upper].contains(Point::from_index(lower as u32)) {
                table[lower].0 |= 1 << upper;
            }
            upper += 1;
        }
        lower += 1;
    }
    table
}

const fn find_loads_1() -> [[u16; 2]; 512] {
    let mut table = [[0; 2]; 512];
    let mut set = 1usize;
    while set < 512 {
        // The set without its last ball has been done before it.
        let ball = set.trailing_zeros();
        let [one, two] = table[set & (set - 1)];
        let below = BELOW[16 + ball as usize].0 as u16;
        table[set] = [one | below, two | one & below];
        set += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &str) -> Points {
        let set = names.split_whitespace().map(|name| Points::of(Point::parse(name).unwrap()));
        set.fold(Points::EMPTY, |all, one| all | one)
    }

    fn point(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    #[test]
    fn balls_rest_where_the_rules_put_them() {
        assert_eq!(below(point("e1")), points("a1 b1 a2 b2"));
        assert_eq!(below(point("g3")), points("c3 d3 c4 d4"));
        assert_eq!(below(point("h1")), points("e1 f1 e2 f2"));
        assert_eq!(below(point("j1")), points("h1 i1 h2 i2"));
        assert_eq!(below(point("b2")), Points::EMPTY);
        assert_eq!(above(point("b2")), points("e1 e2 f1 f2"));
        assert_eq!(above(point("d4")), points("g3"));
    }

    #[test]
    fn neighbours_share_a_level_and_an_edge() {
        assert_eq!(beside(point("b2")), points("a2 c2 b1 b3"));
        assert_eq!(beside(point("g3")), points("f3 g2"));
        assert_eq!(beside(point("h1")), points("h2 i1"));
        assert_eq!(beside(point("j1")), Points::EMPTY);
    }

    #[test]
    fn loads_are_those_of_the_points_above() {
        for balls in [points(""), points("e1 f1 g3"), points("e2 h1 i2"), points("h1 h2 j1")] {
            let count = |least| {
                let loaded = |&point: &Point| (above(point) & balls).len() >= least;
                Point::all().filter(loaded).fold(Points::EMPTY, |all, p| all | Points::of(p))
            };
            assert_eq!(loaded(balls), (count(1), count(2)));
        }
    }

    #[test]
    fn platforms_are_complete_squares() {
        assert_eq!(supported(points("a1 a2 b1")), Points::level(1));
        assert_eq!(supported(points("a1 a2 b1 b2 c3")), Points::level(1) | points("e1"));
    }
}
