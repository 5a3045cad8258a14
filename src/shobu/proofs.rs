//! Proofs that D outlasts an attack, for positions that share boards.

use super::catalogue::{BoardNumber, Catalogue};
use super::mobility::Reach;
use super::scene::Scene;
use super::survival::{HORIZON, Survival, TurnType};

/// How many are kept.
const SLOTS: usize = 1 << 13;

/// Whether D is proved to have a turn after each of [`HORIZON`] turns of A, the
/// first of which has this type: by a proof in memory that holds here, or by a
/// new one.
pub(super) fn outlasts(catalogue: &mut Catalogue, scene: &Scene, kind: TurnType) -> bool {
    let survival = Survival::of(catalogue, scene);
    let alone = kind.replies()[0].map(|lane| scene.numbers[lane]);
    let [first, second] = kind.boards();
    let left = [first, second].map(|lane| catalogue.lasting(scene.numbers[lane]).robust);
    if let Some(enough) = catalogue.proofs.get(kind, alone) {
        let both = [enough[0].and(left[0]), enough[1].and(left[1])];
        if both == enough {
            return true;
        }
        // What both leave is often enough as well, and good for more positions.
        let with_both = survival.with_left(first, both[0]).with_left(second, both[1]);
        if with_both.outlasts(kind, HORIZON) {
            catalogue.proofs.put(kind, alone, both);
            return true;
        }
    }
    let outlasts = survival.outlasts(kind, HORIZON);
    if outlasts {
        catalogue.proofs.put(kind, alone, left);
    }
    outlasts
}

/// The survival game over [`HORIZON`] turns, the first of a given type, depends on no
/// more than the two boards that this turn leaves alone and on what D is left on
/// the two others; and the more it is left there, the better for D. So a proof
/// holds wherever the former are the same and the latter allow as much.
#[derive(Default, Debug)]
pub(super) struct Proofs(Vec<Proof>);

#[derive(Clone, Copy, Debug)]
struct Proof {
    kind: TurnType,
    alone: [BoardNumber; 2],
    enough: [Reach; 2],
}

/// No board has this number.
const NONE: Proof = Proof {
    kind: TurnType::Homes,
    alone: [BoardNumber::MAX; 2],
    enough: [Reach { quiet: 0, any: 0 }; 2],
};

impl Proofs {
    /// What is enough on the boards that a turn of this type touches, with these
    /// boards left alone, if that is known.
    #[inline]
    pub fn get(&self, kind: TurnType, alone: [BoardNumber; 2]) -> Option<[Reach; 2]> {
        let proof = self.0.get(slot(kind, alone))?;
        (proof.kind == kind && proof.alone == alone).then_some(proof.enough)
    }

    /// Keeps what was found to be enough. Another proof gives way to it.
    pub fn put(&mut self, kind: TurnType, alone: [BoardNumber; 2], enough: [Reach; 2]) {
        if self.0.is_empty() {
            self.0.resize(SLOTS, NONE);
        }
        self.0[slot(kind, alone)] = Proof { kind, alone, enough };
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.fill(NONE);
    }
}

#[inline]
fn slot(kind: TurnType, [a, b]: [BoardNumber; 2]) -> usize {
    const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(MIX);
    ((mixed >> 40) as usize + kind as usize) % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_for_its_boards_and_type_and_gives_way_to_another() {
        let mut proofs = Proofs::default();
        let enough = |set| [Reach { quiet: set, any: set }, Reach { quiet: 0, any: set }];
        assert_eq!(proofs.get(TurnType::Homes, [1, 2]), None);
        proofs.put(TurnType::Homes, [1, 2], enough(3));
        assert_eq!(proofs.get(TurnType::Homes, [1, 2]), Some(enough(3)));
        assert_eq!(proofs.get(TurnType::Homes, [2, 1]), None);
        assert_eq!(proofs.get(TurnType::DarkHome, [1, 2]), None);
        proofs.put(TurnType::Homes, [1, 2], enough(1));
        assert_eq!(proofs.get(TurnType::Homes, [1, 2]), Some(enough(1)));
        for board in 0..2 * SLOTS as BoardNumber {
            proofs.put(TurnType::LightHome, [board, 7], enough(5));
            assert_eq!(proofs.get(TurnType::LightHome, [board, 7]), Some(enough(5)));
        }
        proofs.clear();
        assert_eq!(proofs.get(TurnType::Homes, [1, 2]), None);
        assert_eq!(proofs.get(TurnType::LightHome, [0, 7]), None);
    }
}
