//! A game given as an explicit tree, for testing engines on cases that no real
//! game offers on demand.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

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
    /// A tree in which the side to move depends on the depth alone. One position in
    /// seven or so has been won by somebody, and some have no turn.
    pub fn random(seed: u64) -> Self {
        const LAYERS: u16 = 9;
        const WIDTH: u16 = 6;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut below = |bound: u16| (rng.next_u32() % u32::from(bound)) as u16;
        let mut nodes = Vec::new();
        for layer in 0..LAYERS {
            let side = if below(2) == 0 { Player::First } else { Player::Second };
            for _ in 0..if layer == 0 { 1 } else { WIDTH } {
                let winner = match below(14) {
                    0 => Some(Player::First),
                    1 => Some(Player::Second),
                    _ => None,
                };
                let count = if layer + 1 == LAYERS || winner.is_some() { 0 } else { below(5) };
                let mut children: Vec<_> =
                    (0..count).map(|_| 1 + layer * WIDTH + below(WIDTH)).collect();
                children.sort_unstable();
                children.dedup();
                nodes.push(Node { side, winner, children: children.leak() });
            }
        }
        Self { nodes: nodes.leak(), at: 0 }
    }

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
