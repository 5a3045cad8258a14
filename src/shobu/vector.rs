use super::square::Square;

/// One of the eight directions, the same for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards rank 8.
    North,
    /// Towards h8.
    NorthEast,
    /// Towards file h.
    East,
    /// Towards h1.
    SouthEast,
    /// Towards rank 1.
    South,
    /// Towards a1.
    SouthWest,
    /// Towards file a.
    West,
    /// Towards a8.
    NorthWest,
}

impl Direction {
    /// All directions, clockwise; the opposite of one is four further on.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 4]
    }

    /// The files (eastward) and ranks (northward) that one step covers.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }
}

/// A direction and a distance of one or two squares: what the two halves of a
/// turn have in common.
///
/// The number is twice the direction's, plus one for two squares, so that sets
/// of vectors fit 16 bits and reversing them rotates the set by eight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Vector(u8);

impl Vector {
    /// How many vectors there are.
    pub const COUNT: u32 = 16;

    /// The vector with this number, of which only the last four bits count.
    pub(super) const fn from_index(index: u32) -> Self {
        Self((index & 15) as u8)
    }

    /// The number of the vector, below 16.
    pub(super) const fn index(self) -> u32 {
        self.0 as u32
    }

    /// One square in `direction`, or two if `long`.
    #[must_use]
    pub const fn new(direction: Direction, long: bool) -> Self {
        Self(direction as u8 * 2 + long as u8)
    }

    /// The vector that leads from one square to another of the same board, if
    /// one does.
    #[must_use]
    pub fn between(from: Square, to: Square) -> Option<Self> {
        (0..Self::COUNT).map(Self::from_index).find(|vector| vector.target(from) == Some(to))
    }

    /// The direction.
    #[must_use]
    pub const fn direction(self) -> Direction {
        Direction::ALL[self.0 as usize / 2]
    }

    /// Whether it covers two squares.
    #[must_use]
    pub const fn is_long(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// The square to which it leads from `from`; `None` if that lies off the
    /// board of `from`.
    #[must_use]
    pub fn target(self, from: Square) -> Option<Square> {
        let (files, ranks) = self.direction().step();
        let distance = 1 + i8::from(self.is_long());
        let file = from.file().checked_add_signed(files * distance)?;
        let rank = from.rank().checked_add_signed(ranks * distance)?;
        Square::new(file, rank).filter(|to| to.board() == from.board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_steps_cancel() {
        for direction in Direction::ALL {
            let ((x, y), (u, v)) = (direction.step(), direction.opposite().step());
            assert_eq!((x + u, y + v), (0, 0));
        }
    }

    #[test]
    fn vectors_stay_on_their_board() {
        let square = |name| Square::parse(name).unwrap();
        let north = Vector::new(Direction::North, true);
        assert_eq!(north.target(square("b1")), Some(square("b3")));
        assert_eq!(north.target(square("b3")), None);
        assert_eq!(Vector::between(square("d1"), square("e1")), None);
        assert_eq!(Vector::between(square("a1"), square("b3")), None);
        for vector in (0..Vector::COUNT).map(Vector::from_index) {
            for from in (0..64).map(Square::from_index) {
                if let Some(to) = vector.target(from) {
                    assert_eq!(to.board(), from.board());
                    assert_eq!(Vector::between(from, to), Some(vector));
                }
            }
        }
    }
}
