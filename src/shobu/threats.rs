//! A's threats to remove a stone, by the boards that they take.
//!
//! What A can do on a board is packed into 32 bits: the vectors of its quiet
//! moves in the lower half, those of its removals in the upper. A removal goes
//! with a quiet move by the same vector on A's home board of the other wood.

use super::mobility::Vectors;

/// What A can do on a board, packed.
pub(super) type Packed = u32;

/// What A can do, from the vectors of its quiet moves and of its removals.
pub(super) const fn pack(quiet: Vectors, removing: Vectors) -> Packed {
    quiet as Packed | (removing as Packed) << 16
}

/// The quiet moves.
const QUIET: Packed = 0xFFFF;

/// The home board of A that goes with removals on a board, by their numbers.
const fn home(lane: usize) -> usize {
    !lane & 1
}

/// What A must not be able to do on the board `lane`, where it can do this on
/// the board `other`, in order that it cannot remove a stone by these two.
#[inline]
pub(super) const fn clash(lane: usize, other: usize, there: Packed) -> Packed {
    let quiet = if home(other) == lane { there >> 16 } else { 0 };
    let removing = if home(lane) == other { there << 16 } else { 0 };
    quiet | removing
}

/// What A can do on each board, as far as it counts.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Threats([Packed; 4]);

impl Threats {
    /// What counts on a board with so many stones of D, in an attack of `turns`
    /// turns on boards none of which has fewer stones: removals do where A has
    /// to remove a stone on each turn, and quiet moves always.
    #[inline]
    pub const fn mask(stones: u32, turns: u32) -> Packed {
        if stones > turns { QUIET } else { Packed::MAX }
    }

    #[inline]
    pub const fn set(&mut self, lane: usize, attacks: Packed) {
        self.0[lane] = attacks;
    }

    /// What A must not be able to do on this board, in order that it cannot
    /// remove a stone by it and one of the others.
    #[inline]
    pub fn clashes(&self, lane: usize) -> Packed {
        let others = (0..4).filter(|&other| other != lane);
        others.fold(0, |clashes, other| clashes | clash(lane, other, self.0[other]))
    }

    /// Whether A can remove a stone: it takes a home board.
    #[inline]
    pub fn are_real(&self) -> bool {
        [0, 1].into_iter().any(|lane| self.0[lane] & self.clashes(lane) != 0)
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// The two boards of each turn that removes a stone, the quiet half first.
    const TURNS: [[usize; 2]; 4] = [[0, 1], [1, 0], [0, 3], [1, 2]];

    fn plain(attacks: [Packed; 4], boards: &[usize]) -> bool {
        let quiet = |lane: usize| attacks[lane] & 0xFFFF;
        let removing = |lane: usize| attacks[lane] >> 16;
        TURNS.into_iter().any(|[passive, active]| {
            let both = boards.contains(&passive) && boards.contains(&active);
            both && quiet(passive) & removing(active) != 0
        })
    }

    #[test]
    fn threats_are_pairs_of_a_quiet_move_at_home_and_a_removal_on_the_other_wood() {
        let mut source = ChaCha8Rng::seed_from_u64(1);
        let mut real = 0;
        for _ in 0..5_000 {
            // Few bits, so that either answer is common.
            let attacks = [(); 4].map(|()| (0..4).fold(u32::MAX, |set, _| set & source.next_u32()));
            let threats = Threats(attacks);
            assert_eq!(threats.are_real(), plain(attacks, &[0, 1, 2, 3]));
            real += usize::from(threats.are_real());
            for lane in 0..4 {
                for other in (0..4).filter(|&other| other != lane) {
                    let clashes = attacks[lane] & clash(lane, other, attacks[other]) != 0;
                    assert_eq!(clashes, plain(attacks, &[lane, other]), "{lane} {other}");
                }
                let without = (0..4).filter(|&other| other != lane).collect::<Vec<_>>();
                let clashes = attacks[lane] & threats.clashes(lane) != 0;
                let all = plain(attacks, &[0, 1, 2, 3]);
                assert_eq!(clashes || plain(attacks, &without), all);
            }
        }
        assert!((1_000..4_000).contains(&real), "{real}");
    }
}
