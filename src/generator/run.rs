use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::candidate::{Outcome, candidate};
use super::recipe::Recipe;
use crate::game::Compose;

/// How many candidates a thread may be ahead of the first one that is open.
const AHEAD: u64 = 32;
/// How often to look whether the run is to be interrupted.
const INTERVAL: Duration = Duration::from_millis(50);

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// There are no more candidates.
    Exhausted,
    /// Whoever was told of the outcomes has had enough.
    Enough,
    /// It was interrupted.
    Interrupted,
}

/// Judges the candidates with these numbers on all threads of the pool, and
/// tells `each` of the outcomes one after another, in the order of the
/// numbers, until it breaks or the run is `interrupted`.
pub fn run<G: Compose>(
    recipe: &Recipe<G>,
    indices: Range<u64>,
    interrupted: impl Fn() -> bool,
    mut each: impl FnMut(u64, Outcome<G>) -> ControlFlow<()>,
) -> End {
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let ahead = AHEAD * rayon::current_num_threads() as u64;
    rayon::in_place_scope_fifo(|scope| {
        let (mut begun, mut next) = (indices.start, indices.start);
        let mut ready = BTreeMap::new();
        let end = 'run: loop {
            while begun < indices.end && begun - next < ahead {
                let (index, sender, stop) = (begun, sender.clone(), &stop);
                scope.spawn_fifo(move |_| {
                    if !stop.load(Relaxed) {
                        // Nobody listens any more once the run has ended.
                        let _ = sender.send((index, candidate(recipe, index, stop)));
                    }
                });
                begun += 1;
            }
            if next >= indices.end {
                break End::Exhausted;
            }
            match receiver.recv_timeout(INTERVAL) {
                Ok((index, outcome)) => ready.insert(index, outcome),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
            };
            while let Some(outcome) = ready.remove(&next) {
                if interrupted() {
                    break 'run End::Interrupted;
                }
                if each(next, outcome).is_break() {
                    break 'run End::Enough;
                }
                next += 1;
            }
            if interrupted() {
                break End::Interrupted;
            }
        };
        // What is still being searched is not needed any more.
        stop.store(true, Relaxed);
        end
    })
}
