//! Wins within two and three turns, decided board by board.

use std::cell::RefCell;

use super::attack::Attack;
use super::bitboard::Bitboard;
use super::catalogue::{BoardNumber, Catalogue, DARK_HOMES, Effect, Now, Turned};
use super::groups::Groups;
use super::killers::{Killers, Moment};
use super::mobility::{mobility, vectors};
use super::position::Position;
use super::survival::{REPLIES, TurnType};
use super::threats::{Threats, clash};

thread_local! {
    static CATALOGUE: RefCell<Catalogue> = RefCell::default();
}

/// Lends out the boards that this thread has met.
pub(super) fn with_catalogue<T>(look_up: impl FnOnce(&mut Catalogue) -> T) -> T {
    CATALOGUE.with_borrow_mut(look_up)
}

/// With so many turns left, answers are remembered: with fewer they are found
/// sooner than looked up.
const REMEMBERED: u32 = 2;

/// The most turns for which [`Scene::is_won`] answers.
pub(super) const MOST_TURNS: u32 = 3;

/// The four boards as A sees them. A attacks, D defends; either may be to move.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    pub numbers: [BoardNumber; 4],
    pub boards: [Now; 4],
}

impl Scene {
    /// The boards of a position whose side to move attacks.
    pub fn of_attack(catalogue: &mut Catalogue, position: &Position) -> Self {
        let numbers = catalogue.position(position.own, position.enemy);
        Self { numbers, boards: numbers.map(|number| catalogue.now(number)) }
    }

    /// The boards of a position whose side to move defends.
    pub fn of_defence(catalogue: &mut Catalogue, position: &Position) -> Self {
        let [own, enemy] = [position.own, position.enemy].map(Bitboard::across_the_rope);
        let numbers = catalogue.position(enemy, own);
        Self { numbers, boards: numbers.map(|number| catalogue.now(number)) }
    }

    /// The boards after a turn.
    fn after(&self, catalogue: &mut Catalogue, turn: Turned) -> Self {
        let mut after = *self;
        for (lane, half) in turn {
            after.numbers[lane] = catalogue.next(half);
            after.boards[lane] = catalogue.now(after.numbers[lane]);
        }
        after
    }

    /// Whether A, to move, wins within `turns` turns, at most [`MOST_TURNS`].
    pub fn is_won(&self, catalogue: &mut Catalogue, turns: u32) -> bool {
        self.attacker_wins_now(catalogue) || turns > 1 && self.is_won_later(catalogue, turns)
    }

    /// Whether A, to move and with no win at once, wins within `turns` turns.
    fn is_won_later(&self, catalogue: &mut Catalogue, turns: u32) -> bool {
        let moment = Moment::Attack(turns);
        let wins = |catalogue: &mut Catalogue, turn| {
            let wins = self.after(catalogue, turn).is_known_lost(catalogue, turns - 1);
            if wins {
                catalogue.killers.put(moment, turn, &self.numbers);
            }
            wins
        };
        self.any_killer(catalogue, moment, wins)
            || Attack::new(catalogue, self, turns).remembering().any(catalogue, wins)
    }

    /// [`is_lost`](Self::is_lost), from memory if it was asked for lately.
    fn is_known_lost(&self, catalogue: &mut Catalogue, turns: u32) -> bool {
        if turns != REMEMBERED {
            return self.is_lost(catalogue, turns);
        }
        catalogue.answers.get(&self.numbers).unwrap_or_else(|| {
            let lost = self.is_lost(catalogue, turns);
            catalogue.answers.put(&self.numbers, lost);
            lost
        })
    }

    /// Whether A wins within `turns` turns, whatever D, to move, does.
    fn is_lost(&self, catalogue: &mut Catalogue, turns: u32) -> bool {
        let moment = Moment::Defence(turns);
        let refutes = |catalogue: &mut Catalogue, turn| {
            let refutes = self.is_refuted_by(catalogue, turn, turns);
            if refutes {
                catalogue.killers.put(moment, turn, &self.numbers);
            }
            refutes
        };
        !self.defender_wins_now(catalogue)
            && !self.any_killer(catalogue, moment, |catalogue, turn| {
                self.is_parried_by(catalogue, turn, 1) && refutes(catalogue, turn)
            })
            && !self.any_parry_in_order(catalogue, turns, refutes)
    }

