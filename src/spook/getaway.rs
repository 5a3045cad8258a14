use super::point::Point;
use super::points::Points;
use super::position::Position;
use super::pyramid::{above, below, beside, loaded, supported};
use super::walk::covers;

/// What the side to move can do in the getaway.
pub(super) struct Getaway {
    pub spooky: Point,
    own: Points,
    enemy: Points,
    /// The points that support a ball, and more than one.
    loaded: Points,
    pinning: Points,
}

impl Getaway {
    /// `None` in the visit, or if the game is over.
    #[inline]
    pub fn of(position: &Position) -> Option<Self> {
        let Position { own, enemy, spooky: Some(spooky), .. } = *position else { return None };
        if own.is_empty() || enemy.is_empty() {
            return None;
        }
        let (loaded, pinning) = loaded(own | enemy | Points::of(spooky));
        Some(Self { spooky, own, enemy, loaded, pinning })
    }

    fn coloured(&self) -> Points {
        self.own | self.enemy
    }

    /// The free balls of the side to move.
    pub fn free_own(&self) -> Points {
        self.own & !self.loaded
    }

    /// The free balls of the other side.
    pub fn free_enemy(&self) -> Points {
        self.enemy & !self.loaded
    }

    /// The balls that can be removed from under Spooky: they support him, and
    /// nothing else.
    pub fn drops(&self) -> Points {
        below(self.spooky) & !self.pinning
    }

    /// The balls to which a walk can go first.
    pub fn steps(&self) -> Points {
        beside(self.spooky) & self.coloured() & !self.loaded
    }

    /// Whether Spooky can neither drop nor walk.
    pub fn is_stuck(&self) -> bool {
        self.drops().is_empty() && self.steps().is_empty()
    }

    /// Whether Spooky stands on the board with no ball beside him.
    pub fn is_isolated(&self) -> bool {
        self.spooky.level() == 1 && (beside(self.spooky) & self.coloured()).is_empty()
    }

    /// Where the isolated Spooky can be placed.
    pub fn placements(&self) -> Points {
        let balls = self.coloured();
        let near = balls.fold(Points::EMPTY, |near, ball| near | beside(ball));
        let open = supported(balls) & !balls;
        open & (near | !Points::level(1))
    }

    /// The balls of the other side that can be removed when Spooky is stuck.
    pub fn removals(&self) -> Points {
        self.enemy & !self.pinning
    }

    /// As many of the [`removals`](Self::removals) as reach every position that
    /// one of them reaches.
    pub fn distinct_removals(&self) -> Points {
        let doubled = |ball: &Point| !(above(*ball) & self.enemy).is_empty();
        let removals = self.removals();
        removals.filter(doubled).fold(removals, |left, ball| left & !Points::of(ball))
    }

    /// Whether a turn takes all balls of the side to move. Only Spooky's drops
    /// and walks take any.
    pub fn wins_now(&self) -> bool {
        let drops = || self.own.len() == 1 && self.drops().includes(self.own);
        let walks = || self.free_own() == self.own && covers(self.spooky, self.own);
        walks() || drops()
    }

    /// The column that drops when the ball on `point` is removed, from below.
    pub fn column(&self, point: Point) -> impl Iterator<Item = Point> {
        let all = self.coloured() | Points::of(self.spooky);
        let next = move |&point: &Point| (above(point) & all).next();
        std::iter::successors(next(&point), next)
    }
}
