//! Comments of a pack: those at its head stay, others would be lost when it is
//! written anew.

use saphyr_parser::Event;

use super::diagnostic::Span;
use super::node::Events;
use super::text::{lines, without_bom};

/// Whether a line holds a comment, or nothing.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// The first comment of a pack after its head, which would be lost if the pack
/// were written anew.
#[must_use]
pub fn stray_comment(text: &str) -> Option<Span> {
    let text = without_bom(text);
    let scalars = scalar_spans(text);
    let mut scalars = scalars.iter().peekable();
    let head = lines(text).take_while(|line| is_comment(line)).count();
    for (number, line) in (1..).zip(lines(text)).skip(head) {
        let mut before = ' ';
        for (column, c) in (1..).zip(line.chars()) {
            while scalars
                .next_if(|span| (span.end_line, span.end_column) <= (number, column))
                .is_some()
            {}
            let is_within =
                scalars.peek().is_some_and(|span| (span.line, span.column) <= (number, column));
            if c == '#' && before.is_whitespace() && !is_within {
                return Some(Span::at(number, column));
            }
            before = c;
        }
    }
    None
}

/// Where the texts and numbers of a pack stand, in order.
fn scalar_spans(text: &str) -> Vec<Span> {
    let mut events = Events::new(text);
    let mut spans = Vec::new();
    loop {
        match events.next() {
            Ok((Event::Scalar(..), span)) => spans.push(span),
            Ok((Event::StreamEnd, _)) | Err(_) => return spans,
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_texts() {
        let place = |text| stray_comment(text).map(|span| (span.line, span.column));
        let clean = "# head\n\n# more\ntitle: \"a # b\"\nx: a#b\nnote: >-\n  # no\n  comment #\n\n\
                     y: |\n  # no\nz: [\"#\", '#']\nw: two\n  lines#\n";
        assert_eq!(place(clean), None);
        assert_eq!(place("title: a # b\n"), Some((1, 10)));
        assert_eq!(place("\u{feff}# head\ntitle: a\n# here\n"), Some((3, 1)));
        assert_eq!(place("note: >- # here\n  text\n"), Some((1, 10)));
        assert_eq!(place("note: >-\n  text\n# here\n"), Some((3, 1)));
        assert_eq!(place("a: [b, # here\n  c]\n"), Some((1, 8)));
        assert_eq!(place("puzzles:\n  # here\n  - id: a\n"), Some((2, 3)));
        // Whatever ends the lines.
        assert_eq!(place("# head\rtitle: a\rx: y # here\r"), Some((3, 6)));
        assert_eq!(
            place("title: x\rlicense: \"aaaaaaaaaaaaaaaaaaaa\"\rb: c # here\rd:\n"),
            Some((3, 6))
        );
        // After texts in quotes.
        assert_eq!(place("a: \"b # \\\" #\"  # here\nc: d\n"), Some((1, 16)));
        assert_eq!(place("a: 'b '' # c' # here\n"), Some((1, 15)));
        assert_eq!(place("a: \"b\n  # c\"   # here\n"), Some((2, 10)));
        assert_eq!(place("a: [\"b\" # here\n  ]\n"), Some((1, 9)));
        assert_eq!(place("\u{feff}# head\r\na: \"é\\\n  é\"\r\nb: 'c' # here\r\n"), Some((4, 8)));
    }
}
