use super::{Dice, Themed};

/// What helps to make puzzles of a game, beside its rules. Nothing of it decides
/// what is a puzzle, only where to look for one, and all of it has a plain
/// default.
pub trait Compose: Themed {
    /// How many [scenes](Compose::scene) there are.
    const SCENES: u32 = 1;

    /// A position made up at random, near enough to the end that somebody may
    /// win in a few turns; `None` if what came up is no open position of the
    /// game.
    fn composed(rules: &'static str, dice: &mut Dice) -> Option<Self> {
        let _ = (rules, dice);
        None
    }

    /// The position with a small change: a piece more, less, or elsewhere;
    /// `None` if what came up is no open position of the game.
    fn mutated(&self, dice: &mut Dice) -> Option<Self> {
        let _ = dice;
        None
    }

    /// Positions, not finished, from which some turn leads here. They need not be
    /// all of them, and are in an order that does not change.
    fn predecessors(&self) -> Vec<Self> {
        Vec::new()
    }

    /// How good a turn looks to a player who does not think ahead; the larger,
    /// the better.
    fn appeal(&self, turn: Self::Turn) -> i32 {
        let _ = turn;
        0
    }

    /// Where and which way a turn goes, as the side to move sees it, as a number
    /// below [`SCENES`](Compose::SCENES): puzzles should not all be won in the
    /// same corner.
    fn scene(&self, turn: Self::Turn) -> u32 {
        let _ = turn;
        0
    }
}
