use std::fmt::Display;
use std::sync::Arc;
use std::time::Instant;

use tsume::perft::{FoldError, Overflow};

use super::super::{Output, Status, complain, interrupt, progress, remark};

/// What a job calls with the share of the work that it has done.
pub type Done<'a> = &'a (dyn Fn(f64) + Sync);

/// Why there is no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It does not fit 64 bits.
    Overflow,
    /// The positions do not fit the memory.
    Memory,
    /// Somebody would not wait.
    Interrupted,
}

impl From<FoldError> for Failure {
    fn from(error: FoldError) -> Self {
        match error {
            FoldError::Overflow(Overflow) => Self::Overflow,
            FoldError::Memory => Self::Memory,
        }
    }
}

impl Failure {
    /// Says what failed, where `hash` is the memory allowed, in MiB.
    pub fn tell(self, what: impl Display, hash: u64) -> Status {
        match self.message(hash) {
            Some(message) => complain(format_args!("{what}: {message}")),
            None => remark(format_args!("{what}: interrupted")),
        }
    }

    /// What is wrong, unless it is only that nobody waited.
    pub fn message(self, hash: u64) -> Option<String> {
        match self {
            Self::Overflow => Some(Overflow.to_string()),
            Self::Memory => Some(format!(
                "the positions do not fit {hash} MiB: allow more with --hash, or take a \
                 smaller depth"
            )),
            Self::Interrupted => None,
        }
    }
}

/// Does a job, of which a bar shows the progress; also gives the seconds that
/// it took.
pub fn run<T, E>(
    output: &Output,
    what: String,
    job: impl FnOnce(Done<'_>) -> Result<T, E> + Send + 'static,
) -> Result<(T, f64), Failure>
where
    T: Send + 'static,
    E: Into<FoldError> + Send + 'static,
{
    let bar = Arc::new(progress::share(output, what));
    let watched = Arc::clone(&bar);
    let start = Instant::now();
    let result =
        interrupt::unless_interrupted(move || job(&|share| progress::add_share(&watched, share)));
    progress::end(&bar);
    let value = result.ok_or(Failure::Interrupted)?.map_err(|error| error.into())?;
    Ok((value, start.elapsed().as_secs_f64()))
}
