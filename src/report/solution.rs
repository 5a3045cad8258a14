use std::io::{self, Write};

use tsume::game::Notation;
use tsume::solver::{Key, Solution, Verdict};

use super::board::{FAINT, HEADING};
use super::json::Certificate;

/// Writes what was found out about a position, of a loss with or without the
/// `line`; `stopped` says why the search ended early, if it did.
pub fn write<G: Notation>(
    out: &mut impl Write,
    position: &G,
    solution: &Solution<G>,
    stopped: &str,
    with_line: bool,
) -> io::Result<()> {
    let side = G::name(position.side());
    let bound = |bound: Option<u32>| turns(bound.unwrap_or(0));
    match &solution.verdict {
        Verdict::Win(win) => {
            let (number, plies) = (turns(win.turns), plies(win.line.len()));
            writeln!(out, "{HEADING}{side} wins in {number}{HEADING:#} ({plies}).")?;
            keys(out, position, &win.keys)?;
            line(out, *position, &win.line)
        }
        Verdict::None => {
            let bound = bound(solution.bound);
            writeln!(out, "{HEADING}No forced win{HEADING:#} for {side} within {bound} (proved).")?;
            let other = G::name(position.side().other());
            match loses_in_one(position) {
                true => {
                    writeln!(out, "{other} wins after any turn, at once: see `tsume analyze`.")
                }
                false => Ok(()),
            }
        }
        Verdict::Loss { line: moves } => {
            let plies = plies(moves.len());
            writeln!(out, "{HEADING}{side} loses{HEADING:#}, and can hold out for {plies}.")?;
            if with_line { line(out, *position, moves) } else { Ok(()) }
        }
        Verdict::Unknown { winner, within } => {
            write!(out, "{HEADING}Undecided:{HEADING:#} {stopped}.")?;
            match (winner, within) {
                (Some(_), Some(within)) => {
                    let open = match solution.bound {
                        Some(bound) if bound + 1 < *within => "how much faster is possible is open",
                        _ => "not all keys are known",
                    };
                    write!(out, " {side} wins within {}, but {open}.", turns(*within))?;
                }
                (Some(winner), None) => {
                    let winner = G::name(*winner);
                    write!(out, " {winner} wins, but how fast is not known.")?;
                }
                _ => {}
            }
            match solution.bound {
                None | Some(0) => writeln!(out),
                some => writeln!(out, " Proved: no forced win for {side} within {}.", bound(some)),
            }
        }
    }
}

/// Whether the opponent wins at once, whatever is played.
fn loses_in_one<G: Notation>(position: &G) -> bool {
    let other = position.side().other();
    position.turns().into_iter().all(|turn| {
        let child = position.play_unchecked(turn);
        match child.outcome() {
            Some(winner) => winner == other,
            None => child.side() == other && child.wins_now(),
        }
    })
}

/// Writes that there is a certificate, and where.
pub fn certificate(out: &mut impl Write, certificate: &Certificate) -> io::Result<()> {
    let Certificate { file, positions } = certificate;
    let noun = if *positions == 1 { "position" } else { "positions" };
    writeln!(out, "\n{HEADING}Certificate{HEADING:#}\n  {file}  {FAINT}{positions} {noun}{FAINT:#}")
}

/// A number of plies in words.
pub fn plies(number: usize) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

/// A number of turns in words.
pub fn turns(number: u32) -> String {
    format!("{number} turn{}", if number == 1 { "" } else { "s" })
}

pub(super) fn keys<G: Notation>(
    out: &mut impl Write,
    position: &G,
    keys: &[Key<G>],
) -> io::Result<()> {
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

pub(super) fn line<G: Notation>(
    out: &mut impl Write,
    mut position: G,
    line: &[G::Turn],
) -> io::Result<()> {
    writeln!(out, "\n{HEADING}Line{HEADING:#}")?;
    let attacker = position.side();
    let mut number = 0;
    for &turn in line {
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

pub(super) fn write_turn(out: &mut impl Write, turn: &str, remark: &str) -> io::Result<()> {
    match remark {
        "" => writeln!(out, "  {turn}"),
        _ => writeln!(out, "  {turn}  {FAINT}{remark}{FAINT:#}"),
    }
}
