//! The shapes of the JSON output. Keys may be added, never renamed.

mod analysis;
mod further;

use serde::{Serialize, Serializer};
use tsume::game::Notation;
use tsume::solver::{Solution, Verdict};

use super::hint::Hint;

pub use analysis::{Analyzed, Reviewed};
pub use further::Further;

/// The version of the shapes.
const SCHEMA: u32 = 1;

/// An object on a line of its own.
pub fn line(object: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(object).expect("the shapes below have text keys");
    line.push(b'\n');
    line
}

/// An object on a line of its own, which begins with the version.
pub fn versioned(object: &impl Serialize) -> Vec<u8> {
    #[derive(Serialize)]
    struct Versioned<'a, T> {
        schema: u32,
        #[serde(flatten)]
        object: &'a T,
    }
    line(&Versioned { schema: SCHEMA, object })
}

/// What stands in the place of a result where there is none.
#[derive(Serialize, Debug)]
pub struct Failed<'a> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    error: &'a str,
}

impl<'a> Failed<'a> {
    pub const fn new(id: Option<&'a str>, error: &'a str) -> Self {
        Self { schema: SCHEMA, id, error }
    }
}

/// What every object begins with.
#[derive(Serialize, Debug)]
pub struct Subject {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    game: &'static str,
    rules: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// In the place of one position, a file with so many of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<usize>,
}

impl Subject {
    /// So many positions of a file.
    pub fn of_file<G: Notation>(rules: &'static str, name: &str, positions: usize) -> Self {
        Self {
            schema: SCHEMA,
            id: None,
            game: G::NAME,
            rules,
            position: None,
            from: Some(name.to_string()),
            positions: Some(positions),
        }
    }

    /// The position, with the id of its puzzle if it has one.
    pub fn new<G: Notation>(position: &G, id: Option<&str>) -> Self {
        Self {
            schema: SCHEMA,
            id: id.map(str::to_string),
            game: G::NAME,
            rules: position.rules(),
            position: Some(position.to_string()),
            from: None,
            positions: None,
        }
    }
}

/// The result of `solve`.
#[derive(Serialize, Debug)]
pub struct Solved {
    #[serde(flatten)]
    subject: Subject,
    pub goal: &'static str,
    verdict: &'static str,
    turns: Option<u32>,
    plies: Option<usize>,
    keys: Vec<SolvedKey>,
    line: Vec<String>,
    /// Every shortest solution, where both sides cooperate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Vec<String>>>,
    bound: Option<u32>,
    /// Who wins, and within how many turns, where that is all that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_within: Option<u32>,
    nodes: u64,
    seconds: f64,
    /// Present, and true, if the search was interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Present if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// Present if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Hint>,
    /// What else was asked for.
    #[serde(flatten)]
    pub further: Further,
}

/// A win certificate that was written.
#[derive(Serialize, Debug)]
pub struct Certificate {
    /// The name of the file, as it was given.
    pub file: String,
    /// How many positions are listed.
    pub positions: u64,
}

/// A key with all of its spellings.
#[derive(Serialize, Debug)]
struct SolvedKey {
    turns: Vec<String>,
    position: String,
}

impl Solved {
    pub fn new<G: Notation>(subject: Subject, solution: &Solution<G>, seconds: f64) -> Self {
        let unknown = match solution.verdict {
            Verdict::Unknown { winner, within } => (winner.map(G::name), within),
            _ => (None, None),
        };
        let (verdict, win, plies) = match &solution.verdict {
            Verdict::Win(win) => ("win", Some(win), Some(win.line.len())),
            Verdict::None => ("none", None, None),
            Verdict::Loss { line } => ("loss", None, Some(line.len())),
            Verdict::Unknown { .. } => ("unknown", None, None),
        };
        let keys = win.map(|win| &win.keys).into_iter().flatten();
        let line = win.map(|win| &win.line).into_iter().flatten();
        Self {
            subject,
            goal: "win",
            verdict,
            turns: win.map(|win| win.turns),
            plies,
            keys: keys
                .map(|key| SolvedKey {
                    turns: key.turns.iter().map(ToString::to_string).collect(),
                    position: key.position.to_string(),
                })
                .collect(),
            line: line.map(ToString::to_string).collect(),
            solutions: None,
            bound: solution.bound,
            winner: unknown.0,
            win_within: unknown.1,
            nodes: solution.nodes,
            seconds,
            interrupted: false,
            certificate: None,
            hint: None,
            further: Further::default(),
        }
    }
}

