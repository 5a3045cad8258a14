//! One perft suite.

use std::io;

use tsume::puzzle::{Code, Diagnostic, Span};

use super::super::Output;
use super::super::perft::{Checked, Checks};
use super::sink::Sink;
use super::{Kind, Report, Run};

/// Checks one suite and writes what is wrong with it.
pub fn check(run: &Run<'_>, name: &str, bytes: &[u8], output: &mut Output) -> io::Result<Report> {
    let memory = run.args.limits.start().table_bytes;
    // A suite knows no other end of a line than LF.
    let text = String::from_utf8_lossy(bytes).replace('\r', " ");
    let checked = Checks::new(memory).run(bytes, output);
    let mut sink = Sink::new(run.args.format, name, &text, output)?;
    for found in diagnostics(&checked, &text) {
        sink.add(&found)?;
    }
    let Checked { lines, checked: counts, left_out, interrupted, .. } = checked;
    let report = Report {
        file: name.into(),
        kind: Kind::Suite { lines, counts, left_out },
        tally: sink.tally,
        fixed: false,
        interrupted,
    };
    sink.end(&report)?;
    Ok(report)
}

/// What is wrong, in the order of places.
fn diagnostics(checked: &Checked, text: &str) -> Vec<Diagnostic> {
    let lines: Vec<_> = text.lines().collect();
    let span = |line: usize, column| field(lines.get(line - 1).unwrap_or(&""), line, column);
    let errors = checked.errors.iter().map(|error| {
        let span = span(error.line, error.column);
        Diagnostic::new(Code::MalformedSuite, span, error.fault.to_string())
    });
    let differences = checked.differences.iter().map(|difference| {
        let span = span(difference.line, difference.column);
        Diagnostic::new(Code::WrongCount, span, difference.to_string())
            .help("`tsume perft --divide` shows the counts below each turn")
    });
    let mut found: Vec<_> = errors.chain(differences).collect();
    if checked.lines == 0 && found.is_empty() && !checked.interrupted {
        let empty = Diagnostic::new(Code::EmptySuite, Span::at(1, 1), "there is no position in it");
        found.push(empty.help("a line is a position and its counts: `… b ;D1 232 ;D2 50508`"));
    }
    found.sort_by_key(|found| (found.span, found.code));
    found
}

/// A field: from a column of a line up to the next semicolon.
fn field(text: &str, line: usize, column: usize) -> Span {
    let field = text.chars().skip(column - 1).take_while(|c| *c != ';');
    let length = field.collect::<String>().trim_end().chars().count();
    let number = |n| u32::try_from(n).unwrap_or(u32::MAX - 1);
    let (line, column) = (number(line), number(column));
    Span { end_column: column + number(length), ..Span::at(line, column) }
}
