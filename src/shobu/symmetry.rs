//! The rotations and reflections of all boards at once, with or without an
//! exchange of the woods. Exchanging the colours is the third symmetry of the
//! game; it is in the way in which positions are kept, as the side to move
//! sees them.

use super::bitboard::Bitboard;
use super::position::Position;
use crate::game::{Player, Symmetry};

impl Bitboard {
    /// Every board mirrored, west to east.
    #[inline]
    const fn mirrored(self) -> Self {
        let pairs = swap(self.0, 0x5555_5555_5555_5555, 1);
        Self(swap(pairs, 0x3333_3333_3333_3333, 2))
    }

    /// Every board turned upside down.
    #[inline]
    const fn flipped(self) -> Self {
        let pairs = swap(self.0, 0x0F0F_0F0F_0F0F_0F0F, 4);
        Self(swap(pairs, 0x00FF_00FF_00FF_00FF, 8))
    }

    /// Every board mirrored at its diagonal from south-west to north-east.
    #[inline]
    const fn transposed(self) -> Self {
        // Within the quarters, then the quarters off the diagonal.
        let near = exchange(self.0, 0x0A0A_0A0A_0A0A_0A0A, 3);
        Self(exchange(near, 0x00CC_00CC_00CC_00CC, 6))
    }

    /// The woods exchanged on either side of the rope.
    #[inline]
    const fn across_the_woods(self) -> Self {
        Self(swap(self.0, 0x0000_FFFF_0000_FFFF, 16))
    }
}

/// Exchanges the bits of `low` with those `by` places higher, where these two
/// are all bits there are.
#[inline]
const fn swap(bits: u64, low: u64, by: u32) -> u64 {
    (bits & low) << by | bits >> by & low
}

/// Exchanges the bits of `low` with those `by` places higher.
#[inline]
const fn exchange(bits: u64, low: u64, by: u32) -> u64 {
    let differing = (bits ^ bits >> by) & low;
    bits ^ differing ^ differing << by
}

/// The stones on each side of the rope, board by board: from the lowest bits
/// up, the own and the enemy stones on the first board, then on the second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code {
    /// On the home boards of the side to move. They come first in the order,
    /// because counting needs most about them.
    home: u64,
    /// On those of its opponent.
    away: u64,
}

/// Puts two words of 16 bits apart, with as much room after each.
#[inline]
const fn spread(words: u64) -> u64 {
    (words | words << 16) & 0x0000_FFFF_0000_FFFF
}

/// Undoes [`spread`].
#[inline]
const fn gather(words: u64) -> u64 {
    let words = words & 0x0000_FFFF_0000_FFFF;
    (words | words >> 16) & 0xFFFF_FFFF
}

impl Code {
    #[inline]
    fn of(own: Bitboard, enemy: Bitboard) -> Self {
        let half = |own: u64, enemy: u64| spread(own) | spread(enemy) << 16;
        Self {
            home: half(own.0 & 0xFFFF_FFFF, enemy.0 & 0xFFFF_FFFF),
            away: half(own.0 >> 32, enemy.0 >> 32),
        }
    }

    fn stones(self) -> (Bitboard, Bitboard) {
        let stones = |shift| gather(self.home >> shift) | gather(self.away >> shift) << 32;
        (Bitboard(stones(0)), Bitboard(stones(16)))
    }
}

impl Symmetry for Position {
    type Code = Code;

    const SYMMETRIES: usize = 16;

    fn code(&self) -> Code {
        Code::of(self.own, self.enemy)
    }

    fn from_code(code: Code, side: Player) -> Self {
        let (own, enemy) = code.stones();
        Self::from_view(own, enemy, side)
    }

    /// Bit 0 of the number mirrors, bit 1 flips, bit 2 transposes after that,
    /// bit 3 exchanges the woods.
    fn image(&self, symmetry: usize) -> Self {
        let map = |mut set: Bitboard| {
            if symmetry & 1 != 0 {
                set = set.mirrored();
            }
            if symmetry & 2 != 0 {
                set = set.flipped();
            }
            if symmetry & 4 != 0 {
                set = set.transposed();
            }
            if symmetry & 8 != 0 {
                set = set.across_the_woods();
            }
            set
        };
        Self::from_view(map(self.own), map(self.enemy), self.side)
    }

    #[inline]
    fn canonical(&self) -> Code {
        // Every image is one map away from another one; and exchanging the
        // woods only takes exchanging the halves of a code.
        let (mut own, mut enemy) = (self.own, self.enemy);
        let mut least = Code { home: u64::MAX, away: u64::MAX };
        let mut consider = |own: Bitboard, enemy: Bitboard| {
            let code = Code::of(own, enemy);
            let other = Code { home: code.home.rotate_left(32), away: code.away.rotate_left(32) };
            least = least.min(code).min(other);
        };
        for _ in 0..2 {
            consider(own, enemy);
            (own, enemy) = (own.mirrored(), enemy.mirrored());
            consider(own, enemy);
            (own, enemy) = (own.flipped(), enemy.flipped());
            consider(own, enemy);
            (own, enemy) = (own.mirrored(), enemy.mirrored());
            consider(own, enemy);
            (own, enemy) = (own.transposed(), enemy.transposed());
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::shobu::Square;

    /// The squares of a set with their coordinates on a board changed.
    fn mapped(set: Bitboard, map: impl Fn(u8, u8) -> (u8, u8)) -> Bitboard {
        set.fold(Bitboard::EMPTY, |image, square| {
            let (file, rank) = (square.file(), square.rank());
            let (x, y) = map(file % 4, rank % 4);
            image | Bitboard::of(Square::new(file / 4 * 4 + x, rank / 4 * 4 + y).unwrap())
        })
    }

    #[test]
    fn maps_agree_with_coordinates() {
        for square in !Bitboard::EMPTY {
            let set = Bitboard::of(square);
            assert_eq!(set.mirrored(), mapped(set, |x, y| (3 - x, y)));
            assert_eq!(set.flipped(), mapped(set, |x, y| (x, 3 - y)));
            assert_eq!(set.transposed(), mapped(set, |x, y| (y, x)));
            let other_wood = Square::new(square.file() ^ 4, square.rank()).unwrap();
            assert_eq!(set.across_the_woods(), Bitboard::of(other_wood));
        }
    }

    /// Positions of a game played by always taking the middle turn.
    fn game() -> impl Iterator<Item = Position> {
        std::iter::successors(Some(Position::START), |position| {
            let turns = position.turns();
            turns.get(turns.len() / 2).map(|&turn| position.play_unchecked(turn))
        })
    }

    #[test]
    fn codes_give_back_the_position() {
        for position in game().take(60) {
            assert_eq!(Position::from_code(position.code(), position.side), position);
        }
    }

    #[test]
    fn images_share_a_class_and_the_number_of_turns() {
        for position in game().take(60) {
            let images = (0..Position::SYMMETRIES).map(|symmetry| position.image(symmetry));
            let codes = images.clone().map(|image| image.code());
            assert_eq!(codes.min(), Some(position.canonical()));
            for image in images {
                assert_eq!(image.canonical(), position.canonical());
                assert_eq!(image.count_turns(), position.count_turns());
            }
        }
    }
}
