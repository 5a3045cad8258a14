use std::ops::ControlFlow;

use super::attack::Attack;
use super::bitboard::Bitboard;
use super::catalogue::{Catalogue, Effect, Turned};
use super::count::SequenceCounter;
use super::groups::Groups;
use super::movegen::{HOME_DARK, HOME_LIGHT, Origins, count_pairs, count_pairs_on, visit_pairs};
use super::scene::{MOST_TURNS, Scene, with_catalogue};
use super::setup::{IllegalSetup, Setup};
use super::square::Square;
use super::turn::Turn;
use super::vector::Vector;
use crate::game::{Counter, Game, Player};

/// A legal position of SHŌBU, finished or not.
///
/// It is kept as the side to move sees it: its two home boards first, then the
/// opponent's, so that nothing below depends on the colour to move. A turn
/// exchanges the stones and the two sides of the rope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) own: Bitboard,
    pub(super) enemy: Bitboard,
    pub(super) side: Player,
}

/// The number of the first home board of the side to move as it sees the boards,
/// and as its opponent does.
const HOME: usize = 0;
const FAR: usize = 2;

/// Of each two turns to the same position, the aggressive half of the one on the
/// light home: both halves are quiet there, one on either home.
fn first_twins(origins: &Origins) -> [Bitboard; 2] {
    origins.quiet.map(|quiet| quiet & HOME_LIGHT)
}

/// The aggressive halves of all turns that have no such twin.
fn without_twins(origins: &Origins) -> [Bitboard; 2] {
    [0, 1].map(|long| origins.any[long] & !(origins.quiet[long] & (HOME_DARK | HOME_LIGHT)))
}

/// What bit of a square's number tells the northern from the southern boards.
const NORTHERN: u32 = 32;

impl Position {
    /// The position from which a game starts, Black to move.
    pub const START: Self = Self {
        own: Bitboard(0x000F_000F_000F_000F),
        enemy: Bitboard(0xF000_F000_F000_F000),
        side: Player::First,
    };

    /// The stones and the side to move.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        let (black, white) = match self.side {
            Player::First => (self.own, self.enemy),
            Player::Second => (self.enemy.across_the_rope(), self.own.across_the_rope()),
        };
        Setup { black, white, side: self.side }
    }

    /// The position as `side`, which is to move, sees it.
    pub(super) const fn from_view(own: Bitboard, enemy: Bitboard, side: Player) -> Self {
        Self { own, enemy, side }
    }

    /// The square as the side to move sees it, or back.
    pub(super) const fn turned(&self, square: Square) -> Square {
        match self.side {
            Player::First => square,
            Player::Second => Square::from_index(square.index() ^ NORTHERN),
        }
    }

    /// The turn that starts from these two squares, each as a set of one.
    fn turn(&self, passive: Bitboard, aggressive: Bitboard, vector: Vector) -> Turn {
        let square = |set: Bitboard| self.turned(Square::from_index(set.0.trailing_zeros()));
        Turn { passive: square(passive), aggressive: square(aggressive), vector }
    }

    /// The turn with these halves, on boards as the side sees them for whom the
    /// first of its home boards has the number `home`.
    fn turn_of(&self, catalogue: &Catalogue, turn: Turned, home: usize) -> Turn {
        let [passive, aggressive] = turn.map(|(lane, half)| {
            let from = u32::from(catalogue.half(half).from);
            Bitboard::of(Square::from_index(16 * (lane ^ home) as u32 + from))
        });
        self.turn(passive, aggressive, catalogue.half(turn[0].1).vector)
    }

    pub(super) fn is_finished(&self) -> bool {
        self.own.misses_a_board() || self.enemy.misses_a_board()
    }

    /// Calls `visit` with the turns whose aggressive half `choose` picks.
    #[inline]
    pub(super) fn visit_chosen<B>(
        &self,
        choose: impl Fn(&Origins) -> [Bitboard; 2],
        mut visit: impl FnMut(Turn) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_finished() {
            return ControlFlow::Continue(());
        }
        visit_pairs(self.own, self.enemy, choose, |passive, aggressive, vector| {
            visit(self.turn(passive, aggressive, vector))
        })
    }
}

impl TryFrom<Setup> for Position {
    type Error = IllegalSetup;

    fn try_from(setup: Setup) -> Result<Self, IllegalSetup> {
        setup.check()?;
        Ok(match setup.side {
            Player::First => Self { own: setup.black, enemy: setup.white, side: setup.side },
            Player::Second => Self {
                own: setup.white.across_the_rope(),
                enemy: setup.black.across_the_rope(),
                side: setup.side,
            },
        })
    }
}

impl Game for Position {
    type Turn = Turn;
    /// The stones of the side to move and of its opponent, home boards first.
    type Key = [u64; 2];

    /// Only an aggressive move can clear a board, and only of enemy stones.
    const CAN_LOSE_BY_MOVING: bool = false;

