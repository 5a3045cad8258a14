//! The rotations and reflections of the pyramid.

use super::point::{POINTS, Point};
use super::points::Points;
use super::position::Position;
use super::rules::Rules;
use crate::game::{Game, Player};

/// One of the eight rotations and reflections of the pyramid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

/// For each symmetry, where each point goes.
const IMAGES: [[u8; POINTS]; 8] = images();
/// For each symmetry and each of the four bytes of a set of points, the image
/// of every value of that byte.
static BYTES: [[[u32; 256]; 4]; 8] = bytes();
/// For each point, the symmetries, as bits, that take it to the first of the
/// points that it can be taken to.
const HOMEWARD: [u8; POINTS] = homeward();

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Where a point goes.
    #[must_use]
    pub const fn point(self, point: Point) -> Point {
        Point::from_index(IMAGES[self.0 as usize][point.index() as usize] as u32)
    }

    /// Where a set of points goes.
    #[must_use]
    #[inline]
    pub fn points(self, points: Points) -> Points {
        let bytes = points.0.to_le_bytes();
        let image = |number: usize| BYTES[self.0 as usize][number][usize::from(bytes[number])];
        Points(image(0) | image(1) | image(2) | image(3))
    }

    /// The image of a position, which is worth the same to the side to move.
    #[must_use]
    #[inline]
    pub fn position(self, position: &Position) -> Position {
        Position {
            own: self.points(position.own),
            enemy: self.points(position.enemy),
            spooky: position.spooky.map(|point| self.point(point)),
            ..*position
        }
    }
}

impl crate::game::Symmetry for Position {
    /// The balls of the side to move and of the other, Spooky's point, or 31
    /// for none, and the ruleset.
    type Code = u128;

    const SYMMETRIES: usize = 8;

    fn code(&self) -> u128 {
        let spooky = self.spooky.map_or(NOWHERE, Point::index);
        u128::from(self.own.0)
            | u128::from(self.enemy.0) << 30
            | u128::from(spooky) << 60
            | (self.rules as u128) << 65
    }

    fn from_code(code: u128, side: Player) -> Self {
        let points = |shift: u32| Points((code >> shift) as u32 & Points::ALL.0);
        let spooky = (code >> 60) as u32 & NOWHERE;
        Self {
            own: points(0),
            enemy: points(30),
            spooky: (spooky != NOWHERE).then(|| Point::from_index(spooky)),
            side: only_side(code).unwrap_or(side),
            rules: if code >> 65 == 0 { Rules::Spook2011 } else { Rules::Current },
        }
    }

    fn image(&self, symmetry: usize) -> Self {
        Symmetry(symmetry as u8 & 7).position(self)
    }
}

/// Stands for Spooky's point where he has none.
const NOWHERE: u32 = 31;

/// The side that has to be to move in a position with this code, if it cannot
/// be either: in the visit, where Red begins, and where one side has all of
/// Red's balls, which are one more than Black's.
fn only_side(code: u128) -> Option<Player> {
    let balls = |shift: u32| ((code >> shift) as u32 & Points::ALL.0).count_ones();
    let (own, enemy) = (balls(0), balls(30));
    let visit = (code >> 60) as u32 & NOWHERE == NOWHERE;
    match visit {
        true if own < enemy => Some(Player::Second),
        true => Some(Player::First),
        false if enemy == 15 => Some(Player::Second),
        false if own == 15 => Some(Player::First),
        false => None,
    }
}

impl Position {
    /// The same position with the colours and the side to move exchanged: in
    /// the getaway it is worth the same to the side to move. `None` in the
    /// visit, and if Black would have too many balls.
    #[must_use]
    pub fn exchanged(&self) -> Option<Self> {
        let most = if self.side == Player::First { self.own.len() } else { self.enemy.len() };
        let exchanged = Self { side: self.side.other(), ..*self };
        (self.spooky.is_some() && most < 15).then_some(exchanged)
    }

    /// The least key of the eight images.
    pub(super) fn least_key(&self) -> u64 {
        // Spooky's point makes up the highest bits, so that it decides first.
        let candidates = self.spooky.map_or(u8::MAX, |point| HOMEWARD[point.index() as usize]);
        let images = Symmetry::ALL.into_iter().filter(|symmetry| candidates >> symmetry.0 & 1 != 0);
        images.map(|symmetry| symmetry.position(self).key()).min().unwrap_or_default()
    }
}

const fn images() -> [[u8; POINTS]; 8] {
    let mut table = [[0; POINTS]; 8];
    let mut number = 0;
    while number < 8 * POINTS {
        let (symmetry, index) = (number / POINTS, number % POINTS);
        let point = Point::from_index(index as u32);
        let last = Point::size(point.level()) - 1;
        let (mut file, mut rank) = (point.file(), point.rank());
        if symmetry & 1 != 0 {
            file = last - file;
        }
        if symmetry & 2 != 0 {
            rank = last - rank;
        }
        if symmetry & 4 != 0 {
            (file, rank) = (rank, file);
        }
        if let Some(image) = Point::new(point.level(), file, rank) {
            table[symmetry][index] = image.index() as u8;
        }
        number += 1;
    }
    table
}

const fn bytes() -> [[[u32; 256]; 4]; 8] {
    let mut table = [[[0; 256]; 4]; 8];
    let mut number = 0;
    while number < 8 * 4 {
        let (symmetry, byte) = (number / 4, number % 4);
        let mut value = 1usize;
        while value < 256 {
            // The value without its lowest bit has been done before it.
            let rest = table[symmetry][byte][value & (value - 1)];
            let index = 8 * byte + value.trailing_zeros() as usize;
            let image = if index < POINTS { 1 << IMAGES[symmetry][index] } else { 0 };
            table[symmetry][byte][value] = rest | image;
            value += 1;
        }
        number += 1;
    }
    table
}

const fn homeward() -> [u8; POINTS] {
    let mut table = [0; POINTS];
    let mut index = 0;
    while index < POINTS {
        let mut home = u8::MAX;
        let mut symmetry = 0;
        while symmetry < 8 {
            if IMAGES[symmetry][index] < home {
                home = IMAGES[symmetry][index];
                table[index] = 0;
            }
            if IMAGES[symmetry][index] == home {
                table[index] |= 1 << symmetry;
            }
            symmetry += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::pyramid::{below, beside};
    use super::*;

    #[test]
    fn what_rests_on_what_is_preserved() {
        for symmetry in Symmetry::ALL {
            let image =
                |set: Points| set.fold(Points::EMPTY, |all, p| all | Points::of(symmetry.point(p)));
            for point in Point::all() {
                assert_eq!(image(below(point)), below(symmetry.point(point)));
                assert_eq!(image(beside(point)), beside(symmetry.point(point)));
                assert_eq!(image(beside(point)), symmetry.points(beside(point)));
            }
            assert_eq!(symmetry.points(Points::ALL), Points::ALL);
        }
    }

    #[test]
    fn the_eight_differ() {
        let corner = Points::of(Point::from_index(1));
        let images: Vec<_> = Symmetry::ALL.map(|symmetry| symmetry.points(corner).0).into();
        assert!((0..8).all(|one| (0..one).all(|other| images[one] != images[other])));
    }
}
