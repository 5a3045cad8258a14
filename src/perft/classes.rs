use rayon::prelude::*;

use super::level::{Level, LevelBuilder};
use super::walk::{continued, finished};
use super::{FoldError, Overflow, multiply};
use crate::game::{Game, Player, Symmetry};

/// Which positions are taken to be equal.
pub(super) trait Classes<G: Game>: Sync {
    /// The common name of equal positions.
    type Class: Copy + Ord + Send + Sync;

    /// The class of a position.
    fn class(&self, position: &G) -> Self::Class;

    /// A position of a class.
    fn position(&self, class: Self::Class) -> G;
}

/// Equal are positions that a symmetry of the game maps to each other: enough
/// alike to have the same number of sequences below them.
pub(super) struct UpToSymmetry;

impl<G: Symmetry> Classes<G> for UpToSymmetry {
    type Class = G::Code;

    fn class(&self, position: &G) -> G::Code {
        position.canonical()
    }

    fn position(&self, code: G::Code) -> G {
        G::from_code(code, Player::First)
    }
}

/// Equal are positions that one of these symmetries maps to each other.
pub(super) struct UpTo {
    /// The numbers of the symmetries: a group, so the identity is among them.
    pub symmetries: Vec<usize>,
}

impl UpTo {
    /// The symmetries that map a position to itself.
    pub fn symmetries_of<G: Symmetry>(position: &G) -> Self {
        let fixed = |&symmetry: &usize| position.image(symmetry) == *position;
        Self { symmetries: (0..G::SYMMETRIES).filter(fixed).collect() }
    }

    /// How many positions are in the class of one.
    pub fn size<G: Symmetry>(&self, position: &G) -> u64 {
        let fixed = |&&symmetry: &&usize| position.image(symmetry) == *position;
        (self.symmetries.len() / self.symmetries.iter().filter(fixed).count()) as u64
    }
}

impl<G: Symmetry> Classes<G> for UpTo {
    type Class = (Player, G::Code);

    fn class(&self, position: &G) -> Self::Class {
        let codes = self.symmetries.iter().map(|&symmetry| position.image(symmetry).code());
        // A group is not empty.
        (position.side(), codes.min().unwrap_or_else(|| position.code()))
    }

    fn position(&self, (side, code): Self::Class) -> G {
        G::from_code(code, side)
    }
}

/// So many classes are expanded before what comes of them is collected: it
/// takes some ten megabytes on the way.
const BATCH: usize = 2048;

/// The classes of what the positions of a level lead to in one turn, within
/// `memory` bytes. `done` hears of the share of each part.
///
/// # Errors
/// [`FoldError::Memory`] if they do not fit.
pub(super) fn next_level<G: Game, C: Classes<G>>(
    classes: &C,
    parents: &Level<C::Class>,
    memory: usize,
    done: impl Fn(f64),
) -> Result<Level<C::Class>, FoldError> {
    let turns = |&(class, _): &(C::Class, u64)| classes.position(class).count_turns() as usize;
    let most = parents.par_iter().map(turns).sum();
    let mut level = LevelBuilder::new(memory, most)?;
    for batch in parents.chunks(BATCH) {
        let chunks = batch.par_chunks(BATCH / 64);
        let children: Vec<_> = chunks.map(|chunk| children(classes, chunk)).collect();
        for children in children {
            level.extend(&children?)?;
        }
        done(batch.len() as f64 / parents.len() as f64);
    }
    level.finish()
}

/// The classes of what some positions lead to, in no order.
fn children<G: Game, C: Classes<G>>(
    classes: &C,
    parents: &[(C::Class, u64)],
) -> Result<Level<C::Class>, Overflow> {
    let mut children = Vec::new();
    for &(class, sequences) in parents {
        let flow = classes.position(class).visit_children(|child, turns| {
            let weight = multiply(sequences, turns);
            continued(weight.map(|weight| children.push((classes.class(&child), weight))))
        });
        finished(flow)?;
    }
    Ok(children)
}

/// The classes of some positions.
///
/// # Errors
/// [`FoldError::Memory`] if they do not fit.
pub(super) fn level_of<G: Game, C: Classes<G>>(
    classes: &C,
    positions: impl ExactSizeIterator<Item = (G, u64)>,
    memory: usize,
) -> Result<Level<C::Class>, FoldError> {
    let mut level = LevelBuilder::new(memory, positions.len())?;
    for (position, sequences) in positions {
        level.extend(&[(classes.class(&position), sequences)])?;
    }
    level.finish()
}
