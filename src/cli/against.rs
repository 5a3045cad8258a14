//! `tsume perft --against`: comparing with another program.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use indicatif::ProgressBar;
use rayon::prelude::*;
use tsume::game::Notation;
use tsume::games::{AnyPosition, Visitor};
use tsume::perft::against::{
    Comparison, FailureCause, Outcome, Program, ProgramError, compare, random_position,
};
use tsume::perft::{Expected, LineError, Suite, SuiteLine};

use super::limits::parse_duration;
use super::perftree::Format;
use super::show::look;
use super::target::PositionArgs;
use super::{Output, Status, complain, interrupt, progress, remark};
use crate::report::against::{Compared, Found, Tally, counts, summary};
use crate::report::board::{FAINT, HEADING, Look};
use crate::report::json::{self, Subject};

/// What to compare with, and on which positions.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Comparing")]
pub struct AgainstArgs {
    /// Compare with another program, which is run as `COMMAND DEPTH POSITION
    /// [TURNS]` and prints lines `turn count`, an empty line and the total
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["from", "frontier", "divide", "distinct", "stats", "method"])]
    pub against: Option<String>,

    /// Compare on N positions from random games that begin at the position
    #[arg(long, value_name = "N", requires = "against", conflicts_with = "suite", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    random: Option<u64>,

    /// The seed of the random games
    #[arg(long, value_name = "S", requires = "random", default_value_t = 1)]
    seed: u64,

    /// Stop the other program when an answer takes longer, such as 500ms or 5m
    #[arg(long, value_name = "TIME", requires = "against", default_value = "10s", value_parser = parse_duration)]
    timeout: Duration,
}

/// What to compare.
pub struct Request<'a> {
    /// The other program.
    pub command: &'a str,
    pub args: &'a AgainstArgs,
    /// A suite whose positions to compare on, and the largest of its counts to
    /// take.
    pub suite: Option<(&'a Path, u64)>,
    pub targets: &'a [String],
    pub reading: &'a PositionArgs,
    pub depth: u32,
    pub format: Format,
}

/// A position to compare on, where it comes from, and how deep to count.
struct Case {
    name: String,
    position: AnyPosition,
    /// If the position is where a random game begins: the number of the game.
    random: Option<u64>,
    depth: u32,
}

/// Compares on all the positions asked for.
pub fn run(request: &Request<'_>, output: &mut Output) -> io::Result<Status> {
    let program = match Program::new(request.command, request.args.timeout) {
        Ok(program) => program,
        Err(error) => return Ok(complain(format_args!("--against: {error}"))),
    };
    if request.format == Format::Perftree {
        return Ok(complain("--against writes text or JSON: leave out --format perftree"));
    }
    let mut status = Status::Yes;
    let cases = match request.suite {
        Some((path, max_turns)) => suite_cases(path, max_turns, request),
        None => request.target_cases(),
    };
    let cases: Vec<_> = cases
        .into_iter()
        .filter_map(|case| case.map_err(|error| status = status.max(complain(error))).ok())
        .collect();
    if cases.is_empty() && status == Status::Yes {
        remark("there is nothing to compare on: --max-turns leaves nothing of the suite");
        return Ok(Status::Undecided);
    }
    let is_single = request.suite.is_none() && cases.len() == 1;
    let bar = progress::counter(output, cases.len() as u64, "comparing");
    let job = Job {
        request,
        program: &program,
        look: look(output, false),
        is_single,
        bar: &bar,
        is_hopeless: AtomicBool::new(false),
    };
    let reports = job.all(&cases);
    progress::end(&bar);
    job.write(&reports, output)?;
    Ok(reports.iter().map(|report| report.end.status()).fold(status, Status::max))
}

impl Request<'_> {
    /// The positions that are named, or random ones that begin there.
    fn target_cases(&self) -> Vec<Result<Case, String>> {
        let mut cases = Vec::new();
        for target in self.reading.targets(self.targets) {
            let name = target.origin.name.unwrap_or_default();
            match (target.position, self.args.random) {
                (Err(message), _) => cases.push(Err(message)),
                (Ok(position), None) => {
                    cases.push(Ok(Case { name, position, random: None, depth: self.depth }));
                }
                (Ok(position), Some(count)) => cases.extend((0..count).map(|number| {
                    let (name, random) = (format!("random {number}"), Some(number));
                    Ok(Case { name, position, random, depth: self.depth })
                })),
            }
        }
        cases
    }
}

