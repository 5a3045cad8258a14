use std::fmt;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::Question;

/// A program that counts, and how to run it.
#[derive(Clone, Debug)]
pub struct Program {
    words: Vec<String>,
    timeout: Duration,
}

/// A command that cannot be split into words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the command `{0}` is empty, or a quotation mark in it is not closed")]
pub struct CommandError(String);

/// Why a program gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// It cannot be run.
    #[error(
        "`{program}` cannot be run: {error}: check the path, and that it may be executed; the \
         command is not read by a shell"
    )]
    Start {
        /// The program's name.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// It did not end in time, and was killed.
    #[error(
        "no answer within {0:?}: the program was killed; allow more with --timeout, or take a \
         smaller --depth"
    )]
    TimedOut(Duration),
    /// It ended with a failure.
    #[error("the program failed with {status}{}", Tail(stderr))]
    Crashed {
        /// How it ended.
        status: ExitStatus,
        /// The last lines that it wrote to its standard error.
        stderr: Vec<String>,
    },
    /// It wrote far more than any list of turns takes.
    #[error("the program wrote more than {} MiB and was stopped", MOST_OUTPUT >> 20)]
    TooMuch,
    /// Whoever asked no longer wants an answer.
    #[error("interrupted")]
    Interrupted,
    /// The system failed.
    #[error("the program's output cannot be read: {0}")]
    Read(#[from] io::Error),
}

/// The last words of a program.
struct Tail<'a>(&'a [String]);

impl fmt::Display for Tail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str(", and wrote nothing to its standard error"),
            lines => write!(f, "; the end of its standard error:\n  {}", lines.join("\n  ")),
        }
    }
}

/// The most output that is read: thousands of times what a position takes.
const MOST_OUTPUT: u64 = 16 << 20;
/// The last lines of the standard error that are kept, and their bytes.
const STDERR_LINES: usize = 5;
const STDERR_BYTES: usize = 2048;

impl Program {
    /// The program that `command` runs, split into words as a shell would do
    /// it, with so much time for each answer.
    ///
    /// # Errors
    /// [`CommandError`] if there is no word in it, or a quotation is left open.
    pub fn new(command: &str, timeout: Duration) -> Result<Self, CommandError> {
        match shlex::split(command) {
            Some(words) if !words.is_empty() => Ok(Self { words, timeout }),
            _ => Err(CommandError(command.escape_debug().to_string())),
        }
    }

    /// How a shell would be told to ask this.
    #[must_use]
    pub fn call(&self, question: &Question) -> String {
        let words = shlex::try_join(self.words.iter().map(String::as_str));
        format!("{} {question}", words.unwrap_or_else(|_| self.words.join(" ")))
    }

