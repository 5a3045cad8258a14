use super::rules::Played;
use super::{Code, Entry, Finding, Place, Solved, duals, line};
use crate::game::Themed;
use crate::solver::{Explorer, Key, Limits, Stopped, Verdict, Win};
use crate::theme::describe;

/// Solves a puzzle and compares what it states with what is true: the number
/// of turns, the key, that there is no other, and the line; looks for duals,
/// and describes it if it is sound.
pub(super) fn check<G: Themed>(
    position: &G,
    entry: &Entry,
    played: &Played<G>,
    limits: Limits<'_>,
) -> Solved {
    let mut solved = Solved::default();
    let Some(stated) = entry.turns.as_ref().map(|turns| turns.value) else { return solved };
    let Ok(mut explorer) = Explorer::solve_or_decide(position, stated, limits) else {
        // Positions that are finished have been complained of.
        return solved;
    };
    let win = match shortest(&explorer, stated) {
        Ok(win) => win,
        Err(finding) => {
            solved.findings.push(finding);
            return solved;
        }
    };
    if win.turns < stated {
        solved.findings.push(not_shortest(&win, stated));
    }
    if let Some(stated) = &entry.key {
        solved.findings.extend(key(position, &stated.value, &win));
    }
    // A line of the wrong length is wrong all along: once is enough.
    if win.turns == stated && compare(&mut explorer, entry, played, &mut solved).is_err() {
        solved.findings.push(unsolved("a limit was reached before all was checked".into()));
    }
    solved
}

/// Checks what takes further searches.
fn compare<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    entry: &Entry,
    played: &Played<G>,
    solved: &mut Solved,
) -> Result<(), Stopped> {
    if entry.line.is_none() {
        return Ok(());
    }
    solved.findings.extend(line::slip(explorer, &played.turns)?);
    if solved.findings.is_empty() && played.fault.is_none() {
        solved.findings.extend(duals::check(explorer, &played.turns)?);
        solved.description = describe(explorer)?.map(|description| super::Description {
            themes: description.themes.iter().map(ToString::to_string).collect(),
            tenths: description.difficulty.tenths(),
        });
    }
    Ok(())
}

/// The shortest win, which takes at most `turns`.
fn shortest<G: Themed>(explorer: &Explorer<'_, G>, turns: u32) -> Result<Win<G>, Finding> {
    let solution = explorer.solution();
    let finding = |message: String| Finding::new(Code::NoWin, Place::Turns, message);
    Err(match &solution.verdict {
        Verdict::Win(win) if win.turns <= turns => return Ok(win.clone()),
        Verdict::Unknown { .. } => unsolved(match solution.bound.unwrap_or(0) {
            0 => "a limit was reached".into(),
            bound => {
                format!("a limit was reached after proving that there is no win within {bound}")
            }
        }),
        Verdict::Win(win) => finding(format!("there is no win within {}", plural(turns))).help(
            format!("the shortest win is in {}; its key is {}", plural(win.turns), win.line[0]),
        ),
        Verdict::None => finding(format!("there is no win within {}", plural(turns)))
            .help("`tsume solve --in N` looks further"),
        Verdict::Loss { .. } => finding("the side to move loses by force".into()),
    })
}

pub(super) fn unsolved(message: String) -> Finding {
    Finding::new(Code::Unsolved, Place::Turns, message)
        .help("allow more with `--time-limit`, `--nodes` or `--hash`")
}

pub(super) fn plural(turns: u32) -> String {
    match turns {
        1 => "1 turn".into(),
        _ => format!("{turns} turns"),
    }
}

pub(super) fn not_shortest<G: Themed>(win: &Win<G>, stated: u32) -> Finding {
    let message = format!("the shortest win takes {}, not {stated}", plural(win.turns));
    Finding::new(Code::NotShortest, Place::Turns, message)
        .help(format!("write `turns: {}`; the key is {}", win.turns, win.line[0]))
}

/// Compares a key with those that win; of one that is not legal, the rules tell.
pub(super) fn key<G: Themed>(position: &G, stated: &str, win: &Win<G>) -> Option<Finding> {
    let finding = |code, message: String| Finding::new(code, Place::Key, message);
    let turn = position.parse_turn(stated).ok()?;
    let (stated, others): (Vec<&Key<G>>, Vec<_>) =
        win.keys.iter().partition(|key| key.turns.contains(&turn));
    match (stated.is_empty(), others.is_empty()) {
        (false, true) => None,
        (false, false) => {
            let (names, wins) = (names(&others), if others.len() > 1 { "win" } else { "wins" });
            let message = format!("{turn} is not the only key: {names} {wins} as fast");
            Some(finding(Code::Cook, message).help("change the position so that only one wins"))
        }
        (true, _) => {
            let message = format!("{turn} does not begin a shortest win");
            let help = format!("the turns that do: {}", names(&others));
            Some(finding(Code::NotAKey, message).help(help))
        }
    }
}

/// Keys by their first spellings, as far as they are of use.
pub(super) fn names<G: Themed>(keys: &[&Key<G>]) -> String {
    const MOST: usize = 8;
    let mut names: Vec<_> = keys.iter().map(|key| key.turns[0].to_string()).collect();
    if names.len() > MOST {
        let more = names.split_off(MOST).len();
        names.push(format!("{more} more"));
    }
    names.join(", ")
}
