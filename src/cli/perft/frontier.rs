//! Writing the positions in the middle of a count.

use std::io::{self, Write};

use tsume::game::Notation;
use tsume::perft::Fold;

use super::super::{Output, Status};
use super::{Args, job};

/// Writes the positions after `plies` turns, one a line.
pub fn write<G: Notation>(
    args: &Args,
    position: G,
    plies: u32,
    output: &mut Output,
) -> io::Result<Status> {
    let fold = Fold { memory: args.memory() };
    let frontier = job::run(output, format!("{plies} turns on"), move |done| {
        fold.frontier(&position, plies, done)
    });
    let (frontier, _) = match frontier {
        Ok(frontier) => frontier,
        Err(failure) => return Ok(failure.tell(format_args!("--frontier {plies}"), args.hash)),
    };
    // Positions do not say it themselves.
    if position.rules() != G::RULES[0] {
        writeln!(output, "# rules={}", position.rules())?;
    }
    for from in &frontier {
        writeln!(output, "{from}")?;
    }
    Ok(Status::Yes)
}
