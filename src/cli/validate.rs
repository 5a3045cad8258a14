//! Checking packs and suites: which files, in which order, and the summary.

mod certificate;
mod fix;
mod pack;
mod remembered;
mod sink;
mod suite;

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use tsume::puzzle::{Cache, Corpus};

use super::certificate::is_certificate;
use super::limits::LimitArgs;
use super::{Output, Status, complain, files, interrupt, printable};
use crate::report::diagnostic::{github_error, property};
use crate::report::validation::{Kind, Report, summary};
use remembered::Remembered;

/// Check puzzle packs: solve every puzzle and compare; perft suites and win
/// certificates
///
/// Reads every pack given, and the packs (*.yaml, *.yml) in every folder given,
/// at any depth; solves every puzzle, and compares number of turns, key and
/// line with what the pack states. Perft suites (*.perft) are read too, and
/// their counts compared, except for those that take more than seconds. Win
/// certificates (*.cert, or what begins like one) are checked line by line,
/// with the rules alone.
///
/// Every fault is shown with its place, and has a code, such as P301; they are
/// explained in docs/diagnostics.md.
///
/// Exit status: 0 all is sound, 1 a fault was found, 2 a file cannot be read, 3
/// undecided because a limit was reached, 130 interrupted.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Packs, suites and certificates, or folders with them
    #[arg(default_value = "puzzles", value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Take warnings for faults
    #[arg(long)]
    strict: bool,

    /// Write packs that are sound anew, in their canonical form
    #[arg(long)]
    fix: bool,

    /// Solve this share of the puzzles only, spread over each pack, such as 5%;
    /// of the others everything is checked that needs no search
    #[arg(long, value_name = "PERCENT", value_parser = parse_sample, conflicts_with = "fix")]
    sample: Option<Sample>,

    /// Remember verdicts in this file, and solve only what has changed
    #[arg(long, value_name = "FILE")]
    cache: Option<PathBuf>,

    /// How to write what is found
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,

    #[command(flatten)]
    limits: LimitArgs,
}

const EXAMPLES: &str = "\
Examples:
  tsume validate
  tsume validate puzzles/shobu/first-clears.yaml --time-limit 30s
  tsume validate --strict --cache .tsume-cache --format github";

const NOTHING: &str = "there is no pack (*.yaml), no suite (*.perft) and no certificate (*.cert) in \
                       the folders given";

/// How diagnostics are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// For people
    Text,
    /// One line of JSON a file
    Json,
    /// Annotations for a pull request on GitHub
    Github,
}

/// How many puzzles of a hundred are solved: of every pack at least one, unless
/// it is none.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Sample(f64);

impl Sample {
    /// Whether the puzzle with this number, from 0, is one of them.
    fn includes(self, number: usize) -> bool {
        let share = |number: usize| (number as f64 * self.0 / 100.0).ceil();
        share(number + 1) > share(number)
    }
}

fn parse_sample(text: &str) -> Result<Sample, String> {
    match text.strip_suffix('%').unwrap_or(text).parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(Sample(percent)),
        _ => Err("expected a percentage from 0% to 100%".into()),
    }
}

/// What the files of a run share.
struct Run<'a> {
    args: &'a Args,
    cache: Option<&'a Cache>,
    corpus: Corpus,
    status: Status,
}

/// Checks every path.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = args.limits.set_threads() {
        return Ok(complain(error));
    }
    interrupt::watch();
    let remembered = args.cache.as_deref().and_then(Remembered::open);
    let cache = remembered.as_ref().map(|remembered| &remembered.cache);
    let mut run = Run { args, cache, corpus: Corpus::default(), status: Status::Yes };
    let reports = run.paths(output)?;
    if let Some(remembered) = &remembered {
        run.status = run.status.max(remembered.save());
    }
    if !reports.is_empty() && args.format != Format::Json {
        let name = match args.format {
            Format::Github => property,
            Format::Text | Format::Json => |name: &str| printable(name).into_owned(),
        };
        writeln!(output, "{}", summary(&reports, args.sample.is_some(), name))?;
    }
    Ok(run.status)
}

