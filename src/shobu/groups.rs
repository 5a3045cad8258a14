use super::bitboard::Bitboard;
use super::mobility::{Reach, Vectors, mobility};
use super::survival::TurnType;

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
        Self::new([0, 1, 2, 3].map(|lane| mobility(own.lane(lane), enemy.lane(lane)).reach()))
    }

    /// The groups of a side that can do this on the boards as it sees them.
    #[inline]
    pub const fn new([dark, light, far_dark, far_light]: [Reach; 4]) -> Self {
        Self {
            dark: dark.quiet & far_light.any,
            light: light.quiet & far_dark.any,
            home: dark.quiet & light.any | light.quiet & dark.any,
        }
    }

    /// The groups of D that can do this on the boards as A sees them.
    #[inline]
    pub const fn of_defender([far_dark, far_light, dark, light]: [Reach; 4]) -> Self {
        Self::new([dark, light, far_dark, far_light])
    }

    /// The group of D's turns that use no board of such a turn of A.
    pub const fn left_alone_by(&self, kind: TurnType) -> Vectors {
        match kind {
            TurnType::Homes => self.home,
            TurnType::DarkHome => self.dark,
            TurnType::LightHome => self.light,
        }
    }

    /// Whether there is no turn at all.
    pub const fn is_dead(&self) -> bool {
        self.dark | self.light | self.home == 0
    }

    /// Whether there are turns of every kind. The opponent's next turn changes
    /// two boards, which leaves one kind as it is.
    pub const fn are_all_alive(&self) -> bool {
        self.dark != 0 && self.light != 0 && self.home != 0
    }
}
