//! Which files are checked, and how they are read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tsume::puzzle::MOST_BYTES;

/// The file at a path, or the packs, suites and certificates in the folder there, in order of
/// names; in the place of what cannot be read, why. What a person names is
/// checked whatever it is called; links to folders are followed only then.
pub fn collect(path: &Path, named: bool, found: &mut Vec<Result<PathBuf, (PathBuf, String)>>) {
    let at = |error: io::Error| (path.to_path_buf(), error.to_string());
    let extension = path.extension().and_then(|extension| extension.to_str());
    let wanted = named || matches!(extension, Some("yaml" | "yml" | "perft" | "cert"));
    let kind = match fs::metadata(path) {
        Ok(kind) => kind,
        Err(error) if wanted => return found.push(Err(at(error))),
        Err(_) => return,
    };
    if !kind.is_dir() {
        if wanted && !named && !kind.is_file() {
            found.push(Err((path.to_path_buf(), NO_FILE.into())));
        } else if wanted {
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

const NO_FILE: &str = "this is neither a file nor a folder";

/// Reads a regular file of a size that a pack can have. Nothing else is opened:
/// a pipe could keep the program waiting for ever. A file that grows while it
/// is read is read up to the largest size.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let text = |error: io::Error| error.to_string();
    if !fs::metadata(path).map_err(text)?.is_file() {
        return Err(NO_FILE.into());
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
