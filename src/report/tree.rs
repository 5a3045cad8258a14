//! A solution as an indented tree.

use std::collections::HashMap;
use std::io::{self, Write};

use tsume::game::Notation;
use tsume::solver::{Branch, Next, Node, Part, Tree};

use super::board::{FAINT, HEADING};
use super::groups::{either, groups, others};

/// About how many lines are written at most.
const LINES: usize = 200;

/// How the tree is to be read.
const LEGEND: &str = "longest defences first; +n: n more replies have the same answer";

/// Writes the tree. Replies that are met by the same turn share a line, and the
/// first of them is followed.
pub fn write<G: Notation>(out: &mut impl Write, tree: &Part<Tree<G>>) -> io::Result<()> {
    let count = tree.found.nodes.len();
    let extent = match tree.complete {
        true => others(count, "position"),
        false => format!("cut short after {}", others(count, "position")),
    };
    writeln!(out, "\n{HEADING}Tree{HEADING:#} {FAINT}({extent}){FAINT:#}")?;
    writeln!(out, "  {FAINT}{LEGEND}{FAINT:#}")?;
    let mut page = Page { tree: &tree.found, lines: Vec::new(), shown: HashMap::new() };
    page.node(0, 1, 0, LINES);
    page.write(out)
}

/// The lines of a tree, and on which of them each node stands.
struct Page<'a, G: Notation> {
    tree: &'a Tree<G>,
    lines: Vec<Line>,
    shown: HashMap<usize, usize>,
}

/// A line: a reply and the answer to it, or one of the two.
#[derive(Default)]
struct Line {
    depth: usize,
    reply: String,
    /// How many others are met in the same way.
    alike: String,
    answer: String,
    /// How wide the reply is to be, so that the answers stand below each other.
    width: usize,
    /// The line on which what follows is shown, if it is not shown here.
    as_after: Option<usize>,
}

impl Line {
    /// How wide the reply is with what is said of others.
    fn reply_width(&self) -> usize {
        let space = usize::from(!self.alike.is_empty() && !self.reply.is_empty());
        self.reply.chars().count() + space + self.alike.chars().count()
    }
}

/// Replies with the same answer.
struct Replies<'a, G: Notation> {
    first: &'a Branch<G>,
    answer: Option<G::Turn>,
    count: usize,
}

