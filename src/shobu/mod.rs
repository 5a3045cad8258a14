//! SHŌBU, by Manolis Vranas and Jamie Sajdak: clear one of the four boards of
//! the opponent's stones.
//!
//! The rules, with the rulings taken, are in `docs/rules-shobu.md`.

mod answers;
mod attack;
mod bitboard;
mod catalogue;
mod compose;
mod count;
mod diagnosis;
mod diagram;
mod foreign;
mod groups;
mod killers;
mod legality;
mod log;
mod mobility;
mod movegen;
mod notation;
mod position;
mod prepared;
mod pressure;
mod proofs;
mod scene;
mod setup;
mod square;
mod steadiness;
mod survival;
mod symmetry;
mod themes;
mod threats;
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
