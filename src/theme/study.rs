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
        let after = position.play_unchecked(step.turn);
        match keys.iter_mut().find(|key| key.position == after) {
            Some(key) => key.turns.push(step.turn),
            None => keys.push(Idea {
                turns: vec![step.turn],
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
            explorer.count()?;
            let position = moments[number].position;
            for (turn, child) in best(explorer, &position, attacker, horizon)? {
                left = horizon.after(&position, &child, attacker);
                let goes_on = left != Horizon::NONE && child.outcome().is_none();
                let next = goes_on.then(|| {
                    *numbers.entry(child).or_insert_with(|| {
                        moments.push(Moment { position: child, steps: Vec::new() });
                        moments.len() - 1
                    })
                });
                moments[number].steps.push(Step { turn, next });
            }
        }
        (layer, horizon) = (end, left);
    }
    Ok(Play::new(attacker, moments))
}

/// Turns, and what they lead to.
type Steps<G> = Vec<(<G as Game>::Turn, G)>;

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
            picked.push((turn, child));
        }
        Continue(())
    });
    if let Break(stopped) = visited {
        return Err(stopped);
    }
    picked.sort_unstable_by_key(|(turn, _)| *turn);
    Ok(picked)
}

/// The turns that win fastest, if the attacker is to move, or else lose slowest.
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
    let turns = turns.into_iter().map(|(turn, _)| turn).collect();
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
    let refutations = refutations.into_iter().map(|(turn, _)| turn).collect();
    Ok(WhatIf { position, refutations })
}
