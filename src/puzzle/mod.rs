//! Puzzle packs: the format, and the checks that keep them sound.

mod check;
mod guard;
mod pack;

pub use check::{Fault, check};
pub use pack::{Pack, PackError, Puzzle, Source};
