//! Targets that wait for a thread. While there are any, every search gets along
//! with one thread, which is the best use of them; the last ones share.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static WAITING: AtomicUsize = AtomicUsize::new(0);

/// So many targets are going to be answered at once.
pub fn expect(targets: usize) {
    WAITING.store(targets, Relaxed);
}

/// A thread begins with one of them.
pub fn begin() {
    WAITING.fetch_sub(1, Relaxed);
}

/// How many threads a search that begins now may use, as
/// [`tsume::solver::Limits`] says it.
pub fn threads() -> usize {
    usize::from(WAITING.load(Relaxed) > 0)
}
