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

/// A tree that grows, and where each of its positions is.
struct Growth<G: Game> {
    tree: Tree<G>,
    numbers: HashMap<G, usize>,
    shape: Shape,
}

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// How many positions it may have.
    most: usize,
    /// How many replies to a turn are followed.
    replies: usize,
    /// Whether a branch is followed to its end before the next.
    line_by_line: bool,
}

impl<G: Game> Explorer<'_, G> {
    /// The solution as a tree of no more than `most` positions: the longest
    /// line first, then those after the fewest turns. If the side to move
    /// loses, the attacker is the other side. `None` where there is no
    /// solution.
    pub fn tree(&mut self, most: usize) -> Option<Part<Tree<G>>> {
        self.grown(Shape { most, replies: usize::MAX, line_by_line: false })
    }

    /// The same for people who play it: no more than `replies` replies to each turn
    /// are followed, those that hold out longest, and each of them to the end of the
    /// game before the next, as long as there is room.
    pub fn lines(&mut self, most: usize, replies: usize) -> Option<Part<Tree<G>>> {
        self.grown(Shape { most, replies, line_by_line: true })
    }

    fn grown(&mut self, shape: Shape) -> Option<Part<Tree<G>>> {
        let (attacker, left, _) = self.outcome()?;
        let tree = Tree { attacker, nodes: Vec::new() };
        let mut growth = Growth { tree, numbers: HashMap::new(), shape };
        growth.node(self.position, left);
        let grown = self.grow(&mut growth);
        let grown = self.noting(grown);
        let whole = |number: usize| {
            let followed = growth.tree.nodes[number].branches.iter().take(growth.followed(number));
            { followed }.all(|branch| branch.next != Next::Cut)
        };
        let complete = grown.is_ok() && (0..growth.tree.nodes.len()).all(whole);
        Some(Part { found: growth.tree, complete })
    }

    fn grow(&mut self, growth: &mut Growth<G>) -> Result<(), Stopped> {
        self.grow_line(growth, 0)?;
        let mut number = 0;
        while number < growth.tree.nodes.len() {
            if growth.tree.nodes[number].branches.is_empty() {
                self.expand(&mut growth.tree, number)?;
            }
            for place in 0..growth.followed(number) {
                match growth.follow(number, place) {
                    Next::Node(next) if growth.shape.line_by_line => {
                        self.grow_line(growth, next)?
                    }
                    _ => {}
                }
            }
            number += 1;
        }
        Ok(())
    }

    /// Follows the first branches from a node on, to the end or to what is known.
    fn grow_line(&mut self, growth: &mut Growth<G>, from: usize) -> Result<(), Stopped> {
        let mut at = from;
        while growth.tree.nodes[at].branches.is_empty() {
            self.expand(&mut growth.tree, at)?;
            match growth.follow(at, 0) {
                Next::Node(next) => at = next,
                Next::End | Next::Cut => break,
            }
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
    /// How many branches of a node are followed: at an attack, only the first.
    fn followed(&self, number: usize) -> usize {
        let node = &self.tree.nodes[number];
        if self.tree.attacks(node) { 1 } else { node.branches.len().min(self.shape.replies) }
    }

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
        if number >= self.shape.most.max(1) {
            return Next::Cut;
        }
        let plies = left.plies(&position, self.tree.attacker);
        let turns = left.turns_left(position.side() == self.tree.attacker);
        self.tree.nodes.push(Node { position, turns, plies, branches: Vec::new(), left });
        self.numbers.insert(position, number);
        Next::Node(number)
    }
}
