//! YAML as a tree in which every value knows its place, as far as packs need
//! YAML.

use std::borrow::Cow;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput};

use super::code::Code;
use super::diagnostic::{Diagnostic, Span};
use super::text::lines;

/// How deep a pack may be nested: twice what its format needs.
const MOST_NESTED: usize = 10;
/// The longest text, in bytes.
const LONGEST_TEXT: usize = 1 << 16;
/// The most values that one puzzle may consist of. Thousands of puzzles are held in
/// memory at once.
const MOST_VALUES: usize = 1 << 11;

/// The most faults that are noted of the head of a pack, of a value in it, or of a
/// puzzle.
pub(super) const MOST_FAULTS: usize = 250;

/// A value, and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub span: Span,
    pub value: Value,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// A text; `plain` if it is written without quotes, so that it may be
    /// meant as a number.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
    /// An alias, of which nothing more need be said.
    Alias,
}

/// What cannot be read on after.
pub(super) type Fatal = Box<Diagnostic>;

/// The events of a YAML text, without those that packs do without.
pub(super) struct Events<'a> {
    text: &'a str,
    parser: Parser<'a, StrInput<'a>>,
    /// What follows a place in the text, and how many characters come before it.
    rest: (usize, &'a str),
    /// What was passed over.
    pub diagnostics: Vec<Diagnostic>,
    /// The last event, if it is to be read again.
    again: Option<Result<(Event<'a>, Span), Fatal>>,
}

/// The first tab that indents a line, from the line with this number on.
fn tab_from(text: &str, line: usize) -> Option<Span> {
    let lines = (1..).zip(lines(text)).skip(line - 1);
    let tab = |(number, line): (u32, &str)| {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        line[spaces..].starts_with('\t').then(|| Span::at(number, spaces as u32 + 1))
    };
    lines.filter(|(_, line)| !line.trim().is_empty()).find_map(tab)
}

/// What most often helps, by what the parser has against a text.
fn remedy(info: &str) -> &'static str {
    let has = |word| info.contains(word);
    if has("unexpected character") {
        "a value that begins with this character needs quotes, as a turn that begins with `@` does"
    } else if has("YAML whitespace") {
        "write a space after the colon, and no tab"
    } else if has("':'") || has("mapping values") {
        "a text with `: ` in it needs quotes; or a bracket before this was not closed"
    } else if has("quoted") {
        "close the quotes; within double quotes, write `\\\\` for a backslash"
    } else {
        "the mistake may be before this: a bracket or a quote that was not closed, or a line that is \
         not indented as those above it"
    }
}

fn span(span: &saphyr_parser::Span) -> Span {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let place = |marker: &Marker| (number(marker.line()), number(marker.col() + 1));
    let ((line, column), (end_line, end_column)) = (place(&span.start), place(&span.end));
    Span { line, column, end_line, end_column }
}

impl<'a> Events<'a> {
    pub fn new(text: &'a str) -> Self {
        let parser = Parser::new_from_str(text);
        Self { text, parser, rest: (0, text), diagnostics: Vec::new(), again: None }
    }

    /// The next event; after the last one, the end again.
    pub fn next(&mut self) -> Result<(Event<'a>, Span), Fatal> {
        if let Some(event) = self.again.take() {
            return event;
        }
        let Some(event) = self.parser.next_event() else {
            return Ok((Event::StreamEnd, Span::at(1, 1)));
        };
        let (event, place) = event.map_err(|error| self.syntax(&error))?;
        let start = place.start;
        let mut place = span(&place);
        if let Event::Scalar(_, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted, ..) = event
            && let Some((line, column)) = self.quoted(start.index())
        {
            place.end_line = place.line + line;
            place.end_column = if line == 0 { place.column + column } else { column + 1 };
        }
        let feature = match &event {
            Event::Alias(_) => Some("aliases"),
            Event::Scalar(_, _, 1.., _) | Event::SequenceStart(1.., _) => Some("anchors"),
            Event::MappingStart(1.., _) => Some("anchors"),
            Event::Scalar(_, _, _, Some(_)) | Event::SequenceStart(_, Some(_)) => Some("tags"),
            Event::MappingStart(_, Some(_)) => Some("tags"),
            _ => None,
        };
        if let Some(feature) = feature {
            let message = format!("packs do without {feature}");
            let diagnostic = Diagnostic::new(Code::YamlFeature, place, message);
            self.diagnostics.push(diagnostic.help("write the value itself"));
        }
        Ok((event, place))
    }

