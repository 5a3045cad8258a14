use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::Output;

/// A bar that counts to `length`, hidden unless a person looks on.
pub fn counter(output: &Output, length: u64, what: &'static str) -> ProgressBar {
    bar(output, length, "{msg} {wide_bar} {pos}/{len}  {left}").with_message(what)
}

/// The same, with how many there are in a second.
pub fn rate(output: &Output, length: u64, what: &'static str) -> ProgressBar {
    bar(output, length, "{msg} {wide_bar} {pos}/{len}  {speed}{left}").with_message(what)
}

/// How fine the share of a piece of work is told.
const PARTS: f64 = 1e15;

/// A bar for work of which finished shares are told by [`add_share`].
pub fn share(output: &Output, what: String) -> ProgressBar {
    bar(output, PARTS as u64, "{msg} {wide_bar} {percent}%  {elapsed}{left}").with_message(what)
}

/// Moves a bar made by [`share`] on by a share of all of the work.
pub fn add_share(bar: &ProgressBar, share: f64) {
    bar.inc((share * PARTS) as u64);
}

fn bar(output: &Output, length: u64, template: &str) -> ProgressBar {
    if !output.shows_progress() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(template) {
        let style = style.with_key("left", time_left).with_key("speed", speed);
        bar.set_style(style.progress_chars("━╸ "));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// An estimate of the time left, once there is something to estimate it from.
fn time_left(state: &ProgressState, out: &mut dyn Write) {
    let left = state.eta();
    if state.fraction() > 0.01 && left >= Duration::from_secs(1) {
        let _ = write!(out, ", about {} left", HumanDuration(left));
    }
}

/// How many there are in a second.
fn speed(state: &ProgressState, out: &mut dyn Write) {
    let _ = write!(out, "{:.1}/s", state.per_sec());
}

/// A sign of life for searches of which nobody knows how long they take.
pub fn spinner(output: &Output, what: &'static str) -> ProgressBar {
    bar(output, 0, "{spinner} {msg}, {elapsed}").with_message(what)
}

/// Takes a bar off the screen, whoever still moves it.
pub fn end(bar: &ProgressBar) {
    bar.disable_steady_tick();
    bar.finish_and_clear();
    bar.set_draw_target(ProgressDrawTarget::hidden());
}
