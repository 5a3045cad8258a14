//! The fields of a pack that stand beside its puzzles.

use saphyr_parser::Event;

use super::super::code::Code;
use super::super::diagnostic::{Diagnostic, Span};
use super::super::fields::{
    Faults, field_name, integer, list, missing, quoted, repeated, text, text_like, wrong_value,
};
use super::super::lines::Lines;
use super::super::node::{Events, Fatal, MOST_FAULTS, Node};
use super::super::pack::Allowance;
use super::{Document, Puzzles, too_many};
use crate::games::Choice;

/// The fields of a pack, in their order.
pub(in crate::puzzle) const FIELDS: &[&str] = &[
    "schema",
    "title",
    "game",
    "rules",
    "license",
    "author",
    "language",
    "description",
    "allow",
    "puzzles",
];
const PACK: &str = "a pack";

/// The version of the format that is read.
const SCHEMA: u64 = 1;

/// The head while it is read.
pub(super) struct Head<'d, 'a> {
    document: &'d mut Document<'a>,
    given: Vec<&'static str>,
    game: Option<Span>,
    rules: Option<Span>,
}

/// How far the head could be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// All of it.
    Whole,
    /// What seems to be missing may be in what cannot be read.
    CutShort,
}

/// The name of a field, and where it stands.
struct Name {
    /// None if the field is to be passed over.
    name: Option<&'static str>,
    span: Span,
}

impl<'d, 'a> Head<'d, 'a> {
    /// Reads the head of a document.
    pub(super) fn fill(document: &'d mut Document<'a>, events: &mut Events<'a>) {
        let mut head = Self { document, given: Vec::new(), game: None, rules: None };
        let end = head.read(events).unwrap_or_else(|fatal| {
            head.fault(*fatal);
            End::CutShort
        });
        if end == End::Whole {
            head.finish();
        }
        head.choose(end);
    }

    fn fault(&mut self, fault: Diagnostic) {
        self.document.diagnostics.push(fault);
    }

    fn read(&mut self, events: &mut Events<'a>) -> Result<End, Fatal> {
        let Some(is_block) = self.begin(events)? else { return Ok(End::CutShort) };
        while let Some(Name { name, span }) = self.name(events)? {
            if self.document.diagnostics.len() + events.diagnostics.len() > MOST_FAULTS {
                return Err(Box::new(too_many(span)));
            }
            match name {
                None => events.skip()?,
                Some("puzzles") => {
                    let is_last = is_block && self.is_last(span.line);
                    if !self.puzzles(is_last, events)? {
                        return Ok(End::CutShort);
                    }
                    if self.document.puzzles == Puzzles::Last {
                        self.document.lines = Lines::below(self.document.text, span.line);
                        return Ok(End::Whole);
                    }
                }
                Some(name) => self.field(name, &events.node()?),
            }
        }
        self.end(events)
    }

    /// Reads on to the first field; tells whether fields are in block style, if
    /// there are fields at all.
    fn begin(&mut self, events: &mut Events<'a>) -> Result<Option<bool>, Fatal> {
        events.next()?;
        let first = events.next()?;
        if matches!(first.0, Event::StreamEnd) {
            let empty =
                Diagnostic::new(Code::Empty, Span::at(1, 1), "there is nothing in the file");
            self.fault(empty.help("a pack has a title, a game and puzzles"));
            return Ok(None);
        }
        let (root, span) = events.next()?;
        if !matches!(root, Event::MappingStart(..)) {
            let message = "a pack is a mapping of fields: `title: …`, `game: …`, `puzzles: …`";
            self.fault(Diagnostic::new(Code::WrongType, span, message));
            return Ok(None);
        }
        // Flow style has a brace to point at.
        let is_point = (span.line, span.column) == (span.end_line, span.end_column);
        Ok(Some(span.column == 1 && is_point))
    }

    /// The name of the next field, unless there is none.
    fn name(&mut self, events: &mut Events<'a>) -> Result<Option<Name>, Fatal> {
        let key = events.next()?;
        if matches!(key.0, Event::MappingEnd) {
            return Ok(None);
        }
        events.unread(key);
        let key = events.node()?;
        let known = field_name(&key, PACK, FIELDS, &mut self.document.diagnostics);
        let name = known.and_then(|name| FIELDS.iter().copied().find(|field| *field == name));
        let name = name.filter(|name| {
            let is_new = !self.given.contains(name);
            match is_new {
                true => self.given.push(name),
                false => self.document.diagnostics.push(repeated(name, key.span)),
            }
            is_new
        });
        Ok(Some(Name { name, span: key.span }))
    }

    /// Reads what follows the last field.
    fn end(&mut self, events: &mut Events<'a>) -> Result<End, Fatal> {
        loop {
            let (event, span) = events.next()?;
            match event {
                Event::StreamEnd => return Ok(End::Whole),
                Event::DocumentStart(_) => {
                    let message = "packs do without a second document";
                    let fault = Diagnostic::new(Code::YamlFeature, span, message);
                    self.fault(fault.help("make it a file of its own"));
                    return Ok(End::Whole);
                }
                _ => {}
            }
        }
    }

