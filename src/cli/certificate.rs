//! Win certificates: the file that `solve` writes.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use tsume::certificate::{Header, MAGIC};
use tsume::game::Notation;
use tsume::solver::{CertifyError, Limits, Solution, Verdict, certify};

use super::whole::WholeFile;
use super::{Status, interrupt, remark};

/// Where to write a certificate.
#[derive(Clone, Debug)]
pub struct Destination(PathBuf);

impl Destination {
    /// Makes sure that a file can be made there, before anything is searched.
    pub fn new(name: PathBuf) -> Result<Self, String> {
        if name == Path::new("-") {
            return Err("a certificate goes to a file: name one, or write `./-`".into());
        }
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
        let why = match error {
            CertifyError::Memory => format!("{error}: raise --hash"),
            CertifyError::Stopped if interrupt::happened() => "interrupted".into(),
            _ => error.to_string(),
        };
        remark(format_args!("{}: no certificate is written: {why}", self.name()));
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
