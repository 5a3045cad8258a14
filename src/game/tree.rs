//! A game given as an explicit tree, for testing engines on cases that no real
//! game offers on demand.

use std::ops::ControlFlow;

use super::{Game, Player};

/// A node of the tree: who moves, who has won, and the children's numbers.
pub(crate) struct Node {
    pub side: Player,
    pub winner: Option<Player>,
    pub children: &'static [u16],
}

/// A position: a node of a tree. A turn is the number of the child.
#[derive(Clone, Copy)]
pub(crate) struct Tree {
    pub nodes: &'static [Node],
    pub at: u16,
}

impl Tree {
    fn node(&self) -> &'static Node {
        &self.nodes[usize::from(self.at)]
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Tree {}

impl std::hash::Hash for Tree {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "node {}", self.at)
    }
}

impl Game for Tree {
    type Turn = u16;
    type Key = u16;

    fn side(&self) -> Player {
        self.node().side
    }

    fn winner(&self) -> Option<Player> {
        self.node().winner
    }

    fn key(&self) -> u16 {
        self.at
    }

    fn visit_turns<B>(&self, visit: impl FnMut(u16) -> ControlFlow<B>) -> ControlFlow<B> {
        self.node().children.iter().copied().try_for_each(visit)
    }

    fn play_unchecked(&self, turn: u16) -> Self {
        Self { at: turn, ..*self }
    }
}
