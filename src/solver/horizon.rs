/// How far a search looks, in half-turns of the attacker.
///
/// An odd number 2n−1 asks whether the game is won by the attacker's nth turn;
/// 2n also allows it to be won by the defender's reply to that turn. Where
/// turns alternate, this is the number of plies; and wherever who moves at a
/// given ply does not depend on the turns played, as in all games there are
/// here, fewer half-turns mean fewer plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Horizon(u8);

impl Horizon {
    /// The largest number of turns that a horizon can hold.
    pub const MAX_TURNS: u32 = 127;
    /// No turn at all.
    pub(super) const NONE: Self = Self(0);

    /// Wins by the attacker's turn number `turns` (1 to
    /// [`MAX_TURNS`](Self::MAX_TURNS)); with `reply`, or by the reply to it.
    #[must_use]
    pub fn new(turns: u32, reply: bool) -> Self {
        let turns = turns.clamp(1, Self::MAX_TURNS) as u8;
        Self(2 * turns - u8::from(!reply))
    }

    /// The horizon with this number of half-turns.
    pub(super) const fn from_half_turns(half_turns: u8) -> Self {
        Self(half_turns)
    }

    /// The number of half-turns.
    pub(super) const fn half_turns(self) -> u8 {
        self.0
    }

    /// How many turns the attacker may take.
    #[must_use]
    pub const fn turns(self) -> u32 {
        self.0.div_ceil(2) as u32
    }

    /// What is left after a turn of the attacker, if anything. One after
    /// which it moves again uses up the reply to it as well.
    pub(super) fn after_attack(self, moves_again: bool) -> Self {
        Self(self.0.saturating_sub(1 + u8::from(moves_again)))
    }

    /// What is left after a turn of the defender; one after which it moves
    /// again costs nothing.
    pub(super) fn after_defence(self, moves_again: bool) -> Self {
        Self(self.0.saturating_sub(u8::from(!moves_again)))
    }
}
