//! What the number of sequences depends on, board by board.

use crate::shobu::bitboard::Bitboard;
use crate::shobu::movegen::Origins;
use crate::shobu::vector::{Direction, Vector};

/// A byte for each of the 16 vectors: the one with number 2r in the low half
/// of word r, the one with number 2r + 1 in the high half.
///
/// Sums of such words are sums of the bytes as long as no byte overflows.
pub(super) type Bytes = [u16; 8];

/// A byte for each pair of vectors (v, w): [`Bytes`] over v, for each w.
pub(super) type Matrix = [[u16; 16]; 8];

/// What is seen of one board by a side about to move, up to the reply: all
/// that the number of sequences of two turns depends on.
///
/// A turn and its reply each touch two boards, one moved passively and one
/// moved aggressively, so the number of such sequences is a sum of products of
/// these numbers over the boards (see `form`). It is linear in the features of
/// each board; so a sum of features, over what a first move can make of the
/// board, counts sequences of three turns.
///
/// With at most four stones of a colour on a board, no byte exceeds 16, nor 64
/// in a sum over the at most four moves by one vector.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(C, align(64))]
pub(super) struct Features {
    /// (v, w): over the aggressive moves by v that do not clear the board, the
    /// aggressive replies by w on it.
    pub aggressive_then_aggressive: Matrix,
    /// (v, w) on a home board: over the passive moves by v, the aggressive
    /// replies by w on it. On the opponent's: over the aggressive moves by v
    /// that do not clear the board, the passive replies by w.
    pub crossed: Matrix,
    /// v: the aggressive moves that do not clear the board.
    pub aggressive: Bytes,
    /// On a home board, v: the passive moves. On the opponent's, w: his passive
    /// replies on the unchanged board.
    pub passive: Bytes,
    /// w: the opponent's aggressive replies on the unchanged board.
    pub replies: Bytes,
    /// Of how many boards these features are the sum.
    pub boards: u16,
}

impl Features {
    /// Adds the features of another board.
    pub fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.aggressive_then_aggressive, &other.aggressive_then_aggressive),
            (&mut self.crossed, &other.crossed),
        ];
        for (matrix, more) in pairs {
            for (row, more) in matrix.iter_mut().zip(more) {
                add_words(row, more);
            }
        }
        add_words(&mut self.aggressive, &other.aggressive);
        add_words(&mut self.passive, &other.passive);
        add_words(&mut self.replies, &other.replies);
        self.boards += other.boards;
    }
}

fn add_words<const N: usize>(words: &mut [u16; N], more: &[u16; N]) {
    for (word, more) in words.iter_mut().zip(more) {
        *word += more;
    }
}

/// A board as a side about to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct BoardState {
    /// The stones of the side to move.
    pub own: u16,
    /// The stones of its opponent.
    pub enemy: u16,
    /// Whether the board is a home of the side to move.
    pub home: bool,
}

impl BoardState {
    /// The same board as the opponent sees it.
    pub const fn reversed(self) -> Self {
        Self { own: self.enemy, enemy: self.own, home: !self.home }
    }

    /// An exact number for the state.
    pub const fn code(self) -> u64 {
        self.own as u64 | (self.enemy as u64) << 16 | (self.home as u64) << 32
    }

    /// Works out its [`Features`], where there were none. Inlined into
    /// functions with more instructions at hand, and everything below it too.
    #[inline(always)]
    pub fn features(self, features: &mut Features) {
        features.boards = 1;
        let replies = Moves::of(u64::from(self.enemy), u64::from(self.own));
        for vector in 0..Vector::COUNT as usize {
            let results = Results::of(self, vector as u32);
            let after = Moves::of(results.any.enemy, results.any.own);
            let crossed = match self.home {
                true if results.quiet.boards == results.any.boards => after.any,
                true => Moves::of(results.quiet.enemy, results.quiet.own).any,
                false => after.quiet,
            };
            let passive = if self.home { results.quiet.boards } else { replies.quiet[vector] };
            let (word, shift) = (vector / 2, vector % 2 * 8);
            fill(&mut features.aggressive_then_aggressive[word], after.any, shift);
            fill(&mut features.crossed[word], crossed, shift);
            features.passive[word] |= u16::from(passive) << shift;
            features.aggressive[word] |= u16::from(results.any.boards) << shift;
            features.replies[word] |= u16::from(replies.any[vector]) << shift;
        }
    }
}

