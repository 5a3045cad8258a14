//! The shortest wins with the opponent's help.

use std::collections::HashSet;

use super::goal::Pursuit;
use super::horizon::Horizon;
use super::limits::{Limits, Stopped};
use super::quest::{Quest, Reach};
use super::selfwin::pursue;
use super::solution::{Finished, Solution, Win, keys_where};
use crate::game::Game;

/// Looks for the smallest number of turns of the side to move, up to
/// `max_turns`, within which it has won if the opponent helps, and for every
/// play that takes as few plies. `None` stands for no bound: then the game must
/// always end.
///
/// The solutions take up to half of the bytes allowed for the table.
///
/// # Errors
/// [`Finished`] if the game is over.
pub fn help<G: Game>(
    position: &G,
    max_turns: Option<u32>,
    limits: Limits<'_>,
) -> Result<Pursuit<G>, Finished> {
    if let Some(winner) = position.outcome() {
        return Err(Finished { winner });
    }
    let memory = limits.table_bytes / 2;
    let mut quest = Quest::help(position.side(), Limits { table_bytes: memory, ..limits });
    let mut lines = Lines { found: Vec::new(), played: Vec::new(), memory };
    let (verdict, bound) = pursue(&mut quest, position, max_turns, |quest, position, horizon| {
        lines.collect(quest, position, horizon)?;
        lines.keep_shortest();
        let begins = |turn| lines.found.iter().any(|line| line[0] == turn);
        let keys = keys_where(position, |turn| Ok(begins(turn)))?;
        Ok(Win { turns: horizon.turns(), keys, line: lines.found[0].clone() })
    });
    if !matches!(verdict, super::Verdict::Win(_)) {
        lines.found.clear();
    }
    let solution = Solution { verdict, bound, nodes: quest.nodes() };
    Ok(Pursuit { solution, lines: lines.found })
}

/// The solutions, as far as they are found.
struct Lines<G: Game> {
    found: Vec<Vec<G::Turn>>,
    /// The turns to the position at hand.
    played: Vec<G::Turn>,
    /// The bytes that are left for more.
    memory: usize,
}

impl<G: Game> Lines<G> {
    /// Adds every solution that goes on from a position from which the goal is
    /// reached within `horizon` and not within less.
    fn collect(
        &mut self,
        quest: &mut Quest<'_, G>,
        position: &G,
        horizon: Horizon,
    ) -> Result<(), Stopped> {
        if position.outcome().is_some() {
            return self.add();
        }
        let mut seen = HashSet::new();
        for turn in position.turns() {
            let child = position.play_unchecked(turn);
            let left = quest.left(position, &child, horizon);
            if seen.insert(child) && quest.reach(&child, left)? == Reach::Yes {
                self.played.push(turn);
                self.collect(quest, &child, left)?;
                self.played.pop();
            }
        }
        Ok(())
    }

    /// Where the opponent moves several times in a row, plays within the same
    /// horizon may differ in length.
    fn keep_shortest(&mut self) {
        let shortest = self.found.iter().map(Vec::len).min();
        self.found.retain(|line| Some(line.len()) == shortest);
    }

    fn add(&mut self) -> Result<(), Stopped> {
        // The list itself may have grown to twice its length, beside the old.
        let bytes = 3 * size_of::<Vec<G::Turn>>() + size_of_val(&self.played[..]);
        self.memory = self.memory.checked_sub(bytes).ok_or(Stopped)?;
        self.found.push(self.played.clone());
        Ok(())
    }
}
