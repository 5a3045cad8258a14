//! Puzzles as rows: packs, JSON Lines and CSV.

use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;
use tsume::export::{Format, Record, Row, Split, Value};
use tsume::game::Notation;
use tsume::games::{AnyPosition, Visitor};
use tsume::puzzle::{Pack, spelt};
use tsume::solver::{analyze, analyze_or_decide};

use super::super::whole::{Filled, WholeFile};
use super::super::{Output, Status, interrupt, progress};
use super::inputs::{Fault, Inputs};
use super::stock::{OneGame, Stock, position};
use super::{Args, Form, form_of};

/// How many puzzles for each thread are read before they are solved.
const AHEAD: usize = 16;

/// Writes all puzzles, one after another; nothing but ids is kept of them.
pub fn write(args: &Args, format: Format, output: &mut Output) -> Result<Status, String> {
    let inputs = Inputs::new(&args.packs)?;
    let head = inputs.head(args.title.as_deref())?;
    let bar = match args.values.values {
        true => progress::spinner(output, "solving"),
        false => progress::spinner(output, "writing"),
    };
    let mut writer = Writer::new(args, format, head, output)?;
    let mut stock = Stock::new(args.merge);
    let read = inputs.each(|file, record| {
        if let Some(record) = stock.take(file, record)? {
            writer.take(record)?;
        }
        Ok(!interrupt::happened() && !writer.is_done())
    });
    let rest = read.and_then(|()| writer.flush());
    progress::end(&bar);
    rest?;
    if interrupt::happened() {
        return Ok(Status::Interrupted);
    }
    stock.tell();
    writer.finish()
}

/// Where rows go, and what is done with a puzzle before.
struct Writer<'a> {
    args: &'a Args,
    head: Pack,
    all: Sink<'a>,
    test: Option<(Sink<'a>, Split)>,
    game: OneGame,
    /// What has been read and not yet been written.
    waiting: Vec<Waiting>,
    undecided: bool,
}

/// A puzzle, and its position, if that matters.
struct Waiting {
    record: Record,
    position: Option<AnyPosition>,
    is_test: bool,
}

impl<'a> Writer<'a> {
    fn new(
        args: &'a Args,
        format: Format,
        head: Pack,
        output: &'a mut Output,
    ) -> Result<Self, String> {
        let all = match args.is_piped() {
            true => Sink::new(&args.out, format, To::Output(output)),
            false => Sink::create(&args.out, format)?,
        };
        let test = match (&args.split.test_out, args.split.split) {
            (Some(out), Some(split)) => match form_of("--test-out", out)? {
                Form::Page => {
                    return Err(
                        "--test-out: not for a page: name a file that ends with .jsonl".into()
                    );
                }
                Form::Rows(format) => Some((Sink::create(out, format)?, split)),
            },
            _ => None,
        };
        if test.as_ref().is_some_and(|(test, _)| test.is_same(&all)) {
            return Err("--out and --test-out have to be different files".into());
        }
        let (game, waiting) = (OneGame::default(), Vec::new());
        Ok(Self { args, head, all, test, game, waiting, undecided: false })
    }

    fn take(&mut self, mut record: Record) -> Result<(), Fault> {
        if self.writes(Format::Yaml) {
            // A pack says it once for all.
            self.game.check(&record)?;
        }
        if self.writes(Format::Csv) {
            without_spaces(&mut record)?;
        }
        let matters = self.test.is_some() || self.args.values.values;
        let position = matters.then(|| position(&record)).transpose()?;
        let is_test =
            self.test.as_ref().zip(position).is_some_and(|((_, split), position)| {
                split.is_test(position, self.args.split.seed)
            });
        if !is_test && self.all.is_closed() {
            return Ok(());
        }
        self.waiting.push(Waiting { record, position, is_test });
        match self.waiting.len() < AHEAD * rayon::current_num_threads() {
            true => Ok(()),
            false => self.flush().map_err(Fault::Output),
        }
    }

    fn writes(&self, format: Format) -> bool {
        self.all.format == format
            || self.test.as_ref().is_some_and(|(test, _)| test.format == format)
    }

    /// Whether nobody wants more. A second file is filled even if nobody reads the
    /// output any more.
    const fn is_done(&self) -> bool {
        self.test.is_none() && self.all.is_closed()
    }

    /// Writes what is waiting.
    fn flush(&mut self) -> Result<(), String> {
        let args = self.args;
        let waiting = std::mem::take(&mut self.waiting);
        let solved: Vec<_> = match args.values.values {
            true => waiting.par_iter().map(|waiting| values(args, waiting)).collect(),
            false => waiting.iter().map(|_| None).collect(),
        };
        for (Waiting { record, is_test, .. }, values) in waiting.iter().zip(solved) {
            let is_unknown = |values: &Vec<Value>| values.iter().any(|v| v.value == "unknown");
            self.undecided |= values.as_ref().is_some_and(is_unknown);
            let sink = match &mut self.test {
                Some((test, _)) if *is_test => test,
                _ => &mut self.all,
            };
            sink.write(&self.head, record, values.as_deref())?;
        }
        Ok(())
    }