/// Puts a byte into each word, in its low or its high half.
#[inline(always)]
fn fill(words: &mut [u16; 16], bytes: [u8; 16], shift: usize) {
    for (word, byte) in words.iter_mut().zip(bytes) {
        *word |= u16::from(byte) << shift;
    }
}

/// The numbers of moves of one side on up to four boards together, by vector.
struct Moves {
    quiet: [u8; Vector::COUNT as usize],
    any: [u8; Vector::COUNT as usize],
}

impl Moves {
    #[inline(always)]
    fn of(own: u64, enemy: u64) -> Self {
        let mut moves = Self { quiet: [0; 16], any: [0; 16] };
        if own == 0 {
            return moves;
        }
        // One loop without calls or branches, so that several directions can
        // be worked out at once.
        let (mut quiet, mut any) = ([[0u64; 8]; 2], [[0u64; 8]; 2]);
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            let origins = Origins::new(Bitboard(own), Bitboard(enemy), direction);
            quiet[0][index] = origins.quiet[0].0;
            quiet[1][index] = origins.quiet[1].0;
            any[0][index] = origins.any[0].0;
            any[1][index] = origins.any[1].0;
        }
        for vector in 0..Vector::COUNT as usize {
            let (direction, long) = (vector / 2, vector % 2);
            moves.quiet[vector] = quiet[long][direction].count_ones() as u8;
            moves.any[vector] = any[long][direction].count_ones() as u8;
        }
        moves
    }
}

/// Up to four boards, 16 bits each.
#[derive(Clone, Copy, Default)]
pub(super) struct Boards {
    own: u64,
    enemy: u64,
    boards: u8,
}

impl Boards {
    #[inline(always)]
    fn push(&mut self, own: Bitboard, enemy: Bitboard) {
        self.own |= u64::from(own.lane(0)) << (16 * self.boards);
        self.enemy |= u64::from(enemy.lane(0)) << (16 * self.boards);
        self.boards += 1;
    }

    /// The boards, each as the opponent of the side that made it sees it.
    pub fn reversed(self, home: bool) -> impl ExactSizeIterator<Item = BoardState> {
        (0..usize::from(self.boards)).map(move |lane| BoardState {
            own: Bitboard(self.enemy).lane(lane),
            enemy: Bitboard(self.own).lane(lane),
            home: !home,
        })
    }
}

/// What the moves of the side to move by one vector can make of a board: at
/// most four boards each, for it has at most four stones there.
pub(super) struct Results {
    /// By moves over empty squares: on a home board, the passive moves.
    pub quiet: Boards,
    /// By aggressive moves that do not clear the board, the quiet ones first.
    pub any: Boards,
}

impl Results {
    /// The results of the moves by the vector with this number.
    #[inline(always)]
    pub fn of(board: BoardState, vector: u32) -> Self {
        let (own, enemy) = (Bitboard(board.own.into()), Bitboard(board.enemy.into()));
        let vector = Vector::from_index(vector);
        let long = usize::from(vector.is_long());
        let origins = Origins::new(own, enemy, vector.direction());
        let mut quiet = Boards::default();
        for from in origins.quiet[long] {
            let from = Bitboard::of(from);
            quiet.push(own ^ from ^ from.path(vector).0, enemy);
        }
        let mut any = quiet;
        for from in origins.any[long] & !origins.quiet[long] {
            let from = Bitboard::of(from);
            let (target, left) = from.shove(enemy, vector);
            if !left.is_empty() {
                any.push(own ^ from ^ target, left);
            }
        }
        Self { quiet, any }
    }
}
