use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::bitboard::Bitboard;
use super::movegen::Origins;
use super::vector::{Direction, Vector};

/// A set of vectors: bit v stands for the vector with number v.
pub(super) type Vectors = u16;

/// The vectors by which one side can move some stone on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mobility {
    /// Over empty squares only.
    pub quiet: Vectors,
    /// Pushing at most one stone.
    pub any: Vectors,
    /// Pushing a stone off the board.
    pub removing: Vectors,
}

/// Which vectors are left to one side after any one move of the other side on
/// the same board, and were there before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Robust {
    pub quiet: Vectors,
    pub any: Vectors,
}

/// The number of sets of at most four of 16 squares.
const SETS: usize = 1 + 16 + 120 + 560 + 1820;

/// The sets of at most four squares, numbered.
static RANK: [u16; 1 << 16] = {
    let mut ranks = [0; 1 << 16];
    let (mut set, mut rank) = (0, 0);
    while set < 1 << 16 {
        if (set as u16).count_ones() <= 4 {
            ranks[set] = rank;
            rank += 1;
        }
        set += 1;
    }
    assert!(rank as usize == SETS);
    ranks
};

/// One number for every state of a board, worked out when first asked for.
///
/// Whoever finds an entry missing computes it; two threads that do so store
/// the same number, so relaxed atomics suffice. The untouched part of a table
/// costs address space, not memory.
struct Table([AtomicU64; SETS * SETS]);

/// Tells an entry from one that is still to be computed.
const KNOWN: u64 = 1 << 63;

static MOBILITY: Table = Table([const { AtomicU64::new(0) }; SETS * SETS]);
static ROBUST: Table = Table([const { AtomicU64::new(0) }; SETS * SETS]);

impl Table {
    #[inline]
    fn get(&self, own: u16, enemy: u16, compute: fn(u16, u16) -> u64) -> u64 {
        let index =
            usize::from(RANK[usize::from(own)]) * SETS + usize::from(RANK[usize::from(enemy)]);
        let known = self.0[index].load(Relaxed);
        if known != 0 {
            return known;
        }
        let computed = compute(own, enemy) | KNOWN;
        self.0[index].store(computed, Relaxed);
        computed
    }
}

/// How `own` can move where `enemy` stands, on one board.
#[inline]
pub(super) fn mobility(own: u16, enemy: u16) -> Mobility {
    let packed = MOBILITY.get(own, enemy, |own, enemy| {
        let found = compute_mobility(own, enemy);
        u64::from(found.quiet) | u64::from(found.any) << 16 | u64::from(found.removing) << 32
    });
    Mobility { quiet: packed as u16, any: (packed >> 16) as u16, removing: (packed >> 32) as u16 }
}

/// What is left to `own` after any one move of `enemy`, on one board.
#[inline]
pub(super) fn robust(own: u16, enemy: u16) -> Robust {
    let packed = ROBUST.get(own, enemy, |own, enemy| {
        let found = compute_robust(own, enemy);
        u64::from(found.quiet) | u64::from(found.any) << 16
    });
    Robust { quiet: packed as u16, any: (packed >> 16) as u16 }
}

fn compute_mobility(own: u16, enemy: u16) -> Mobility {
    let mut found = Mobility { quiet: 0, any: 0, removing: 0 };
    for direction in Direction::ALL {
        let origins = Origins::new(Bitboard(u64::from(own)), Bitboard(u64::from(enemy)), direction);
        for long in [false, true] {
            let bit = 1 << Vector::new(direction, long).index();
            let set = |origins: [Bitboard; 2]| match origins[usize::from(long)].is_empty() {
                true => 0,
                false => bit,
            };
            found.quiet |= set(origins.quiet);
            found.any |= set(origins.any);
            found.removing |= set(origins.removing);
        }
    }
    found
}

fn compute_robust(own: u16, enemy: u16) -> Robust {
    let now = mobility(own, enemy);
    let mut left = Robust { quiet: now.quiet, any: now.any };
    for_each_move(enemy, own, |enemy, own| {
        let after = mobility(own, enemy);
        left.quiet &= after.quiet;
        left.any &= after.any;
    });
    left
}

/// Calls `visit` with both sides' stones after each move of the first on one
/// board.
fn for_each_move(mover: u16, other: u16, mut visit: impl FnMut(u16, u16)) {
    let (mover, other) = (Bitboard(u64::from(mover)), Bitboard(u64::from(other)));
    for direction in Direction::ALL {
        let origins = Origins::new(mover, other, direction);
        for long in [false, true] {
            for from in origins.any[usize::from(long)] {
                let from = Bitboard::of(from);
                let (target, other) = from.shove(other, Vector::new(direction, long));
                visit((mover ^ from ^ target).lane(0), other.lane(0));
            }
        }
    }
}
