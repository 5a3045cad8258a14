use std::fmt::Display;
use std::io::BufRead;

use super::Weighted;
use super::lines::{LineError, LineFault, Lines};
use crate::games::{AnyPosition, Choice};

/// Writes a position of a frontier as its line: `POSITION ;M 12`, where `M`
/// stands before the number of sequences that lead to it.
impl<G: Display> Display for Weighted<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ;M {}", self.position, self.sequences)
    }
}

/// Reads the lines of a frontier: positions, each with the number of sequences
/// that lead to it, which is 1 where the line does not say.
///
/// Comments are as in a [`Suite`](super::Suite).
#[derive(Debug)]
pub struct Frontier<R> {
    lines: Lines<R>,
}

/// One line of a frontier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrontierLine {
    /// The number of the line, from 1.
    pub number: usize,
    /// The position, and how many sequences lead to it.
    pub from: Weighted<AnyPosition>,
}

/// What a field of a frontier looks like.
const FIELD: &str = "one multiplicity, such as `M 12`,";

impl<R: BufRead> Frontier<R> {
    /// A frontier whose positions are read as `choice` says until it says
    /// something else itself.
    pub const fn new(input: R, choice: Choice) -> Self {
        Self { lines: Lines::new(input, choice) }
    }
}

impl<R: BufRead> Iterator for Frontier<R> {
    type Item = Result<FrontierLine, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = match self.lines.read(FIELD)? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let position = line.position;
        let from = |sequences| {
            Ok(FrontierLine { number: line.number, from: Weighted { position, sequences } })
        };
        let wrong = match line.fields.as_slice() {
            [] => return Some(from(1)),
            [field] if field.letter == 'M' && field.index.is_none() => {
                return Some(from(field.value));
            }
            [field, ..] if field.letter != 'M' || field.index.is_some() => field,
            [_, second, ..] => second,
            [first] => first,
        };
        let index = wrong.index.map(|index| index.to_string()).unwrap_or_default();
        let found = format!("{}{index} {}", wrong.letter, wrong.value);
        let fault = LineFault::Field { expected: FIELD, found };
        Some(Err(LineError { line: line.number, column: wrong.column, fault }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shobu::Position;

    fn read(text: &str) -> Vec<Result<u64, String>> {
        let frontier = Frontier::new(text.as_bytes(), Choice::default());
        let sequences = |line: FrontierLine| line.from.sequences;
        frontier.map(|line| line.map(sequences).map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn lines_come_back_as_they_were_written() {
        let line = Weighted { position: Position::START, sequences: 12 }.to_string();
        assert_eq!(line, "wwwwwwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb b ;M 12");
        assert_eq!(read(&format!("{line}\nstart\n# nothing\n")), [Ok(12), Ok(1)]);
    }

    #[test]
    fn nothing_but_a_multiplicity_follows() {
        let wrong = |column, found: &str| {
            [Err(format!("1:{column}: expected {FIELD} here, not `{found}`"))]
        };
        assert_eq!(read("start ;D1 232"), wrong(8, "D1 232"));
        assert_eq!(read("start ;M1 2"), wrong(8, "M1 2"));
        assert_eq!(read("start ;M 1 ;M 2"), wrong(13, "M 2"));
        assert_eq!(read("start ;M"), wrong(8, "M"));
    }
}
