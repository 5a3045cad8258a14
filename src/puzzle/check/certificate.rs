use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use super::{Code, Entry, Finding, Place};
use crate::certificate::{CheckError, check as check_certificate};
use crate::game::Themed;
use crate::games::AnyPosition;
use crate::solver::{Goal, Limits};

/// Checks the certificate that a puzzle names, if it names one: it has to be
/// right, and of this puzzle.
pub(super) fn check<G: Themed + Into<AnyPosition>>(
    position: &G,
    entry: &Entry,
    goal: Goal,
    folder: &Path,
    limits: Limits<'_>,
) -> Option<Finding> {
    let name = &entry.certificate.as_ref()?.value;
    let finding = |code, message: String| Some(Finding::new(code, Place::Certificate, message));
    if goal != Goal::Win {
        return finding(Code::OtherCertificate, "a certificate is of a direct win".into());
    }
    let file = match find(folder, Path::new(name)) {
        Ok(file) => file,
        Err(error) => return finding(Code::OtherCertificate, error),
    };
    let stop = || {
        limits.interrupt.is_some_and(|flag| flag.load(Relaxed))
            || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    match check_certificate(BufReader::new(file), &stop) {
        Ok(checked) if checked.position != (*position).into() => {
            finding(Code::OtherCertificate, "the certificate is of another position".into())
        }
        Ok(checked) => {
            let stated = entry.turns.as_ref()?.value;
            let turns = checked.header.turns;
            let message = format!("the certificate is of a win in {turns}, not {stated}");
            if turns == stated { None } else { finding(Code::OtherCertificate, message) }
        }
        Err(CheckError::Stopped) => {
            finding(Code::Unsolved, "a limit was reached before the certificate was checked".into())
        }
        Err(CheckError::Fault(fault)) => {
            finding(Code::OtherCertificate, format!("the certificate is wrong: {fault}"))
        }
        Err(CheckError::Io(error)) => finding(Code::OtherCertificate, error.to_string()),
    }
}

/// Whether a path can only lead to something beside or below the pack.
pub(in crate::puzzle) fn stays_within(path: &str) -> bool {
    let is_plain = |part| matches!(part, Component::Normal(_));
    !path.contains(['\\', ':', '\0']) && Path::new(path).components().all(is_plain)
}

/// Opens a regular file in a folder, links out of which are not followed.
fn find(folder: &Path, name: &Path) -> Result<File, String> {
    let error = |error: std::io::Error| format!("the certificate cannot be read: {error}");
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder: PathBuf = fs::canonicalize(folder).map_err(error)?;
    let path = fs::canonicalize(folder.join(name)).map_err(error)?;
    if !path.starts_with(&folder) {
        return Err("the certificate is not in the folder of the pack".into());
    }
    if !path.is_file() {
        return Err("the certificate is no regular file".into());
    }
    File::open(path).map_err(error)
}

#[cfg(test)]
mod tests {
    use super::stays_within;

    #[test]
    fn paths_lead_nowhere_else() {
        for path in ["a.cert", "certificates/a.cert", "ō.cert"] {
            assert!(stays_within(path), "{path}");
        }
        for path in ["../a.cert", "a/../../b", "/etc/passwd", "C:\\a", "..\\a", "./../a", "a:b"] {
            assert!(!stays_within(path), "{path}");
        }
    }
}
