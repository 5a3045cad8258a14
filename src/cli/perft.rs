use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use clap::ValueEnum;
use tsume::game::Notation;
use tsume::games::{AnyPosition, Visitor};
use tsume::perft::{Method, Overflow};

use super::against::{self, AgainstArgs, Request};
use super::limits::set_threads;
use super::perftree::{self, Format};
use super::target::PositionArgs;
use super::{Output, Status, complain, interrupt, progress, remark};
use crate::report::board::{FAINT, HEADING};
use crate::report::counts;
use crate::report::json::{self, Count, Counted, Failed, Share, Subject};

/// Count the sequences of turns, to verify a move generator
///
/// Counts every sequence of 1, 2, … N complete turns. A finished game has no
/// turns; two turns that lead to the same position count twice.
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
    #[arg(long)]
    divide: bool,

    /// How to count
    #[arg(long, value_enum, default_value_t = MethodName::Bulk)]
    method: MethodName,

    /// Threads to use; 0 for all cores
    #[arg(short = 'j', long, default_value_t = 0, value_name = "N")]
    threads: usize,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    reading: PositionArgs,

    #[command(flatten)]
    against: AgainstArgs,
}

const EXAMPLES: &str = "\
Examples:
  tsume perft --depth 5
  tsume perft start --depth 4 --divide --method walk -j1
  tsume perft 'wwwwwwww/8/8/3b3b/wwwwwwww/8/8/2bb3b b' --depth 3 --format json
  tsume perft --random 1000 --depth 2 --against './my-perft.sh --fast'";

#[derive(ValueEnum, Clone, Copy, Debug)]
enum MethodName {
    /// Play every turn, those of the last ply included
    Walk,
    /// Count the last ply without playing its turns
    Bulk,
}

impl MethodName {
    const fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Bulk => "bulk",
        }
    }

    const fn method(self) -> Method {
        match self {
            Self::Walk => Method::Walk,
            Self::Bulk => Method::Bulk,
        }
    }
}

/// Counts for every target.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = set_threads(args.threads) {
        return Ok(complain(error));
    }
    interrupt::watch();
    let targets = std::slice::from_ref(&args.target);
    if let Some(command) = &args.against.against {
        let suite = args.against.suite.as_deref();
        let (reading, depth, format) = (&args.reading, args.depth, args.format);
        let args = &args.against;
        let request = Request { command, args, suite, targets, reading, depth, format };
        return against::run(&request, output);
    }
    if args.format == Format::Perftree {
        let targets = args.reading.targets(targets);
        return perftree::run(targets, args.method.method(), args.depth, output);
    }
    let mut status = Status::Yes;
    for (index, target) in args.reading.targets(targets).enumerate() {
        if args.format == Format::Text && index > 0 {
            writeln!(output)?;
        }
        status = status.max(match target.position {
            Ok(position) => position.visit(Perft { args, name: target.name.as_deref(), output })?,
            Err(message) => {
                if args.format == Format::Json {
                    output.write_all(&json::line(&Failed::new(&message)))?;
                }
                complain(message)
            }
        });
        if interrupt::happened() {
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
        let Self { args, name, output } = self;
        let text = args.format == Format::Text;
        if text {
            let (title, rules, method) = (G::TITLE, position.rules(), args.method.name());
            let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
            writeln!(
                output,
                "{name}{HEADING}{title}{HEADING:#} {FAINT}{rules}, {method}{FAINT:#}"
            )?;
            writeln!(output, "{FAINT}{position}{FAINT:#}\n\n{}", counts::heading())?;
            output.flush()?;
        }
        let mut counted = Counted {
            subject: Subject::new(&position, name),
            method: args.method.name(),
            counts: Vec::new(),
            divide: None,
            interrupted: false,
        };
        let mut status = Status::Yes;
        for depth in 1..=args.depth {
            let divide = args.divide && depth == args.depth;
            match count(position, args.method.method(), depth, divide, output) {
                Some(Ok((count, shares))) => {
                    if text {
                        writeln!(output, "{}", counts::count(&count))?;
                        output.flush()?;
                    }
                    counted.counts.push(count);
                    counted.divide = shares;
                }
                Some(Err(overflow)) => {
                    status = complain(format_args!("depth {depth}: {overflow}"));
                    break;
                }
                None => {
                    status = remark(format_args!("interrupted while counting depth {depth}"));
                    counted.interrupted = true;
                    break;
                }
            }
        }
        match (text, &counted.divide) {
            (true, Some(shares)) => writeln!(output, "\n{}", counts::divide(shares))?,
            (true, None) => {}
            (false, _) => output.write_all(&json::line(&counted))?,
        }
        Ok(status)
    }
}

/// The count at one depth, and the shares of the first turns in it.
type Counts = (Count, Option<Vec<Share>>);

/// The count at one depth, with its shares if they are asked for; `None` if it
/// was interrupted.
fn count<G: Notation>(
    position: G,
    method: Method,
    depth: u32,
    divide: bool,
    output: &Output,
) -> Option<Result<Counts, Overflow>> {
    let bar = Arc::new(progress::share(output, format!("depth {depth}")));
    let watched = Arc::clone(&bar);
    let start = Instant::now();
    let result = interrupt::unless_interrupted(move || {
        let done = |share| progress::add_share(&watched, share);
        if !divide {
            return method.count_parallel(&position, depth, done).map(|turns| (turns, None));
        }
        let shares = method.divide(&position, depth, done)?;
        let turns = shares
            .iter()
            .try_fold(0u64, |sum, &(_, count)| sum.checked_add(count))
            .ok_or(Overflow)?;
        let share = |&(turn, count): &(G::Turn, u64)| Share { turn: turn.to_string(), count };
        Ok((turns, Some(shares.iter().map(share).collect())))
    });
    progress::end(&bar);
    let seconds = start.elapsed().as_secs_f64();
    Some(result?.map(|(turns, shares)| (Count { depth, turns, seconds }, shares)))
}
