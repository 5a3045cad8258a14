//! Counting to one depth after the other.

use std::io::{self, Write};

use tsume::perft::Overflow;

use super::super::perftree::Format;
use super::super::{Output, Status, complain};
use super::Args;
use super::job::{self, Done, Failure};
use super::method::Engine;
use crate::report::counts::{self, Columns};
use crate::report::json::{self, Count, Counted, MethodCount, Share};

/// What there is to say of one depth: the count, and the shares of the first
/// turns in it if they were asked for.
pub type Measured = (Count, Option<Vec<Share>>);

/// Measures every depth, writes what comes of it as soon as it is known, and
/// in the end the rest.
pub fn run(
    args: &Args,
    columns: &Columns,
    mut counted: Counted,
    output: &mut Output,
    measure: impl Fn(u32, &Output) -> Result<Measured, Failure>,
) -> io::Result<Status> {
    let text = args.format == Format::Text;
    if text {
        writeln!(output, "{}", columns.heading())?;
        output.flush()?;
    }
    let mut status = Status::Yes;
    for depth in 1..=args.depth {
        match measure(depth, output) {
            Ok((count, shares)) => {
                if text {
                    write_rows(columns, &count, output)?;
                }
                status = agreement(&count);
                counted.add(count, shares);
            }
            Err(failure) => {
                let what = format!("depth {depth}");
                status = failure.tell(&what, args.hash);
                counted.fail(failure.message(args.hash).map(|error| format!("{what}: {error}")));
            }
        }
        if status != Status::Yes {
            break;
        }
    }
    match (text, &counted.divide) {
        (true, Some(shares)) => writeln!(output, "\n{}", counts::divide(shares))?,
        (true, None) => {}
        (false, _) => output.write_all(&json::line(&counted))?,
    }
    Ok(status)
}

fn write_rows(columns: &Columns, count: &Count, output: &mut Output) -> io::Result<()> {
    for row in columns.rows(count) {
        writeln!(output, "{row}")?;
    }
    output.flush()
}

/// Complains if the methods disagree on a count.
fn agreement(count: &Count) -> Status {
    match count.disagreement() {
        None => Status::Yes,
        Some(what) => {
            complain(format_args!(
                "depth {}: the methods differ ({what}): one of them is wrong",
                count.depth
            ));
            Status::No
        }
    }
}

/// Counts by every method asked for.
pub fn by_methods(
    args: &Args,
    depth: u32,
    output: &Output,
    job: impl Fn(Engine, Done<'_>) -> Result<(u64, Option<Vec<Share>>), Overflow>
    + Clone
    + Send
    + 'static,
) -> Result<Measured, Failure> {
    let mut count = Count { depth, ..Count::default() };
    let mut shares = None;
    for engine in args.method.engines(args.memory()) {
        let what = format!("depth {depth}, {}", engine.name());
        let job = job.clone();
        let ((turns, below), seconds) = job::run(output, what, move |done| job(engine, done))?;
        if count.methods.is_empty() {
            (count.turns, shares) = (Some(turns), below);
        } else {
            count.shares_differ |= below != shares;
        }
        count.seconds += seconds;
        count.methods.push(MethodCount { method: engine.name(), turns, seconds });
    }
    if count.methods.len() == 1 {
        // The method is named once for all.
        count.methods.clear();
    }
    Ok((count, shares))
}
