//! A run over candidates.

use std::ops::{ControlFlow, Range};
use std::time::Instant;

use indicatif::ProgressBar;
use tsume::game::{Compose, Record};
use tsume::generator::{End, Entry, Found, Outcome, Recipe, Selection, Source, run as judge};

use super::super::{Output, Status, counted, interrupt, progress, remark};
use super::args::{Args, Numbers};
use super::earlier::Expected;
use super::explain::Tally;
use super::given::played;
use super::script::{Made, OTHER, Script};
use super::sink::Sink;

/// After how many candidates without a puzzle it may be that there is none.
const DOUBT: u64 = 1000;

/// How many puzzles there are to be, where nothing says so.
const COUNT: u64 = 10;

/// Judges the candidates of a recipe and writes those that are chosen.
pub fn run<G: Compose>(
    args: &Args,
    recipe: &Recipe<G>,
    selection: Selection<G>,
    script: Script,
    output: &mut Output,
) -> Result<Status, String> {
    let indices = indices(args, recipe);
    let count = args.count.or((indices.end == u64::MAX).then_some(COUNT));
    let bar = progress::rate(output, 0, if count.is_some() { "puzzles" } else { "candidates" });
    let doubts = !output.is_quiet() && !args.parts.part;
    let expected = Expected { args, indices, count };
    let (sink, made) = expected.open(script, output)?;
    let tally = Tally::default();
    let mut run = Run { args, recipe, expected, selection, sink, tally, bar, doubts };
    let judged = run.take_over(&made).and_then(|()| run.judge(made.is_complete));
    progress::end(&run.bar);
    if args.explain {
        run.tally.tell::<G>(!made.puzzles.is_empty());
    }
    Ok(match judged? {
        End::Interrupted if interrupt::happened() => remark("interrupted"),
        End::Interrupted => run.told_of_the_time(),
        End::Enough => Status::Yes,
        End::Exhausted => told_of_the_end(count, run.selection.len(), args.parts.part),
    })
}

/// The numbers of the candidates.
fn indices<G: Compose>(args: &Args, recipe: &Recipe<G>) -> Range<u64> {
    let only_given = recipe.sources.iter().all(|source| *source == Source::Given);
    let end = if only_given { recipe.given.len() as u64 } else { u64::MAX };
    match &args.parts.range {
        Some(Numbers(range)) => range.start..range.end.min(end),
        None => 0..end,
    }
}

struct Run<'a, G: Compose> {
    args: &'a Args,
    recipe: &'a Recipe<G>,
    expected: Expected<'a>,
    selection: Selection<G>,
    sink: Sink<'a>,
    tally: Tally,
    bar: ProgressBar,
    /// Whether to say that there may be no puzzle at all.
    doubts: bool,
}

