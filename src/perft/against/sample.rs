use crate::game::{Dice, Game};

/// Random games that go on for ever are cut off here.
const MOST_TURNS: usize = 300;

/// A position from a random game that begins at `start`: the one with this
/// number among those that `seed` gives, each of a game of its own.
///
/// All turns of a game are equally likely, and so are all of its positions,
/// the finished one at its end included.
#[must_use]
pub fn random_position<G: Game>(start: &G, seed: u64, number: u64) -> G {
    let mut dice = Dice::new(seed, number);
    let mut game = vec![*start];
    while let (Some(last), true) = (game.last(), game.len() <= MOST_TURNS) {
        let turns = last.turns();
        if turns.is_empty() {
            break;
        }
        let next = last.play_unchecked(turns[dice.below(turns.len())]);
        game.push(next);
    }
    game[dice.below(game.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shobu::Position;

    #[test]
    fn a_seed_and_a_number_give_one_position() {
        let position = |seed, number| random_position(&Position::START, seed, number);
        assert_eq!(position(1, 2), position(1, 2));
        assert_ne!(position(1, 2), position(1, 3));
        assert_ne!(position(1, 2), position(2, 2));
        let finished = |&number: &u64| position(1, number).outcome().is_some();
        let ends = (0..500).filter(finished).count();
        assert!((1..100).contains(&ends), "{ends}");
    }
}
