use std::io::{self, BufRead};

use crate::game::{PositionError, excerpt};
use crate::games::{AnyPosition, Choice, UnknownName};

/// Reads lines of the form `POSITION ;NAME NUMBER ;NAME NUMBER …`, one at a
/// time: what suites and frontiers have in common.
///
/// Blank lines and everything from a `#` on are passed over, except that a
/// line `# rules=NAME` chooses the ruleset, and with it the game, of the lines
/// below it.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    choice: Choice,
    number: usize,
    has_ended: bool,
}

/// One line with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// The number of the line, from 1.
    pub number: usize,
    pub position: AnyPosition,
    pub fields: Vec<Field>,
    /// The column after the last character.
    pub end: usize,
}

/// A name and a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Field {
    /// The column of the name, from 1.
    pub column: usize,
    /// The name: one letter, and a number where one follows at once.
    pub letter: char,
    pub index: Option<u32>,
    pub value: u64,
}

/// What is wrong with a line, and where.
#[derive(Debug, thiserror::Error)]
#[error("{line}:{column}: {fault}")]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The column of what is wrong, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: LineFault,
}

/// What can be wrong with a line of a suite or of a frontier.
#[derive(Debug, thiserror::Error)]
pub enum LineFault {
    /// The file cannot be read on.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The bytes are not text.
    #[error("the text is not UTF-8")]
    NotUtf8,
    /// The position is malformed or illegal.
    #[error("{0}")]
    Position(String),
    /// There is no such ruleset.
    #[error(transparent)]
    Rules(#[from] UnknownName),
    /// What follows the position is no name with a number.
    #[error("expected {expected} here, not `{found}`")]
    Field {
        /// An example of what can be here.
        expected: &'static str,
        /// What is here.
        found: String,
    },
    /// A number that does not fit 64 bits.
    #[error("the number {0} exceeds 64 bits")]
    TooLarge(String),
    /// A depth is given twice.
    #[error("depth {0} is given twice")]
    RepeatedDepth(u32),
    /// A line of a suite without a count.
    #[error("there is no count: add one, such as ` ;D1 232`")]
    NoCount,
}

impl<R: BufRead> Lines<R> {
    pub const fn new(input: R, choice: Choice) -> Self {
        Self { input, choice, number: 0, has_ended: false }
    }

    /// Reads a line; `expected` is an example of a field.
    pub fn read(&mut self, expected: &'static str) -> Option<Result<Line, LineError>> {
        while !self.has_ended {
            let mut bytes = Vec::new();
            self.number += 1;
            match self.input.read_until(b'\n', &mut bytes) {
                Ok(0) => self.has_ended = true,
                Ok(_) => match self.line(&bytes, expected) {
                    Ok(None) => {}
                    Ok(Some(line)) => return Some(Ok(line)),
                    Err((column, fault)) => return Some(Err(self.error(column, fault))),
                },
                Err(error) => {
                    // It would fail again and again.
                    self.has_ended = true;
                    return Some(Err(self.error(1, error.into())));
                }
            }
        }
        None
    }

    const fn error(&self, column: usize, fault: LineFault) -> LineError {
        LineError { line: self.number, column, fault }
    }

    fn line(
        &mut self,
        bytes: &[u8],
        expected: &'static str,
    ) -> Result<Option<Line>, (usize, LineFault)> {
        let text = str::from_utf8(bytes).map_err(|_| (1, LineFault::NotUtf8))?;
        let (text, comment) = text.split_once('#').unwrap_or((text, ""));
        if text.trim().is_empty() {
            return self.comment(text, comment).map(|()| None);
        }
        let mut fields = text.split(';');
        let position = fields.next().unwrap_or_default();
        let position = self.position(position)?;
        // After the position and its semicolon.
        let mut column = 1 + columns(text.split(';').next().unwrap_or_default());
        let mut read = Vec::new();
        for field in fields {
            column += 1;
            read.push(parse_field(field, column, expected)?);
            column += columns(field);
        }
        let end = 1 + columns(text.trim_end());
        Ok(Some(Line { number: self.number, position, fields: read, end }))
    }

    /// Takes note of a ruleset.
    fn comment(&mut self, before: &str, comment: &str) -> Result<(), (usize, LineFault)> {
        let Some(name) = comment.trim().strip_prefix("rules=") else { return Ok(()) };
        let column = columns(before) + 2 + columns(comment) - columns(comment.trim_start());
        let choice = Choice::new(None, Some(name.trim()));
        self.choice = choice.map_err(|error| (column + "rules=".len(), error.into()))?;
        Ok(())
    }

    fn position(&self, text: &str) -> Result<AnyPosition, (usize, LineFault)> {
        let indent = columns(text) - columns(text.trim_start());
        self.choice.parse(text.trim()).map_err(|error| match error {
            PositionError::Syntax(error) => {
                (indent + error.column, LineFault::Position(error.reason))
            }
            illegal @ PositionError::Illegal(_) => {
                (indent + 1, LineFault::Position(illegal.to_string()))
            }
        })
    }
}

/// Reads a field that begins in this column.
fn parse_field(
    text: &str,
    column: usize,
    expected: &'static str,
) -> Result<Field, (usize, LineFault)> {
    let column = column + columns(text) - columns(text.trim_start());
    let wrong = || (column, LineFault::Field { expected, found: excerpt(text.trim()) });
    let (name, value) = text.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
    let mut index = name.chars();
    let letter = index.next().ok_or_else(wrong)?;
    let index = match index.as_str() {
        "" => None,
        digits if is_number(digits) => Some(digits.parse().map_err(|_| wrong())?),
        _ => return Err(wrong()),
    };
    let value = value.trim();
    if !is_number(value) {
        return Err(wrong());
    }
    let large = |_| {
        let before = columns(text.trim()) - columns(value);
        (column + before, LineFault::TooLarge(excerpt(value)))
    };
    Ok(Field { column, letter, index, value: value.parse().map_err(large)? })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn columns(text: &str) -> usize {
    text.chars().count()
}
