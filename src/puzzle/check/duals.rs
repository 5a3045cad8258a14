use super::{Code, Finding, Place, rules, solution};
use crate::game::Themed;
use crate::solver::{Dual, Explorer, Stopped};

/// Says that the attacker has a choice before the last turn, if it has.
pub(super) fn check<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    line: &[G::Turn],
) -> Result<Option<Finding>, Stopped> {
    let duals = explorer.duals(usize::MAX);
    if !duals.complete {
        return Err(Stopped);
    }
    Ok(duals.found.first().map(|first| dual(first, duals.found.len(), line)))
}

fn dual<G: Themed>(first: &Dual<G>, count: usize, line: &[G::Turn]) -> Finding {
    let before: Vec<_> = first.line.iter().map(ToString::to_string).collect();
    let names = solution::names(&first.keys.iter().collect::<Vec<_>>());
    let turns = match first.turns {
        1 => "turn".to_string(),
        turns => format!("{turns} turns"),
    };
    let message =
        format!("after {}, the {turns} left are enough for any of {names}", before.join(" "));
    // In the line if it goes that way.
    let is_in_line = line.len() > before.len() && line.starts_with(&first.line);
    let place = if is_in_line { rules::turn(before.len()) } else { Place::Line };
    let help = "change the position, or write `allow: [duals]` into the pack";
    Finding::new(Code::Dual, place, message).help(match count {
        1 => help.into(),
        _ => format!("there are {count} such positions; {help}"),
    })
}
