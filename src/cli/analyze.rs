use std::io::{self, Write};
use std::time::Instant;

use indicatif::ProgressBar;
use tsume::game::{Notation, Record};
use tsume::games::{AnyPosition, RecordVisitor};
use tsume::solver::{
    MAX_ANALYSIS_TURNS, Progress, analyze, analyze_or_decide, review, review_or_decide,
};

use super::batch::{Answer, Batch};
use super::limits::LimitArgs;
use super::show::{heading, look};
use super::target::{Game, Origin, PositionArgs};
use super::{Format, Output, Status, complain, interrupt};
use crate::report::board::{Board, Look};
use crate::report::json::{self, Analyzed, Failed, Reviewed, Subject};
use crate::report::{analysis, review};

/// Say what every legal turn leads to, or review a game
///
/// A TARGET is a position, `start`, a pack of puzzles (FILE or FILE#id), a game
/// log (FILE or FILE#number), or `-` for positions and games on standard input,
/// one a line.
///
/// A turn wins in N if its side then wins within N of its own turns, this one
/// included, whatever the opponent does. It loses in N if the opponent can win
/// within N turns after it. It is open if, within the bound, neither is so.
///
/// A game, from a log or of a position with `--moves`, is reviewed: where a win
/// was missed or a loss was allowed, with a turn that was right, and from where
/// on it was decided. `--last` asks for the turns of its last position instead.
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
    #[arg(long = "in", value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_ANALYSIS_TURNS)))]
    within: Option<u32>,

    /// List at most this many turns of each value, and none if all are open
    #[arg(long, value_name = "K", default_value_t = 10)]
    top: usize,

    /// List every turn; of a game, not only the mistakes
    #[arg(long, conflicts_with = "top")]
    all: bool,

    /// Analyze the last position of a game instead of reviewing it
    #[arg(long)]
    last: bool,

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
  tsume analyze games.log#3
  tsume analyze start --moves 'b1b3+f5f7 h8h6+d8d6' --in 3
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
        answer: |game: &Game, bar: &ProgressBar| answer(args, game, look, bar),
    };
    batch.run(args.position.games(&args.targets), output)
}

fn answer(args: &Args, game: &Game, look: Look, bar: &ProgressBar) -> Answer {
    let mut text = Vec::new();
    let (name, origin) = (game.origin.name(), &game.origin);
    let outcome = match &game.record {
        Ok(record) => record.clone().visit(Analyze { args, origin, look, bar, text: &mut text }),
        Err(message) => Err(message.clone()),
    };
    if let (Err(message), Format::Json, true) = (&outcome, args.format, text.is_empty()) {
        text = json::line(&Failed::new(name, message));
    }
    Answer { text, outcome }
}

struct Analyze<'a> {
    args: &'a Args,
    origin: &'a Origin,
    look: Look,
    bar: &'a ProgressBar,
    text: &'a mut Vec<u8>,
}

impl RecordVisitor for Analyze<'_> {
    type Output = Result<Status, String>;

    fn visit<G: Notation + Into<AnyPosition>>(self, record: Record<G>) -> Result<Status, String> {
        let origin = self.origin;
        let fault = record.fault.as_ref().map(|fault| origin.message(fault));
        let nothing = record.turns.is_empty();
        let status = if self.args.last || nothing && fault.is_none() {
            self.analyze(&record.last()).map_err(|error| origin.message(error))?
        } else if nothing {
            Status::Yes
        } else {
            self.review(&record)
        };
        fault.map_or(Ok(status), Err)
    }
}

impl Analyze<'_> {
    /// Writes what every turn of a position leads to.
    fn analyze<G: Notation>(self, position: &G) -> Result<Status, String> {
        let (args, name, look) = (self.args, self.origin.name(), self.look);
        let (start, limits) = (Instant::now(), args.limits.start());
        let progress = |progress| self.tell(progress);
        let analysis = match args.within {
            Some(turns) => analyze(position, turns, limits, progress),
            None => analyze_or_decide(position, DEFAULT_TURNS, limits, progress),
        };
        let analysis = analysis.map_err(|_| {
            format!("nothing to analyze, {}", position.verdict().unwrap_or_default())
        })?;
        let status = status(analysis.is_complete());
        if args.format == Format::Json {
            let seconds = start.elapsed().as_secs_f64();
            let subject = Subject::new(position, name);
            let mut analyzed = Analyzed::new(subject, position, &analysis, seconds);
            analyzed.interrupted = status == Status::Undecided && interrupt::happened();
            *self.text = json::line(&analyzed);
            return Ok(status);
        }
        let top = (!args.all).then_some(args.top);
        // Writing to memory does not fail.
        let _ = heading(self.text, position, name);
        let _ = writeln!(self.text, "{}", Board::new(position, look));
        let _ = analysis::write(self.text, position, &analysis, top, stopped());
        Ok(status)
    }

    /// Writes what was right and wrong in a game.
    fn review<G: Notation>(self, record: &Record<G>) -> Status {
        let (args, name) = (self.args, self.origin.name());
        let (start, limits) = (Instant::now(), args.limits.start());
        let progress = |progress| self.tell(progress);
        let review = match args.within {
            Some(turns) => review(record, turns, limits, progress),
            None => review_or_decide(record, DEFAULT_TURNS, limits, progress),
        };
        let status = status(review.is_complete());
        if args.format == Format::Json {
            let seconds = start.elapsed().as_secs_f64();
            let subject = Subject::new(&record.start, name);
            let mut reviewed = Reviewed::new(subject, record, &review, seconds);
            reviewed.interrupted = status == Status::Undecided && interrupt::happened();
            *self.text = json::line(&reviewed);
            return status;
        }
        // Writing to memory does not fail.
        let _ = heading(self.text, &record.start, name);
        let _ = review::write(self.text, record, &review, args.all, stopped());
        status
    }

    fn tell(&self, progress: Progress) {
        let Progress { turns, positions, open } = progress;
        self.bar.set_message(format!("within {turns}: {open} of {positions} positions are open"));
    }
}

const fn status(complete: bool) -> Status {
    if complete { Status::Yes } else { Status::Undecided }
}

/// Why a search may have ended early.
fn stopped() -> &'static str {
    if interrupt::happened() { "interrupted" } else { "a limit was reached" }
}
