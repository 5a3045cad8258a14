//! `tsume perft`: what was asked for, and who does it.

mod count;
mod depths;
mod from;
mod frontier;
mod job;
mod method;
mod suite;

use std::io::{self, Write};
use std::path::PathBuf;

use tsume::game::Notation;
use tsume::games::{AnyPosition, Visitor};

use self::method::MethodName;
use super::against::{self, AgainstArgs, Request};
use super::limits::{parse_threads, set_threads};
use super::perftree::{self, Format};
use super::target::PositionArgs;
use super::{Output, Status, complain, interrupt, no_result};

pub use self::suite::{Checked, Checks};

/// Count the sequences of turns, to verify a move generator
///
/// Counts every sequence of 1, 2, … N complete turns. A finished game has no
/// turns; two turns that lead to the same position count twice.
///
/// Exit status: 0 counted, and all as expected; 1 a count differs; 2 an error, a
/// count beyond 64 bits or a lack of memory among them; 3 --max-turns left
/// nothing of a suite to check; 130 interrupted.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Where to start: a position, `start`, FILE, FILE#id or `-`
    #[arg(default_value = "start", value_name = "TARGET")]
    target: String,

    /// How many turns deep to count
    #[arg(long, short, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,

    /// Also count below each turn
    #[arg(long, conflicts_with_all = ["distinct", "stats"])]
    divide: bool,

    /// Count distinct positions instead of sequences
    #[arg(long, conflicts_with_all = ["stats", "method"])]
    distinct: bool,

    /// Also say what the last turns do: how many win, and what the game tells
    /// apart
    #[arg(long, conflicts_with = "method")]
    stats: bool,

    /// How to count
    #[arg(long, value_enum, default_value_t = MethodName::Fold)]
    method: MethodName,

    /// Threads to use; 0 for all cores
    #[arg(short = 'j', long, default_value_t = 0, value_name = "N", value_parser = parse_threads)]
    threads: usize,

    /// Memory for merging equal positions, in MiB: more makes `fold` faster,
    /// and lets --distinct, --stats and --frontier get deeper
    #[arg(long, default_value_t = 1024, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash: u64,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    suites: SuiteArgs,

    #[command(flatten)]
    parts: PartArgs,

    #[command(flatten)]
    reading: PositionArgs,

    #[command(flatten)]
    against: AgainstArgs,
}

/// Checking what is known.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Suites")]
struct SuiteArgs {
    /// Compare with the counts of a suite: lines `POSITION ;D1 232 ;D2 50508`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "moves", "divide", "distinct", "stats"])]
    suite: Option<PathBuf>,

    /// Leave out counts of the suite above this
    #[arg(long, default_value_t = suite::MAX_TURNS, value_name = "N", requires = "suite")]
    max_turns: u64,
}

/// Counting in parts.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Counting in parts")]
struct PartArgs {
    /// Write the positions after K turns, merged, as lines `POSITION ;M 12`
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=64), conflicts_with_all = ["suite", "from", "depth", "divide", "distinct", "stats", "method"])]
    frontier: Option<u32>,

    /// Count below the positions in a file of such lines, `-` for standard
    /// input, and add up
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "moves", "suite", "divide", "distinct", "stats"])]
    from: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tsume perft --depth 6
  tsume perft start --depth 4 --divide --method walk -j1
  tsume perft 'wwwwwwww/8/8/3b3b/wwwwwwww/8/8/2bb3b b' --method all --format json
  tsume perft --suite tests/data/shobu.perft --method all
  tsume perft --frontier 2 | tsume perft --from - --depth 3
  tsume perft --random 1000 --depth 2 --against './my-perft.sh --fast'";

impl Args {
    /// The memory for merging, in bytes.
    fn memory(&self) -> usize {
        usize::try_from(self.hash << 20).unwrap_or(usize::MAX)
    }
}

/// Counts for every target.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = set_threads(args.threads) {
        return Ok(complain(error));
    }
    interrupt::watch();
    if let Some(command) = &args.against.against {
        let suite = args.suites.suite.as_deref().map(|file| (file, args.suites.max_turns));
        let targets = std::slice::from_ref(&args.target);
        let (reading, depth, format) = (&args.reading, args.depth, args.format);
        let args = &args.against;
        let request = Request { command, args, suite, targets, reading, depth, format };
        return against::run(&request, output);
    }
    let plain = args.suites.suite.is_none()
        && args.parts.from.is_none()
        && args.parts.frontier.is_none()
        && !(args.divide || args.distinct || args.stats);
    if args.format == Format::Perftree && !plain {
        return Ok(complain("--format perftree divides a position and does nothing else"));
    }
    if let Some(file) = &args.suites.suite {
        return suite::run(args, file, output);
    }
    if let Some(file) = &args.parts.from {
        return from::run(args, file, output);
    }
    if args.parts.frontier.is_some() && args.format != Format::Text {
        return Ok(complain("--frontier writes lines of text: leave out --format"));
    }
    targets(args, output)
}

fn targets(args: &Args, output: &mut Output) -> io::Result<Status> {
    let targets = std::slice::from_ref(&args.target);
    if args.format == Format::Perftree {
        let targets = args.reading.targets(targets);
        return perftree::run(targets, args.method.plain(), args.depth, output);
    }
    let mut status = Status::Yes;
    for (index, target) in args.reading.targets(targets).enumerate() {
        if args.format == Format::Text && index > 0 && args.parts.frontier.is_none() {
            writeln!(output)?;
        }
        status = status.max(match target.position {
            Ok(position) => position.visit(Perft { args, name: target.origin.name(), output })?,
            Err(message) => {
                let json = args.format == Format::Json;
                no_result(target.origin.name(), &message, json, output)?
            }
        });
        if interrupt::happened() || output.is_closed() {
            break;
        }
    }
    Ok(status)
}

struct Perft<'a> {
    args: &'a Args,
    name: Option<&'a str>,
    output: &'a mut Output,
}

impl Visitor for Perft<'_> {
    type Output = io::Result<Status>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> io::Result<Status> {
        match self.args.parts.frontier {
            Some(plies) => frontier::write(self.args, position, plies, self.output),
            None => count::run(self.args, position, self.name, self.output),
        }
    }
}
