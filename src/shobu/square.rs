use std::fmt::{self, Write};

/// One of the four 4×4 boards, by where it lies for Black.
///
/// The western boards are of dark wood, the eastern ones of light wood; the
/// southern ones are Black's home boards, the northern ones White's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Board {
    /// Black's dark home board, a1–d4.
    SouthWest,
    /// Black's light home board, e1–h4.
    SouthEast,
    /// White's dark home board, a5–d8.
    NorthWest,
    /// White's light home board, e5–h8.
    NorthEast,
}

impl Board {
    /// All boards, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::SouthWest, Self::SouthEast, Self::NorthWest, Self::NorthEast];

    /// The file of its western edge and the rank of its southern edge, 0 or 4.
    const fn origin(self) -> (u8, u8) {
        (4 * (self as u8 % 2), 4 * (self as u8 / 2))
    }

    /// Whether it is of dark wood.
    #[must_use]
    pub const fn is_dark(self) -> bool {
        (self as u8).is_multiple_of(2)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SouthWest => "south-west",
            Self::SouthEast => "south-east",
            Self::NorthWest => "north-west",
            Self::NorthEast => "north-east",
        })
    }
}

/// One of the 64 squares, a1–h8.
///
/// The number counts the squares of a board rank by rank from its south-west
/// corner, the boards one after another. `Ord` is the order of the names.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number, of which only the last six bits count.
    pub(super) const fn from_index(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// The number of the square, below 64.
    pub(super) const fn index(self) -> u32 {
        self.0 as u32
    }

    /// The square on `file` and `rank`, both counted from 0; `None` outside
    /// the grid.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 8 || rank >= 8 {
            return None;
        }
        let board = file / 4 + rank / 4 * 2;
        Some(Self(board * 16 + rank % 4 * 4 + file % 4))
    }

    /// The square with this name, such as `b3`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match *name.as_bytes() {
            [file, rank] => Self::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')),
            _ => None,
        }
    }

    /// The board on which it lies.
    #[must_use]
    pub const fn board(self) -> Board {
        Board::ALL[self.0 as usize / 16]
    }

    /// Its file, 0 for a to 7 for h.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.board().origin().0 + self.0 % 4
    }

    /// Its rank, 0 for 1 to 7 for 8.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.board().origin().1 + self.0 % 16 / 4
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.file(), self.rank()).cmp(&(other.file(), other.rank()))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(char::from(b'a' + self.file()))?;
        f.write_char(char::from(b'1' + self.rank()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_one_to_one() {
        let mut seen = 0u64;
        for file in 0..8 {
            for rank in 0..8 {
                let square = Square::new(file, rank).unwrap();
                assert_eq!((square.file(), square.rank()), (file, rank));
                assert_eq!(Square::parse(&square.to_string()), Some(square));
                seen |= 1 << square.index();
            }
        }
        assert_eq!(seen, u64::MAX);
    }

    #[test]
    fn order_is_that_of_the_names() {
        let mut squares: Vec<_> = (0..64).map(Square::from_index).collect();
        squares.sort_unstable();
        assert!(squares.iter().map(Square::to_string).is_sorted());
    }

    #[test]
    fn boards_lie_where_the_rules_put_them() {
        let board = |name| Square::parse(name).unwrap().board();
        assert_eq!(board("d4"), Board::SouthWest);
        assert_eq!(board("e4"), Board::SouthEast);
        assert_eq!(board("a5"), Board::NorthWest);
        assert_eq!(board("h8"), Board::NorthEast);
    }

    #[test]
    fn names_outside_the_grid_are_refused() {
        for name in ["", "a", "a0", "a9", "i1", "A1", "a1 ", "é"] {
            assert_eq!(Square::parse(name), None, "{name:?}");
        }
    }
}
