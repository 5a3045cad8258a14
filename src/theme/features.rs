//! What makes a puzzle hard for a person, measured.

use rustc_hash::FxHashSet;

use super::study::threatened;
use crate::game::{Idea, Quietness, Study, Themed, Threat};
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
    /// The longest defences against the key, by resulting position, after which
    /// nothing that it threatened wins as fast any more: all of them if it
    /// threatened nothing. The most, if there are several keys.
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
    let mut defences = 0;
    for key in &study.keys {
        defences = defences.max(stopping_defences(explorer, study, key)?);
    }
    let turns = study.keys.iter().flat_map(|key| &key.turns);
    let quietness = turns.map(|&turn| position.quietness(turn)).min();
    Ok(Features {
        plies: study.play.plies(),
        choices,
        quietness: quietness.unwrap_or(Quietness::Loud),
        slowness: study.keys.iter().map(|key| slowness(key, horizon)).min().unwrap_or(0),
        temptations,
        defences,
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

/// The longest defences against a key that stop all that it threatens.
fn stopping_defences<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    study: &Study<G>,
    key: &Idea<G>,
) -> Result<u32, Stopped> {
    let mut moments = study.play.moments().iter();
    let after = moments.find(|moment| moment.position == key.position);
    let mut stopping = FxHashSet::default();
    for step in after.into_iter().flat_map(|moment| &moment.steps) {
        let reply = key.position.play_unchecked(step.turn);
        let goes_on = match &key.threat {
            Some(threat) if !stopping.contains(&reply) => is_left(explorer, threat, &reply)?,
            _ => false,
        };
        if !goes_on {
            stopping.insert(reply);
        }
    }
    Ok(stopping.len() as u32)
}

/// Whether a turn of a threat wins as fast as threatened in a position, the
/// attacker to move.
fn is_left<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    threat: &Threat<G>,
    position: &G,
) -> Result<bool, Stopped> {
    let attacker = threat.position.side();
    let horizon = Horizon::new(threat.length, G::CAN_LOSE_BY_MOVING);
    for &turn in threat.turns.iter().filter(|turn| position.is_legal(**turn)) {
        let child = position.play_unchecked(turn);
        if explorer.wins(&child, attacker, horizon.after(position, &child, attacker))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The size of the smallest set of areas within which the attacker can play.
fn areas<G: Themed>(study: &Study<G>) -> u32 {
    let used = study.play.moments().iter().flat_map(|moment| {
        let attacks = moment.position.side() == study.play.attacker();
        let turns = moment.steps.iter().map(|step| step.turn).filter(move |_| attacks);
        turns.map(|turn| moment.position.areas(turn))
    });
    let all = used.fold(0, |all, areas| all | areas);
    let within = |set: u32| {
        study.play.throughout(|event| {
            event.attack().is_none_or(|turn| event.before.areas(turn) & !set == 0)
        })
    };
    let mut sets: Vec<u32> = subsets(all).collect();
    sets.sort_by_key(|set| set.count_ones());
    sets.into_iter().find(|&set| within(set)).map_or(0, u32::count_ones)
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