impl<G: Notation> Page<'_, G> {
    /// Shows what follows in a node that is not shown yet, below the line that
    /// has led to it.
    fn node(&mut self, number: usize, turn: u32, depth: usize, room: usize) {
        let tree = self.tree;
        let node = &tree.nodes[number];
        match node.branches.first() {
            None => self.remark(depth, "… not searched: a limit was reached".into()),
            Some(first) if tree.attacks(node) => {
                let line = Line { depth, answer: answer(turn, node), ..Line::default() };
                self.lines.push(line);
                self.follow(first, turn + 1, depth + 1, room.saturating_sub(1));
            }
            Some(_) => self.replies(node, turn, depth, room),
        }
    }

    /// Shows what follows a turn, the last line being the one on which it stands.
    fn follow(&mut self, branch: &Branch<G>, turn: u32, depth: usize, room: usize) {
        let line = self.lines.len() - 1;
        match branch.next {
            Next::End => self.lines[line].answer.push_str(" wins"),
            Next::Cut => self.lines[line].answer.push_str(" …"),
            Next::Node(next) => match self.shown.get(&next) {
                Some(&there) => self.lines[line].as_after = Some(there),
                None => {
                    self.shown.insert(next, line);
                    self.node(next, turn, depth, room);
                }
            },
        }
    }

    fn replies(&mut self, node: &Node<G>, turn: u32, depth: usize, room: usize) {
        let longest = node.branches[0].within;
        let (slow, quick): (Vec<_>, Vec<_>) =
            node.branches.iter().partition(|reply| reply.within > 1 || longest <= 1);
        let (known, unknown): (Vec<_>, Vec<_>) =
            slow.into_iter().partition(|reply| self.is_known(reply));
        let groups = if longest <= 1 { self.last_turns(&known) } else { self.alike(&known) };
        // A line for what is left out.
        let mut room = room.saturating_sub(usize::from(!quick.is_empty())).max(1);
        let mut hidden = unknown.len();
        let mut shown = Vec::new();
        for (place, group) in groups.iter().enumerate() {
            let after = groups.len() - place - 1;
            if room == 0 || (room == 1 && after > 0) {
                hidden += groups[place..].iter().map(|group| group.count).sum::<usize>();
                break;
            }
            let before = self.lines.len();
            shown.push(before);
            // The first ones get more room than the following.
            let most = room.saturating_sub(after.min(room / 2));
            self.group(group, turn, depth, most);
            room = room.saturating_sub(self.lines.len() - before);
        }
        self.align(&shown);
        if hidden > 0 {
            let less = match longest {
                ..2 => String::new(),
                _ => format!(", lost in at most {longest} turns"),
            };
            self.remark(depth, format!("… {}{less}", others(hidden, "more")));
        }
        if !quick.is_empty() {
            let lose = if quick.len() == 1 { "loses" } else { "lose" };
            self.remark(depth, format!("… {} {lose} at once", others(quick.len(), "other")));
        }
    }

    /// Lets the answers on these lines stand below each other.
    fn align(&mut self, lines: &[usize]) {
        const MOST: usize = 32;
        let widths = lines.iter().map(|&line| self.lines[line].reply_width());
        let width = widths.filter(|&width| width <= MOST).max().unwrap_or(0);
        lines.iter().for_each(|&line| self.lines[line].width = width);
    }

    /// Whether the answer to a reply has been searched.
    fn is_known(&self, reply: &Branch<G>) -> bool {
        match reply.next {
            Next::End => true,
            Next::Cut => false,
            Next::Node(next) => !self.tree.nodes[next].branches.is_empty(),
        }
    }

    /// The winning turns after a reply, if the attacker is to move then.
    fn answers(&self, reply: &Branch<G>) -> Vec<G::Turn> {
        match reply.next {
            Next::Node(next) if self.tree.attacks(&self.tree.nodes[next]) => {
                let branches = &self.tree.nodes[next].branches;
                branches.iter().flat_map(|branch| branch.turns.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Replies to which the last turn is the answer, in as few groups as may be.
    fn last_turns<'b>(&self, replies: &[&'b Branch<G>]) -> Vec<Replies<'b, G>> {
        let answers: Vec<_> = replies.iter().map(|reply| self.answers(reply)).collect();
        let group = |group: super::groups::Group<G::Turn>| Replies {
            first: replies[group.members[0]],
            answer: group.answer,
            count: group.members.len(),
        };
        groups(&answers).into_iter().map(group).collect()
    }

    /// Replies that hold out equally long and are met by the same turn.
    fn alike<'b>(&self, replies: &[&'b Branch<G>]) -> Vec<Replies<'b, G>> {
        let mut groups: Vec<Replies<'b, G>> = Vec::new();
        for &first in replies {
            let answer = self.answers(first).first().copied();
            let same = |group: &&mut Replies<'b, G>| {
                answer.is_some() && group.answer == answer && group.first.plies == first.plies
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.count += 1,
                None => groups.push(Replies { first, answer, count: 1 }),
            }
        }
        groups
    }

    fn group(&mut self, group: &Replies<'_, G>, turn: u32, depth: usize, room: usize) {
        let Replies { first, answer: last, count } = *group;
        let alike = if count > 1 { format!("+{}", count - 1) } else { String::new() };
        let reply = first.turns[0].to_string();
        let mut line = Line { depth, reply, alike, ..Line::default() };
        let tree = self.tree;
        let node = match first.next {
            Next::Node(next) => next,
            Next::End | Next::Cut => {
                line.answer = format!("{} has won", G::name(tree.attacker));
                return self.lines.push(line);
            }
        };
        if first.within == 1
            && let Some(last) = last
        {
            let ends = tree.nodes[node].branches.iter().find(|one| one.turns.contains(&last));
            if ends.is_some_and(|branch| branch.next == Next::End) {
                line.answer = format!("{turn}. {last} wins");
                return self.lines.push(line);
            }
        }
        line.as_after = self.shown.get(&node).copied();
        let is_new = line.as_after.is_none();
        let attacks = tree.attacks(&tree.nodes[node]);
        if is_new && attacks {
            line.answer = answer(turn, &tree.nodes[node]);
        }
        self.lines.push(line);
        if !is_new {
            return;
        }
        self.shown.insert(node, self.lines.len() - 1);
        let room = room.saturating_sub(1);
        match attacks {
            true => self.follow(&tree.nodes[node].branches[0], turn + 1, depth + 1, room),
            // The defender moves again.
            false => self.node(node, turn, depth + 1, room),
        }
    }

    fn remark(&mut self, depth: usize, text: String) {
        self.lines.push(Line { depth, alike: text, ..Line::default() });
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut names: Vec<usize> = self.lines.iter().filter_map(|line| line.as_after).collect();
        names.sort_unstable();
        names.dedup();
        let name = |line| names.binary_search(&line).map(|place| place + 1);
        for (number, line) in self.lines.iter().enumerate() {
            let Line { depth, reply, alike, answer, width, .. } = line;
            write!(out, "  {:indent$}{reply}", "", indent = 3 * depth)?;
            if !alike.is_empty() {
                let space = if reply.is_empty() { "" } else { " " };
                write!(out, "{space}{FAINT}{alike}{FAINT:#}")?;
            }
            if !answer.is_empty() {
                let pad = width.saturating_sub(line.reply_width());
                let space = if reply.is_empty() { 0 } else { pad + 2 };
                write!(out, "{:space$}{answer}", "")?;
            }
            if let Some(there) = line.as_after.and_then(|there| name(there).ok()) {
                write!(out, "  {FAINT}as after [{there}]{FAINT:#}")?;
            }
            if let Ok(name) = name(number) {
                write!(out, "  {FAINT}[{name}]{FAINT:#}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// The numbered turn of the attacker in a node, with the others that would do.
fn answer<G: Notation>(turn: u32, node: &Node<G>) -> String {
    let shown = if node.turns > 1 { &node.branches[..] } else { &node.branches[..1] };
    format!("{turn}. {}", either(shown.iter().map(|branch| branch.turns[0])))
}
