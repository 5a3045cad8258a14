use std::io::{self, Write};
use std::time::Instant;

use clap::builder::{PathBufValueParser, TypedValueParser};
use tsume::game::Themed;
use tsume::games::{AnyPosition, Visitor};
use tsume::solver::{Explorer, Finished, Goal, Horizon, Verdict};
use tsume::theme::describe;

use super::batch::{Answer, Batch};
use super::certificate::Destination;
use super::goal::{self, Question};
use super::limits::LimitArgs;
use super::show::{heading, look};
use super::target::{PositionArgs, Target};
use super::{Format, Output, Status, complain, interrupt};
use crate::report::board::{Board, Look};

use crate::report::hint::Hint;
use crate::report::json::{self, Certificate, Failed, Further, Solved, Subject};
use crate::report::parts::{self, Parts};
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
    /// opponent, against its will [default: the goal of a puzzle, or else win]
    #[arg(long, value_name = "GOAL", value_parser = goal::parser())]
    goal: Option<Goal>,

    /// The whole solution as a tree: every reply, the longest defences first
    #[arg(long)]
    tree: bool,

    /// Also first turns that only one reply refutes
    #[arg(long)]
    tries: bool,

    /// Also what would happen if the opponent had to move first
    #[arg(long)]
    set_play: bool,

    /// Also what the puzzle is about, and how hard it is for a person
    #[arg(long)]
    themes: bool,

    /// Only a hint: 1 the number of turns, 2 the idea, 3 a part of the first turn
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=3),
          conflicts_with_all = ["tree", "tries", "set_play", "themes", "certificate"])]
    hint: Option<u8>,

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

/// What cannot be asked of other goals.
const FOR_WINS: &str = "--tree, --tries, --set-play, --themes, --hint and --certificate";

/// How far to look where the game cannot be decided.
const DEFAULT_TURNS: u32 = 5;

const EXAMPLES: &str = "\
Examples:
  tsume solve '2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w'
  tsume solve puzzles/shobu/first-clears.yaml
  tsume solve puzzles/shobu/first-clears.yaml#first-clears-006 --tree --tries
  tsume solve puzzles/shobu/first-clears.yaml#first-clears-006 --hint 2
  tsume solve puzzles/shobu/first-clears.yaml#first-clears-006 --themes
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
        answer: |target: &Target, _: &_| answer(args, target, look),
    };
    let goal = args.goal.unwrap_or_default();
    if goal != Goal::Win && args.needs_win() {
        return Ok(complain(format_args!("{FOR_WINS} are for direct wins: leave out --goal")));
    }
    let mut targets = args.position.targets(&args.targets);
    let mut only = Vec::new();
    if args.certificate.is_some() {
        // Two are enough to tell that there are several.
        only.extend(targets.by_ref().take(2));
        if only.len() > 1 {
            return Ok(complain("--certificate takes one target, and there are several"));
        }
    }
    batch.run(only.into_iter().chain(targets), output)
}

impl Args {
    /// Whether anything is asked for beside the solution.
    const fn asks(&self) -> bool {
        self.tree || self.tries || self.set_play || self.themes
    }

    /// Whether what is asked for is there for direct wins only.
    const fn needs_win(&self) -> bool {
        self.asks() || self.hint.is_some() || self.certificate.is_some()
    }

    /// Asks what is asked for.
    fn parts<G: Themed>(&self, explorer: &mut Explorer<'_, G>) -> Parts<G> {
        let mut parts = Parts::none();
        let Verdict::Win(win) = &explorer.solution().verdict else {
            parts.tree = self.tree.then(|| explorer.tree(self.tree_size()));
            parts.tries = self.tries.then(|| explorer.tries());
            parts.set_play = self.set_play.then_some(None);
            return parts;
        };
        let key = win.keys[0].position;
        if self.hint.is_none() {
            let most = self.duals_looked_for(win.turns);
            parts.duals = Some(explorer.duals(most));
        }
        if self.tree || self.set_play {
            parts.threat = explorer.threat(&key);
        }
        parts.tree = self.tree.then(|| explorer.tree(self.tree_size()));
        parts.tries = self.tries.then(|| explorer.tries());
        parts.set_play = self.set_play.then(|| explorer.set_play());
        parts.themes = self.themes.then(|| describe(explorer));
        parts
    }

