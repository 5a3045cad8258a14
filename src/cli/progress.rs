use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::Output;

/// A bar that counts to `length`, hidden unless a person looks on.
pub fn counter(output: &Output, length: u64, what: &'static str) -> ProgressBar {
    bar(output, length, "{msg} {wide_bar} {pos}/{len}  {eta} left").with_message(what)
}

/// How fine the share of a piece of work is told.
const PARTS: f64 = 1e6;

/// A bar for work of which finished shares are told by [`add_share`].
pub fn share(output: &Output, what: String) -> ProgressBar {
    bar(output, PARTS as u64, "{msg} {wide_bar} {percent}%  {elapsed}, {eta} left")
        .with_message(what)
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
        bar.set_style(style.progress_chars("━╸ "));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
