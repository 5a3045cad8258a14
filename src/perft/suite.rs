use std::io::BufRead;

use super::lines::{Line, LineError, LineFault, Lines};
use crate::games::{AnyPosition, Choice};

/// Reads a suite, line by line: positions and how many sequences of turns
/// there are below them.
///
/// The format is that of chess engines: `POSITION ;D1 232 ;D2 50508`, where
/// `D` stands before a depth. Everything from a `#` on is a comment, but a line
/// `# rules=NAME` sets the ruleset of the lines below it.
///
/// A line that is wrong does not keep the next ones from being read.
///
/// ```
/// use tsume::games::Choice;
/// use tsume::perft::Suite;
///
/// let text = "wwwwwwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb b ;D1 232 ;D2 50508";
/// let mut suite = Suite::new(text.as_bytes(), Choice::default());
/// let line = suite.next().unwrap()?;
/// assert_eq!((line.counts[1].depth, line.counts[1].turns), (2, 50_508));
/// # Ok::<(), tsume::perft::LineError>(())
/// ```
#[derive(Debug)]
pub struct Suite<R> {
    lines: Lines<R>,
}

/// One line of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteLine {
    /// The number of the line, from 1.
    pub number: usize,
    /// The position.
    pub position: AnyPosition,
    /// What the suite says of it: at least one count, each of another depth.
    pub counts: Vec<Expected>,
}

/// A count that a suite states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The column in which it is stated, from 1.
    pub column: usize,
    /// The number of turns in a sequence.
    pub depth: u32,
    /// The number of sequences.
    pub turns: u64,
}

/// What a field of a suite looks like.
const FIELD: &str = "a depth and a count, such as `D1 232`,";

/// The largest depth.
const MOST: u32 = 64;

impl<R: BufRead> Suite<R> {
    /// A suite whose positions are read as `choice` says until it says
    /// something else itself.
    pub const fn new(input: R, choice: Choice) -> Self {
        Self { lines: Lines::new(input, choice) }
    }
}

impl<R: BufRead> Iterator for Suite<R> {
    type Item = Result<SuiteLine, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.lines.read(FIELD)?.and_then(suite_line))
    }
}

fn suite_line(line: Line) -> Result<SuiteLine, LineError> {
    let error = |column, fault| LineError { line: line.number, column, fault };
    let mut counts: Vec<Expected> = Vec::new();
    for field in &line.fields {
        let depth = match (field.letter, field.index) {
            ('D', Some(depth @ 0..=MOST)) => depth,
            (letter, index) => {
                let index = index.map(|index| index.to_string()).unwrap_or_default();
                let found = format!("{letter}{index} {}", field.value);
                return Err(error(field.column, LineFault::Field { expected: FIELD, found }));
            }
        };
        if counts.iter().any(|count| count.depth == depth) {
            return Err(error(field.column, LineFault::RepeatedDepth(depth)));
        }
        counts.push(Expected { column: field.column, depth, turns: field.value });
    }
    match counts.is_empty() {
        true => Err(error(line.end, LineFault::NoCount)),
        false => Ok(SuiteLine { number: line.number, position: line.position, counts }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{shobu, spook};

    const START: &str = "wwwwwwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb b";
    const FULL: &str = "rbrb/brbr/rbrb/brbr:rbr/brb/rbr:br/rb:1 b";

    fn read(text: &str) -> Vec<Result<SuiteLine, String>> {
        let suite = Suite::new(text.as_bytes(), Choice::default());
        suite.map(|line| line.map_err(|error| error.to_string())).collect()
    }

    /// The one error of a text.
    fn error(text: &str) -> String {
        let mut lines = read(text);
        assert_eq!(lines.len(), 1, "{lines:?}");
        lines.remove(0).unwrap_err()
    }

    #[test]
    fn lines_have_positions_and_counts() {
        let text = format!("# comment\n\n  {START}  ;D2 50508;  D0 1 # why not\r\nstart ;D1 232");
        let lines = read(&text);
        let line = lines[0].as_ref().unwrap();
        assert_eq!((line.number, line.position), (3, shobu::Position::START.into()));
        let count = |column, depth, turns| Expected { column, depth, turns };
        assert_eq!(line.counts, [count(51, 2, 50_508), count(62, 0, 1)]);
        assert_eq!(lines[1].as_ref().unwrap().number, 4);
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn a_comment_sets_the_ruleset_of_the_lines_below() {
        let text = format!("{FULL} ;D1 1\n# rules=spook-current\n{FULL} ;D1 1");
        let rules: Vec<_> = read(&text)
            .into_iter()
            .map(|line| match line.unwrap().position {
                AnyPosition::Spook(position) => position.ruleset(),
                AnyPosition::Shobu(_) => panic!("the pyramid is not SHŌBU's"),
            })
            .collect();
        assert_eq!(rules, [spook::Rules::Spook2011, spook::Rules::Current]);
    }

    #[test]
    fn errors_say_where_and_what() {
        let field = |found: &str| format!("expected {FIELD} here, not `{found}`");
        for wrong in ["E1 2", "D65 2", "D 2", "D1 -2", "D1 2x", "D1", "d1 2", "D1x 2"] {
            let message = error(&format!("{START} ;D3 1 ; {wrong}"));
            assert_eq!(message, format!("1:55: {}", field(wrong)));
        }
        assert_eq!(error(&format!("{START} ;")), format!("1:48: {}", field("")));
        let large = "99999999999999999999";
        let message = error(&format!("{START} ;D1 {large}"));
        assert_eq!(message, format!("1:51: the number {large} exceeds 64 bits"));
        assert_eq!(error(&format!("{START} ;D1 1 ;D1 2")), "1:54: depth 1 is given twice");
        let none = "there is no count: add one, such as ` ;D1 232`";
        assert_eq!(error(&format!("\n{START}  ")), format!("2:46: {none}"));
        let message = error("# rules=chess");
        assert!(message.starts_with("1:9: there is no ruleset `chess`"), "{message}");
    }

    #[test]
    fn errors_of_positions_count_columns_from_the_line() {
        let message = error("  9/8 b ;D1 1");
        assert_eq!(message, "1:3: the board has 2 ranks, not 8, separated by `/`");
        let message = error(" wwwwwwww/w7/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb w ;D1 1");
        assert!(message.starts_with("1:2: illegal position: "), "{message}");
    }

    #[test]
    fn a_wrong_line_does_not_hide_the_next_one() {
        let lines = read(&format!("{START}\n{START} ;D1 232\nw\u{FFFD} ;D1\n{START} ;D1 1"));
        assert_eq!(lines.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, false, true]);
        let suite = Suite::new(&b"\xFF\nstart ;D1 232"[..], Choice::default());
        let lines: Vec<_> = suite.map(|line| line.map_err(|error| error.to_string())).collect();
        assert_eq!(lines[0], Err("1:1: the text is not UTF-8".into()));
        assert!(lines[1].is_ok());
    }
}
