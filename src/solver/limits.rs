use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
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
}

impl Default for Limits<'_> {
    /// A table of 256 MiB and no other bound.
    fn default() -> Self {
        Self { table_bytes: 256 << 20, nodes: u64::MAX, deadline: None, interrupt: None }
    }
}

/// A search was stopped by one of its [`Limits`]: nothing follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped by a limit")]
pub struct Stopped;

/// Counts nodes and enforces the limits.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    limits: Limits<'a>,
    nodes: u64,
}

/// How many nodes may pass between two looks at the clock.
const INTERVAL: u64 = 1 << 10;

impl<'a> Meter<'a> {
    pub const fn new(limits: Limits<'a>) -> Self {
        Self { limits, nodes: 0 }
    }

    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, unless a limit has been reached.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limits.nodes {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(INTERVAL) && self.is_out_of_time() {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    fn is_out_of_time(&self) -> bool {
        self.limits.interrupt.is_some_and(|flag| flag.load(Relaxed))
            || self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
