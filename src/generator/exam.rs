use std::collections::HashSet;

use super::candidate::Found;
use super::recipe::Recipe;
use crate::game::Compose;
use crate::solver::{Explorer, Horizon, Probe, Stopped, Verdict, Win};
use crate::theme::{Description, describe};

/// A position and what has been found out about it.
pub(super) struct Exam<'a, G: Compose> {
    recipe: &'a Recipe<G>,
    position: G,
    /// How long the win takes, as long as no more is known.
    probe: Option<Probe<'a, G>>,
    /// All of the solution, from then on.
    explorer: Option<Explorer<'a, G>>,
    description: Option<Description>,
}

impl<'a, G: Compose> Exam<'a, G> {
    /// An exam of a position of which no more is known than how long its win takes.
    pub const fn new(recipe: &'a Recipe<G>, probe: Probe<'a, G>) -> Self {
        let position = *probe.position();
        Self { recipe, position, probe: Some(probe), explorer: None, description: None }
    }

    /// The solution, and the search that has found it.
    fn solved(&mut self) -> Result<&mut Explorer<'a, G>, Stopped> {
        if let Some(probe) = self.probe.take() {
            self.explorer = Some(probe.solve());
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
    pub fn into_found(
        mut self,
        index: u64,
        game: Option<Vec<G::Turn>>,
    ) -> Result<Found<G>, Stopped> {
        let source = self.recipe.source(index);
        let win = self.win()?.clone();
        let Description { themes, difficulty, .. } = self.description()?;
        let (themes, difficulty) = (themes.clone(), *difficulty);
        Ok(Found { index, source, position: self.position, game, win, themes, difficulty })
    }

    pub fn has_one_key(&mut self) -> Result<bool, Stopped> {
        if let Some(probe) = &mut self.probe
            && !probe.has_one_key()?
        {
            return Ok(false);
        }
        Ok(self.win()?.keys.len() == 1)
    }

    pub fn has_no_dual(&mut self) -> Result<bool, Stopped> {
        if self.recipe.demands.duals {
            return Ok(true);
        }
        self.solved()?.has_dual().map(|has_dual| !has_dual)
    }

    pub fn has_tries(&mut self) -> Result<bool, Stopped> {
        let wanted = self.recipe.demands.tries;
        Ok(wanted == 0 || self.description()?.features.temptations.tries >= wanted)
    }

    pub fn has_theme(&mut self) -> Result<bool, Stopped> {
        let wanted = &self.recipe.demands.themes;
        let is_wanted = |theme: &&str| wanted.iter().any(|wanted| wanted == theme);
        Ok(wanted.is_empty() || self.description()?.themes.iter().any(is_wanted))
    }

    pub fn is_as_hard(&mut self) -> Result<bool, Stopped> {
        let Some(wanted) = &self.recipe.demands.difficulty else { return Ok(true) };
        Ok(wanted.contains(&self.description()?.difficulty.tenths()))
    }

    /// Whether after enough replies to the key the win takes all turns left.
    pub fn has_replies(&mut self) -> Result<bool, Stopped> {
        let (attacker, wanted) = (self.position.side(), self.recipe.demands.replies);
        let win = self.win()?;
        let (turns, key) = (win.turns, win.keys[0].position);
        if wanted < 2 || key.outcome().is_some() || key.side() == attacker {
            return Ok(true);
        }
        let explorer = self.solved()?;
        let mut longest = HashSet::new();
        for reply in key.turns() {
            let next = key.play_unchecked(reply);
            if longest.contains(&next) || next.outcome().is_some() {
                continue;
            }
            let sooner = Horizon::new(turns.saturating_sub(2), G::CAN_LOSE_BY_MOVING);
            if turns < 3 || !explorer.wins(&next, attacker, sooner)? {
                longest.insert(next);
                if longest.len() as u32 >= wanted {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
