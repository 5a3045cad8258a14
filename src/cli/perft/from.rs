//! Counting below the positions of a frontier.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;

use tsume::game::Notation;
use tsume::games::{AnyPosition, OtherGame, Visitor};
use tsume::perft::{Frontier, FrontierLine, Weighted};

use super::super::perftree::Format;
use super::super::{Output, Status, complain, interrupt};
use super::{Args, MethodName, depths};
use crate::report::board::{FAINT, HEADING};
use crate::report::counts::Columns;
use crate::report::json::{self, Counted, Failed, Subject};

/// Counts to every depth below the positions of a file, and adds up.
pub fn run(args: &Args, file: &Path, output: &mut Output) -> io::Result<Status> {
    let name = if file == "-" { "standard input".into() } else { file.display().to_string() };
    let first = read(args, file, &name).and_then(|lines| match lines.first() {
        Some(first) => Ok((first.from.position, lines)),
        None => Err(vec![format!("{name}: there is no position in it")]),
    });
    let result = match first {
        Ok((first, lines)) => first.visit(Below { args, name: &name, lines, output })?,
        Err(errors) => Err(errors),
    };
    let Err(errors) = result else { return Ok(result.unwrap_or(Status::Error)) };
    if args.format == Format::Json {
        output.write_all(&json::line(&Failed::new(None, &errors.join("; "))))?;
    }
    errors.iter().for_each(|error| {
        complain(error);
    });
    Ok(Status::Error)
}

/// At most so many faults are told.
const MOST_ERRORS: usize = 20;

/// All lines of a file, or what is wrong with it.
fn read(args: &Args, file: &Path, name: &str) -> Result<Vec<FrontierLine>, Vec<String>> {
    let choice = args.reading.choice().map_err(|error| vec![error])?;
    let input: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        let opened = File::open(file).map_err(|error| vec![format!("{name}: {error}")])?;
        Box::new(BufReader::new(opened))
    };
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    interrupt::while_waiting(|| {
        for line in Frontier::new(input, choice) {
            match line {
                Ok(line) => lines.push(line),
                Err(error) => errors.push(format!("{name}:{error}")),
            }
            if errors.len() == MOST_ERRORS {
                break;
            }
        }
    });
    if errors.is_empty() { Ok(lines) } else { Err(errors) }
}

/// Counts below lines of a file.
struct Below<'a> {
    args: &'a Args,
    name: &'a str,
    lines: Vec<FrontierLine>,
    output: &'a mut Output,
}

impl Visitor for Below<'_> {
    type Output = io::Result<Result<Status, Vec<String>>>;

    fn visit<G>(self, first: G) -> Self::Output
    where
        G: Notation + Into<AnyPosition> + TryFrom<AnyPosition, Error = OtherGame>,
    {
        let Self { args, name, lines, output } = self;
        let mut positions = Vec::with_capacity(lines.len());
        for FrontierLine { number, from } in lines {
            match G::try_from(from.position) {
                Ok(position) => positions.push(Weighted { position, sequences: from.sequences }),
                Err(error) => return Ok(Err(vec![format!("{name}:{number}:1: {error}")])),
            }
        }
        count(args, name, first.rules(), positions, output).map(Ok)
    }
}

fn count<G: Notation>(
    args: &Args,
    name: &str,
    rules: &'static str,
    positions: Vec<Weighted<G>>,
    output: &mut Output,
) -> io::Result<Status> {
    let number = positions.len();
    if args.format == Format::Text {
        let (title, method) = (G::TITLE, args.method.name());
        let s = if number == 1 { "" } else { "s" };
        writeln!(output, "{HEADING}{title}{HEADING:#} {FAINT}{rules}, {method}{FAINT:#}")?;
        writeln!(output, "{FAINT}below {number} position{s} of {name}{FAINT:#}\n")?;
    }
    let columns = Columns::turns(args.method == MethodName::All);
    let subject = Subject::of_file::<G>(rules, name, number);
    let counted = Counted::new(subject, args.method.name());
    let positions = Arc::new(positions);
    depths::run(args, &columns, counted, output, |depth, output| {
        let positions = Arc::clone(&positions);
        depths::by_methods(args, depth, output, move |engine, done| {
            Ok((engine.count_below(&positions, depth, done)?, None))
        })
    })
}
