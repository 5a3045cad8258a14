use super::play::play;
use super::recipe::{Given, Recipe, Source};
use crate::game::{Compose, Dice};
use crate::solver::{Limits, Probe};

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

/// A position with a win of the length wanted, and the game that leads to it, if
/// there is one.
pub(super) struct Lead<'a, G: Compose> {
    pub probe: Probe<'a, G>,
    pub game: Option<Vec<G::Turn>>,
}

impl<'a, G: Compose> Workshop<'a, G> {
    /// What there is of the candidate with this number, that which is to be
    /// preferred first.
    pub fn leads(&mut self, index: u64) -> Vec<Lead<'a, G>> {
        let without_game = |probe| Lead { probe, game: None };
        match self.recipe.source(index) {
            Source::Selfplay => self.selfplay(),
            Source::Sparse => self.sparse().into_iter().map(without_game).collect(),
            Source::Mutate => self.mutate(index).into_iter().map(without_game).collect(),
            Source::Backward => self.backward(index).into_iter().map(without_game).collect(),
            Source::Given => self.given(index),
        }
    }

    /// The nearest win of an open position, if within `most` turns, within those
    /// wanted, and before a limit is reached.
    fn probe(&self, position: &G, most: u32) -> Option<Probe<'a, G>> {
        // A position that takes too long is no candidate.
        Probe::new(position, most.min(self.longest()), self.limits).unwrap_or(None)
    }

    /// The largest number of turns that is wanted.
    const fn longest(&self) -> u32 {
        *self.recipe.turns.end()
    }

    fn is_wanted(&self, probe: &Probe<'_, G>) -> bool {
        self.recipe.turns.contains(&probe.turns())
    }

    fn selfplay(&mut self) -> Vec<Lead<'a, G>> {
        let start = G::start(self.recipe.rules);
        let game = play(start, &mut self.dice, self.limits);
        self.ends(&game)
    }

    /// The last positions of a game from which the winner wins by force, the
    /// first of them first. Of a game without an end, all of its last positions.
    fn ends(&self, game: &Given<G>) -> Vec<Lead<'a, G>> {
        let winner = game.positions.last().and_then(G::outcome);
        let mut leads = Vec::new();
        let mut most = self.longest();
        for (number, position) in game.positions.iter().enumerate().rev().take(LAST) {
            let loses = winner.is_some_and(|winner| winner != position.side());
            if loses || position.outcome().is_some() {
                continue;
            }
            let Some(probe) = self.probe(position, most) else {
                // Before that, nothing was forced.
                if winner.is_some() { break } else { continue }
            };
            if winner.is_some() {
                // If it took much longer before, the loser has blundered.
                most = probe.turns() + STEP;
            }
            if self.is_wanted(&probe) {
                let game = (number > 0).then(|| game.turns[..number].to_vec());
                leads.push(Lead { probe, game });
            }
        }
        leads.reverse();
        leads
    }

    fn sparse(&mut self) -> Option<Probe<'a, G>> {
        let wanted = self.recipe.turns.clone();
        self.made_up(self.longest(), |turns| wanted.contains(&turns))
    }

    /// A position made up, in which the side to move wins within `most` turns, in
    /// a number of them that fits.
    fn made_up(&mut self, most: u32, fits: impl Fn(u32) -> bool) -> Option<Probe<'a, G>> {
        (0..ATTEMPTS).find_map(|_| {
            let position = G::composed(self.recipe.rules, &mut self.dice)?;
            let probe = self.open(position, most)?;
            fits(probe.turns()).then_some(probe)
        })
    }

    /// The nearest win of a position that may be over.
    fn open(&self, position: G, most: u32) -> Option<Probe<'a, G>> {
        if position.outcome().is_some() { None } else { self.probe(&position, most) }
    }

    /// A won position to begin with: a given one, or one made up.
    fn base(&mut self, index: u64) -> Option<Probe<'a, G>> {
        let given = &self.recipe.given;
        if given.is_empty() {
            return self.made_up(NEAR, |_| true);
        }
        let round = index / self.recipe.sources.len() as u64;
        let given = &given[(round % given.len() as u64) as usize];
        let position = self.dice.pick(&given.positions)?;
        self.open(position, self.longest())
    }

    /// Changes that make neither the win shorter nor more keys of one, one after
    /// another.
    fn mutate(&mut self, index: u64) -> Vec<Probe<'a, G>> {
        let Some(base) = self.base(index) else { return Vec::new() };
        let (mut best, mut longest, mut sound) = (*base.position(), base.turns(), false);
        let mut found = Vec::new();
        for _ in 0..CHANGES {
            let changed = best.mutated(&mut self.dice);
            let probe = changed.and_then(|changed| self.open(changed, longest + 1));
            let Some(mut probe) = probe.filter(|probe| probe.turns() >= longest) else { continue };
            let has_one_key = probe.has_one_key().unwrap_or(false);
            if probe.turns() == longest && sound && !has_one_key {
                continue;
            }
            (best, longest, sound) = (*probe.position(), probe.turns(), has_one_key);
            if sound && self.is_wanted(&probe) {
                found.push(probe);
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
    fn backward(&mut self, index: u64) -> Vec<Probe<'a, G>> {
        let mut found = Vec::new();
        let mut next = self.base(index);
        while let Some(probe) = next {
            let (position, turns) = (*probe.position(), probe.turns());
            if self.is_wanted(&probe) {
                found.push(probe);
            }
            let longer = turns < self.longest();
            next = if longer { self.longer(&position, turns) } else { None };
        }
        found.reverse();
        found
    }

    /// A position from which a win in one turn more leads to a won position.
    fn longer(&mut self, position: &G, turns: u32) -> Option<Probe<'a, G>> {
        let side = position.side();
        let mut replies = position.predecessors();
        for _ in 0..SAMPLE.min(replies.len()) {
            let before = replies.swap_remove(self.dice.below(replies.len()));
            if before.side() == side
                || !Probe::is_lost(&before, turns, self.limits).unwrap_or(false)
            {
                continue;
            }
            let mut attacks = before.predecessors();
            for _ in 0..SAMPLE.min(attacks.len()) {
                let longer = attacks.swap_remove(self.dice.below(attacks.len()));
                let probe = (longer.side() == side).then(|| self.probe(&longer, turns + 1));
                if let Some(probe) = probe.flatten().filter(|probe| probe.turns() > turns) {
                    return Some(probe);
                }
            }
        }
        None
    }

    fn given(&self, index: u64) -> Vec<Lead<'a, G>> {
        let round = index / self.recipe.sources.len() as u64;
        let given = usize::try_from(round).ok().and_then(|number| self.recipe.given.get(number));
        given.map_or_else(Vec::new, |given| self.ends(given))
    }
}
