//! What pattern the errors of a program have, as far as it can be told of any
//! game; the games add what they know.

use std::collections::{BTreeSet, HashSet};

use super::finding::Listing;
use super::reply::Reply;
use crate::game::{Misplay, Notation};

/// What is wrong with a list of turns.
pub(super) fn of_turns<G: Notation>(
    root: &G,
    position: &G,
    listing: &Listing<G>,
    reply: &Reply<G::Turn>,
) -> Vec<String> {
    if position.outcome().is_some() {
        return vec![
            "turns are counted below a finished game: a finished game has no turns, so its perft \
             is 0"
                .into(),
        ];
    }
    if let Some(other) = ignored_position(root, position, reply) {
        return vec![other];
    }
    let mut diagnoses = Vec::new();
    if !listing.repeated.is_empty() {
        diagnoses.push("turns are listed more than once: each legal turn counts once".into());
    }
    let explained = of_missing(position, listing);
    let (none, missing) = (Vec::new(), &listing.missing);
    let missing = if explained.is_some() { &none } else { missing };
    diagnoses.extend(explained);
    let extra: Vec<_> = listing.extra.iter().map(|extra| extra.token.as_str()).collect();
    diagnoses.extend(position.diagnose(missing, &extra));
    diagnoses
}

/// What all missing turns have in common, in any game.
fn of_missing<G: Notation>(position: &G, listing: &Listing<G>) -> Option<String> {
    let missing: BTreeSet<_> = listing.missing.iter().copied().collect();
    if missing.is_empty() {
        return None;
    }
    let turns = position.turns();
    if missing.len() == turns.len() && listing.extra.is_empty() {
        return Some("no turn at all is listed".into());
    }
    let after = |turn: &G::Turn| position.play_unchecked(*turn);
    let reached: HashSet<_> =
        turns.iter().filter(|turn| !missing.contains(turn)).map(after).collect();
    if missing.iter().all(|turn| reached.contains(&after(turn))) {
        return Some(
            "positions are counted instead of turns: every missing turn leads to the same \
             position as one that is listed; two turns that lead to the same position are two \
             turns"
                .into(),
        );
    }
    let ends = |turn: &&G::Turn| after(turn).outcome().is_some();
    if turns.iter().filter(ends).copied().collect::<BTreeSet<_>>() == missing {
        return Some("turns that end the game are not listed: they are turns like others".into());
    }
    None
}

/// Whether the turns are those of the position from which games start.
fn ignored_position<G: Notation>(root: &G, position: &G, reply: &Reply<G::Turn>) -> Option<String> {
    let start = G::start(root.rules());
    let ignored = *position != start && lists_turns_of(reply, &start);
    ignored.then(|| {
        "the turns are those of the start position: the position, which is the second argument, \
         seems to be ignored"
            .into()
    })
}

/// How turns are played wrongly, the first of which is at fault: later ones
/// only bring it to light.
pub(super) fn of_playing<G: Notation>(
    root: &G,
    from: &G,
    turns: &[G::Turn],
    reply: &Reply<G::Turn>,
) -> Vec<String> {
    if lists_turns_of(reply, from) || lists_turns_of(reply, root) {
        return vec![
            "the turns are those before anything is played: the played turns, which are the \
             third argument, seem to be ignored"
                .into(),
        ];
    }
    let Some((&first, later)) = turns.split_first() else { return Vec::new() };
    let leads_to = |misplay: &Misplay<G>| {
        let mut position = misplay.position;
        for &turn in later {
            if !position.is_legal(turn) {
                return false;
            }
            position = position.play_unchecked(turn);
        }
        lists_turns_of(reply, &position)
    };
    let misplays = from.misplays(first).into_iter();
    match misplays.filter(leads_to).map(|misplay| misplay.how).next() {
        Some(how) => vec![how],
        None => vec![
            "the program lists the right turns when it is given the position itself, but not \
             after this turn: the turn is played wrongly, or something is left over from before"
                .into(),
        ],
    }
}

/// Whether an answer lists exactly the turns of `position`.
fn lists_turns_of<G: Notation>(reply: &Reply<G::Turn>, position: &G) -> bool {
    let turns: Result<BTreeSet<_>, _> =
        reply.lines.iter().map(|line| position.parse_turn(&line.token)).collect();
    turns.is_ok_and(|turns| turns == position.turns().into_iter().collect())
}

/// Why a count is wrong while everything below the turn is right.
pub(super) fn of_count<G: Notation>(
    position: &G,
    turn: G::Turn,
    (depth, ours, theirs): (u32, u64, u64),
) -> Vec<String> {
    let child = position.play_unchecked(turn);
    if depth == 1 {
        return vec![format!(
            "a turn is counted {theirs} times at depth 1: each legal turn counts once"
        )];
    }
    if child.outcome().is_some() {
        return vec![
            "a finished game is counted as if it were a sequence of full length: nothing is below \
             it, so after a turn that ends the game perft is 0 at every depth above 0"
                .into(),
        ];
    }
    match of_wrapping(ours, theirs) {
        Some(wrapped) => vec![wrapped],
        None => vec![
            "the program contradicts itself: this is not the sum of what it lists after the turn. \
             Turns may be taken back wrongly, or a table of positions may mix up two of them"
                .into(),
        ],
    }
}

/// Why a total is not the sum.
pub(super) fn of_total<G: Notation>(position: &G, sum: u64, total: u64) -> Vec<String> {
    if position.outcome().is_some() {
        return vec![format!(
            "a finished game is counted as {total}: it has no turns, so its perft is 0"
        )];
    }
    let other = || "the counts below the turns are right, but their total is not their sum".into();
    vec![of_wrapping(sum, total).unwrap_or_else(other)]
}

/// Whether a count has lost its upper bits.
fn of_wrapping(right: u64, wrong: u64) -> Option<String> {
    let lower = |bits: u32| right & ((1 << bits) - 1);
    let bits = [8, 16, 31, 32, 53].into_iter().find(|&bits| lower(bits) == wrong)?;
    Some(format!("the count has overflowed {bits} bits: count with 64"))
}
