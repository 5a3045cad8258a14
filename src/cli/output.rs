use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};

/// Where results go: stdout, without colours where they are not wanted.
pub struct Output {
    stream: BufWriter<AutoStream<StdoutLock<'static>>>,
    has_colour: bool,
    quiet: bool,
}

impl Output {
    /// The standard output; `quiet` asks for results only.
    pub fn new(quiet: bool) -> Self {
        let choice = AutoStream::choice(&io::stdout());
        Self {
            stream: BufWriter::new(AutoStream::new(io::stdout().lock(), choice)),
            has_colour: choice != ColorChoice::Never,
            quiet,
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
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
