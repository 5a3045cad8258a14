use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display, Formatter};

use indexmap::IndexMap;

use serde::{Serialize, Serializer};

use crate::game::{Diagram, Notation, Spot, Stroke};
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
    /// The legal turns that [push](Push) something, by their places.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pushes: BTreeMap<usize, Push>,
}

/// A piece that is pushed. In the page it is `f8f7`, or `f8` for one that is pushed off:
/// there are many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Push {
    /// Where it stood.
    pub from: Spot,
    /// Where it goes, if it stays on its board.
    pub to: Option<Spot>,
}

impl Display for Push {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { from, to } = self;
        write!(f, "{from}")?;
        to.map_or(Ok(()), |to| write!(f, "{to}"))
    }
}

impl Serialize for Push {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Turns that win.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Winning {
    /// All spellings.
    pub turns: Vec<String>,
    /// Where they lead.
    pub cells: String,
    /// What each of them does, or what all do.
    pub says: Vec<String>,
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
    /// What it pushes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push: Option<Push>,
    /// What is to be said at the end, if this is it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The position that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<usize>,
}

/// Turns that fail for the same reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Failing {
    /// The turns, by their places among the legal ones, from 0.
    pub turns: Vec<usize>,
    /// The reason.
    #[serde(flatten)]
    pub why: Why,
}

/// Why a turn fails.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum Why {
    /// There is a reply to it.
    Refuted {
        /// The reply.
        reply: String,
        /// What the reply does.
        says: String,
        /// What it pushes.
        #[serde(skip_serializing_if = "Option::is_none")]
        push: Option<Push>,
        /// Whether no other reply refutes it.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        only: bool,
        /// Whether the reply wins the game.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        wins: bool,
    },
    /// It ends the game.
    Lost {
        /// What is to be said then.
        end: String,
    },
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
    #[error("a limit was reached before all of it was worked out")]
    Limit,
}

fn plural(turns: u32) -> String {
    format!("{turns} turn{}", if turns == 1 { "" } else { "s" })
}

/// How many answers of the opponent are kept at a position, and how many
/// positions of a solution are looked at for each of its turns.
const MOST_REPLIES: usize = 6;
const MOST_NODES_A_TURN: usize = 8;
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
    let most = line.len().max(MOST_NODES_A_TURN * turns as usize);
    let tree = explorer.lines(most, MOST_REPLIES).ok_or(Unsolved::Limit)?.found;
    let course = Course::of(&tree);
    let explain = |(position, mut node): (G, Position)| {
        if node.left > 1 || G::CAN_LOSE_BY_MOVING {
            node.fails = fails(&mut explorer, &position, node.left);
        }
        node
    };
    let nodes: Vec<_> = course.nodes().into_iter().map(explain).collect();
    let hints = [idea(&mut explorer, MOST_IDEA_NODES), position.part(line[0])];
    if explorer.is_stopped() {
        return Err(Unsolved::Limit);
    }
    Ok(Lesson {
        side: G::name(position.side()),
        other: G::name(position.side().other()),
        turns,
        line: line.iter().map(ToString::to_string).collect(),
        hints: hints.into_iter().filter(|hint| !hint.is_empty()).collect(),
        nodes,
    })
}

/// What each of these turns does, once if all do the same.
fn descriptions<G: Notation>(position: &G, turns: &[G::Turn]) -> Vec<String> {
    let mut said: Vec<_> = turns.iter().map(|&turn| position.describe(turn)).collect();
    if said.iter().all(|text| *text == said[0]) {
        said.truncate(1);
    }
    said
}

fn spellings<T: ToString>(turns: &[T]) -> Vec<String> {
    turns.iter().map(ToString::to_string).collect()
}

