//! Why candidates were rejected.

use std::collections::HashMap;
use std::io::Write;

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use tsume::game::Compose;
use tsume::generator::{DECIDED, FOUND, TOGETHER, predicates};

use super::super::counted;

/// How wide the table is at most.
const WIDTH: u16 = 80;

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

    /// Tells on standard error what has become of candidates: of those of this run
    /// alone, if it was `resumed`.
    pub fn tell<G: Compose>(&self, resumed: bool) {
        let alone = predicates::<G>().map(|predicate| (predicate.name, predicate.meaning));
        let all = [FOUND, DECIDED].into_iter().chain(alone).chain(TOGETHER);
        self.table(all, "candidate", if resumed { " since the run was resumed" } else { "" });
    }

    /// Tells on standard error what has become of the puzzles of parts.
    pub fn tell_of_parts(&self) {
        self.table(TOGETHER, "puzzle", " of the parts");
    }

    fn table(
        &self,
        predicates: impl IntoIterator<Item = (&'static str, &'static str)>,
        judged: &str,
        which: &str,
    ) {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
        table.set_header(["predicate", "what it asks for", "rejected"]);
        let number = |number: u64| Cell::new(number).set_alignment(CellAlignment::Right);
        let mut idle = Vec::new();
        for (name, meaning) in predicates {
            let Some(rejected) = self.rejected.get(name) else {
                idle.push(name);
                continue;
            };
            table.add_row([Cell::new(name), Cell::new(meaning), number(*rejected)]);
        }
        if !idle.is_empty() {
            table.add_row([Cell::new("others"), Cell::new(idle.join(", ")), number(0)]);
        }
        let kept = self.all - self.rejected.values().sum::<u64>();
        let mut out = anstream::stderr();
        let (kept, all) = (counted(kept, "puzzle"), counted(self.all, judged));
        let _ = writeln!(out, "{table}\n{kept} from {all}{which}");
    }
}
