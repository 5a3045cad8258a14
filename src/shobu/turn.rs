use std::fmt;

use super::bitboard::Bitboard;
use super::square::Square;
use super::vector::Vector;

/// A turn: a passive and an aggressive move by the same vector.
///
/// Whether it is legal depends on the position. `Ord` is the order of the
/// written turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Where the passive move starts.
    pub passive: Square,
    /// Where the aggressive move starts.
    pub aggressive: Square,
    /// Direction and distance of both.
    pub vector: Vector,
}

impl Turn {
    /// The stone of `enemy` that the aggressive move pushes, and where to, if
    /// that is on its board.
    pub(super) fn push(self, enemy: Bitboard) -> (Option<Square>, Option<Square>) {
        let (target, path) = Bitboard::of(self.aggressive).path(self.vector);
        let pushed = (enemy & path).next();
        let to = target.shift(self.vector.direction()).next();
        (pushed, pushed.and(to))
    }

    /// The squares in the order in which they are written.
    fn squares(self) -> [Option<Square>; 4] {
        let target = |from| self.vector.target(from);
        [Some(self.passive), target(self.passive), Some(self.aggressive), target(self.aggressive)]
    }
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // Square by square; where the passive move ends where the other's does,
        // the vectors are the same too.
        let target = |turn: &Self| turn.vector.target(turn.passive);
        let by_start = self.passive.cmp(&other.passive);
        let by_target = || match self.vector == other.vector {
            true => std::cmp::Ordering::Equal,
            false => target(self).cmp(&target(other)),
        };
        by_start.then_with(by_target).then_with(|| self.aggressive.cmp(&other.aggressive))
    }
}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes the token, such as `b1b3+f6f8`; a square off the board, which no
/// legal turn has, as `--`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.squares().into_iter().enumerate() {
            if index == 2 {
                f.write_str("+")?;
            }
            match square {
                Some(square) => fmt::Display::fmt(&square, f)?,
                None => f.write_str("--")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
