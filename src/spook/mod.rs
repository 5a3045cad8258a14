//! SPOOK, by [Dieter Stein](https://spielstein.com): build a pyramid of balls,
//! then be the first without a ball of your own on it.
//!
//! The designer's rules text is published under CC BY-NC 3.0; the rules as they
//! are implemented, with the rulings taken, are in `docs/rules-spook.md`.
//!
//! In the *visit* the players put their balls on a pyramid of 30 points, and
//! Black puts the white ball, Spooky, on its top. In the *getaway* they take
//! balls away with Spooky, who drops and walks down the pyramid.
//!
//! # Examples
//! ```
//! use tsume::game::{Game, Notation, Player};
//! use tsume::spook::Position;
//!
//! let position = Position::parse("4/1rrw/1bb1/4:3/3/3:2/2:1 r", Position::RULES[0])?;
//! let turns: Vec<_> = position.turns().iter().map(ToString::to_string).collect();
//! assert_eq!(turns, ["d3-c3", "d3-c3-b3"]);
//! let won = position.play_unchecked(position.parse_turn("d3-c3-b3")?);
//! assert_eq!(won.outcome(), Some(Player::First));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compose;
mod diagram;
mod getaway;
mod legality;
mod movegen;
mod notation;
mod point;
mod points;
mod position;
mod pyramid;
mod rules;
mod setup;
mod symmetry;
mod themes;
mod turn;
mod walk;

pub use point::Point;
pub use points::Points;
pub use position::Position;
pub use rules::Rules;
pub use setup::{IllegalSetup, Setup};
pub use symmetry::Symmetry;
pub use turn::{Action, Turn};
