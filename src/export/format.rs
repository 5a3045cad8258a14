use std::io::{self, BufRead, Read};

use super::{Record, Row, csv, jsonl};
use crate::puzzle::{MOST_BYTES, Pack, PackError, Puzzle, canonical_head, canonical_puzzle};

/// How puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A pack, as `docs/packs.md` describes it.
    Yaml,
    /// One object a line.
    Jsonl,
    /// Comma-separated values, with the column names of Lichess's puzzles where
    /// they fit.
    Csv,
}

/// Text that does not hold puzzles of the format.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// It is no pack.
    #[error("{0}")]
    Pack(#[from] PackError),
    /// A line is not what it should be.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// It cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// It is larger than a pack may be.
    #[error("the file is larger than {} MiB: split it, or use JSON Lines", MOST_BYTES >> 20)]
    TooLarge,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Yaml, Self::Jsonl, Self::Csv];

    /// The name, which is how files that are written this way end.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yaml => "yaml",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
        }
    }

    /// What it is, for people.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Yaml => "A puzzle pack",
            Self::Jsonl => "One object a line",
            Self::Csv => "With the column names of Lichess's puzzles",
        }
    }

    /// The format of files whose names end this way.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "yaml" | "yml" => Some(Self::Yaml),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }

    /// What a file begins with. `comment` is said of it where the format has
    /// comments; the puzzles of `pack` are left out.
    #[must_use]
    pub fn head(self, pack: &Pack, comment: &str) -> String {
        match self {
            Self::Yaml => {
                let comment = comment.lines().map(|line| format!("# {line}\n"));
                canonical_head(&comment.collect::<String>(), pack)
            }
            Self::Jsonl => String::new(),
            Self::Csv => csv::head(),
        }
    }

    /// A puzzle, as a piece of text that can be added to a file.
    #[must_use]
    pub fn row(self, row: &Row<'_>) -> String {
        match self {
            Self::Yaml => canonical_puzzle(row.puzzle),
            Self::Jsonl => jsonl::line(row),
            Self::Csv => csv::line(row),
        }
    }

    /// What a file says of all its puzzles; the title is empty where it does not
    /// say it. `None` if there is no puzzle.
    ///
    /// # Errors
    /// Says what is wrong, and where.
    pub fn read_head(self, from: impl BufRead) -> Result<Option<Pack>, FormatError> {
        match self {
            Self::Yaml => {
                let text = pack_text(from)?;
                let none = |_: &Pack, _: Puzzle| Ok::<_, FormatError>(false);
                Ok(Some(Pack::read(&text, none)?))
            }
            Self::Jsonl => jsonl::lines(from).next().map(|line| line?.head()).transpose(),
            Self::Csv => {
                let record = csv::records(from)?.next().transpose()?;
                let head = |Record { game, rules, .. }| Pack { game, rules, ..Pack::default() };
                Ok(record.map(head))
            }
        }
    }

    /// Hands over the puzzles of a file one after another, until `each` answers
    /// that it wants no more.
    ///
    /// # Errors
    /// Says what is wrong, and where; or what `each` has against a puzzle.
    pub fn read<E: From<FormatError>>(
        self,
        from: impl BufRead,
        mut each: impl FnMut(Record) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut all = |records: &mut dyn Iterator<Item = Result<Record, FormatError>>| {
            for record in records {
                if !each(record?)? {
                    break;
                }
            }
            Ok(())
        };
        match self {
            Self::Yaml => {
                let text = pack_text(from)?;
                let mut failure = None;
                let read = Pack::read(&text, |head, puzzle| {
                    let (game, rules) = (head.game.clone(), head.rules.clone());
                    each(Record::new(game, rules, puzzle)).or_else(|error| {
                        failure = Some(error);
                        Ok::<_, FormatError>(false)
                    })
                });
                failure.map_or(Ok(()), Err)?;
                read?;
                Ok(())
            }
            Self::Jsonl => all(&mut jsonl::lines(from).map(|line| line?.record())),
            Self::Csv => all(&mut csv::records(from)?),
        }
    }

    /// The puzzles in a text, the head included.
    ///
    /// # Errors
    /// Says what is wrong, and where.
    pub fn puzzles(self, text: &str) -> Result<Vec<Puzzle>, FormatError> {
        let mut puzzles = Vec::new();
        if self != Self::Yaml || !self.pieces(text).is_empty() {
            self.read(text.as_bytes(), |record| {
                puzzles.push(record.puzzle);
                Ok::<_, FormatError>(true)
            })?;
        }
        Ok(puzzles)
    }

    /// What a puzzle begins with in YAML.
    pub const OPENING: &str = "  - id: ";

    /// Where the puzzles begin in a text that was written this way, the last of
    /// which may have been cut short. In CSV no text of theirs may have a line
    /// break.
    #[must_use]
    pub fn pieces(self, text: &str) -> Vec<usize> {
        let begins = |line: &str| self != Self::Yaml || line.starts_with(Self::OPENING);
        let head = usize::from(self == Self::Csv);
        let mut at = 0;
        let starts = text.split_inclusive('\n').map(|line| {
            at += line.len();
            (at - line.len(), line)
        });
        starts.skip(head).filter(|(_, line)| begins(line)).map(|(start, _)| start).collect()
    }
}

