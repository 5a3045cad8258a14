//! The checks of a puzzle: one file a family.

mod corpus;
mod line;
mod position;
mod solution;

pub use corpus::{Corpus, Origin};

use super::cache::{Cache, digest};
use super::canonical;
use super::code::{Code, Severity};
use super::diagnostic::Diagnostic;
use super::entry::{Entry, Finding, Place};
use super::fields::is_name;
use super::pack::Puzzle;
use crate::game::Notation;
use crate::games::{AnyPosition, Choice, Visitor};
use crate::solver::Limits;

/// How the puzzles of a pack are checked, each by itself.
pub struct Checker<'a> {
    /// The game and ruleset of the pack; if they are not known, positions
    /// cannot be read.
    pub choice: Option<Choice>,
    /// The limits of each search when it begins.
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
    pub twin: Option<AnyPosition>,
    /// The puzzle in the game's own notation, if it can be written so.
    pub canonical: Option<Puzzle>,
}

impl Checker<'_> {
    /// Checks the shape of a puzzle and everything that can be told without
    /// searching; with `solve`, solves it and compares.
    #[must_use]
    pub fn check(&self, entry: &Entry, solve: bool) -> Checked {
        let mut findings = Vec::new();
        findings.extend(malformed_id(entry));
        let mut checked = Checked { diagnostics: Vec::new(), twin: None, canonical: None };
        let read = self.choice.and_then(|choice| position::read(entry, &choice, &mut findings));
        if let Some(position) = read {
            let found = position.visit(OfGame { entry, checker: solve.then_some(self) });
            findings.extend(found.findings);
            (checked.twin, checked.canonical) = (found.twin, found.canonical);
        }
        checked.diagnostics = entry.diagnostics.clone();
        checked.diagnostics.extend(findings.into_iter().map(|finding| at(entry, finding)));
        checked.diagnostics.sort_by_key(|found| (found.span, found.code));
        if checked.diagnostics.iter().any(|found| found.code.severity() == Severity::Error) {
            checked.canonical = None;
        }
        checked
    }
}

impl Checker<'_> {
    /// What is wrong with the solution.
    fn solve<G: Notation>(&self, position: &G, entry: &Entry) -> Vec<Finding> {
        let Some(cache) = self.cache else {
            return solution::check(position, entry, self.limits);
        };
        let digest = digest(position, entry);
        cache.get(&digest).unwrap_or_else(|| {
            let findings = solution::check(position, entry, self.limits);
            cache.put(digest, &findings);
            findings
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
struct Found {
    findings: Vec<Finding>,
    twin: Option<AnyPosition>,
    canonical: Option<Puzzle>,
}

struct OfGame<'a> {
    entry: &'a Entry,
    /// What to solve it with, if it is to be solved.
    checker: Option<&'a Checker<'a>>,
}

impl Visitor for OfGame<'_> {
    type Output = Found;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Found {
        let twin = Some(position::representative(&position).into());
        if let Some(finished) = position::finished(&position) {
            return Found { findings: vec![finished], twin, canonical: None };
        }
        let mut findings = line::variations(&position, &self.entry.variations);
        if let Some(checker) = self.checker {
            findings.extend(checker.solve(&position, self.entry));
        }
        let canonical = self.entry.puzzle().and_then(|p| canonical::notation(p, &position));
        Found { findings, twin, canonical }
    }
}
