use super::code::Code;

/// A stretch of a text: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The line where it begins.
    pub line: u32,
    /// The column where it begins.
    pub column: u32,
    /// The line where it ends.
    pub end_line: u32,
    /// The column after its last character.
    pub end_column: u32,
}

impl Span {
    /// A single character.
    #[must_use]
    pub const fn at(line: u32, column: u32) -> Self {
        Self { line, column, end_line: line, end_column: column + 1 }
    }
}

/// Something to be said of a place in a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What it is about.
    pub code: Code,
    /// The offending value.
    pub span: Span,
    /// The id of the puzzle that the value belongs to, if it does and has one.
    pub puzzle: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Says that `message` is wrong at `span`.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, span, puzzle: None, message: message.into(), help: None }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
