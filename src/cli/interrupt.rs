//! Ctrl-C: the first one asks for an orderly end, the second one gets one at
//! once.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Set while the program waits for input: then there is nothing to finish.
static WAITING: AtomicBool = AtomicBool::new(false);

/// From now on, Ctrl-C and the signal to terminate are taken note of.
pub fn watch() {
    // Without a handler, Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) || WAITING.load(Relaxed) {
            end_at_once();
        }
    });
}

#[expect(clippy::exit, reason = "the person at the keyboard insists")]
fn end_at_once() {
    std::process::exit(130);
}

/// What `wait` returns, which may take as long as whoever sends the input.
pub fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Relaxed);
    let input = wait();
    WAITING.store(false, Relaxed);
    input
}

/// The flag that Ctrl-C sets.
pub fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Ends all searches as Ctrl-C does.
pub fn stop_searches() {
    INTERRUPTED.store(true, Relaxed);
}

/// Whether there has been a Ctrl-C.
pub fn happened() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// What `work` returns, or `None` if there is a Ctrl-C first. The work is then
/// abandoned, and ends with the program.
pub fn unless_interrupted<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        // Nobody may be waiting any more.
        let _ = sender.send(work());
    });
    loop {
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok(result) => return Some(result),
            Err(mpsc::RecvTimeoutError::Timeout) if happened() => return None,
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => return None,
            },
        }
    }
}
