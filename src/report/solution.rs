use std::io::{self, Write};

use tsume::game::Notation;
use tsume::solver::{Key, Solution, Verdict, Win};

use super::board::{FAINT, HEADING};

/// Writes what was found out about a position.
pub fn write<G: Notation>(
    out: &mut impl Write,
    position: &G,
    solution: &Solution<G>,
) -> io::Result<()> {
    let side = G::name(position.side());
    let bound = turns(solution.bound);
    match &solution.verdict {
        Verdict::Win(win) => {
            let (number, plies) = (turns(win.turns), win.line.len());
            let s = if plies == 1 { "y" } else { "ies" };
            writeln!(out, "{HEADING}{side} wins in {number}{HEADING:#} ({plies} pl{s}).")?;
            keys(out, position, &win.keys)?;
            line(out, *position, win)
        }
        Verdict::None => {
            writeln!(out, "{HEADING}No forced win{HEADING:#} for {side} within {bound} (proved).")
        }
        Verdict::Unknown { win_within } => {
            write!(out, "{HEADING}Undecided:{HEADING:#} a limit was reached; ")?;
            if let Some(within) = win_within {
                let within = turns(*within);
                write!(out, "{side} wins in {within}, but not all keys are known; ")?;
            }
            match solution.bound {
                0 => writeln!(out, "nothing shorter is proved."),
                _ => writeln!(out, "proved: no forced win for {side} within {bound}."),
            }
        }
    }
}

/// A number of turns in words.
fn turns(number: u32) -> String {
    format!("{number} turn{}", if number == 1 { "" } else { "s" })
}

fn keys<G: Notation>(out: &mut impl Write, position: &G, keys: &[Key<G>]) -> io::Result<()> {
    match keys.len() {
        1 => writeln!(out, "\n{HEADING}Key{HEADING:#} {FAINT}(unique){FAINT:#}")?,
        count => writeln!(out, "\n{HEADING}Keys{HEADING:#} {FAINT}({count}: cooked){FAINT:#}")?,
    }
    for key in keys {
        let spellings: Vec<_> = key.turns.iter().map(ToString::to_string).collect();
        let text = spellings.join(" = ");
        write_turn(out, &text, &position.describe(key.turns[0]))?;
    }
    Ok(())
}

fn line<G: Notation>(out: &mut impl Write, mut position: G, win: &Win<G>) -> io::Result<()> {
    writeln!(out, "\n{HEADING}Line{HEADING:#}")?;
    let attacker = position.side();
    let mut number = 0;
    for &turn in &win.line {
        let name = G::name(position.side());
        if position.side() == attacker {
            number += 1;
            write!(out, "  {number:>2}. {name:<6}")?;
        } else {
            write!(out, "      {name:<6}")?;
        }
        write_turn(out, &turn.to_string(), &position.describe(turn))?;
        position = position.play_unchecked(turn);
    }
    if let Some(verdict) = position.verdict() {
        writeln!(out, "      {verdict}.")?;
    }
    Ok(())
}

fn write_turn(out: &mut impl Write, turn: &str, remark: &str) -> io::Result<()> {
    match remark {
        "" => writeln!(out, "  {turn}"),
        _ => writeln!(out, "  {turn}  {FAINT}{remark}{FAINT:#}"),
    }
}