/// The text of a pack, which is looked at as a whole.
fn pack_text(from: impl BufRead) -> Result<String, FormatError> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MOST_BYTES {
        return Err(FormatError::TooLarge);
    }
    crate::puzzle::text(&bytes).map_err(PackError)?;
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACK: &str = "\
title: \"A pack: with, all\"
game: shobu
license: CC0-1.0
language: en
allow: [duals]
puzzles:
  - id: a
    position: \"2w w\"
    goal: help
    turns: 2
    key: b
    line: [\"@b\", c]
    themes: [quiet-key, sacrifice]
    difficulty: 2.35
    source: { kind: selfplay, seed: 18446744073709551615, index: 3, moves: \"x y\" }
    certificate: a.cert
    note: \"say \\\"a, b\\\"\\nand ō\"
    variations:
      - line: [d, e]
        note: \"=1+1, x\"
  - id: b
    position: w
    turns: 1
    key: x
    line: [x]
";

    fn rows(format: Format, pack: &Pack) -> String {
        let mut text = format.head(pack, "");
        for (number, puzzle) in pack.puzzles.iter().enumerate() {
            text += &format.row(&Row::of(pack, puzzle, number == 0));
        }
        text
    }

    #[test]
    fn every_format_gives_the_puzzles_back() {
        let pack: Pack = PACK.parse().expect("this is a pack");
        for format in Format::ALL {
            let text = rows(format, &pack);
            assert_eq!(format.puzzles(&text).expect("it can be read"), pack.puzzles, "{text}");
            let head = format.read_head(text.as_bytes()).expect("it can be read");
            let head = head.expect("there are puzzles");
            assert_eq!(head.game, "shobu");
            match format {
                Format::Csv => assert_eq!(head.title, ""),
                _ => assert_eq!(Pack { puzzles: pack.puzzles.clone(), ..head }, pack),
            }
        }
    }

    #[test]
    fn reading_ends_when_it_is_to_end() {
        let pack: Pack = PACK.parse().expect("this is a pack");
        for format in Format::ALL {
            let mut count = 0;
            let text = rows(format, &pack) + "@";
            let read = format.read(text.as_bytes(), |_| {
                count += 1;
                Ok::<_, FormatError>(false)
            });
            assert!(read.is_ok() && count == 1, "{read:?} {count}");
        }
    }

    #[test]
    fn what_editors_begin_a_text_with_is_passed_over() {
        let pack: Pack = PACK.parse().expect("this is a pack");
        for format in Format::ALL {
            let text = "\u{feff}".to_string() + &rows(format, &pack);
            assert_eq!(format.puzzles(&text).expect("it can be read"), pack.puzzles);
        }
    }

    #[test]
    fn the_first_ruleset_is_never_named() {
        let rules = |format: Format, name: &str| {
            let text = PACK.replace("license", &format!("rules: {name}\nlicense"));
            let pack: Pack = text.parse().expect("this is a pack");
            let mut found = Vec::new();
            let read = format.read(rows(format, &pack).as_bytes(), |record| {
                found.push(record.rules);
                Ok::<_, FormatError>(true)
            });
            read.map(|()| found).map_err(|error| error.to_string())
        };
        for format in Format::ALL {
            assert_eq!(rules(format, "shobu-standard-v1"), Ok(vec![None, None]));
        }
    }

    #[test]
    fn lichess_columns_alone_are_enough() {
        let text = "PuzzleId,FEN,Moves,Rating,Turns,Game\na,p,b c,960,2,shobu\n";
        let puzzles = Format::Csv.puzzles(text).expect("it can be read");
        assert_eq!((puzzles[0].key.as_str(), puzzles[0].difficulty), ("b", Some(2.2)));
    }

    #[test]
    fn errors_have_a_place() {
        let error =
            |format: Format, text: &str| format.puzzles(text).expect_err("it is wrong").to_string();
        let pack: Pack = PACK.parse().expect("this is a pack");
        let line = rows(Format::Jsonl, &pack);
        let line = line.lines().last().expect("a line");
        let jsonl = [
            (line.replace("\"turns\":1", "\"turns\":-1"), "line 2: invalid value: integer `-1`"),
            (line.replace("\"key\"", "\"kye\""), "line 2: unknown field `kye`"),
            (line.replace("\"game\"", "\"rules\""), "line 2: the `game` is missing"),
            (line.replace("\"schema\":1", "\"schema\":2"), "line 2: this is of another `schema`"),
            ("[1]".into(), "line 2: invalid type"),
            ("{".into(), "line 2: EOF while parsing an object"),
            (
                line.replace("\"turns\"", "\"rules\":5,\"turns\""),
                "line 2: `rules`: invalid type: integer",
            ),
            (
                line.replace("\"turns\"", "\"pack\":[1],\"turns\""),
                "line 2: `pack`: invalid type: seq",
            ),
            (
                line.replace("\"turns\":1", "\"turns\":0"),
                "line 2: `turns` is 0, not a whole number",
            ),
            (line.replace("\"line\":[\"x\"]", "\"line\":[\"\"]"), "line 2: `line` is empty"),
            (line.replace("\"id\":\"b\"", "\"id\":\"\""), "line 2: `id` is empty"),
            (line.replace("shobu", "chess"), "line 2: there is no game `chess`"),
            (
                line.replace(
                    "\"turns\"",
                    &format!("\"note\":\"{}\",\"turns\"", "x".repeat(70_000)),
                ),
                "line 2: too long for a pack: ",
            ),
        ];
        for (text, expected) in jsonl {
            let error = error(Format::Jsonl, &format!("\n{text}\n"));
            assert!(error.starts_with(expected) && !error.contains("column"), "{error}");
        }
        let head = "PuzzleId,FEN,Moves,Turns,Game,Goal,Variations,Seed,Difficulty\n";
        let csv = [
            ("a,p,b,1,shobu,draw,,,\n", "line 2: column Goal: "),
            ("a,p,b,1,shobu,win,[,,\n", "line 2: column Variations: "),
            ("a,p,b,one,shobu,win,,,\n", "line 2: column Turns: "),
            ("a,p,b,1,shobu,win,,5,\n", "line 2: column Source: "),
            ("a,p,b,1,shobu,win,,,NaN\n", "line 2: `difficulty` is a number"),
            ("a,p,b,1,shobu,win,,,-1\n", "line 2: `difficulty` is -1"),
            ("a,p,b,1,shobu,win,,,\nb,p,b,0,shobu,win,,,\n", "line 3: `turns` is 0"),
            ("a,p,b,1,shobu,win,,,\"\nb,p,b,1,shobu,win,,,\n", "line 2: a quote is never closed"),
            ("a,p,b,1,shobu,win,,,\nb,p\n", "line 3: it has 2 columns, but the line with "),
        ];
        for (text, expected) in csv {
            let error = error(Format::Csv, &format!("{head}{text}"));
            assert!(error.starts_with(expected), "{error}");
        }
        assert!(error(Format::Csv, "a,b\n1,2\n").contains("missing field"));
    }
}
