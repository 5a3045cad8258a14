//! What makes a puzzle hard for a person, measured.

use rustc_hash::FxHashSet;

use super::study::threatened;
use crate::game::{Idea, Quietness, Study, Themed};
use crate::solver::{Explorer, Horizon, Stopped};

/// What makes a puzzle hard for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The plies of the solution.
    pub plies: u32,
    /// The positions that the first turn can lead to.
    pub choices: u32,
    /// How little the key draws attention to itself; that of the least quiet
    /// one, if there are several.
    pub quietness: Quietness,
    /// How far away is what the key threatens: 0 if the key wins or threatens
    /// to win with the next turn, one more for each turn more, and the number
    /// of turns of the whole solution if it threatens nothing.
    pub slowness: u32,
    /// The wrong first turns that look plausible.
    pub temptations: Temptations,
    /// The longest defences against the key after which what it threatened is
    /// no way to win in time any more: all of them if it threatened nothing.
    pub defences: u32,
    /// On how few parts of the board the attacker can play the solution.
    pub areas: u32,
}

/// Wrong first turns, by resulting position, that threaten to win in time: if
/// the defender could pass, they would.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Temptations {
    /// How many there are.
    pub count: u32,
    /// How many of them a single reply (by resulting position) refutes.
    pub tries: u32,
    /// Their sum, each weighed by how late and how narrowly it fails: the turns
    /// that the threatened win takes, times twelve for one refutation, six for
    /// two, four for three, and one for more.
    pub weight: u32,
}

/// From how many refutations on they are not counted any more.
const MANY: usize = 4;

pub(super) fn features<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    study: &Study<G>,
    horizon: Horizon,
) -> Result<Features, Stopped> {
    let position = study.position();
    let mut children: Vec<G> = Vec::new();
    let mut seen = FxHashSet::default();
    for turn in position.turns() {
        let child = position.play_unchecked(turn);
        if seen.insert(child) {
            children.push(child);
        }
    }
    let choices = children.len() as u32;
    children.retain(|child| study.keys.iter().all(|key| key.position != *child));
    let mut temptations = Temptations::default();
    for child in &children {
        look_at(explorer, study, child, horizon, &mut temptations)?;
    }
    let turns = study.keys.iter().flat_map(|key| &key.turns);
    let quietness = turns.map(|&turn| position.quietness(turn)).min();
    Ok(Features {
        plies: study.play.plies(),
        choices,
        quietness: quietness.unwrap_or(Quietness::Loud),
        slowness: study.keys.iter().map(|key| slowness(key, horizon)).min().unwrap_or(0),
        temptations,
        defences: study.keys.iter().map(|key| defences(study, key)).max().unwrap_or(0),
        areas: areas(study),
    })
}

/// Adds the position after a wrong first turn to the temptations, if it is one.
fn look_at<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    study: &Study<G>,
    child: &G,
    horizon: Horizon,
    temptations: &mut Temptations,
) -> Result<(), Stopped> {
    let (position, attacker) = (study.position(), study.play.attacker());
    let left = horizon.after(position, child, attacker);
    let Some((_, threat)) = threatened(explorer, child, attacker, left)? else { return Ok(()) };
    let mut refutations: Vec<G> = Vec::new();
    for reply in child.turns() {
        let next = child.play_unchecked(reply);
        let left = left.after(child, &next, attacker);
        if !refutations.contains(&next) && !explorer.wins(&next, attacker, left)? {
            refutations.push(next);
            if refutations.len() == MANY {
                break;
            }
        }
    }
    temptations.count += 1;
    temptations.tries += u32::from(refutations.len() == 1);
    temptations.weight += threat.turns()
        * match refutations.len() {
            MANY.. => 1,
            few => 12 / few.max(1) as u32,
        };
    Ok(())
}

fn slowness<G: Themed>(key: &Idea<G>, horizon: Horizon) -> u32 {
    match &key.threat {
        _ if key.position.outcome().is_some() => 0,
        Some(threat) => threat.length.saturating_sub(1),
        None => horizon.turns(),
    }
}

fn defences<G: Themed>(study: &Study<G>, key: &Idea<G>) -> u32 {
    let after = study.play.moments().iter().find(|moment| moment.position == key.position);
    let replies = after.into_iter().flat_map(|moment| &moment.steps);
    let stopping = replies.filter(|step| step.turn.is_some()).map(|step| step.next);
    stopping.collect::<FxHashSet<_>>().len() as u32
}

/// The size of the smallest set of areas within which the attacker can play.
fn areas<G: Themed>(study: &Study<G>) -> u32 {
    let used = study.play.moments().iter().flat_map(|moment| {
        let attacks = moment.position.side() == study.play.attacker();
        let turns = moment.steps.iter().filter_map(|step| step.turn).filter(move |_| attacks);
        turns.map(|turn| moment.position.areas(turn))
    });
    let all = used.fold(0, |all, areas| all | areas);
    let within = |set: u32| {
        let stays = |position: &G, turn| position.areas(turn) & !set == 0;
        study.play.throughout(|event| event.attack().is_none_or(|turn| stays(event.before, turn)))
    };
    subsets(all).filter(|&set| within(set)).map(u32::count_ones).min().unwrap_or(0)
}

/// The subsets of a set of bits.
fn subsets(set: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0u32);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != set).then(|| subset.wrapping_sub(set) & set);
        Some(subset)
    })
}
