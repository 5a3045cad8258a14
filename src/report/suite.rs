//! What came of checking a perft suite.

use std::fmt::{self, Display};

use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;

use super::json;

/// A count that is not what the suite says.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The line of the suite, from 1.
    pub line: usize,
    /// The column of the count, from 1.
    pub column: usize,
    pub depth: u32,
    pub method: &'static str,
    pub expected: u64,
    /// The count, unless it exceeds 64 bits.
    pub counted: Option<u64>,
    pub position: String,
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, method, expected, .. } = self;
        let counted = self.counted();
        write!(f, "depth {depth}: the suite says {expected}, {method} counts {counted}")
    }
}

impl Difference {
    fn counted(&self) -> String {
        self.counted.map_or_else(|| "more than 64 bits".to_string(), |count| count.to_string())
    }
}

/// A table of what differs.
pub fn differences(differences: &[Difference]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["line", "depth", "method", "expected", "counted", "position"]);
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    for difference in differences {
        table.add_row([
            right(difference.line.to_string()),
            right(difference.depth.to_string()),
            Cell::new(difference.method),
            right(difference.expected.to_string()),
            right(difference.counted()),
            Cell::new(&difference.position),
        ]);
    }
    table.trim_fmt()
}

/// All that is to be said of a suite.
#[derive(Serialize, Debug)]
pub struct Summary<'a> {
    pub suite: &'a str,
    pub method: &'static str,
    pub max_turns: u64,
    pub lines: usize,
    pub checked: usize,
    /// Counts above `max_turns`.
    pub left_out: usize,
    pub differences: &'a [Difference],
    /// Lines that cannot be read.
    pub errors: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    pub seconds: f64,
}

impl Summary<'_> {
    /// The summary as a line of JSON.
    pub fn json(&self) -> Vec<u8> {
        json::versioned(self)
    }
}

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |number: usize, noun: &str| match number {
            1 => format!("1 {noun}"),
            _ => format!("{number} {noun}s"),
        };
        let (lines, counts) = (plural(self.lines, "line"), plural(self.checked, "count"));
        write!(f, "{}: {lines}, {counts} checked by {}", self.suite, self.method)?;
        if self.left_out > 0 {
            write!(f, ", {} above {} left out", self.left_out, self.max_turns)?;
        }
        write!(f, "; {}", plural(self.differences.len(), "difference"))
    }
}