    /// In how many positions of the attacker duals are looked for: where nobody
    /// has asked for the whole solution, in few if each takes long.
    const fn duals_looked_for(&self, turns: u32) -> usize {
        match turns {
            _ if self.tree => 2_000,
            ..5 => 200,
            _ => 20,
        }
    }

    /// The size of the tree: of a larger one, most would not be written out for
    /// people.
    fn tree_size(&self) -> usize {
        if self.format == Format::Json { 10_000 } else { 5_000 }
    }
}

fn answer(args: &Args, target: &Target, look: Look) -> Answer {
    let mut text = Vec::new();
    let outcome = match &target.position {
        Ok(position) => {
            let name = target.name.as_deref();
            let goal = args.goal.or(target.goal).unwrap_or_default();
            position.visit(Solve { args, goal, name, look, text: &mut text })
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
    goal: Goal,
    name: Option<&'a str>,
    look: Look,
    text: &'a mut Vec<u8>,
}

impl Visitor for Solve<'_> {
    type Output = Result<Status, String>;

    fn visit<G: Themed + Into<AnyPosition>>(self, position: G) -> Result<Status, String> {
        let Self { args, goal, name, look, text } = self;
        let start = Instant::now();
        let limits = args.limits.start();
        let finished = |Finished { .. }| {
            let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
            let verdict = position.verdict().unwrap_or_default();
            format!("{name}nothing to solve, {verdict}")
        };
        if goal != Goal::Win && args.needs_win() {
            let name = name.unwrap_or_default();
            return Err(format!(
                "{name}: its goal is `{goal}`, but {FOR_WINS} are for direct wins: look for one \
                 with --goal win"
            ));
        }
        if goal != Goal::Win {
            let (within, format) = (args.within, args.format);
            let default_turns = DEFAULT_TURNS;
            let question = Question { goal, within, default_turns, limits, format, look };
            return question.answer(&position, name, text).map_err(finished);
        }
        let explorer = match args.within {
            Some(turns) => Explorer::solve(&position, turns, limits),
            None => Explorer::solve_or_decide(&position, DEFAULT_TURNS, limits),
        };
        let mut explorer = explorer.map_err(finished)?;
        let parts = args.parts(&mut explorer);
        let mut solution = explorer.solution().clone();
        solution.nodes = explorer.nodes();
        let is_undecided = matches!(solution.verdict, Verdict::Unknown { .. });
        let status = match solution.verdict {
            _ if is_undecided || (args.asks() && explorer.is_stopped()) => Status::Undecided,
            Verdict::Win(_) => Status::Yes,
            _ => Status::No,
        };
        let hint = match (args.hint, &solution.verdict) {
            (Some(level), Verdict::Win(win)) => Some(Hint::new(&position, win, level)),
            _ => None,
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
            solved.further = Further::new(&parts);
            if let Some(hint) = hint {
                solved.withhold(hint);
            }
            *text = json::line(&solved);
            return Ok(ended);
        }
        // Writing to memory does not fail.
        let _ = heading(text, &position, name);
        let _ = writeln!(text, "{}", Board::new(&position, look));
        let _ = match hint {
            Some(hint) => hint.write(text, &position),
            None => solution::write(text, &position, &solution, stopped),
        };
        let _ = parts::write(text, &position, &parts, &solution.verdict);
        if let Some(certificate) = certificate {
            let _ = solution::certificate(text, &certificate);
        }
        Ok(ended)
    }
}
