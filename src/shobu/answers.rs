//! Answers about positions that came up lately.

use super::catalogue::BoardNumber;

/// How many are kept.
const SLOTS: usize = 1 << 15;

/// Whether A wins within two turns, D to move, by the numbers of the boards.
///
/// Exact: positions are told apart by all their boards. One that needs the slot
/// of another takes its place.
#[derive(Default, Debug)]
pub(super) struct Answers(Vec<Answer>);

#[derive(Clone, Copy, Debug)]
struct Answer {
    boards: [BoardNumber; 4],
    wins: bool,
}

/// No board has this number.
const NONE: Answer = Answer { boards: [BoardNumber::MAX; 4], wins: false };

impl Answers {
    #[inline]
    pub fn get(&self, boards: &[BoardNumber; 4]) -> Option<bool> {
        let answer = self.0.get(slot(boards))?;
        (answer.boards == *boards).then_some(answer.wins)
    }

    pub fn put(&mut self, boards: &[BoardNumber; 4], wins: bool) {
        if self.0.is_empty() {
            self.0.resize(SLOTS, NONE);
        }
        self.0[slot(boards)] = Answer { boards: *boards, wins };
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.fill(NONE);
    }
}

#[inline]
fn slot(&[a, b, c, d]: &[BoardNumber; 4]) -> usize {
    const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
    let [front, back] = [[a, b], [c, d]].map(|[a, b]| u64::from(a) | u64::from(b) << 32);
    let mixed = (front.wrapping_mul(MIX) ^ back).wrapping_mul(MIX);
    (mixed >> 32) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_that_of_the_very_position_and_gives_way_to_another() {
        let mut answers = Answers::default();
        let boards = |number| [number, 2, 3, number];
        assert_eq!(answers.get(&boards(1)), None);
        let numbers = 0..3 * SLOTS as u32;
        for number in numbers.clone() {
            answers.put(&boards(number), number % 3 == 0);
            assert_eq!(answers.get(&boards(number)), Some(number % 3 == 0));
        }
        let known = numbers.filter(|&number| {
            let answer = answers.get(&boards(number));
            assert!(answer.is_none_or(|wins| wins == (number % 3 == 0)));
            answer.is_some()
        });
        // All slots are used, one way or another.
        let known = known.count();
        assert!((SLOTS / 2..=SLOTS).contains(&known), "{known}");
        answers.clear();
        assert_eq!(answers.get(&boards(1)), None);
    }
}
