use std::ops::ControlFlow::{self, Continue};

use super::play::play;
use super::recipe::{Recipe, Source};
use crate::game::{Compose, Dice, Record};
use crate::solver::{Limits, Probe, Stopped};

/// What a candidate is made with.
pub(super) struct Workshop<'a, G: Compose> {
    pub recipe: &'a Recipe<G>,
    pub limits: Limits<'a>,
    pub dice: Dice,
    /// Whether a search has reached a limit, and what it was asked is not known.
    pub stopped: bool,
}

/// How many positions are made up until one has a win.
const ATTEMPTS: usize = 12;
/// How many turns a win takes at most that is made longer.
const NEAR: u32 = 3;
/// How many changes in a row may lead no further, for each turn of the win: the
/// longer it is, the rarer are those that do.
const CHANGES: u32 = 15;
/// How much longer, at most, a win takes a turn of the winner earlier, or after a
/// change.
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

impl<'a, G: Compose> From<Probe<'a, G>> for Lead<'a, G> {
    fn from(probe: Probe<'a, G>) -> Self {
        Self { probe, game: None }
    }
}

/// What judges leads one after another: breaks if one is a puzzle, or else tells
/// how many predicates hold.
type Judge<'j, 'a, G> = dyn FnMut(Lead<'a, G>) -> Flow<usize> + 'j;
/// Breaks when a puzzle is found.
type Flow<T = ()> = ControlFlow<(), T>;

impl<'a, G: Compose> Workshop<'a, G> {
    /// Shows what there is of the candidate with this number to `judge`, that
    /// which is to be preferred first, until one is a puzzle.
    pub fn visit(&mut self, index: u64, judge: &mut Judge<'_, 'a, G>) -> Flow {
        match self.recipe.source(index) {
            Source::Selfplay => self.selfplay().into_iter().try_for_each(|lead| go_on(judge(lead))),
            Source::Sparse => {
                self.sparse().map_or(Continue(()), |probe| go_on(judge(probe.into())))
            }
            Source::Mutate => self.mutate(index, judge),
            Source::Backward => self.backward(index, judge),
            Source::Given => self.given(index).into_iter().try_for_each(|lead| go_on(judge(lead))),
        }
    }

    /// The nearest win of an open position, if within `most` turns, within those
    /// wanted, and before a limit is reached.
    fn probe(&mut self, position: &G, most: u32) -> Option<Probe<'a, G>> {
        let probe = Probe::new(position, most.min(self.longest()), self.limits);
        self.known(probe).flatten()
    }

    /// The answer of a search, if it has found one; notes if it has not.
    fn known<T>(&mut self, answer: Result<T, Stopped>) -> Option<T> {
        self.stopped |= answer.is_err();
        answer.ok()
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
    fn ends(&mut self, game: &Record<G>) -> Vec<Lead<'a, G>> {
        let positions: Vec<G> = game.positions().collect();
        let winner = positions.last().and_then(G::outcome);
        let mut leads = Vec::new();
        let mut most = self.longest();
        for (number, position) in positions.iter().enumerate().rev().take(LAST) {
            let loses = winner.is_some_and(|winner| winner != position.side());
            if loses || position.outcome().is_some() {
                continue;
            }
            let Some(probe) = self.probe(position, most) else {
                // Before that nothing was forced, or it would take longer still to know.
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
    fn open(&mut self, position: G, most: u32) -> Option<Probe<'a, G>> {
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
        let position = self.dice.pick_from(given.positions())?;
        self.open(position, self.longest())
    }

    /// Changes of one or two pieces, one after another, each of which makes the
    /// win longer, or no shorter and as much of a puzzle as before, until nothing
    /// gets better any more.
    fn mutate(&mut self, index: u64, judge: &mut Judge<'_, 'a, G>) -> Flow {
        let Some(base) = self.base(index) else { return Continue(()) };
        let (mut best, mut longest, mut most) = (*base.position(), base.turns(), 0);
        let mut idle = 0;
        while idle < CHANGES * longest {
            idle += 1;
            let changes = 1 + self.dice.below(2);
            let changed = (0..changes).try_fold(best, |best, _| best.mutated(&mut self.dice));
            let probe = changed.and_then(|changed| self.open(changed, longest + STEP));
            let Some(probe) = probe.filter(|probe| probe.turns() >= longest) else { continue };
            let (position, turns) = (*probe.position(), probe.turns());
            let passed = if self.is_wanted(&probe) { judge(probe.into())? } else { 0 };
            if turns > longest || passed > most {
                idle = 0;
            }
            if turns > longest || passed >= most {
                (best, longest, most) = (position, turns, passed);
            }
        }
        Continue(())
    }

    /// Pairs of turns taken back, as long as there is one that makes the win a
    /// turn longer.
    fn backward(&mut self, index: u64, judge: &mut Judge<'_, 'a, G>) -> Flow {
        let mut next = self.base(index);
        while let Some(probe) = next {
            let (position, turns) = (*probe.position(), probe.turns());
            if self.is_wanted(&probe) {
                judge(probe.into())?;
            }
            let longer = turns < self.longest();
            next = if longer { self.longer(&position, turns) } else { None };
        }
        Continue(())
    }

    /// A position from which the first turn of a win in one turn more, by one key,
    /// leads to a won position.
    fn longer(&mut self, position: &G, turns: u32) -> Option<Probe<'a, G>> {
        let side = position.side();
        let mut replies = position.predecessors();
        for _ in 0..SAMPLE.min(replies.len()) {
            let before = replies.swap_remove(self.dice.below(replies.len()));
            if before.side() == side {
                continue;
            }
            let is_lost = Probe::is_lost(&before, turns, self.limits);
            if self.known(is_lost) != Some(true) {
                continue;
            }
            let mut attacks = before.predecessors();
            for _ in 0..SAMPLE.min(attacks.len()) {
                let longer = attacks.swap_remove(self.dice.below(attacks.len()));
                let probe = (longer.side() == side).then(|| self.probe(&longer, turns + 1));
                let longer = probe.flatten().filter(|probe| probe.turns() > turns);
                if let Some(mut probe) = longer
                    && self.known(probe.has_one_key()) == Some(true)
                {
                    return Some(probe);
                }
            }
        }
        None
    }

    fn given(&mut self, index: u64) -> Vec<Lead<'a, G>> {
        let round = index / self.recipe.sources.len() as u64;
        let given = usize::try_from(round).ok().and_then(|number| self.recipe.given.get(number));
        given.map_or_else(Vec::new, |given| self.ends(given))
    }
}

/// Goes on whatever a judge has said of a lead that is no puzzle.
fn go_on(flow: Flow<usize>) -> Flow {
    flow.map_continue(drop)
}
