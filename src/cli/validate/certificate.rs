//! One win certificate.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Instant;

use tsume::certificate::{CheckError, Fault, check as check_certificate};
use tsume::puzzle::{Code, Diagnostic, Span};

use super::super::{Output, interrupt, progress};
use super::sink::Sink;
use super::{Kind, Report, Run};

/// Checks one certificate and writes what is wrong with it, or says why it
/// cannot be read. It is read as a stream, as it may be large.
pub fn check(
    run: &Run<'_>,
    path: &Path,
    name: &str,
    output: &mut Output,
) -> io::Result<Result<Report, String>> {
    let input = match File::open(path) {
        Ok(file) => BufReader::with_capacity(1 << 16, file),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let deadline = run.args.limits.start().deadline;
    let stop = || interrupt::happened() || deadline.is_some_and(|end| Instant::now() >= end);
    let spinner = progress::spinner(output, "checking");
    let checked = check_certificate(input, &stop);
    progress::end(&spinner);
    let (kind, found) = match checked {
        Ok(checked) => {
            let turns = Some(checked.header.turns);
            (Kind::Certificate { turns, positions: Some(checked.steps) }, None)
        }
        Err(CheckError::Fault(fault)) => (WRONG, Some(wrong(&fault))),
        Err(CheckError::Stopped) if interrupt::happened() => (WRONG, None),
        Err(CheckError::Stopped) => (WRONG, Some(undecided())),
        Err(CheckError::Io(error)) => return Ok(Err(error.to_string())),
    };
    let line = found.as_ref().map(|found| line(path, found.span.line)).unwrap_or_default();
    let first = found.as_ref().map_or(1, |found| found.span.line);
    let mut sink = Sink::excerpt(run.args.format, name, first, &line, output)?;
    if let Some(found) = &found {
        sink.add(found)?;
    }
    let tally = sink.tally;
    let interrupted = interrupt::happened();
    let report = Report { file: name.into(), kind, tally, fixed: false, interrupted };
    sink.end(&report)?;
    Ok(Ok(report))
}

const WRONG: Kind = Kind::Certificate { turns: None, positions: None };

fn wrong(fault: &Fault) -> Diagnostic {
    let number = |n| u32::try_from(n).unwrap_or(u32::MAX - 1);
    let span = Span::at(number(fault.line), number(fault.column));
    Diagnostic::new(Code::WrongCertificate, span, fault.flaw.to_string())
}

fn undecided() -> Diagnostic {
    Diagnostic::new(Code::Unsolved, Span::at(1, 1), "a limit was reached before the end")
        .help("allow more with `--time-limit`")
}

/// A line of a regular file, as far as it is of any use to a person.
fn line(path: &Path, number: u32) -> String {
    let Some(file) = File::open(path).ok().filter(|_| path.is_file()) else { return String::new() };
    let mut input = BufReader::new(file);
    for _ in 1..number {
        // Nothing of them is kept.
        if input.skip_until(b'\n').is_err() {
            return String::new();
        }
    }
    let mut line = Vec::new();
    let _ = input.take(1 << 12).read_until(b'\n', &mut line);
    String::from_utf8_lossy(&line).into_owned()
}
