use std::collections::BTreeSet;

use super::finding::{Comparison, Counts, Extra, Failure, Finding, Kind, Listing, Outcome};
use super::reply::Reply;
use super::{Question, diagnosis};
use crate::game::Notation;
use crate::perft::Method;

/// Compares a program with this library on `position`, for every depth from 1
/// to `depth`, and finds the smallest difference.
///
/// `ask` hands a question to the program and gives back what it writes.
pub fn compare<G: Notation, E>(
    position: &G,
    depth: u32,
    ask: impl FnMut(&Question) -> Result<String, E>,
) -> Comparison<G, E> {
    let mut descent = Descent { root: *position, ask };
    let mut counts = Vec::new();
    // The first depth that differs gives the shortest way to the error.
    for depth in 1..=depth {
        match descent.compare_at(depth, &mut counts) {
            Ok(None) => {}
            Ok(Some(finding)) => {
                return Comparison { counts, outcome: Outcome::Differs(Box::new(finding)) };
            }
            Err(failure) => return Comparison { counts, outcome: Outcome::Failed(failure) },
        }
    }
    let outcome = match descent.follow_one_line(depth) {
        Ok(None) => Outcome::Agrees,
        Ok(Some(finding)) => Outcome::Differs(Box::new(finding)),
        Err(failure) => Outcome::Failed(failure),
    };
    Comparison { counts, outcome }
}

/// A turn and how the program writes it, if it has done so.
type Step<G> = (<G as crate::game::Game>::Turn, String);

/// A position on the way down, and how it is reached.
#[derive(Clone)]
struct Node<G: Notation> {
    from: G,
    steps: Vec<Step<G>>,
    position: G,
}

impl<G: Notation> Node<G> {
    const fn root(position: G) -> Self {
        Self { from: position, steps: Vec::new(), position }
    }

    fn after(&self, turn: G::Turn, token: &str) -> Self {
        // Turns are joined by spaces, so one that has some is written our way.
        let has_space = token.contains(char::is_whitespace);
        let token = if has_space { turn.to_string() } else { token.to_string() };
        let mut next = self.clone();
        next.steps.push((turn, token));
        next.position = self.position.play_unchecked(turn);
        next
    }

    /// The same position, with the first `count` turns played beforehand.
    fn starting_after(&self, count: usize) -> Self {
        let from =
            self.steps[..count].iter().fold(self.from, |at, (turn, _)| at.play_unchecked(*turn));
        Self { from, steps: self.steps[count..].to_vec(), position: self.position }
    }

    fn question(&self, depth: u32) -> Question {
        let turns = self.steps.iter().map(|(_, token)| token.clone()).collect();
        Question { depth, position: self.from.to_string(), turns }
    }

    fn turns(&self) -> Vec<G::Turn> {
        self.steps.iter().map(|(turn, _)| *turn).collect()
    }
}

/// Both sides' counts below each turn of a position.
struct Division<G: Notation> {
    reply: Reply<G::Turn>,
    ours: Vec<(G::Turn, u64)>,
    sum: u64,
}

impl<G: Notation> Division<G> {
    /// What is wrong with the turns. Below the first ply, a turn without
    /// anything below it may be left out.
    fn listing(&self, depth: u32) -> Listing<G> {
        let mut listing = Listing { missing: Vec::new(), extra: Vec::new(), repeated: Vec::new() };
        let mut listed = BTreeSet::new();
        for line in &self.reply.lines {
            match &line.turn {
                Ok(turn) if !listed.insert(*turn) => listing.repeated.push(*turn),
                Ok(_) => {}
                Err(rule) => {
                    listing.extra.push(Extra { token: line.token.clone(), rule: rule.clone() });
                }
            }
        }
        let missing = |&&(turn, count): &&(G::Turn, u64)| {
            !listed.contains(&turn) && (depth == 1 || count > 0)
        };
        listing.missing = self.ours.iter().filter(missing).map(|&(turn, _)| turn).collect();
        listing.extra.sort();
        listing.repeated.sort_unstable();
        listing.repeated.dedup();
        listing
    }

    /// The first turn with another count: how it is written, the right count
    /// and the other one.
    fn first_wrong(&self) -> Option<(G::Turn, &str, u64, u64)> {
        self.ours.iter().find_map(|&(turn, ours)| {
            let line = self.reply.lines.iter().find(|line| line.turn == Ok(turn))?;
            (line.count != ours).then_some((turn, line.token.as_str(), ours, line.count))
        })
    }
}

struct Descent<G, A> {
    root: G,
    ask: A,
}

