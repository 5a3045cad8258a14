use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::check::stays_within;
use super::code::{Code, Severity};
use super::diagnostic::{Diagnostic, Span};
use super::fields::{
    Faults, Fields, Spanned, integer, is_name, list, quoted, real, text, text_like, wrong_value,
};
use super::node::Node;
use super::pack::{Puzzle, Source, Variation};
use crate::solver::{Goal, Horizon};

/// A puzzle as it stands in a file: what could be read of it, where, and what
/// could not.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Where it begins.
    pub span: Span,
    /// The fields, where they could be read.
    pub id: Option<Spanned<String>>,
    /// The position.
    pub position: Option<Spanned<String>>,
    /// The goal: a direct win, if none is given; nothing, if what is given
    /// cannot be read.
    pub goal: Option<Goal>,
    /// The number of turns.
    pub turns: Option<Spanned<u32>>,
    /// The key.
    pub key: Option<Spanned<String>>,
    /// The line, turn by turn.
    pub line: Option<Spanned<Vec<Spanned<String>>>>,
    /// The themes; without those that could not be read.
    pub themes: Option<Spanned<Vec<Spanned<String>>>>,
    /// The difficulty.
    pub difficulty: Option<Spanned<f64>>,
    /// The file with its certificate.
    pub certificate: Option<Spanned<String>>,
    /// The variations.
    pub variations: Vec<EntryVariation>,
    /// What is wrong with its shape.
    pub diagnostics: Vec<Diagnostic>,
    rest: Rest,
}

/// A variation as it stands in a file.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryVariation {
    /// Its turns.
    pub line: Vec<Spanned<String>>,
    note: String,
}

/// The fields that no check points at.
#[derive(Clone, PartialEq, Default, Debug)]
struct Rest {
    source: Option<Source>,
    note: Option<String>,
}

/// A value of a puzzle, wherever the puzzle may stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Place {
    /// The id.
    Id,
    /// The position.
    Position,
    /// The number of turns.
    Turns,
    /// The key.
    Key,
    /// The whole line.
    Line,
    /// A turn of the line, from 0.
    Turn(u32),
    /// The themes.
    Themes,
    /// A theme, from 0.
    Theme(u32),
    /// The difficulty.
    Difficulty,
    /// The name of the certificate.
    Certificate,
    /// A turn of a variation, both from 0.
    Variation(u32, u32),
}

/// The fields of a puzzle, in their order.
pub(super) const FIELDS: &[&str] = &[
    "id",
    "position",
    "goal",
    "turns",
    "key",
    "line",
    "themes",
    "difficulty",
    "source",
    "certificate",
    "note",
    "variations",
];
const SOURCE_FIELDS: &[&str] = &["kind", "seed", "index", "moves"];
const VARIATION_FIELDS: &[&str] = &["line", "note"];

impl Entry {
    pub(super) fn new(node: &Node) -> Self {
        let mut entry = Self {
            span: node.span,
            id: None,
            position: None,
            goal: None,
            turns: None,
            key: None,
            line: None,
            themes: None,
            difficulty: None,
            certificate: None,
            variations: Vec::new(),
            diagnostics: Vec::new(),
            rest: Rest::default(),
        };
        let mut faults = Vec::new();
        if let Some(fields) = Fields::new(node, "a puzzle", FIELDS, &mut faults) {
            entry.read(&fields, &mut faults);
        }
        entry.diagnostics = faults;
        entry
    }

    fn read(&mut self, fields: &Fields<'_>, faults: &mut Faults) {
        let required = |name, faults: &mut Faults| {
            fields.require(name, faults).and_then(|node| text(node, name, faults))
        };
        self.id = required("id", faults);
        self.position = required("position", faults);
        self.key = required("key", faults);
        self.goal = match fields.get("goal") {
            Some(node) => goal(node, faults),
            None => Some(Goal::Win),
        };
        self.turns = fields.require("turns", faults).and_then(|node| {
            let value = integer(node, "turns", (1, Horizon::MAX_TURNS.into()), faults)?;
            Some(Spanned { value: u32::try_from(value).ok()?, span: node.span })
        });
        self.line = fields
            .require("line", faults)
            .and_then(|node| Some(Spanned { value: turns(node, faults)?, span: node.span }));
        if let Some(node) = fields.get("themes") {
            self.themes = Some(Spanned { value: themes(node, faults), span: node.span });
        }
        self.difficulty = fields.get("difficulty").and_then(|node| {
            Some(Spanned { value: real(node, "difficulty", faults)?, span: node.span })
        });
        self.certificate = fields.get("certificate").and_then(|node| {
            let expected = "it is the name of a file in the folder of the pack";
            text_like(node, "certificate", stays_within, expected, faults)
        });
        self.rest.source = fields.get("source").and_then(|node| source(node, faults));
        self.rest.note = fields.get("note").and_then(|node| note(node, faults));
        if let Some(node) = fields.get("variations") {
            self.variations = list(node, "variations", faults, variation).unwrap_or_default();
        }
    }

