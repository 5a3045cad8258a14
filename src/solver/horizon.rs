use std::ops::ControlFlow;

use crate::game::{Game, Player};

/// How far a search looks, in half-turns of the attacker.
///
/// An odd number 2n−1 asks whether the game is won by the attacker's nth turn;
/// 2n also allows it to be won by the defender's reply to that turn. Where
/// turns alternate, this is the number of plies; and wherever who moves at a
/// given ply does not depend on the turns played, as in all games there are
/// here, fewer half-turns mean fewer plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Horizon(u8);

impl Horizon {
    /// The largest number of turns that a horizon can hold.
    pub const MAX_TURNS: u32 = 127;
    /// No turn at all: the game is over.
    pub const NONE: Self = Self(0);

    /// Wins by the attacker's turn number `turns` (1 to
    /// [`MAX_TURNS`](Self::MAX_TURNS)); with `reply`, or by the reply to it.
    #[must_use]
    pub fn new(turns: u32, reply: bool) -> Self {
        let turns = turns.clamp(1, Self::MAX_TURNS) as u8;
        Self(2 * turns - u8::from(!reply))
    }

    /// The horizons up to so many turns that can make a difference, the nearest
    /// first.
    pub(super) fn all<G: Game>(turns: u32) -> impl Iterator<Item = Self> {
        let step = if G::CAN_LOSE_BY_MOVING { 1 } else { 2 };
        (1..=Self::new(turns, true).0).step_by(step).map(Self)
    }

    /// The horizon with this number of half-turns.
    pub(super) const fn from_half_turns(half_turns: u8) -> Self {
        Self(half_turns)
    }

    /// The number of half-turns.
    pub(super) const fn half_turns(self) -> u8 {
        self.0
    }

    /// The horizon of the win that a line ends with, at its beginning: the
    /// nearest, if both sides play as well as they can. `None` if it takes
    /// the attacker too many turns.
    pub(crate) fn of_line<G: Game>(
        position: &G,
        line: &[G::Turn],
        attacker: Player,
    ) -> Option<Self> {
        let after = |position: &mut G, turn: &G::Turn| {
            *position = position.play_unchecked(*turn);
            Some(position.side())
        };
        let mut sides = vec![position.side()];
        sides.extend(line.iter().scan(*position, after));
        let mut half_turns = 0u32;
        for ply in (0..line.len()).rev() {
            // Who would move after the end of the game says nothing.
            let moves_again = ply + 1 < line.len() && sides[ply] == sides[ply + 1];
            let attacks = sides[ply] == attacker;
            half_turns +=
                if attacks { 1 + u32::from(moves_again) } else { u32::from(!moves_again) };
        }
        u8::try_from(half_turns).ok().filter(|&few| few < u8::MAX).map(Self)
    }

    /// How many plies are within the horizon of a win of `attacker`, whoever
    /// is to move.
    ///
    /// Who moves at a given ply does not depend on the turns played, so that
    /// any play tells. After the end of that play, the sides alternate.
    pub(super) fn plies<G: Game>(self, position: &G, attacker: Player) -> u32 {
        let (mut position, mut left, mut plies) = (*position, self, 0);
        while left > Self::NONE {
            let ControlFlow::Break(turn) = position.visit_turns(ControlFlow::Break) else {
                return plies + u32::from(left.0);
            };
            let child = position.play_unchecked(turn);
            if child.winner().is_some() {
                return plies + u32::from(left.0);
            }
            left = left.after(&position, &child, attacker);
            position = child;
            plies += 1;
        }
        plies
    }

    /// What is left after the turn that leads from one position to another.
    #[must_use]
    pub fn after<G: Game>(self, position: &G, child: &G, attacker: Player) -> Self {
        let moves_again = child.side() == position.side();
        match position.side() == attacker {
            true => self.after_attack(moves_again),
            false => self.after_defence(moves_again),
        }
    }

    /// How many turns the attacker may take.
    #[must_use]
    pub const fn turns(self) -> u32 {
        self.0.div_ceil(2) as u32
    }

    /// The next nearer horizon that can make a difference: where nobody loses
    /// by their own turn, all that could be won by the reply to a turn is won by
    /// the turn.
    #[must_use]
    pub fn nearer<G: Game>(self) -> Self {
        Self(self.0.saturating_sub(if G::CAN_LOSE_BY_MOVING { 1 } else { 2 }))
    }

    /// The horizon with a turn of the attacker less, if it has one.
    pub(super) const fn by_a_turn_nearer(self) -> Self {
        Self(self.0.saturating_sub(2))
    }

    /// How many turns the attacker has left, who is to move or not.
    pub(super) const fn turns_left(self, attacks: bool) -> u32 {
        if attacks { self.turns() } else { self.0 as u32 / 2 }
    }

    /// The farthest horizon with this number of turns.
    pub(super) fn to_the_reply<G: Game>(self) -> Self {
        Self::new(self.turns(), G::CAN_LOSE_BY_MOVING)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_pairs_of_half_turns() {
        for turns in 1..=Horizon::MAX_TURNS {
            let [own, reply] = [false, true].map(|reply| Horizon::new(turns, reply));
            assert_eq!([own, reply].map(|h| u32::from(h.half_turns())), [2 * turns - 1, 2 * turns]);
            assert_eq!([own, reply].map(Horizon::turns), [turns, turns]);
        }
        assert_eq!(Horizon::NONE.turns(), 0);
        assert_eq!(Horizon::new(0, false), Horizon::new(1, false));
        assert_eq!(Horizon::new(u32::MAX, true), Horizon::new(Horizon::MAX_TURNS, true));
    }

    #[test]
    fn a_turn_takes_a_half_turn_and_a_second_attack_in_a_row_the_reply_as_well() {
        for half_turns in 2..=u8::MAX {
            let horizon = Horizon::from_half_turns(half_turns);
            let left = |left| Horizon::from_half_turns(left);
            assert_eq!(horizon.after_attack(false), left(half_turns - 1));
            assert_eq!(horizon.after_attack(true), left(half_turns - 2));
            assert_eq!(horizon.after_defence(false), left(half_turns - 1));
            assert_eq!(horizon.after_defence(true), horizon);
        }
    }

    #[test]
    fn less_than_nothing_is_never_left() {
        for moves_again in [false, true] {
            assert_eq!(Horizon::from_half_turns(1).after_attack(moves_again), Horizon::NONE);
            assert_eq!(Horizon::NONE.after_attack(moves_again), Horizon::NONE);
            assert_eq!(Horizon::NONE.after_defence(moves_again), Horizon::NONE);
        }
    }

    /// Two turns by the same side cost what they would with a turn of the other
    /// in between, or none at all.
    #[test]
    fn turns_in_a_row_use_up_turns_of_the_attacker_alone() {
        let horizon = Horizon::new(3, false);
        let attacks = horizon.after_attack(true).after_attack(false);
        assert_eq!(attacks, horizon.after_attack(false).after_defence(false).after_attack(false));
        let defences = horizon.after_attack(false).after_defence(true).after_defence(false);
        assert_eq!(defences, horizon.after_attack(false).after_defence(false));
        assert_eq!(defences.turns(), 2);
    }
}
