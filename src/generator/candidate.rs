use std::sync::atomic::AtomicBool;

use super::exam::Exam;
use super::predicate::{DECIDED, FOUND, predicates};
use super::recipe::{Recipe, Source};
use super::workshop::{Lead, Workshop};
use crate::game::{Compose, Dice};
use crate::puzzle::{self, Puzzle};
use crate::solver::{Goal, Win};
use crate::theme::Difficulty;

/// What has become of a candidate.
#[derive(Clone, Debug)]
pub enum Outcome<G: Compose> {
    /// It is a puzzle.
    Found(Box<Found<G>>),
    /// It is none: the name of the predicate that does not hold. If several
    /// positions were tried, of the one that came farthest.
    Rejected(&'static str),
}

/// A puzzle, with all that is known of it.
#[derive(Clone, Debug)]
pub struct Found<G: Compose> {
    /// The number of the candidate.
    pub index: u64,
    /// Where it comes from.
    pub source: Source,
    /// The position.
    pub position: G,
    /// The turns from the start of a game to the position, if there is a game.
    pub game: Option<Vec<G::Turn>>,
    /// The solution, with one key.
    pub win: Win<G>,
    /// The names of its themes.
    pub themes: Vec<&'static str>,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// Makes the candidate with a number, and judges it. What comes of it depends
/// on the recipe and the number alone, unless `stop` is set.
#[must_use]
pub fn candidate<G: Compose>(recipe: &Recipe<G>, index: u64, stop: &AtomicBool) -> Outcome<G> {
    let limits = recipe.limits(stop);
    let dice = Dice::new(recipe.seed, index);
    let leads = Workshop { recipe, limits, dice }.leads(index);
    let (mut farthest, mut reason) = (0, FOUND.0);
    for Lead { probe, game } in leads {
        let mut exam = Exam::new(recipe, probe);
        let mut failed = None;
        for (passed, predicate) in (1..).zip(predicates::<G>()) {
            let name = match (predicate.holds)(&mut exam) {
                Ok(true) => continue,
                Ok(false) => predicate.name,
                Err(_) => DECIDED.0,
            };
            failed = Some((passed, name));
            break;
        }
        match failed {
            None => match exam.into_found(index, game) {
                Ok(found) => return Outcome::Found(Box::new(found)),
                Err(_) => reason = DECIDED.0,
            },
            Some((passed, name)) if passed >= farthest => (farthest, reason) = (passed, name),
            Some(_) => {}
        }
    }
    Outcome::Rejected(reason)
}

impl<G: Compose> Found<G> {
    /// The puzzle as packs hold it. Its id is made of a prefix, the seed and the
    /// number.
    #[must_use]
    pub fn puzzle(&self, prefix: &str, seed: u64) -> Puzzle {
        let line: Vec<_> = self.win.line.iter().map(ToString::to_string).collect();
        Puzzle {
            id: format!("{prefix}-{seed}-{}", self.index),
            position: self.position.to_string(),
            goal: Goal::Win,
            turns: self.win.turns,
            key: line[0].clone(),
            line,
            themes: self.themes.iter().map(ToString::to_string).collect(),
            difficulty: Some(f64::from(self.difficulty.tenths()) / 10.0),
            source: Some(puzzle::Source {
                kind: self.source.name().into(),
                seed: Some(seed),
                index: Some(self.index),
            }),
            certificate: None,
            note: None,
            variations: Vec::new(),
        }
    }
}
