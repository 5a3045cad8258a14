//! Where puzzles are written, one by one.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use tsume::export::{Format, Row};
use tsume::puzzle::{Pack, Puzzle};

use super::super::Output;
use super::super::target::read;

/// A file that puzzles are added to as they are found, or the standard output.
pub struct Sink<'a> {
    pack: Pack,
    format: Format,
    /// Whether there is a puzzle already.
    begun: bool,
    to: To<'a>,
}

enum To<'a> {
    File(File, String),
    Output(&'a mut Output),
}

impl<'a> Sink<'a> {
    /// Begins to write to the standard output.
    pub fn output(
        pack: Pack,
        format: Format,
        comment: &str,
        output: &'a mut Output,
    ) -> io::Result<Self> {
        let mut sink = Self { pack, format, begun: false, to: To::Output(output) };
        let head = format.head(&sink.pack, comment);
        sink.write(&head).map(|()| sink)
    }

    /// Begins a file anew.
    pub fn create(pack: Pack, format: Format, comment: &str, path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let at = |error: io::Error| format!("{name}: {error}");
        let file = File::create(path).map_err(at)?;
        let head = format.head(&pack, comment);
        let mut sink = Self { pack, format, begun: false, to: To::File(file, name.clone()) };
        sink.write(&head).map_err(at)?;
        Ok(sink)
    }

    /// Goes on with a file; gives the puzzles in it. The last one may have been
    /// cut short, so it is taken out, to be made again.
    pub fn resume(
        pack: Pack,
        format: Format,
        comment: &str,
        path: &Path,
    ) -> Result<(Self, Vec<Puzzle>), String> {
        if !path.exists() {
            return Ok((Self::create(pack, format, comment, path)?, Vec::new()));
        }
        let name = path.display().to_string();
        let text = read(path).map_err(|error| format!("{name}: {error}"))?;
        let head = format.head(&pack, comment);
        if head.starts_with(&text) {
            return Ok((Self::create(pack, format, comment, path)?, Vec::new()));
        }
        if !text.starts_with(&head) {
            return Err(format!(
                "{name}: it was not begun with these options: \
                 give them as the file's head records them, or leave out --resume"
            ));
        }
        let whole = format.pieces(&text).pop().unwrap_or(head.len());
        let puzzles = format.puzzles(&text[..whole]).map_err(|error| format!("{name}: {error}"))?;
        let open = || {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(|error: io::Error| format!("{name}: {error}"))?;
        let begun = !puzzles.is_empty();
        Ok((Self { pack, format, begun, to: To::File(file, name) }, puzzles))
    }

    /// Adds a puzzle.
    pub fn puzzle(&mut self, puzzle: &Puzzle) -> io::Result<()> {
        let text = self.format.row(&Row::of(&self.pack, puzzle, !self.begun));
        self.begun = true;
        self.write(&text)
    }

    /// Adds a comment: in YAML.
    pub fn comment(&mut self, comment: &str) -> io::Result<()> {
        self.write(comment)
    }

    /// Writes a text at once, so that whoever reads sees whole puzzles.
    fn write(&mut self, text: &str) -> io::Result<()> {
        match &mut self.to {
            To::File(file, _) => file.write_all(text.as_bytes()),
            To::Output(output) => {
                output.write_all(text.as_bytes())?;
                output.flush()
            }
        }
    }

    /// Where it goes, if that is a file.
    pub fn file(&self) -> Option<&str> {
        match &self.to {
            To::File(_, name) => Some(name),
            To::Output(_) => None,
        }
    }

    /// Whether nobody reads the output any more.
    pub const fn is_closed(&self) -> bool {
        match &self.to {
            To::File(..) => false,
            To::Output(output) => output.is_closed(),
        }
    }
}
