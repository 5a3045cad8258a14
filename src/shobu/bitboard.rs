use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::{Board, Square};
use super::vector::{Direction, Vector};

/// A set of squares: four boards of 16 bits each, which shift at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bitboard(pub(super) u64);

/// For each direction, by how far one step rotates the bits, …
const ROTATION: [u32; 8] = [4, 5, 1, 61, 60, 59, 63, 3];
/// … and the squares that a step can enter without crossing an edge.
const ENTERED: [u64; 8] = [
    0xFFF0_FFF0_FFF0_FFF0,
    0xEEE0_EEE0_EEE0_EEE0,
    0xEEEE_EEEE_EEEE_EEEE,
    0x0EEE_0EEE_0EEE_0EEE,
    0x0FFF_0FFF_0FFF_0FFF,
    0x0777_0777_0777_0777,
    0x7777_7777_7777_7777,
    0x7770_7770_7770_7770,
];

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// The set of one square.
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All squares of a board.
    #[must_use]
    pub const fn board(board: Board) -> Self {
        Self(0xFFFF << (16 * board as u32))
    }

    /// Whether there is no square in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `square` is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether some board has no square in the set.
    #[must_use]
    pub const fn misses_a_board(self) -> bool {
        const LOW: u64 = 0x0001_0001_0001_0001;
        self.0.wrapping_sub(LOW) & !self.0 & (LOW << 15) != 0
    }

    /// The 16 bits of one board, by the board's number.
    pub(super) const fn lane(self, lane: usize) -> u16 {
        (self.0 >> (16 * lane)) as u16
    }

    /// All squares of a board, by the board's number.
    pub(super) const fn of_lane(lane: usize) -> Self {
        Self(0xFFFF << (16 * lane))
    }

    /// The squares one step in `direction`, leaving out those that would leave
    /// their board.
    #[inline]
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Self {
        let d = direction as usize;
        Self(self.0.rotate_left(ROTATION[d]) & ENTERED[d])
    }

    /// The squares from which one step in `direction` enters the set.
    #[inline]
    #[must_use]
    pub const fn behind(self, direction: Direction) -> Self {
        self.shift(direction.opposite())
    }

    /// The squares of a board from which one step in a direction, by its number,
    /// enters the set.
    #[inline(always)]
    pub(super) const fn behind_on_board<const DIRECTION: usize>(set: u16) -> u16 {
        let opposite = (DIRECTION + 4) % 8;
        let entered = ENTERED[opposite] as u16;
        match ROTATION[opposite] {
            up @ ..16 => (set << up) & entered,
            down => (set >> (64 - down)) & entered,
        }
    }

    /// The squares from which one step in `direction` leaves the board.
    #[inline]
    #[must_use]
    pub const fn edge(direction: Direction) -> Self {
        Self(!ENTERED[direction.opposite() as usize])
    }

    /// The squares that a move from here by `vector` ends on, and all that it
    /// enters.
    #[inline]
    pub(super) const fn path(self, vector: Vector) -> (Self, Self) {
        let next = self.shift(vector.direction());
        if vector.is_long() {
            let target = next.shift(vector.direction());
            (target, Self(next.0 | target.0))
        } else {
            (next, next)
        }
    }

    /// Where an aggressive move from here by `vector` ends, and what it leaves
    /// of the stones of `enemy`.
    #[inline]
    pub(super) const fn shove(self, enemy: Self, vector: Vector) -> (Self, Self) {
        let (target, path) = self.path(vector);
        let left = Self(enemy.0 & !path.0);
        if left.0 == enemy.0 {
            (target, left)
        } else {
            (target, Self(left.0 | target.shift(vector.direction()).0))
        }
    }

    /// The set with the two sides of the rope exchanged.
    #[inline]
    pub(super) const fn across_the_rope(self) -> Self {
        Self(self.0.rotate_left(32))
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes the square with the lowest number out of the set.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::from_index(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }
}

macro_rules! operators {
    ($($name:ident $method:ident $assign:ident $assign_method:ident $operator:tt),*) => {$(
        impl $name for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0 $operator other.0;
            }
        }
    )*};
}

operators!(
    BitAnd bitand BitAndAssign bitand_assign &,
    BitOr bitor BitOrAssign bitor_assign |,
    BitXor bitxor BitXorAssign bitxor_assign ^
);

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_agree_with_coordinates() {
        for direction in Direction::ALL {
            for square in !Bitboard::EMPTY {
                let target = Vector::new(direction, false).target(square);
                let shifted = Bitboard::of(square).shift(direction);
                assert_eq!(shifted, target.map_or(Bitboard::EMPTY, Bitboard::of));
                assert_eq!(Bitboard::edge(direction).contains(square), target.is_none());
            }
        }
    }

    #[test]
    fn paths_agree_with_coordinates() {
        for vector in (0..Vector::COUNT).map(Vector::from_index) {
            for square in !Bitboard::EMPTY {
                let Some(to) = vector.target(square) else { continue };
                let (target, path) = Bitboard::of(square).path(vector);
                assert_eq!(target, Bitboard::of(to));
                assert_eq!(path.len(), 1 + u32::from(vector.is_long()));
            }
        }
    }

    #[test]
    fn a_missing_board_is_found() {
        assert!(!(!Bitboard::EMPTY).misses_a_board());
        for board in Board::ALL {
            assert!((!Bitboard::board(board)).misses_a_board());
            for square in Bitboard::board(board) {
                assert!(!(!Bitboard::board(board) | Bitboard::of(square)).misses_a_board());
            }
        }
    }
}
