//! A game without any of its shortcuts: what engines find on it follows from
//! the rules alone.

use std::ops::ControlFlow;

use tsume::game::{Game, Player};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plain<G>(pub G);

impl<G: Game> Game for Plain<G> {
    type Turn = G::Turn;
    type Key = G::Key;

    fn side(&self) -> Player {
        self.0.side()
    }

    fn winner(&self) -> Option<Player> {
        self.0.winner()
    }

    fn key(&self) -> G::Key {
        self.0.key()
    }

    fn visit_turns<B>(&self, visit: impl FnMut(G::Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.visit_turns(visit)
    }

    fn play_unchecked(&self, turn: G::Turn) -> Self {
        Self(self.0.play_unchecked(turn))
    }

    fn passed(&self) -> Option<Self> {
        self.0.passed().map(Self)
    }
}
