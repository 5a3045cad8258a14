//! Comparing with the counts of a suite.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::time::Instant;

use tsume::game::Notation;
use tsume::games::{AnyPosition, Choice, Visitor};
use tsume::perft::{Expected, LineError, Overflow, Suite, SuiteLine};

use super::super::perftree::Format;
use super::super::{Output, Status, complain, interrupt, progress, remark};
use super::method::Engine;
use super::{Args, MethodName};
use crate::report::json;
use crate::report::suite::{Difference, Summary, differences};

/// Counts up to this are checked unless another bound is given: the suites of
/// either game take seconds, by whatever method.
pub const MAX_TURNS: u64 = 100_000_000;

/// How to check a suite.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// How positions are read until the suite says something else.
    pub choice: Choice,
    /// How to count.
    pub method: MethodName,
    /// The memory for merging, in bytes.
    pub memory: usize,
    /// Larger counts are left out.
    pub max_turns: u64,
}

impl Checks {
    /// The fastest method, within so many bytes, on the counts that take
    /// seconds.
    pub fn new(memory: usize) -> Self {
        Self { choice: Choice::default(), method: MethodName::Fold, memory, max_turns: MAX_TURNS }
    }
}

/// What came of a suite.
#[derive(Default, Debug)]
pub struct Checked {
    /// How many lines could be read.
    pub lines: usize,
    /// How many counts were checked.
    pub checked: usize,
    /// How many were left out.
    pub left_out: usize,
    /// What differs.
    pub differences: Vec<Difference>,
    /// Lines that cannot be read.
    pub errors: Vec<LineError>,
    /// Whether there was a Ctrl-C before the end.
    pub interrupted: bool,
}

/// Checks the suite in a file and writes what came of it.
pub fn run(args: &Args, file: &Path, output: &mut Output) -> io::Result<Status> {
    let name = if file == "-" { "standard input".into() } else { file.display().to_string() };
    let start = Instant::now();
    let input: io::Result<Box<dyn BufRead>> = match file == "-" {
        true => Ok(Box::new(io::stdin().lock())),
        false => File::open(file).map(|file| Box::new(BufReader::new(file)) as Box<dyn BufRead>),
    };
    let input = input.map_err(|error| format!("{name}: {error}"));
    let checks = args.reading.choice().map(|choice| Checks {
        choice,
        method: args.method,
        max_turns: args.suites.max_turns,
        ..Checks::new(args.memory())
    });
    match input.and_then(|input| Ok((input, checks?))) {
        Ok((input, checks)) => {
            let checked = checks.run(input, output);
            report(args, &name, &checked, start.elapsed().as_secs_f64(), output)
        }
        Err(error) => {
            if args.format == Format::Json {
                output.write_all(&json::line(&json::Failed::new(None, &error)))?;
            }
            Ok(complain(error))
        }
    }
}

/// Writes what came of a suite.
fn report(
    args: &Args,
    name: &str,
    checked: &Checked,
    seconds: f64,
    output: &mut Output,
) -> io::Result<Status> {
    let summary = Summary {
        suite: name,
        method: args.method.name(),
        max_turns: args.suites.max_turns,
        lines: checked.lines,
        checked: checked.checked,
        left_out: checked.left_out,
        differences: &checked.differences,
        errors: checked.errors.iter().map(ToString::to_string).collect(),
        interrupted: checked.interrupted,
        seconds,
    };
    if args.format == Format::Json {
        output.write_all(&summary.json())?;
    } else {
        if !checked.differences.is_empty() {
            writeln!(output, "{}\n", differences(&checked.differences))?;
        }
        writeln!(output, "{summary}")?;
    }
    for error in &checked.errors {
        complain(format_args!("{name}:{error}"));
    }
    Ok(status(name, checked))
}

/// The status of a run, and why, where nothing else says it.
fn status(name: &str, checked: &Checked) -> Status {
    if checked.interrupted {
        return remark(format_args!("{name}: interrupted in line {}", checked.lines));
    }
    match checked {
        Checked { errors, .. } if !errors.is_empty() => Status::Error,
        Checked { differences, .. } if !differences.is_empty() => Status::No,
        Checked { lines: 0, .. } => complain(format_args!("{name}: there is no position in it")),
        Checked { checked: 0, .. } => {
            remark(format_args!("{name}: nothing was checked: raise --max-turns"));
            Status::Undecided
        }
        _ => Status::Yes,
    }
}

impl Checks {
    /// Checks every line of a suite.
    pub fn run(&self, input: impl BufRead, output: &Output) -> Checked {
        let mut checked = Checked::default();
        let mut suite = Suite::new(input, self.choice);
        while let Some(line) = interrupt::while_waiting(|| suite.next()) {
            match line {
                Ok(line) => {
                    checked.lines += 1;
                    self.line(&line, &mut checked, output);
                }
                Err(error) => checked.errors.push(error),
            }
            if checked.interrupted {
                break;
            }
        }
        checked
    }

    /// Checks the counts of a line, one after another, so that an interruption
    /// loses none that is known.
    fn line(&self, line: &SuiteLine, checked: &mut Checked, output: &Output) {
        let bar = progress::spinner(output, "counting");
        bar.set_message(format!("line {}", line.number));
        for &expected in &line.counts {
            if expected.turns > self.max_turns {
                checked.left_out += 1;
                continue;
            }
            let (checks, number, position) = (*self, line.number, line.position);
            let count = move || checks.count(number, position, expected);
            let Some(differences) = interrupt::unless_interrupted(count) else {
                checked.interrupted = true;
                break;
            };
            checked.differences.extend(differences);
            checked.checked += 1;
        }
        progress::end(&bar);
    }

    /// What differs in one count.
    fn count(self, line: usize, position: AnyPosition, expected: Expected) -> Vec<Difference> {
        let mut differences = Vec::new();
        for engine in self.method.engines(self.memory) {
            let turns = position.visit(One { engine, depth: expected.depth });
            if turns != Ok(expected.turns) {
                differences.push(Difference {
                    line,
                    column: expected.column,
                    depth: expected.depth,
                    method: engine.name(),
                    expected: expected.turns,
                    counted: turns.ok(),
                    position: position.visit(Written),
                });
            }
        }
        differences
    }
}

/// Counts by one method.
struct One {
    engine: Engine,
    depth: u32,
}

impl Visitor for One {
    type Output = Result<u64, Overflow>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Self::Output {
        self.engine.count(&position, self.depth, |_| {})
    }
}

/// Writes a position.
struct Written;

impl Visitor for Written {
    type Output = String;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> String {
        position.to_string()
    }
}
