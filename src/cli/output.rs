use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};

/// Where results go: stdout, without colours where they are not wanted.
pub struct Output {
    stream: BufWriter<AutoStream<StdoutLock<'static>>>,
    has_colour: bool,
    quiet: bool,
    closed: bool,
}

impl Output {
    /// The standard output; `quiet` asks for results only.
    pub fn new(quiet: bool) -> Self {
        let choice = AutoStream::choice(&io::stdout());
        Self {
            stream: BufWriter::new(AutoStream::new(io::stdout().lock(), choice)),
            has_colour: choice != ColorChoice::Never,
            quiet,
            closed: false,
        }
    }

    /// Whether colours reach the reader.
    pub const fn has_colour(&self) -> bool {
        self.has_colour
    }

    /// Whether to show progress: only to a person who looks on.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Whether the reader has gone: nothing more need be found out.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Takes a closed pipe for what it is: the reader has seen enough, and the
    /// program ends quietly with the status that it has come to.
    fn unless_closed<T>(&mut self, result: io::Result<T>, instead: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(instead)
            }
            result => result,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stream.flush();
        self.unless_closed(flushed, ())
    }
}

/// A text from outside, such as a name, without anything that a terminal would
/// obey.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| match c.is_control() {
        true => c.escape_debug().to_string(),
        false => c.to_string(),
    };
    Cow::Owned(text.chars().map(escaped).collect())
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_are_shown_and_not_obeyed() {
        assert_eq!(printable("ō is fine"), "ō is fine");
        assert_eq!(printable("\u{1b}[31mred\r\n\u{9b}"), r"\u{1b}[31mred\r\n\u{9b}");
    }
}
