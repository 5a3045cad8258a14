use std::collections::HashMap;

use super::super::horizon::Horizon;
use super::super::limits::Stopped;
use super::branches::{Branch, Next, Reached, attacks, defences};
use super::{Explorer, Part};
use crate::game::{Game, Player};

/// A solution as a tree: for every position in which the attacker is to move, the
/// fastest turn, and for every other, all replies. Equal positions are one
/// node, however they are reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree<G: Game> {
    /// Who wins.
    pub attacker: Player,
    /// The positions, the first one first.
    pub nodes: Vec<Node<G>>,
}

/// A position of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<G: Game> {
    /// The position.
    pub position: G,
    /// How many turns the attacker takes from here, if both sides do their best.
    pub turns: u32,
    /// How many plies that is.
    pub plies: u32,
    /// If the attacker is to move, the turns that win in so many turns: first those
    /// that do so in the fewest plies. The first one is followed, the others
    /// are not, unless they end the game. If the defender is to move, all replies: first those
    /// that hold out longest. Empty if a limit was reached before.
    pub branches: Vec<Branch<G>>,
    /// The nearest horizon of the win.
    left: Horizon,
}

impl<G: Game> Tree<G> {
    /// Whether the attacker is to move at a node.
    #[must_use]
    pub fn attacks(&self, node: &Node<G>) -> bool {
        node.position.side() == self.attacker
    }
}

impl<G: Game> Node<G> {
    /// How many of the branches are followed: at an attack, only the first.
    fn followed(&self, attacker: Player) -> usize {
        if self.position.side() == attacker { 1 } else { self.branches.len() }
    }
}

/// A tree that grows, and where each of its positions is.
struct Growth<G: Game> {
    tree: Tree<G>,
    numbers: HashMap<G, usize>,
    most: usize,
}

impl<G: Game> Explorer<'_, G> {
    /// The solution as a tree of no more than `most` positions: the longest
    /// line first, then those after the fewest turns. If the side to move
    /// loses, the attacker is the other side. `None` where there is no
    /// solution.
    pub fn tree(&mut self, most: usize) -> Option<Part<Tree<G>>> {
        let (attacker, left, _) = self.outcome()?;
        let tree = Tree { attacker, nodes: Vec::new() };
        let mut growth = Growth { tree, numbers: HashMap::new(), most: most.max(1) };
        growth.node(self.position, left);
        let grown = self.grow(&mut growth);
        let grown = self.noting(grown);
        let tree = growth.tree;
        let whole = |node: &Node<G>| {
            let followed = node.branches.iter().take(node.followed(attacker));
            { followed }.all(|branch| branch.next != Next::Cut)
        };
        let complete = grown.is_ok() && tree.nodes.iter().all(whole);
        Some(Part { found: tree, complete })
    }

    fn grow(&mut self, growth: &mut Growth<G>) -> Result<(), Stopped> {
        let mut at = 0;
        while growth.tree.nodes[at].branches.is_empty() {
            self.expand(&mut growth.tree, at)?;
            match growth.follow(at, 0) {
                Next::Node(next) => at = next,
                Next::End | Next::Cut => break,
            }
        }
        let mut number = 0;
        while number < growth.tree.nodes.len() {
            if growth.tree.nodes[number].branches.is_empty() {
                self.expand(&mut growth.tree, number)?;
            }
            let node = &growth.tree.nodes[number];
            for place in 0..node.followed(growth.tree.attacker) {
                growth.follow(number, place);
            }
            number += 1;
        }
        Ok(())
    }

    /// Finds the branches of a node. None of them leads anywhere yet.
    fn expand(&mut self, tree: &mut Tree<G>, number: usize) -> Result<(), Stopped> {
        let attacker = tree.attacker;
        let Node { position, left, .. } = tree.nodes[number];
        let reached = match position.side() == attacker {
            true => attacks(&mut self.engine, &position, left)?,
            false => defences(&mut self.engine, &position, attacker, left)?,
        };
        let branches = reached.into_iter().map(|Reached { child, left }| Branch {
            next: if child.position.outcome().is_some() { Next::End } else { Next::Cut },
            within: left.turns_left(child.position.side() == attacker),
            plies: left.plies(&child.position, attacker),
            turns: child.turns,
            position: child.position,
            left,
        });
        tree.nodes[number].branches = branches.collect();
        Ok(())
    }
}

impl<G: Game> Growth<G> {
    /// Lets a branch lead on to a node, if there is room for it.
    fn follow(&mut self, number: usize, place: usize) -> Next {
        let Branch { position, left, next, .. } = self.tree.nodes[number].branches[place];
        if next != Next::Cut {
            return next;
        }
        let next = self.node(position, left);
        self.tree.nodes[number].branches[place].next = next;
        next
    }

    /// The node of a position, new if there is none and room for it.
    fn node(&mut self, position: G, left: Horizon) -> Next {
        if let Some(&number) = self.numbers.get(&position) {
            return Next::Node(number);
        }
        let number = self.tree.nodes.len();
        if number == self.most {
            return Next::Cut;
        }
        let plies = left.plies(&position, self.tree.attacker);
        let turns = left.turns_left(position.side() == self.tree.attacker);
        self.tree.nodes.push(Node { position, turns, plies, branches: Vec::new(), left });
        self.numbers.insert(position, number);
        Next::Node(number)
    }
}
