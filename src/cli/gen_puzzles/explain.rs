//! Why candidates were rejected.

use std::collections::HashMap;
use std::io::Write;

use comfy_table::{Cell, CellAlignment, Table, presets};
use tsume::game::Compose;
use tsume::generator::{DECIDED, FOUND, TOGETHER, predicates};

/// How many candidates each predicate rejected.
#[derive(Default)]
pub struct Tally {
    candidates: u64,
    rejected: HashMap<&'static str, u64>,
}

impl Tally {
    /// Counts a candidate.
    pub fn candidate(&mut self) {
        self.candidates += 1;
    }

    /// Counts a candidate that was rejected.
    pub fn rejected(&mut self, name: &'static str) {
        *self.rejected.entry(name).or_default() += 1;
    }

    /// Tells all of it on standard error.
    pub fn tell<G: Compose>(&self) {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["predicate", "what it asks for", "rejected"]);
        let alone = predicates::<G>().map(|predicate| (predicate.name, predicate.meaning));
        for (name, meaning) in [FOUND, DECIDED].into_iter().chain(alone).chain(TOGETHER) {
            let rejected = self.rejected.get(name).copied().unwrap_or(0);
            let rejected = Cell::new(rejected).set_alignment(CellAlignment::Right);
            table.add_row([Cell::new(name), Cell::new(meaning), rejected]);
        }
        let kept = self.candidates - self.rejected.values().sum::<u64>();
        let mut out = anstream::stderr();
        let _ = writeln!(out, "{table}\n{kept} puzzles from {} candidates", self.candidates);
    }
}
