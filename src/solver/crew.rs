use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rustc_hash::FxBuildHasher;

/// What threads that work on the same question tell each other beside what the
/// table holds: which positions they are at, and that it is answered.
///
/// What they are at is a hint. It decides what is searched next, never an
/// answer, so it may be out of date, and two positions may share a mark.
pub(super) struct Crew {
    taken: Box<[AtomicU64]>,
    is_done: AtomicBool,
}

/// How many positions may be taken at a time. Far more than are: one for each
/// level of the upper part of the search, for each thread.
const SLOTS: usize = 1 << 10;
const FREE: u64 = 0;

/// A position that is taken. It has to be [released](Crew::release).
pub(super) struct Claim {
    slot: usize,
    mark: u64,
}

impl Crew {
    pub fn new() -> Self {
        let taken = (0..SLOTS).map(|_| AtomicU64::new(FREE)).collect();
        Self { taken, is_done: AtomicBool::new(false) }
    }

    /// Takes a position, unless another thread has it.
    pub fn claim(&self, key: impl Hash) -> Option<Claim> {
        let mark = FxBuildHasher.hash_one(key) | 1;
        let slot = (mark >> 32) as usize % SLOTS;
        match self.taken[slot].compare_exchange(FREE, mark, Relaxed, Relaxed) {
            Err(other) if other == mark => None,
            // If another position has the slot, this one stays unmarked.
            _ => Some(Claim { slot, mark }),
        }
    }

    /// Gives a position back.
    pub fn release(&self, Claim { slot, mark }: Claim) {
        let _ = self.taken[slot].compare_exchange(mark, FREE, Relaxed, Relaxed);
    }

    /// Ends the work on the question: somebody has the answer.
    pub fn end(&self) {
        self.is_done.store(true, Relaxed);
    }

    /// Whether somebody has the answer.
    pub fn is_done(&self) -> bool {
        self.is_done.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_taken_by_one_thread_at_a_time() {
        let crew = Crew::new();
        let claim = crew.claim(1).unwrap();
        assert!(crew.claim(1).is_none());
        let other = crew.claim(2).unwrap();
        crew.release(claim);
        assert!(crew.claim(1).is_some());
        crew.release(other);
        assert!(crew.claim(2).is_some());
    }

    #[test]
    fn positions_that_share_a_slot_may_all_be_taken() {
        let crew = Crew::new();
        let claims: Vec<_> = (0..3 * SLOTS).filter_map(|key| crew.claim(key)).collect();
        assert_eq!(claims.len(), 3 * SLOTS);
        claims.into_iter().for_each(|claim| crew.release(claim));
        assert!(crew.taken.iter().all(|slot| slot.load(Relaxed) == FREE));
    }
}
