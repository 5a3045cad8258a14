//! Making puzzles: sources of candidates, what a candidate has to be like, and
//! what a pack of them has to be like.
//!
//! A run numbers its candidates. Whether a candidate is a puzzle follows from
//! the [`Recipe`] and its number alone: the dice are made from both, and
//! searches are limited by nodes, never by the clock. So candidates can be judged
//! in any order, on any number of threads and machines. What a puzzle has to be
//! like *beside the others* is decided afterwards, in the order of the numbers,
//! by a [`Selection`].

mod candidate;
mod exam;
mod likeness;
mod play;
mod predicate;
mod recipe;
mod run;
mod selection;
mod share;
mod workshop;

pub use candidate::{Found, Outcome, candidate};
pub use predicate::{DECIDED, FOUND, Predicate, predicates};
pub use recipe::{Demands, Recipe, Source};
pub use run::{End, run};
pub use selection::{Entry, Selection, TOGETHER};
pub use share::Share;
