use std::collections::{HashSet, VecDeque};

use super::super::horizon::Horizon;
use super::super::limits::Stopped;
use super::super::solution::{Key, Verdict};
use super::branches::{Reached, attacks, defences};
use super::{Explorer, Part};
use crate::game::Game;

/// A position after the key, reached by defences that hold out longest, from
/// which more than one turn wins in the turns left: before the last turn, that
/// is a flaw of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dual<G: Game> {
    /// The turns that lead to the position, from the beginning.
    pub line: Vec<G::Turn>,
    /// The position, the attacker to move.
    pub position: G,
    /// How many turns are left.
    pub turns: u32,
    /// The turns that win within those, by the position that they reach: first those
    /// that win in the fewest plies. There are at least two.
    pub keys: Vec<Key<G>>,
}

/// A position of a variation.
struct Stop<G: Game> {
    position: G,
    left: Horizon,
    line: Vec<G::Turn>,
}

impl<G: Game> Explorer<'_, G> {
    /// The duals of a win along every variation of longest defences, the attacker
    /// taking the first of its fastest turns; no more than `most` positions of
    /// the attacker are looked at, those after the fewest turns first.
    ///
    /// A choice at the last turn is no dual, and a choice at the first turn is a
    /// cook. Positions that several variations lead to count once.
    pub fn duals(&mut self, most: usize) -> Part<Vec<Dual<G>>> {
        let mut found = Vec::new();
        let complete = self.find_duals(most, usize::MAX, &mut found);
        let complete = self.noting(complete) == Ok(true);
        Part { found, complete }
    }

    /// Whether a win has a [dual](Self::duals): found out without looking for
    /// more than one.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached before that is known.
    pub fn has_dual(&mut self) -> Result<bool, Stopped> {
        let mut found = Vec::new();
        let complete = self.find_duals(usize::MAX, 1, &mut found);
        let complete = self.noting(complete);
        if found.is_empty() { complete.map(|_| false) } else { Ok(true) }
    }

    /// Adds duals to `found`, until there are `enough`; tells whether all positions
    /// were looked at.
    fn find_duals(
        &mut self,
        most: usize,
        enough: usize,
        found: &mut Vec<Dual<G>>,
    ) -> Result<bool, Stopped> {
        let Verdict::Win(win) = &self.solution.verdict else { return Ok(true) };
        if win.turns < 3 {
            // After the key, there is only the last turn.
            return Ok(true);
        }
        let Some((attacker, left, line)) = self.outcome() else { return Ok(false) };
        let key = self.position.play_unchecked(line[0]);
        let left = left.after(&self.position, &key, attacker);
        let mut pending = VecDeque::from([Stop { position: key, left, line: line[..1].into() }]);
        let mut seen = HashSet::from([key]);
        let mut looked_at = 0;
        while let Some(stop) = pending.pop_front() {
            let next = if stop.position.side() == attacker {
                if stop.left.turns() < 2 {
                    continue;
                }
                if looked_at == most {
                    return Ok(false);
                }
                looked_at += 1;
                let mut next = attacks(&mut self.engine, &stop.position, stop.left)?;
                found.extend(dual(&stop, &next));
                if found.len() >= enough {
                    return Ok(false);
                }
                next.truncate(1);
                next
            } else {
                let mut next = defences(&mut self.engine, &stop.position, attacker, stop.left)?;
                let longest = next.first().map(|reply| reply.left);
                next.retain(|reply| Some(reply.left) == longest);
                next
            };
            for Reached { child, left } in next {
                let position = child.position;
                if position.outcome().is_none() && seen.insert(position) {
                    let line = [&stop.line[..], &child.turns[..1]].concat();
                    pending.push_back(Stop { position, left, line });
                }
            }
        }
        Ok(true)
    }
}

fn dual<G: Game>(stop: &Stop<G>, winning: &[Reached<G>]) -> Option<Dual<G>> {
    (winning.len() > 1).then(|| Dual {
        line: stop.line.clone(),
        position: stop.position,
        turns: stop.left.turns(),
        keys: winning.iter().map(|reached| reached.child.clone()).collect(),
    })
}
