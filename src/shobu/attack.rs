//! What a search for a win in n turns may leave out, with the reasons.
//!
//! A attacks and is to move, D defends. A turn removes at most one stone, so
//! while every board holds more than n stones of D, clearing one takes more
//! than n turns. That alone proves nothing: D also loses when it has no legal
//! turn. [`Survival`] proves, where it can, that this cannot happen; only then
//! do stone counts prune. [`Prepared`] replies refute single turns.

use super::catalogue::{Catalogue, DARK_HOMES, Effect, Now, Turned};
use super::mobility::vectors;
use super::prepared::{LONGEST, Prepared};
use super::proofs;
use super::scene::Scene;
use super::steadiness::Steadiness;
use super::survival::{HORIZON, Survival, TurnType};
use super::threats::Threats;

/// The turns that can begin a win in a given number of turns, for a side that
/// does not win at once.
pub(super) struct Attack<'a> {
    scene: &'a Scene,
    turns: u32,
    /// The smallest number of stones that D has on a board.
    fewest: u32,
    /// What D can be sure of, for an attack of two turns.
    steadiness: Option<Steadiness>,
    /// Whether proofs are taken from memory. Then which turns are left out depends
    /// on what was asked before, though not whether one of them wins.
    remembers: bool,
}

/// What is known about the turns of one type.
struct Plan {
    kind: TurnType,
    /// D's replies, where stone counts allow them.
    prepared: Option<Prepared>,
    /// Whether D is proved to outlast all turns, and no board has fewer stones:
    /// then A has to remove a stone with each turn.
    is_tight: bool,
}

impl<'a> Attack<'a> {
    pub fn new(catalogue: &mut Catalogue, scene: &'a Scene, turns: u32) -> Self {
        let fewest = scene.boards.iter().map(Now::defenders).min().unwrap_or(0);
        let steadiness = (turns == 2).then(|| Steadiness::of(catalogue, scene));
        Self { scene, turns, fewest, steadiness, remembers: false }
    }

    /// The same with proofs from memory.
    pub fn remembering(self) -> Self {
        Self { remembers: true, ..self }
    }

    /// Calls `visit` with the turns to try, removals first, until it has found
    /// what it looks for; tells whether it has.
    pub fn any(
        &self,
        catalogue: &mut Catalogue,
        mut visit: impl FnMut(&mut Catalogue, Turned) -> bool,
    ) -> bool {
        let mut plans = [const { None }; 3];
        for (plan, kind) in plans.iter_mut().zip(TurnType::ALL) {
            if !self.scene.is_overlooked_by(kind) {
                *plan = self.plan(catalogue, kind);
            }
        }
        for removals in [true, false] {
            for plan in plans.iter_mut().flatten() {
                for &boards in plan.kind.turns() {
                    if self.any_on(catalogue, plan, boards, removals, &mut visit) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn plan(&self, catalogue: &mut Catalogue, kind: TurnType) -> Option<Plan> {
        let left = self.turns - 1;
        let always_lasts = self.steadiness.as_ref().is_some_and(|s| s.always_lasts(kind));
        let outlasts =
            self.fewest >= self.turns && (always_lasts || self.outlasts(catalogue, kind));
        if outlasts && !self.can_remove(kind) {
            return None;
        }
        let prepared = (self.fewest >= left && left <= LONGEST)
            .then(|| Prepared::new(catalogue, self.scene, kind, left, always_lasts));
        Some(Plan { kind, prepared, is_tight: outlasts })
    }

    /// Whether D is proved to have a turn after each of A's, the first of which has
    /// this type.
    fn outlasts(&self, catalogue: &mut Catalogue, kind: TurnType) -> bool {
        match self.remembers && self.turns == HORIZON {
            true => proofs::outlasts(catalogue, self.scene, kind),
            false => Survival::of(catalogue, self.scene).outlasts(kind, self.turns),
        }
    }

    /// Whether A has a turn of this type that removes a stone from a board with
    /// no more than it has turns.
    fn can_remove(&self, kind: TurnType) -> bool {
        let boards = &self.scene.boards;
        kind.turns().iter().any(|&[passive, active]| {
            boards[active].defenders() <= self.turns
                && boards[passive].attacks.quiet & boards[active].attacks.removing != 0
        })
    }

    /// The same with the turns on two boards, removals or all others.
    fn any_on(
        &self,
        catalogue: &mut Catalogue,
        plan: &mut Plan,
        [passive, active]: [usize; 2],
        removals: bool,
        visit: &mut impl FnMut(&mut Catalogue, Turned) -> bool,
    ) -> bool {
        let Scene { numbers, boards } = self.scene;
        let stones = boards[active].defenders();
        let (attacks, effects) = match removals {
            true => (boards[active].attacks.removing, Effect::REMOVAL),
            false if active == DARK_HOMES[0] => (boards[active].attacks.any, Effect::PUSH),
            false => (boards[active].attacks.any, Effect::KEEPING),
        };
        let both = boards[passive].attacks.quiet & attacks;
        if both == 0 || plan.is_tight && (!removals || stones > self.turns) {
            return false;
        }
        let left = self.turns - 1;
        let stones = [boards[passive].defenders(), stones - u32::from(removals)];
        let mut prepared = plan.prepared.as_mut().filter(|_| stones.iter().all(|&s| s >= left));
        let [here, there] = stones.map(|stones| Threats::mask(stones, left));
        let [homes, others] = [passive, active].map(|lane| catalogue.attacks(numbers[lane]));
        for vector in vectors(both) {
            for aggressive in catalogue.moves(others, vector, effects) {
                for quiet in catalogue.moves(homes, vector, Effect::QUIET) {
                    let turn = [(passive, quiet), (active, aggressive)];
                    let after = [
                        catalogue.attacks_after(quiet) & here,
                        catalogue.attacks_after(aggressive) & there,
                    ];
                    let is_refuted = prepared
                        .as_mut()
                        .is_some_and(|replies| replies.refute(catalogue, self.scene, turn, after));
                    if !is_refuted && visit(catalogue, turn) {
                        return true;
                    }
                }
            }
        }
        false
    }
}
