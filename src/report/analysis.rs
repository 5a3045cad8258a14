use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Color, ContentArrangement, Table, presets};
use tsume::game::Notation;
use tsume::solver::{Analysis, Choice, Outlook};

use super::board::{FAINT, HEADING};
use super::solution::{plies, turns};

/// How wide a table may be: as wide as any terminal.
const WIDTH: u16 = 80;
/// How many spellings of a turn are listed.
const SPELLINGS: usize = 4;

/// Writes what every turn of a position leads to, of each value at most `top`
/// turns, or all; `stopped` says why the search ended early, if it did.
pub fn write<G: Notation>(
    out: &mut impl Write,
    position: &G,
    analysis: &Analysis<G>,
    top: Option<usize>,
    stopped: &str,
) -> io::Result<()> {
    summary(out, position, analysis, stopped)?;
    let nothing = |outlook| matches!(outlook, Outlook::Open | Outlook::Unknown { .. });
    if top.is_some() && analysis.choices.iter().all(|choice| nothing(choice.outlook)) {
        // There is nothing to choose between.
        return Ok(());
    }
    let top = top.unwrap_or(usize::MAX);
    let mut table = table();
    table.set_header([
        Cell::new("turn"),
        Cell::new("value"),
        Cell::new("plies").set_alignment(CellAlignment::Right),
        Cell::new("reply"),
    ]);
    let same = |one: &Choice<G>, two: &Choice<G>| label(one.outlook) == label(two.outlook);
    for group in analysis.choices.chunk_by(same) {
        let shown = if group.len() > top { top } else { group.len() };
        for choice in &group[..shown] {
            table.add_row(row(choice));
        }
        if group.len() > shown {
            let more = format!("… {} more", group.len() - shown);
            table.add_row([Cell::new(more), value(group[0].outlook)]);
        }
    }
    writeln!(out, "\n{}", table.trim_fmt())
}

/// A table that fits into any terminal, with colours in its cells.
pub fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).enforce_styling().style_text_only();
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table
}

/// The value of the position, and how many turns have which.
fn summary<G: Notation>(
    out: &mut impl Write,
    position: &G,
    analysis: &Analysis<G>,
    stopped: &str,
) -> io::Result<()> {
    let (side, other) = (G::name(position.side()), G::name(position.side().other()));
    let held = |held: Option<u32>| held.map_or_else(|| "…".into(), |held| plies(held as usize));
    match analysis.outlook {
        Outlook::Win { turns: number, plies } => {
            writeln!(out, "{HEADING}{side} wins in {}{HEADING:#} ({}).", turns(number), held(plies))
        }
        Outlook::Loss { turns: 0, .. } => {
            writeln!(out, "{HEADING}{side} loses at once{HEADING:#}.")
        }
        Outlook::Loss { turns: number, plies } => {
            let number = turns(number);
            let plies = held(plies);
            write!(out, "{HEADING}{side} loses in {number}{HEADING:#} of {other}'s, ")?;
            writeln!(out, "and can hold out for {plies}.")
        }
        Outlook::Open => {
            let bound = turns(analysis.bound.unwrap_or(0));
            writeln!(out, "{HEADING}Open{HEADING:#}: neither side wins within {bound} (proved).")
        }
        Outlook::Unknown { win_from, loss_from } => {
            writeln!(out, "{HEADING}Undecided:{HEADING:#} {stopped}.")?;
            let [win, loss] = [win_from, loss_from].map(|from| turns(from.saturating_sub(1)));
            match analysis.win_within().map(turns) {
                Some(within) => {
                    writeln!(out, "Proved: {side} wins within {within}, perhaps faster.")
                }
                None => {
                    writeln!(
                        out,
                        "Proved: {side} does not win within {win}, {other} not within {loss}."
                    )
                }
            }
        }
    }?;
    let known = !matches!(analysis.outlook, Outlook::Unknown { .. });
    if known && !analysis.is_complete() {
        writeln!(out, "{HEADING}Undecided{HEADING:#} in part: {stopped}.")?;
    }
    let choices = &analysis.choices;
    let count = |is: fn(Outlook) -> bool| choices.iter().filter(|c| is(c.outlook)).count();
    // Where it has not been said yet.
    let open = match (analysis.outlook, analysis.bound) {
        (Outlook::Open, _) | (_, None) => "open".into(),
        (_, Some(bound)) => format!("open within {}", turns(bound)),
    };
    let counts = [
        (count(|outlook| matches!(outlook, Outlook::Win { .. })), "win"),
        (count(|outlook| outlook == Outlook::Open), &open),
        (count(|outlook| matches!(outlook, Outlook::Unknown { .. })), "unknown"),
        (count(|outlook| matches!(outlook, Outlook::Loss { .. })), "lose"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> = counts.map(|(count, what)| format!("{count} {what}")).collect();
    let number = choices.iter().map(|choice| choice.turns.len() as u32).sum();
    let to = if choices.len() == 1 { "position" } else { "positions" };
    let (number, counts) = (turns(number), counts.join(", "));
    writeln!(out, "{FAINT}{number} to {} {to}: {counts}.{FAINT:#}", choices.len())
}

fn row<G: Notation>(choice: &Choice<G>) -> Vec<Cell> {
    let Choice { turns, outlook, line, .. } = choice;
    let mut spellings: Vec<_> = turns.iter().take(SPELLINGS).map(ToString::to_string).collect();
    if turns.len() > SPELLINGS {
        spellings.push(format!("{} more", turns.len() - SPELLINGS));
    }
    let (plies, reply) = match outlook {
        Outlook::Win { plies, .. } | Outlook::Loss { plies, .. } => {
            let reply = line.first().map(ToString::to_string);
            (plies.map_or_else(|| "…".into(), |plies| plies.to_string()), reply.unwrap_or_default())
        }
        Outlook::Open => (String::new(), String::new()),
        Outlook::Unknown { win_from, loss_from } => {
            let [win, loss] = [win_from, loss_from].map(|from| from.saturating_sub(1));
            (String::new(), format!("no win within {win}, no loss within {loss}"))
        }
    };
    let plies = Cell::new(plies).set_alignment(CellAlignment::Right);
    vec![Cell::new(spellings.join(" = ")), value(*outlook), plies, Cell::new(reply)]
}

/// The same, in its colour.
pub fn value(outlook: Outlook) -> Cell {
    let cell = Cell::new(label(outlook));
    match outlook {
        Outlook::Win { .. } => cell.fg(Color::Green),
        Outlook::Loss { .. } => cell.fg(Color::Red),
        Outlook::Open => cell,
        Outlook::Unknown { .. } => cell.fg(Color::Yellow),
    }
}

/// What a turn leads to, in words.
pub fn label(outlook: Outlook) -> String {
    match outlook {
        Outlook::Win { turns, .. } => format!("wins in {turns}"),
        Outlook::Loss { turns: 0, .. } => "loses at once".into(),
        Outlook::Loss { turns, .. } => format!("loses in {turns}"),
        Outlook::Open => "open".into(),
        Outlook::Unknown { .. } => "unknown".into(),
    }
}
