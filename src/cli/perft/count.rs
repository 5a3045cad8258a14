//! Counting below one position.

use std::io::{self, Write};

use tsume::game::Notation;
use tsume::perft::{Fold, Overflow, distinct};

use super::super::perftree::Format;
use super::super::{Output, Status, printable};
use super::depths::{self, Measured};
use super::job::{self, Done, Failure};
use super::method::Engine;
use super::{Args, MethodName};
use crate::report::board::{FAINT, HEADING};
use crate::report::counts::Columns;
use crate::report::json::{Count, Counted, Share, Subject};

/// Counts to every depth and writes what comes of it as soon as it is known.
pub fn run<G: Notation>(
    args: &Args,
    position: G,
    name: Option<&str>,
    output: &mut Output,
) -> io::Result<Status> {
    // Only merging tells positions apart, or what they have in common.
    let method = if args.distinct || args.stats { MethodName::Fold } else { args.method };
    if args.format == Format::Text {
        let (title, rules, method) = (G::TITLE, position.rules(), method.name());
        let name = name.map(|name| format!("{}: ", printable(name))).unwrap_or_default();
        writeln!(output, "{name}{HEADING}{title}{HEADING:#} {FAINT}{rules}, {method}{FAINT:#}")?;
        writeln!(output, "{FAINT}{position}{FAINT:#}\n")?;
    }
    let columns = match (args.distinct, args.stats) {
        (true, _) => Columns::distinct(),
        (_, true) => Columns::stats(G::TRAITS),
        _ => Columns::turns(args.method == MethodName::All),
    };
    let counted = Counted::new(Subject::new(&position, name), method.name());
    depths::run(args, &columns, counted, output, |depth, output| {
        match (args.distinct, args.stats) {
            (true, _) => count_distinct(args, position, depth, output),
            (_, true) => count_stats(args, position, depth, output),
            _ => count(args, position, depth, output),
        }
    })
}

/// The number of distinct positions.
fn count_distinct<G: Notation>(
    args: &Args,
    position: G,
    depth: u32,
    output: &Output,
) -> Result<Measured, Failure> {
    let memory = args.memory();
    let (positions, seconds) = job::run(output, format!("depth {depth}"), move |done| {
        distinct(&position, depth, memory, done)
    })?;
    Ok((Count { depth, positions: Some(positions), seconds, ..Count::default() }, None))
}

/// The number of sequences, and what their last turns do.
fn count_stats<G: Notation>(
    args: &Args,
    position: G,
    depth: u32,
    output: &Output,
) -> Result<Measured, Failure> {
    let fold = Fold { memory: args.memory() };
    let (stats, seconds) =
        job::run(output, format!("depth {depth}"), move |done| fold.stats(&position, depth, done))?;
    let count = Count {
        depth,
        turns: Some(stats.turns),
        seconds,
        wins: Some(stats.wins),
        traits: Some(G::TRAITS.iter().copied().zip(stats.traits).collect()),
        ..Count::default()
    };
    Ok((count, None))
}

/// The number of sequences by every method asked for, and with `--divide`, at
/// the last depth, what the first turns have in it.
fn count<G: Notation>(
    args: &Args,
    position: G,
    depth: u32,
    output: &Output,
) -> Result<Measured, Failure> {
    let divides = args.divide && depth == args.depth;
    depths::by_methods(args, depth, output, move |engine, done| match divides {
        true => divide(engine, &position, depth, done),
        false => Ok((engine.count(&position, depth, done)?, None)),
    })
}

/// A count with its shares.
fn divide<G: Notation>(
    engine: Engine,
    position: &G,
    depth: u32,
    done: Done<'_>,
) -> Result<(u64, Option<Vec<Share>>), Overflow> {
    let divided = engine.divide(position, depth, done)?;
    let sum = divided.iter().try_fold(0u64, |sum, &(_, count)| sum.checked_add(count));
    let share = |(turn, count): (G::Turn, u64)| Share { turn: turn.to_string(), count };
    Ok((sum.ok_or(Overflow)?, Some(divided.into_iter().map(share).collect())))
}
