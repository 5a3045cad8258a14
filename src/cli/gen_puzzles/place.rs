//! A file that grows by whole pieces.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::super::interrupt;
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
    /// Opens a file, which may be a new one, and keeps other runs out of it. What
    /// is in it stays for now.
    pub fn open(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let is_regular = fs::metadata(path).map_or(true, |kind| kind.is_file());
        let mut options = OpenOptions::new();
        options.write(true);
        let file = match is_regular {
            true => options.read(true).create(true).truncate(false).open(path),
            // A pipe waits for its reader.
            false => interrupt::while_waiting(|| options.open(path)),
        };
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => format!("{name}: there is no such folder"),
            _ => format!("{name}: {error}"),
        })?;
        if is_regular && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(format!("{name}: another run is writing to it"));
        }
        Ok(Self { file, name, is_regular, whole: 0, torn: String::new() })
    }

    /// Whether what it has can be read, and replaced.
    pub const fn is_regular(&self) -> bool {
        self.is_regular
    }

    /// What is in it, up to a character of which only a part was written.
    pub fn text(&mut self) -> Result<String, String> {
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if let Err(error) = std::str::from_utf8(&bytes)
            && error.error_len().is_none()
        {
            bytes.truncate(error.valid_up_to());
        }
        String::from_utf8(bytes).map_err(|_| OTHER.into())
    }

    /// Empties it.
    pub fn clear(&mut self) -> Result<(), String> {
        self.file.set_len(0).map_err(|error| format!("{}: {error}", self.name))
    }

    /// Leaves what is in it: `whole` bytes stay, and `torn` is behind them.
    pub fn keep(&mut self, whole: usize, torn: &str) {
        (self.whole, self.torn) = (whole as u64, torn.into());
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
        self.put(piece).map_err(|error| match self.is_regular {
            true => format!("{error}; --resume goes on from there"),
            false => error,
        })?;
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