    /// Puts the files in their places.
    fn finish(self) -> Result<Status, String> {
        let Self { all, test, undecided, .. } = self;
        let sinks: Vec<_> = [Some(all), test.map(|(test, _)| test)].into_iter().flatten().collect();
        if let Some(empty) = sinks.iter().find(|sink| !sink.begun) {
            let name = empty.path.display();
            return Err(match sinks.len() {
                1 => "there is no puzzle to write".into(),
                _ => format!("{name}: no puzzle falls to this part: try another --seed"),
            });
        }
        let filled: Vec<_> = sinks.into_iter().map(Sink::fill).collect::<Result<_, _>>()?;
        for (path, file) in filled {
            file.map_or(Ok(()), Filled::place).map_err(|error| cannot_write(path, &error))?;
        }
        Ok(if undecided { Status::Undecided } else { Status::Yes })
    }
}

/// Spells turns as their game does if there is a space in one: in CSV a space stands
/// between two turns.
fn without_spaces(record: &mut Record) -> Result<(), Fault> {
    let Record { puzzle, .. } = &*record;
    if puzzle.line.iter().any(|turn| turn.contains(char::is_whitespace)) {
        let spelt = spelt(puzzle, position(record)?);
        record.puzzle.line = spelt.map(|puzzle| puzzle.line).map_err(|error| {
            let id = puzzle.id.escape_debug();
            Fault::Input(format!(
                "{id}: {error}: no CSV can hold a turn with a space in it that cannot be read"
            ))
        })?;
    }
    Ok(())
}

/// A file of rows, or the standard output.
struct Sink<'a> {
    path: &'a Path,
    format: Format,
    to: To<'a>,
    begun: bool,
}

enum To<'a> {
    File(WholeFile),
    Output(&'a mut Output),
}

impl<'a> Sink<'a> {
    fn create(path: &'a Path, format: Format) -> Result<Self, String> {
        let file = WholeFile::create(path).map_err(|error| cannot_write(path, &error))?;
        Ok(Self::new(path, format, To::File(file)))
    }

    fn new(path: &'a Path, format: Format, to: To<'a>) -> Self {
        Self { path, format, to, begun: false }
    }

    /// Whether nobody reads it any more.
    const fn is_closed(&self) -> bool {
        match &self.to {
            To::File(_) => false,
            To::Output(output) => output.is_closed(),
        }
    }

    /// Whether both are the same file.
    fn is_same(&self, other: &Self) -> bool {
        match (&self.to, &other.to) {
            (To::File(one), To::File(two)) => one.is_same(two),
            _ => false,
        }
    }

    fn write(
        &mut self,
        head: &Pack,
        record: &Record,
        values: Option<&[Value]>,
    ) -> Result<(), String> {
        let Record { game, rules, puzzle } = record;
        let mut text = String::new();
        if !self.begun {
            let head = Pack { game: game.clone(), rules: rules.clone(), ..head.clone() };
            text = self.format.head(&head, "");
        }
        let head = (!self.begun).then_some(head);
        text += &self.format.row(&Row { head, game, rules: rules.as_deref(), puzzle, values });
        self.begun = true;
        let written = match &mut self.to {
            To::File(file) => file.write_all(text.as_bytes()),
            To::Output(output) => output.write_all(text.as_bytes()),
        };
        written.map_err(|error| cannot_write(self.path, &error))
    }

    /// Writes out what is there; a file is still to be put in its place.
    fn fill(self) -> Result<(&'a Path, Option<Filled>), String> {
        let filled = match self.to {
            To::File(file) => file.fill().map(Some),
            // The program flushes it at its end.
            To::Output(_) => Ok(None),
        };
        Ok((self.path, filled.map_err(|error| cannot_write(self.path, &error))?))
    }
}

/// What is said if a file cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

/// What every turn of a puzzle's position leads to.
fn values(args: &Args, waiting: &Waiting) -> Option<Vec<Value>> {
    let turns = waiting.record.puzzle.turns;
    waiting.position.map(|position| position.visit(Solve { args, turns }))
}

struct Solve<'a> {
    args: &'a Args,
    turns: u32,
}

impl Visitor for Solve<'_> {
    type Output = Vec<Value>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Self::Output {
        let limits = self.args.limits.start();
        let analysis = match self.args.values.within {
            Some(turns) => analyze(&position, turns, limits, |_| {}),
            None => analyze_or_decide(&position, self.turns, limits, |_| {}),
        };
        // When the game is over there is no turn.
        analysis.map(|analysis| Value::all(&analysis)).unwrap_or_default()
    }
}
