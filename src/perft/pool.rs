use std::sync::{Mutex, PoisonError};

use crate::game::{Counter, Game};

/// Counters for as many threads as ask for one at the same time, each kept
/// with what it has learnt for whoever asks next.
pub(super) struct Pool<C> {
    make: fn(usize) -> C,
    memory: usize,
    idle: Mutex<Vec<C>>,
}

impl<C> Pool<C> {
    /// Lends a counter to `job`.
    pub fn lend<R>(&self, job: impl FnOnce(&mut C) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let spare = idle().pop();
        let mut counter = spare.unwrap_or_else(|| (self.make)(self.memory));
        let result = job(&mut counter);
        idle().push(counter);
        result
    }
}

/// Counters of `memory` bytes each.
pub(super) fn counters<G: Game>(memory: usize) -> Pool<impl Counter<G> + Send> {
    Pool { make: G::counter, memory, idle: Mutex::new(Vec::new()) }
}

impl<C> Pool<C> {
    /// How many plies a counter of the pool counts at once.
    pub fn plies<G>(&self) -> u32
    where
        C: Counter<G>,
    {
        C::PLIES
    }
}