    /// How many lines and, on the last of them, characters the quoted text takes
    /// that begins at this character. The parser's own word on it includes the
    /// blanks and the comment that follow.
    fn quoted(&mut self, start: usize) -> Option<(u32, u32)> {
        let (before, rest) = self.rest;
        let (offset, quote) = rest.char_indices().nth(start.checked_sub(before)?)?;
        self.rest = (start, &rest[offset..]);
        let mut characters = self.rest.1.chars().skip(1).peekable();
        let (mut line, mut column) = (0, 1);
        loop {
            let character = characters.next()?;
            column += 1;
            match character {
                '"' if quote == '"' => return Some((line, column)),
                '\'' if quote == '\'' && characters.peek() != Some(&'\'') => {
                    return Some((line, column));
                }
                '\'' if quote == '\'' => column += u32::from(characters.next().is_some()),
                '\\' if quote == '"' && !matches!(characters.peek(), Some('\n' | '\r')) => {
                    column += u32::from(characters.next().is_some());
                }
                '\r' if characters.peek() == Some(&'\n') => {}
                '\n' | '\r' => (line, column) = (line + 1, 0),
                _ => {}
            }
        }
    }

    fn syntax(&self, error: &ScanError) -> Fatal {
        let place = span(&saphyr_parser::Span::empty(*error.marker()));
        if error.info().contains("tab")
            && let Some(place) = tab_from(self.text, error.marker().line())
        {
            let message = "this line is indented with a tab";
            let fatal = Diagnostic::new(Code::Syntax, place, message);
            return Box::new(fatal.help("YAML wants spaces"));
        }
        Box::new(Diagnostic::new(Code::Syntax, place, error.info()).help(remedy(error.info())))
    }

