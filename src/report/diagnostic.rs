//! Diagnostics: with an excerpt for people, as annotations for GitHub, and as
//! JSON.

use std::cell::Cell;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use tsume::puzzle::{Diagnostic, Severity, Span, split_line};

use super::printable::printable;

/// A file that diagnostics point into.
pub struct Source<'a> {
    file: &'a str,
    /// The number of the first line in `text`.
    first: u32,
    text: &'a str,
    /// What begins with the line that was asked for last, and its number: most
    /// often the next one is below.
    rest: Cell<(u32, &'a str)>,
}

/// The longest line that is shown whole, in characters.
const LONGEST: usize = 160;

impl<'a> Source<'a> {
    /// A file of this name and content.
    pub const fn new(file: &'a str, text: &'a str) -> Self {
        Self::line_of(file, 1, text)
    }

    /// A file of which a single line is at hand.
    pub const fn line_of(file: &'a str, number: u32, line: &'a str) -> Self {
        Self { file, first: number, text: line, rest: Cell::new((number, line)) }
    }

    /// A line, without its end; empty if there is none of this number.
    fn line(&self, number: u32) -> &'a str {
        if number < self.rest.get().0 {
            self.rest.set((self.first, self.text));
        }
        let (mut next, mut rest) = self.rest.get();
        while next < number && !rest.is_empty() {
            (next, rest) = (next + 1, split_line(rest).1);
        }
        self.rest.set((next, rest));
        if next == number { split_line(rest).0 } else { "" }
    }

    /// A diagnostic with the line that it is about, and a marker.
    pub fn text(&self, found: &Diagnostic) -> String {
        let level = match found.code.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Undecided => Level::WARNING.with_name("undecided"),
        };
        let Span { line, column, .. } = found.span;
        let line_text = printable(self.line(line));
        let title = level.primary_title(printable(&found.message)).id(found.code.number());
        let file = printable(self.file);
        let mut group = Group::with_title(title);
        let long = line_text.chars().nth(LONGEST).is_some();
        if line_text.is_empty() || long {
            let column = column as usize;
            group = group.element(Origin::path(file).line(line as usize).char_column(column));
        } else {
            let marked = marked(&line_text, found.span);
            let snippet = Snippet::source(line_text).line_start(line as usize).path(file);
            group = group.element(snippet.annotation(AnnotationKind::Primary.span(marked)));
        }
        if let Some(puzzle) = &found.puzzle {
            group = group.element(Level::NOTE.message(format!("in puzzle {}", printable(puzzle))));
        }
        if let Some(help) = &found.help {
            group = group.element(Level::HELP.message(printable(help)));
        }
        Renderer::styled().render(&[group]) + "\n"
    }

    /// A diagnostic as an annotation of GitHub.
    pub fn github(&self, found: &Diagnostic) -> String {
        let command = match found.code.severity() {
            Severity::Error => "error",
            Severity::Warning | Severity::Undecided => "warning",
        };
        let Span { line, column, end_line, end_column } = found.span;
        let mut place = format!("file={},line={line}", property(self.file));
        // Columns are for annotations of one line.
        if end_line == line && end_column > column {
            place += &format!(",endLine={line},col={column},endColumn={}", end_column - 1);
        } else {
            place += &format!(",col={column}");
        }
        let title = property(&format!("{} {}", found.code, found.code.name()));
        let puzzle = found.puzzle.as_ref().map(|id| format!("{id}: ")).unwrap_or_default();
        let help = found.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
        let message = escaped(&format!("{puzzle}{}{help}", found.message));
        format!("::{command} {place},title={title}::{message}\n")
    }
}

/// An error of a whole file as an annotation of GitHub.
pub fn github_error(file: &str, message: &str) -> String {
    format!("::error file={}::{}\n", property(file), escaped(message))
}

/// The bytes of a line that a span marks: up to the end of the line.
fn marked(line: &str, span: Span) -> std::ops::Range<usize> {
    let at = |column: u32| {
        let before = (column as usize).saturating_sub(1);
        line.char_indices().nth(before).map_or(line.len(), |(offset, _)| offset)
    };
    let end = if span.end_line == span.line { at(span.end_column) } else { line.trim_end().len() };
    at(span.column)..end.max(at(span.column))
}

/// A text as the message of a workflow command.
fn escaped(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    printable(&text).into_owned()
}

/// A text as a property of a workflow command: nothing in it is one itself.
pub fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// A diagnostic as JSON.
#[derive(Serialize)]
pub struct Json<'a> {
    code: &'static str,
    name: &'static str,
    severity: Severity,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    puzzle: Option<&'a str>,
    message: &'a str,
    help: Option<&'a str>,
}

impl<'a> From<&'a Diagnostic> for Json<'a> {
    fn from(found: &'a Diagnostic) -> Self {
        let Span { line, column, end_line, end_column } = found.span;
        Self {
            code: found.code.number(),
            name: found.code.name(),
            severity: found.code.severity(),
            line,
            column,
            end_line,
            end_column,
            puzzle: found.puzzle.as_deref(),
            message: &found.message,
            help: found.help.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tsume::puzzle::Code;

    use super::*;

    fn found(span: Span, message: &str) -> Diagnostic {
        Diagnostic::new(Code::NoWin, span, message).help("help")
    }

    #[test]
    fn lines_end_as_yaml_has_it() {
        let source = Source::new("f", "a\r\nb\rc\n\nd");
        let lines: Vec<_> = (0..7).map(|number| source.line(number)).collect();
        assert_eq!(lines, ["", "a", "b", "c", "", "d", ""]);
    }

    #[test]
    fn markers_stand_below_characters() {
        let source = Source::new("f.yaml", "x: ō\u{1b}[31m 12\n");
        let span = Span { line: 1, column: 11, end_line: 1, end_column: 13 };
        let text = anstream::adapter::strip_str(&source.text(&found(span, "w\u{1b}x"))).to_string();
        let expected = "error[P301]: w\u{fffd}x\n --> f.yaml:1:11\n  |\n1 | x: ō\u{fffd}[31m 12\n  \
                        |           ^^\n  |\n  = help: help\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn annotations_are_escaped() {
        let source = Source::new("a:b,c%\n.yaml", "");
        let span = Span { line: 2, column: 3, end_line: 2, end_column: 6 };
        let expected = "::error file=a%3Ab%2Cc%25%0A.yaml,line=2,endLine=2,col=3,endColumn=5,\
                        title=P301 no-win::100%25: a%0Ab::c\u{fffd}%0Ahelp\n";
        assert_eq!(source.github(&found(span, "100%: a\nb::c\u{1b}")), expected);
    }
}
