use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};

/// Where results go: stdout, without colours where they are not wanted.
pub struct Output {
    stream: BufWriter<AutoStream<StdoutLock<'static>>>,
    has_colour: bool,
    quiet: bool,
    closed: bool,
    /// Whether writing has failed, and the caller been told: nothing more is written then.
    failed: bool,
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
            failed: false,
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

    /// Whether only results are wanted.
    pub const fn is_quiet(&self) -> bool {
        self.quiet
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
            result => {
                self.failed |= result.is_err();
                result
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed {
            return Ok(bytes.len());
        }
        let written = self.stream.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failed {
            return Ok(());
        }
        let flushed = self.stream.flush();
        self.unless_closed(flushed, ())
    }
}
