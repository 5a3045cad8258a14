//! What the results look like: one file a thing that is shown.

pub mod against;
pub mod analysis;
pub mod board;
pub mod counts;
pub mod diagnostic;
pub mod goal;
mod groups;
pub mod hint;
pub mod json;
pub mod parts;
pub mod printable;
pub mod review;
pub mod solution;
pub mod suite;
pub mod svg;
pub mod themes;
mod tree;
pub mod validation;
