use std::error::Error;
use std::fmt;

/// Text that does not describe a position or a turn: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {reason}")]
pub struct SyntaxError {
    /// The column of the offending character, from 1.
    pub column: usize,
    /// The field and what is wrong with it.
    pub reason: String,
}

impl SyntaxError {
    /// An error at `column` (from 1).
    pub fn new(column: usize, reason: impl fmt::Display) -> Self {
        Self { column, reason: reason.to_string() }
    }
}

/// A text as messages quote it: on one line, and cut short.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut quoted: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        quoted.push('…');
    }
    quoted
}

/// Why a text is not a position of a game.
#[derive(Debug, thiserror::Error)]
pub enum PositionError {
    /// The text does not follow the notation.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// The text is well formed, but describes a position that the rules
    /// exclude.
    #[error("illegal position: {0}")]
    Illegal(#[source] Box<dyn Error + Send + Sync>),
}

/// Why a text is not a legal turn in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalTurn {
    /// The text does not follow the notation.
    #[error("turn `{text}`: {error}")]
    Syntax {
        /// The text as given.
        text: String,
        /// What is wrong with it.
        error: SyntaxError,
    },
    /// The rules do not allow the turn.
    #[error("turn `{text}` is illegal: {reason}")]
    Rule {
        /// The turn as given.
        text: String,
        /// The rule that it breaks.
        reason: String,
    },
}
