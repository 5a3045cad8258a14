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

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// A move on one board: its vector, the stones after it, and whether it
    /// pushes.
    struct Move {
        vector: Vector,
        mover: u16,
        other: u16,
        pushes: bool,
    }

    /// The bit of a square of a board of four by four.
    fn square(x: i8, y: i8) -> Option<u16> {
        ((0..4).contains(&x) && (0..4).contains(&y)).then(|| 1 << (4 * y + x))
    }

    /// Step by step, as the rules say it.
    fn walk(mover: u16, other: u16, from: (i8, i8), vector: Vector) -> Option<Move> {
        let (dx, dy) = vector.direction().step();
        let (mut x, mut y) = from;
        let mut after = Move { vector, mover: mover & !square(x, y)?, other, pushes: false };
        for _ in 0..=u8::from(vector.is_long()) {
            (x, y) = (x + dx, y + dy);
            let entered = square(x, y)?;
            if after.other & entered != 0 {
                let behind = square(x + dx, y + dy).unwrap_or(0);
                if (after.mover | after.other) & behind != 0 {
                    return None;
                }
                after.other = after.other & !entered | behind;
                after.pushes = true;
            }
            if after.mover & entered != 0 {
                return None;
            }
        }
        after.mover |= square(x, y)?;
        Some(after)
    }

    fn moves(mover: u16, other: u16) -> Vec<Move> {
        let from = (0..4).flat_map(|y| (0..4).map(move |x| (x, y)));
        let from = from.filter(|&(x, y)| square(x, y).is_some_and(|bit| mover & bit != 0));
        let from: Vec<_> = from.collect();
        let vectors = (0..Vector::COUNT).map(Vector::from_index);
        vectors.flat_map(|v| from.iter().filter_map(move |&at| walk(mover, other, at, v))).collect()
    }

    fn plain_mobility(own: u16, enemy: u16) -> Mobility {
        let mut found = Mobility { quiet: 0, any: 0, removing: 0 };
        for after in moves(own, enemy) {
            let bit = 1 << after.vector.index();
            found.any |= bit;
            found.quiet |= if after.pushes { 0 } else { bit };
            let removes = after.other.count_ones() < enemy.count_ones();
            found.removing |= if removes { bit } else { 0 };
        }
        found
    }

    fn plain_robust(own: u16, enemy: u16) -> Robust {
        let now = plain_mobility(own, enemy);
        let after = moves(enemy, own).into_iter();
        let after = after.map(|after| plain_mobility(after.other, after.mover));
        after.fold(Robust { quiet: now.quiet, any: now.any }, |left, after| Robust {
            quiet: left.quiet & after.quiet,
            any: left.any & after.any,
        })
    }

    /// Up to four stones of each side.
    fn boards(seed: u64, count: usize) -> Vec<(u16, u16)> {
        let mut source = ChaCha8Rng::seed_from_u64(seed);
        let mut stones = |taken: u16| {
            let squares = [(); 4].map(|()| 1_u16 << (source.next_u32() % 16));
            squares.into_iter().fold(0, |set, square| set | square) & !taken
        };
        let board = |_| {
            let own = stones(0);
            (own, stones(own))
        };
        (0..count).map(board).collect()
    }

    #[test]
    fn mobility_and_what_is_left_of_it_are_as_played_out() {
        let (mut kept, mut lost) = (0, 0);
        for (own, enemy) in boards(1, 20_000) {
            let (now, left) = (mobility(own, enemy), robust(own, enemy));
            assert_eq!(now, plain_mobility(own, enemy), "{own:#x} {enemy:#x}");
            assert_eq!(left, plain_robust(own, enemy), "{own:#x} {enemy:#x}");
            kept += (left.quiet.count_ones() + left.any.count_ones()) as usize;
            lost += (now.quiet & !left.quiet).count_ones() as usize;
        }
        assert!(kept > 200_000 && lost > 100_000, "{kept} {lost}");
    }
}
