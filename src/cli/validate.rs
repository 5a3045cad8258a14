use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use comfy_table::{Cell, CellAlignment, Table, presets};
use rayon::prelude::*;
use tsume::puzzle::{Fault, Pack, PackError, check};

use super::limits::LimitArgs;
use super::perft::{Checked, Checks};
use super::target::read;
use super::{Output, Status, certificate, complain, interrupt, printable, progress};

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
/// Exit status: 0 all is sound, 1 a fault was found, 2 a file cannot be read, 3
/// undecided because a limit was reached, 130 interrupted.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Packs, suites and certificates, or folders with them
    #[arg(default_value = "puzzles", value_name = "PATH")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,
}

const EXAMPLES: &str = "\
Examples:
  tsume validate
  tsume validate puzzles/shobu/first-clears.yaml --time-limit 30s";

const NOTHING: &str = "there is no pack (*.yaml), no suite (*.perft) and no certificate (*.cert) in \
                       the folders given";

/// What was found in one file.
struct Report {
    file: String,
    puzzles: usize,
    faults: usize,
    undecided: usize,
}

/// Checks every path.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = args.limits.set_threads() {
        return Ok(complain(error));
    }
    interrupt::watch();
    let mut status = Status::Yes;
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, true, &mut files);
    }
    if files.is_empty() {
        status = complain(NOTHING);
    }
    let (mut reports, mut suites, mut certificates) = (Vec::new(), Vec::new(), Vec::new());
    let (mut seen, mut ids) = (HashSet::new(), HashMap::new());
    for file in files {
        let file = match file {
            Ok(file) => file,
            Err(error) => {
                status = status.max(complain(error));
                continue;
            }
        };
        if !seen.insert(fs::canonicalize(&file).unwrap_or_else(|_| file.clone())) {
            continue;
        }
        let name = printable(&file.display().to_string()).into_owned();
        let checked = if certificate::is_certificate(&file) {
            let checked = certificate::validate(&args.limits, &file, output)?;
            checked.map_err(|error| error.to_string()).map(|(report, ended)| {
                certificates.extend(report);
                ended
            })
        } else if is_suite(&file) {
            let checked = suite(args, &file, output)?;
            checked.map_err(|error| error.to_string()).map(|(report, ended)| {
                suites.push(report);
                ended
            })
        } else {
            match read(&file) {
                Ok(text) => {
                    let (report, ended) = pack(args, &name, &text, &mut ids, output)?;
                    reports.push(report);
                    Ok(ended)
                }
                Err(error) => Err(error),
            }
        };
        status = status.max(match checked {
            Ok(ended) => ended,
            Err(error) => complain(format_args!("{name}: {error}")),
        });
        if interrupt::happened() {
            status = Status::Interrupted;
        }
        if interrupt::happened() || output.is_closed() {
            break;
        }
    }
    if !reports.is_empty() {
        writeln!(output, "{}", summary(&reports))?;
    }
    if !suites.is_empty() {
        let between = if reports.is_empty() { "" } else { "\n" };
        writeln!(output, "{between}{}", summaries(&suites))?;
    }
    if !certificates.is_empty() {
        let between = if reports.is_empty() && suites.is_empty() { "" } else { "\n" };
        writeln!(output, "{between}{}", certificate::summary(&certificates))?;
    }
    Ok(status)
}

/// Whether a file is a perft suite, and no pack.
fn is_suite(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "perft")
}

/// The file at a path, or the packs and suites in the folder there, in order of
/// names; in the place of what cannot be read, why. What a person names is
/// checked whatever it is called; links to folders are followed only then.
fn collect(path: &Path, named: bool, found: &mut Vec<Result<PathBuf, String>>) {
    let at = |error: io::Error| format!("{}: {error}", path.display());
    let extension = path.extension().and_then(|extension| extension.to_str());
    let wanted = named || matches!(extension, Some("yaml" | "yml" | "perft" | "cert"));
    let kind = match fs::metadata(path) {
        Ok(kind) => kind,
        Err(error) if wanted => return found.push(Err(at(error))),
        Err(_) => return,
    };
    if !kind.is_dir() {
        if wanted {
            found.push(Ok(path.to_path_buf()));
        }
    } else if named || !path.is_symlink() {
        let entries: io::Result<Vec<_>> = fs::read_dir(path).and_then(Iterator::collect);
        match entries {
            Ok(entries) => {
                let mut paths: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
                paths.sort();
                paths.iter().for_each(|path| collect(path, false, found));
            }
            Err(error) => found.push(Err(at(error))),
        }
    }
}

