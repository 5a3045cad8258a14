//! The checks of a puzzle: one file a family.

mod certificate;
mod corpus;
mod description;
mod duals;
mod goal;
mod line;
mod position;
mod rules;
mod solution;
mod themes;

use std::path::Path;

use serde::{Deserialize, Serialize};

pub(super) use certificate::stays_within;
pub use corpus::{Corpus, Origin};
pub use position::representative;
use rules::Played;

use super::cache::{Cache, digest};
use super::canonical;
use super::code::{Code, Severity};
use super::diagnostic::Diagnostic;
use super::entry::{Entry, Finding, Place};
use super::fields::is_name;
use super::pack::Puzzle;
use crate::game::Themed;
use crate::games::{AnyPosition, Choice, Visitor};
use crate::solver::{Goal, Limits};

/// How the puzzles of a pack are checked, each by itself.
pub struct Checker<'a> {
    /// The game and ruleset of the pack; if they are not known, positions
    /// cannot be read.
    pub choice: Option<Choice>,
    /// Whether duals are no matter.
    pub allows_duals: bool,
    /// The folder of the pack, where certificates are looked for.
    pub folder: &'a Path,
    /// The limits of the searches for a puzzle when they begin.
    pub limits: &'a (dyn Fn() -> Limits<'static> + Sync),
    /// What earlier runs have found out.
    pub cache: Option<&'a Cache>,
}

/// What is known of a puzzle after its checks.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// What is wrong with it, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
    /// The same for all positions that are images of each other.
    pub twin: Option<Twin>,
    /// The puzzle as it should be written, if it can be.
    pub canonical: Option<String>,
    /// The same with the themes and the difficulty that the program computes,
    /// if the puzzle states others.
    pub recomputed: Option<String>,
}

/// What puzzles have in common that are the same up to symmetry: the goal, and
/// one of the images of the position.
pub type Twin = (&'static str, AnyPosition);

/// What solving a puzzle tells of it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(in crate::puzzle) struct Solved {
    /// What is wrong with the solution.
    pub findings: Vec<Finding>,
    /// What it is about, if it is sound.
    pub description: Option<Description>,
}

/// What the program says of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::puzzle) struct Description {
    /// The themes.
    pub themes: Vec<String>,
    /// The difficulty, in tenths.
    pub tenths: u32,
}

impl Checker<'_> {
    /// Checks the shape of a puzzle and everything that can be told without
    /// searching; with `solve`, solves it and compares.
    #[must_use]
    pub fn check(&self, entry: &Entry, solve: bool) -> Checked {
        let mut findings = Vec::new();
        findings.extend(malformed_id(entry));
        findings.extend(description::misplaced(entry));
        let game = self.choice.and_then(|choice| choice.game());
        findings.extend(game.into_iter().flat_map(|game| themes::check(entry, game)));
        let read = self.choice.and_then(|choice| position::read(entry, &choice, &mut findings));
        let found = read.map(|position| position.visit(OfGame { checker: self, entry, solve }));
        let Found { findings: more, twin, mut canonical, recomputed } = found.unwrap_or_default();
        findings.extend(more);
        let mut diagnostics = entry.diagnostics.clone();
        diagnostics.extend(findings.into_iter().map(|finding| at(entry, finding)));
        diagnostics.sort_by_key(|found| (found.span, found.code));
        if diagnostics.iter().any(|found| found.code.severity() == Severity::Error) {
            canonical = None;
        }
        let recomputed = recomputed.filter(|_| canonical.is_some());
        let [canonical, recomputed] =
            [canonical, recomputed].map(|puzzle| puzzle.as_ref().map(canonical::puzzle));
        Checked { diagnostics, twin, canonical, recomputed }
    }

    /// Solves a puzzle, or remembers what came of it.
    fn solve<G: Themed>(
        &self,
        position: &G,
        entry: &Entry,
        goal: Goal,
        played: &Played<G>,
        limits: Limits<'_>,
    ) -> Solved {
        let solve = || match goal {
            Goal::Win => solution::check(position, entry, played, limits),
            Goal::Help | Goal::SelfWin => goal::check(position, entry, played, goal, limits),
        };
        let Some(cache) = self.cache else { return solve() };
        let digest = digest(position, entry, goal);
        cache.get(&digest).unwrap_or_else(|| {
            let solved = solve();
            cache.put(digest, &solved);
            solved
        })
    }
}