/// The positions of a suite, each counted as deep as the suite does, but no
/// deeper than asked for, nor beyond counts above `max_turns`.
fn suite_cases(path: &Path, max_turns: u64, request: &Request<'_>) -> Vec<Result<Case, String>> {
    let file = path.display().to_string();
    let opened = File::open(path).map_err(|error| format!("{file}: {error}"));
    let opened = opened.and_then(|input| Ok((BufReader::new(input), request.reading.choice()?)));
    let (input, choice) = match opened {
        Ok(opened) => opened,
        Err(error) => return vec![Err(error)],
    };
    let case = |line: SuiteLine| {
        let fits = |count: &&Expected| count.depth > 0 && count.turns <= max_turns;
        let depths = line.counts.iter().filter(fits);
        let depth = depths.map(|count| count.depth).max()?.min(request.depth);
        Some(Ok(Case {
            name: format!("{file}:{}", line.number),
            position: line.position,
            random: None,
            depth,
        }))
    };
    let read = |line: Result<SuiteLine, LineError>| match line {
        Ok(line) => case(line),
        Err(error) => Some(Err(format!("{file}:{error}"))),
    };
    Suite::new(input, choice).filter_map(read).collect()
}

/// Everything that is needed to compare on one position.
struct Job<'a> {
    request: &'a Request<'a>,
    program: &'a Program,
    look: Look,
    is_single: bool,
    bar: &'a ProgressBar,
    /// Set when the program cannot be run at all: there is no need to try again.
    is_hopeless: AtomicBool,
}

/// What came of one position, ready to be written.
struct Report {
    name: String,
    position: String,
    heading: String,
    counts: String,
    end: End,
    json: Vec<u8>,
}

/// How a comparison ended, as far as the commands' status and tables go.
enum End {
    Agrees,
    Differs { text: String, diagnosis: String, call: String, turns: usize },
    TimedOut(String),
    Failed(String),
    Interrupted,
}

impl End {
    const fn status(&self) -> Status {
        match self {
            Self::Agrees => Status::Yes,
            Self::Differs { .. } => Status::No,
            Self::TimedOut(_) => Status::Undecided,
            Self::Failed(_) => Status::Error,
            Self::Interrupted => Status::Interrupted,
        }
    }

    /// The name in JSON.
    const fn verdict(&self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs { .. } => "differs",
            Self::TimedOut(_) => "timed-out",
            Self::Failed(_) => "failed",
            Self::Interrupted => "interrupted",
        }
    }

    fn message(&self) -> Option<&str> {
        match self {
            Self::TimedOut(message) | Self::Failed(message) => Some(message),
            Self::Agrees | Self::Differs { .. } | Self::Interrupted => None,
        }
    }
}

impl Job<'_> {
    /// Compares on all positions, several at a time; the reports keep their
    /// order.
    fn all(&self, cases: &[Case]) -> Vec<Report> {
        let compare = |case: &Case| {
            let report = (!self.is_hopeless.load(Relaxed))
                .then(|| case.position.visit(Compare { job: self, case }));
            self.bar.inc(1);
            report
        };
        // If the program cannot be run at all, one case tells.
        let (first, others) = cases.split_at(cases.len().min(1));
        let mut reports: Vec<_> = first.iter().filter_map(compare).collect();
        reports.par_extend(others.par_iter().filter_map(compare));
        reports
    }

    fn write(&self, reports: &[Report], output: &mut Output) -> io::Result<()> {
        match (self.request.format, self.is_single) {
            (Format::Json, _) => reports.iter().try_for_each(|r| output.write_all(&r.json))?,
            (_, true) => reports.iter().try_for_each(|report| write_single(report, output))?,
            (_, false) => self.write_many(reports, output)?,
        }
        output.flush()?;
        complain_of(reports);
        if interrupt::happened() {
            remark("interrupted: what is shown is what was compared before");
        }
        Ok(())
    }

    /// The smallest finding in full, and a table of everything.
    fn write_many(&self, reports: &[Report], output: &mut Output) -> io::Result<()> {
        let differing = reports.iter().filter_map(|report| match &report.end {
            End::Differs { text, turns, .. } => Some((turns, report, text)),
            _ => None,
        });
        writeln!(output, "{HEADING}against{HEADING:#} {}\n", self.request.command)?;
        if let Some((_, report, text)) = differing.min_by_key(|&(turns, ..)| turns) {
            writeln!(output, "{}: {}\n", report.name, report.heading)?;
            writeln!(output, "{}\n\n{text}\n", report.counts)?;
        }
        let (tally, findings) = tallied(reports);
        writeln!(output, "{}", summary(tally, &findings))
    }
}

fn write_single(report: &Report, output: &mut Output) -> io::Result<()> {
    let Report { heading, position, counts, end, .. } = report;
    writeln!(output, "{heading}\n{FAINT}{position}{FAINT:#}")?;
    if !counts.is_empty() {
        writeln!(output, "\n{counts}")?;
    }
    match end {
        End::Agrees => writeln!(output, "\nAll turns and counts agree."),
        End::Differs { text, .. } => write!(output, "\n{text}"),
        End::TimedOut(_) | End::Failed(_) | End::Interrupted => Ok(()),
    }
}

