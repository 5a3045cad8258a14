//! Packs in other forms: pages to play and to print, and rows for other
//! programs.

mod lesson;
mod markup;
mod page;

pub use lesson::{Lesson, Unsolved, lesson};
pub use markup::escape;
pub use page::Page;
