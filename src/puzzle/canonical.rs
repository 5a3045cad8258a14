//! The one way in which `validate --fix` writes a pack.

use std::borrow::Cow;
use std::fmt::{Display, Write};

use super::comment::is_comment;
use super::diagnostic::Span;
use super::node::meaning;
use super::pack::{Allowance, Pack, Puzzle, Source};
use super::text::{BOM, lines, place_after, without_bom};
use crate::game::{Notation, Themed};
use crate::games::{AnyPosition, Visitor};
use crate::solver::Goal;

/// How wide texts are filled, in columns.
const WIDTH: usize = 80;

/// The head of a pack up to its first puzzle, below the comments with which
/// `text` begins.
#[must_use]
pub fn head(text: &str, pack: &Pack) -> String {
    let text = without_bom(text);
    let mut out = String::new();
    for line in lines(text).take_while(|line| is_comment(line)) {
        // Not every reader of YAML takes a tab before a comment.
        out.push_str(line.trim());
        out.push('\n');
    }
    if let Some(schema) = pack.schema {
        line(&mut out, 0, "schema", schema);
    }
    text_field(&mut out, 0, "title", &pack.title);
    text_field(&mut out, 0, "game", &pack.game);
    let optional = [
        ("rules", &pack.rules),
        ("license", &pack.license),
        ("author", &pack.author),
        ("language", &pack.language),
        ("description", &pack.description),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            text_field(&mut out, 0, name, value);
        }
    }
    if !pack.allow.is_empty() {
        let names = Allowance::ALL.iter().filter(|(_, allowed)| pack.allow.contains(allowed));
        line(
            &mut out,
            0,
            "allow",
            flow(&names.map(|(name, _)| name.to_string()).collect::<Vec<_>>()),
        );
    }
    out.push_str("puzzles:\n");
    out
}

/// A puzzle as an item of the list of puzzles.
#[must_use]
pub fn puzzle(puzzle: &Puzzle) -> String {
    let mut out = String::with_capacity(512);
    out.push_str("  - ");
    line(&mut out, 0, "id", scalar(&puzzle.id, false));
    line(&mut out, 4, "position", quoted(&puzzle.position));
    if puzzle.goal != Goal::Win {
        line(&mut out, 4, "goal", puzzle.goal);
    }
    line(&mut out, 4, "turns", puzzle.turns);
    line(&mut out, 4, "key", scalar(&puzzle.key, false));
    line(&mut out, 4, "line", flow(&puzzle.line));
    if !puzzle.themes.is_empty() {
        line(&mut out, 4, "themes", flow(&puzzle.themes));
    }
    if let Some(difficulty) = puzzle.difficulty {
        line(&mut out, 4, "difficulty", difficulty);
    }
    if let Some(source) = &puzzle.source {
        line(&mut out, 4, "source", self::source(source));
    }
    if let Some(certificate) = &puzzle.certificate {
        text_field(&mut out, 4, "certificate", certificate);
    }
    if let Some(note) = &puzzle.note {
        text_field(&mut out, 4, "note", note);
    }
    if !puzzle.variations.is_empty() {
        out.push_str("    variations:\n");
    }
    for variation in &puzzle.variations {
        let _ = writeln!(out, "      - line: {}", flow(&variation.line));
        text_field(&mut out, 8, "note", &variation.note);
    }
    out
}

/// A puzzle in the game's own notation.
///
/// # Errors
/// The first turn that is not legal.
pub(super) fn notation<G: Notation>(
    mut puzzle: Puzzle,
    position: &G,
) -> Result<Puzzle, IllegalTurn> {
    let spell = |turns: &mut [String]| {
        let mut position = *position;
        for text in turns {
            let turn = position.parse_turn(text).map_err(|_| IllegalTurn(text.clone()))?;
            rewrite(text, turn);
            position = position.play_unchecked(turn);
        }
        Ok(())
    };
    rewrite(&mut puzzle.position, position);
    spell(std::slice::from_mut(&mut puzzle.key))?;
    spell(&mut puzzle.line)?;
    for variation in &mut puzzle.variations {
        spell(&mut variation.line)?;
    }
    Ok(puzzle)
}

