//! What comparing with another program has found.

use std::fmt::{self, Display, Formatter};

use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;
use tsume::game::Notation;
use tsume::perft::against::{Comparison, Counts, Finding, Kind, Listing, Outcome, Program};

use super::board::{Board, FAINT, HEADING, Look};
use super::json::Subject;

/// The counts of both sides, depth by depth.
pub fn counts(counts: &[Counts]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    table.add_row(["depth", "turns", "theirs", ""].map(|name| right(name.into())));
    for &Counts { depth, ours, theirs } in counts {
        let differs = if ours == theirs { "" } else { "differs" };
        let [depth, ours, theirs] = [depth.into(), ours, theirs].map(|n| right(n.to_string()));
        table.add_row([depth, ours, theirs, Cell::new(differs)]);
    }
    table.trim_fmt()
}

/// A finding in full, for people.
pub struct Found<'a, G: Notation> {
    pub finding: &'a Finding<G>,
    pub program: &'a Program,
    pub look: Look,
}

/// So many turns of a list are shown.
const MOST_TURNS: usize = 20;

impl<G: Notation> Display for Found<'_, G> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Finding { path, position, kind, diagnoses, question } = self.finding;
        for diagnosis in diagnoses {
            writeln!(f, "{HEADING}{}{HEADING:#}", sentence(diagnosis))?;
        }
        writeln!(f, "\n{}{}\n", what(kind), after(path))?;
        writeln!(f, "{FAINT}{position}{FAINT:#}\n\n{}", Board::new(position, self.look))?;
        match kind {
            Kind::Turns(listing) => write_listing(f, position, listing)?,
            Kind::Played { turn, later, listing } => {
                writeln!(f, "played: {}", described(position, *turn))?;
                let mut at = position.play_unchecked(*turn);
                for &turn in later {
                    writeln!(f, "then:   {turn}")?;
                    at = at.play_unchecked(turn);
                }
                writeln!(f, "which leads to {FAINT}{at}{FAINT:#}\n")?;
                write_listing(f, &at, listing)?;
            }
            Kind::Count { turn, depth, ours, theirs, added } => {
                writeln!(f, "turn:   {}", described(position, *turn))?;
                writeln!(f, "count at depth {depth}: {theirs}, where {ours} is right")?;
                if let Some(added) = added {
                    writeln!(f, "asked after the turn, the program itself lists {added}")?;
                }
                writeln!(f)?;
            }
            Kind::Total { depth, sum, total } => {
                writeln!(f, "total at depth {depth}: {total}, where the sum is {sum}\n")?;
            }
        }
        writeln!(f, "To see it: {}", self.program.call(question))
    }
}

/// What is wrong, in a few words.
const fn what<G: Notation>(kind: &Kind<G>) -> &'static str {
    match kind {
        Kind::Turns(_) => "The turns differ",
        Kind::Played { .. } => "A turn is played wrongly",
        Kind::Count { .. } => "The count below a turn differs",
        Kind::Total { .. } => "The total is not the sum",
    }
}

fn after<T: Display>(path: &[T]) -> String {
    match path {
        [] => " in this position:".into(),
        path => {
            let turns: Vec<_> = path.iter().map(ToString::to_string).collect();
            format!(" after {}:", turns.join(" "))
        }
    }
}

/// A turn and what it does.
fn described<G: Notation>(position: &G, turn: G::Turn) -> String {
    match position.describe(turn) {
        empty if empty.is_empty() => turn.to_string(),
        what => format!("{turn}  {what}"),
    }
}

