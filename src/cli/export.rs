//! Packs in other forms.

use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tsume::export::{Lesson, Page, Unsolved, lesson};
use tsume::game::Notation;
use tsume::games::{AnyPosition, Choice, Visitor};
use tsume::puzzle::{Pack, Puzzle};
use tsume::solver::Goal;

use super::limits::LimitArgs;
use super::target::read;
use super::whole::write_whole;
use super::{Output, Status, complain, interrupt, progress, remark};

/// Write a pack as a page to play and to print
///
/// The page is one HTML file that needs nothing else and loads nothing. The
/// reader sees the boards, enters turns, is answered with the strongest defence,
/// and may ask for hints and the solution; printed, it gives diagrams and, at
/// the end, the solutions. Several packs of one game become one page.
///
/// Every puzzle is solved anew: one that is not sound is an error. Puzzles with
/// another goal than a direct win are left out.
///
/// Exit status: 0 done, 1 a puzzle is not sound, 2 error, 3 a puzzle could not be
/// solved within a limit, 130 interrupted.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The packs
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,

    /// The file to write; its extension says what: html
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// What the page is called [default: the title of the first pack]
    #[arg(long)]
    title: Option<String>,

    #[command(flatten)]
    limits: LimitArgs,
}

const EXAMPLES: &str = "\
Examples:
  tsume export puzzles/shobu/first-clears.yaml --out first-clears.html
  tsume export puzzles/shobu/*.yaml --title 'All SHŌBU puzzles' --out shobu.html";

/// Writes the page.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = args.limits.set_threads() {
        return Ok(complain(error));
    }
    if args.out.extension().is_none_or(|extension| extension != "html") {
        let name = args.out.display();
        return Ok(complain(format_args!("--out {name}: name a file that ends with .html")));
    }
    interrupt::watch();
    let (mut pack, choice) = match gather(args) {
        Ok(gathered) => gathered,
        Err(error) => return Ok(complain(error)),
    };
    pack.puzzles.retain(has_direct_win);
    if pack.puzzles.is_empty() {
        return Ok(complain("there is no puzzle to put on a page"));
    }
    let bar = progress::counter(output, pack.puzzles.len() as u64, "solving");
    let lessons = lessons(args, &pack, &choice, &|| bar.inc(1));
    progress::end(&bar);
    let page = match lessons {
        Ok(lessons) => page(&pack, &choice, lessons),
        Err(_) if interrupt::happened() => return Ok(Status::Interrupted),
        Err((id, fault)) => {
            complain(format_args!("{id}: {fault}"));
            return Ok(match fault {
                Fault::Unreadable(_) | Fault::Unsolved(Unsolved::Finished) => Status::Error,
                Fault::Unsolved(Unsolved::NoWin(_)) => Status::No,
                Fault::Unsolved(Unsolved::Limit) => Status::Undecided,
            });
        }
    };
    Ok(match write_whole(&args.out, page.as_bytes()) {
        Ok(()) => Status::Yes,
        Err(error) => complain(format_args!("cannot write {}: {error}", args.out.display())),
    })
}

/// Whether a puzzle can be played on a page; if not, says that it is left out.
fn has_direct_win(puzzle: &Puzzle) -> bool {
    let is_direct = puzzle.goal == Goal::Win;
    if !is_direct {
        let Puzzle { id, goal, .. } = puzzle;
        remark(format_args!("{id}: left out: pages are for direct wins, and its goal is `{goal}`"));
    }
    is_direct
}

/// All packs as one: they have to be of one game.
fn gather(args: &Args) -> Result<(Pack, Choice), String> {
    let read = |path: &Path| -> Result<Pack, String> {
        let pack: Result<Pack, _> = read(path)?.parse();
        pack.map_err(|error| error.to_string())
    };
    let mut whole: Option<Pack> = None;
    for path in &args.packs {
        let at = |error: String| format!("{}: {error}", path.display());
        let pack = read(path).map_err(at)?;
        match &mut whole {
            None => whole = Some(pack),
            Some(first) if (&first.game, &first.rules) != (&pack.game, &pack.rules) => {
                return Err(at("it is of another game or ruleset than the first pack".into()));
            }
            Some(first) => first.puzzles.extend(pack.puzzles),
        }
    }
    let mut whole = whole.ok_or("there is no pack")?;
    if let Some(title) = &args.title {
        whole.title.clone_from(title);
    }
    let choice = whole.choice().map_err(|error| error.to_string())?;
    Ok((whole, choice))
}

/// Why there is no lesson.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("position: {0}")]
    Unreadable(String),
    #[error("{0}")]
    Unsolved(#[from] Unsolved),
}

/// The lessons of all puzzles in order, or the first fault, with the puzzle.
fn lessons(
    args: &Args,
    pack: &Pack,
    choice: &Choice,
    done: &(impl Fn() + Sync),
) -> Result<Vec<Lesson>, (String, Fault)> {
    let lesson = |puzzle: &Puzzle| -> Result<Lesson, Fault> {
        let position = choice.parse(&puzzle.position);
        let position = position.map_err(|error| Fault::Unreadable(error.to_string()))?;
        let lesson = position.visit(Solve { args, turns: puzzle.turns })?;
        done();
        Ok(lesson)
    };
    let solved: Vec<_> = pack.puzzles.par_iter().map(lesson).collect();
    let name = |(puzzle, solved): (&Puzzle, Result<Lesson, Fault>)| {
        solved.map_err(|fault| (puzzle.id.clone(), fault))
    };
    pack.puzzles.iter().zip(solved).map(name).collect()
}

struct Solve<'a> {
    args: &'a Args,
    turns: u32,
}

impl Visitor for Solve<'_> {
    type Output = Result<Lesson, Unsolved>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Self::Output {
        lesson(&position, self.turns, self.args.limits.start())
    }
}

fn page(pack: &Pack, choice: &Choice, lessons: Vec<Lesson>) -> String {
    let puzzles: Vec<_> = pack.puzzles.iter().zip(lessons).collect();
    let start = choice.parse("start").expect("every game has a position to start from");
    start.visit(Write { pack, puzzles: &puzzles })
}

struct Write<'a> {
    pack: &'a Pack,
    puzzles: &'a [(&'a Puzzle, Lesson)],
}

impl Visitor for Write<'_> {
    type Output = String;

    fn visit<G: Notation + Into<AnyPosition>>(self, _: G) -> String {
        Page::new::<G>(self.pack, self.puzzles).to_string()
    }
}