/// Checks one pack and writes what is wrong with it.
fn pack(
    args: &Args,
    file: &str,
    text: &str,
    ids: &mut HashMap<String, String>,
    output: &mut Output,
) -> io::Result<(Report, Status)> {
    let mut report = Report { file: file.to_string(), puzzles: 0, faults: 0, undecided: 0 };
    let pack: Result<Pack, PackError> = text.parse();
    let read = pack.map_err(|error| error.to_string()).and_then(|pack| {
        let choice = pack.choice().map_err(|error| error.to_string())?;
        Ok((pack, choice))
    });
    let (pack, choice) = match read {
        Ok(read) => read,
        Err(error) => {
            writeln!(output, "{file}: {}", printable(&error))?;
            report.faults = 1;
            return Ok((report, Status::No));
        }
    };
    report.puzzles = pack.puzzles.len();
    let bar = progress::counter(output, pack.puzzles.len() as u64, "puzzles");
    let mut results: Vec<_> = pack
        .puzzles
        .par_iter()
        .map(|puzzle| {
            let faults = check(puzzle, &choice, &|| args.limits.start());
            bar.inc(1);
            faults
        })
        .collect();
    progress::end(&bar);
    let mut status = Status::Yes;
    for (puzzle, faults) in pack.puzzles.iter().zip(&mut results) {
        if let Some(other) = ids.insert(puzzle.id.clone(), file.to_string()) {
            faults.push(Fault::RepeatedId { other });
        }
        for fault in faults.iter() {
            let line = format!("{file}: {}: {fault}", puzzle.id);
            writeln!(output, "{}", printable(&line))?;
            if let Fault::Undecided { .. } = fault {
                report.undecided += 1;
                status = status.max(Status::Undecided);
            } else {
                report.faults += 1;
                status = status.max(Status::No);
            }
        }
    }
    Ok((report, status))
}

/// What was found in one suite.
struct SuiteReport {
    file: String,
    checked: Checked,
}

impl SuiteReport {
    fn faults(&self) -> usize {
        self.checked.errors.len() + self.checked.differences.len()
    }
}

/// Checks one suite and writes what is wrong with it; an error says why it
/// cannot be read.
fn suite(
    args: &Args,
    path: &Path,
    output: &mut Output,
) -> io::Result<Result<(SuiteReport, Status), io::Error>> {
    let input = match fs::File::open(path) {
        Ok(input) => io::BufReader::new(input),
        Err(error) => return Ok(Err(error)),
    };
    let file = path.display().to_string();
    let memory = args.limits.start().table_bytes;
    let checked = Checks::new(memory).run(input, output);
    for error in &checked.errors {
        writeln!(output, "{file}:{error}")?;
    }
    for difference in &checked.differences {
        writeln!(output, "{file}:{}: {difference}", difference.line)?;
    }
    if checked.lines == 0 && checked.errors.is_empty() {
        writeln!(output, "{file}: there is no position in it")?;
    }
    let report = SuiteReport { file, checked };
    let status = match &report.checked {
        checked if checked.interrupted => Status::Interrupted,
        checked if checked.lines == 0 || report.faults() > 0 => Status::No,
        _ => Status::Yes,
    };
    Ok(Ok((report, status)))
}

/// A table of all suites.
fn summaries(suites: &[SuiteReport]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["suite", "lines", "counts", "left out", "faults"]);
    for suite in suites {
        let Checked { lines, checked, left_out, .. } = suite.checked;
        let numbers = [lines, checked, left_out, suite.faults()];
        let right = numbers.map(|number| Cell::new(number).set_alignment(CellAlignment::Right));
        table.add_row([Cell::new(&suite.file)].into_iter().chain(right));
    }
    table.trim_fmt()
}

/// A table of all packs.
fn summary(reports: &[Report]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["pack", "puzzles", "faults", "undecided"]);
    let right = |number: usize| Cell::new(number).set_alignment(CellAlignment::Right);
    for report in reports {
        table.add_row([
            Cell::new(&report.file),
            right(report.puzzles),
            right(report.faults),
            right(report.undecided),
        ]);
    }
    let sum = |count: fn(&Report) -> usize| right(reports.iter().map(count).sum());
    if reports.len() > 1 {
        let total =
            [Cell::new("total"), sum(|r| r.puzzles), sum(|r| r.faults), sum(|r| r.undecided)];
        table.add_row(total);
    }
    table.trim_fmt()
}
