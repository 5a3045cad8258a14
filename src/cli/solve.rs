use std::io::{self, Write};
use std::time::Instant;

use clap::builder::{PathBufValueParser, TypedValueParser};
use tsume::game::Notation;
use tsume::games::{AnyPosition, Visitor};
use tsume::solver::{Finished, Goal, Horizon, Verdict, solve, solve_or_decide};

use super::batch::{Answer, Batch};
use super::certificate::Destination;
use super::goal::{self, Question};
use super::limits::LimitArgs;
use super::show::{heading, look};
use super::target::{PositionArgs, Target};
use super::{Format, Output, Status, complain, interrupt};
use crate::report::board::{Board, Look};
use crate::report::json::{self, Certificate, Failed, Solved, Subject};
use crate::report::solution;

/// Find the shortest forced win: every key and a full line
///
/// A TARGET is a position, `start`, a pack of puzzles (FILE or FILE#id), or `-`
/// for positions on standard input, one a line. A win in N is a way to win
/// within N turns of the side to move, whatever the opponent does.
///
/// Exit status: 0 a forced win, 1 none within the bound or a loss (proved), 2 error, 3
/// undecided because a limit was reached, 130 interrupted.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to solve: a position, `start`, FILE, FILE#id or `-`
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<String>,

    /// Look for wins within this many turns [default: 5; a game that always
    /// ends, such as SPOOK's getaway, is decided]
    #[arg(long = "in", value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(Horizon::MAX_TURNS)))]
    within: Option<u32>,

    /// What the side to move is to bring about: `win`, a win against every
    /// defence; `help`, a win with the opponent's help; `self`, a win of the
    /// opponent, against its will
    #[arg(long, default_value_t = Goal::Win, value_name = "GOAL", value_parser = goal::parser())]
    goal: Goal,

    /// Write the whole strategy of a win to this file, for anyone to check; for
    /// one target
    #[arg(long, value_name = "FILE",
          value_parser = PathBufValueParser::new().try_map(Destination::new))]
    certificate: Option<Destination>,

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
const DEFAULT_TURNS: u32 = 5;

const EXAMPLES: &str = "\
Examples:
  tsume solve '2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w'
  tsume solve puzzles/shobu/first-clears.yaml
  tsume solve start --in 3 --format json
  tsume solve - --in 4 --time-limit 10s < positions.txt";

/// Solves every target.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = args.limits.set_threads() {
        return Ok(complain(error));
    }
    interrupt::watch();
    let look = look(output, args.ascii);
    let batch = Batch {
        doing: "solving",
        format: args.format,
        one_by_one: args.targets.iter().any(|target| target == "-"),
        answer: |target: &Target| answer(args, target, look),
    };
    let mut targets = args.position.targets(&args.targets);
    let mut only = Vec::new();
    if args.certificate.is_some() {
        if args.goal != Goal::Win {
            return Ok(complain("--certificate is for direct wins: leave out --goal"));
        }
        // Two are enough to tell that there are several.
        only.extend(targets.by_ref().take(2));
        if only.len() > 1 {
            return Ok(complain("--certificate takes one target, and there are several"));
        }
    }
    batch.run(only.into_iter().chain(targets), output)
}

fn answer(args: &Args, target: &Target, look: Look) -> Answer {
    let mut text = Vec::new();
    let outcome = match &target.position {
        Ok(position) => {
            let name = target.name.as_deref();
            position.visit(Solve { args, name, look, text: &mut text })
        }
        Err(message) => Err(message.clone()),
    };
    if let (Err(message), Format::Json) = (&outcome, args.format) {
        text = json::line(&Failed::new(target.name.as_deref(), message));
    }
    Answer { text, outcome }
}

struct Solve<'a> {
    args: &'a Args,
    name: Option<&'a str>,
    look: Look,
    text: &'a mut Vec<u8>,
}

impl Visitor for Solve<'_> {
    type Output = Result<Status, String>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Result<Status, String> {
        let Self { args, name, look, text } = self;
        let start = Instant::now();
        let limits = args.limits.start();
        let finished = |Finished { .. }| {
            let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
            let verdict = position.verdict().unwrap_or_default();
            format!("{name}nothing to solve, {verdict}")
        };
        if args.goal != Goal::Win {
            let (goal, within, format) = (args.goal, args.within, args.format);
            let default_turns = DEFAULT_TURNS;
            let question = Question { goal, within, default_turns, limits, format, look };
            return question.answer(&position, name, text).map_err(finished);
        }
        let solution = match args.within {
            Some(turns) => solve(&position, turns, limits),
            None => solve_or_decide(&position, DEFAULT_TURNS, limits),
        };
        let solution = solution.map_err(finished)?;
        let status = match solution.verdict {
            Verdict::Win(_) => Status::Yes,
            Verdict::None | Verdict::Loss { .. } => Status::No,
            Verdict::Unknown { .. } => Status::Undecided,
        };
        let written = args.certificate.as_ref().map(|certificate| {
            let positions = certificate.write(&position, &solution, limits)?;
            Ok(Certificate { file: certificate.name(), positions })
        });
        let (certificate, ended) = match written.transpose() {
            Ok(certificate) => (certificate, status),
            Err(other) => (None, status.max(other)),
        };
        let stopped = if interrupt::happened() { "interrupted" } else { "a limit was reached" };
        if args.format == Format::Json {
            let seconds = start.elapsed().as_secs_f64();
            let mut solved = Solved::new(Subject::new(&position, name), &solution, seconds);
            solved.interrupted = status == Status::Undecided && interrupt::happened();
            solved.certificate = certificate;
            *text = json::line(&solved);
            return Ok(ended);
        }
        // Writing to memory does not fail.
        let _ = heading(text, &position, name);
        let _ = writeln!(text, "{}", Board::new(&position, look));
        let _ = solution::write(text, &position, &solution, stopped);
        if let Some(certificate) = certificate {
            let _ = solution::certificate(text, &certificate);
        }
        Ok(ended)
    }
}
