//! What programs that a test starts do with signals.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::register_conditional_default;

/// Has programs that are started from now on heed signals, also where the tests
/// ignore them, as they do in the background of a shell: what has a handler here
/// has the default there.
pub fn are_heeded() {
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        let always = Arc::new(AtomicBool::new(true));
        register_conditional_default(signal, always).expect("a handler");
    }
}
