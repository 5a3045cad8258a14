//! Puzzles as the program writes them, read line by line.
//!
//! A parser of YAML takes most of the time in which a large pack is read, and
//! large packs are written by programs. So puzzles of which every line is of
//! the simplest kind are read without it. Whatever is not, is left to it; and
//! where both can read, they read the same.

use super::diagnostic::Span;
use super::node::{Node, Value};

/// The longest line that is taken for simple, in bytes.
const LONGEST: usize = 1000;
/// The most fields that a simple puzzle has.
const MOST_FIELDS: usize = 16;
/// What the first line of a puzzle begins with, and the others.
const FIRST: &str = "  - ";
const OTHER: &str = "    ";

/// The lines from the first puzzle of a pack on, after which nothing follows.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
    /// The number of the next line.
    number: u32,
}

impl<'a> Lines<'a> {
    /// The lines below the field `puzzles`, which is in this line.
    pub fn below(text: &'a str, line: u32) -> Option<Self> {
        let mut lines = text.lines();
        let field = lines.nth((line as usize).checked_sub(1)?)?;
        (field == "puzzles:").then(|| Self { lines: lines.peekable(), number: line + 1 })
    }

    /// Whether all has been read.
    pub fn is_over(&mut self) -> bool {
        self.lines.peek().is_none()
    }

    /// The next puzzle, if it is simple; after the first that is not, this is
    /// of no more use.
    pub fn puzzle(&mut self) -> Option<Node> {
        let first = self.lines.next()?;
        let place = Place { line: self.number, column: 5 };
        self.number += 1;
        let mut fields = Vec::with_capacity(MOST_FIELDS);
        fields.push(place.field(first.strip_prefix(FIRST)?)?);
        while let Some(line) = self.lines.next_if(|line| line.starts_with(OTHER)) {
            let place = Place { line: self.number, column: 5 };
            self.number += 1;
            fields.push(place.field(&line[OTHER.len()..])?);
        }
        // Another line might be a part of what seems to be over.
        let is_over = self.lines.peek().is_none_or(|next| is_first(next));
        (is_over && fields.len() <= MOST_FIELDS)
            .then(|| Node { span: place.span(0), value: Value::Map(fields) })
    }
}

/// Whether a line begins a puzzle.
fn is_first(line: &str) -> bool {
    let id = line.strip_prefix(FIRST).and_then(|field| field.strip_prefix("id: "));
    line.len() <= LONGEST && id.is_some_and(is_word)
}

/// Whether a text can be a scalar without quotes anywhere.
fn is_word(text: &str) -> bool {
    let within = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'-' | b'.');
    text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.bytes().all(within)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_lowercase())
}

/// The text between quotes, if there is nothing to be unescaped.
fn within_quotes(text: &str) -> Option<&str> {
    let within = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_itself = |c: u8| matches!(c, b' '..=b'~') && !matches!(c, b'"' | b'\\');
    within.bytes().all(is_itself).then_some(within)
}

/// Where a part of a line stands.
#[derive(Clone, Copy)]
struct Place {
    line: u32,
    column: u32,
}

impl Place {
    fn after(self, bytes: usize) -> Self {
        Self { column: self.column + bytes as u32, ..self }
    }

    fn span(self, length: usize) -> Span {
        let Self { line, column } = self;
        Span { line, column, end_line: line, end_column: self.after(length).column }
    }

    fn scalar(self, text: &str, plain: bool) -> Node {
        let length = if plain { text.len() } else { text.len() + 2 };
        Node { span: self.span(length), value: Value::Scalar { text: text.into(), plain } }
    }

    fn word(self, text: &str) -> Option<Node> {
        is_word(text).then(|| self.scalar(text, true))
    }

    /// A field of a puzzle with a value on the same line.
    fn field(self, text: &str) -> Option<(Node, Node)> {
        let (name, value) = text.split_once(": ")?;
        if text.len() > LONGEST || !is_name(name) {
            return None;
        }
        let place = self.after(name.len() + 2);
        Some((self.scalar(name, true), place.value(value)?))
    }

    fn value(self, text: &str) -> Option<Node> {
        match text.as_bytes().first()? {
            b'"' => Some(self.scalar(within_quotes(text)?, false)),
            b'[' => self.list(text.strip_prefix('[')?.strip_suffix(']')?),
            b'{' => self.map(text.strip_prefix("{ ")?.strip_suffix(" }")?),
            _ => self.word(text),
        }
    }

