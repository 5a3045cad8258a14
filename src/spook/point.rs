use std::fmt;

/// One of the 30 points of the pyramid, a1–j1.
///
/// Level 1 is the 4×4 board, a1–d4; level 2 has the 3×3 points e1–g3 above it,
/// level 3 h1–i2, and level 4 only j1. The number counts the points file by
/// file from a1, so `Ord` is the order of the names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// How many points there are.
pub(super) const POINTS: usize = 30;
/// The number of the first point of each level.
const FIRST: [u8; 4] = [0, 16, 25, 29];
/// The first letter of each level.
const LETTERS: [u8; 4] = *b"aehj";

impl Point {
    /// The top of the pyramid, j1.
    pub const TOP: Self = Self(29);

    /// All points, in the order of their names.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..POINTS as u8).map(Self)
    }

    /// The point with this number, which must be below 30.
    pub(super) const fn from_index(index: u32) -> Self {
        Self(index as u8)
    }

    /// The number of the point, below 30.
    pub(super) const fn index(self) -> u32 {
        self.0 as u32
    }

    /// The point on `level` (1 to 4), `file` and `rank` (from 0); `None`
    /// outside the pyramid.
    #[must_use]
    pub const fn new(level: u8, file: u8, rank: u8) -> Option<Self> {
        if level == 0 || level > 4 {
            return None;
        }
        let size = Self::size(level);
        if file >= size || rank >= size {
            return None;
        }
        Some(Self(FIRST[level as usize - 1] + file * size + rank))
    }

    /// How many files, and how many ranks, a level (1 to 4) has.
    #[must_use]
    pub const fn size(level: u8) -> u8 {
        5 - level
    }

    /// The point with this name, such as `e2`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let [letter, rank] = *name.as_bytes() else { return None };
        let level = (1..=4u8).rfind(|&level| letter >= LETTERS[usize::from(level) - 1])?;
        let file = letter - LETTERS[usize::from(level) - 1];
        Self::new(level, file, rank.wrapping_sub(b'1'))
    }

    /// Its level, 1 (the board) to 4 (the top).
    #[must_use]
    pub const fn level(self) -> u8 {
        match self.0 {
            0..16 => 1,
            16..25 => 2,
            25..29 => 3,
            _ => 4,
        }
    }

    /// Its file within the level, from 0.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.within() / Self::size(self.level())
    }

    /// Its rank within the level, 0 for 1 to 3 for 4.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.within() % Self::size(self.level())
    }

    /// Its number within the level.
    const fn within(self) -> u8 {
        self.0 - FIRST[self.level() as usize - 1]
    }

    /// The letter of its file.
    #[must_use]
    pub const fn letter(self) -> char {
        (LETTERS[self.level() as usize - 1] + self.file()) as char
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_to_one_and_in_order() {
        let names: Vec<_> = Point::all().map(|point| point.to_string()).collect();
        assert_eq!(names.len(), 30);
        assert!(names.is_sorted_by(|a, b| a < b));
        for (point, name) in Point::all().zip(&names) {
            assert_eq!(Point::parse(name), Some(point));
            assert_eq!(Point::new(point.level(), point.file(), point.rank()), Some(point));
        }
    }

    #[test]
    fn levels_have_their_letters() {
        for (name, level) in [("a1", 1), ("d4", 1), ("e1", 2), ("g3", 2), ("i2", 3), ("j1", 4)] {
            assert_eq!(Point::parse(name).unwrap().level(), level, "{name}");
        }
    }

    #[test]
    fn names_outside_the_pyramid_are_refused() {
        for name in ["", "a", "a0", "a5", "e4", "h3", "j2", "k1", "A1", "a1 ", "é"] {
            assert_eq!(Point::parse(name), None, "{name:?}");
        }
    }
}
