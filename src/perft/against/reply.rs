use crate::game::{IllegalTurn, Notation, excerpt};

/// What a program answers: the count below each turn, and their total.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reply<T> {
    pub lines: Vec<Line<T>>,
    pub total: u64,
}

/// One turn of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line<T> {
    /// The turn as the program writes it.
    pub token: String,
    /// The turn, or the rule that it breaks.
    pub turn: Result<T, String>,
    pub count: u64,
}

/// Output that does not follow the convention: where, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} of the output{}: {reason}", quoted(text))]
pub struct ReplyError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line, cut short.
    pub text: String,
    /// What is wrong, and what is expected.
    pub reason: String,
}

fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(", `{text}`") }
}

/// What a line can be.
const EXPECTED: &str = "expected lines `turn count`, then an empty line, then the total";

impl<T> Reply<T> {
    /// Reads an answer about `position`.
    pub fn parse<G: Notation<Turn = T>>(position: &G, output: &str) -> Result<Self, ReplyError> {
        let mut lines = (1..).zip(output.lines().map(str::trim));
        let mut turns = Vec::new();
        for (number, text) in lines.by_ref().take_while(|(_, text)| !text.is_empty()) {
            turns.push(parse_line(position, text).map_err(|reason| at(number, text, reason))?);
        }
        let end = output.lines().count() + 1;
        let total = lines.next().ok_or_else(|| {
            at(end, "", format!("it ends without an empty line and a total; {EXPECTED}"))
        })?;
        let wrong = |_| at(total.0, total.1, format!("this is not the total; {EXPECTED}"));
        let reply = Self { lines: turns, total: total.1.parse().map_err(wrong)? };
        match lines.find(|(_, text)| !text.is_empty()) {
            None => Ok(reply),
            Some((number, text)) => {
                Err(at(number, text, format!("nothing may follow the total; {EXPECTED}")))
            }
        }
    }

    /// The sum of the counts, if it fits 64 bits.
    pub fn sum(&self) -> Option<u64> {
        self.lines.iter().try_fold(0u64, |sum, line| sum.checked_add(line.count))
    }
}

fn at(line: usize, text: &str, reason: String) -> ReplyError {
    ReplyError { line, text: excerpt(text), reason }
}

fn parse_line<G: Notation>(position: &G, text: &str) -> Result<Line<G::Turn>, String> {
    let (token, count) = text
        .rsplit_once(char::is_whitespace)
        .ok_or_else(|| format!("this is not a turn and a count; {EXPECTED}"))?;
    // Many engines write `turn: count`.
    let token = token.trim_end().trim_end_matches(':').trim_end();
    let turn = match position.parse_turn(token) {
        Ok(turn) => Ok(turn),
        Err(IllegalTurn::Rule { reason, .. }) => Err(reason),
        Err(IllegalTurn::Syntax { error, .. }) => return Err(error.to_string()),
    };
    let wrong = |_| format!("`{}` is not a count; {EXPECTED}", excerpt(count));
    Ok(Line { token: token.to_string(), turn, count: count.parse().map_err(wrong)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shobu::Position;

    fn parse(output: &str) -> Result<Reply<crate::shobu::Turn>, ReplyError> {
        Reply::parse(&Position::START, output)
    }

    #[test]
    fn answers_have_turns_and_a_total() {
        let reply = parse("a1a2+e1e2 7\r\na1a2,e1e3 8\na1a2 f1f2: 9\n\n24\n\n").unwrap();
        assert_eq!((reply.total, reply.sum()), (24, Some(24)));
        let comma = reply.lines[2].turn.as_ref().map(ToString::to_string);
        assert_eq!(comma, Ok("a1a2+f1f2".to_string()));
        assert!(reply.lines[1].turn.as_ref().unwrap_err().contains("direction or distance"));
        assert_eq!(parse("\n0").unwrap(), Reply { lines: vec![], total: 0 });
    }

    #[test]
    fn nonsense_is_located() {
        let cases = [
            ("", 1, "it ends without"),
            ("a1a2+e1e2 7", 2, "it ends without"),
            ("hello", 1, "not a turn and a count"),
            ("a1a2+e1e2 7\nhello world\n\n7", 2, "is not a square"),
            ("a1a2+e1e2 x\n\n7", 1, "`x` is not a count"),
            ("a1a2+e1e2 7\n\nseven", 3, "not the total"),
            ("a1a2+e1e2 7\n\n7\nnodes", 4, "nothing may follow"),
            ("a1a2+e1e2 99999999999999999999\n\n7", 1, "is not a count"),
        ];
        for (output, line, reason) in cases {
            let error = parse(output).unwrap_err();
            assert_eq!(error.line, line, "{output:?}");
            assert!(error.reason.contains(reason), "{error}");
        }
    }
}
