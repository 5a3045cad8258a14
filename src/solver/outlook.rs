/// What a position, or a turn, leads to by force, for the side that is to move
/// or plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// It wins, and no faster.
    Win {
        /// How many turns of its own that takes.
        turns: u32,
        /// How many plies, if they were counted before a limit was reached.
        plies: Option<u32>,
    },
    /// Its opponent wins, and no faster.
    Loss {
        /// How many turns of the opponent's that takes.
        turns: u32,
        /// For how many plies it can hold out, if they were counted before a
        /// limit was reached.
        plies: Option<u32>,
    },
    /// Proved: neither side wins within the bound.
    Open,
    /// A limit was reached before it was known.
    Unknown {
        /// Proved: a win takes at least this many turns of its own.
        win_from: u32,
        /// Proved: a loss takes at least this many of the opponent's turns.
        loss_from: u32,
    },
}

impl Outlook {
    /// Whether no limit has kept anything from being found out.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Win { plies, .. } | Self::Loss { plies, .. } => plies.is_some(),
            Self::Open => true,
            Self::Unknown { .. } => false,
        }
    }

    /// What a turn leads to, for the side that plays it, if this is what the
    /// position after it leads to, where the same side moves `again` or not.
    #[must_use]
    pub fn before(self, again: bool) -> Self {
        let one_more = |plies: Option<u32>| plies.map(|plies| plies + 1);
        match self {
            Self::Win { turns, plies } if again => {
                Self::Win { turns: turns + 1, plies: one_more(plies) }
            }
            Self::Win { turns, plies } => Self::Loss { turns, plies: one_more(plies) },
            Self::Loss { turns, plies } if again => Self::Loss { turns, plies: one_more(plies) },
            Self::Loss { turns, plies } => Self::Win { turns: turns + 1, plies: one_more(plies) },
            Self::Open => Self::Open,
            Self::Unknown { win_from, loss_from } if again => {
                Self::Unknown { win_from: win_from + 1, loss_from }
            }
            Self::Unknown { win_from, loss_from } => {
                Self::Unknown { win_from: loss_from + 1, loss_from: win_from }
            }
        }
    }

    /// The place in the order from best to worst: fast wins first, then what is
    /// open, what is unknown, and slow losses before fast ones.
    pub(super) fn rank(self) -> impl Ord {
        match self {
            Self::Win { turns, plies } => (0, i64::from(turns), plies.map_or(0, i64::from)),
            Self::Open => (1, 0, 0),
            Self::Unknown { .. } => (2, 0, 0),
            Self::Loss { turns, plies } => {
                (3, -i64::from(turns), plies.map_or(0, |n| -i64::from(n)))
            }
        }
    }
}
