//! The file in which verdicts are remembered.

use std::path::{Path, PathBuf};

use tsume::puzzle::{Cache, CacheError};

use super::super::whole::write_whole;
use super::super::{Status, complain, remark};
use super::files;

/// A cache, and where it is kept.
pub struct Remembered {
    pub cache: Cache,
    path: PathBuf,
}

impl Remembered {
    /// Reads a cache, or begins one; without one, nothing is remembered.
    pub fn open(path: &Path) -> Option<Self> {
        let name = path.display();
        // A link that leads nowhere is there, and is not replaced.
        let is_there = path.symlink_metadata().is_ok();
        let cache = match is_there.then(|| files::read(path)) {
            None => Cache::default(),
            Some(Err(error)) => {
                remark(format_args!("warning: {name}: {error}; nothing is remembered"));
                return None;
            }
            Some(Ok(bytes)) => match Cache::read(&bytes) {
                Ok(cache) => cache,
                Err(error) => {
                    remark(format_args!("warning: {name}: {error}"));
                    match error {
                        CacheError::NotACache => return None,
                        CacheError::OtherVersion | CacheError::Damaged => Cache::default(),
                    }
                }
            },
        };
        Some(Self { cache, path: path.to_path_buf() })
    }

    /// Writes it back.
    pub fn save(&self) -> Status {
        match write_whole(&self.path, self.cache.write().as_bytes()) {
            Ok(()) => Status::Yes,
            Err(error) => complain(format_args!("{}: {error}", self.path.display())),
        }
    }
}
