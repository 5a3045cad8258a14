use super::{Question, ReplyError};
use crate::game::Game;
use crate::perft::Overflow;

/// What came of comparing a program with this library on one position.
#[derive(Debug)]
pub struct Comparison<G: Game, E> {
    /// The counts from depth 1 on, as far as they were compared.
    pub counts: Vec<Counts>,
    /// How it ended.
    pub outcome: Outcome<G, E>,
}

/// The counts of both sides at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// How many turns deep.
    pub depth: u32,
    /// The right count.
    pub ours: u64,
    /// The total that the program states.
    pub theirs: u64,
}

/// How a comparison ended.
#[derive(Debug)]
pub enum Outcome<G: Game, E> {
    /// All turns and counts are the same.
    Agrees,
    /// They are not, and this is why.
    Differs(Box<Finding<G>>),
    /// There was no answer that could be compared.
    Failed(Failure<E>),
}

/// Why an answer could not be compared.
#[derive(Debug)]
pub struct Failure<E> {
    /// What had been asked.
    pub question: Question,
    /// What is wrong with the answer.
    pub cause: FailureCause<E>,
}

/// What can be wrong with an answer.
#[derive(Debug, thiserror::Error)]
pub enum FailureCause<E> {
    /// There is none.
    #[error("{0}")]
    Ask(E),
    /// It does not follow the convention.
    #[error("{0}")]
    Output(#[from] ReplyError),
    /// The right count does not fit 64 bits.
    #[error(transparent)]
    Overflow(#[from] Overflow),
}

/// The smallest difference that a comparison has found.
#[derive(Clone, Debug)]
pub struct Finding<G: Game> {
    /// The turns that lead from the position compared to this one.
    pub path: Vec<G::Turn>,
    /// The position at which the program is wrong.
    pub position: G,
    /// What is wrong there.
    pub kind: Kind<G>,
    /// What pattern the errors have, in plain words, as far as one is
    /// recognised.
    pub diagnoses: Vec<String>,
    /// The smallest question that shows it.
    pub question: Question,
}

/// What can be wrong at a position.
#[derive(Clone, Debug)]
pub enum Kind<G: Game> {
    /// Its turns are not those that the rules give.
    Turns(Listing<G>),
    /// A turn is played wrongly: asked about a position that follows, given as
    /// such, the program lists the right turns, but not after this turn.
    Played {
        /// The turn.
        turn: G::Turn,
        /// The turns after it, until the error shows.
        later: Vec<G::Turn>,
        /// What is then wrong with the turns.
        listing: Listing<G>,
    },
    /// The count below a turn is wrong, while the turns are right.
    Count {
        /// The turn.
        turn: G::Turn,
        /// How many turns deep the count is, the turn itself included.
        depth: u32,
        /// The right count.
        ours: u64,
        /// The program's.
        theirs: u64,
        /// The sum of what the program says below the turn when it is asked
        /// there, if that was asked.
        added: Option<u64>,
    },
    /// All counts are right, but their total is not.
    Total {
        /// How many turns deep the counts are.
        depth: u32,
        /// The right total.
        sum: u64,
        /// The program's.
        total: u64,
    },
}

/// How a list of turns differs from the right one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing<G: Game> {
    /// Legal turns that are not in it.
    pub missing: Vec<G::Turn>,
    /// Entries that are not legal.
    pub extra: Vec<Extra>,
    /// Legal turns that are in it more than once.
    pub repeated: Vec<G::Turn>,
}

impl<G: Game> Listing<G> {
    /// Whether there is no difference.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.repeated.is_empty()
    }
}

/// A turn that is not legal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Extra {
    /// The turn as the program writes it.
    pub token: String,
    /// The rule that it breaks.
    pub rule: String,
}