/// What is looked for in folders, by extension.
const CHECKED: [&str; 4] = ["yaml", "yml", "perft", "cert"];

impl Run<'_> {
    fn paths(&mut self, output: &mut Output) -> io::Result<Vec<Report>> {
        let mut files = Vec::new();
        for path in &self.args.paths {
            files::collect(path, &|extension| CHECKED.contains(&extension), &mut files);
        }
        if files.is_empty() {
            self.status = complain(NOTHING);
        }
        let (mut reports, mut seen) = (Vec::new(), HashSet::new());
        for file in files {
            let found = match file {
                Ok(file) if !seen.insert(fs::canonicalize(&file).unwrap_or(file.clone())) => {
                    continue;
                }
                Ok(file) => self.file(&file, output)?.map_err(|error| (file, error)),
                Err(unreadable) => Err(unreadable),
            };
            match found {
                Ok(report) => {
                    self.status = self.status.max(self.judge(&report));
                    reports.push(report);
                }
                Err((file, error)) => self.unreadable(&file, &error, output)?,
            }
            if interrupt::happened() || output.is_closed() {
                break;
            }
        }
        Ok(reports)
    }

    /// Checks a file of whatever kind, or says why it cannot be read.
    fn file(&mut self, path: &Path, output: &mut Output) -> io::Result<Result<Report, String>> {
        let name = path.display().to_string();
        if is_certificate(path) {
            return certificate::check(self, path, &name, output);
        }
        let bytes = match files::read(path) {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Err(error)),
        };
        if is_rows(path) {
            let pack = path.with_extension("yaml");
            return Ok(Err(format!(
                "these are rows: make a pack of them, which can be checked: \
                 `tsume export {name} --out {}`",
                pack.display()
            )));
        }
        match is_suite(path) {
            true => suite::check(self, &name, &bytes, output),
            false => pack::check(self, path, &name, &bytes, output),
        }
        .map(Ok)
    }

    /// Says that a file cannot be read.
    fn unreadable(&mut self, path: &Path, error: &str, output: &mut Output) -> io::Result<()> {
        let name = path.display().to_string();
        match self.args.format {
            Format::Text => {}
            Format::Github => write!(output, "{}", github_error(&name, error))?,
            Format::Json => {
                let failed = serde_json::json!({ "schema": 1, "file": name, "error": error });
                writeln!(output, "{failed}")?;
            }
        }
        self.status = self.status.max(complain(format_args!("{name}: {error}")));
        Ok(())
    }

    /// What a report amounts to.
    fn judge(&self, report: &Report) -> Status {
        let faults = report.tally.errors + report.tally.warnings * usize::from(self.args.strict);
        if report.interrupted {
            Status::Interrupted
        } else if report.tally.undecided > 0 {
            Status::Undecided
        } else if faults > 0 {
            Status::No
        } else {
            Status::Yes
        }
    }
}

/// Whether a file is a perft suite, and no pack.
fn is_suite(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "perft")
}

/// Whether a file holds puzzles for other programs, and no pack.
fn is_rows(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = extension.and_then(tsume::export::Format::of_extension);
    format.is_some_and(|format| format != tsume::export::Format::Yaml)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_evenly() {
        let chosen = |percent: &str| {
            let sample = parse_sample(percent).expect("a percentage");
            (0..200).filter(|number| sample.includes(*number)).collect::<Vec<_>>()
        };
        assert!(chosen("0%").is_empty());
        assert_eq!(chosen("1%"), [0, 100]);
        assert_eq!(chosen("0.01%"), [0]);
        assert_eq!(chosen("25").len(), 50);
        assert_eq!(chosen("100%").len(), 200);
        for text in ["-1", "101%", "", "x", "nan", "%"] {
            assert!(parse_sample(text).is_err(), "{text}");
        }
    }
}