impl Solved {
    /// Gives a hint in the place of the solution.
    pub fn withhold(&mut self, hint: Hint) {
        self.plies = None;
        self.keys.clear();
        self.line.clear();
        self.hint = Some(hint);
    }
}

/// The result of `perft`.
#[derive(Serialize, Debug)]
pub struct Counted {
    #[serde(flatten)]
    pub subject: Subject,
    pub method: &'static str,
    pub counts: Vec<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<Share>>,
    /// Present, and true, if not all depths asked for were counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Why not all depths were counted, if they cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Counted {
    /// Nothing yet.
    pub const fn new(subject: Subject, method: &'static str) -> Self {
        let counts = Vec::new();
        Self { subject, method, counts, divide: None, interrupted: false, error: None }
    }

    /// Adds what is known of a further depth.
    pub fn add(&mut self, count: Count, shares: Option<Vec<Share>>) {
        self.counts.push(count);
        self.divide = shares;
    }

    /// Takes note of why there will be no more; without an error, somebody
    /// would not wait.
    pub fn fail(&mut self, error: Option<String>) {
        self.interrupted = error.is_none();
        self.error = error;
    }
}

/// What there is of one length: sequences, or distinct positions.
#[derive(Serialize, Clone, Default, Debug)]
pub struct Count {
    pub depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    pub seconds: f64,
    /// How many of the last turns win, and how many have each of the traits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    pub traits: Option<Vec<(&'static str, u64)>>,
    /// What each method says, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub methods: Vec<MethodCount>,
    /// Present, and true, if the methods differ in the shares of the first
    /// turns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shares_differ: bool,
}

impl Count {
    /// What the methods say, if they do not all say the same.
    pub fn disagreement(&self) -> Option<String> {
        let differ = self.methods.iter().any(|method| Some(method.turns) != self.turns);
        let each = self.methods.iter().map(|each| format!("{} {}", each.method, each.turns));
        match self.shares_differ {
            _ if differ => Some(each.collect::<Vec<_>>().join(", ")),
            true => Some("in what is below the first turns".into()),
            false => None,
        }
    }
}

/// What one method says.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct MethodCount {
    pub method: &'static str,
    pub turns: u64,
    pub seconds: f64,
}

/// Writes pairs as an object, in their order.
fn as_map<S: Serializer>(
    pairs: &Option<Vec<(&'static str, u64)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().flatten().copied())
}

/// The number of sequences that begin with one turn.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Share {
    pub turn: String,
    pub count: u64,
}

/// The result of `show`.
#[derive(Serialize, Debug)]
pub struct Shown {
    #[serde(flatten)]
    subject: Subject,
    side: &'static str,
    winner: Option<&'static str>,
    turns: Vec<String>,
}

impl Shown {
    pub fn new<G: Notation>(subject: Subject, position: &G) -> Self {
        Self {
            subject,
            side: G::name(position.side()),
            winner: position.outcome().map(G::name),
            turns: position.turns().iter().map(ToString::to_string).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(turns: [u64; 3], shares_differ: bool) -> Count {
        let method = |(method, turns)| MethodCount { method, turns, seconds: 0.5 };
        let methods = ["walk", "bulk", "fold"].into_iter().zip(turns).map(method).collect();
        Count { depth: 2, turns: Some(turns[0]), methods, shares_differ, ..Count::default() }
    }

    #[test]
    fn methods_that_differ_are_told() {
        assert_eq!(count([33, 33, 33], false).disagreement(), None);
        let differ = count([33, 34, 33], true).disagreement();
        assert_eq!(differ.as_deref(), Some("walk 33, bulk 34, fold 33"));
        let shares = count([33, 33, 33], true).disagreement();
        assert_eq!(shares.as_deref(), Some("in what is below the first turns"));
    }

    #[test]
    fn traits_are_an_object_in_their_order() {
        let traits = Some(vec![("removals", 1), ("quiet", 2)]);
        let json = line(&Count { depth: 1, traits, ..Count::default() });
        let expected = r#"{"depth":1,"seconds":0.0,"traits":{"removals":1,"quiet":2}}"#;
        assert_eq!(String::from_utf8(json).unwrap(), format!("{expected}\n"));
    }
}