/// Why turns of a position do not win, those with the same reason together.
fn fails<G: Notation>(explorer: &mut Explorer<'_, G>, position: &G, left: u32) -> Vec<Failing> {
    let turns = position.turns();
    let places: HashMap<_, _> = turns.iter().copied().zip(0..).collect();
    let mut fails: IndexMap<Why, Vec<usize>> = IndexMap::new();
    for failure in explorer.failures(position, left).found {
        let (reply, after) = (failure.refutation.turns[0], failure.refutation.position);
        let why = Why::Refuted {
            reply: reply.to_string(),
            says: failure.position.describe(reply),
            push: push(&failure.position, reply),
            only: failure.is_only,
            wins: after.winner() == Some(position.side().other()),
        };
        fails.entry(why).or_default().extend(failure.turns.iter().map(|turn| places[turn]));
    }
    for (place, &turn) in turns.iter().enumerate() {
        let after = position.play_unchecked(turn);
        if let (true, Some(end)) =
            (after.outcome() == Some(position.side().other()), after.verdict())
        {
            fails.entry(Why::Lost { end }).or_default().push(place);
        }
    }
    fails.into_iter().map(|(why, turns)| Failing { turns, why }).collect()
}

/// The way from the tree of a solution to the positions of a lesson.
struct Course<'a, G: Notation> {
    tree: &'a Tree<G>,
    /// Of each node of the tree, whether it can be played to the end.
    whole: Vec<bool>,
    /// The number of a node of the tree among the positions of the lesson.
    numbers: HashMap<usize, usize>,
    /// The nodes of the tree that are positions of the lesson, in order.
    nodes: Vec<usize>,
}