/// A turn of a puzzle that is not legal where it stands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the turn `{}` is not legal", .0.escape_debug())]
pub struct IllegalTurn(pub String);

/// Replaces a text by another that is most likely the same.
fn rewrite(text: &mut String, value: impl Display) {
    text.clear();
    let _ = write!(text, "{value}");
}

fn line(out: &mut String, indent: usize, name: &str, value: impl Display) {
    out.extend(std::iter::repeat_n(' ', indent));
    out.push_str(name);
    out.push_str(": ");
    let _ = write!(out, "{value}");
    out.push('\n');
}

/// A list in brackets.
pub(super) fn flow(texts: &[String]) -> String {
    let mut out = String::from("[");
    for (number, text) in texts.iter().enumerate() {
        out.push_str(if number > 0 { ", " } else { "" });
        out.push_str(&scalar(text, true));
    }
    out.push(']');
    out
}

fn source(source: &Source) -> String {
    let mut out = format!("{{ kind: {}", scalar(&source.kind, true));
    for (name, value) in [("seed", source.seed), ("index", source.index)] {
        if let Some(value) = value {
            let _ = write!(out, ", {name}: {value}");
        }
    }
    if let Some(moves) = &source.moves {
        let _ = write!(out, ", moves: {}", scalar(moves, true));
    }
    out + " }"
}

/// A field with a text of any length: on its line if it fits, or else folded.
fn text_field(out: &mut String, indent: usize, name: &str, text: &str) {
    let short = scalar(text, false);
    if indent + name.len() + 2 + short.chars().count() <= WIDTH || !can_fold(text) {
        return line(out, indent, name, short);
    }
    let (content, chomping) = match text.strip_suffix('\n') {
        Some(content) => (content, ""),
        None => (text, "-"),
    };
    let _ = writeln!(out, "{:indent$}{name}: >{chomping}", "");
    for (number, paragraph) in content.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        fill(out, indent + 2, paragraph);
    }
}

/// Whether a text survives being folded.
fn can_fold(text: &str) -> bool {
    let content = text.strip_suffix('\n').unwrap_or(text);
    let paragraph = |paragraph: &str| paragraph.split(' ').all(|word| !word.is_empty());
    !content.ends_with('\n')
        && !content.starts_with('\n')
        && content.split('\n').all(|text| text.is_empty() || paragraph(text))
        && !text.contains(|c: char| c != '\n' && needs_escape(c))
}

/// Writes the words of a paragraph in lines that are as long as they may be.
fn fill(out: &mut String, indent: usize, paragraph: &str) {
    let mut column = 0;
    for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if column == 0 {
            let _ = write!(out, "{:indent$}{word}", "");
            column = indent + length;
        } else if column + 1 + length <= WIDTH {
            out.push(' ');
            out.push_str(word);
            column += 1 + length;
        } else {
            let _ = write!(out, "\n{:indent$}{word}", "");
            column = indent + length;
        }
    }
    if column > 0 {
        out.push('\n');
    }
}

/// A text as a scalar on one line: without quotes if nobody could take it for
/// anything else.
fn scalar(text: &str, flow: bool) -> Cow<'_, str> {
    if is_plain(text, flow) { Cow::Borrowed(text) } else { Cow::Owned(quoted(text)) }
}

