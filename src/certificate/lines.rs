use std::io::{self, BufRead, Read};

use super::fault::Flaw;

/// The lines of a certificate, as bytes.
pub(super) struct Lines<R>(pub R);

/// A line as it stands in the file.
pub(super) struct Line(Vec<u8>);

/// Far more than any line takes, in bytes.
const LONGEST: u64 = 1 << 16;

impl<R: BufRead> Lines<R> {
    /// The next line, unless the file is at its end.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        self.0.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        Ok((!line.is_empty()).then_some(Line(line)))
    }

    /// The next lines, up to a number of them; the last one that is not
    /// [complete](Line::text) ends them.
    pub fn next_lines(&mut self, number: usize) -> io::Result<Vec<Line>> {
        let mut lines = Vec::new();
        while lines.len() < number
            && let Some(line) = self.next_line()?
        {
            let is_complete = line.0.ends_with(b"\n");
            lines.push(line);
            if !is_complete {
                break;
            }
        }
        Ok(lines)
    }
}

impl Line {
    /// The text of the line, without its end.
    pub fn text(&self) -> Result<&str, (usize, Flaw)> {
        let Some(line) = self.0.strip_suffix(b"\n") else {
            let is_long = self.0.len() as u64 == LONGEST;
            return Err((1, if is_long { Flaw::TooLong } else { Flaw::CutOff }));
        };
        let text = str::from_utf8(line).map_err(|error| {
            let before = String::from_utf8_lossy(&line[..error.valid_up_to()]);
            (before.chars().count() + 1, Flaw::NotUtf8)
        })?;
        match text.strip_suffix('\r') {
            Some(rest) => Err((rest.chars().count() + 1, Flaw::CarriageReturn)),
            None => Ok(text),
        }
    }
}