impl<'a, G: Notation> Course<'a, G> {
    fn of(tree: &'a Tree<G>) -> Self {
        let mut nodes: Vec<_> = (0..tree.nodes.len()).collect();
        // What follows a position takes fewer plies.
        nodes.sort_by_key(|&node| tree.nodes[node].plies);
        let mut whole = vec![false; nodes.len()];
        for node in nodes {
            let Node { branches, .. } = &tree.nodes[node];
            let most = if tree.attacks(&tree.nodes[node]) { 1 } else { branches.len() };
            whole[node] = branches.iter().take(most).any(|branch| match branch.next {
                Next::End => true,
                Next::Node(next) => whole[next],
                Next::Cut => false,
            });
        }
        Self { tree, whole, numbers: HashMap::new(), nodes: Vec::new() }
    }

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
                says: descriptions(&position, &branch.turns),
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
        let good = good.collect();
        let legal = position.turns();
        let pushes = legal.iter().map(|&turn| push(&position, turn)).enumerate();
        Position {
            cells: cells::<G>(&position.diagram()),
            left: node.turns,
            good,
            legal: grouped(&legal),
            fails: Vec::new(),
            pushes: pushes.filter_map(|(place, push)| Some((place, push?))).collect(),
        }
    }

    /// The answers at a node where the opponent is to move, after `before`.
    fn replies(&mut self, node: usize, before: &str) -> Vec<Reply> {
        let Node { position, branches, .. } = &self.tree.nodes[node];
        let mut replies = Vec::new();
        for branch in branches {
            let turn = format!("{before}{}", branch.turns[0]);
            let mut reply = Reply {
                cells: cells::<G>(&branch.position.diagram()),
                says: position.describe(branch.turns[0]),
                push: push(position, branch.turns[0]),
                end: branch.position.verdict(),
                next: None,
                turn,
            };
            match branch.next {
                Next::Node(next) if !self.whole[next] => continue,
                Next::Node(next) if self.tree.attacks(&self.tree.nodes[next]) => {
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

/// What a turn pushes.
fn push<G: Notation>(position: &G, turn: G::Turn) -> Option<Push> {
    position.strokes(turn).into_iter().find_map(|stroke| match stroke {
        Stroke::Pushed { from, to } => Some(Push { from, to }),
        _ => None,
    })
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

    /// Plays every solution of a lesson by the rules alone; gives the positions that
    /// are met, and their numbers.
    fn follow<G: Notation>(text: &str, turns: u32) -> (Lesson, Vec<(usize, G)>) {
        let start = G::parse(text, G::RULES[0]).expect("the position is legal");
        let lesson = lesson(&start, turns, Limits::default()).expect("there is a win");
        assert_eq!(lesson.turns, turns);
        let (mut met, mut at) = (vec![(0, start)], 0);
        while let Some(&(number, position)) = met.get(at) {
            at += 1;
            let node = &lesson.nodes[number];
            assert_eq!(node.cells, cells::<G>(&position.diagram()));
            assert_eq!(ungrouped(&node.legal), spellings(&position.turns()));
            assert!(!node.good.is_empty());
            for (place, good) in node.good.iter().enumerate() {
                let turn = position.parse_turn(&good.turns[0]).expect("a legal turn");
                let child = position.play_unchecked(turn);
                assert_eq!(good.cells, cells::<G>(&child.diagram()));
                assert_eq!(good.end, child.verdict());
                let goes_on = good.next.is_some() || !good.replies.is_empty();
                assert_eq!(goes_on, good.end.is_none() && place == 0, "{number} {place}");
                met.extend(good.next.map(|next| (next, child)));
                for reply in &good.replies {
                    let mut after = child;
                    for token in reply.turn.split(' ') {
                        after = after.play_unchecked(after.parse_turn(token).expect("legal"));
                    }
                    assert_eq!(reply.cells, cells::<G>(&after.diagram()));
                    assert_eq!(reply.end, after.verdict());
                    assert_eq!(reply.end.is_none(), reply.next.is_some());
                    met.extend(reply.next.map(|next| (next, after)));
                }
            }
        }
        met.sort_unstable_by_key(|(number, _)| *number);
        met.dedup();
        assert!(met.iter().map(|(number, _)| *number).eq(0..lesson.nodes.len()));
        (lesson, met)
    }

    /// Every turn that does not win has a reply after which there is no win.
    fn failures_are_explained<G: Notation>(node: &Position, position: &G) {
        let legal = position.turns();
        let is_good =
            |turn: &G::Turn| node.good.iter().any(|good| good.turns.contains(&turn.to_string()));
        let mut explained = 0;
        for (Failing { why, .. }, place) in
            node.fails.iter().flat_map(|failing| failing.turns.iter().map(move |&p| (failing, p)))
        {
            assert!(!is_good(&legal[place]));
            let child = position.play_unchecked(legal[place]);
            explained += 1;
            let (reply, wins) = match why {
                Why::Refuted { reply, wins, .. } => (reply, *wins),
                Why::Lost { end } => {
                    assert_eq!(child.outcome(), Some(position.side().other()));
                    assert_eq!(child.verdict().as_ref(), Some(end));
                    continue;
                }
            };
            let reply = child.parse_turn(reply).expect("a legal reply");
            let after = child.play_unchecked(reply);
            assert_eq!(wins, after.winner() == Some(position.side().other()));
            if after.outcome().is_none() && node.left > 1 {
                let solved = Explorer::solve(&after, node.left - 1, Limits::default());
                let solution = solved.expect("the game goes on");
                let verdict = &solution.solution().verdict;
                assert!(!matches!(verdict, Verdict::Win(_)), "{after}");
            }
        }
        if node.left > 1 || G::CAN_LOSE_BY_MOVING {
            // After a visit the same side moves again: there is no reply yet.
            let goes_on =
                |turn: &&G::Turn| position.play_unchecked(**turn).side() == position.side();
            let bad = legal.iter().filter(|turn| !is_good(turn) && !goes_on(turn)).count();
            assert_eq!(explained, bad);
        }
    }

    /// The same, with a look at every turn that fails.
    fn study<G: Notation>(text: &str, turns: u32) -> Lesson {
        let (lesson, met) = follow::<G>(text, turns);
        met.iter().for_each(|(number, at)| failures_are_explained(&lesson.nodes[*number], at));
        lesson
    }

    const TWO: &str = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";

    #[test]
    fn a_lesson_can_be_played_to_the_end() {
        let lesson = study::<shobu::Position>(TWO, 2);
        assert_eq!(lesson.nodes[0].good.len(), 1);
        assert_eq!((lesson.side, lesson.other, lesson.line.len()), ("White", "Black", 3));
        let legal = ungrouped(&lesson.nodes[0].legal);
        let push = |turn| {
            let place = legal.iter().position(|legal| legal == turn)?;
            lesson.nodes[0].pushes.get(&place).map(ToString::to_string)
        };
        assert_eq!(push("a6a7+g1g2"), Some("g2g3".into()));
        assert_eq!(push("a6b6+g1h1"), Some("h1".into()));
        assert_eq!(push("f8f7+d6d5"), Some("d5".into()));
        assert_eq!(push("a6a7+h6h7"), None);
        assert_eq!(lesson.nodes[0].pushes.len(), 19);
        let is_try = |failing: &Failing| matches!(failing.why, Why::Refuted { only: true, .. });
        assert!(lesson.nodes[0].fails.iter().any(is_try));
        study::<spook::Position>("4/1bbw/1brb/1bbb:3/1b1/2b:2/2:1 r", 3);
    }

    #[test]
    fn a_turn_that_loses_at_once_is_said_to() {
        let lesson = study::<spook::Position>("1w2/1bb1/1rb1/4:3/1r1/3:2/2:1 r", 2);
        let lost = |turn: &str| {
            let is_lost = |node: &Position| {
                let place = ungrouped(&node.legal).iter().position(|legal| legal == turn);
                node.fails.iter().any(|failing| {
                    matches!(failing.why, Why::Lost { .. })
                        && place.is_some_and(|place| failing.turns.contains(&place))
                })
            };
            lesson.nodes.iter().any(is_lost)
        };
        assert!(lost("b3-c3-c2"));
    }

    /// Two turns may lead to the same position and not do the same.
    #[test]
    fn every_spelling_has_what_it_does() {
        let lesson = study::<spook::Position>("2br/2rb/1wrr/4:2r/2r/3:2/2:1 b", 2);
        let Winning { turns, says, .. } = &lesson.nodes[0].good[0];
        let of = |turn: &str| turns.iter().position(|spelt| spelt == turn).map(|n| &*says[n]);
        assert_eq!(of("xg3"), Some("removes a free red ball"));
        assert_eq!(of("xd4"), Some("removes a red ball; the ball on g3 drops"));
        let lesson = study::<shobu::Position>(TWO, 2);
        assert_eq!(lesson.nodes[0].good[0].says.len(), 1);
    }

    /// There are far more positions than a lesson has.
    #[test]
    fn a_part_of_a_solution_has_no_loose_ends() {
        for (text, turns) in [
            ("2w2w2/8/b1w4w/1b2b2w/3b1wbb/w2wwb2/w3b3/1b1b4 b", 3),
            ("b1w1www1/8/w4b2/w2bb2b/1b4w1/4b3/7w/w2b1b2 b", 4),
        ] {
            let (lesson, met) = follow::<shobu::Position>(text, turns);
            assert!(met.len() > 8 && lesson.nodes[0].good[0].replies.len() > 2, "{}", met.len());
        }
    }

    #[test]
    fn a_limit_leaves_a_whole_lesson_or_none() {
        let position = shobu::Position::parse(TWO, "shobu-standard-v1").expect("it is legal");
        let whole = lesson(&position, 2, Limits::default());
        let mut stopped_late = 0;
        for nodes in (0..400).step_by(5) {
            let limits = Limits { nodes, threads: 1, ..Limits::default() };
            let part = lesson(&position, 2, limits);
            assert!(part == whole || part == Err(Unsolved::Limit), "{nodes}");
            let solved = Explorer::solve(&position, 2, limits).expect("it is not over");
            let is_solved = matches!(solved.solution().verdict, Verdict::Win(_));
            stopped_late += usize::from(is_solved && part.is_err());
        }
        assert!(stopped_late > 0);
    }

    #[test]
    fn what_cannot_be_solved_is_no_lesson() {
        let position = shobu::Position::parse(TWO, "shobu-standard-v1").expect("it is legal");
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
