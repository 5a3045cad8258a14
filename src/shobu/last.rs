//! The last turns, decided board by board.

use std::cell::RefCell;

use super::attack::{Attack, Groups, clears, smothers_now};
use super::bitboard::Bitboard;
use super::mobility::vectors;
use super::catalogue::{Attacks, BoardNumber, Effect, Now, Catalogue};
use super::position::Position;
use super::prepared::Halves;
use super::survival::{REPLIES, TurnType};
use super::threats::{Threats, clash};
use crate::game::Player;

thread_local! {
    static CATALOGUE: RefCell<Catalogue> = RefCell::default();
}

/// Lends out what this thread knows of boards.
pub(super) fn with_catalogue<T>(use_them: impl FnOnce(&mut Catalogue) -> T) -> T {
    CATALOGUE.with_borrow_mut(use_them)
}

/// The four boards with A's stones and D's, as A sees them.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    pub numbers: [BoardNumber; 4],
    boards: [Now; 4],
}

impl Scene {
    /// With the side to move attacking.
    pub fn of_attack(catalogue: &mut Catalogue, position: &Position) -> Self {
        let numbers = catalogue.position(position.own, position.enemy);
        Self::new(catalogue, numbers)
    }

    /// With the side to move defending.
    pub fn of_defence(catalogue: &mut Catalogue, position: &Position) -> Self {
        let [own, enemy] = [position.own, position.enemy].map(Bitboard::across_the_rope);
        let numbers = catalogue.position(enemy, own);
        Self::new(catalogue, numbers)
    }

    fn new(catalogue: &Catalogue, numbers: [BoardNumber; 4]) -> Self {
        Self { numbers, boards: numbers.map(|number| catalogue.now(number)) }
    }

    fn after(&self, catalogue: &mut Catalogue, turn: Halves) -> Self {
        let mut after = *self;
        for (lane, half) in turn {
            after.numbers[lane] = catalogue.next(half);
            after.boards[lane] = catalogue.now(after.numbers[lane]);
        }
        after
    }

    /// The position with A to move.
    fn position(&self, catalogue: &Catalogue) -> Position {
        let set = |stones: [u16; 4]| stones.into_iter().rev().fold(0, |set, stones| set << 16 | u64::from(stones));
        let stones = self.numbers.map(|number| catalogue.stones(number));
        let [attacker, defender] = [stones.map(|stones| stones.0), stones.map(|stones| stones.1)];
        Position::from_view(Bitboard(set(attacker)), Bitboard(set(defender)), Player::First)
    }

    pub fn attacker_wins_now(&self, catalogue: &Catalogue) -> bool {
        let clears = TurnType::ALL.iter().flat_map(|kind| kind.turns()).any(|&[passive, active]| {
            self.boards[active].defenders() == 1
                && self.boards[passive].attacks.quiet & self.boards[active].attacks.removing != 0
        });
        clears || self.attacker_smothers(catalogue)
    }

    fn attacker_smothers(&self, catalogue: &Catalogue) -> bool {
        !Groups::of_defender(self.boards.map(|board| board.defences.reach())).are_all_alive()
            && smothers_now(&self.position(catalogue))
    }

    fn defender_wins_now(&self, catalogue: &Catalogue) -> bool {
        REPLIES.into_iter().any(|reply| clears(&self.boards, reply))
            || !Groups::with(self.boards.map(|board| board.attacks.reach())).are_all_alive()
                && smothers_now(&self.position(catalogue).passed_over())
    }

    /// Whether A, to move, wins within two turns.
    pub fn is_won_in_two(&self, catalogue: &mut Catalogue) -> bool {
        self.attacker_wins_now(catalogue)
            || Attack::new(catalogue, self.numbers, 2).any(catalogue, |catalogue, turn| {
                self.after(catalogue, turn).is_lost_in_one(catalogue)
            })
    }

    /// Whether A wins with its next turn, whatever D, to move, does.
    fn is_lost_in_one(&self, catalogue: &mut Catalogue) -> bool {
        !self.defender_wins_now(catalogue)
            && !self.any_parry(catalogue, |catalogue, turn| {
                let mut reach = self.boards.map(|board| board.defences.reach());
                for (lane, half) in turn {
                    reach[lane] = catalogue.defences_after(half);
                }
                Groups::of_defender(reach).are_all_alive() || {
                    let after = self.after(catalogue, turn).position(catalogue);
                    after.is_finished() || !smothers_now(&after)
                }
            })
    }

    /// Calls `visit` with each of D's turns after which A does not clear a board
    /// at once, of twins with one, until it has found what it looks for; tells
    /// whether it has.
    pub fn any_parry(&self, catalogue: &mut Catalogue, mut visit: impl FnMut(&mut Catalogue, Halves) -> bool) -> bool {
        let counts = self.boards.map(|board| Threats::counting(board.defenders(), 1).unwrap_or(u32::MAX));
        for [passive, active] in REPLIES {
            let mut standing = Threats::NONE;
            for lane in (0..4).filter(|&lane| lane != passive && lane != active) {
                standing.set(lane, Attacks(self.boards[lane].reply().0 & counts[lane]));
            }
            let both = self.boards[passive].defences.quiet & self.boards[active].defences.any;
            if both == 0 || standing.are_real() {
                continue;
            }
            let [first, second] = [passive, active].map(|lane| catalogue.defences(self.numbers[lane]));
            let [first_against, second_against] = [passive, active].map(|lane| standing.against(lane));
            let effects = if active == TWIN_LANE { [Effect::Push, Effect::Removal] } else { [Effect::Quiet, Effect::Removal] };
            for vector in vectors(both) {
                for aggressive in catalogue.moves(second, vector, effects) {
                    let there = Attacks(catalogue.attacks_after(aggressive).0 & counts[active]);
                    if there.0 & second_against != 0 {
                        continue;
                    }
                    let against = first_against | clash(passive, active, there);
                    for quiet in catalogue.quiet(first, vector) {
                        if catalogue.attacks_after(quiet).0 & counts[passive] & against == 0
                            && visit(catalogue, [(passive, quiet), (active, aggressive)])
                        {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}

/// Of D's twins, those with a quiet aggressive half on this board go.
const TWIN_LANE: usize = 2;
