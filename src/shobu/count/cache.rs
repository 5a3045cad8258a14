use rustc_hash::FxHashMap;

use super::features::{BoardState, Features, Results};
use super::kernel::Kernel;
use crate::shobu::vector::Vector;

/// The number of a block of features in a [`Cache`].
pub(super) type Block = u32;

/// The block of no board at all: all its numbers are zero.
pub(super) const NOTHING: Block = 0;

/// What a first move can make of a board, by its vector: sums of the features
/// of the results, as the opponent sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstMoves {
    /// Without a move on this board.
    pub none: Block,
    /// After the passive moves; nothing away from home.
    pub passive: [Block; Vector::COUNT as usize],
    /// After the aggressive moves that do not clear the board.
    pub aggressive: [Block; Vector::COUNT as usize],
}

/// The features of the boards met so far, worked out when first asked for.
///
/// Exact: boards are told apart by all their squares. Bounded: when the room
/// runs out everything is forgotten.
#[derive(Debug)]
pub(super) struct Cache {
    kernel: Kernel,
    memory: usize,
    blocks: Vec<Features>,
    features: FxHashMap<u64, Block>,
    first_moves: FxHashMap<u64, u32>,
    moves: Vec<FirstMoves>,
}

/// At most this many blocks are added for one position: for each of four
/// boards itself, the results of 16·4 moves and their sums for 16 vectors,
/// for passive and for aggressive moves.
const BLOCKS_PER_POSITION: usize = 4 * (1 + 64 + 2 * 16);

/// The most that an entry of a hash table takes, the room left free included.
const BYTES_PER_ENTRY: usize = 40;

/// A block, and how it is found.
const BYTES_PER_BLOCK: usize = size_of::<Features>() + BYTES_PER_ENTRY;

/// The first moves on a board, and how they are found.
const BYTES_PER_MOVES: usize = size_of::<FirstMoves>() + BYTES_PER_ENTRY;

/// What one position can add.
const BYTES_PER_POSITION: usize = BLOCKS_PER_POSITION * BYTES_PER_BLOCK + 4 * BYTES_PER_MOVES;

impl Cache {
    /// A cache that takes about `memory` bytes when full, but at least what a
    /// few positions need: a megabyte.
    pub fn new(memory: usize, kernel: Kernel) -> Self {
        Self {
            kernel,
            memory: memory.max(4 * BYTES_PER_POSITION),
            blocks: Vec::new(),
            features: FxHashMap::default(),
            first_moves: FxHashMap::default(),
            moves: Vec::new(),
        }
    }

    /// Makes room for the boards of one more position. What was returned
    /// before is void.
    pub fn reserve(&mut self) {
        let taken = self.blocks.len() * BYTES_PER_BLOCK + self.moves.len() * BYTES_PER_MOVES;
        if self.blocks.is_empty() || taken + BYTES_PER_POSITION > self.memory {
            self.blocks.clear();
            self.features.clear();
            self.first_moves.clear();
            self.moves.clear();
            self.blocks.push(Features::default());
        }
    }

    /// The features in a block.
    #[inline]
    pub fn block(&self, block: Block) -> &Features {
        &self.blocks[block as usize]
    }

    /// What [`first_moves`](Cache::first_moves) returned the number of.
    #[inline]
    pub fn moves(&self, number: u32) -> &FirstMoves {
        &self.moves[number as usize]
    }

    /// The features of a board.
    pub fn features(&mut self, board: BoardState) -> Block {
        if let Some(&block) = self.features.get(&board.code()) {
            return block;
        }
        let block = self.blocks.len() as Block;
        self.blocks.push(Features::default());
        self.kernel.features(board, &mut self.blocks[block as usize]);
        self.features.insert(board.code(), block);
        block
    }

    /// What the first moves can make of a board: the number of its
    /// [`FirstMoves`].
    pub fn first_moves(&mut self, board: BoardState) -> u32 {
        if let Some(&number) = self.first_moves.get(&board.code()) {
            return number;
        }
        let moves = self.find_first_moves(board);
        let number = self.moves.len() as u32;
        self.moves.push(moves);
        self.first_moves.insert(board.code(), number);
        number
    }

    fn find_first_moves(&mut self, board: BoardState) -> FirstMoves {
        let none = self.features(board.reversed());
        let mut moves = FirstMoves { none, passive: [NOTHING; 16], aggressive: [NOTHING; 16] };
        for vector in 0..Vector::COUNT {
            let results = Results::of(board, vector);
            let quiet = results.quiet.reversed(board.home);
            let any = results.any.reversed(board.home);
            let quiet_only = quiet.len() == any.len();
            let vector = vector as usize;
            moves.aggressive[vector] = self.sum(any);
            if board.home {
                // The quiet moves are the passive moves.
                moves.passive[vector] =
                    if quiet_only { moves.aggressive[vector] } else { self.sum(quiet) };
            }
        }
        moves
    }

    /// The sum of the features of some boards, at most four.
    fn sum(&mut self, boards: impl ExactSizeIterator<Item = BoardState>) -> Block {
        let count = boards.len();
        let mut blocks = [NOTHING; 4];
        for (block, board) in blocks.iter_mut().zip(boards) {
            *block = self.features(board);
        }
        if count <= 1 {
            return blocks[0];
        }
        let sum = self.blocks.len();
        self.blocks.push(self.blocks[blocks[0] as usize]);
        let (known, sums) = self.blocks.split_at_mut(sum);
        for &block in &blocks[1..count] {
            sums[0].add(&known[block as usize]);
        }
        sum as Block
    }
}
