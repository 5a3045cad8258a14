use std::fmt;

/// What a program is asked: the counts below each turn of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// How many turns deep to count, at least one.
    pub depth: u32,
    /// The position to begin with, as FEN.
    pub position: String,
    /// The turns to play first.
    pub turns: Vec<String>,
}

impl Question {
    /// The arguments that ask it, by the convention of perftree: depth,
    /// position, and the played turns as one argument, if there are any.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![self.depth.to_string(), self.position.clone()];
        if !self.turns.is_empty() {
            arguments.push(self.turns.join(" "));
        }
        arguments
    }
}

/// Writes the arguments as a shell would take them.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = self.arguments();
        let quoted = shlex::try_join(arguments.iter().map(String::as_str));
        f.write_str(&quoted.unwrap_or_else(|_| arguments.join(" ")))
    }
}