    /// Puts an event back.
    pub fn unread(&mut self, event: (Event<'a>, Span)) {
        self.again = Some(Ok(event));
    }

    /// Whether nothing can be read on.
    pub fn has_failed(&mut self) -> bool {
        let next = self.next();
        let has_failed = next.is_err();
        self.again = Some(next);
        has_failed
    }

    /// Reads a value that begins with the next event.
    pub fn node(&mut self) -> Result<Node, Fatal> {
        let first = self.next()?;
        let mut values = 0;
        self.node_from(first, 0, &mut values)
    }

    fn node_from(
        &mut self,
        (event, span): (Event<'a>, Span),
        depth: usize,
        values: &mut usize,
    ) -> Result<Node, Fatal> {
        too_deep(depth, span)?;
        *values += 1;
        if *values > MOST_VALUES {
            let message = format!("this value consists of more than {MOST_VALUES} parts");
            return Err(Box::new(Diagnostic::new(Code::TooLarge, span, message)));
        }
        let value = match event {
            Event::Scalar(text, style, ..) => scalar(text, style, span)?,
            Event::SequenceStart(..) => {
                let mut list = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => break Value::List(list),
                        item => list.push(self.node_from(item, depth + 1, values)?),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut map = Vec::new();
                loop {
                    match self.next()? {
                        (Event::MappingEnd, _) => break Value::Map(map),
                        key => {
                            let key = self.node_from(key, depth + 1, values)?;
                            let first = self.next()?;
                            map.push((key, self.node_from(first, depth + 1, values)?));
                        }
                    }
                }
            }
            _ => Value::Alias,
        };
        Ok(Node { span, value })
    }

    /// Passes over a value that begins with the next event.
    pub fn skip(&mut self) -> Result<(), Fatal> {
        let mut depth = 0;
        let most = self.diagnostics.len() + MOST_FAULTS;
        loop {
            let (event, span) = self.next()?;
            self.diagnostics.truncate(most);
            match event {
                Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
                Event::SequenceEnd | Event::MappingEnd => depth -= 1,
                _ => {}
            }
            too_deep(depth, span)?;
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

fn too_deep(depth: usize, span: Span) -> Result<(), Fatal> {
    match depth {
        ..MOST_NESTED => Ok(()),
        _ => Err(Box::new(Diagnostic::new(
            Code::TooDeep,
            span,
            "this is nested deeper than anything in a pack",
        ))),
    }
}

fn scalar(text: Cow<'_, str>, style: ScalarStyle, span: Span) -> Result<Value, Fatal> {
    if text.len() > LONGEST_TEXT {
        let message = format!("this text is longer than {} KiB", LONGEST_TEXT >> 10);
        return Err(Box::new(Diagnostic::new(Code::TooLarge, span, message)));
    }
    Ok(Value::Scalar { text: text.into_owned(), plain: style == ScalarStyle::Plain })
}

/// What a plain scalar is to YAML, where that is no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Nothing,
    Truth,
    Number,
}

/// What YAML takes a plain scalar for, if not for a text.
pub(super) fn meaning(text: &str) -> Option<Meaning> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Some(Meaning::Nothing),
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => return Some(Meaning::Truth),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "-.inf" | ".nan" | ".NaN" | ".NAN" => {
            return Some(Meaning::Number);
        }
        _ => {}
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let radix = |prefix, base| {
        let rest = text.strip_prefix(prefix)?;
        (!rest.is_empty() && rest.chars().all(|c| c.is_digit(base))).then_some(())
    };
    let decimal = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.contains(|c: char| c.is_ascii_digit())
        && text.parse::<f64>().is_ok();
    (decimal || radix("0x", 16).is_some() || radix("0o", 8).is_some()).then_some(Meaning::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Node, (Code, u32, u32)> {
        let mut events = Events::new(text);
        let node = (|| {
            events.next()?;
            events.next()?;
            events.node()
        })();
        node.map_err(|fatal| (fatal.code, fatal.span.line, fatal.span.column))
    }

    #[test]
    fn values_know_their_places() {
        let node = read("ō: [a, \"b\"]\nc:\n  - d: 1\n").unwrap();
        let Value::Map(fields) = node.value else { panic!("a mapping") };
        let Value::List(items) = &fields[0].1.value else { panic!("a list") };
        assert_eq!(items[1].span, Span { line: 1, column: 8, end_line: 1, end_column: 11 });
        let Value::List(items) = &fields[1].1.value else { panic!("a list") };
        assert_eq!((items[0].span.line, items[0].span.column), (3, 5));
    }

    #[test]
    fn what_is_passed_over_is_complained_of() {
        let text = "a: &x b\nc: *x\nd: !!str e\nf: &y [g]\nh: !!map {i: j}\n";
        let mut events = Events::new(text);
        events.next().unwrap();
        events.next().unwrap();
        events.node().unwrap();
        let places: Vec<_> = events.diagnostics.iter().map(|d| (d.code, d.span.line)).collect();
        assert_eq!(places, [1, 2, 3, 4, 5].map(|line| (Code::YamlFeature, line)));
    }

    #[test]
    fn what_is_too_much_is_refused_in_a_time_that_hardly_depends_on_it() {
        for open in ["[", "{a: ", "- "] {
            // Brackets that may be keys are too long for YAML first.
            let (code, line, _) = read(&open.repeat(300_000)).unwrap_err();
            assert!(matches!(code, Code::TooDeep | Code::Syntax) && line == 1, "{open}: {code}");
            let deep = open.repeat(20);
            assert_eq!(read(&deep).unwrap_err().0, Code::TooDeep, "{open}");
            let mut events = Events::new(&deep);
            events.next().unwrap();
            events.next().unwrap();
            assert_eq!(events.skip().unwrap_err().code, Code::TooDeep, "{open}");
        }
        assert_eq!(read(&format!("[{}]", "a, ".repeat(10_000))).unwrap_err().0, Code::TooLarge);
        assert_eq!(read(&"a ".repeat(40_000)).unwrap_err(), (Code::TooLarge, 1, 1));
        let bomb = format!("[&a b{}]", ", *a".repeat(2000));
        assert!(read(&bomb).is_ok(), "aliases are not followed");
    }

    #[test]
    fn plain_texts_that_yaml_takes_for_something_else() {
        for text in ["12", "-3", "1.5", ".5", "1e5", "0x1F", "0o17", ".nan"] {
            assert_eq!(meaning(text), Some(Meaning::Number), "{text}");
        }
        assert_eq!(meaning("~"), Some(Meaning::Nothing));
        assert_eq!(meaning("TRUE"), Some(Meaning::Truth));
        for text in ["a1", "e1-e2", "inf", "nan", "0x", "1-2", "yes", ".", "infinity", "b1b3+f6f8"]
        {
            assert_eq!(meaning(text), None, "{text}");
        }
    }
}
