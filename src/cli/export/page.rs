//! Puzzles as a page to play and to print.

use std::io::Write as _;

use rayon::prelude::*;
use tsume::export::{Lesson, Page, Unsolved, lesson};
use tsume::game::Notation;
use tsume::games::{AnyPosition, Choice, Visitor};
use tsume::puzzle::{Pack, Puzzle};
use tsume::solver::Goal;

use super::super::whole::write_whole;
use super::super::{Output, Status, complain, interrupt, progress, remark};
use super::Args;
use super::inputs::Inputs;
use super::rows::cannot_write;
use super::stock::{OneGame, Stock};

/// Writes the page.
pub fn write(args: &Args, output: &mut Output) -> Result<Status, String> {
    let (mut pack, choice) = gather(args)?;
    pack.puzzles.retain(has_direct_win);
    if pack.puzzles.is_empty() {
        return Err("there is no puzzle to put on a page".into());
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
                Fault::Unsolved(Unsolved::NoWin(_) | Unsolved::Shorter { .. })
                | Fault::Key(_)
                | Fault::Line(_) => Status::No,
                Fault::Unsolved(Unsolved::Limit) => Status::Undecided,
            });
        }
    };
    let written = match args.is_piped() {
        true => output.write_all(page.as_bytes()),
        false => write_whole(&args.out, page.as_bytes()),
    };
    written.map_err(|error| cannot_write(&args.out, &error))?;
    Ok(Status::Yes)
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

/// All puzzles as one pack: they have to be of one game.
fn gather(args: &Args) -> Result<(Pack, Choice), String> {
    let inputs = Inputs::new(&args.packs)?;
    let mut pack = inputs.head(args.title.as_deref())?;
    let (mut stock, mut game) = (Stock::new(args.merge), OneGame::default());
    inputs.each(|file, record| {
        game.check(&record)?;
        pack.puzzles.extend(stock.take(file, record)?.map(|record| record.puzzle));
        Ok(!interrupt::happened())
    })?;
    stock.tell();
    let choice = pack.choice().map_err(|error| error.to_string())?;
    Ok((pack, choice))
}

/// Why there is no lesson.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("position: {0}")]
    Unreadable(String),
    #[error("{0}")]
    Unsolved(#[from] Unsolved),
    #[error("key: {0}")]
    Key(String),
    #[error("line: {0}")]
    Line(String),
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
        let lesson = position.visit(Solve { args, puzzle })?;
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
    puzzle: &'a Puzzle,
}

impl Visitor for Solve<'_> {
    type Output = Result<Lesson, Fault>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Self::Output {
        let lesson = lesson(&position, self.puzzle.turns, self.args.limits.start())?;
        key(&position, self.puzzle, &lesson)?;
        line(&position, self.puzzle)?;
        Ok(lesson)
    }
}

/// The key has to be among the turns that win.
fn key<G: Notation>(position: &G, puzzle: &Puzzle, lesson: &Lesson) -> Result<(), Fault> {
    let key = position.parse_turn(&puzzle.key).map_err(|error| Fault::Key(error.to_string()))?;
    let key = key.to_string();
    match lesson.nodes[0].good.iter().any(|good| good.turns.contains(&key)) {
        true => Ok(()),
        false => Err(Fault::Key(format!("{key} does not win; {} does", lesson.line[0]))),
    }
}

/// The line has to be legal, down to the win.
fn line<G: Notation>(position: &G, puzzle: &Puzzle) -> Result<(), Fault> {
    let mut end = *position;
    for (number, text) in (1..).zip(&puzzle.line) {
        let fault = |reason: String| Fault::Line(format!("turn {number}: {reason}"));
        if end.outcome().is_some() {
            return Err(fault("the game is over before it".into()));
        }
        end = end.play_unchecked(end.parse_turn(text).map_err(|error| fault(error.to_string()))?);
    }
    match end.outcome() {
        Some(winner) if winner == position.side() => Ok(()),
        Some(winner) => Err(Fault::Line(format!("it ends with a win of {}", G::name(winner)))),
        None => Err(Fault::Line("it ends before the game does".into())),
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
