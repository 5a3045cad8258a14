use super::point::Point;
use super::points::Points;
use super::pyramid::{above, below};
use crate::game::Player;

/// Balls and a side to move, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The red balls.
    pub red: Points,
    /// The black balls.
    pub black: Points,
    /// Spooky: no point in the visit, one in the getaway.
    pub spooky: Points,
    /// The side to move; Red is [`Player::First`].
    pub side: Player,
}

/// How many balls Red and Black have.
const BALLS: [u32; 2] = [15, 14];

/// Why a [`Setup`] cannot arise in a game of SPOOK.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalSetup {
    /// A point holds two balls.
    #[error("two balls are on {0}")]
    Overlap(Point),
    /// There is only one white ball.
    #[error("Spooky is on {0} and on {1}, but there is only one Spooky")]
    TwoSpookys(Point, Point),
    /// More balls of a colour than there are.
    #[error("{} has {count} balls, where at most {} can be", colour(*.player), BALLS[*.player as usize])]
    TooMany {
        /// Whose balls they are.
        player: Player,
        /// How many there are on the pyramid.
        count: u32,
    },
    /// A ball with nothing below it.
    #[error("what is on {ball} is unsupported: there is no ball on {missing} below it")]
    Unsupported {
        /// Where the ball is.
        ball: Point,
        /// An empty point below it.
        missing: Point,
    },
    /// Nothing ever rests on Spooky.
    #[error("the ball on {ball} rests on Spooky on {spooky}, but nothing can rest on Spooky")]
    OnSpooky {
        /// Where the ball is.
        ball: Point,
        /// Where Spooky is.
        spooky: Point,
    },
    /// In the visit the colours alternate.
    #[error(
        "it cannot be {}'s turn in the visit with {red} red and {black} black balls: {}",
        colour(*.side),
        "Red moves with as many of each, Black with one more red ball"
    )]
    WrongSide {
        /// The side said to be to move.
        side: Player,
        /// The number of red balls.
        red: u32,
        /// The number of black balls.
        black: u32,
    },
    /// Both sides would have won.
    #[error("neither colour has a ball, but the getaway ends when the first colour is gone")]
    NoBalls,
}

/// The name of a side.
pub(super) const fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "Red",
        Player::Second => "Black",
    }
}

/// The word for a side's balls.
pub(super) const fn adjective(player: Player) -> &'static str {
    match player {
        Player::First => "red",
        Player::Second => "black",
    }
}

impl Setup {
    /// The balls of a side.
    #[must_use]
    pub const fn balls(&self, player: Player) -> Points {
        match player {
            Player::First => self.red,
            Player::Second => self.black,
        }
    }

    /// The balls of both colours and Spooky.
    #[must_use]
    pub fn occupied(&self) -> Points {
        self.red | self.black | self.spooky
    }

    /// Whose ball is on a point, if one is; Spooky is nobody's.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|&player| self.balls(player).contains(point))
    }

    /// Whether the position can be played on, or has been won by one side.
    ///
    /// # Errors
    /// Names the points and the rule that excludes the position.
    pub fn check(&self) -> Result<(), IllegalSetup> {
        self.check_balls()?;
        self.check_support()?;
        let (red, black) = (self.red.len(), self.black.len());
        let in_turn = match self.side {
            Player::First => red == black,
            Player::Second => red == black + 1,
        };
        match (self.spooky.is_empty(), red + black) {
            (true, _) if !in_turn => Err(IllegalSetup::WrongSide { side: self.side, red, black }),
            (false, 0) => Err(IllegalSetup::NoBalls),
            _ => Ok(()),
        }
    }

    /// Whether no point has two balls, and nobody too many.
    fn check_balls(&self) -> Result<(), IllegalSetup> {
        let Self { red, black, mut spooky, .. } = *self;
        if let Some(point) = (red & black | red & spooky | black & spooky).next() {
            return Err(IllegalSetup::Overlap(point));
        }
        if let (Some(one), Some(other)) = (spooky.next(), spooky.next()) {
            return Err(IllegalSetup::TwoSpookys(one, other));
        }
        for player in [Player::First, Player::Second] {
            let count = self.balls(player).len();
            if count > BALLS[player as usize] {
                return Err(IllegalSetup::TooMany { player, count });
            }
        }
        Ok(())
    }

    /// Whether every ball rests on four, none of them Spooky.
    fn check_support(&self) -> Result<(), IllegalSetup> {
        let occupied = self.occupied();
        for ball in occupied {
            if let Some(missing) = (below(ball) & !occupied).next() {
                return Err(IllegalSetup::Unsupported { ball, missing });
            }
        }
        let mut spooky = self.spooky;
        match spooky.next().map(|spooky| (spooky, (above(spooky) & occupied).next())) {
            Some((spooky, Some(ball))) => Err(IllegalSetup::OnSpooky { ball, spooky }),
            _ => Ok(()),
        }
    }
}
