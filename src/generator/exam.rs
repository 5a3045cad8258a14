use std::collections::HashSet;

use super::candidate::Found;
use super::recipe::{Draft, Recipe};
use crate::game::Compose;
use crate::solver::{Explorer, Limits, Stopped, Verdict, Win, distance};
use crate::theme::{Description, describe};

/// A position and what has been found out about it.
pub(super) struct Exam<'a, G: Compose> {
    recipe: &'a Recipe<G>,
    limits: Limits<'a>,
    position: G,
    explorer: Option<Explorer<'a, G>>,
    description: Option<Description>,
}

impl<'a, G: Compose> Exam<'a, G> {
    /// Nothing is known yet.
    pub const fn new(recipe: &'a Recipe<G>, limits: Limits<'a>, position: G) -> Self {
        Self { recipe, limits, position, explorer: None, description: None }
    }

    /// The solution, and the search that has found it.
    fn solved(&mut self) -> Result<&mut Explorer<'a, G>, Stopped> {
        if self.explorer.is_none() {
            let most = *self.recipe.turns.end();
            let explorer = Explorer::solve_or_decide(&self.position, most, self.limits);
            self.explorer = Some(explorer.map_err(|_| Stopped)?);
        }
        self.explorer.as_mut().ok_or(Stopped)
    }

    /// The win.
    fn win(&mut self) -> Result<&Win<G>, Stopped> {
        match &self.solved()?.solution().verdict {
            Verdict::Win(win) => Ok(win),
            _ => Err(Stopped),
        }
    }

    fn description(&mut self) -> Result<&Description, Stopped> {
        if self.description.is_none() {
            self.description = describe(self.solved()?)?;
        }
        self.description.as_ref().ok_or(Stopped)
    }

    /// The puzzle, once all predicates hold.
    pub fn into_found(mut self, index: u64, draft: Draft<G>) -> Result<Found<G>, Stopped> {
        let source = self.recipe.source(index);
        let win = self.win()?.clone();
        let Description { themes, difficulty, .. } = self.description()?;
        let (themes, difficulty) = (themes.clone(), *difficulty);
        Ok(Found { index, source, draft, win, themes, difficulty })
    }

    pub fn has_one_key(&mut self) -> Result<bool, Stopped> {
        Ok(self.win()?.keys.len() == 1)
    }

    pub fn has_no_dual(&mut self) -> Result<bool, Stopped> {
        if self.recipe.demands.duals {
            return Ok(true);
        }
        let duals = self.solved()?.duals(usize::MAX);
        // One that was found is one, whatever was not looked at.
        match duals.found.is_empty() {
            true if !duals.complete => Err(Stopped),
            is_empty => Ok(is_empty),
        }
    }

    pub fn has_tries(&mut self) -> Result<bool, Stopped> {
        let wanted = self.recipe.demands.tries;
        Ok(wanted == 0 || self.description()?.features.temptations.count >= wanted)
    }

    pub fn has_theme(&mut self) -> Result<bool, Stopped> {
        let wanted = &self.recipe.demands.themes;
        let is_wanted = |theme: &&str| wanted.iter().any(|wanted| wanted == theme);
        Ok(wanted.is_empty() || self.description()?.themes.iter().any(is_wanted))
    }

    /// Whether enough replies to the key hold out longest.
    pub fn has_replies(&mut self) -> Result<bool, Stopped> {
        let (position, limits, wanted) = (self.position, self.limits, self.recipe.demands.replies);
        let win = self.win()?;
        let (turns, key) = (win.turns, win.keys[0].position);
        if wanted < 2 || key.outcome().is_some() || key.side() == position.side() {
            return Ok(true);
        }
        let mut longest = HashSet::new();
        for reply in key.turns() {
            let next = key.play_unchecked(reply);
            if longest.contains(&next) || next.outcome().is_some() {
                continue;
            }
            // The win takes all of the turns left.
            if turns < 3 || distance(&next, turns - 2, limits)?.is_none() {
                longest.insert(next);
                if longest.len() as u32 >= wanted {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
