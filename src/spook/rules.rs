use crate::game::Player;

/// A ruleset: the two differ only in who opens the getaway.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// The version of 15 December 2011: Black, who has just put Spooky on the
    /// top, moves again.
    Spook2011,
    /// The designer's later text: Red.
    Current,
}

impl Rules {
    /// The names, in the order of the variants.
    pub(super) const NAMES: &'static [&'static str] = &["spook-2011", "spook-current"];

    /// The ruleset with this name; the default one if there is none.
    pub(super) fn named(name: &str) -> Self {
        if name == Self::NAMES[1] { Self::Current } else { Self::Spook2011 }
    }

    /// The name by which the ruleset is asked for.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Who moves first in the getaway.
    #[must_use]
    pub const fn opener(self) -> Player {
        match self {
            Self::Spook2011 => Player::Second,
            Self::Current => Player::First,
        }
    }
}
