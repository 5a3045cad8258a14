use std::collections::HashMap;

use indexmap::IndexMap;

use serde::Serialize;

use crate::game::{Diagram, Notation};
use crate::solver::{Explorer, Limits, Next, Node, Tree, Verdict};
use crate::theme::idea;

/// A puzzle with its solution, as a page plays it: every position in which the
/// reader may come to move, what wins there, and what the opponent answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lesson {
    /// Who is to move and wins.
    pub side: &'static str,
    /// Who defends.
    pub other: &'static str,
    /// In how many turns.
    pub turns: u32,
    /// One play to the end.
    pub line: Vec<String>,
    /// Nudges, each of which tells more than the one before.
    pub hints: Vec<String>,
    /// The positions, the first one first.
    pub nodes: Vec<Position>,
}

/// A position in which the reader is to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Position {
    /// The letters of the pieces, panel by panel as in the
    /// [diagram](Notation::diagram), from the top left; `.` for none.
    pub cells: String,
    /// How many turns are left.
    pub left: u32,
    /// All legal turns: `first:rest,rest;alone`, where `first:rest` stands for the
    /// turn `first+rest`.
    pub legal: String,
    /// What wins in the turns left, the best first.
    pub good: Vec<Winning>,
    /// Why the other turns fail, where that is not plain: at the last turn every one
    /// that does not end the game does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fails: Vec<Failing>,
}

/// Turns that win.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Winning {
    /// All spellings.
    pub turns: Vec<String>,
    /// Where they lead.
    pub cells: String,
    /// What they do.
    pub says: String,
    /// What is to be said at the end, if this is it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The position that follows where the same side moves again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
    /// The opponent's answers, the longest defence first. Empty for a turn that
    /// wins too but is not followed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
}

/// An answer of the opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reply {
    /// The turn; several, separated by spaces, where the opponent moves again.
    pub turn: String,
    /// Where it leads.
    pub cells: String,
    /// What it does.
    pub says: String,
    /// What is to be said at the end, if this is it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The position that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
}

/// Turns that fail to the same reply.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Failing {
    /// The reply.
    pub reply: String,
    /// What the reply does.
    pub says: String,
    /// Whether no other reply refutes them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only: bool,
    /// Whether the reply wins the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wins: bool,
    /// The turns, by their places among the legal ones, from 0.
    pub turns: Vec<usize>,
}

/// Why there is no lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolved {
    /// The game is over.
    #[error("the game is over")]
    Finished,
    /// There is no win within the number of turns.
    #[error("there is no win within {}", plural(*.0))]
    NoWin(u32),
    /// It is won in fewer turns than is stated.
    #[error("it is won in {}, not in {stated}", plural(*.turns))]
    Shorter {
        /// In how many.
        turns: u32,
        /// The number that is stated.
        stated: u32,
    },
    /// A limit was reached.
    #[error("a limit was reached before it was solved")]
    Limit,
}

fn plural(turns: u32) -> String {
    format!("{turns} turn{}", if turns == 1 { "" } else { "s" })
}

/// How many answers of the opponent are kept at a position, and how many
/// positions of a solution are looked at.
const MOST_REPLIES: usize = 6;
const MOST_NODES: usize = 64;
/// The same, for how the game ends.
const MOST_IDEA_NODES: usize = 1_000;

/// Works out the lesson of a puzzle that is won in `turns`, and not before.
///
/// # Errors
/// [`Unsolved`] says why there is none.
pub fn lesson<G: Notation>(
    position: &G,
    turns: u32,
    limits: Limits<'_>,
) -> Result<Lesson, Unsolved> {
    let solved = Explorer::solve_or_decide(position, turns, limits);
    let mut explorer = solved.map_err(|_| Unsolved::Finished)?;
    let line = match &explorer.solution().verdict {
        Verdict::Win(win) if win.turns == turns => win.line.clone(),
        Verdict::Win(win) if win.turns < turns => {
            return Err(Unsolved::Shorter { turns: win.turns, stated: turns });
        }
        Verdict::Unknown { .. } => return Err(Unsolved::Limit),
        _ => return Err(Unsolved::NoWin(turns)),
    };
    let tree = explorer.tree(MOST_NODES).ok_or(Unsolved::Limit)?.found;
    let course = Course { tree: &tree, numbers: HashMap::new(), nodes: Vec::new() };
    let explain = |(position, mut node): (G, Position)| {
        if node.left > 1 || G::CAN_LOSE_BY_MOVING {
            node.fails = fails(&mut explorer, &position, node.left);
        }
        node
    };
    let nodes: Vec<_> = course.nodes().into_iter().map(explain).collect();
    let hints = [idea(&mut explorer, MOST_IDEA_NODES), position.part(line[0])];
    Ok(Lesson {
        side: G::name(position.side()),
        other: G::name(position.side().other()),
        turns,
        line: line.iter().map(ToString::to_string).collect(),
        hints: hints.into_iter().filter(|hint| !hint.is_empty()).collect(),
        nodes,
    })
}

