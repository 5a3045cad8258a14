//! What it costs to decide full pyramids of SPOOK: for each its value, the
//! plies to the end, the nodes and the seconds, on one core.
//!
//! `cargo bench --bench spook [POSITION...]`; by default the pyramids of
//! `tests/data/spook-pyramids.tsv`.
#![allow(clippy::print_stdout, reason = "a bench reports")]

use std::time::Instant;

use tsume::game::Notation;
use tsume::solver::{Limits, Verdict, decide};
use tsume::spook::Position;

fn main() {
    let mut positions: Vec<_> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if positions.is_empty() {
        let lines = include_str!("../tests/data/spook-pyramids.tsv").lines();
        let position = |line: &str| line.split('\t').next().unwrap_or_default().to_string();
        positions = lines.filter(|line| !line.starts_with('#')).map(position).collect();
    }
    println!("{:<42} value  plies     nodes  seconds", "position");
    let mut total = 0.0;
    for text in positions {
        let position = Position::parse(&text, Position::RULES[0]).expect("a legal position");
        let start = Instant::now();
        let limits = Limits { table_bytes: 1 << 30, ..Limits::default() };
        let decision = decide(&position, limits).expect("a game that goes on");
        let seconds = start.elapsed().as_secs_f64();
        total += seconds;
        let (value, plies) = match decision.verdict {
            Verdict::Win(win) => ("win", win.line.len()),
            Verdict::Loss { line } => ("loss", line.len()),
            Verdict::None | Verdict::Unknown { .. } => unreachable!("there is no limit"),
        };
        println!("{text:<42} {value:<5}  {plies:>5}  {:>8}  {seconds:>7.3}", decision.nodes);
    }
    println!("{total:.3} seconds");
}
