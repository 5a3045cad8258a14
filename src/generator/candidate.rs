use std::ops::ControlFlow::{Break, Continue};
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
    let mut workshop = Workshop { recipe, limits, dice, stopped: false };
    let (mut farthest, mut reason) = (0, None);
    let mut puzzle = None;
    let _ = workshop.visit(index, &mut |Lead { probe, game }| {
        let mut exam = Exam::new(recipe, probe);
        let (passed, name) = match examine(&mut exam) {
            Ok(()) => match exam.into_found(index, game) {
                Ok(found) => {
                    puzzle = Some(found);
                    return Break(());
                }
                Err(_) => (usize::MAX, DECIDED.0),
            },
            Err(failed) => failed,
        };
        if passed >= farthest {
            (farthest, reason) = (passed, Some(name));
        }
        Continue(passed)
    });
    match (puzzle, reason, workshop.stopped) {
        (Some(found), _, _) => Outcome::Found(Box::new(found)),
        (None, Some(reason), _) => Outcome::Rejected(reason),
        (None, None, true) => Outcome::Rejected(DECIDED.0),
        (None, None, false) => Outcome::Rejected(FOUND.0),
    }
}

/// Whether all predicates hold, or else how many do before one does not, and the
/// name of that.
fn examine<G: Compose>(exam: &mut Exam<'_, G>) -> Result<(), (usize, &'static str)> {
    for (passed, predicate) in predicates::<G>().iter().enumerate() {
        match (predicate.holds)(exam) {
            Ok(true) => {}
            Ok(false) => return Err((passed, predicate.name)),
            Err(_) => return Err((passed, DECIDED.0)),
        }
    }
    Ok(())
}

impl<G: Compose> Found<G> {
    /// The puzzle as packs hold it. With `moves`, it has the turns of its game, if
    /// there is one.
    #[must_use]
    pub fn puzzle(&self, id: String, seed: u64, moves: bool) -> Puzzle {
        let line: Vec<_> = self.win.line.iter().map(ToString::to_string).collect();
        Puzzle {
            id,
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
                moves: self
                    .game
                    .as_ref()
                    .filter(|_| moves)
                    .map(|game| game.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
            }),
            certificate: None,
            note: None,
            variations: Vec::new(),
        }
    }
}
