use std::io::{self, Write};
use std::time::Instant;

use tsume::game::Notation;
use tsume::games::{AnyPosition, Visitor};
use tsume::solver::{MAX_ANALYSIS_TURNS, analyze, analyze_or_decide};

use super::batch::{Answer, Batch};
use super::limits::LimitArgs;
use super::show::{heading, look};
use super::target::{PositionArgs, Target};
use super::{Format, Output, Status, complain, interrupt};
use crate::report::analysis;
use crate::report::board::{Board, Look};
use crate::report::json::{self, Analyzed, Failed, Subject};

/// Say what every legal turn leads to: a win, a loss, or neither
///
/// A TARGET is a position, `start`, a pack of puzzles (FILE or FILE#id), or `-`
/// for positions on standard input, one a line.
///
/// A turn wins in N if its side then wins within N of its own turns, this one
/// included, whatever the opponent does. It loses in N if the opponent can win
/// within N turns after it. It is open if, within the bound, neither is so.
///
/// Exit status: 0 everything within the bound is known, 2 error, 3 a limit was
/// reached, 130 interrupted.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to analyze: a position, `start`, FILE, FILE#id or `-`
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<String>,

    /// Look for wins of both sides within this many turns [default: 4; a game
    /// that always ends, such as SPOOK's getaway, is decided]
    #[arg(long = "in", value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_ANALYSIS_TURNS)))]
    within: Option<u32>,

    /// List at most this many turns of each value, and none if all are open
    #[arg(long, value_name = "K", default_value_t = 10)]
    top: usize,

    /// List every turn
    #[arg(long, conflicts_with = "top")]
    all: bool,

    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

/// How far to look where the game cannot be decided.
const DEFAULT_TURNS: u32 = 4;

const EXAMPLES: &str = "\
Examples:
  tsume analyze '2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w'
  tsume analyze start --in 2 --all
  tsume analyze '4/2w1/rb2/2b1:3/3/3:2/2:1 b' --format json";

/// Analyzes every target.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = args.limits.set_threads() {
        return Ok(complain(error));
    }
    interrupt::watch();
    let look = look(output, args.ascii);
    let batch = Batch {
        doing: "analyzing",
        format: args.format,
        one_by_one: args.targets.iter().any(|target| target == "-"),
        answer: |target: &Target| answer(args, target, look),
    };
    batch.run(args.position.targets(&args.targets), output)
}

fn answer(args: &Args, target: &Target, look: Look) -> Answer {
    let mut text = Vec::new();
    let outcome = match &target.position {
        Ok(position) => {
            let name = target.name.as_deref();
            position.visit(Analyze { args, name, look, text: &mut text })
        }
        Err(message) => Err(message.clone()),
    };
    if let (Err(message), Format::Json) = (&outcome, args.format) {
        text = json::line(&Failed::new(target.name.as_deref(), message));
    }
    Answer { text, outcome }
}

struct Analyze<'a> {
    args: &'a Args,
    name: Option<&'a str>,
    look: Look,
    text: &'a mut Vec<u8>,
}

impl Visitor for Analyze<'_> {
    type Output = Result<Status, String>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Result<Status, String> {
        let Self { args, name, look, text } = self;
        let start = Instant::now();
        let limits = args.limits.start();
        let analysis = match args.within {
            Some(turns) => analyze(&position, turns, limits, |_| {}),
            None => analyze_or_decide(&position, DEFAULT_TURNS, limits, |_| {}),
        };
        let analysis = analysis.map_err(|_| {
            let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
            let verdict = position.verdict().unwrap_or_default();
            format!("{name}nothing to analyze, {verdict}")
        })?;
        let status = if analysis.is_complete() { Status::Yes } else { Status::Undecided };
        if args.format == Format::Json {
            let seconds = start.elapsed().as_secs_f64();
            let mut analyzed = Analyzed::new(Subject::new(&position, name), &analysis, seconds);
            analyzed.interrupted = status == Status::Undecided && interrupt::happened();
            *text = json::line(&analyzed);
            return Ok(status);
        }
        let stopped = if interrupt::happened() { "interrupted" } else { "a limit was reached" };
        let top = (!args.all).then_some(args.top);
        // Writing to memory does not fail.
        let _ = heading(text, &position, name);
        let _ = writeln!(text, "{}", Board::new(&position, look));
        let _ = analysis::write(text, &position, &analysis, top, stopped);
        Ok(status)
    }
}
