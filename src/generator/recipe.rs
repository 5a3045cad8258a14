use std::fmt;
use std::ops::RangeInclusive;

use crate::game::{Game, Record};
use crate::solver::Limits;

/// Where candidates come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The ends of games that players of several strengths play.
    Selfplay,
    /// Positions made up at random, with few pieces.
    Sparse,
    /// Small changes to positions: to those given, or else to sparse ones.
    Mutate,
    /// Turns taken back from won positions, so that the win takes longer.
    Backward,
    /// The positions given.
    Given,
}

impl Source {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Selfplay, Self::Sparse, Self::Mutate, Self::Backward, Self::Given];

    /// The name in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Selfplay => "selfplay",
            Self::Sparse => "sparse",
            Self::Mutate => "mutate",
            Self::Backward => "backward",
            Self::Given => "given",
        }
    }

    /// What it gives, in a phrase for people.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Selfplay => "The ends of games between players of several strengths",
            Self::Sparse => "Positions made up, with few pieces",
            Self::Mutate => "Small changes to positions given, or else to sparse ones",
            Self::Backward => "Turns taken back from won positions, to make the win longer",
            Self::Given => "The positions given themselves",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a run looks for, and where. With a number, it says all there is to say
/// about a candidate.
#[derive(Clone, Debug)]
pub struct Recipe<G: Game> {
    /// The ruleset.
    pub rules: &'static str,
    /// What all dice are made from.
    pub seed: u64,
    /// In how many turns the side to move is to win.
    pub turns: RangeInclusive<u32>,
    /// The sources, which take turns: not none.
    pub sources: Vec<Source>,
    /// What is given: games, or positions, which are games without a turn.
    pub given: Vec<Record<G>>,
    /// How many positions each search may look at.
    pub nodes: u64,
    /// How much memory each search may take.
    pub table_bytes: usize,
    /// What puzzles have to be like.
    pub demands: Demands,
}

/// What puzzles have to be like, beside having one key.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Demands {
    /// Whether they may have duals.
    pub duals: bool,
    /// How many plausible tries they have to have: wrong first turns that threaten
    /// to win in time, and that a single reply refutes.
    pub tries: u32,
    /// After how many replies to the key the win has to take all of the turns
    /// left, where the key does not win at once.
    pub replies: u32,
    /// They have to have one of these themes, if there are any.
    pub themes: Vec<String>,
    /// How hard they have to be, in tenths; `None` if that does not matter.
    pub difficulty: Option<RangeInclusive<u32>>,
}

impl<G: Game> Recipe<G> {
    /// The source of a candidate.
    #[must_use]
    pub fn source(&self, index: u64) -> Source {
        let number = self.sources.len() as u64;
        self.sources[(index % number) as usize]
    }

    /// The limits of each search. Each has one thread, so that a limit strikes
    /// at the same node on every machine.
    pub(super) const fn limits<'a>(&self, stop: &'a std::sync::atomic::AtomicBool) -> Limits<'a> {
        Limits {
            table_bytes: self.table_bytes,
            nodes: self.nodes,
            deadline: None,
            interrupt: Some(stop),
            threads: 1,
        }
    }
}