fn quoted(text: &str) -> String {
    let stands_as_it_is = |c: u8| matches!(c, b' '..=b'~') && !matches!(c, b'"' | b'\\');
    if text.bytes().all(stands_as_it_is) {
        return ["\"", text, "\""].concat();
    }
    // A JSON string is a double-quoted scalar of YAML, but for characters that
    // YAML wants escaped and JSON does not.
    let json = serde_json::Value::from(text).to_string();
    if !json.contains(needs_escape) {
        return json;
    }
    let escape = |c: char| match needs_escape(c) {
        true => format!("\\u{:04X}", u32::from(c)),
        false => c.to_string(),
    };
    json.chars().map(escape).collect()
}

fn needs_escape(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | BOM | '\u{fffe}' | '\u{ffff}')
}

fn is_plain(text: &str, flow: bool) -> bool {
    let old_truths = ["y", "n", "yes", "no", "on", "off"];
    let begins_well = match text.chars().next() {
        Some('0'..='9') => text.contains(' ') && text.contains(|c: char| c.is_ascii_alphabetic()),
        first => first.is_some_and(char::is_alphabetic),
    };
    let is_truth = old_truths.iter().any(|truth| truth.eq_ignore_ascii_case(text));
    begins_well && !is_truth && meaning(text).is_none() && (is_word(text) || can_stand(text, flow))
}

/// Whether a text is made of what never ends a plain scalar, as ids and turns
/// are.
fn is_word(text: &str) -> bool {
    text.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'-'))
}

/// Whether nothing within a text ends a plain scalar.
fn can_stand(text: &str, flow: bool) -> bool {
    let ends_well = !text.ends_with([' ', ':']);
    let is_cut = text.contains(": ") || text.contains(" #");
    let leaves_flow = flow && text.contains([',', '[', ']', '{', '}', ':']);
    ends_well && !(is_cut || leaves_flow) && !text.contains(needs_escape)
}

/// Whether a pack that was written anew says what it said before, by the word
/// of two readers of YAML; the second need not take all that the first does, but
/// for the same if it does. Notations may differ, and what the program computes.
///
/// # Errors
/// Says what is not the same.
pub fn says_the_same(old: &str, new: &str) -> Result<(), String> {
    let before: Pack = old.parse().map_err(|error| format!("before: {error}"))?;
    let after: Pack = new.parse().map_err(|error| format!("after: {error}"))?;
    let other: Pack = serde_yaml::from_str(new).map_err(|error| format!("after: {error}"))?;
    if other != after || serde_yaml::from_str(old).is_ok_and(|other: Pack| other != before) {
        return Err("readers of YAML disagree on what it says".into());
    }
    match plain(before)? == plain(after)? {
        true => Ok(()),
        false => Err("it would not say the same".into()),
    }
}

/// A pack in the game's own notation, without what is computed.
fn plain(mut pack: Pack) -> Result<Pack, String> {
    let choice = pack.choice().map_err(|error| error.to_string())?;
    for puzzle in &mut pack.puzzles {
        let position = choice.parse(&puzzle.position).map_err(|error| error.to_string())?;
        let spelt = spelt(puzzle, position);
        *puzzle = spelt.map_err(|error| format!("{}: {error}", puzzle.id))?;
        puzzle.themes.clear();
        puzzle.difficulty = puzzle.difficulty.map(|_| 0.0);
    }
    Ok(pack)
}

/// A puzzle in its game's own notation.
///
/// # Errors
/// The first turn that is not legal.
pub fn spelt(puzzle: &Puzzle, position: AnyPosition) -> Result<Puzzle, IllegalTurn> {
    position.visit(Spelling(puzzle))
}

/// Spells a puzzle as its game does.
struct Spelling<'a>(&'a Puzzle);

impl Visitor for Spelling<'_> {
    type Output = Result<Puzzle, IllegalTurn>;

    fn visit<G: Themed + Into<AnyPosition>>(self, position: G) -> Self::Output {
        notation(self.0.clone(), &position)
    }
}

/// A text compared, piece by piece, with what it should be.
#[derive(Debug)]
pub struct Comparison<'a> {
    text: &'a str,
    /// How far they agree, in bytes.
    agreed: usize,
    differs: bool,
}

