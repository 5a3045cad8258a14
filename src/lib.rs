//! Forced wins in small abstract games: rules, counting, solving.
//!
//! Data flows one way, and the modules follow it: a text is read by a game's
//! notation ([`games`] knows them all), which makes a position that is legal by
//! construction; the engines count ([`perft`]) and solve ([`solver`]) positions
//! of any [`game::Game`] and return plain results; packs of puzzles ([`puzzle`]) are
//! checked, described ([`theme`]) and turned into pages ([`export`]).

pub mod certificate;
pub mod export;
pub mod game;
pub mod games;
pub mod generator;
pub mod perft;
pub mod puzzle;
pub mod shobu;
pub mod solver;
pub mod spook;
pub mod theme;

/// The examples of pages for people who use the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
struct Pages;
