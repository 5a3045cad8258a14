use super::{Code, Entry, Finding, Place, line};
use crate::game::Notation;
use crate::solver::{Finished, Key, Limits, Solution, Verdict, Win, solve_or_decide};

/// What gives the limits of a search when it begins.
pub(super) type Bounds<'a> = &'a (dyn Fn() -> Limits<'static> + Sync);

/// Solves a puzzle and compares what it states with what is true: the number
/// of turns, the key, that there is no other, and the line.
pub(super) fn check<G: Notation>(position: &G, entry: &Entry, limits: Bounds<'_>) -> Vec<Finding> {
    let Some(stated) = entry.turns.as_ref().map(|turns| turns.value) else { return Vec::new() };
    let win = match shortest(position, stated, limits) {
        Ok(win) => win,
        Err(finding) => return vec![finding],
    };
    let mut findings = Vec::new();
    // A line of the wrong length is wrong all along: once is enough.
    if win.turns < stated {
        findings.push(not_shortest(&win, stated));
    }
    if let Some(stated) = &entry.key {
        findings.extend(key(position, &stated.value, &win));
    }
    if let Some(stated_line) = entry.line.as_ref().filter(|_| win.turns == stated) {
        let key = entry.key.as_ref().map(|key| key.value.as_str());
        findings.extend(line::check(position, &stated_line.value, key, &win, limits));
    }
    findings
}

/// The shortest win, which takes at most `turns`.
pub(super) fn shortest<G: Notation>(
    position: &G,
    turns: u32,
    limits: Bounds<'_>,
) -> Result<Win<G>, Finding> {
    let finding = |code, message: String| Finding::new(code, Place::Turns, message);
    let solution = match solve_or_decide(position, turns, limits()) {
        Ok(Solution { verdict: Verdict::Win(win), .. }) if win.turns <= turns => return Ok(win),
        Ok(solution) => solution,
        Err(Finished { .. }) => return Err(finding(Code::NoWin, "the game is over".into())),
    };
    Err(match solution.verdict {
        Verdict::Unknown { .. } => {
            let proved = match solution.bound.unwrap_or(0) {
                0 => String::new(),
                bound => format!(" after proving that there is no win within {bound}"),
            };
            finding(Code::Unsolved, format!("a limit was reached{proved}"))
                .help("allow more with `--time-limit`, `--nodes` or `--hash`")
        }
        Verdict::Win(win) => {
            finding(Code::NoWin, format!("there is no win within {}", plural(turns))).help(format!(
                "the shortest win is in {}; its key is {}",
                plural(win.turns),
                win.line[0]
            ))
        }
        Verdict::None => finding(Code::NoWin, format!("there is no win within {}", plural(turns)))
            .help("`tsume solve --in N` looks further"),
        Verdict::Loss { .. } => finding(Code::NoWin, "the side to move loses by force".into()),
    })
}

fn plural(turns: u32) -> String {
    match turns {
        1 => "1 turn".into(),
        _ => format!("{turns} turns"),
    }
}

fn not_shortest<G: Notation>(win: &Win<G>, stated: u32) -> Finding {
    let message = format!("the shortest win takes {}, not {stated}", plural(win.turns));
    Finding::new(Code::NotShortest, Place::Turns, message)
        .help(format!("write `turns: {}`; the key is {}", win.turns, win.line[0]))
}

fn key<G: Notation>(position: &G, stated: &str, win: &Win<G>) -> Option<Finding> {
    let finding = |code, message: String| Finding::new(code, Place::Key, message);
    let turn = match position.parse_turn(stated) {
        Ok(turn) => turn,
        Err(error) => return Some(finding(Code::IllegalKey, error.to_string())),
    };
    let (stated, others): (Vec<&Key<G>>, Vec<_>) =
        win.keys.iter().partition(|key| key.turns.contains(&turn));
    let names = |keys: &[&Key<G>]| {
        let first: Vec<_> = keys.iter().map(|key| key.turns[0].to_string()).collect();
        first.join(", ")
    };
    match (stated.is_empty(), others.is_empty()) {
        (false, true) => None,
        (false, false) => {
            let message = format!("{turn} is not the only key: {} as fast", cooks(&names(&others)));
            Some(finding(Code::Cook, message).help("change the position so that only one wins"))
        }
        (true, _) => {
            let message = format!("{turn} does not begin a shortest win");
            let help = format!("the turns that do: {}", names(&others));
            Some(finding(Code::NotAKey, message).help(help))
        }
    }
}

fn cooks(names: &str) -> String {
    format!("{names} {}", if names.contains(", ") { "win" } else { "wins" })
}
