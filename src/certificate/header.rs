use std::fmt;

use super::MAGIC;
use super::fault::Flaw;
use crate::games::Choice;

/// The first line of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The name of the ruleset.
    pub rules: String,
    /// Within how many turns the attacker wins.
    pub turns: u32,
}

/// The version of the format.
const VERSION: &str = "1";

impl Header {
    /// Reads the line; an error gives the column as well.
    pub(super) fn parse(line: &str) -> Result<(Self, Choice), (usize, Flaw)> {
        if !line.starts_with(MAGIC) {
            return Err((1, Flaw::NoHeader));
        }
        let mut words = Words { line, start: MAGIC.len() };
        let version = words.next_word();
        if version.text != VERSION {
            return Err(version.flaw(Flaw::Version(version.text.to_string())));
        }
        let [game, rules, turns] = ["game", "rules", "turns"].map(|name| (name, words.next_word()));
        let (name, text) = (game.1.value(game.0)?, rules.1.value(rules.0)?);
        let known = |rules| Choice::new(Some(name), rules).map_err(Flaw::UnknownName);
        known(None).map_err(|flaw| game.1.flaw(flaw))?;
        let choice = known(Some(text)).map_err(|flaw| rules.1.flaw(flaw))?;
        let number = turns.1.value(turns.0)?;
        let number = super::step::parse_turns(number)
            .ok_or_else(|| turns.1.flaw(Flaw::TurnsLeft(number.to_string())))?;
        match words.next_word() {
            Word { text: "", column } if column > line.chars().count() + 1 => {}
            word => return Err(word.flaw(Flaw::LongHeader)),
        }
        Ok((Self { game: name.into(), rules: text.into(), turns: number }, choice))
    }
}

/// As the line stands in the file, without its end.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, rules, turns } = self;
        write!(f, "{MAGIC}{VERSION} game={game} rules={rules} turns={turns}")
    }
}

/// The words of a line, each followed by one space.
struct Words<'a> {
    line: &'a str,
    start: usize,
}

#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Words<'a> {
    /// The next word; an empty one beyond the end of the line.
    fn next_word(&mut self) -> Word<'a> {
        let Some(rest) = self.line.get(self.start..) else {
            return Word { text: "", column: self.line.chars().count() + 2 };
        };
        let text = rest.split(' ').next().unwrap_or_default();
        let column = self.line[..self.start].chars().count() + 1;
        self.start += text.len() + 1;
        Word { text, column }
    }
}

impl<'a> Word<'a> {
    fn flaw(self, flaw: Flaw) -> (usize, Flaw) {
        (self.column, flaw)
    }

    /// What stands after `name=`.
    fn value(self, name: &'static str) -> Result<&'a str, (usize, Flaw)> {
        let value = self.text.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        value.ok_or_else(|| self.flaw(Flaw::Header(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "# tsume certificate 1 game=shobu rules=shobu-standard-v1 turns=3";

    #[test]
    fn a_header_is_read_as_it_is_written() {
        let (header, _) = Header::parse(LINE).unwrap();
        assert_eq!((header.turns, header.to_string().as_str()), (3, LINE));
    }

    #[test]
    fn every_word_counts() {
        let cases = [
            ("", 1, "this is no certificate"),
            ("#tsume certificate 1", 1, "this is no certificate"),
            ("# tsume certificate 2 game=go", 21, "version `2`"),
            ("# tsume certificate  1", 21, "version ``"),
            ("# tsume certificate 1", 23, "`game=…` is missing"),
            ("# tsume certificate 1 game=shobu", 34, "`rules=…` is missing"),
            ("# tsume certificate 1 rules=shobu-standard-v1 game=shobu turns=3", 23, "`game=…`"),
            ("# tsume certificate 1 game=go rules=x turns=3", 23, "there is no game `go`"),
            ("# tsume certificate 1 game=shobu rules=spook-2011 turns=3", 34, "of SPOOK"),
            (
                "# tsume certificate 1 game=shobu rules=shobu-standard-v1",
                58,
                "`turns=…` is missing",
            ),
            ("# tsume certificate 1 game=shobu rules=shobu-standard-v1 turns=0", 58, "`0`"),
            ("# tsume certificate 1 game=shobu rules=shobu-standard-v1 turns=+3", 58, "`+3`"),
            ("# tsume certificate 1 game=shobu rules=shobu-standard-v1 turns=3 ", 66, "nothing"),
            ("# tsume certificate 1 game=shobu rules=shobu-standard-v1 turns=3 x=1", 66, "nothing"),
        ];
        for (line, expected, reason) in cases {
            let (column, flaw) = Header::parse(line).unwrap_err();
            assert_eq!(column, expected, "{line}: {flaw}");
            assert!(flaw.to_string().contains(reason), "{line}: {flaw}");
        }
    }
}
