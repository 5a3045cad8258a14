use std::collections::BTreeSet;

use crate::game::Notation;
use crate::solver::{Explorer, Next, Tree, Verdict};

/// What a win is about, for people who want to be nudged and not told: what the
/// first turn does, and how the game ends, if the attacker can always bring that
/// about. Looks at up to `most` positions of the solution, and is silent on the end where
/// these do not tell. Empty if there is no win.
pub fn idea<G: Notation>(explorer: &mut Explorer<'_, G>, most: usize) -> String {
    let line = match &explorer.solution().verdict {
        Verdict::Win(win) => win.line.clone(),
        _ => return String::new(),
    };
    let Some(tree) = explorer.tree(most).map(|part| part.found) else { return String::new() };
    let root = tree.nodes[0].position;
    let (last, before) = line.split_last().expect("a win takes a turn");
    let end = before.iter().fold(root, |position, &turn| position.play_unchecked(turn));
    let ending = Endings { tree: &tree, known: vec![None; tree.nodes.len()] }.of(0);
    let ending = ending.map(|all| match end.ending(*last) {
        usual if all.contains(&usual) => usual,
        _ => all.into_iter().next().unwrap_or_else(|| "How it ends is up to the defence.".into()),
    });
    let said = [root.idea(line[0]), ending.unwrap_or_default()];
    said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The ways to end the game, in words, of which the attacker can bring about each.
struct Endings<'a, G: Notation> {
    tree: &'a Tree<G>,
    /// Of each node, if it was asked for.
    known: Vec<Option<Option<BTreeSet<String>>>>,
}

impl<G: Notation> Endings<'_, G> {
    /// From a node on; `None` if the tree does not tell.
    fn of(&mut self, number: usize) -> Option<BTreeSet<String>> {
        if let Some(known) = &self.known[number] {
            return known.clone();
        }
        let tree = self.tree;
        let node = &tree.nodes[number];
        let after = node.branches.iter().map(|branch| match branch.next {
            Next::End => Some(BTreeSet::from([node.position.ending(branch.turns[0])])),
            Next::Node(next) => self.of(next),
            Next::Cut => None,
        });
        let endings = match tree.attacks(node) {
            true => any(after),
            false => all(after),
        };
        self.known[number] = Some(endings.clone());
        endings
    }
}

/// What one can choose between, if something is known.
fn any(after: impl Iterator<Item = Option<BTreeSet<String>>>) -> Option<BTreeSet<String>> {
    after.flatten().reduce(|one, other| &one | &other)
}

/// What no choice escapes, if that is known.
fn all(after: impl Iterator<Item = Option<BTreeSet<String>>>) -> Option<BTreeSet<String>> {
    let after: Vec<_> = after.collect();
    let common = after.iter().flatten().cloned().reduce(|one, other| &one & &other);
    common.filter(|common| common.is_empty() || after.iter().all(Option::is_some))
}