    /// Calls `visit` with the killers that can be played here, until it has found
    /// what it looks for; tells whether it has.
    fn any_killer(
        &self,
        catalogue: &mut Catalogue,
        moment: Moment,
        mut visit: impl FnMut(&mut Catalogue, Turned) -> bool,
    ) -> bool {
        Killers::numbers().any(|number| {
            let killer = catalogue.killers.get(moment, number, &self.numbers);
            killer.is_some_and(|turn| visit(catalogue, turn))
        })
    }

    /// Whether A does not win within `turns` turns after this parry of D.
    fn is_refuted_by(&self, catalogue: &mut Catalogue, turn: Turned, turns: u32) -> bool {
        let mut reach = self.boards.map(|board| board.defences.reach());
        for (lane, half) in turn {
            reach[lane] = catalogue.defences_after(half);
        }
        if turns == 1 && Groups::of_defender(reach).are_all_alive() {
            return true;
        }
        let after = self.after(catalogue, turn);
        !after.attacker_smothers(catalogue) && (turns == 1 || !after.is_won_later(catalogue, turns))
    }

    /// Whether, after this turn of D, A cannot remove a stone from a board with
    /// `few` or fewer: with one, that it cannot clear a board at once.
    fn is_parried_by(&self, catalogue: &Catalogue, turn: Turned, few: u32) -> bool {
        let mut attacks = self.boards.map(|board| board.attacks.packed());
        for (lane, half) in turn {
            attacks[lane] = catalogue.attacks_after(half);
        }
        let mut threats = Threats::default();
        for (lane, attacks) in attacks.into_iter().enumerate() {
            threats.set(lane, attacks & Threats::mask(self.boards[lane].defenders(), few));
        }
        !threats.are_real()
    }

    /// Whether A, to move, clears a board or leaves D without a turn.
    pub fn attacker_wins_now(&self, catalogue: &mut Catalogue) -> bool {
        let mut turns = TurnType::ALL.iter().flat_map(|kind| kind.turns());
        turns.any(|&[passive, active]| {
            self.boards[active].defenders() == 1
                && self.boards[passive].attacks.quiet & self.boards[active].attacks.removing != 0
        }) || self.attacker_smothers(catalogue)
    }

    /// Whether D, to move, clears a board or leaves A without a turn.
    fn defender_wins_now(&self, catalogue: &mut Catalogue) -> bool {
        REPLIES.into_iter().any(|boards| self.defender_clears_on(boards))
            || self.defender_smothers(catalogue)
    }

    /// Whether D clears a board by a turn on these two.
    fn defender_clears_on(&self, [passive, active]: [usize; 2]) -> bool {
        self.boards[active].attackers() == 1
            && self.boards[passive].defences.quiet & self.boards[active].defences.removing != 0
    }

    /// Whether D clears a board at once after any turn of A of this type: all
    /// that this needs stands on the boards that it does not touch.
    pub fn is_overlooked_by(&self, kind: TurnType) -> bool {
        kind.replies().iter().any(|&boards| self.defender_clears_on(boards))
    }

