//! A file that grows by whole pieces.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::script::OTHER;

/// A file in which whatever has been written last is whole: what cannot be
/// written to its end is taken back.
pub struct Place {
    file: File,
    /// Its name, for messages.
    name: String,
    /// Whether it is a file on a disk, and no pipe or device.
    is_regular: bool,
    /// How many bytes are whole, and stay.
    whole: u64,
    /// What stands behind them: the beginning of the next piece.
    torn: String,
}

impl Place {
    /// A file anew.
    pub fn create(path: &Path) -> Result<Self, String> {
        Self::open(path, OpenOptions::new().write(true).create(true).truncate(true))
    }

    /// A file that is there, of which `whole` bytes stay, and `torn` is behind
    /// them.
    pub fn resume(path: &Path, whole: usize, torn: &str) -> Result<Self, String> {
        let place = Self::open(path, OpenOptions::new().write(true))?;
        Ok(Self { whole: whole as u64, torn: torn.into(), ..place })
    }

    fn open(path: &Path, options: &OpenOptions) -> Result<Self, String> {
        let name = path.display().to_string();
        let at = |error: io::Error| format!("{name}: {error}");
        let file = options.open(path).map_err(at)?;
        let is_regular = file.metadata().map_err(at)?.is_file();
        Ok(Self { file, name, is_regular, whole: 0, torn: String::new() })
    }

    /// Whether what it has can be replaced.
    pub const fn is_regular(&self) -> bool {
        self.is_regular
    }

    /// Whether there is the beginning of a piece that was never finished.
    pub fn is_torn(&self) -> bool {
        !self.torn.is_empty()
    }

    /// Adds a piece, or nothing.
    pub fn add(&mut self, piece: &str) -> Result<(), String> {
        if !piece.starts_with(&self.torn) {
            return Err(format!("{}: {OTHER}", self.name));
        }
        self.put(piece).map_err(|error| format!("{error}; --resume goes on from there"))?;
        self.whole += piece.len() as u64;
        self.torn.clear();
        Ok(())
    }

    /// Puts a piece where the next one goes: that one will replace it.
    pub fn put(&mut self, piece: &str) -> Result<(), String> {
        let written = self.write(piece);
        if written.is_err() && self.is_regular {
            // All that can be done about it.
            let _ = self.file.set_len(self.whole);
        }
        written.map_err(|error| format!("{}: {error}", self.name))
    }

    /// Writes a text at once, so that whoever reads sees whole pieces.
    fn write(&mut self, text: &str) -> io::Result<()> {
        if self.is_regular {
            self.file.seek(SeekFrom::Start(self.whole))?;
        }
        self.file.write_all(text.as_bytes())
    }
}