/// So many failures are reported one by one.
const MOST_COMPLAINTS: usize = 5;

fn complain_of(reports: &[Report]) {
    let named = |report: &Report| match (report.end.message(), report.name.as_str()) {
        (Some(message), "") => Some(message.to_string()),
        (Some(message), name) => Some(format!("{name}: {message}")),
        (None, _) => None,
    };
    let messages: Vec<_> = reports.iter().filter_map(named).collect();
    for message in messages.iter().take(MOST_COMPLAINTS) {
        let mut lines = message.lines();
        complain(lines.next().unwrap_or_default());
        for line in lines {
            remark(line);
        }
    }
    if let Some(more @ 1..) = messages.len().checked_sub(MOST_COMPLAINTS) {
        complain(format_args!("… and {more} more positions without an answer"));
    }
}

/// How many reports ended in which way, and each diagnosis with the number of
/// its positions and the first of them, the most frequent first.
fn tallied(reports: &[Report]) -> (Tally, Vec<(String, usize, String)>) {
    let mut tally = Tally::default();
    let mut found: BTreeMap<String, (usize, &str)> = BTreeMap::new();
    for report in reports {
        match &report.end {
            End::Agrees => tally.agree += 1,
            End::Differs { diagnosis, call, .. } => {
                tally.differ += 1;
                found.entry(without_numbers(diagnosis)).or_insert((0, call)).0 += 1;
            }
            End::TimedOut(_) => tally.timed_out += 1,
            End::Failed(_) => tally.failed += 1,
            End::Interrupted => {}
        }
    }
    let mut found: Vec<_> =
        found.into_iter().map(|(what, (count, first))| (what, count, first.to_string())).collect();
    found.sort_by_key(|&(_, count, _)| std::cmp::Reverse(count));
    (tally, found)
}

/// A diagnosis without how many turns it was seen in, which says nothing about
/// what is wrong.
fn without_numbers(diagnosis: &str) -> String {
    let parts = diagnosis.split(" (turns: ");
    parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ')')).collect()
}

struct Compare<'a> {
    job: &'a Job<'a>,
    case: &'a Case,
}

impl Visitor for Compare<'_> {
    type Output = Report;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Report {
        let Self { job, case } = self;
        let position = match case.random {
            Some(number) => random_position(&position, job.request.args.seed, number),
            None => position,
        };
        let ask = |question: &_| match interrupt::happened() {
            true => Err(ProgramError::Interrupted),
            false => job.program.ask(question, Some(interrupt::flag())),
        };
        let comparison = compare(&position, case.depth, ask);
        let end = job.end(&comparison);
        let name = Some(case.name.as_str()).filter(|name| !name.is_empty());
        let json = Compared::new(
            Subject::new(&position, name),
            (job.request.command, job.program),
            &comparison,
            (end.verdict(), end.message().map(str::to_string)),
        );
        let (title, rules) = (G::TITLE, position.rules());
        Report {
            name: case.name.clone(),
            position: position.to_string(),
            heading: format!("{HEADING}{title}{HEADING:#} {FAINT}{rules}{FAINT:#}"),
            counts: match &comparison.counts[..] {
                [] => String::new(),
                some => counts(some),
            },
            end,
            json: json::line(&json),
        }
    }
}

impl Job<'_> {
    fn end<G: Notation>(&self, comparison: &Comparison<G, ProgramError>) -> End {
        let failure = match &comparison.outcome {
            Outcome::Agrees => return End::Agrees,
            Outcome::Differs(finding) => {
                let (program, look) = (self.program, self.look);
                let diagnosis = match &finding.diagnoses[..] {
                    [] => "an error without a pattern that is recognised".into(),
                    diagnoses => diagnoses.join("; "),
                };
                let text = Found { finding, program, look }.to_string();
                let call = program.call(&finding.question);
                return End::Differs { text, diagnosis, call, turns: finding.path.len() };
            }
            Outcome::Failed(failure) => failure,
        };
        let message = format!("{}\n  run: {}", failure.cause, self.program.call(&failure.question));
        match &failure.cause {
            FailureCause::Ask(ProgramError::Interrupted) => End::Interrupted,
            FailureCause::Ask(ProgramError::TimedOut(_)) => End::TimedOut(message),
            FailureCause::Ask(ProgramError::Start { .. }) => {
                self.is_hopeless.store(true, Relaxed);
                End::Failed(failure.cause.to_string())
            }
            FailureCause::Ask(_) | FailureCause::Output(_) | FailureCause::Overflow(_) => {
                End::Failed(message)
            }
        }
    }
}
