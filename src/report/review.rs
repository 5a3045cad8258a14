use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment};
use tsume::game::{Notation, Record};
use tsume::solver::{Mistake, Moment, Outlook, Review};

use super::analysis::{label, table, value};
use super::board::{FAINT, HEADING};
use super::solution::turns;

/// Writes what is known of the turns of a game: of those that were mistakes, or
/// of `all`; `stopped` says why the search ended early, if it did.
pub fn write<G: Notation>(
    out: &mut impl Write,
    record: &Record<G>,
    review: &Review<G>,
    all: bool,
    stopped: &str,
) -> io::Result<()> {
    decided(out, record, review)?;
    if !review.is_complete() {
        writeln!(out, "{HEADING}Undecided{HEADING:#} in part: {stopped}.")?;
    }
    let number = turns(review.moments.len() as u32);
    writeln!(out, "{FAINT}{number}: {}.{FAINT:#}", summary(review))?;
    let mut table = table();
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    table.set_header([
        right("turn".into()),
        Cell::new("side"),
        Cell::new("played"),
        Cell::new("before"),
        Cell::new("after"),
        Cell::new("better"),
    ]);
    let shown = |moment: &Moment<G>| all || moment.mistake.is_some();
    for (number, moment) in (1..).zip(&review.moments).filter(|(_, moment)| shown(moment)) {
        let better = moment.better.map(|turn| turn.to_string()).unwrap_or_default();
        table.add_row([
            right(number.to_string()),
            Cell::new(G::name(moment.position.side())),
            Cell::new(moment.turn),
            value(moment.before),
            value(moment.after),
            Cell::new(better),
        ]);
    }
    if table.is_empty() { Ok(()) } else { writeln!(out, "\n{}", table.trim_fmt()) }
}

/// How the game ends, and from where on it was decided.
fn decided<G: Notation>(
    out: &mut impl Write,
    record: &Record<G>,
    review: &Review<G>,
) -> io::Result<()> {
    let end = record.last();
    let outcome = match end.verdict() {
        Some(verdict) => verdict,
        None => format!("At the end {}", expects(&end, review.end, review.bound)),
    };
    writeln!(out, "{HEADING}{outcome}{HEADING:#}.")?;
    match review.decided {
        Some(decided) if decided.after < review.moments.len() => {
            let moment = &review.moments[decided.after];
            let (from, before) = (decided.after + 1, moment.before);
            let outlook = expects(&moment.position, before, review.bound);
            writeln!(out, "Decided from turn {from} on: {outlook}.")?;
        }
        _ => {}
    }
    match record.winner {
        Some(winner) if end.outcome() != Some(winner) && record.fault.is_none() => {
            writeln!(out, "The log says that {} has won.", G::name(winner))
        }
        _ => Ok(()),
    }
}

/// What the side to move is to expect, in words.
fn expects<G: Notation>(position: &G, outlook: Outlook, bound: Option<u32>) -> String {
    let (side, other) = (G::name(position.side()), G::name(position.side().other()));
    match outlook {
        Outlook::Win { turns: number, .. } => format!("{side} wins in {}", turns(number)),
        Outlook::Loss { turns: number @ 1.., .. } => {
            format!("{side} loses in {} of {other}'s", turns(number))
        }
        Outlook::Open => format!("{side} neither wins nor loses by force{}", within(bound)),
        _ => format!("{side} {}", label(outlook)),
    }
}

/// Up to where a statement holds, if not without a bound.
fn within(bound: Option<u32>) -> String {
    bound.map(|bound| format!(" within {}", turns(bound))).unwrap_or_default()
}

/// How many mistakes there are of each kind.
fn summary<G: Notation>(review: &Review<G>) -> String {
    let kinds = [
        (Mistake::MissedWin, ["win missed", "wins missed"]),
        (Mistake::SlowerWin, ["win put off", "wins put off"]),
        (Mistake::AllowedLoss, ["loss allowed", "losses allowed"]),
        (Mistake::FasterLoss, ["loss hastened", "losses hastened"]),
    ];
    let counts = kinds.iter().filter_map(|(kind, [one, many])| {
        let is = |moment: &&Moment<G>| moment.mistake == Some(*kind);
        match review.moments.iter().filter(is).count() {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        }
    });
    let counts: Vec<_> = counts.collect();
    let within = within(review.bound);
    match counts.is_empty() {
        true if review.is_complete() => format!("no win missed and no loss allowed{within}"),
        true => "no mistake was found".into(),
        false if within.is_empty() => counts.join(", "),
        false => format!("{} ({})", counts.join(", "), within.trim_start()),
    }
}
