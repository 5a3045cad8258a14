//! Packs in other forms: pages to play and to print, and rows for other
//! programs.

pub mod board;
mod class;
mod csv;
mod format;
mod jsonl;
mod lesson;
mod markup;
mod page;
mod quotes;
mod record;
mod value;

pub use class::{Split, SplitError, Twins};
pub use format::{Format, FormatError};
pub use lesson::{Lesson, Unsolved, lesson};
pub use markup::escape;
pub use page::Page;
pub use record::{Record, Row};
pub use value::Value;
