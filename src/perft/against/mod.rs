//! Comparing the turns and counts of another program with those of this
//! library, down to the first position where they differ.
//!
//! The program is asked by the convention of [perftree]: its arguments are a
//! depth, a position, and the turns to play first; it prints lines `turn count`,
//! an empty line, and the total. Whatever answers such a [`Question`] can be
//! compared; [`Program`] runs one.
//!
//! [perftree]: https://github.com/agausmann/perftree
//!
//! ```
//! use tsume::game::Game;
//! use tsume::perft::against::{Kind, Outcome, Question, compare};
//! use tsume::shobu::Position;
//!
//! // A program that knows no turns at all.
//! let ask = |_: &Question| Ok::<_, std::convert::Infallible>("\n0\n".to_string());
//! let comparison = compare(&Position::START, 3, ask);
//! let Outcome::Differs(finding) = comparison.outcome else { panic!("there are turns") };
//! assert!(matches!(finding.kind, Kind::Turns(listing) if listing.missing.len() == 232));
//! assert_eq!(finding.diagnoses, ["no turn at all is listed"]);
//! ```

mod descent;
mod diagnosis;
mod finding;
mod program;
mod question;
mod reply;
mod sample;

pub use descent::compare;
pub use finding::{
    Comparison, Counts, Extra, Failure, FailureCause, Finding, Kind, Listing, Outcome,
};
pub use program::{CommandError, Program, ProgramError};
pub use question::Question;
pub use reply::ReplyError;
pub use sample::random_position;