impl<G: Compose> Run<'_, G> {
    /// Takes over what an earlier run has made, to go on from there.
    fn take_over(&mut self, made: &Made) -> Result<(), String> {
        for puzzle in &made.puzzles {
            let position = G::parse(&puzzle.position, self.recipe.rules);
            let Record { start, turns, .. } =
                played(puzzle, position.map_err(|error| error.to_string()))?;
            let entry = Entry { position: &start, line: &turns, themes: &puzzle.themes };
            let index = self.expected.index(self.sink.script(), puzzle);
            let index = index.filter(|_| !self.has_enough());
            self.expected.indices.start = match index {
                Some(index) if self.choose(&entry).is_ok() => index + 1,
                _ => return Err(format!("{}: {OTHER}", puzzle.id)),
            };
        }
        let Expected { indices, count, .. } = &self.expected;
        let left = indices.end.saturating_sub(indices.start);
        self.bar.set_length(count.unwrap_or(left));
        Ok(())
    }

    /// Judges the candidates that are left.
    fn judge(&mut self, is_complete: bool) -> Result<End, String> {
        let (recipe, first) = (self.recipe, self.expected.indices.start);
        let limit = self.args.limits.time_limit;
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let mut failure = None;
        let end = match is_complete || self.has_enough() {
            true => End::Enough,
            false => judge(
                recipe,
                self.expected.indices.clone(),
                || interrupt::happened() || is_late(),
                |index, outcome| {
                    let flow = self.outcome(outcome);
                    self.show(index + 1 - first);
                    flow.unwrap_or_else(|error| {
                        failure = Some(error);
                        ControlFlow::Break(())
                    })
                },
            ),
        };
        failure.map_or(Ok(()), Err)?;
        // What an earlier run has cut short may be made when this one is resumed.
        if end != End::Interrupted || !self.sink.is_torn() {
            self.sink.finish(self.args.parts.part && end == End::Exhausted)?;
        }
        Ok(end)
    }

    /// Shows how far the run is, once so many candidates are judged.
    fn show(&self, judged: u64) {
        let found = self.selection.len();
        match self.expected.count {
            Some(_) => {
                self.bar.set_position(found);
                self.bar.set_message(format!("puzzles, {}", counted(judged, "candidate")));
            }
            None => {
                self.bar.set_position(judged);
                self.bar.set_message(format!("candidates, {}", counted(found, "puzzle")));
            }
        }
        if self.doubts && found == 0 && judged == DOUBT {
            let doubt =
                format!("no puzzle among {DOUBT} candidates: at the end, --explain says why");
            self.bar.suspend(|| remark(doubt));
        }
    }

    fn has_enough(&self) -> bool {
        self.expected.count.is_some_and(|count| self.selection.len() >= count)
    }

    /// The time is out: how far the run is.
    fn told_of_the_time(&self) -> Status {
        let found = self.selection.len();
        let puzzles = match self.expected.count {
            Some(count) => format!("{found} of {}", counted(count, "puzzle")),
            None => counted(found, "puzzle"),
        };
        let goes_on = if self.sink.stays() { "; --resume goes on from there" } else { "" };
        remark(format!("out of time: {puzzles}{goes_on}"));
        Status::Undecided
    }

    /// Notes what has become of a candidate; breaks when there are enough.
    fn outcome(&mut self, outcome: Outcome<G>) -> Result<ControlFlow<()>, String> {
        self.tally.count();
        if let Err(name) = self.keep(outcome)? {
            self.tally.rejected(name);
        }
        Ok(match self.has_enough() || self.sink.is_closed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    /// Writes down what has been found, or says what speaks against it.
    fn keep(&mut self, outcome: Outcome<G>) -> Result<Result<(), &'static str>, String> {
        let found = match outcome {
            Outcome::Found(found) => found,
            Outcome::Rejected(name) => return Ok(Err(name)),
        };
        let id = self.sink.script().id(found.index);
        let puzzle = found.puzzle(id, self.args.seed, self.args.sources.games);
        let Found { position, win, .. } = &*found;
        let entry = Entry { position, line: &win.line, themes: &puzzle.themes };
        if let Err(name) = self.choose(&entry) {
            return Ok(Err(name));
        }
        self.sink.puzzle(&puzzle).map(Ok)
    }

    /// Chooses a puzzle; for a part, any: that is decided when parts are merged.
    fn choose(&mut self, entry: &Entry<'_, G>) -> Result<(), &'static str> {
        if self.args.parts.part {
            self.selection.take(entry);
            return Ok(());
        }
        self.selection.choose(entry)
    }
}

/// There are no more candidates: whether that is as it should be.
pub fn told_of_the_end(count: Option<u64>, found: u64, part: bool) -> Status {
    match count {
        Some(count) if found < count => {
            remark(format!(
                "only {found} of {}: there are no more candidates",
                counted(count, "puzzle")
            ));
            Status::No
        }
        None if found == 0 && !part => {
            remark("no puzzle: none of the candidates is one");
            Status::No
        }
        _ => Status::Yes,
    }
}
