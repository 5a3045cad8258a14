//! Why candidates were rejected.

use std::collections::HashMap;
use std::io::Write;

use comfy_table::{Cell, CellAlignment, Table, presets};
use tsume::game::Compose;
use tsume::generator::{DECIDED, FOUND, TOGETHER, predicates};

/// How many candidates, or puzzles of parts, each predicate rejected.
#[derive(Default)]
pub struct Tally {
    all: u64,
    rejected: HashMap<&'static str, u64>,
}

impl Tally {
    /// Counts one of them.
    pub const fn count(&mut self) {
        self.all += 1;
    }

    /// Counts one that was rejected.
    pub fn rejected(&mut self, name: &'static str) {
        *self.rejected.entry(name).or_default() += 1;
    }

    /// Tells on standard error what has become of candidates.
    pub fn tell<G: Compose>(&self) {
        let alone = predicates::<G>().map(|predicate| (predicate.name, predicate.meaning));
        self.table([FOUND, DECIDED].into_iter().chain(alone).chain(TOGETHER), "candidates");
    }

    /// Tells on standard error what has become of the puzzles of parts.
    pub fn tell_of_parts(&self) {
        self.table(TOGETHER, "puzzles of the parts");
    }

    fn table(
        &self,
        predicates: impl IntoIterator<Item = (&'static str, &'static str)>,
        what: &str,
    ) {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["predicate", "what it asks for", "rejected"]);
        for (name, meaning) in predicates {
            let rejected = self.rejected.get(name).copied().unwrap_or(0);
            let rejected = Cell::new(rejected).set_alignment(CellAlignment::Right);
            table.add_row([Cell::new(name), Cell::new(meaning), rejected]);
        }
        let kept = self.all - self.rejected.values().sum::<u64>();
        let mut out = anstream::stderr();
        let _ = writeln!(out, "{table}\n{kept} puzzles from {} {what}", self.all);
    }
}
