use clap::ValueEnum;
use tsume::game::Symmetry;
use tsume::perft::{Fold, Method, Overflow, Weighted};

/// How to count, as it is asked for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodName {
    /// Play every turn, those of the last ply included: what verifies a move
    /// generator
    Walk,
    /// Count the last plies without playing their turns
    Bulk,
    /// Also merge equal positions, up to symmetry, before doing so: the fastest
    Fold,
    /// Count in all three ways, and compare
    All,
}

impl MethodName {
    /// The name by which it is asked for, and which the output gives.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Bulk => "bulk",
            Self::Fold => "fold",
            Self::All => "all",
        }
    }

    /// The method of this name that counts one position after another, or else
    /// the faster of these.
    pub const fn plain(self) -> Method {
        match self {
            Self::Walk => Method::Walk,
            Self::Bulk | Self::Fold | Self::All => Method::Bulk,
        }
    }

    /// What counts: three engines that have to agree for `all`.
    pub fn engines(self, memory: usize) -> Vec<Engine> {
        let fold = Engine::Fold(Fold { memory });
        match self {
            Self::Walk => vec![Engine::Plain(Method::Walk)],
            Self::Bulk => vec![Engine::Plain(Method::Bulk)],
            Self::Fold => vec![fold],
            Self::All => vec![Engine::Plain(Method::Walk), Engine::Plain(Method::Bulk), fold],
        }
    }
}

/// One way of counting.
#[derive(Clone, Copy, Debug)]
pub enum Engine {
    /// One position after another.
    Plain(Method),
    /// Merging positions.
    Fold(Fold),
}

/// The counts below each turn.
pub type Divided<T> = Vec<(T, u64)>;

impl Engine {
    /// The name of the method.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain(Method::Walk) => MethodName::Walk.name(),
            Self::Plain(Method::Bulk) => MethodName::Bulk.name(),
            Self::Fold(_) => MethodName::Fold.name(),
        }
    }

    /// The number of sequences of exactly `depth` turns.
    pub fn count<G: Symmetry>(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<u64, Overflow> {
        match self {
            Self::Plain(method) => method.count_parallel(position, depth, done),
            Self::Fold(fold) => fold.count(position, depth, done),
        }
    }

    /// The same for each first turn.
    pub fn divide<G: Symmetry>(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<Divided<G::Turn>, Overflow> {
        match self {
            Self::Plain(method) => method.divide(position, depth, done),
            Self::Fold(fold) => fold.divide(position, depth, done),
        }
    }

    /// The same below several positions.
    pub fn count_below<G: Symmetry>(
        self,
        positions: &[Weighted<G>],
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<u64, Overflow> {
        match self {
            Self::Plain(method) => method.count_below(positions, depth, done),
            Self::Fold(fold) => fold.count_below(positions, depth, done),
        }
    }
}