/// A finding where the puzzle stands.
fn at(entry: &Entry, finding: Finding) -> Diagnostic {
    Diagnostic {
        code: finding.code,
        span: entry.span(finding.place),
        puzzle: entry.id.as_ref().map(|id| id.value.clone()),
        message: finding.message,
        help: finding.help,
    }
}

fn malformed_id(entry: &Entry) -> Option<Finding> {
    let id = &entry.id.as_ref()?.value;
    let message = || format!("`{}` is no id", crate::game::excerpt(id));
    (!is_name(id)).then(|| {
        Finding::new(Code::MalformedId, Place::Id, message())
            .help("an id is made of small letters, digits and hyphens: `first-clears-001`")
    })
}

/// What is known of a puzzle whose position can be read.
#[derive(Default)]
struct Found {
    findings: Vec<Finding>,
    twin: Option<Twin>,
    canonical: Option<Puzzle>,
    recomputed: Option<Puzzle>,
}

/// What the rules tell of the line, where solving the puzzle has not told more:
/// a line is told of up to its first fault.
fn fault<G: Themed>(
    position: &G,
    entry: &Entry,
    goal: Goal,
    played: &Played<G>,
    solved: &Solved,
) -> Option<Finding> {
    let is_told = |codes: &[Code]| solved.findings.iter().any(|f| codes.contains(&f.code));
    if is_told(&[Code::NotOptimal]) {
        return None;
    }
    let other_end = || match is_told(&[Code::NoWin, Code::NotShortest]) {
        true => None,
        false => played.other_end(position, entry, goal),
    };
    // Where there is no win, nothing is missing from a line without one.
    let is_moot = |f: &&Finding| f.code == Code::UnfinishedLine && is_told(&[Code::NoWin]);
    let Some(fault) = &played.fault else { return other_end() };
    Some(fault).filter(|fault| !is_moot(fault)).cloned()
}

struct OfGame<'a> {
    checker: &'a Checker<'a>,
    entry: &'a Entry,
    solve: bool,
}

impl Visitor for OfGame<'_> {
    type Output = Found;

    fn visit<G: Themed + Into<AnyPosition>>(self, position: G) -> Found {
        let entry = self.entry;
        let twin = |goal: Goal| (goal.name(), representative(position.into()));
        let mut found = Found { twin: entry.goal.map(twin), ..Found::default() };
        if let Some(finished) = position::finished(&position) {
            found.findings.push(finished);
            return found;
        }
        found.findings.extend(line::variations(&position, &entry.variations));
        found.canonical = entry.puzzle().and_then(|p| canonical::notation(p, &position).ok());
        found.findings.extend(rules::key(&position, entry));
        let played = rules::play(&position, entry);
        match entry.goal {
            Some(goal) => self.solution(&position, goal, &played, &mut found),
            None => found.findings.extend(played.fault),
        }
        found
    }
}

impl OfGame<'_> {
    /// Compares what a puzzle states of its solution with what is true, as far as
    /// that is to be found out.
    fn solution<G: Themed + Into<AnyPosition>>(
        &self,
        position: &G,
        goal: Goal,
        played: &Played<G>,
        found: &mut Found,
    ) {
        let Self { checker, entry, solve } = *self;
        let limits = (checker.limits)();
        let solved = match solve {
            true => checker.solve(position, entry, goal, played, limits),
            false => Solved::default(),
        };
        found.findings.extend(fault(position, entry, goal, played, &solved));
        let is_allowed = |finding: &Finding| checker.allows_duals && finding.code == Code::Dual;
        found.findings.extend(solved.findings.into_iter().filter(|f| !is_allowed(f)));
        found.findings.extend(certificate::check(position, entry, goal, checker.folder, limits));
        if let (Some(description), Some(puzzle)) = (solved.description, &found.canonical) {
            let (findings, recomputed) = description::compare(&description, entry, puzzle);
            found.findings.extend(findings);
            found.recomputed = recomputed;
        }
    }
}
