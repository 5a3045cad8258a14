//! What was found out about the goals beside the direct win.

use std::io::{self, Write};

use tsume::game::Notation;
use tsume::solver::{Goal, Pursuit, Verdict};

use super::board::{FAINT, HEADING};
use super::solution::{keys, line, plies, turns};

/// Writes what was found out about a position; `stopped` says why the search
/// ended early, if it did.
pub fn write<G: Notation>(
    out: &mut impl Write,
    position: &G,
    goal: Goal,
    answer: &Pursuit<G>,
    stopped: &str,
) -> io::Result<()> {
    let (side, other) = (G::name(position.side()), G::name(position.side().other()));
    let reaches = match goal {
        Goal::SelfWin => format!("{side} makes {other} win"),
        _ => format!("{side} wins with the help of {other}"),
    };
    let fails = match goal {
        Goal::SelfWin => format!("{side} cannot make {other} win"),
        _ => format!("{side} cannot win with the help of {other}"),
    };
    let within = |number: &Option<u32>| match number {
        Some(number) => format!("within {}", turns(*number)),
        None => "at all".into(),
    };
    let bound = &answer.solution.bound;
    match &answer.solution.verdict {
        Verdict::Win(win) => {
            let (number, plies) = (turns(win.turns), plies(win.line.len()));
            writeln!(out, "{HEADING}{reaches} in {number}{HEADING:#} ({plies}).")?;
            if goal == Goal::Help {
                return solutions(out, position, &answer.lines);
            }
            keys(out, position, &win.keys)?;
            line(out, *position, &win.line)
        }
        Verdict::Unknown { within: found, .. } => {
            write!(out, "{HEADING}Undecided:{HEADING:#} {stopped}.")?;
            if found.is_some() {
                write!(out, " {reaches} {}, but not all solutions are known.", within(found))?;
            }
            match bound {
                None | Some(0) => writeln!(out),
                some => writeln!(out, " Proved: {fails} {}.", within(some)),
            }
        }
        Verdict::None | Verdict::Loss { .. } => {
            writeln!(out, "{HEADING}{fails}{HEADING:#} {} (proved).", within(bound))
        }
    }
}

/// Writes solutions, one a line; of a single one, what each turn does.
fn solutions<G: Notation>(
    out: &mut impl Write,
    position: &G,
    solutions: &[Vec<G::Turn>],
) -> io::Result<()> {
    if let [only] = solutions {
        return line(out, *position, only);
    }
    writeln!(out, "\n{HEADING}Solutions{HEADING:#} {FAINT}({}){FAINT:#}", solutions.len())?;
    for solution in solutions {
        let turns: Vec<_> = solution.iter().map(ToString::to_string).collect();
        writeln!(out, "  {}", turns.join("  "))?;
    }
    Ok(())
}
