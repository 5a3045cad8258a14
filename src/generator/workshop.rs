use super::play::play;
use super::recipe::{Draft, Given, Recipe, Source};
use crate::game::{Compose, Dice};
use crate::solver::{Limits, distance};

/// What a candidate is made with.
pub(super) struct Workshop<'a, G: Compose> {
    pub recipe: &'a Recipe<G>,
    pub limits: Limits<'a>,
    pub dice: Dice,
}

/// How many positions are made up until one has a win.
const ATTEMPTS: usize = 12;
/// How many turns a win takes at most that is made longer.
const NEAR: u32 = 3;
/// How many changes are tried, and after how many good ones that is enough.
const CHANGES: usize = 40;
const ENOUGH: usize = 4;
/// How much longer, at most, a win takes a turn of the winner earlier.
const STEP: u32 = 2;
/// How many positions are tried when turns are taken back.
const SAMPLE: usize = 60;
/// How many positions at the end of a game are looked at.
const LAST: usize = 40;

impl<G: Compose> Workshop<'_, G> {
    /// The positions of the candidate with this number that have a win of the
    /// length wanted, those that are to be preferred first.
    pub fn drafts(&mut self, index: u64) -> Vec<Draft<G>> {
        match self.recipe.source(index) {
            Source::Selfplay => self.selfplay(),
            Source::Sparse => self.sparse().map(Draft::from).into_iter().collect(),
            Source::Mutate => self.mutate(index).into_iter().map(Draft::from).collect(),
            Source::Backward => self.backward(index).into_iter().map(Draft::from).collect(),
            Source::Given => self.given(index),
        }
    }

    /// In how many turns an open position is won, if within `most`, if that is
    /// within those wanted, and if no limit is reached.
    fn distance(&self, position: &G, most: u32) -> Option<u32> {
        // A position that takes too long is no candidate.
        distance(position, most.min(self.longest()), self.limits).unwrap_or(None)
    }

    /// The largest number of turns that is wanted.
    const fn longest(&self) -> u32 {
        *self.recipe.turns.end()
    }

    fn selfplay(&mut self) -> Vec<Draft<G>> {
        let start = G::start(self.recipe.rules);
        let game = play(start, &mut self.dice, self.limits);
        self.ends(&game)
    }

    /// The last positions of a game from which the winner wins by force, the
    /// first of them first. Of a game without an end, all of its last positions.
    fn ends(&self, game: &Given<G>) -> Vec<Draft<G>> {
        let winner = game.positions.last().and_then(G::outcome);
        let mut drafts = Vec::new();
        let mut most = self.longest();
        for (number, position) in game.positions.iter().enumerate().rev().take(LAST) {
            if winner.is_some_and(|winner| winner != position.side())
                || position.outcome().is_some()
            {
                continue;
            }
            match self.distance(position, most) {
                Some(turns) => {
                    if self.recipe.turns.contains(&turns) {
                        let game = (number > 0).then(|| game.turns[..number].to_vec());
                        drafts.push(Draft { position: *position, game });
                    }
                    // If it took much longer before, the loser has blundered.
                    most = if winner.is_some() { turns + STEP } else { most };
                }
                None if winner.is_some() => break,
                None => {}
            }
        }
        drafts.reverse();
        drafts
    }

    fn sparse(&mut self) -> Option<G> {
        let wanted = self.recipe.turns.clone();
        self.made_up(self.longest(), |turns| wanted.contains(&turns))
    }

    /// A position made up, in which the side to move wins within `most` turns, in
    /// a number of them that fits.
    fn made_up(&mut self, most: u32, fits: impl Fn(u32) -> bool) -> Option<G> {
        (0..ATTEMPTS).find_map(|_| {
            let position = G::composed(self.recipe.rules, &mut self.dice)?;
            let is_open = position.outcome().is_none();
            (is_open && self.distance(&position, most).is_some_and(&fits)).then_some(position)
        })
    }

    /// A position to begin with, and in how many turns it is won: a given one,
    /// or one made up.
    fn base(&mut self, index: u64) -> Option<(G, u32)> {
        let given = &self.recipe.given;
        let position = if given.is_empty() {
            self.made_up(NEAR, |_| true)?
        } else {
            let round = index / self.recipe.sources.len() as u64;
            let given = &given[(round % given.len() as u64) as usize];
            self.dice.pick(&given.positions).filter(|position| position.outcome().is_none())?
        };
        let turns = self.distance(&position, self.longest())?;
        Some((position, turns))
    }

    /// Changes that do not make the win shorter, one after another.
    fn mutate(&mut self, index: u64) -> Vec<G> {
        let Some((mut best, mut longest)) = self.base(index) else { return Vec::new() };
        let mut found = Vec::new();
        for _ in 0..CHANGES {
            let changed = best.mutated(&mut self.dice);
            let Some(changed) = changed.filter(|position| position.outcome().is_none()) else {
                continue;
            };
            match self.distance(&changed, longest + 1) {
                Some(turns) if turns >= longest => (best, longest) = (changed, turns),
                _ => continue,
            }
            if self.recipe.turns.contains(&longest) {
                found.push(best);
            }
            if found.len() == ENOUGH {
                break;
            }
        }
        found.reverse();
        found
    }

    /// Pairs of turns taken back, as long as there is one that makes the win a
    /// turn longer.
    fn backward(&mut self, index: u64) -> Vec<G> {
        let Some((mut position, mut turns)) = self.base(index) else { return Vec::new() };
        let mut found = Vec::new();
        loop {
            if self.recipe.turns.contains(&turns) {
                found.push(position);
            }
            if turns >= self.longest() {
                break;
            }
            let Some(longer) = self.longer(&position, turns) else { break };
            (position, turns) = (longer, turns + 1);
        }
        found.reverse();
        found
    }

    /// A position from which a win in one turn more leads to a won position.
    fn longer(&mut self, position: &G, turns: u32) -> Option<G> {
        let side = position.side();
        let mut replies = position.predecessors();
        for _ in 0..SAMPLE.min(replies.len()) {
            let before = replies.swap_remove(self.dice.below(replies.len()));
            if before.side() == side || !self.is_lost(&before, turns) {
                continue;
            }
            let mut attacks = before.predecessors();
            for _ in 0..SAMPLE.min(attacks.len()) {
                let longer = attacks.swap_remove(self.dice.below(attacks.len()));
                if longer.side() == side && self.distance(&longer, turns + 1) == Some(turns + 1) {
                    return Some(longer);
                }
            }
        }
        None
    }

    /// Whether the side to move loses within so many turns of the other side,
    /// whatever it does.
    fn is_lost(&self, position: &G, turns: u32) -> bool {
        position.turns().into_iter().all(|turn| {
            let child = position.play_unchecked(turn);
            match child.outcome() {
                Some(winner) => winner != position.side(),
                None => child.side() != position.side() && self.distance(&child, turns).is_some(),
            }
        })
    }

    fn given(&self, index: u64) -> Vec<Draft<G>> {
        let round = index / self.recipe.sources.len() as u64;
        let given = usize::try_from(round).ok().and_then(|number| self.recipe.given.get(number));
        given.map_or_else(Vec::new, |given| self.ends(given))
    }
}
