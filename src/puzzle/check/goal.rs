//! Puzzles that ask for something else than a direct win.

use super::solution::{key, not_shortest, plural, unsolved};
use super::{Code, Entry, Finding, Place, Solved};
use crate::game::Themed;
use crate::puzzle::fields::Spanned;
use crate::solver::{Goal, Limits, Pursuit, Stopped, Verdict, Win, selfwin_slip};

/// Solves a puzzle with this goal, which is not a direct win, and compares what
/// it states with what is true.
pub(super) fn check<G: Themed>(
    position: &G,
    entry: &Entry,
    goal: Goal,
    limits: Limits<'_>,
) -> Solved {
    let mut findings = Vec::new();
    if let Some(stated) = entry.turns.as_ref().map(|turns| turns.value)
        && let Ok(found) = goal.solve(position, Some(stated), stated, limits)
    {
        match win(&found, goal, stated) {
            Ok(win) => compare(position, entry, stated, win, &found.lines, limits, &mut findings),
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

fn compare<G: Themed>(
    position: &G,
    entry: &Entry,
    stated: u32,
    win: &Win<G>,
    lines: &[Vec<G::Turn>],
    limits: Limits<'_>,
    findings: &mut Vec<Finding>,
) {
    if win.turns < stated {
        findings.push(not_shortest(win, stated));
    }
    if let Some(stated) = &entry.key {
        findings.extend(key(position, &stated.value, win).or_else(|| fork(lines)));
    }
    // A line of the wrong length is wrong all along: once is enough.
    let Some(line) = entry.line.as_ref().filter(|_| win.turns == stated) else { return };
    let key = entry.key.as_ref().map(|key| key.value.as_str());
    let slip = |play: &[G::Turn]| match lines {
        [] => selfwin_slip(position, stated, play, limits),
        _ => Ok(help_slip(position, lines, play)),
    };
    match check_line(position, &line.value, key, slip) {
        Ok(finding) => findings.extend(finding),
        Err(Stopped) => {
            findings.push(unsolved("a limit was reached before all was checked".into()));
        }
    }
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
        let best = followed[0][ply];
        followed.retain(|line| position.play_unchecked(line[ply]) == child);
        if followed.is_empty() {
            return Some((ply, best));
        }
        position = child;
    }
    None
}

/// Replays a line: it begins with the key, each turn is one of the best, and
/// the game ends.
fn check_line<G: Themed>(
    root: &G,
    line: &[Spanned<String>],
    key: Option<&str>,
    slip: impl FnOnce(&[G::Turn]) -> Result<Option<(usize, G::Turn)>, Stopped>,
) -> Result<Option<Finding>, Stopped> {
    let place = |ply: usize| Place::Turn(u32::try_from(ply).unwrap_or(u32::MAX));
    let finding = |code, ply, message| Some(Finding::new(code, place(ply), message));
    let Some(last) = line.len().checked_sub(1) else {
        return Ok(Some(Finding::new(Code::UnfinishedLine, Place::Line, "the line is empty")));
    };
    let (play, end, illegal) = legal(root, line);
    let key = key.and_then(|key| root.parse_turn(key).ok());
    if let (Some(&first), Some(key)) = (play.first(), key)
        && root.play_unchecked(first) != root.play_unchecked(key)
    {
        let message = format!("the line begins with {first}, not with the key");
        return Ok(finding(Code::OtherLine, 0, message));
    }
    if let Some((ply, best)) = slip(&play)? {
        let message = format!("{} is not the best turn here", play[ply]);
        return Ok(finding(Code::NotOptimal, ply, message)
            .map(|finding| finding.help(format!("a turn that is: {best}"))));
    }
    if let Some(message) = illegal {
        return Ok(finding(Code::IllegalLine, play.len(), message));
    }
    let message = "the line ends before the game does".into();
    let help = "add the rest, down to the last turn: `tsume solve --goal` writes a whole line";
    let unfinished = || finding(Code::UnfinishedLine, last, message).map(|f| f.help(help));
    Ok(if end.outcome().is_none() { unfinished() } else { None })
}

/// The turns of a line as far as they are legal, the position after them, and
/// what is wrong with the next one.
fn legal<G: Themed>(root: &G, line: &[Spanned<String>]) -> (Vec<G::Turn>, G, Option<String>) {
    let (mut play, mut position) = (Vec::new(), *root);
    for turn in line {
        if position.outcome().is_some() {
            return (play, position, Some("the game is over before this turn".into()));
        }
        match position.parse_turn(&turn.value) {
            Ok(turn) => {
                play.push(turn);
                position = position.play_unchecked(turn);
            }
            Err(error) => return (play, position, Some(error.to_string())),
        }
    }
    (play, position, None)
}
