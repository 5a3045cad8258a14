//! A pack as its file has it, read from front to back, one puzzle at a time.

pub(super) mod head;

use saphyr_parser::Event;

use super::code::Code;
use super::diagnostic::{Diagnostic, Span};
use super::entry::Entry;
use super::lines::Lines;
use super::node::{Events, Fatal, MOST_FAULTS, Node, Value};
use super::pack::Pack;
use super::text::without_bom;
use crate::games::Choice;
use head::Head;

/// The text of a pack, of which the head has been read.
#[derive(Debug)]
pub struct Document<'a> {
    text: &'a str,
    /// The fields before the puzzles; without puzzles.
    pub head: Pack,
    /// The game and ruleset, if there are such.
    pub choice: Option<Choice>,
    /// What is wrong with the head.
    pub diagnostics: Vec<Diagnostic>,
    puzzles: Puzzles,
    /// The puzzles, if they can be read line by line as long as they are simple.
    lines: Option<Lines<'a>>,
}

/// Where the puzzles of a document are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Puzzles {
    /// There are none.
    Nowhere,
    /// They have been passed over, and all that follows them has been read.
    Within,
    /// Nothing has been read from there on, and no field follows them.
    Last,
}

impl<'a> Document<'a> {
    /// Reads the head of a pack.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let text = without_bom(text);
        let mut document = Self {
            text,
            head: Pack::default(),
            choice: None,
            diagnostics: Vec::new(),
            puzzles: Puzzles::Nowhere,
            lines: None,
        };
        let mut events = Events::new(text);
        Head::fill(&mut document, &mut events);
        document.diagnostics.append(&mut events.diagnostics);
        document.diagnostics.sort_by_key(|found| (found.span, found.code));
        document
    }

    /// The puzzles, in their order; at the end, in the place of a puzzle, what
    /// keeps the rest from being read.
    pub fn puzzles(&self) -> impl Iterator<Item = Result<Entry, Diagnostic>> + Send + use<'a> {
        let mut events = Events::new(self.text);
        let (puzzles, mut started) = (self.puzzles, false);
        let (mut lines, mut simple) = (self.lines.clone(), 0);
        let mut reading = puzzles != Puzzles::Nowhere;
        std::iter::from_fn(move || {
            if !reading {
                return None;
            }
            let mut next = || {
                if let Some(left) = &mut lines {
                    if left.is_over() {
                        return Ok(None);
                    }
                    if let Some(node) = left.puzzle() {
                        simple += 1;
                        return Ok(Some(entry(&node, Vec::new())));
                    }
                    lines = None;
                }
                if !started {
                    started = true;
                    to_puzzles(&mut events)?;
                    for _ in 0..simple {
                        events.skip()?;
                    }
                    // The head has been complained of already.
                    events.diagnostics.clear();
                }
                let entry = next_puzzle(&mut events)?;
                if entry.is_none() && puzzles == Puzzles::Last {
                    while !matches!(events.next()?.0, Event::StreamEnd) {}
                }
                Ok(entry)
            };
            let next: Result<Option<Entry>, Fatal> = next();
            reading = matches!(next, Ok(Some(_)));
            next.map_err(|fatal| *fatal).transpose()
        })
    }
}

/// Reads on to the first puzzle of a document that has some.
fn to_puzzles(events: &mut Events<'_>) -> Result<(), Fatal> {
    while !matches!(events.next()?.0, Event::MappingStart(..)) {}
    loop {
        let Node { value, .. } = events.node()?;
        if matches!(value, Value::Scalar { text, .. } if text == "puzzles") {
            let first = events.next()?;
            if matches!(first.0, Event::SequenceStart(..)) {
                return Ok(());
            }
            events.unread(first);
        }
        events.skip()?;
    }
}

fn next_puzzle(events: &mut Events<'_>) -> Result<Option<Entry>, Fatal> {
    let first = events.next()?;
    if matches!(first.0, Event::SequenceEnd) {
        return Ok(None);
    }
    events.unread(first);
    let node = events.node()?;
    let mut entry = entry(&node, std::mem::take(&mut events.diagnostics));
    if events.has_failed() {
        // What is missing may be in what cannot be read.
        entry.diagnostics.retain(|found| found.code != Code::MissingField);
    }
    Ok(Some(entry))
}

/// A puzzle, with what is wrong with how it is written.
fn entry(node: &Node, mut faults: Vec<Diagnostic>) -> Entry {
    let mut entry = Entry::new(node);
    entry.diagnostics.append(&mut faults);
    entry.diagnostics.sort_by_key(|found| (found.span, found.code));
    if let Some(more) = entry.diagnostics.get(MOST_FAULTS) {
        let end = too_many(more.span);
        entry.diagnostics.truncate(MOST_FAULTS);
        entry.diagnostics.push(end);
        entry.diagnostics.shrink_to_fit();
    }
    if !entry.diagnostics.is_empty() {
        let id = entry.id.as_ref().map(|id| id.value.clone());
        entry.diagnostics.iter_mut().for_each(|found| found.puzzle.clone_from(&id));
    }
    entry
}

/// Ends what is told of something with too many faults.
fn too_many(span: Span) -> Diagnostic {
    let message = format!("there are {MOST_FAULTS} faults before this");
    Diagnostic::new(Code::TooLarge, span, message).help("mend those first")
}
