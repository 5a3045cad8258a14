//! What a search for a win in n turns may leave out, with the reasons.
//!
//! A attacks and is to move, D defends. A turn removes at most one stone, so
//! while every board holds more than n stones of D, clearing one takes more
//! than n turns. That alone proves nothing: D also loses when it has no legal
//! turn. [`Survival`] proves, where it can, that this cannot happen; only then
//! do stone counts prune.

use std::ops::ControlFlow;

use super::bitboard::Bitboard;
use super::mobility::{Vectors, mobility};
use super::movegen::{FAR_DARK, FAR_LIGHT, HOME_DARK, HOME_LIGHT, Origins};
use super::position::{Position, without_twins};
use super::survival::{REPLIES, Survival, TurnType};
use crate::game::Game;

/// The vectors with a legal turn for one side, by the boards that the turn
/// touches, as that side sees them.
pub(super) struct Groups {
    /// A passive move on the dark home and an aggressive one on the far light
    /// board.
    dark: Vectors,
    /// The same with the woods exchanged.
    light: Vectors,
    /// Both halves on the home boards.
    home: Vectors,
}

impl Groups {
    #[inline]
    pub fn of(own: Bitboard, enemy: Bitboard) -> Self {
        let [dark, light, far_dark, far_light] =
            [0, 1, 2, 3].map(|lane| mobility(own.lane(lane), enemy.lane(lane)));
        Self {
            dark: dark.quiet & far_light.any,
            light: light.quiet & far_dark.any,
            home: dark.quiet & light.any | light.quiet & dark.any,
        }
    }

    /// Whether there is no turn at all.
    pub const fn is_dead(&self) -> bool {
        self.dark | self.light | self.home == 0
    }

    /// Whether there are turns of every kind. The opponent's next turn changes
    /// two boards, which leaves one kind as it is.
    const fn are_all_alive(&self) -> bool {
        self.dark != 0 && self.light != 0 && self.home != 0
    }
}

/// Whether the side to move has a turn that clears a board or leaves the
/// opponent without a turn. The game must not be over.
pub(super) fn wins_now(position: &Position) -> bool {
    clears_now(position) || smothers_now(position)
}

fn clears_now(position: &Position) -> bool {
    let Position { own, enemy, .. } = *position;
    let moves = |lane| mobility(own.lane(lane), enemy.lane(lane));
    (0..4).any(|lane| {
        enemy.lane(lane).is_power_of_two()
            // The passive half is on the home board of the other wood.
            && moves(lane).removing & moves(!lane & 1).quiet != 0
    })
}

fn smothers_now(position: &Position) -> bool {
    let Position { own, enemy, .. } = *position;
    let (there, here) = (enemy.across_the_rope(), own.across_the_rope());
    if Groups::of(there, here).are_all_alive() {
        return false;
    }
    let open = unproved(&Survival::new(enemy, own), 1);
    let smothers = |turn| match position.play_unchecked(turn).has_turn() {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let choose = |origins: &Origins| without_twins(origins).map(|set| set & open);
    !open.is_empty() && position.visit_chosen(choose, smothers).is_break()
}

/// The boards for A's aggressive half such that D is not proved to survive.
fn unproved(survival: &Survival, turns: u32) -> Bitboard {
    TurnType::ALL
        .into_iter()
        .filter(|&kind| !survival.outlasts(kind, turns))
        .fold(Bitboard::EMPTY, |open, kind| open | aggressive_boards(kind))
}

/// Where the aggressive half of a turn of this type goes: this alone tells the
/// types apart.
const fn aggressive_boards(kind: TurnType) -> Bitboard {
    match kind {
        TurnType::Homes => Bitboard(HOME_DARK.0 | HOME_LIGHT.0),
        TurnType::DarkHome => FAR_LIGHT,
        TurnType::LightHome => FAR_DARK,
    }
}

/// The boards for A's aggressive half such that D clears a board at once: all
/// that this needs stands on two boards that the turn does not touch.
pub(super) fn overlooking(position: &Position) -> Bitboard {
    let Position { own, enemy, .. } = *position;
    let moves = |lane| mobility(enemy.lane(lane), own.lane(lane));
    let threats = REPLIES.map(|[passive, aggressive]| {
        own.lane(aggressive).is_power_of_two()
            && moves(passive).quiet & moves(aggressive).removing != 0
    });
    let overlooks = |kind: TurnType| {
        REPLIES.into_iter().zip(threats).any(|(boards, threat)| {
            threat && boards.into_iter().all(|board| !kind.boards().contains(&board))
        })
    };
    TurnType::ALL
        .into_iter()
        .filter(|&kind| overlooks(kind))
        .fold(Bitboard::EMPTY, |lost, kind| lost | aggressive_boards(kind))
}

/// The turns that can begin a win in a given number of turns, for a side that
/// does not win at once.
pub(super) struct Attack {
    /// The boards on which every aggressive move is to be tried.
    all: Bitboard,
    /// The boards on which removals are to be tried, and tried first.
    removals: Bitboard,
}

impl Attack {
    pub fn new(position: &Position, turns: u32) -> Self {
        let Position { own, enemy, .. } = *position;
        let stones = [0, 1, 2, 3].map(|lane| enemy.lane(lane).count_ones());
        let fewest = stones.into_iter().min().unwrap_or(0);
        let all = if fewest >= turns {
            // No turns to spare for anything but removals on a board with as
            // many stones as turns, unless D can run out of turns.
            unproved(&Survival::new(enemy, own), turns)
        } else {
            !Bitboard::EMPTY
        };
        let weak = (0..4)
            .filter(|&lane| stones[lane] <= turns)
            .fold(Bitboard::EMPTY, |set, lane| set | Bitboard::of_lane(lane));
        let lost = overlooking(position);
        Self { all: all & !lost, removals: (weak | all) & !lost }
    }

    /// Whether no turn can begin such a win.
    pub fn is_hopeless(&self) -> bool {
        (self.all | self.removals).is_empty()
    }

    /// The removals to try.
    pub fn removals(&self, origins: &Origins) -> [Bitboard; 2] {
        origins.removing.map(|set| set & self.removals)
    }

    /// The other turns to try.
    pub fn others(&self, origins: &Origins) -> [Bitboard; 2] {
        let all = without_twins(origins);
        [0, 1].map(|long| all[long] & self.all & !origins.removing[long])
    }
}
