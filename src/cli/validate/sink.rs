//! Where diagnostics go, in any of the formats.

use std::io::{self, Write};

use tsume::puzzle::Diagnostic;

use super::super::{Output, printable};
use super::{Format, Report};
use crate::report::diagnostic::{Json, Source};
use crate::report::json;
use crate::report::validation::Tally;

/// Writes what is found in one file.
pub struct Sink<'a, 'o> {
    format: Format,
    output: &'o mut Output,
    source: Source<'a>,
    /// What has been written.
    pub tally: Tally,
}

impl<'a, 'o> Sink<'a, 'o> {
    /// Begins with a file.
    pub fn new(
        format: Format,
        file: &'a str,
        text: &'a str,
        output: &'o mut Output,
    ) -> io::Result<Self> {
        if format == Format::Json {
            let file = serde_json::Value::from(file);
            write!(output, "{{\"schema\":1,\"file\":{file},\"diagnostics\":[")?;
        }
        Ok(Self { format, output, source: Source::new(file, text), tally: Tally::default() })
    }

    /// Begins with a file of which a single line will do.
    pub fn excerpt(
        format: Format,
        file: &'a str,
        number: u32,
        line: &'a str,
        output: &'o mut Output,
    ) -> io::Result<Self> {
        let sink = Self::new(format, file, "", output)?;
        Ok(Self { source: Source::line_of(file, number, line), ..sink })
    }

    /// The place where it is all written.
    pub const fn output(&mut self) -> &mut Output {
        self.output
    }

    /// Writes a diagnostic.
    pub fn add(&mut self, found: &Diagnostic) -> io::Result<()> {
        let is_first = self.tally == Tally::default();
        self.tally.add(found.code.severity());
        match self.format {
            Format::Text => writeln!(self.output, "{}", self.source.text(found)),
            Format::Github => write!(self.output, "{}", self.source.github(found)),
            Format::Json => {
                let comma = if is_first { "" } else { "," };
                let json = serde_json::to_string(&Json::from(found))?;
                write!(self.output, "{comma}{json}")
            }
        }
    }

    /// Ends with the file.
    pub fn end(self, report: &Report) -> io::Result<()> {
        match self.format {
            Format::Json => {
                let end = json::line(report);
                // The object goes on where the list ends.
                self.output.write_all(b"],")?;
                self.output.write_all(&end[1..])
            }
            Format::Text if report.fixed => {
                writeln!(self.output, "fixed: {}\n", printable(&report.file))
            }
            Format::Text | Format::Github => Ok(()),
        }
    }
}
