//! Puzzle packs: the format, and the checks that keep them sound.

mod cache;
mod canonical;
mod check;
mod code;
mod comment;
mod diagnostic;
mod document;
mod entry;
mod fields;
mod lines;
mod node;
mod pack;
mod schema;
mod text;

pub use cache::{Cache, CacheError};
pub use canonical::{
    Comparison, IllegalTurn, head as canonical_head, puzzle as canonical_puzzle, says_the_same,
    spelt,
};
pub use check::{Checked, Checker, Corpus, Origin, Twin, representative};
pub use code::{Code, Severity};
pub use comment::stray_comment;
pub use diagnostic::{Diagnostic, Span};
pub use document::Document;
pub use entry::{Entry, EntryVariation, Finding, Place};
pub use fields::Spanned;
pub use pack::{Allowance, Pack, PackError, Puzzle, Source, Variation};
pub use schema::schema;
pub use text::{MOST_BYTES, split_line, text, without_bom};
