//! Seeded random positions of SHŌBU that are not finished.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tsume::game::{Game, Player};
use tsume::shobu::{Bitboard, Board, Position, Setup};

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Reached by random turns from the start.
    Game,
    /// One or two stones of each colour on each board.
    Sparse,
    /// Three or four stones of each colour on each board.
    Crowded,
    /// Few stones of the defender, in corners and on edges, among many of the
    /// attacker.
    Cramped,
}

/// An endless supply of positions.
pub fn positions(kind: Kind, seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random(ChaCha8Rng::seed_from_u64(seed));
    std::iter::repeat_with(move || match kind {
        Kind::Game => random.game(),
        Kind::Sparse => random.setup([1, 2], [1, 2]),
        Kind::Crowded => random.setup([3, 4], [3, 4]),
        Kind::Cramped => random.setup([2, 4], [1, 2]),
    })
    .filter(|position| position.outcome().is_none())
}

struct Random(ChaCha8Rng);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound
    }

    fn game(&mut self) -> Position {
        let mut position = Position::START;
        for _ in 0..10 + self.below(100) {
            let turns = position.turns();
            if turns.is_empty() {
                break;
            }
            position = position.play_unchecked(turns[self.below(turns.len())]);
        }
        position
    }

    /// Between the given numbers of stones of each side on each board, the side
    /// to move first.
    fn setup(&mut self, own: [usize; 2], enemy: [usize; 2]) -> Position {
        let mut sides = [Bitboard::EMPTY; 2];
        for board in Board::ALL {
            for (side, [least, most]) in [own, enemy].into_iter().enumerate() {
                for _ in 0..least + self.below(most - least + 1) {
                    let free = Bitboard::board(board) & !(sides[0] | sides[1]);
                    let nth = self.below(free.len() as usize);
                    sides[side] |= free.into_iter().nth(nth).map_or(Bitboard::EMPTY, Bitboard::of);
                }
            }
        }
        let [own, enemy] = sides;
        let setup = match self.below(2) {
            0 => Setup { black: own, white: enemy, side: Player::First },
            _ => Setup { black: enemy, white: own, side: Player::Second },
        };
        Position::try_from(setup).expect("the numbers of stones are legal")
    }
}