    const TRAITS: &'static [&'static str] = &["removals", "quiet"];

    fn side(&self) -> Player {
        self.side
    }

    fn winner(&self) -> Option<Player> {
        if self.enemy.misses_a_board() {
            Some(self.side)
        } else if self.own.misses_a_board() {
            Some(self.side.other())
        } else {
            None
        }
    }

    fn key(&self) -> [u64; 2] {
        [self.own.0, self.enemy.0]
    }

    #[inline]
    fn visit_turns<B>(&self, visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_chosen(|origins| origins.any, visit)
    }

    #[inline]
    fn play_unchecked(&self, turn: Turn) -> Self {
        let passive = Bitboard::of(self.turned(turn.passive));
        let aggressive = Bitboard::of(self.turned(turn.aggressive));
        let (passive_target, _) = passive.path(turn.vector);
        let (target, enemy) = aggressive.shove(self.enemy, turn.vector);
        let own = self.own ^ passive ^ passive_target ^ aggressive ^ target;
        Self { own: enemy.across_the_rope(), enemy: own.across_the_rope(), side: self.side.other() }
    }

    fn passed(&self) -> Option<Self> {
        let (own, enemy) = (self.enemy.across_the_rope(), self.own.across_the_rope());
        let passed = Self { own, enemy, side: self.side.other() };
        (self.has_turn() && passed.has_turn()).then_some(passed)
    }

    fn is_legal(&self, turn: Turn) -> bool {
        let origins = Origins::new(self.own, self.enemy, turn.vector.direction());
        let long = usize::from(turn.vector.is_long());
        let (passive, aggressive) = (self.turned(turn.passive), self.turned(turn.aggressive));
        !self.is_finished()
            && passive.index() < NORTHERN
            && passive.board().is_dark() != aggressive.board().is_dark()
            && origins.quiet[long].contains(passive)
            && origins.any[long].contains(aggressive)
    }

    fn has_turn(&self) -> bool {
        !self.is_finished() && !Groups::of(self.own, self.enemy).is_dead()
    }

    fn count_turns(&self) -> u64 {
        if self.is_finished() { 0 } else { count_pairs(self.own, self.enemy) }
    }

    fn traits(&self, turn: Turn) -> u32 {
        let enemy = self.setup().stones(self.side.other());
        match turn.push(enemy) {
            (None, _) => 0b10,
            (Some(_), None) => 0b01,
            (Some(_), Some(_)) => 0,
        }
    }

    fn visit_children<B>(
        &self,
        mut visit: impl FnMut(Self, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_chosen(first_twins, |turn| visit(self.play_unchecked(turn), 2))?;
        self.visit_chosen(without_twins, |turn| visit(self.play_unchecked(turn), 1))
    }

    fn visit_distinct<B>(&self, visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        let one_of_each = |origins: &Origins| {
            let (twins, others) = (first_twins(origins), without_twins(origins));
            [0, 1].map(|long| twins[long] | others[long])
        };
        self.visit_chosen(one_of_each, visit)
    }

    fn counter(memory: usize) -> impl Counter<Self> + Send {
        SequenceCounter::new(memory)
    }

    fn wins_now(&self) -> bool {
        !self.is_finished()
            && with_catalogue(|catalogue| {
                Scene::of_attack(catalogue, self).attacker_wins_now(catalogue)
            })
    }

    fn wins_within(&self, turns: u32) -> Option<bool> {
        (turns <= MOST_TURNS).then(|| {
            !self.is_finished()
                && with_catalogue(|catalogue| {
                    Scene::of_attack(catalogue, self).is_won(catalogue, turns)
                })
        })
    }

    fn visit_attacks<B>(
        &self,
        turns: u32,
        visit: impl FnMut(Turn) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_finished() {
            return ControlFlow::Continue(());
        }
        let mut attacks = Vec::new();
        with_catalogue(|catalogue| {
            let scene = Scene::of_attack(catalogue, self);
            Attack::new(catalogue, &scene, turns).any(catalogue, |catalogue, turn| {
                attacks.push(self.turn_of(catalogue, turn, HOME));
                false
            })
        });
        attacks.into_iter().try_for_each(visit)
    }

    fn visit_defences<B>(&self, mut visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_finished() {
            return ControlFlow::Continue(());
        }
        let mut defences = Vec::new();
        with_catalogue(|catalogue| {
            let scene = Scene::of_defence(catalogue, self);
            scene.any_parry(catalogue, 1, |catalogue, turn| {
                let pressure = scene.pressure_after(catalogue, turn);
                let is_removal = catalogue.half(turn[1].1).effect == Effect::Removal;
                let turn = self.turn_of(catalogue, turn, FAR);
                let child = self.play_unchecked(turn);
                let turns = count_pairs_on(pressure.targets(), child.own, child.enemy);
                let effort = pressure.weight() * turns;
                defences.push((effort, !is_removal, turn.vector.index(), turn));
                false
            })
        });
        // Those first after which least is to be searched: of several refutations
        // one is enough. The rest of the order is a matter of experience.
        defences.sort_by_key(|&(effort, keeps, vector, _)| (effort, keeps, vector));
        defences.into_iter().try_for_each(|(.., turn)| visit(turn))
    }
    fn is_calm(&self) -> bool {
        with_catalogue(|catalogue| !Scene::of_attack(catalogue, self).pressure().is_high())
    }
}