impl<G: Notation, A, E> Descent<G, A>
where
    A: FnMut(&Question) -> Result<String, E>,
{
    /// Compares the counts at one depth below the root.
    fn compare_at(
        &mut self,
        depth: u32,
        counts: &mut Vec<Counts>,
    ) -> Result<Option<Finding<G>>, Failure<E>> {
        let node = Node::root(self.root);
        let division = self.divide(&node, depth)?;
        counts.push(Counts { depth, ours: division.sum, theirs: division.reply.total });
        if !division.listing(depth).is_right() || division.first_wrong().is_some() {
            return self.descend(node, depth, division).map(Some);
        }
        let (sum, total) = (division.sum, division.reply.total);
        if sum == total {
            return Ok(None);
        }
        let diagnoses = diagnosis::of_total(&self.root, sum, total);
        let kind = Kind::Total { depth, sum, total };
        let question = node.question(depth);
        Ok(Some(Finding { path: vec![], position: self.root, kind, diagnoses, question }))
    }

    /// Compares the turns along one sequence shorter than `depth`: equal counts
    /// do not show whether turns are written and played as they should be.
    fn follow_one_line(&mut self, depth: u32) -> Result<Option<Finding<G>>, Failure<E>> {
        let mut node = Node::root(self.root);
        let mut division = self.divide(&node, 1)?;
        for _ in 1..depth {
            let turns = division.reply.lines.len();
            let Some(line) = division.reply.lines.get(turns / 2) else { break };
            let Ok(turn) = line.turn else { break };
            node = node.after(turn, &line.token);
            division = self.divide(&node, 1)?;
            let listing = division.listing(1);
            if !listing.is_right() {
                return Ok(Some(self.pin(&node, listing, &division)));
            }
        }
        Ok(None)
    }

    /// Goes down from a difference to where it comes from.
    fn descend(
        &mut self,
        mut node: Node<G>,
        mut depth: u32,
        mut division: Division<G>,
    ) -> Result<Finding<G>, Failure<E>> {
        loop {
            if !division.listing(depth).is_right() {
                let first = if depth == 1 { division } else { self.divide(&node, 1)? };
                let listing = first.listing(1);
                return match listing.is_right() {
                    true => Ok(self.unsteady(&node, depth)),
                    false => Ok(self.pin(&node, listing, &first)),
                };
            }
            let Some((turn, token, ours, theirs)) = division.first_wrong() else {
                return Ok(self.unsteady(&node, depth));
            };
            let next = node.after(turn, token);
            if depth == 1 {
                return Ok(Self::miscounted(&node, turn, (depth, ours, theirs), None));
            }
            let below = self.divide(&next, depth - 1)?;
            if below.listing(depth - 1).is_right() && below.first_wrong().is_none() {
                let added = below.reply.sum();
                return Ok(Self::miscounted(&node, turn, (depth, ours, theirs), added));
            }
            (node, depth, division) = (next, depth - 1, below);
        }
    }

    /// A count that is wrong while everything below it is right.
    fn miscounted(
        node: &Node<G>,
        turn: G::Turn,
        (depth, ours, theirs): (u32, u64, u64),
        added: Option<u64>,
    ) -> Finding<G> {
        Finding {
            path: node.turns(),
            position: node.position,
            diagnoses: diagnosis::of_count(&node.position, turn, (depth, ours, theirs)),
            kind: Kind::Count { turn, depth, ours, theirs, added },
            question: node.question(depth),
        }
    }

    /// A list of turns that is wrong at one depth and right at depth 1.
    fn unsteady(&self, node: &Node<G>, depth: u32) -> Finding<G> {
        let none = Listing { missing: vec![], extra: vec![], repeated: vec![] };
        Finding {
            path: node.turns(),
            position: node.position,
            kind: Kind::Turns(none),
            diagnoses: vec![format!(
                "the turns listed at depth {depth} are not those listed at depth 1: the list of \
                 turns must not depend on the depth"
            )],
            question: node.question(depth),
        }
    }

    /// Finds out whether wrong turns come from the position or from the way
    /// that led to it.
    fn pin(&mut self, node: &Node<G>, listing: Listing<G>, said: &Division<G>) -> Finding<G> {
        // With no turn played, then with ever more.
        for count in (1..=node.steps.len()).rev() {
            let Ok(division) = self.divide(&node.starting_after(count), 1) else {
                // Nothing can be said about the way.
                return self.wrong_turns(node, listing, said);
            };
            let listing = division.listing(1);
            if !listing.is_right() {
                return self.explain(node, count, listing, &division);
            }
        }
        self.explain(node, 0, listing, said)
    }

    /// The finding that the turns of a position are wrong.
    fn wrong_turns(&self, node: &Node<G>, listing: Listing<G>, said: &Division<G>) -> Finding<G> {
        let position = node.position;
        Finding {
            path: node.turns(),
            position,
            diagnoses: diagnosis::of_turns(&self.root, &position, &listing, &said.reply),
            kind: Kind::Turns(listing),
            question: node.question(1),
        }
    }

    /// The finding that `listing` is wrong when all but the first `count` turns
    /// are played.
    fn explain(
        &self,
        node: &Node<G>,
        count: usize,
        listing: Listing<G>,
        said: &Division<G>,
    ) -> Finding<G> {
        let alone = node.starting_after(count);
        let turns = alone.turns();
        let path = node.turns()[..count].to_vec();
        let Some((&turn, later)) = turns.split_first() else {
            return Finding { path, ..self.wrong_turns(&alone, listing, said) };
        };
        Finding {
            path,
            position: alone.from,
            diagnoses: diagnosis::of_playing(&self.root, &alone.from, &turns, &said.reply),
            kind: Kind::Played { turn, later: later.to_vec(), listing },
            question: alone.question(1),
        }
    }

    /// Asks for the counts below the turns of a position, and works them out.
    fn divide(&mut self, node: &Node<G>, depth: u32) -> Result<Division<G>, Failure<E>> {
        let question = node.question(depth);
        let result = (|| {
            let output = (self.ask)(&question).map_err(super::FailureCause::Ask)?;
            let reply = Reply::parse(&node.position, &output)?;
            // What counts several plies at once takes a while to get ready.
            let method = if depth <= 2 { Method::Walk } else { Method::Bulk };
            let ours = method.divide(&node.position, depth, |_| {})?;
            let add = |sum: u64, &(_, count): &(G::Turn, u64)| sum.checked_add(count);
            let sum = ours.iter().try_fold(0, add).ok_or(crate::perft::Overflow)?;
            Ok(Division { reply, ours, sum })
        })();
        result.map_err(|cause| Failure { question, cause })
    }
}
