//! What D can be sure of for two turns of A, board by board.

use super::catalogue::Catalogue;
use super::groups::Groups;
use super::mobility::Lasting;
use super::scene::Scene;
use super::survival::TurnType;

/// What D can do on each board: now, after any move of A there, and after any of
/// its own.
pub(super) struct Steadiness {
    now: Groups,
    lasting: [Lasting; 4],
}

impl Steadiness {
    #[inline]
    pub fn of(catalogue: &mut Catalogue, scene: &Scene) -> Self {
        Self {
            now: Groups::of_defender(scene.boards.map(|board| board.defences.reach())),
            lasting: scene.numbers.map(|number| catalogue.lasting(number)),
        }
    }

    /// Whether D has a turn after any turn of A of this type and, if it plays any
    /// on the boards that this leaves alone, another one after A's next turn.
    ///
    /// It has if turns of all kinds are there before A's next turn. Those on the
    /// boards of the reply are, as it can be taken back. For the others, those
    /// vectors count that A's turn cannot take away where it moves, nor D's reply
    /// where it does.
    #[inline]
    pub fn always_lasts(&self, kind: TurnType) -> bool {
        if self.now.left_alone_by(kind) == 0 {
            return false;
        }
        let mut left = self.lasting.map(|lasting| lasting.steady);
        for lane in kind.boards() {
            left[lane] = self.lasting[lane].robust;
        }
        let groups = Groups::of_defender(left);
        TurnType::ALL.into_iter().all(|other| other == kind || groups.left_alone_by(other) != 0)
    }
}