fn write_listing<G: Notation>(
    f: &mut Formatter<'_>,
    position: &G,
    listing: &Listing<G>,
) -> fmt::Result {
    let turns = |turns: &[G::Turn]| -> Vec<[String; 2]> {
        turns.iter().map(|&turn| [turn.to_string(), position.describe(turn)]).collect()
    };
    let extra = listing.extra.iter().map(|extra| [extra.token.clone(), extra.rule.clone()]);
    for (name, rows) in [
        ("missing", turns(&listing.missing)),
        ("extra", extra.collect()),
        ("listed more than once", turns(&listing.repeated)),
    ] {
        if rows.is_empty() {
            continue;
        }
        writeln!(f, "{HEADING}{name}: {}{HEADING:#}", rows.len())?;
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.add_rows(rows.iter().take(MOST_TURNS));
        writeln!(f, "{}", table.trim_fmt())?;
        if let Some(more @ 1..) = rows.len().checked_sub(MOST_TURNS) {
            writeln!(f, " … and {more} more; --format json lists all")?;
        }
        writeln!(f)?;
    }
    Ok(())
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), characters.as_str())
}

/// How many comparisons ended in which way.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub agree: usize,
    pub differ: usize,
    pub failed: usize,
    pub timed_out: usize,
}

/// The tally of many positions, and what was found how often and where first.
pub fn summary(tally: Tally, findings: &[(String, usize, String)]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    let Tally { agree, differ, failed, timed_out } = tally;
    table.add_row(["positions", "agree", "differ", "failed", "timed out"]);
    let sum = agree + differ + failed + timed_out;
    table.add_row([sum, agree, differ, failed, timed_out].map(|n| right(n.to_string())));
    let mut text = table.trim_fmt();
    for (what, count, first) in findings {
        let s = if *count == 1 { "" } else { "s" };
        text += &format!("\n\n {count} position{s}: {what}\n the first: {first}");
    }
    text
}

/// The result of a comparison.
#[derive(Serialize, Debug)]
pub struct Compared {
    #[serde(flatten)]
    subject: Subject,
    against: String,
    verdict: &'static str,
    counts: Vec<Compare>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize, Debug)]
struct Compare {
    depth: u32,
    turns: u64,
    theirs: u64,
}

#[derive(Serialize, Debug)]
struct Value {
    kind: &'static str,
    path: Vec<String>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    missing: Vec<String>,
    extra: Vec<Extra>,
    repeated: Vec<String>,
    diagnoses: Vec<String>,
    call: String,
}

#[derive(Serialize, Debug)]
struct Extra {
    turn: String,
    rule: String,
}

impl Compared {
    /// `verdict` and `error` are what there is to say where nothing was found.
    pub fn new<G: Notation, E>(
        subject: Subject,
        (command, program): (&str, &Program),
        comparison: &Comparison<G, E>,
        (verdict, error): (&'static str, Option<String>),
    ) -> Self {
        let compare =
            |&Counts { depth, ours, theirs }: &Counts| Compare { depth, turns: ours, theirs };
        Self {
            subject,
            against: command.into(),
            verdict,
            counts: comparison.counts.iter().map(compare).collect(),
            finding: match &comparison.outcome {
                Outcome::Differs(finding) => Some(Value::new(finding, program)),
                Outcome::Agrees | Outcome::Failed(_) => None,
            },
            error,
        }
    }
}

impl Value {
    fn new<G: Notation>(finding: &Finding<G>, program: &Program) -> Self {
        let written = |turns: &[G::Turn]| turns.iter().map(ToString::to_string).collect();
        let (kind, turn, listing) = match &finding.kind {
            Kind::Turns(listing) => ("turns", None, Some(listing)),
            Kind::Played { turn, listing, .. } => ("played", Some(turn), Some(listing)),
            Kind::Count { turn, .. } => ("count", Some(turn), None),
            Kind::Total { .. } => ("total", None, None),
        };
        let extra = listing.map(|listing| listing.extra.iter()).into_iter().flatten();
        Self {
            kind,
            path: written(&finding.path),
            position: finding.position.to_string(),
            turn: turn.map(ToString::to_string),
            missing: listing.map_or_else(Vec::new, |listing| written(&listing.missing)),
            extra: extra
                .map(|extra| Extra { turn: extra.token.clone(), rule: extra.rule.clone() })
                .collect(),
            repeated: listing.map_or_else(Vec::new, |listing| written(&listing.repeated)),
            diagnoses: finding.diagnoses.clone(),
            call: program.call(&finding.question),
        }
    }
}