fn spellings<T: ToString>(turns: &[T]) -> Vec<String> {
    turns.iter().map(ToString::to_string).collect()
}

/// Why turns of a position do not win, those with the same reason together.
fn fails<G: Notation>(explorer: &mut Explorer<'_, G>, position: &G, left: u32) -> Vec<Failing> {
    let places: HashMap<_, _> = position.turns().into_iter().zip(0..).collect();
    let mut fails: IndexMap<_, Failing> = IndexMap::new();
    for failure in explorer.failures(position, left).found {
        let (reply, after) = (failure.refutation.turns[0], failure.refutation.position);
        let says = failure.position.describe(reply);
        let (only, wins) = (failure.is_only, after.winner() == Some(position.side().other()));
        let failing = fails.entry((reply, says.clone(), only)).or_insert_with(|| Failing {
            reply: reply.to_string(),
            says,
            only,
            wins,
            turns: Vec::new(),
        });
        failing.turns.extend(failure.turns.iter().map(|turn| places[turn]));
    }
    fails.into_values().collect()
}

/// The way from the tree of a solution to the positions of a lesson.
struct Course<'a, G: Notation> {
    tree: &'a Tree<G>,
    /// The number of a node of the tree among the positions of the lesson.
    numbers: HashMap<usize, usize>,
    /// The nodes of the tree that are positions of the lesson, in order.
    nodes: Vec<usize>,
}

impl<G: Notation> Course<'_, G> {
    /// All positions that the kept answers lead to.
    fn nodes(mut self) -> Vec<(G, Position)> {
        self.number(0);
        let mut positions = Vec::new();
        while let Some(&node) = self.nodes.get(positions.len()) {
            let node = &self.tree.nodes[node];
            positions.push((node.position, self.position(node)));
        }
        positions
    }

    fn number(&mut self, node: usize) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }

    fn position(&mut self, node: &Node<G>) -> Position {
        let position = node.position;
        let good = node.branches.iter().enumerate().map(|(place, branch)| {
            let mut winning = Winning {
                turns: spellings(&branch.turns),
                cells: cells::<G>(&branch.position.diagram()),
                says: position.describe(branch.turns[0]),
                end: branch.position.verdict(),
                next: None,
                replies: Vec::new(),
            };
            if let (0, Next::Node(next)) = (place, branch.next) {
                if self.tree.attacks(&self.tree.nodes[next]) {
                    winning.next = Some(self.number(next));
                } else {
                    winning.replies = self.replies(next, "");
                }
            }
            winning
        });
        Position {
            cells: cells::<G>(&position.diagram()),
            left: node.turns,
            good: good.collect(),
            legal: grouped(&position.turns()),
            fails: Vec::new(),
        }
    }

    /// The answers at a node where the opponent is to move, after `before`.
    fn replies(&mut self, node: usize, before: &str) -> Vec<Reply> {
        let Node { position, branches, .. } = &self.tree.nodes[node];
        let mut replies = Vec::new();
        for branch in branches.iter().take(MOST_REPLIES) {
            let turn = format!("{before}{}", branch.turns[0]);
            let mut reply = Reply {
                cells: cells::<G>(&branch.position.diagram()),
                says: position.describe(branch.turns[0]),
                end: branch.position.verdict(),
                next: None,
                turn,
            };
            match branch.next {
                Next::Node(next) if self.tree.attacks(&self.tree.nodes[next]) => {
                    // A position that was not worked out cannot be played on.
                    if self.tree.nodes[next].branches.is_empty() {
                        continue;
                    }
                    reply.next = Some(self.number(next));
                }
                Next::Node(next) => {
                    replies.extend(self.replies(next, &format!("{} ", reply.turn)));
                    continue;
                }
                Next::End => {}
                Next::Cut => continue,
            }
            replies.push(reply);
        }
        replies
    }
}

/// The letters of the pieces of a picture.
fn cells<G: Notation>(diagram: &Diagram) -> String {
    let panels = diagram.rows.iter().flatten();
    let cells = panels.flat_map(|panel| panel.cells.iter().flatten());
    cells.map(|cell| cell.piece.map_or('.', |index| G::PIECES[index].letter)).collect()
}

