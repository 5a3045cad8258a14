use std::ops::ControlFlow;

use super::bitboard::Bitboard;
use super::vector::{Direction, Vector};

/// The boards as the side to move sees them: its dark and its light home,
/// then the opponent's dark and light home.
pub(super) const HOME_DARK: Bitboard = Bitboard(0xFFFF);
pub(super) const HOME_LIGHT: Bitboard = Bitboard(0xFFFF << 16);
pub(super) const FAR_DARK: Bitboard = Bitboard(0xFFFF << 32);
pub(super) const FAR_LIGHT: Bitboard = Bitboard(0xFFFF << 48);

/// Where the moves of one side in one direction can start, `[0]` for one
/// square and `[1]` for two.
///
/// All four boards are treated alike: which of them allow which half of a turn
/// is up to the caller.
#[derive(Clone, Copy)]
pub(super) struct Origins {
    /// Moves over empty squares only.
    pub quiet: [Bitboard; 2],
    /// Moves that push at most one stone: the quiet ones included.
    pub any: [Bitboard; 2],
    /// Moves that push a stone off the board.
    pub removing: [Bitboard; 2],
}

impl Origins {
    #[inline(always)]
    pub fn new(own: Bitboard, enemy: Bitboard, direction: Direction) -> Self {
        let edge = Bitboard::edge(direction);
        let empty = !(own | enemy);
        // A pushed stone needs an empty square ahead, or none.
        let open = empty.behind(direction);
        let room = open | edge;
        // What can be entered by one step, and with what effect.
        let pushable = enemy & room;
        let falling = enemy & edge;
        // The first of two steps pushes, the second pushes the same stone on;
        // or the first is quiet.
        let pushed_twice = enemy & (empty & room).behind(direction);
        let falling_twice = enemy & (empty & edge).behind(direction);
        let then = |second: Bitboard| empty & second.behind(direction);
        let from = |entered: Bitboard| own & entered.behind(direction);
        Self {
            quiet: [own & open, from(empty & open)],
            any: [from(empty | pushable), from(then(empty | pushable) | pushed_twice)],
            removing: [from(falling), from(then(falling) | falling_twice)],
        }
    }
}

/// Calls `visit` with the starting squares of every pair of a passive move of
/// `own` and an aggressive one among those that `choose` picks.
#[inline]
pub(super) fn visit_pairs<B>(
    own: Bitboard,
    enemy: Bitboard,
    choose: impl Fn(&Origins) -> [Bitboard; 2],
    mut visit: impl FnMut(Bitboard, Bitboard, Vector) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for direction in Direction::ALL {
        let origins = Origins::new(own, enemy, direction);
        let aggressive = choose(&origins);
        for long in [false, true] {
            let vector = Vector::new(direction, long);
            let quiet = origins.quiet[usize::from(long)];
            let aggressive = aggressive[usize::from(long)];
            for (home, partners) in
                [(HOME_DARK, HOME_LIGHT | FAR_LIGHT), (HOME_LIGHT, HOME_DARK | FAR_DARK)]
            {
                let partners = aggressive & partners;
                if partners.is_empty() {
                    continue;
                }
                for passive in quiet & home {
                    for aggressive in partners {
                        visit(Bitboard::of(passive), Bitboard::of(aggressive), vector)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The number of pairs that [`visit_pairs`] would visit with every aggressive
/// move chosen.
#[inline]
pub(super) fn count_pairs(own: Bitboard, enemy: Bitboard) -> u64 {
    count_pairs_on(Bitboard(!0), own, enemy)
}

/// The number of those whose aggressive move is on these boards.
#[inline]
pub(super) fn count_pairs_on(boards: Bitboard, own: Bitboard, enemy: Bitboard) -> u64 {
    // Per vector, with p passive and a aggressive moves by board, the number is
    // p0·(a1+a3) + p1·(a0+a2). As 16-bit digits, (p0, p1) times
    // (a0+a2, a1+a3) has exactly that as its middle digit, and the sums over
    // all vectors stay far below 2^16.
    let mut products = 0;
    for direction in Direction::ALL {
        let Origins { quiet, any, .. } = Origins::new(own, enemy, direction);
        // One word each for both distances, the lower half for the shorter.
        let passive = per_board(nibbles(low_halves(quiet.map(|set| set.0))));
        let aggressive = per_board(low_halves(any.map(|set| {
            let boards = nibbles((set & boards).0);
            boards + (boards >> 32)
        })));
        products += (passive & LOW_HALF) * (aggressive & LOW_HALF);
        products += (passive >> 32) * (aggressive >> 32);
    }
    products >> 16 & 0xFFFF
}

const LOW_HALF: u64 = 0xFFFF_FFFF;

/// The lower halves of two words in one.
#[inline]
const fn low_halves([first, second]: [u64; 2]) -> u64 {
    first & LOW_HALF | second << 32
}

/// The number of bits set in each nibble.
#[inline]
const fn nibbles(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
}

/// The sum of the nibbles of each 16 bits.
#[inline]
const fn per_board(nibbles: u64) -> u64 {
    let bytes = (nibbles & 0x0F0F_0F0F_0F0F_0F0F) + (nibbles >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
    (bytes + (bytes >> 8)) & 0x00FF_00FF_00FF_00FF
}
