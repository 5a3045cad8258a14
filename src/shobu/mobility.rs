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
    const fn bits(self) -> u64 {
        self.quiet as u64 | (self.any as u64) << 16
    }

    const fn from_bits(bits: u64) -> Self {
        Self { quiet: bits as u16, any: (bits >> 16) as u16 }
    }

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
/// Whoever finds an entry missing, or nought, computes it; two threads that do
/// so store the same number, so relaxed atomics suffice. The untouched part of
/// a table costs address space, not memory.
struct Table([AtomicU64; SETS * SETS]);

static MOBILITY: Table = Table([const { AtomicU64::new(0) }; SETS * SETS]);
static LASTING: Table = Table([const { AtomicU64::new(0) }; SETS * SETS]);

impl Table {
    #[inline]
    fn get(&self, own: u16, enemy: u16, compute: fn(u16, u16) -> u64) -> u64 {
        let index =
            usize::from(RANK[usize::from(own)]) * SETS + usize::from(RANK[usize::from(enemy)]);
        let known = self.0[index].load(Relaxed);
        if known != 0 {
            return known;
        }
        let computed = compute(own, enemy);
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
        enemies: (packed >> 48) as u8,
    }
}

/// What one side can do on a board now and after any one move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lasting {
    /// After one of the other side.
    pub robust: Reach,
    /// After one of its own.
    pub steady: Reach,
}

/// What `own` can do now and after any one move, on one board.
#[inline]
pub(super) fn lasting(own: u16, enemy: u16) -> Lasting {
    let bits = LASTING.get(own, enemy, |own, enemy| {
        let robust = compute_left(own, enemy, |visit| {
            for_each_move(enemy, own, |enemy, own| visit(own, enemy));
        });
        let steady = compute_left(own, enemy, |visit| for_each_move(own, enemy, visit));
        robust.bits() | steady.bits() << 32
    });
    Lasting { robust: Reach::from_bits(bits), steady: Reach::from_bits(bits >> 32) }
}

/// How many boards are worked on at once. They need not belong together.
pub(super) const BATCH: usize = 8;

/// A set of squares on each of some boards, or what one side can do there.
pub(super) type Batch = [u16; BATCH];

/// The vectors of one side's moves on some boards: quiet moves, all moves and
/// removals. The compiler makes vector instructions of this.
#[inline(always)]
fn mobilities(own: &Batch, enemy: &Batch) -> [Batch; 3] {
    let mut found = [[0; BATCH]; 3];
    for board in 0..BATCH {
        let sets = vectors_of(own[board], enemy[board]);
        for (found, set) in found.iter_mut().zip(sets) {
            found[board] = set;
        }
    }
    found
}

/// The same on one board.
#[inline(always)]
fn vectors_of(own: u16, enemy: u16) -> [Vectors; 3] {
    // Written out, so that all shifts are by constants.
    let found = add::<{ Direction::North as usize }>([0; 3], own, enemy);
    let found = add::<{ Direction::NorthEast as usize }>(found, own, enemy);
    let found = add::<{ Direction::East as usize }>(found, own, enemy);
    let found = add::<{ Direction::SouthEast as usize }>(found, own, enemy);
    let found = add::<{ Direction::South as usize }>(found, own, enemy);
    let found = add::<{ Direction::SouthWest as usize }>(found, own, enemy);
    let found = add::<{ Direction::West as usize }>(found, own, enemy);
    add::<{ Direction::NorthWest as usize }>(found, own, enemy)
}

/// Adds the two vectors of a direction.
#[inline(always)]
fn add<const DIRECTION: usize>(sets: [Vectors; 3], own: u16, enemy: u16) -> [Vectors; 3] {
    let [quiet, any, removing] = origins::<DIRECTION>(own, enemy);
    let bit = |set: u16, vector: usize| if set == 0 { 0 } else { 1 << vector };
    let add = |sets: Vectors, [short, long]: [u16; 2]| {
        sets | bit(short, 2 * DIRECTION) | bit(long, 2 * DIRECTION + 1)
    };
    [add(sets[0], quiet), add(sets[1], any), add(sets[2], removing)]
}