/// The turns, those with the same first half together.
fn grouped<T: ToString>(turns: &[T]) -> String {
    let mut text = String::new();
    let mut last = None;
    for turn in turns.iter().map(ToString::to_string) {
        let Some((first, rest)) = turn.split_once('+') else {
            text.push_str(if text.is_empty() { "" } else { ";" });
            text.push_str(&turn);
            last = None;
            continue;
        };
        if last.as_deref() == Some(first) {
            text.push(',');
        } else {
            text.push_str(if text.is_empty() { "" } else { ";" });
            text.push_str(first);
            text.push(':');
            last = Some(first.to_string());
        }
        text.push_str(rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{shobu, spook};

    fn ungrouped(text: &str) -> Vec<String> {
        let group = |group: &str| match group.split_once(':') {
            None => vec![group.to_string()],
            Some((first, rest)) => {
                rest.split(',').map(|rest| format!("{first}+{rest}")).collect::<Vec<_>>()
            }
        };
        text.split(';').filter(|text| !text.is_empty()).flat_map(group).collect()
    }

    /// Plays every solution of a lesson by the rules alone.
    fn follow<G: Notation>(text: &str, turns: u32) -> Lesson {
        let start = G::parse(text, G::RULES[0]).expect("the position is legal");
        let lesson = lesson(&start, turns, Limits::default()).expect("there is a win");
        assert_eq!(lesson.turns, turns);
        let mut open = vec![(0, start)];
        while let Some((number, position)) = open.pop() {
            let node = &lesson.nodes[number];
            assert_eq!(node.cells, cells::<G>(&position.diagram()));
            assert_eq!(ungrouped(&node.legal), spellings(&position.turns()));
            assert!(!node.good.is_empty());
            failures_are_explained(node, &position);
            for (place, good) in node.good.iter().enumerate() {
                let turn = position.parse_turn(&good.turns[0]).expect("a legal turn");
                let child = position.play_unchecked(turn);
                assert_eq!(good.cells, cells::<G>(&child.diagram()));
                assert_eq!(good.end, child.verdict());
                let goes_on = good.next.is_some() || !good.replies.is_empty();
                assert_eq!(goes_on, good.end.is_none() && place == 0, "{number} {place}");
                open.extend(good.next.map(|next| (next, child)));
                for reply in &good.replies {
                    let mut after = child;
                    for token in reply.turn.split(' ') {
                        after = after.play_unchecked(after.parse_turn(token).expect("legal"));
                    }
                    assert_eq!(reply.cells, cells::<G>(&after.diagram()));
                    assert_eq!(reply.end, after.verdict());
                    assert_eq!(reply.end.is_none(), reply.next.is_some());
                    open.extend(reply.next.map(|next| (next, after)));
                }
            }
        }
        lesson
    }

    /// Every turn that does not win has a reply after which there is no win.
    fn failures_are_explained<G: Notation>(node: &Position, position: &G) {
        let legal = position.turns();
        let is_good =
            |turn: &G::Turn| node.good.iter().any(|good| good.turns.contains(&turn.to_string()));
        let mut explained = 0;
        for failing in &node.fails {
            for &place in &failing.turns {
                let child = position.play_unchecked(legal[place]);
                let reply = child.parse_turn(&failing.reply).expect("a legal reply");
                let after = child.play_unchecked(reply);
                assert!(!is_good(&legal[place]));
                assert_eq!(failing.wins, after.winner() == Some(position.side().other()));
                if after.outcome().is_none() && node.left > 1 {
                    let solved = Explorer::solve(&after, node.left - 1, Limits::default());
                    let solution = solved.expect("the game goes on");
                    let verdict = &solution.solution().verdict;
                    assert!(!matches!(verdict, Verdict::Win(_)), "{after}");
                }
                explained += 1;
            }
        }
        if node.left > 1 {
            let ends = |turn: &&G::Turn| position.play_unchecked(**turn).outcome().is_some();
            let bad = legal.iter().filter(|turn| !is_good(turn) && !ends(turn)).count();
            assert_eq!(explained, bad);
        }
    }

    #[test]
    fn a_lesson_can_be_played_to_the_end() {
        let text = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
        let lesson = follow::<shobu::Position>(text, 2);
        assert_eq!(lesson.nodes[0].good.len(), 1);
        assert_eq!((lesson.side, lesson.other, lesson.line.len()), ("White", "Black", 3));
        assert!(lesson.nodes[0].fails.iter().any(|failing| failing.only));
        follow::<spook::Position>("1w2/1bb1/1rb1/4:3/1r1/3:2/2:1 r", 2);
        follow::<spook::Position>("4/1bbw/1brb/1bbb:3/1b1/2b:2/2:1 r", 3);
    }

    #[test]
    fn what_cannot_be_solved_is_no_lesson() {
        let text = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
        let position = shobu::Position::parse(text, "shobu-standard-v1").expect("it is legal");
        assert_eq!(lesson(&position, 1, Limits::default()), Err(Unsolved::NoWin(1)));
        let shorter = Unsolved::Shorter { turns: 2, stated: 3 };
        assert_eq!(lesson(&position, 3, Limits::default()), Err(shorter));
        assert_eq!(Unsolved::NoWin(1).to_string(), "there is no win within 1 turn");
        let limits = Limits { nodes: 2, ..Limits::default() };
        assert_eq!(lesson(&position, 2, limits), Err(Unsolved::Limit));
    }

    #[test]
    fn turns_with_the_same_first_half_stand_together() {
        let turns = ["a1", "a1a2+e1e2", "a1a2+e3e4", "b1b2+e1e2", "pass"];
        let text = grouped(&turns);
        assert_eq!(text, "a1;a1a2:e1e2,e3e4;b1b2:e1e2;pass");
        assert_eq!(ungrouped(&text), turns);
        assert_eq!(grouped::<&str>(&[]), "");
    }
}
