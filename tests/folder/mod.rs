//! A folder for the files of a test.
#![allow(dead_code, reason = "no test needs all of it")]

use std::fs;
use std::path::Path;

/// A folder of its own for a test, removed at the end.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for temporary files"))
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file, whether there is one or not.
    pub fn path(&self, name: &str) -> String {
        self.root().join(name).display().to_string()
    }

    /// Writes a file; gives its path.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("the folder takes files");
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file can be read")
    }

    /// The names of the files.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().into_string().expect("a plain name")
        };
        let mut names: Vec<_> = entries.map(name).collect();
        names.sort();
        names
    }
}
