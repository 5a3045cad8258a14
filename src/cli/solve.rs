use std::io::{self, Write};
use std::time::Instant;

use clap::builder::{PathBufValueParser, TypedValueParser};
use tsume::game::{Game, Notation, Themed};
use tsume::games::{AnyPosition, Visitor};
use tsume::solver::{Explorer, Finished, Goal, Horizon, Limits, Solution, Verdict};
use tsume::theme::describe;

use super::batch::{Answer, Batch};
use super::certificate::Destination;
use super::goal::{self, Question};
use super::limits::LimitArgs;
use super::show::{heading, look};
use super::target::{Origin, PositionArgs, Target};
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

    /// Look for wins within this many turns [default: 5, or as many as a puzzle
    /// takes if those are more; a game that always ends, such as SPOOK's getaway,
    /// is decided]
    #[arg(long = "in", value_name = "N", allow_negative_numbers = true,
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
    if let (Goal::Help | Goal::SelfWin, Some(option)) = (goal, args.for_wins()) {
        return Ok(complain(format_args!("{option} is for direct wins: leave out --goal {goal}")));
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

    /// An option that was given, and that is for direct wins only.
    fn for_wins(&self) -> Option<&'static str> {
        let options = [
            ("--tree", self.tree),
            ("--tries", self.tries),
            ("--set-play", self.set_play),
            ("--themes", self.themes),
            ("--hint", self.hint.is_some()),
            ("--certificate", self.certificate.is_some()),
        ];
        options.into_iter().find_map(|(name, given)| given.then_some(name))
    }

    /// Looks for a direct win, and for what is asked beside it.
    fn find<G: Themed>(&self, position: &G, default_turns: u32) -> Result<Found<G>, Finished> {
        let limits = self.limits.start();
        let mut explorer = match self.within {
            Some(turns) => Explorer::solve(position, turns, limits),
            None => Explorer::solve_or_decide(position, default_turns, limits),
        }?;
        let parts = self.parts(&mut explorer);
        let hint = self.hint.and_then(|level| Hint::new(position, &mut explorer, level));
        let mut solution = explorer.solution().clone();
        solution.nodes = explorer.nodes();
        let is_stopped = explorer.is_stopped();
        // Its table would stand beside that of a certificate.
        drop(explorer);
        let status = match solution.verdict {
            Verdict::Unknown { .. } => Status::Undecided,
            _ if self.asks() && is_stopped => Status::Undecided,
            Verdict::Win(_) => Status::Yes,
            Verdict::None | Verdict::Loss { .. } => Status::No,
        };
        let (certificate, failed) = match self.certify(position, &solution, limits) {
            Ok(certificate) => (certificate, Status::Yes),
            Err(failed) => (None, failed),
        };
        let mut incomplete = parts.incomplete();
        if failed == Status::Undecided {
            incomplete.push("certificate");
        }
        let cut = matches!(solution.verdict, Verdict::Unknown { .. }) || !incomplete.is_empty();
        let interrupted = cut && interrupt::happened();
        let status = status.max(failed);
        Ok(Found { solution, parts, hint, certificate, incomplete, interrupted, status })
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

    /// Writes a certificate, if one is asked for.
    fn certify<G: Notation>(
        &self,
        position: &G,
        solution: &Solution<G>,
        limits: Limits<'_>,
    ) -> Result<Option<Certificate>, Status> {
        let Some(destination) = &self.certificate else { return Ok(None) };
        let positions = destination.write(position, solution, limits)?;
        Ok(Some(Certificate { file: destination.name(), positions }))
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
    let origin = &target.origin;
    let outcome = match &target.position {
        Ok(position) => {
            let solve = Solve { args, origin, look, text: &mut text };
            position.visit(solve).map_err(|message| origin.message(message))
        }
        Err(message) => Err(message.clone()),
    };
    if let (Err(message), Format::Json) = (&outcome, args.format) {
        text = json::line(&Failed::new(origin.name(), message));
    }
    Answer { text, outcome }
}

struct Solve<'a> {
    args: &'a Args,
    origin: &'a Origin,
    look: Look,
    text: &'a mut Vec<u8>,
}

impl Visitor for Solve<'_> {
    type Output = Result<Status, String>;

    fn visit<G: Themed + Into<AnyPosition>>(self, position: G) -> Result<Status, String> {
        let Self { args, origin, look, .. } = self;
        let goal = args.goal.or(origin.task.map(|task| task.goal)).unwrap_or_default();
        if let (Goal::Help | Goal::SelfWin, Some(option)) = (goal, args.for_wins()) {
            return Err(format!(
                "its goal is `{goal}`, but {option} is for direct wins: look for one with --goal win"
            ));
        }
        // A puzzle tells where to look for its solution.
        let default_turns = origin.task.map_or(0, |task| task.turns).max(DEFAULT_TURNS);
        let status = if goal == Goal::Win {
            self.win(&position, default_turns)
        } else {
            let (within, format, limits) = (args.within, args.format, args.limits.start());
            let question = Question { goal, within, default_turns, limits, format, look };
            question.answer(&position, origin.name(), self.text)
        };
        status.map_err(|Finished { .. }| {
            format!("nothing to solve, {}", position.verdict().unwrap_or_default())
        })
    }
}

/// What was found out about a direct win.
struct Found<G: Game> {
    solution: Solution<G>,
    parts: Parts<G>,
    hint: Option<Hint>,
    certificate: Option<Certificate>,
    /// The names of what was cut short.
    incomplete: Vec<&'static str>,
    interrupted: bool,
    status: Status,
}

impl Solve<'_> {
    /// Looks for a direct win, and writes what is found.
    fn win<G: Themed>(self, position: &G, default_turns: u32) -> Result<Status, Finished> {
        let start = Instant::now();
        let found = self.args.find(position, default_turns)?;
        let status = found.status;
        match self.args.format {
            Format::Json => {
                let seconds = start.elapsed().as_secs_f64();
                *self.text = found.json(Subject::new(position, self.origin.name()), seconds);
            }
            Format::Text => {
                // Writing to memory does not fail.
                let _ = heading(self.text, position, self.origin.name());
                let _ = writeln!(self.text, "{}", Board::new(position, self.look));
                let _ = found.write(self.text, position, self.args.hint.is_none());
            }
        }
        Ok(status)
    }
}

impl<G: Themed> Found<G> {
    fn json(self, subject: Subject, seconds: f64) -> Vec<u8> {
        let mut solved = Solved::new(subject, &self.solution, seconds);
        solved.interrupted = self.interrupted;
        solved.certificate = self.certificate;
        solved.further = Further::new(&self.parts, self.incomplete);
        if let Some(hint) = self.hint {
            solved.withhold(hint);
        }
        json::line(&solved)
    }

    /// Writes it for people, with or without the line of a loss.
    fn write(&self, out: &mut Vec<u8>, position: &G, with_line: bool) -> io::Result<()> {
        let stopped = if self.interrupted { "interrupted" } else { "a limit was reached" };
        match &self.hint {
            Some(hint) => hint.write(out, position)?,
            None => solution::write(out, position, &self.solution, stopped, with_line)?,
        }
        parts::write(out, position, &self.parts, &self.solution.verdict)?;
        match &self.certificate {
            Some(certificate) => solution::certificate(out, certificate),
            None => Ok(()),
        }
    }
}
