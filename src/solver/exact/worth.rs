/// What a position is worth to its side to move, or a bound on that: a win or
/// a loss, and the plies to the end of the game.
///
/// A greater number is better: a faster win, or a slower loss. There are no
/// draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::solver) struct Worth(i16);

impl Worth {
    /// A game that is over, and won.
    pub const WON: Self = Self(i16::MAX);
    /// A game that is over, and lost.
    pub const LOST: Self = Self(-i16::MAX);
    /// What the side to move wins with its next turn.
    pub const WIN_IN_1: Self = Self(i16::MAX - 1);
    /// What it wins with the reply to that.
    pub const WIN_IN_2: Self = Self(i16::MAX - 2);
    /// No better than any win, better than every loss.
    pub const ANY_WIN: Self = Self(1);
    /// No worse than any loss, worse than every win.
    const ANY_LOSS: Self = Self(-1);

    /// A win that takes so many plies.
    pub const fn win_in(plies: u32) -> Self {
        Self(i16::MAX - plies as i16)
    }

    /// A loss that can be put off for so many plies.
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i16 - i16::MAX)
    }

    /// From the worst to the best win or loss.
    pub const fn range(wins: bool) -> (Self, Self) {
        if wins { (Self::ANY_WIN, Self::WON) } else { (Self::LOST, Self::ANY_LOSS) }
    }

    /// Whether it is a win.
    pub const fn is_win(self) -> bool {
        self.0 > 0
    }

    /// In how many plies the game ends.
    pub const fn plies(self) -> u32 {
        (i16::MAX - self.0.abs()) as u32
    }

    /// What a turn is worth that leads to a position of this worth, where the
    /// same side moves `again` or not: the end is one ply farther away.
    pub const fn before(self, again: bool) -> Self {
        let own = if again { self.0 } else { -self.0 };
        Self(if own > 0 { own - 1 } else { own + 1 })
    }

    /// The least worth of a position for which a turn that leads to it is worth
    /// at least `self`, if the same side moves `again`; the least for which it
    /// is not, if the other does.
    pub const fn after(self, again: bool) -> Self {
        let own = self.sooner().0;
        if again { Self(own) } else { Self((-own).saturating_add(1)) }
    }

    /// What is left after the turn that a position of this worth owes it to.
    pub const fn left(self, again: bool) -> Self {
        let own = self.sooner().0;
        Self(if again { own } else { -own })
    }

    /// The same result one ply sooner.
    const fn sooner(self) -> Self {
        let Self(own) = self;
        Self(if own > 0 { own.saturating_add(1) } else { own.saturating_sub(1) })
    }

    /// The next better worth, if there is one.
    pub const fn better(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The next worse worth, if there is one.
    pub const fn worse(self) -> Self {
        Self(self.0.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every worth with few or many plies to go, the worst first.
    fn worths() -> Vec<Worth> {
        let plies = (1..5).chain(i16::MAX - 5..i16::MAX);
        let mut all: Vec<_> = plies.flat_map(|number| [Worth(number), Worth(-number)]).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn after_is_the_threshold_of_before() {
        for goal in worths() {
            for child in worths() {
                let reaches = |again| child.before(again) >= goal;
                assert_eq!(child >= goal.after(true), reaches(true), "{goal:?} {child:?}");
                assert_eq!(child < goal.after(false), reaches(false), "{goal:?} {child:?}");
            }
        }
    }

    #[test]
    fn what_is_left_is_one_ply_less() {
        for worth in worths().into_iter().filter(|worth| worth.plies() > 0) {
            for again in [false, true] {
                assert_eq!(worth.left(again).before(again), worth);
                assert_eq!(worth.left(again).plies() + 1, worth.plies());
            }
        }
    }
}
