//! Ctrl-C: the first one asks for an orderly end, the second one gets one at
//! once.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, mpsc};
use std::thread;
use std::time::Duration;

use signal_hook::consts::signal;
use signal_hook::flag::{register, register_conditional_shutdown};

use super::Status;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Set while the program waits for input: then there is nothing to finish.
static WAITING: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Ctrl-C, and what asks a program to end.
const SIGNALS: &[i32] = &[
    signal::SIGINT,
    signal::SIGTERM,
    #[cfg(unix)]
    signal::SIGHUP,
];

/// From now on, Ctrl-C and the signals to terminate are taken note of.
pub fn watch() {
    for &signal in SIGNALS.iter().filter(|signal| !is_ignored(**signal)) {
        // Without a handler, a signal ends the program as it always does.
        let _ = at_once_if(signal, &INTERRUPTED)
            .and_then(|()| at_once_if(signal, &WAITING))
            .and_then(|()| register(signal, Arc::clone(&INTERRUPTED)));
    }
}

/// Lets a signal end the program at once if a flag is set.
fn at_once_if(signal: i32, flag: &Arc<AtomicBool>) -> std::io::Result<()> {
    let status = i32::from(Status::Interrupted.code());
    register_conditional_shutdown(signal, status, Arc::clone(flag)).map(drop)
}

/// Whether the program was started with a signal ignored, as `nohup` and shells
/// without job control do: then it goes on ignoring it. Only Linux tells.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
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