    /// Looks at the list of puzzles, and passes it over unless it is the last
    /// thing in the file. False if that cannot be done: what is wrong is found with
    /// the puzzles.
    fn puzzles(&mut self, is_last: bool, events: &mut Events<'a>) -> Result<bool, Fatal> {
        let first = events.next()?;
        let span = first.1;
        if !matches!(first.0, Event::SequenceStart(..)) {
            let message = "`puzzles` is a list of puzzles";
            let fault = Diagnostic::new(Code::WrongType, span, message);
            self.fault(fault.help("begin each puzzle with `- id: …`"));
            events.unread(first);
            return events.skip().map(|()| true);
        }
        // So is what is wrong with the puzzles.
        let before = events.diagnostics.len();
        let mut item = events.next()?;
        if matches!(item.0, Event::SequenceEnd) {
            self.fault(Diagnostic::new(Code::NoPuzzles, span, "there is no puzzle in the pack"));
            return Ok(true);
        }
        self.document.puzzles = if is_last { Puzzles::Last } else { Puzzles::Within };
        while !is_last && !matches!(item.0, Event::SequenceEnd) {
            events.unread(item);
            let passed = events.skip().and_then(|()| events.next());
            events.diagnostics.truncate(before);
            let Ok(next) = passed else {
                self.document.puzzles = Puzzles::Last;
                return Ok(false);
            };
            item = next;
        }
        events.diagnostics.truncate(before);
        Ok(true)
    }

    /// Whether it is plain that no field of the pack follows the puzzles. In
    /// block style a field would begin a line; so the puzzles of a large pack
    /// need not be read twice.
    fn is_last(&self, line: u32) -> bool {
        let text = self.document.text;
        // Other breaks than LF are rare enough to be read the long way.
        let is_within = |line: &str| {
            matches!(line.as_bytes(), [] | [b' ' | b'#', ..] | [b'-'] | [b'-', b' ', ..])
        };
        !text.contains('\r') && text.split('\n').skip(line as usize).all(is_within)
    }

    fn field(&mut self, name: &str, node: &Node) {
        let faults = &mut self.document.diagnostics;
        let head = &mut self.document.head;
        let optional = |faults: &mut Faults| text(node, name, faults).map(|text| text.value);
        match name {
            "schema" => {
                let most = u64::from(u32::MAX);
                let version = integer(node, name, (1, most), faults);
                if let Some(version) = version.filter(|version| *version != SCHEMA) {
                    let message = format!("this pack is of schema {version}");
                    let help = format!("this version of tsume reads schema {SCHEMA}");
                    faults.push(wrong_value(node.span, message).help(help));
                }
                head.schema = version.and_then(|version| u32::try_from(version).ok());
            }
            "title" => head.title = optional(faults).unwrap_or_default(),
            "game" => {
                let game = text(node, name, faults);
                self.game = game.as_ref().map(|game| game.span);
                head.game = game.map(|game| game.value).unwrap_or_default();
            }
            "rules" => {
                let rules = text(node, name, faults);
                self.rules = rules.as_ref().map(|rules| rules.span);
                head.rules = rules.map(|rules| rules.value);
            }
            "license" => head.license = optional(faults),
            "author" => head.author = optional(faults),
            "language" => {
                let expected = "a language is a tag such as `en` or `pt-BR`";
                let tag = text_like(node, name, is_language, expected, faults);
                head.language = tag.map(|tag| tag.value);
            }
            "allow" => head.allow = allowances(node, faults),
            _ => head.description = optional(faults),
        }
    }

    /// Notes what is missing.
    fn finish(&mut self) {
        for name in ["title", "game", "puzzles"] {
            if !self.given.contains(&name) {
                self.document.diagnostics.push(missing(name, PACK, Span::at(1, 1)));
            }
        }
    }

    fn choose(&mut self, end: End) {
        let Some(game) = self.game else { return };
        let head = &self.document.head;
        let named = Choice::new(Some(&head.game), None);
        let (choice, span) = match self.rules {
            Some(rules) if named.is_ok() => {
                (Choice::new(Some(&head.game), head.rules.as_deref()), rules)
            }
            _ => (named, game),
        };
        let is_unread =
            self.rules.is_none() && (self.given.contains(&"rules") || end == End::CutShort);
        let has_several = |choice: &Choice| choice.game().is_some_and(|game| game.rules.len() > 1);
        match choice {
            // A ruleset that cannot be read need not be the first.
            Ok(choice) if is_unread && has_several(&choice) => {}
            Ok(choice) => self.document.choice = Some(choice),
            Err(error) => {
                let error = error.to_string();
                let (message, help) = error.split_once(": ").unwrap_or((&error, ""));
                let fault = wrong_value(span, quoted_whole(message)).help(help);
                self.document.diagnostics.push(fault);
            }
        }
    }
}

/// What is allowed; if some of it cannot be read, that may be anything.
fn allowances(node: &Node, faults: &mut Faults) -> Vec<Allowance> {
    let before = faults.len();
    let mut allowed = Vec::new();
    let names = list(node, "allow", faults, |node, faults| text(node, "allow", faults));
    for name in names.unwrap_or_default() {
        let known = Allowance::ALL.iter().find(|(known, _)| *known == name.value);
        match known {
            Some((_, allowance)) if allowed.contains(allowance) => {
                faults
                    .push(wrong_value(name.span, "this is given twice").help("remove one of them"));
            }
            Some((_, allowance)) => allowed.push(*allowance),
            None => {
                let message = format!("`{}` cannot be allowed", quoted(&name.value));
                faults.push(wrong_value(name.span, message).help("what can be is `duals`"));
            }
        }
    }
    match faults.len() == before {
        true => allowed,
        false => Allowance::ALL.iter().map(|(_, allowance)| *allowance).collect(),
    }
}

/// A message that quotes a name of any length.
fn quoted_whole(message: &str) -> String {
    match message.chars().nth(200) {
        Some(_) => quoted(message),
        None => message.to_string(),
    }
}

/// Whether a text has the form of a language tag.
fn is_language(text: &str) -> bool {
    let alphanumeric = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|c| c.is_ascii_alphanumeric())
    };
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.bytes().all(|c| c.is_ascii_lowercase())
        && parts.all(alphanumeric)
}