    /// Where a value of the puzzle stands.
    #[must_use]
    pub fn span(&self, place: Place) -> Span {
        let span = match place {
            Place::Id => self.id.as_ref().map(|id| id.span),
            Place::Position => self.position.as_ref().map(|position| position.span),
            Place::Turns => self.turns.as_ref().map(|turns| turns.span),
            Place::Key => self.key.as_ref().map(|key| key.span),
            Place::Line => self.line.as_ref().map(|line| line.span),
            Place::Turn(turn) => {
                self.line.as_ref().and_then(|line| Some(line.value.get(turn as usize)?.span))
            }
            Place::Themes => self.themes.as_ref().map(|themes| themes.span),
            Place::Theme(theme) => {
                self.themes.as_ref().and_then(|all| Some(all.value.get(theme as usize)?.span))
            }
            Place::Difficulty => self.difficulty.as_ref().map(|difficulty| difficulty.span),
            Place::Certificate => self.certificate.as_ref().map(|certificate| certificate.span),
            Place::Variation(variation, turn) => self
                .variations
                .get(variation as usize)
                .and_then(|variation| Some(variation.line.get(turn as usize)?.span)),
        };
        span.unwrap_or(self.span)
    }

    /// Whether nothing is wrong with its shape.
    #[must_use]
    pub fn is_well_formed(&self) -> bool {
        self.diagnostics.iter().all(|found| found.code.severity() != Severity::Error)
    }

    /// The puzzle, if nothing is wrong with its shape.
    #[must_use]
    pub fn puzzle(&self) -> Option<Puzzle> {
        if !self.is_well_formed() {
            return None;
        }
        let rest = self.rest.clone();
        let values =
            |texts: &[Spanned<String>]| texts.iter().map(|text| text.value.clone()).collect();
        Some(Puzzle {
            id: self.id.clone()?.value,
            position: self.position.clone()?.value,
            goal: self.goal?,
            turns: self.turns.as_ref()?.value,
            key: self.key.clone()?.value,
            line: values(&self.line.as_ref()?.value),
            themes: self.themes.as_ref().map(|themes| values(&themes.value)).unwrap_or_default(),
            difficulty: self.difficulty.as_ref().map(|difficulty| difficulty.value),
            source: rest.source,
            certificate: self.certificate.as_ref().map(|certificate| certificate.value.clone()),
            note: rest.note,
            variations: self
                .variations
                .iter()
                .map(|v| Variation { line: values(&v.line), note: v.note.clone() })
                .collect(),
        })
    }
}

/// The turns of a line; a line with a gap is none.
fn turns(node: &Node, faults: &mut Faults) -> Option<Vec<Spanned<String>>> {
    let turns = list(node, "line", faults, |turn, faults| Some(text(turn, "line", faults)));
    turns?.into_iter().collect()
}

fn goal(node: &Node, faults: &mut Faults) -> Option<Goal> {
    let name = text(node, "goal", faults)?;
    let goal = name.value.parse();
    if goal.is_err() {
        let message = format!("there is no goal `{}`", quoted(&name.value));
        faults.push(wrong_value(name.span, message).help("the goals are `win`, `help`, `self`"));
    }
    goal.ok()
}

fn themes(node: &Node, faults: &mut Faults) -> Vec<Spanned<String>> {
    let expected = "a theme is made of small letters, digits and hyphens: `quiet-key`";
    let mut seen = HashSet::new();
    let found = list(node, "themes", faults, |theme, faults| {
        let theme = text_like(theme, "theme", is_name, expected, faults)?;
        if seen.insert(theme.value.clone()) {
            return Some(theme);
        }
        let message = format!("the theme `{}` is given twice", quoted(&theme.value));
        faults.push(wrong_value(theme.span, message).help("remove one of them"));
        None
    });
    found.unwrap_or_default()
}

fn source(node: &Node, faults: &mut Faults) -> Option<Source> {
    let fields = Fields::new(node, "`source`", SOURCE_FIELDS, faults)?;
    let expected = "it is made of small letters, digits and hyphens: `composed`";
    let kind = fields
        .require("kind", faults)
        .and_then(|node| text_like(node, "kind", is_name, expected, faults));
    let mut number = |name| integer(fields.get(name)?, name, (0, u64::MAX), faults);
    let (seed, index) = (number("seed"), number("index"));
    let moves = fields.get("moves").and_then(|node| text(node, "moves", faults));
    Some(Source { kind: kind?.value, seed, index, moves: moves.map(|moves| moves.value) })
}

fn note(node: &Node, faults: &mut Faults) -> Option<String> {
    text(node, "note", faults).map(|note| note.value)
}

fn variation(node: &Node, faults: &mut Faults) -> Option<EntryVariation> {
    let fields = Fields::new(node, "a variation", VARIATION_FIELDS, faults)?;
    let line = fields.require("line", faults).and_then(|node| {
        let line = turns(node, faults)?;
        if line.is_empty() {
            faults.push(wrong_value(node.span, "the line of a variation is empty"));
        }
        Some(line)
    });
    let note = fields.require("note", faults).and_then(|node| note(node, faults));
    Some(EntryVariation { line: line?, note: note? })
}

/// What a check has found in a puzzle, wherever the puzzle may stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What it is about.
    pub code: Code,
    /// The offending value.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Finding {
    pub(super) fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self { code, place, message: message.into(), help: None }
    }

    #[must_use]
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
