//! Working out what themes are told from.

use std::ops::ControlFlow::{Break, Continue};

use rustc_hash::FxHashMap;

use crate::game::{Game, Idea, Moment, Play, Player, Step, Study, Themed, Threat, WhatIf};
use crate::solver::{Explorer, Horizon, Stopped};

/// Everything about a puzzle that themes and difficulty are told from, the win
/// within `horizon` and no nearer.
pub(super) fn study<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    position: &G,
    horizon: Horizon,
) -> Result<Study<G>, Stopped> {
    let play = play(explorer, position, horizon)?;
    let mut keys: Vec<Idea<G>> = Vec::new();
    for step in &play.moments()[0].steps {
        let Some(turn) = step.turn else { continue };
        let after = play.moments()[step.next].position;
        match keys.iter_mut().find(|key| key.position == after) {
            Some(key) => key.turns.push(turn),
            None => keys.push(Idea {
                turns: vec![turn],
                position: after,
                threat: None,
                what_ifs: Vec::new(),
            }),
        }
    }
    let attacker = position.side();
    for key in &mut keys {
        let left = horizon.after(position, &key.position, attacker);
        key.threat = threat(explorer, &key.position, attacker, left)?;
        for &turn in &key.turns {
            let parts = position.without_parts(turn).into_iter();
            let what_ifs = parts.map(|part| what_if(explorer, part, attacker, left));
            key.what_ifs.push(what_ifs.collect::<Result<_, _>>()?);
        }
    }
    Ok(Study { play, keys })
}

/// All best play from a position in which the side to move wins, at this
/// horizon and no nearer.
fn play<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    position: &G,
    mut horizon: Horizon,
) -> Result<Play<G>, Stopped> {
    let attacker = position.side();
    let mut moments = vec![Moment { position: *position, steps: Vec::new() }];
    let mut layer = 0;
    // A ply at a time. The horizon is the same for all of a layer.
    while layer < moments.len() && horizon != Horizon::NONE {
        let mut numbers: FxHashMap<G, usize> = FxHashMap::default();
        let end = moments.len();
        let mut left = horizon;
        for number in layer..end {
            let position = moments[number].position;
            let steps = match position.side() == attacker {
                true => best(explorer, &position, attacker, horizon)?,
                false => defences(explorer, &position, attacker, horizon)?,
            };
            for (turn, child) in steps {
                left = horizon.after(&position, &child, attacker);
                let next = *numbers.entry(child).or_insert_with(|| {
                    moments.push(Moment { position: child, steps: Vec::new() });
                    moments.len() - 1
                });
                moments[number].steps.push(Step { turn, next });
            }
        }
        (layer, horizon) = (end, left);
    }
    Ok(Play::new(attacker, moments))
}

/// Steps of a play: turns, and what they lead to.
type Steps<G> = Vec<(Option<<G as Game>::Turn>, G)>;

/// The turns that a test picks by the positions that they lead to, in order.
fn pick<G: Game>(
    position: &G,
    mut is_picked: impl FnMut(&G) -> Result<bool, Stopped>,
) -> Result<Steps<G>, Stopped> {
    let mut known: FxHashMap<G, bool> = FxHashMap::default();
    let mut picked = Vec::new();
    let visited = position.visit_turns(|turn| {
        let child = position.play_unchecked(turn);
        let is_picked = match known.get(&child) {
            Some(&is_picked) => is_picked,
            None => match is_picked(&child) {
                Ok(is_picked) => *known.entry(child).or_insert(is_picked),
                Err(stopped) => return Break(stopped),
            },
        };
        if is_picked {
            picked.push((Some(turn), child));
        }
        Continue(())
    });
    if let Break(stopped) = visited {
        return Err(stopped);
    }
    picked.sort_unstable_by_key(|(turn, _)| *turn);
    Ok(picked)
}

/// The turns that win fastest, for the attacker, or lose slowest.
fn best<G: Game>(
    explorer: &mut Explorer<'_, G>,
    position: &G,
    attacker: Player,
    horizon: Horizon,
) -> Result<Steps<G>, Stopped> {
    let attacks = position.side() == attacker;
    pick(position, |child| {
        let left = horizon.after(position, child, attacker);
        Ok(match attacks {
            true => explorer.wins(child, attacker, left)?,
            false => {
                left == Horizon::NONE || !explorer.wins(child, attacker, left.nearer::<G>())?
            }
        })
    })
}

/// The defences that count, see [`Play`].
fn defences<G: Game>(
    explorer: &mut Explorer<'_, G>,
    position: &G,
    attacker: Player,
    horizon: Horizon,
) -> Result<Steps<G>, Stopped> {
    let mut steps = best(explorer, position, attacker, horizon)?;
    if steps.iter().all(|(_, child)| *child == steps[0].1) {
        return Ok(steps);
    }
    let threat = threatened(explorer, position, attacker, horizon)?;
    let Some((passed, left)) =
        threat.filter(|(passed, left)| *left == horizon.after(position, passed, attacker))
    else {
        return Ok(steps);
    };
    let threats = best(explorer, &passed, attacker, left)?;
    let mut parries: FxHashMap<G, bool> = FxHashMap::default();
    let mut stopped = Ok(());
    steps.retain(|(_, child)| {
        *parries.entry(*child).or_insert_with(|| {
            stops(explorer, child, &threats, attacker, left).unwrap_or_else(|error| {
                stopped = Err(error);
                false
            })
        })
    });
    stopped?;
    steps.push((None, passed));
    Ok(steps)
}

/// Whether none of the threats wins in a position within `left` of the end.
fn stops<G: Game>(
    explorer: &mut Explorer<'_, G>,
    position: &G,
    threats: &Steps<G>,
    attacker: Player,
    left: Horizon,
) -> Result<bool, Stopped> {
    for turn in threats.iter().filter_map(|(turn, _)| *turn) {
        if position.is_legal(turn) {
            let child = position.play_unchecked(turn);
            let left = left.after(position, &child, attacker);
            if explorer.wins(&child, attacker, left)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The fastest win in the turns left of `left` if the side to move passed: the
/// position, and how far away the end would be.
pub(super) fn threatened<G: Game>(
    explorer: &mut Explorer<'_, G>,
    position: &G,
    attacker: Player,
    left: Horizon,
) -> Result<Option<(G, Horizon)>, Stopped> {
    let Some(passed) = position.passed().filter(|passed| passed.side() == attacker) else {
        return Ok(None);
    };
    let most = left.after(position, &passed, attacker);
    Ok(explorer.nearest_win(&passed, attacker, most)?.map(|horizon| (passed, horizon)))
}

/// What the attacker threatens, the defender being to move.
fn threat<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    position: &G,
    attacker: Player,
    left: Horizon,
) -> Result<Option<Threat<G>>, Stopped> {
    let Some((position, horizon)) = threatened(explorer, position, attacker, left)? else {
        return Ok(None);
    };
    let turns = best(explorer, &position, attacker, horizon)?;
    let turns = turns.into_iter().filter_map(|(turn, _)| turn).collect();
    Ok(Some(Threat { position, turns, length: horizon.turns() }))
}

/// What the defender, to move in `position`, could do against a win within
/// `left` of the end.
fn what_if<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    position: G,
    attacker: Player,
    left: Horizon,
) -> Result<WhatIf<G>, Stopped> {
    let refutations = pick(&position, |child| {
        let left = left.after(&position, child, attacker);
        Ok(!explorer.wins(child, attacker, left)?)
    })?;
    let refutations = refutations.into_iter().filter_map(|(turn, _)| turn).collect();
    Ok(WhatIf { position, refutations })
}