    /// Whether A, to move, has a turn that leaves D without one.
    fn attacker_smothers(&self, catalogue: &mut Catalogue) -> bool {
        let before = self.boards.map(|board| board.defences.reach());
        let groups = Groups::of_defender(before);
        if groups.are_all_alive() {
            return false;
        }
        TurnType::ALL.into_iter().filter(|&kind| groups.left_alone_by(kind) == 0).any(|kind| {
            kind.turns().iter().any(|&[passive, active]| {
                let both = self.boards[passive].attacks.quiet & self.boards[active].attacks.any;
                let [homes, others] =
                    [passive, active].map(|lane| catalogue.attacks(self.numbers[lane]));
                vectors(both).any(|vector| {
                    catalogue.moves(others, vector, Effect::ANY).any(|aggressive| {
                        catalogue.moves(homes, vector, Effect::QUIET).any(|quiet| {
                            let mut reach = before;
                            reach[passive] = catalogue.defences_after(quiet);
                            reach[active] = catalogue.defences_after(aggressive);
                            Groups::of_defender(reach).is_dead()
                        })
                    })
                })
            })
        })
    }

    /// Whether D, to move, has a turn that leaves A without one.
    fn defender_smothers(&self, catalogue: &mut Catalogue) -> bool {
        let before = self.boards.map(|board| board.attacks.reach());
        if Groups::new(before).are_all_alive() {
            return false;
        }
        REPLIES.into_iter().any(|[passive, active]| {
            let both = self.boards[passive].defences.quiet & self.boards[active].defences.any;
            let [homes, others] =
                [passive, active].map(|lane| catalogue.defences(self.numbers[lane]));
            vectors(both).any(|vector| {
                catalogue.moves(others, vector, Effect::ANY).any(|aggressive| {
                    catalogue.moves(homes, vector, Effect::QUIET).any(|quiet| {
                        let mut reach = before;
                        for (lane, half) in [(passive, quiet), (active, aggressive)] {
                            let half = catalogue.half(half);
                            reach[lane] = mobility(half.attacker, half.defender).reach();
                        }
                        Groups::new(reach).is_dead()
                    })
                })
            })
        })
    }

    /// Calls `visit` with D's parries, of twins with one, those first that leave A
    /// no removal where it needs one with each of its `turns` turns.
    fn any_parry_in_order(
        &self,
        catalogue: &mut Catalogue,
        turns: u32,
        mut visit: impl FnMut(&mut Catalogue, Turned) -> bool,
    ) -> bool {
        turns > 1 && self.any_parry(catalogue, turns, &mut visit)
            || self.any_parry(catalogue, 1, |catalogue, turn| {
                let is_new = turns == 1 || !self.is_parried_by(catalogue, turn, turns);
                is_new && visit(catalogue, turn)
            })
    }

    /// Calls `visit` with each of D's turns, of twins with one, after which A
    /// cannot remove a stone from a board with `few` or fewer, until it has found
    /// what it looks for; tells whether it has. With one, these are the turns after
    /// which A cannot clear a board at once.
    pub fn any_parry(
        &self,
        catalogue: &mut Catalogue,
        few: u32,
        mut visit: impl FnMut(&mut Catalogue, Turned) -> bool,
    ) -> bool {
        let counts = self.boards.map(|board| Threats::mask(board.defenders(), few));
        for [passive, active] in REPLIES {
            let mut standing = Threats::default();
            for lane in (0..4).filter(|&lane| lane != passive && lane != active) {
                standing.set(lane, self.boards[lane].attacks.packed() & counts[lane]);
            }
            let both = self.boards[passive].defences.quiet & self.boards[active].defences.any;
            if both == 0 || standing.are_real() {
                continue;
            }
            let [homes, others] =
                [passive, active].map(|lane| catalogue.defences(self.numbers[lane]));
            let [home_clashes, other_clashes] =
                [passive, active].map(|lane| standing.clashes(lane) & counts[lane]);
            let effects = if active == DARK_HOMES[1] { Effect::LOUD } else { Effect::ANY };
            for vector in vectors(both) {
                for aggressive in catalogue.moves(others, vector, effects) {
                    let there = catalogue.attacks_after(aggressive);
                    if there & other_clashes != 0 {
                        continue;
                    }
                    let clashes = home_clashes
                        | clash(passive, active, there & counts[active]) & counts[passive];
                    for quiet in catalogue.moves(homes, vector, Effect::QUIET) {
                        if catalogue.attacks_after(quiet) & clashes == 0
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
