use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

use super::point::{POINTS, Point};

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Points(pub(super) u32);

impl Points {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// Every point.
    pub const ALL: Self = Self((1 << POINTS) - 1);

    /// One point.
    #[must_use]
    pub const fn of(point: Point) -> Self {
        Self(1 << point.index())
    }

    /// The points of a level, 1 to 4.
    #[must_use]
    pub const fn level(level: u8) -> Self {
        Self([0xFFFF, 0x01FF_0000, 0x1E00_0000, 0x2000_0000][level as usize - 1])
    }

    /// Whether it contains a point.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.index() & 1 != 0
    }

    /// Whether it contains all of another set.
    #[must_use]
    pub const fn includes(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many points it has.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

/// The points of the set, in order.
impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let point = Point::from_index(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(point)
    }
}

impl BitAnd for Points {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Points {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Points {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXor for Points {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Points {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}
