//! SHŌBU, by Manolis Vranas and Jamie Sajdak: clear one of the four boards of
//! the opponent's stones.
//!
//! The rules, with the rulings taken, are in `docs/rules-shobu.md`.

mod attack;
mod bitboard;
mod compose;
mod count;
mod diagnosis;
mod diagram;
mod foreign;
mod legality;
mod log;
mod mobility;
mod movegen;
mod notation;
mod position;
mod setup;
mod square;
mod survival;
mod symmetry;
mod themes;
mod turn;
mod vector;

pub use bitboard::Bitboard;
pub use count::SequenceCounter;
pub use position::Position;
pub use setup::{IllegalSetup, Setup};
pub use square::{Board, Square};
pub use symmetry::Code;
pub use turn::Turn;
pub use vector::{Direction, Vector};