    /// Runs the program and gives what it writes. It is killed, with all that
    /// it has started, when its time is over or `interrupt` is set.
    ///
    /// # Errors
    /// [`ProgramError`] if it does not end well and in time.
    pub fn ask(
        &self,
        question: &Question,
        interrupt: Option<&AtomicBool>,
    ) -> Result<String, ProgramError> {
        let mut child = self.start(question)?;
        let stdout = read(child.stdout.take(), |from| {
            let mut bytes = Vec::new();
            from.take(MOST_OUTPUT).read_to_end(&mut bytes).map(|_| bytes)
        });
        let stderr = read(child.stderr.take(), read_tail);
        // A time that no clock reaches is no bound.
        let deadline = Instant::now().checked_add(self.timeout);
        let result = self
            .wait(&mut child, deadline, interrupt)
            .and_then(|status| Ok((status, self.receive(&stdout, deadline, interrupt)?)));
        if !matches!(&result, Ok((status, _)) if status.success()) {
            kill(&mut child);
        }
        let (status, bytes) = result?;
        if bytes.len() as u64 >= MOST_OUTPUT {
            return Err(ProgramError::TooMuch);
        }
        if !status.success() {
            let tail = stderr.recv_timeout(Duration::from_millis(200));
            let tail = tail.unwrap_or_else(|_| Ok(Vec::new())).unwrap_or_default();
            return Err(ProgramError::Crashed { status, stderr: last_lines(&tail) });
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// What the program has written: something that it has started may still
    /// hold the other end of the pipe.
    fn receive(
        &self,
        stdout: &Receiver<io::Result<Vec<u8>>>,
        deadline: Option<Instant>,
        interrupt: Option<&AtomicBool>,
    ) -> Result<Vec<u8>, ProgramError> {
        loop {
            if let Ok(bytes) = stdout.recv_timeout(Duration::from_millis(10)) {
                return Ok(bytes?);
            }
            if interrupt.is_some_and(|flag| flag.load(Relaxed)) {
                return Err(ProgramError::Interrupted);
            }
            if self.is_over(deadline) {
                return Err(ProgramError::TimedOut(self.timeout));
            }
        }
    }

    fn is_over(&self, deadline: Option<Instant>) -> bool {
        deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn start(&self, question: &Question) -> Result<Child, ProgramError> {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).args(question.arguments());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own can be killed as a whole.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let error = |error| ProgramError::Start { program: self.words[0].clone(), error };
        command.spawn().map_err(error)
    }

    fn wait(
        &self,
        child: &mut Child,
        deadline: Option<Instant>,
        interrupt: Option<&AtomicBool>,
    ) -> Result<ExitStatus, ProgramError> {
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            if interrupt.is_some_and(|flag| flag.load(Relaxed)) {
                return Err(ProgramError::Interrupted);
            }
            if self.is_over(deadline) {
                return Err(ProgramError::TimedOut(self.timeout));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

/// Reads a pipe on a thread of its own, so that a full one blocks nobody.
fn read<R: Read + Send + 'static>(
    from: Option<R>,
    how: impl FnOnce(R) -> io::Result<Vec<u8>> + Send + 'static,
) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(from) = from {
        // Nobody may be waiting any more.
        thread::spawn(move || sender.send(how(from)));
    }
    receiver
}

/// Reads everything and keeps its end.
fn read_tail(mut from: impl Read) -> io::Result<Vec<u8>> {
    let (mut tail, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            return Ok(tail);
        }
        tail.extend_from_slice(&buffer[..count]);
        let surplus = tail.len().saturating_sub(STDERR_BYTES);
        tail.drain(..surplus);
    }
}

fn last_lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let first = lines.len().saturating_sub(STDERR_LINES);
    lines[first..].iter().map(|line| line.trim_end().to_string()).collect()
}

/// Kills a process and all of its group.
fn kill(child: &mut Child) {
    // It may be gone already.
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_child(child),
        rustix::process::Signal::KILL,
    );
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn ask(command: &str, milliseconds: u64) -> Result<String, ProgramError> {
        let question = Question { depth: 2, position: "a b".into(), turns: vec!["c".into()] };
        Program::new(command, Duration::from_millis(milliseconds)).unwrap().ask(&question, None)
    }

    #[test]
    fn commands_are_split_into_words() {
        let output = ask("printf '%s|' 'x  y'", 5000).unwrap();
        assert_eq!(output, "x  y|2|a b|c|");
        for command in ["", "  ", "echo 'a"] {
            assert!(Program::new(command, Duration::ZERO).is_err(), "{command:?}");
        }
    }

    #[test]
    fn failures_are_told_apart() {
        assert!(matches!(ask("/nonexistent/program", 5000), Err(ProgramError::Start { .. })));
        let Err(ProgramError::Crashed { status, stderr }) =
            ask("sh -c 'echo one >&2; echo two >&2; kill -9 $$'", 5000)
        else {
            panic!("it kills itself")
        };
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(9));
        assert_eq!(stderr, ["one", "two"]);
        assert!(matches!(ask("yes", 5000), Err(ProgramError::TooMuch)));
    }

    #[test]
    fn what_takes_too_long_is_killed_with_its_children() {
        // The child of the shell would keep the pipe open for a minute.
        for command in ["sh -c 'sleep 60'", "sh -c 'sleep 60 & wait'", "sh -c 'sleep 60 & exit 0'"]
        {
            let start = Instant::now();
            assert!(matches!(ask(command, 200), Err(ProgramError::TimedOut(_))), "{command}");
            assert!(start.elapsed() < Duration::from_secs(10), "{command}");
        }
    }
}
