//! What was asked about a solution beside the solution itself, as JSON.

use serde::Serialize;
use tsume::game::{Game, Notation};
use tsume::solver::{Answer, Answered, Branch, Dual, Key, Next, Node, Tree, Try};

use crate::report::parts::Parts;
use crate::report::themes::Described;

/// Keys of the result of `solve` that are there only if they are asked for; null
/// if they make no sense.
#[derive(Serialize, Default, Debug)]
pub struct Further {
    #[serde(skip_serializing_if = "Option::is_none")]
    duals: Option<Vec<DualShape>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threats: Option<Option<AnswerShape>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<TryShape>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set_play: Option<Option<Vec<ReplyShape>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Option<TreeShape>>,
    #[serde(flatten)]
    described: Option<Described>,
    /// The names of those that are not complete.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<&'static str>,
}

/// Turns that reach a position.
#[derive(Serialize, Debug)]
struct KeyShape {
    turns: Vec<String>,
    position: String,
}

#[derive(Serialize, Debug)]
struct DualShape {
    line: Vec<String>,
    position: String,
    turns: u32,
    keys: Vec<KeyShape>,
}

#[derive(Serialize, Debug)]
struct AnswerShape {
    turns: u32,
    keys: Vec<KeyShape>,
}

#[derive(Serialize, Debug)]
struct TryShape {
    turns: Vec<String>,
    position: String,
    refutation: KeyShape,
}

#[derive(Serialize, Debug)]
struct ReplyShape {
    turns: Vec<String>,
    position: String,
    answer: Option<AnswerShape>,
}

#[derive(Serialize, Debug)]
struct TreeShape {
    attacker: &'static str,
    nodes: Vec<NodeShape>,
}

#[derive(Serialize, Debug)]
struct NodeShape {
    position: String,
    side: &'static str,
    turns: u32,
    plies: u32,
    branches: Vec<BranchShape>,
}

#[derive(Serialize, Debug)]
struct BranchShape {
    turns: Vec<String>,
    plies: u32,
    /// The number of the node that follows; null at the end of the game, and
    /// where nothing is followed.
    next: Option<usize>,
}

impl Further {
    /// `incomplete` has the names of what was cut short.
    pub fn new<G: Notation>(parts: &Parts<G>, incomplete: Vec<&'static str>) -> Self {
        let set_play = parts.set_play.as_ref();
        let tree = parts.tree.as_ref();
        let described = parts.themes.as_ref().and_then(|themes| themes.as_ref().ok());
        let description = described.and_then(Option::as_ref);
        Self {
            duals: parts.duals.as_ref().map(|part| part.found.iter().map(dual).collect()),
            threats: parts.threat.as_ref().map(|part| part.found.as_ref().map(answer)),
            tries: parts.tries.as_ref().map(|part| part.found.iter().map(attempt).collect()),
            set_play: set_play.map(|some| {
                some.as_ref().map(|part| part.found.replies.iter().map(reply).collect())
            }),
            tree: tree.map(|some| some.as_ref().map(|part| shape(&part.found))),
            described: description.map(Described::new),
            incomplete,
        }
    }
}

fn texts<G: Game>(turns: &[G::Turn]) -> Vec<String> {
    turns.iter().map(ToString::to_string).collect()
}

fn key<G: Notation>(key: &Key<G>) -> KeyShape {
    KeyShape { turns: texts::<G>(&key.turns), position: key.position.to_string() }
}

fn dual<G: Notation>(dual: &Dual<G>) -> DualShape {
    DualShape {
        line: texts::<G>(&dual.line),
        position: dual.position.to_string(),
        turns: dual.turns,
        keys: dual.keys.iter().map(key).collect(),
    }
}

fn answer<G: Notation>(answer: &Answer<G>) -> AnswerShape {
    AnswerShape { turns: answer.turns, keys: answer.keys.iter().map(key).collect() }
}

fn attempt<G: Notation>(one: &Try<G>) -> TryShape {
    TryShape {
        turns: texts::<G>(&one.turns),
        position: one.position.to_string(),
        refutation: key(&one.refutation),
    }
}

fn reply<G: Notation>(reply: &Answered<G>) -> ReplyShape {
    ReplyShape {
        turns: texts::<G>(&reply.turns),
        position: reply.position.to_string(),
        answer: reply.answer.as_ref().map(answer),
    }
}

fn shape<G: Notation>(tree: &Tree<G>) -> TreeShape {
    TreeShape { attacker: G::name(tree.attacker), nodes: tree.nodes.iter().map(node).collect() }
}

fn node<G: Notation>(node: &Node<G>) -> NodeShape {
    NodeShape {
        position: node.position.to_string(),
        side: G::name(node.position.side()),
        turns: node.turns,
        plies: node.plies,
        branches: node.branches.iter().map(branch).collect(),
    }
}

fn branch<G: Notation>(branch: &Branch<G>) -> BranchShape {
    let next = match branch.next {
        Next::Node(number) => Some(number),
        Next::End | Next::Cut => None,
    };
    BranchShape { turns: texts::<G>(&branch.turns), plies: branch.plies, next }
}
