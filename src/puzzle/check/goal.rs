//! Puzzles that ask for something else than a direct win.

use std::fmt::Display;

use super::rules::{self, Played};
use super::solution::{key, not_shortest, plural, unsolved};
use super::{Code, Entry, Finding, Place, Solved};
use crate::game::Themed;
use crate::solver::{Goal, Limits, Pursuit, Stopped, Verdict, Win, selfwin_slip};

/// Solves a puzzle with this goal, which is not a direct win, and compares what
/// it states with what is true.
pub(super) fn check<G: Themed>(
    position: &G,
    entry: &Entry,
    played: &Played<G>,
    goal: Goal,
    limits: Limits<'_>,
) -> Solved {
    let mut findings = Vec::new();
    if let Some(stated) = entry.turns.as_ref().map(|turns| turns.value)
        && let Ok(found) = goal.solve(position, Some(stated), stated, limits)
    {
        match win(&found, goal, stated) {
            Ok(win) => {
                findings.extend(beginning(position, entry, stated, win, &found.lines));
                // A line of the wrong length is wrong all along: once is enough.
                if win.turns == stated {
                    let asked = (goal, stated);
                    findings.extend(slip(position, asked, &found.lines, &played.turns, limits));
                }
            }
            Err(finding) => findings.push(finding),
        }
    }
    Solved { findings, description: None }
}

/// The solution that was found within so many turns.
fn win<G: Themed>(found: &Pursuit<G>, goal: Goal, turns: u32) -> Result<&Win<G>, Finding> {
    match &found.solution.verdict {
        Verdict::Win(win) => Ok(win),
        Verdict::Unknown { .. } => Err(unsolved("a limit was reached".into())),
        Verdict::None | Verdict::Loss { .. } => {
            let within = plural(turns);
            let message = match goal {
                Goal::SelfWin => format!("the opponent cannot be made to win within {within}"),
                Goal::Win | Goal::Help => {
                    format!("there is no win with the opponent's help within {within}")
                }
            };
            let help = format!("`tsume solve --goal {goal} --in N` looks further");
            Err(Finding::new(Code::NoWin, Place::Turns, message).help(help))
        }
    }
}

/// Compares number of turns and key.
fn beginning<G: Themed>(
    position: &G,
    entry: &Entry,
    stated: u32,
    win: &Win<G>,
    lines: &[Vec<G::Turn>],
) -> impl Iterator<Item = Finding> {
    let turns = (win.turns < stated).then(|| not_shortest(win, stated));
    let stated = entry.key.as_ref();
    let key = stated.and_then(|stated| key(position, &stated.value, win).or_else(|| fork(lines)));
    turns.into_iter().chain(key)
}

/// The first turn of a line that is not the best, if it takes as many turns as
/// the solution.
fn slip<G: Themed>(
    position: &G,
    (goal, turns): (Goal, u32),
    solutions: &[Vec<G::Turn>],
    line: &[G::Turn],
    limits: Limits<'_>,
) -> Option<Finding> {
    let slip = match goal {
        Goal::SelfWin => selfwin_slip(position, turns, line, limits),
        Goal::Help | Goal::Win => Ok(help_slip(position, solutions, line)),
    };
    match slip {
        Ok(slip) => slip.map(|(ply, best)| not_best(line[ply], ply, best)),
        Err(Stopped) => Some(unsolved("a limit was reached before all was checked".into())),
    }
}

fn not_best(turn: impl Display, ply: usize, best: impl Display) -> Finding {
    let message = format!("{turn} is not the best turn here");
    Finding::new(Code::NotOptimal, rules::turn(ply), message)
        .help(format!("a turn that is: {best}"))
}

/// Complains of several solutions that begin with the only key.
fn fork<G: Copy + PartialEq + ToString>(lines: &[Vec<G>]) -> Option<Finding> {
    let [first, _, ..] = lines else { return None };
    let is_shared = |&ply: &usize| lines.iter().all(|line| line.get(ply) == first.get(ply));
    let shared: Vec<_> =
        (0..first.len()).take_while(is_shared).map(|ply| first[ply].to_string()).collect();
    let message = format!("there are {} solutions that begin with it", lines.len());
    let help = format!("they part after {}", shared.join(" "));
    Some(Finding::new(Code::Cook, Place::Key, message).help(help))
}

/// The first turn that no solution has there, and one that a solution has.
fn help_slip<G: Themed>(
    position: &G,
    lines: &[Vec<G::Turn>],
    play: &[G::Turn],
) -> Option<(usize, G::Turn)> {
    let mut position = *position;
    let mut followed: Vec<_> = lines.iter().collect();
    for (ply, &turn) in play.iter().enumerate() {
        let child = position.play_unchecked(turn);
        let best = *followed.first()?.get(ply)?;
        let follows = |turn: &G::Turn| position.play_unchecked(*turn) == child;
        followed.retain(|line| line.get(ply).is_some_and(follows));
        if followed.is_empty() {
            return Some((ply, best));
        }
        position = child;
    }
    None
}
