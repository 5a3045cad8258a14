//! Counts as perftree reads them, so that other programs can be compared with
//! this one by it.

use std::io::{self, Write};

use clap::ValueEnum;
use tsume::game::Notation;
use tsume::games::{AnyPosition, Visitor};
use tsume::perft::{Method, Overflow};

use super::target::Target;
use super::{Output, Status, complain, interrupt};

/// How counts are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// One line of JSON a target
    Json,
    /// Lines `turn count`, an empty line and the total, as perftree reads them
    Perftree,
}

/// Writes the counts below the turns of every target.
pub fn run(
    targets: impl Iterator<Item = Target>,
    method: Method,
    depth: u32,
    output: &mut Output,
) -> io::Result<Status> {
    let mut status = Status::Yes;
    for target in targets {
        status = status.max(match target.position {
            Ok(position) => position.visit(Divide { method, depth, output })?,
            Err(message) => complain(message),
        });
        if interrupt::happened() {
            break;
        }
    }
    Ok(status)
}

struct Divide<'a> {
    method: Method,
    depth: u32,
    output: &'a mut Output,
}

impl Visitor for Divide<'_> {
    type Output = io::Result<Status>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> io::Result<Status> {
        let Self { method, depth, output } = self;
        let count = move || {
            let shares = method.divide(&position, depth, |_| {})?;
            let mut counts = shares.iter().map(|&(_, count)| count);
            let total = counts.try_fold(0u64, u64::checked_add).ok_or(Overflow)?;
            Ok::<_, Overflow>((shares, total))
        };
        match interrupt::unless_interrupted(count) {
            Some(Ok((shares, total))) => {
                for (turn, count) in shares {
                    writeln!(output, "{turn} {count}")?;
                }
                writeln!(output, "\n{total}")?;
                Ok(Status::Yes)
            }
            Some(Err(overflow)) => Ok(complain(overflow)),
            None => Ok(Status::Interrupted),
        }
    }
}
