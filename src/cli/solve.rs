use std::io::{self, Write};
use std::time::Instant;

use tsume::game::Notation;
use tsume::games::{AnyPosition, Visitor};
use tsume::solver::{Horizon, Verdict, solve};

use super::limits::LimitArgs;
use super::show::{heading, look};
use super::target::{PositionArgs, Target};
use super::{Format, Output, Status, complain, interrupt};
use crate::report::board::Board;
use crate::report::json::{Solved, Subject};
use crate::report::solution;

/// Find the shortest forced win: every key and a full line
///
/// A TARGET is a position, `start`, a pack of puzzles (FILE or FILE#id), or `-`
/// for positions on standard input, one a line. A win in N is a way to win
/// within N turns of the side to move, whatever the opponent does.
///
/// Exit status: 0 a forced win, 1 none within the bound (proved), 2 error, 3
/// undecided because a limit was reached, 130 interrupted.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to solve: a position, `start`, FILE, FILE#id or `-`
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<String>,

    #[command(flatten)]
    position: PositionArgs,

    /// Look for wins within this many turns
    #[arg(long = "in", default_value_t = 5, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(Horizon::MAX_TURNS)))]
    within: u32,

    #[command(flatten)]
    limits: LimitArgs,

    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  tsume solve '2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w'
  tsume solve puzzles/shobu/first-clears.yaml
  tsume solve start --in 3 --format json
  tsume solve - --in 4 --time-limit 10s < positions.txt";

/// Solves every target.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    interrupt::watch();
    let mut status = Status::Yes;
    for (index, target) in args.position.targets(&args.targets).enumerate() {
        if args.format == Format::Text && index > 0 {
            writeln!(output)?;
        }
        let solved = match target {
            Target { name, position: Ok(position) } => {
                position.visit(Solve { args, name: name.as_deref(), output })?
            }
            Target { position: Err(message), .. } => complain(message),
        };
        output.flush()?;
        status = status.max(solved);
        if interrupt::happened() {
            return Ok(Status::Interrupted);
        }
    }
    Ok(status)
}

struct Solve<'a> {
    args: &'a Args,
    name: Option<&'a str>,
    output: &'a mut Output,
}

impl Visitor for Solve<'_> {
    type Output = io::Result<Status>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> io::Result<Status> {
        let Self { args, name, output } = self;
        let start = Instant::now();
        let Ok(solution) = solve(&position, args.within, args.limits.start()) else {
            let verdict = position.verdict().unwrap_or_default();
            let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
            return Ok(complain(format_args!("{name}the game is over: {verdict}")));
        };
        if args.format == Format::Json {
            let seconds = start.elapsed().as_secs_f64();
            let solved = Solved::new(Subject::new(&position, name), &solution, seconds);
            serde_json::to_writer(&mut *output, &solved)?;
            writeln!(output)?;
        } else {
            heading(output, &position, name)?;
            writeln!(output, "{}", Board::new(&position, look(output, args.ascii)))?;
            solution::write(output, &position, &solution)?;
        }
        Ok(match solution.verdict {
            Verdict::Win(_) => Status::Yes,
            Verdict::None => Status::No,
            Verdict::Unknown { .. } => Status::Undecided,
        })
    }
}
