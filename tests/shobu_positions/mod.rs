//! SHŌBU positions of every kind, reproducible by their seed.

#![allow(dead_code, reason = "a test may use only part of it")]

use std::ops::RangeInclusive;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tsume::game::{Game, Player};
use tsume::shobu::{Bitboard, Board, Position, Setup, Square};

/// A source of random positions.
pub struct Source(ChaCha8Rng);

impl Source {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// `count` positions made by one of the functions below.
    pub fn many<T>(seed: u64, count: usize, make: fn(&mut Self) -> T) -> Vec<T> {
        let mut source = Self::new(seed);
        (0..count).map(|_| make(&mut source)).collect()
    }

    /// Every position of `count` random games, finished ones included.
    pub fn games(seed: u64, count: usize) -> Vec<Position> {
        Self::many(seed, count, Self::game).concat()
    }

    /// Every position of a random game, cut off after 150 turns.
    fn game(&mut self) -> Vec<Position> {
        let mut positions = vec![Position::START];
        while let Some(next) = self.successor(positions[positions.len() - 1]) {
            positions.push(next);
            if positions.len() > 150 {
                break;
            }
        }
        positions
    }

    fn successor(&mut self, position: Position) -> Option<Position> {
        let turns = position.turns();
        (!turns.is_empty()).then(|| position.play_unchecked(turns[self.below(turns.len())]))
    }

    /// One or two stones of each colour on each board.
    pub fn sparse(&mut self) -> Position {
        self.full(1..=2)
    }

    /// Three or four stones of each colour on each board.
    pub fn crowded(&mut self) -> Position {
        self.full(3..=4)
    }

    /// One to four stones of each colour on each board.
    pub fn mixed(&mut self) -> Position {
        self.full(1..=4)
    }

    /// A cleared board, sometimes several, of one colour.
    pub fn finished(&mut self) -> Position {
        loop {
            let setup = self.setup(0..=2);
            match Position::try_from(setup) {
                Ok(position) if position.winner().is_some() => return position,
                _ => {}
            }
        }
    }

    /// No board cleared, but no legal turn. In half of them no board is near to
    /// being cleared.
    pub fn stuck(&mut self) -> Position {
        let stones = 1 + self.below(2)..=4;
        self.boxed_in(stones, 0)
    }

    /// Few turns for the opponent of the side to move, and two stones or more
    /// on each board, often three: it may run out of turns, but not of stones.
    pub fn cornered(&mut self) -> Position {
        let (stones, most) = (2 + self.below(2)..=4, 1 + self.below(4));
        with_other_side(self.boxed_in(stones, most as u64))
    }

    /// At most this many turns for the side to move, found by changing boards
    /// for as long as that takes turns away.
    fn boxed_in(&mut self, stones: RangeInclusive<usize>, most: u64) -> Position {
        loop {
            let mut best = self.full(stones.clone());
            for _ in 0..300 {
                if best.count_turns() <= most {
                    return best;
                }
                let board = Board::ALL[self.below(4)];
                let changed = self.with_new_board(best.setup(), board, stones.clone());
                let changed = Position::try_from(changed).expect("at most four stones");
                if changed.count_turns() <= best.count_turns() {
                    best = changed;
                }
            }
        }
    }

    /// A stuck position with a turn of the opponent taken back that pushed
    /// nothing. To take such a turn back is to play one.
    pub fn nearly_stuck(&mut self) -> Position {
        loop {
            let after = with_other_side(self.stuck());
            let results = after.turns().into_iter().map(|turn| after.play_unchecked(turn));
            let stuck = |position: &Position| position.setup().stones(after.side().other());
            let quiet: Vec<_> = results.filter(|before| stuck(before) == stuck(&after)).collect();
            if !quiet.is_empty() {
                return with_other_side(quiet[self.below(quiet.len())]);
            }
        }
    }

    fn full(&mut self, stones: RangeInclusive<usize>) -> Position {
        Position::try_from(self.setup(stones)).expect("one to four stones are legal")
    }

    /// As many stones of each colour on each board as a number in the range
    /// says.
    fn setup(&mut self, stones: RangeInclusive<usize>) -> Setup {
        let side = if self.below(2) == 0 { Player::First } else { Player::Second };
        let mut setup = Setup { black: Bitboard::EMPTY, white: Bitboard::EMPTY, side };
        for board in Board::ALL {
            setup = self.with_new_board(setup, board, stones.clone());
        }
        setup
    }

    fn with_new_board(
        &mut self,
        setup: Setup,
        board: Board,
        stones: RangeInclusive<usize>,
    ) -> Setup {
        let elsewhere = !Bitboard::board(board);
        let number =
            |source: &mut Self| stones.start() + source.below(stones.end() - stones.start() + 1);
        let black = number(self);
        let white = number(self);
        let mut free: Vec<Square> = Bitboard::board(board).collect();
        let mut place = |count: usize| {
            (0..count).fold(Bitboard::EMPTY, |set, _| {
                set | Bitboard::of(free.swap_remove(self.below(free.len())))
            })
        };
        Setup {
            black: setup.black & elsewhere | place(black),
            white: setup.white & elsewhere | place(white),
            side: setup.side,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a small number");
        usize::try_from(self.0.next_u64() % bound).expect("a small number")
    }
}

fn with_other_side(position: Position) -> Position {
    let setup = position.setup();
    let setup = Setup { side: setup.side.other(), ..setup };
    Position::try_from(setup).expect("either side may be to move")
}
