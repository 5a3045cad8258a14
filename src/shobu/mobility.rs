use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::bitboard::Bitboard;
use super::movegen::Origins;
use super::threats::{Packed, pack};
use super::vector::{Direction, Vector};

/// A set of vectors: bit v stands for the vector with number v.
pub(super) type Vectors = u16;

/// The vectors of a set, in order.
#[inline]
pub(super) fn vectors(mut set: Vectors) -> impl Iterator<Item = Vector> {
    std::iter::from_fn(move || {
        let vector = (set != 0).then(|| Vector::from_index(set.trailing_zeros()))?;
        set &= set - 1;
        Some(vector)
    })
}

/// The vectors by which one side can move some stone on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mobility {
    /// Over empty squares only.
    pub quiet: Vectors,
    /// Pushing at most one stone.
    pub any: Vectors,
    /// Pushing a stone off the board.
    pub removing: Vectors,
    /// How many stones the other side has there.
    pub enemies: u8,
}

impl Mobility {
    /// All but what pushing does.
    pub const fn reach(self) -> Reach {
        Reach { quiet: self.quiet, any: self.any }
    }

    /// Quiet moves and removals.
    pub const fn packed(self) -> Packed {
        pack(self.quiet, self.removing)
    }
}

/// The vectors by which one side can move quietly, and by which it can move, on
/// one board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Reach {
    pub quiet: Vectors,
    pub any: Vectors,
}

impl Reach {
    /// What is in both.
    pub const fn and(self, other: Self) -> Self {
        Self { quiet: self.quiet & other.quiet, any: self.any & other.any }
    }
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
        u64::from(found.quiet)
            | u64::from(found.any) << 16
            | u64::from(found.removing) << 32
            | u64::from(found.enemies) << 48
    });
    Mobility {
        quiet: packed as u16,
        any: (packed >> 16) as u16,
        removing: (packed >> 32) as u16,
        enemies: (packed >> 48) as u8 & 7,
    }
}

/// What `own` can do now and after any one move of `enemy`, on one board.
#[inline]
pub(super) fn robust(own: u16, enemy: u16) -> Reach {
    let packed = ROBUST.get(own, enemy, |own, enemy| {
        let Reach { quiet, any } = compute_robust(own, enemy);
        u64::from(quiet) | u64::from(any) << 16
    });
    Reach { quiet: packed as u16, any: (packed >> 16) as u16 }
}

/// The bits of a board's lane, the highest for all that are not empty.
const fn occupied(lanes: Bitboard) -> u64 {
    const HIGH: u64 = 0x8000_8000_8000_8000;
    (((lanes.0 & !HIGH) + !HIGH) | lanes.0) & HIGH
}

/// The vectors of one side's moves on four boards at once, which need not
/// belong together: quiet moves, all moves and removals.
#[inline(always)]
fn mobilities(own: Bitboard, enemy: Bitboard) -> [Bitboard; 3] {
    // Written out, so that all shifts are by constants.
    let found = add([0; 3], own, enemy, Direction::North);
    let found = add(found, own, enemy, Direction::NorthEast);
    let found = add(found, own, enemy, Direction::East);
    let found = add(found, own, enemy, Direction::SouthEast);
    let found = add(found, own, enemy, Direction::South);
    let found = add(found, own, enemy, Direction::SouthWest);
    let found = add(found, own, enemy, Direction::West);
    add(found, own, enemy, Direction::NorthWest).map(Bitboard)
}

/// Adds two vectors to sets that come in order: the first of sixteen ends as the
/// lowest bit.
#[inline(always)]
fn add(sets: [u64; 3], own: Bitboard, enemy: Bitboard, direction: Direction) -> [u64; 3] {
    let Origins { quiet, any, removing } = Origins::new(own, enemy, direction);
    let add = |set: u64, [short, long]: [Bitboard; 2]| {
        let set = set >> 1 | occupied(short);
        set >> 1 | occupied(long)
    };
    [add(sets[0], quiet), add(sets[1], any), add(sets[2], removing)]
}

/// What A can do on four boards at once, which need not belong together, and
/// what D can.
pub(super) fn abilities(attackers: Bitboard, defenders: Bitboard) -> [(Packed, Reach); 4] {
    let [quiet, _, removing] = mobilities(attackers, defenders);
    let [own_quiet, own_any, _] = mobilities(defenders, attackers);
    [0, 1, 2, 3].map(|lane| {
        let attacks = pack(quiet.lane(lane), removing.lane(lane));
        (attacks, Reach { quiet: own_quiet.lane(lane), any: own_any.lane(lane) })
    })
}

fn compute_mobility(own: u16, enemy: u16) -> Mobility {
    let [quiet, any, removing] =
        mobilities(Bitboard(u64::from(own)), Bitboard(u64::from(enemy))).map(|set| set.lane(0));
    Mobility { quiet, any, removing, enemies: enemy.count_ones() as u8 }
}

fn compute_robust(own: u16, enemy: u16) -> Reach {
    let mut left = mobility(own, enemy).reach();
    // The boards after the moves, by four.
    let (mut owns, mut enemies, mut count) = (Bitboard::EMPTY, Bitboard::EMPTY, 0);
    let mut settle = |owns, enemies, count| {
        let [quiet, any, _] = mobilities(owns, enemies);
        for lane in 0..count {
            left = left.and(Reach { quiet: quiet.lane(lane), any: any.lane(lane) });
        }
    };
    for_each_move(enemy, own, |enemy, own| {
        let push = |boards: Bitboard, stones| Bitboard(boards.0 << 16 | u64::from(stones));
        (owns, enemies) = (push(owns, own), push(enemies, enemy));
        count += 1;
        if count == 4 {
            settle(owns, enemies, count);
            count = 0;
        }
    });
    settle(owns, enemies, count);
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
pub(super) mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// A move on one board: its vector, the stones after it, and whether it
    /// pushes.
    pub struct Move {
        pub vector: Vector,
        pub mover: u16,
        pub other: u16,
        pub pushes: bool,
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

    /// All moves on one board.
    pub fn moves(mover: u16, other: u16) -> Vec<Move> {
        let from = (0..4).flat_map(|y| (0..4).map(move |x| (x, y)));
        let from = from.filter(|&(x, y)| square(x, y).is_some_and(|bit| mover & bit != 0));
        let from: Vec<_> = from.collect();
        let vectors = (0..Vector::COUNT).map(Vector::from_index);
        vectors.flat_map(|v| from.iter().filter_map(move |&at| walk(mover, other, at, v))).collect()
    }

    fn plain_mobility(own: u16, enemy: u16) -> Mobility {
        let mut found =
            Mobility { quiet: 0, any: 0, removing: 0, enemies: enemy.count_ones() as u8 };
        for after in moves(own, enemy) {
            let bit = 1 << after.vector.index();
            found.any |= bit;
            found.quiet |= if after.pushes { 0 } else { bit };
            let removes = after.other.count_ones() < enemy.count_ones();
            found.removing |= if removes { bit } else { 0 };
        }
        found
    }

    fn plain_robust(own: u16, enemy: u16) -> Reach {
        let replies = moves(enemy, own).into_iter();
        let replies = replies.map(|after| plain_mobility(after.other, after.mover).reach());
        replies.fold(plain_mobility(own, enemy).reach(), Reach::and)
    }

    /// Up to four stones of each side.
    pub fn boards(seed: u64, count: usize) -> Vec<(u16, u16)> {
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
