//! Win certificates: the file that `solve` writes, and the check of `validate`.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use comfy_table::{Cell, CellAlignment, Table, presets};
use tsume::certificate::{CheckError, Checked, Header, MAGIC, check};
use tsume::game::Notation;
use tsume::solver::{CertifyError, Limits, Solution, Verdict, certify};

use super::limits::LimitArgs;
use super::whole::WholeFile;
use super::{Output, Status, interrupt, progress, remark};

/// Where to write a certificate.
#[derive(Clone, Debug)]
pub struct Destination(PathBuf);

impl Destination {
    /// Makes sure that a file can be made there, before anything is searched.
    pub fn new(name: PathBuf) -> Result<Self, String> {
        WholeFile::create(&name).map_err(|error| error.to_string())?;
        Ok(Self(name))
    }

    /// The name as it was given.
    pub fn name(&self) -> String {
        self.0.display().to_string()
    }

    /// Writes the certificate of a win, all of it or nothing; gives how many
    /// positions it lists. Says on stderr why there is none.
    pub fn write<G: Notation>(
        &self,
        position: &G,
        solution: &Solution<G>,
        limits: Limits<'_>,
    ) -> Result<u64, Status> {
        let limits = Limits { nodes: limits.nodes.saturating_sub(solution.nodes), ..limits };
        let (error, status) = match self.try_write(position, solution, limits) {
            Ok(steps) => return Ok(steps),
            // The verdict has a status of its own.
            Err(error @ CertifyError::NotWon) => (error, Status::Yes),
            Err(error @ CertifyError::Write(_)) => (error, Status::Error),
            Err(error) => (error, Status::Undecided),
        };
        let hint = match error {
            CertifyError::Memory => ": raise --hash",
            _ => "",
        };
        remark(format_args!("{}: no certificate is written: {error}{hint}", self.name()));
        Err(status)
    }

    fn try_write<G: Notation>(
        &self,
        position: &G,
        solution: &Solution<G>,
        limits: Limits<'_>,
    ) -> Result<u64, CertifyError> {
        let Verdict::Win(win) = &solution.verdict else { return Err(CertifyError::NotWon) };
        let mut file = WholeFile::create(&self.0)?;
        let (game, rules) = (G::NAME.to_string(), position.rules().to_string());
        writeln!(file, "{}", Header { game, rules, turns: win.turns })?;
        let steps = certify(position, solution, limits, |step| writeln!(file, "{step}"))?;
        file.finish()?;
        Ok(steps)
    }
}

/// Whether the file at a path is a certificate: its name or its beginning says
/// so.
pub fn is_certificate(path: &Path) -> bool {
    if path.extension().is_some_and(|extension| extension == "cert") {
        return true;
    }
    let mut beginning = [0; MAGIC.len()];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut beginning)).is_ok()
        && beginning == *MAGIC.as_bytes()
}

/// What was found in a certificate.
pub struct Report {
    file: String,
    /// `None` if it is wrong.
    checked: Option<Checked>,
}

/// Checks a certificate and writes what is wrong with it; an error says why it
/// cannot be read.
pub fn validate(
    limits: &LimitArgs,
    path: &Path,
    output: &mut Output,
) -> io::Result<Result<(Option<Report>, Status), io::Error>> {
    let input = match File::open(path) {
        Ok(file) => BufReader::with_capacity(1 << 16, file),
        Err(error) => return Ok(Err(error)),
    };
    let file = path.display().to_string();
    let deadline = limits.start().deadline;
    let stop = || interrupt::happened() || deadline.is_some_and(|end| Instant::now() >= end);
    let spinner = progress::spinner(output, "checking");
    let checked = check(input, &stop);
    progress::end(&spinner);
    Ok(Ok(match checked {
        Ok(checked) => (Some(Report { file, checked: Some(checked) }), Status::Yes),
        Err(CheckError::Fault(fault)) => {
            let line = format!("{file}:{fault}");
            writeln!(output, "{}", super::printable(&line))?;
            (Some(Report { file, checked: None }), Status::No)
        }
        Err(CheckError::Io(error)) => return Ok(Err(error)),
        Err(CheckError::Stopped) => {
            let line = format!("{file}: undecided: a limit was reached");
            writeln!(output, "{}", super::printable(&line))?;
            (None, Status::Undecided)
        }
    }))
}

/// A table of all certificates.
pub fn summary(reports: &[Report]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["certificate", "turns", "positions", "faults"]);
    for Report { file, checked } in reports {
        let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
        let numbers = match checked {
            Some(Checked { header, steps, .. }) => [header.turns.to_string(), steps.to_string()],
            None => [String::new(), String::new()],
        };
        let faults = u32::from(checked.is_none()).to_string();
        let cells = numbers.into_iter().chain([faults]).map(right);
        table.add_row([Cell::new(super::printable(file))].into_iter().chain(cells));
    }
    table.trim_fmt()
}
