//! Which files are meant, and how they are read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tsume::puzzle::MOST_BYTES;

/// A file, or why it cannot be read.
pub type Found = Result<PathBuf, (PathBuf, String)>;

/// The file at a path that a person names, whatever it is called, or the files in the
/// folder there whose extensions are `wanted`, in order of names; in the place of
/// what cannot be read, why. Links to folders are followed only if they are named.
pub fn collect(path: &Path, wanted: &dyn Fn(&str) -> bool, found: &mut Vec<Found>) {
    search(path, true, wanted, found);
}

fn search(path: &Path, named: bool, wanted: &dyn Fn(&str) -> bool, found: &mut Vec<Found>) {
    let at = |error: io::Error| (path.to_path_buf(), error.to_string());
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_wanted = named || extension.is_some_and(wanted);
    let kind = match fs::metadata(path) {
        Ok(kind) => kind,
        Err(error) if is_wanted => return found.push(Err(at(error))),
        Err(_) => return,
    };
    if !kind.is_dir() {
        if is_wanted && !named && !kind.is_file() {
            found.push(Err((path.to_path_buf(), NO_FILE.into())));
        } else if is_wanted {
            found.push(Ok(path.to_path_buf()));
        }
    } else if named || !path.is_symlink() {
        let entries: io::Result<Vec<_>> = fs::read_dir(path).and_then(Iterator::collect);
        match entries {
            Ok(entries) => {
                let mut paths: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
                paths.sort();
                paths.iter().for_each(|path| search(path, false, wanted, found));
            }
            Err(error) => found.push(Err(at(error))),
        }
    }
}

/// Whether two paths name the same file, which is there.
pub fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    let identity = |path: &Path| fs::metadata(path).map(|file| identity(&file)).ok();
    #[cfg(not(unix))]
    let identity = |path: &Path| fs::canonicalize(path).ok();
    identity(one).is_some_and(|one| Some(one) == identity(other))
}

/// What tells a file from all others, by whatever name.
#[cfg(unix)]
pub fn identity(file: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

/// What is said of what is named as a file and is none.
pub const NO_FILE: &str = "this is neither a file nor a folder";

/// Reads a regular file of a size that a pack can have. Nothing else is opened:
/// a pipe could keep the program waiting for ever. A file that grows while it
/// is read is read up to the largest size.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let text = |error: io::Error| error.to_string();
    let kind = fs::metadata(path).map_err(text)?;
    if !kind.is_file() {
        let what = if kind.is_dir() { "this is a folder, and no file" } else { NO_FILE };
        return Err(what.into());
    }
    let mut bytes = Vec::new();
    let most = MOST_BYTES as u64;
    File::open(path).map_err(text)?.take(most + 1).read_to_end(&mut bytes).map_err(text)?;
    match bytes.len() as u64 {
        length if length > most => {
            Err(format!("the file is larger than {} MiB: split it", most >> 20))
        }
        _ => Ok(bytes),
    }
}
