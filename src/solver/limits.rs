use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Bounds on the work of one search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// How many bytes the table may take.
    pub table_bytes: usize,
    /// How many positions may be searched.
    pub nodes: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set from outside to stop the search.
    pub interrupt: Option<&'a AtomicBool>,
    /// How many threads of the current rayon pool may work on it; 0 for all.
    /// Only nodes and time depend on it, and where a limit strikes.
    pub threads: usize,
}

impl Default for Limits<'_> {
    /// A table of 256 MiB, all threads, and no other bound.
    fn default() -> Self {
        let (nodes, deadline, interrupt) = (u64::MAX, None, None);
        Self { table_bytes: 256 << 20, nodes, deadline, interrupt, threads: 0 }
    }
}

impl Limits<'_> {
    /// The number of threads that may work on the search.
    pub(super) fn crew(&self) -> usize {
        let pool = rayon::current_num_threads();
        if self.threads == 0 { pool } else { self.threads.min(pool) }
    }
}

/// A search was stopped by one of its [`Limits`]: nothing follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped by a limit")]
pub struct Stopped;

/// Counts the nodes of one thread and enforces the limits that it shares with
/// the others.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    limits: Limits<'a>,
    shared: Arc<Shared>,
    /// What is left of the nodes drawn last.
    left: u64,
    /// How many nodes this thread may draw.
    allowed: u64,
}

/// What all threads of a search have used.
#[derive(Debug, Default)]
struct Shared {
    /// The nodes drawn, counted or still to be counted by those who drew them.
    drawn: AtomicU64,
    /// Set when a limit has been reached.
    exhausted: AtomicBool,
}

/// How many nodes are drawn at a time, and may pass between two looks at the
/// clock.
const INTERVAL: u64 = 1 << 4;

impl<'a> Meter<'a> {
    pub fn new(limits: Limits<'a>) -> Self {
        Self { limits, shared: Arc::default(), left: 0, allowed: u64::MAX }
    }

    /// A meter for another thread, under the same limits.
    pub fn fork(&self) -> Self {
        Self { limits: self.limits, shared: self.shared.clone(), left: 0, allowed: u64::MAX }
    }

    /// The nodes of all threads. Those that another thread has drawn and not
    /// yet counted are included; there are none after its meter has gone.
    pub fn nodes(&self) -> u64 {
        self.shared.drawn.load(Relaxed) - self.left
    }

    /// Lets this thread draw so many nodes from now on.
    pub const fn allow(&mut self, nodes: u64) {
        self.allowed = nodes.saturating_sub(self.left);
    }

    /// Whether a limit has been reached.
    pub fn is_exhausted(&self) -> bool {
        self.shared.exhausted.load(Relaxed)
    }

    /// Whether the next node is the first of an interval.
    #[inline]
    pub const fn is_due(&self) -> bool {
        self.left == 0
    }

    /// Counts a node, unless a limit has been reached.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        if self.left == 0 {
            self.draw()?;
        }
        self.left -= 1;
        Ok(())
    }

    #[cold]
    fn draw(&mut self) -> Result<(), Stopped> {
        let most = INTERVAL.min(self.allowed);
        if most == 0 {
            return Err(Stopped);
        }
        let Shared { drawn, exhausted } = &*self.shared;
        let mut taken = 0;
        let take = |before: u64| {
            taken = most.min(self.limits.nodes.saturating_sub(before));
            (taken > 0).then_some(before + taken)
        };
        if self.is_out_of_time() || drawn.fetch_update(Relaxed, Relaxed, take).is_err() {
            exhausted.store(true, Relaxed);
            return Err(Stopped);
        }
        self.left = taken;
        self.allowed -= taken;
        Ok(())
    }

    fn is_out_of_time(&self) -> bool {
        self.is_exhausted()
            || self.limits.interrupt.is_some_and(|flag| flag.load(Relaxed))
            || self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Drop for Meter<'_> {
    /// Gives back what was drawn and not used.
    fn drop(&mut self) {
        self.shared.drawn.fetch_sub(self.left, Relaxed);
    }
}
