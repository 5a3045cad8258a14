//! What came of validating: one line of JSON a file, and the closing tables.

use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;
use tsume::puzzle::Severity;

/// What was found in one file.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub errors: usize,
    pub warnings: usize,
    pub undecided: usize,
}

impl Tally {
    /// Counts a diagnostic.
    pub fn add(&mut self, severity: Severity) {
        *match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Undecided => &mut self.undecided,
        } += 1;
    }
}

/// What a file is, and what was counted in it.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    /// A pack; `solved` puzzles were solved or known to the cache.
    Pack { puzzles: usize, solved: usize },
    /// A perft suite.
    Suite { lines: usize, counts: usize, left_out: usize },
    /// A win certificate, and how many turns and positions it has if it is
    /// right.
    Certificate { turns: Option<u32>, positions: Option<usize> },
}

/// A file that has been checked.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Report {
    #[serde(skip)]
    pub file: String,
    #[serde(flatten)]
    pub kind: Kind,
    #[serde(flatten)]
    pub tally: Tally,
    /// Whether it has been written anew.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// A table of each kind of file, their names written by `name`; if only a sample
/// of the puzzles was to be solved, with how many were.
pub fn summary(reports: &[Report], is_sample: bool, name: fn(&str) -> String) -> String {
    let named = |report| (named(report, name), report);
    let reports: &[(String, &Report)] = &reports.iter().map(named).collect::<Vec<_>>();
    let packs = match is_sample {
        true => table(reports, ["pack", "puzzles", "solved"], |kind| match kind {
            Kind::Pack { puzzles, solved } => Some([puzzles, solved].map(Some)),
            _ => None,
        }),
        false => table(reports, ["pack", "puzzles"], |kind| match kind {
            Kind::Pack { puzzles, .. } => Some([Some(puzzles)]),
            _ => None,
        }),
    };
    let suites = table(reports, ["suite", "lines", "counts", "left out"], |kind| match kind {
        Kind::Suite { lines, counts, left_out } => Some([lines, counts, left_out].map(Some)),
        _ => None,
    });
    let certificates = table(reports, ["certificate", "turns", "positions"], |kind| match kind {
        Kind::Certificate { turns, positions } => {
            Some([turns.map(|turns| turns as usize), positions])
        }
        _ => None,
    });
    [packs, suites, certificates].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// The name of a file, and whether its numbers are all.
fn named(report: &Report, name: fn(&str) -> String) -> String {
    let end = if report.interrupted { " (interrupted)" } else { "" };
    name(&report.file) + end
}

/// A table of the files of one kind, if there are any, with a total of several.
fn table<const N: usize, const M: usize>(
    reports: &[(String, &Report)],
    header: [&str; M],
    numbers: impl Fn(Kind) -> Option<[Option<usize>; N]>,
) -> Option<String> {
    let row = |(name, report): &(String, &Report)| {
        let Tally { errors, warnings, undecided } = report.tally;
        let found = [errors, warnings, undecided].map(Some);
        Some((name.clone(), numbers(report.kind)?.into_iter().chain(found).collect()))
    };
    let mut rows: Vec<(String, Vec<Option<usize>>)> = reports.iter().filter_map(row).collect();
    if rows.len() > 1 {
        // Turns of different puzzles do not add up to anything.
        let adds_up = |column: &usize| header.get(column + 1) != Some(&"turns");
        let sum = |column: usize| {
            let numbers = rows.iter().filter_map(|(_, numbers)| numbers[column]);
            adds_up(&column).then(|| numbers.sum())
        };
        rows.push(("total".into(), (0..N + 3).map(sum).collect()));
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header.into_iter().chain(["errors", "warnings", "undecided"]));
    let right = |number: Option<usize>| {
        let text = number.map(|number| number.to_string()).unwrap_or_default();
        Cell::new(text).set_alignment(CellAlignment::Right)
    };
    for (name, numbers) in &rows {
        table.add_row(
            [Cell::new(name)].into_iter().chain(numbers.iter().map(|number| right(*number))),
        );
    }
    (!rows.is_empty()).then(|| table.trim_fmt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_whole_is_marked() {
        let kind = Kind::Pack { puzzles: 3, solved: 2 };
        let tally = Tally::default();
        let report = Report { file: "a".into(), kind, tally, fixed: false, interrupted: true };
        let table = summary(&[report], false, |name| format!("<{name}>"));
        assert!(table.contains("\n <a> (interrupted)        3       0 "), "{table}");
    }
}