impl<'a> Comparison<'a> {
    /// Nothing has been compared yet.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, agreed: 0, differs: false }
    }

    /// Compares the next piece.
    pub fn push(&mut self, piece: &str) {
        if self.differs {
            return;
        }
        let rest = &self.text.as_bytes()[self.agreed..];
        if rest.starts_with(piece.as_bytes()) {
            self.agreed += piece.len();
            return;
        }
        let same = rest.iter().zip(piece.as_bytes()).take_while(|(one, two)| one == two).count();
        self.agreed += same;
        self.differs = same < piece.len();
    }

    /// Where the text differs first, if it does.
    #[must_use]
    pub fn difference(&self) -> Option<Span> {
        if !self.differs && self.agreed == self.text.len() {
            return None;
        }
        let mut agreed = self.agreed;
        while !self.text.is_char_boundary(agreed) {
            agreed -= 1;
        }
        Some(place_after(&self.text[..agreed]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_its_place() {
        let place = |text: &str, pieces: &[&str]| {
            let mut comparison = Comparison::new(text);
            pieces.iter().for_each(|piece| comparison.push(piece));
            comparison.difference().map(|span| (span.line, span.column))
        };
        assert_eq!(place("ab\ncd\n", &["ab\n", "cd\n"]), None);
        assert_eq!(place("ab\nōx\n", &["ab\n", "ōy\n"]), Some((2, 2)));
        assert_eq!(place("ab\ncd\n", &["ab\n"]), Some((2, 1)));
        assert_eq!(place("ab\n", &["ab\n", "cd\n"]), Some((2, 1)));
        assert_eq!(place("\u{feff}ab\n", &["ab\n"]), Some((1, 1)));
        assert_eq!(place("aō", &["aŏ"]), Some((1, 2)));
    }

    fn field(text: &str) -> String {
        let mut out = String::new();
        text_field(&mut out, 4, "note", text);
        out
    }

    #[test]
    fn texts_are_read_back_as_they_were() {
        let long = "word ".repeat(40).trim_end().to_string();
        let texts = [
            "plain",
            "a: b",
            "a #b",
            "- a",
            "12",
            "1.5",
            "yes",
            "null",
            "~",
            "@b1",
            "a\"b\\c",
            "ōh",
            " space",
            "space ",
            "a\nb",
            "a\n",
            "a\n\nb\n",
            "\na",
            "tab\there",
            "\u{85}\u{2028}\u{feff}x",
            "\u{fffe}\u{ffff}",
            "é",
            "17 wins",
            "2024-01-01",
            "'q'",
            "# c",
            "a:",
            "[x]",
            "{x}",
            "a,b",
            "&a",
            "*a",
            "!a",
            "%a",
        ];
        let longs = texts.iter().flat_map(|text| {
            [format!("{long} {text} {long}"), format!("{text}\n{long}"), format!("{long}\n{text}")]
        });
        for text in texts.iter().map(ToString::to_string).chain(longs) {
            let yaml = field(&text);
            let read: std::collections::HashMap<String, String> =
                serde_yaml::from_str(&yaml).unwrap_or_else(|error| panic!("{yaml}: {error}"));
            assert_eq!(read["note"], text, "{yaml}");
            let list = flow(&[text.clone(), text.clone()]);
            let read: Vec<String> = serde_yaml::from_str(&list).expect("a list");
            assert_eq!(read, [text.clone(), text.clone()], "{list}");
        }
    }

    #[test]
    fn long_texts_are_folded_and_filled() {
        let text = "one two three four five six seven eight nine ten eleven twelve thirteen\nnext";
        let expected = "    note: >-\n      one two three four five six seven eight nine ten eleven \
                        twelve thirteen\n\n      next\n";
        assert_eq!(field(text), expected);
        assert_eq!(field("short"), "    note: short\n");
    }
}
