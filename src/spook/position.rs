use std::ops::ControlFlow;

use super::getaway::Getaway;
use super::movegen;
use super::point::Point;
use super::points::Points;
use super::pyramid::above;
use super::rules::Rules;
use super::setup::{IllegalSetup, Setup};
use super::turn::{Action, Turn};
use crate::game::{Game, Player};

/// A legal position of SPOOK, finished or not.
///
/// It is in the visit while Spooky is off the pyramid, and in the getaway from
/// then on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The balls of the side to move.
    pub(super) own: Points,
    /// The balls of the other side.
    pub(super) enemy: Points,
    pub(super) spooky: Option<Point>,
    pub(super) side: Player,
    pub(super) rules: Rules,
}

/// With so many balls placed in the visit, deciding what is left of it takes
/// about a second: ten to twenty times as long as the getaway.
const ALMOST_ALL: u32 = 20;

impl Position {
    /// The position from which a game under a ruleset starts: the empty board, Red to move.
    #[must_use]
    pub const fn empty(rules: Rules) -> Self {
        let none = Points::EMPTY;
        Self { own: none, enemy: none, spooky: None, side: Player::First, rules }
    }

    /// The position with these balls under a ruleset.
    ///
    /// # Errors
    /// Names the points and the rule that excludes the position.
    pub fn new(setup: Setup, rules: Rules) -> Result<Self, IllegalSetup> {
        setup.check()?;
        Ok(Self {
            own: setup.balls(setup.side),
            enemy: setup.balls(setup.side.other()),
            spooky: { setup.spooky }.next(),
            side: setup.side,
            rules,
        })
    }

    /// The balls and the side to move.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let (red, black) = match self.side {
            Player::First => (self.own, self.enemy),
            Player::Second => (self.enemy, self.own),
        };
        Setup { red, black, spooky: self.spooky_set(), side: self.side }
    }

    /// The ruleset.
    #[must_use]
    pub const fn ruleset(&self) -> Rules {
        self.rules
    }

    /// Where Spooky is: nowhere in the visit.
    #[must_use]
    pub const fn spooky(&self) -> Option<Point> {
        self.spooky
    }

    fn spooky_set(&self) -> Points {
        self.spooky.map_or(Points::EMPTY, Points::of)
    }

    /// The balls of both colours.
    #[must_use]
    pub fn coloured(&self) -> Points {
        self.own | self.enemy
    }

    /// The coloured balls that support nothing.
    #[must_use]
    pub fn free(&self) -> Points {
        self.coloured() & !self.loaded().0
    }

    /// The coloured balls that support more than one ball, Spooky included.
    #[must_use]
    pub fn pinned(&self) -> Points {
        self.coloured() & self.loaded().1
    }

    /// The coloured balls beside Spooky, on his level.
    #[must_use]
    pub fn beside_spooky(&self) -> Points {
        self.spooky.map_or(Points::EMPTY, super::pyramid::beside) & self.coloured()
    }

    /// The points that support at least one and at least two balls.
    pub(super) fn loaded(&self) -> (Points, Points) {
        super::pyramid::loaded(self.coloured() | self.spooky_set())
    }

    /// The same with the other side to move.
    const fn handed_over(self) -> Self {
        Self { own: self.enemy, enemy: self.own, side: self.side.other(), ..self }
    }

    fn put(mut self, point: Point) -> Self {
        if point != Point::TOP {
            self.own |= Points::of(point);
            return self.handed_over();
        }
        self.spooky = Some(point);
        if self.rules.opener() == self.side { self } else { self.handed_over() }
    }

    /// Takes the ball on a point away, and lets the column above it drop.
    fn remove(&mut self, point: Point) {
        let mut hole = point;
        self.own = self.own & !Points::of(hole);
        self.enemy = self.enemy & !Points::of(hole);
        let all = self.coloured() | self.spooky_set();
        while let Some(falling) = (above(hole) & all).next() {
            let fall = Points::of(falling) | Points::of(hole);
            if self.own.contains(falling) {
                self.own = self.own ^ fall;
            } else if self.enemy.contains(falling) {
                self.enemy = self.enemy ^ fall;
            } else {
                self.spooky = Some(hole);
            }
            hole = falling;
        }
    }
}

impl Game for Position {
    type Turn = Turn;
    /// From the lowest bit: the balls of the side to move, those of the other
    /// side (29 points each, since no coloured ball is ever on j1), and Spooky's
    /// point, 31 for none. In the visit, where 15 red balls face 14 black ones
    /// and the ruleset decides what comes, the side to move follows from the
    /// balls, and the highest bit is the ruleset; in the getaway neither
    /// matters.
    type Key = u64;

    const TRAITS: &'static [&'static str] =
        &["puts", "drops", "walks", "placements", "removals", "passes"];

    fn side(&self) -> Player {
        self.side
    }

    fn winner(&self) -> Option<Player> {
        self.spooky?;
        if self.own.is_empty() {
            Some(self.side)
        } else if self.enemy.is_empty() {
            Some(self.side.other())
        } else {
            None
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let balls = u64::from(self.own.0) | u64::from(self.enemy.0) << 29;
        balls
            | match self.spooky {
                Some(point) => u64::from(point.index()) << 58,
                None => 31 << 58 | (self.rules as u64) << 63,
            }
    }

    fn canonical_key(&self) -> u64 {
        self.least_key()
    }

    /// In the getaway balls only go: no three turns in succession leave them all,
    /// since Spooky touches a ball once he is placed, and whoever has nothing
    /// to remove leaves the topmost ball to the other side.
    fn is_decidable(&self) -> bool {
        self.spooky.is_some() || self.coloured().len() >= ALMOST_ALL
    }

    fn visit_turns<B>(&self, visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        movegen::visit_all(self, visit)
    }

    #[inline]
    fn play_unchecked(&self, turn: Turn) -> Self {
        let mut next = *self;
        match turn.action() {
            Action::Put(point) => return next.put(point),
            Action::Place(point) => next.spooky = Some(point),
            Action::Walk { to, taken, .. } => {
                next.own = next.own & !taken;
                next.enemy = next.enemy & !taken;
                next.spooky = Some(to);
            }
            Action::Pass => {}
            Action::Remove(point) => next.remove(point),
        }
        next.handed_over()
    }

    /// Not in the visit, where the number of balls says who is to move.
    fn passed(&self) -> Option<Self> {
        (self.spooky.is_some() && self.winner().is_none()).then(|| self.handed_over())
    }

    fn has_turn(&self) -> bool {
        // There is room for every ball, and who cannot move in the getaway
        // passes.
        self.winner().is_none()
    }

    fn count_turns(&self) -> u64 {
        movegen::count_all(self)
    }

    fn traits(&self, turn: Turn) -> u32 {
        let drops = || Getaway::of(self).map_or(Points::EMPTY, |getaway| getaway.drops());
        let number = match turn.action() {
            Action::Put(_) => 0,
            // Who can drop has nothing else to remove.
            Action::Remove(ball) if drops().contains(ball) => 1,
            Action::Walk { .. } => 2,
            Action::Place(_) => 3,
            Action::Remove(_) => 4,
            Action::Pass => 5,
        };
        1 << number
    }

    fn wins_now(&self) -> bool {
        Getaway::of(self).is_some_and(|getaway| getaway.wins_now())
    }

    fn visit_distinct<B>(&self, visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        movegen::visit_distinct(self, visit)
    }
}