/// [`Origins`] on one board.
#[inline(always)]
fn origins<const DIRECTION: usize>(own: u16, enemy: u16) -> [[u16; 2]; 3] {
    let behind = |set: u16| Bitboard::behind_on_board::<DIRECTION>(set);
    let edge = Bitboard::edge(Direction::ALL[DIRECTION]).lane(0);
    let empty = !(own | enemy);
    let open = behind(empty);
    let room = open | edge;
    let pushable = enemy & room;
    let falling = enemy & edge;
    let pushed_twice = enemy & behind(empty & room);
    let falling_twice = enemy & behind(empty & edge);
    let then = |second: u16| empty & behind(second);
    let from = |entered: u16| own & behind(entered);
    [
        [own & open, from(empty & open)],
        [from(empty | pushable), from(then(empty | pushable) | pushed_twice)],
        [from(falling), from(then(falling) | falling_twice)],
    ]
}

/// What A can do on some boards, and what D can.
pub(super) fn abilities(attackers: &Batch, defenders: &Batch) -> [[Mobility; 2]; BATCH] {
    let attacks = mobilities(attackers, defenders);
    let defences = mobilities(defenders, attackers);
    std::array::from_fn(|board| {
        let side = |found: &[Batch; 3], enemies: u16| Mobility {
            quiet: found[0][board],
            any: found[1][board],
            removing: found[2][board],
            enemies: enemies.count_ones() as u8,
        };
        [side(&attacks, defenders[board]), side(&defences, attackers[board])]
    })
}

fn compute_mobility(own: u16, enemy: u16) -> Mobility {
    let [quiet, any, removing] = vectors_of(own, enemy);
    Mobility { quiet, any, removing, enemies: enemy.count_ones() as u8 }
}

/// What `own` can do now and on each of the boards that `visit_all` goes to.
fn compute_left(own: u16, enemy: u16, visit_all: impl FnOnce(&mut dyn FnMut(u16, u16))) -> Reach {
    let mut left = mobility(own, enemy).reach();
    let (mut owns, mut enemies, mut count) = ([0; BATCH], [0; BATCH], 0);
    let mut settle = |owns: &Batch, enemies: &Batch, count| {
        let [quiet, any, _] = mobilities(owns, enemies);
        for (&quiet, &any) in quiet.iter().zip(&any).take(count) {
            left = left.and(Reach { quiet, any });
        }
    };
    visit_all(&mut |own, enemy| {
        (owns[count], enemies[count]) = (own, enemy);
        count += 1;
        if count == BATCH {
            settle(&owns, &enemies, count);
            count = 0;
        }
    });
    settle(&owns, &enemies, count);
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

    fn plain_lasting(own: u16, enemy: u16) -> Lasting {
        let now = plain_mobility(own, enemy).reach();
        let others = moves(enemy, own).into_iter();
        let others = others.map(|after| plain_mobility(after.other, after.mover).reach());
        let owns = moves(own, enemy).into_iter();
        let owns = owns.map(|after| plain_mobility(after.mover, after.other).reach());
        Lasting { robust: others.fold(now, Reach::and), steady: owns.fold(now, Reach::and) }
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
        let (mut kept, mut lost) = ([0, 0], [0, 0]);
        for (own, enemy) in boards(1, 20_000) {
            let (now, left) = (mobility(own, enemy), lasting(own, enemy));
            assert_eq!(now, plain_mobility(own, enemy), "{own:#x} {enemy:#x}");
            assert_eq!(left, plain_lasting(own, enemy), "{own:#x} {enemy:#x}");
            // Once more, from the table.
            assert_eq!((now, left), (mobility(own, enemy), lasting(own, enemy)));
            for (index, left) in [left.robust, left.steady].into_iter().enumerate() {
                kept[index] += left.quiet.count_ones() + left.any.count_ones();
                lost[index] += (now.quiet & !left.quiet).count_ones();
            }
        }
        assert!(kept.iter().all(|&count| count > 50_000), "{kept:?}");
        assert!(lost.iter().all(|&count| count > 50_000), "{lost:?}");
    }
}