    fn list(self, items: &str) -> Option<Node> {
        let mut place = self.after(1);
        let mut list = Vec::new();
        for item in items.split(", ") {
            list.push(place.word(item)?);
            place = place.after(item.len() + 2);
        }
        Some(Node { span: self.span(1), value: Value::List(list) })
    }

    fn map(self, fields: &str) -> Option<Node> {
        let mut place = self.after(2);
        let mut map = Vec::new();
        for field in fields.split(", ") {
            let (name, value) = field.split_once(": ").filter(|(name, _)| is_name(name))?;
            let value = place.after(name.len() + 2).word(value)?;
            map.push((place.scalar(name, true), value));
            place = place.after(field.len() + 2);
        }
        // As the parser has it, the space belongs to the brace.
        Some(Node { span: self.span(2), value: Value::Map(map) })
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};
    use saphyr_parser::Event;

    use super::super::node::Events;
    use super::*;

    const PACK: &str = "title: x\npuzzles:\n  - id: a-1\n    position: \"8/8 b [# '] \"\n    turns: 2\n    \
                        line: [a1b2+c3d4, e5f6+g7h8, a]\n    themes: [x]\n    difficulty: 3.5\n    \
                        source: { kind: selfplay, seed: 1 }\n  - id: b\n    key: null\n    turns: 1\n  \
                        - id: c\n    goal: help\n    key: 0x1F\n";

    /// The puzzles as they are read line by line, as far as they are.
    fn simply(text: &str) -> Vec<Node> {
        let mut lines = Lines::below(text, 2).into_iter().collect::<Vec<_>>();
        let puzzles = lines.iter_mut().flat_map(|lines| std::iter::from_fn(|| lines.puzzle()));
        puzzles.collect()
    }

    /// The puzzles as the parser of YAML reads them, as far as it can.
    fn fully(text: &str) -> Vec<Node> {
        let mut events = Events::new(text);
        while !matches!(events.next(), Ok((Event::SequenceStart(..), _)) | Err(_)) {}
        let mut nodes = Vec::new();
        loop {
            match events.next() {
                Ok(first @ (Event::MappingStart(..) | Event::Scalar(..), _)) => {
                    events.unread(first);
                }
                _ => return nodes,
            }
            match events.node() {
                Ok(node) => nodes.push(node),
                Err(_) => return nodes,
            }
        }
    }

    #[test]
    fn simple_puzzles_are_read_as_yaml() {
        let simple = simply(PACK);
        assert_eq!(simple.len(), 3);
        assert_eq!(simple, fully(PACK));
        assert!(Lines::below(PACK, 1).is_none() && Lines::below(PACK, 0).is_none());
    }

    #[test]
    fn what_is_not_simple_is_left_to_yaml() {
        for (from, to) in [
            ("turns: 2", "turns: 2 "),
            ("turns: 2", "turns: 2 # two"),
            ("turns: 2", "turns: 2\n\n"),
            ("turns: 2", "turns: >-\n      2"),
            ("turns: 2", "turns:"),
            ("turns: 2", "turns: -2"),
            ("turns: 2", "turns: *a"),
            ("turns: 2", "\"turns\": 2"),
            ("turns: 2", "turns: 2\n      3"),
            ("[x]", "[x,y]"),
            ("[x]", "[x, ]"),
            ("[x]", "[[x]]"),
            ("8/8", "8\\t8"),
            ("8/8", "ō"),
            ("- id: b", "-  id: b"),
            ("- id: b", "- key: b"),
        ] {
            let text = PACK.replacen(from, to, 1);
            assert!(simply(&text).is_empty(), "{text}");
        }
    }

    #[test]
    fn both_ways_of_reading_agree() {
        const INSERTED: &[u8] = b" \n:-#\"'[]{},&*!|>%@~+.?a0\\";
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut below, mut simple) = (|n: usize| (rng.next_u64() % n as u64) as usize, 0);
        let start = PACK.find("  - id").expect("a puzzle");
        for _ in 0..40_000 {
            let mut text = PACK.as_bytes().to_vec();
            for _ in 0..=below(2) {
                let at = start + below(text.len() - start);
                match below(3) {
                    0 => drop(text.remove(at)),
                    1 => text[at] = INSERTED[below(INSERTED.len())],
                    _ => text.insert(at, INSERTED[below(INSERTED.len())]),
                }
            }
            let text = String::from_utf8(text).expect("ASCII");
            let (some, all) = (simply(&text), fully(&text));
            assert!(all.starts_with(&some), "{text}");
            simple += some.len();
        }
        assert!(simple > 20_000, "only {simple} puzzles were simple");
    }
}
