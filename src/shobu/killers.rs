//! Turns that decided lately, to be tried first where they are possible again.

use super::catalogue::{BoardNumber, Turned};
use super::scene::MOST_TURNS;

/// How many are kept for each side and number of turns left.
const KEPT: usize = 4;

/// A number of turns that A has left, and who is to move.
#[derive(Clone, Copy)]
pub(super) enum Moment {
    /// A is, and has so many turns left.
    Attack(u32),
    /// D is, and A has so many turns left.
    Defence(u32),
}

/// A turn, and the boards that it was played on.
#[derive(Clone, Copy, Debug)]
struct Killer {
    turn: Turned,
    boards: [BoardNumber; 2],
}

/// The killers, the latest first.
///
/// A turn is legal wherever its two boards are in the same states, and does the
/// same there, so it can be tried without being looked for.
#[derive(Default, Debug)]
pub(super) struct Killers([Vec<Killer>; 2 * MOMENTS]);

/// One more than the most turns that an attack has left here.
const MOMENTS: usize = MOST_TURNS as usize + 1;

impl Moment {
    const fn index(self) -> usize {
        match self {
            Self::Attack(turns) => turns as usize,
            Self::Defence(turns) => MOMENTS + turns as usize,
        }
    }
}

impl Killers {
    /// The killer with this number, if there is one and its boards are as it
    /// was played on.
    #[inline]
    pub fn get(&self, moment: Moment, number: usize, boards: &[BoardNumber; 4]) -> Option<Turned> {
        let Killer { turn, boards: before } = *self.0[moment.index()].get(number)?;
        let [(passive, _), (active, _)] = turn;
        (boards[passive] == before[0] && boards[active] == before[1]).then_some(turn)
    }

    /// Puts a turn on these boards first.
    pub fn put(&mut self, moment: Moment, turn: Turned, boards: &[BoardNumber; 4]) {
        let killers = &mut self.0[moment.index()];
        match killers.iter().position(|kept| kept.turn == turn) {
            Some(number) => killers[..=number].rotate_right(1),
            None => {
                killers.truncate(KEPT - 1);
                killers.insert(0, Killer { turn, boards: turn.map(|(lane, _)| boards[lane]) });
            }
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    /// The numbers that killers may have.
    pub const fn numbers() -> std::ops::Range<usize> {
        0..KEPT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Turned = [(0, 7), (3, 9)];

    #[test]
    fn a_killer_is_one_where_both_its_boards_are_the_same() {
        let mut killers = Killers::default();
        let moment = Moment::Defence(2);
        killers.put(moment, TURN, &[1, 2, 3, 4]);
        assert_eq!(killers.get(moment, 0, &[1, 5, 6, 4]), Some(TURN));
        assert_eq!(killers.get(moment, 0, &[1, 2, 3, 5]), None);
        assert_eq!(killers.get(moment, 0, &[5, 2, 3, 4]), None);
        assert_eq!(killers.get(moment, 1, &[1, 2, 3, 4]), None);
        assert_eq!(killers.get(Moment::Attack(2), 0, &[1, 2, 3, 4]), None);
    }

    #[test]
    fn the_latest_is_the_first_and_the_oldest_goes() {
        let mut killers = Killers::default();
        let moment = Moment::Attack(3);
        let turn = |half| [(0, half), (1, half)];
        let boards = [0; 4];
        for half in [1, 2, 1, 3, 4, 5] {
            killers.put(moment, turn(half), &boards);
            assert_eq!(killers.get(moment, 0, &boards), Some(turn(half)));
        }
        let kept = Killers::numbers().filter_map(|number| killers.get(moment, number, &boards));
        assert_eq!(kept.collect::<Vec<_>>(), [5, 4, 3, 1].map(turn));
        killers.clear();
        assert_eq!(killers.get(moment, 0, &boards), None);
    }
}
