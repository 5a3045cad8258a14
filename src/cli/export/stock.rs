//! The puzzles of several files side by side: no id twice, and, merged, no position.

use std::collections::HashMap;

use tsume::export::{Record, Twins};
use tsume::games::{AnyPosition, Choice};

use super::super::remark;
use super::inputs::Fault;

/// What has been taken so far.
pub struct Stock {
    merge: bool,
    /// The file that an id is from.
    ids: HashMap<String, String>,
    twins: Twins,
    left_out: u64,
    renamed: u64,
}

/// How many puzzles of a kind are told of one by one.
const TOLD: u64 = 10;

impl Stock {
    /// Nothing has been taken; with `merge`, puzzles that are the same up to symmetry
    /// are taken once.
    pub fn new(merge: bool) -> Self {
        let (ids, twins) = (HashMap::new(), Twins::default());
        Self { merge, ids, twins, left_out: 0, renamed: 0 }
    }

    /// Takes a puzzle from a file, if it is to be taken: perhaps under another id.
    pub fn take(&mut self, file: &str, mut record: Record) -> Result<Option<Record>, Fault> {
        if self.merge {
            let (puzzle, position) = (&record.puzzle, position(&record)?);
            if let Some(twin) = self.twins.add(&puzzle.id, position, puzzle.goal) {
                self.left_out += 1;
                if self.left_out <= TOLD {
                    let id = &puzzle.id;
                    remark(format!("{file}: {id}: left out: it is {twin}, up to symmetry"));
                }
                return Ok(None);
            }
        }
        let id = &record.puzzle.id;
        if let Some(other) = self.ids.get(id) {
            if !self.merge {
                let id = id.escape_debug();
                return Err(Fault::Input(format!(
                    "{id}: {other} has a puzzle with this id too: \
                     change one of them, or let --merge give the second another"
                )));
            }
            let free = |id: &String| !self.ids.contains_key(id);
            let new = (2..).map(|n: u64| format!("{id}-{n}")).find(free).unwrap_or_default();
            self.renamed += 1;
            if self.renamed <= TOLD {
                remark(format!("{file}: {id}: now {new}, as {other} has a puzzle with this id"));
            }
            record.puzzle.id = new;
        }
        self.ids.insert(record.puzzle.id.clone(), file.into());
        Ok(Some(record))
    }

    /// Says what has become of the puzzles that nothing was said of.
    pub fn tell(&self) {
        for (count, what) in [(self.left_out, "left out"), (self.renamed, "given another id")] {
            if count > TOLD {
                remark(format!("{count} puzzles were {what}, {} more than told", count - TOLD));
            }
        }
    }
}

/// The position of a puzzle.
pub fn position(record: &Record) -> Result<AnyPosition, Fault> {
    let at = |error: &dyn ToString| {
        let id = record.puzzle.id.escape_debug();
        Fault::Input(format!("{id}: position: {}", error.to_string()))
    };
    let choice = Choice::new(Some(&record.game), record.rules.as_deref());
    let choice = choice.map_err(|error| at(&error))?;
    choice.parse(&record.puzzle.position).map_err(|error| at(&error))
}

/// Whether all puzzles are of one game and ruleset.
#[derive(Default)]
pub struct OneGame(Option<(String, Option<String>)>);

impl OneGame {
    /// Complains of a puzzle that is of another game than those before it.
    pub fn check(&mut self, record: &Record) -> Result<(), Fault> {
        let Record { game, rules, puzzle } = record;
        let (first, ruleset) = self.0.get_or_insert_with(|| (game.clone(), rules.clone()));
        match (&*first, &*ruleset) == (game, rules) {
            true => Ok(()),
            false => Err(Fault::Input(format!(
                "{}: it is of another game or ruleset than the puzzles before it",
                puzzle.id.escape_debug()
            ))),
        }
    }
}
