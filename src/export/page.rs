use std::fmt::{self, Display, Formatter};

use serde::Serialize;

use super::board::{self, Board, CELL, RADIUS};
use super::escape;
use super::lesson::Lesson;
use crate::game::Notation;
use crate::puzzle::{Pack, Puzzle};
use crate::theme::Grade;

/// A page that plays a pack: one file that needs nothing else.
pub struct Page(String);

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("player.css");
const SCRIPT: &str = include_str!("player.js");

/// What the script is given.
#[derive(Serialize)]
struct Data<'a> {
    /// What the reader's progress is kept under.
    name: String,
    title: &'a str,
    /// The language of title and notes.
    language: &'a str,
    /// When a game is won, for a beginner.
    aim: &'static str,
    /// What to choose next, by how much of a turn is chosen.
    steps: &'static [&'static str],
    /// What a turn may begin with, by a pattern of such turns.
    kinds: &'static [(&'static str, &'static str)],
    pieces: Vec<Piece>,
    /// The sides of a square, and half a piece.
    cell: f64,
    radius: f64,
    /// On a wide screen and on paper, and on a narrow screen.
    wide: Layout,
    narrow: Layout,
    grades: Vec<&'static str>,
    puzzles: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Piece {
    name: &'static str,
    letter: char,
}

/// Where everything is on a board, of which the template holds the picture.
#[derive(Serialize)]
struct Layout {
    width: f64,
    height: f64,
    /// In the order of the cells of a position.
    points: Vec<(String, f64, f64)>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    themes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<&'static str>,
    variations: Vec<(&'a [String], &'a str)>,
    #[serde(flatten)]
    lesson: &'a Lesson,
}

impl Page {
    /// The page of a pack of the game `G`, with the lessons of its puzzles.
    #[must_use]
    pub fn new<G: Notation>(pack: &Pack, puzzles: &[(&Puzzle, Lesson)]) -> Self {
        let diagram = G::start(G::RULES[0]).diagram();
        let [wide, narrow] = [usize::MAX, 2].map(|most| Board::new(&diagram, most));
        let language = pack.language.as_deref().unwrap_or("en");
        let data = Data {
            name: format!("{}:{}", pack.game, pack.title),
            title: &pack.title,
            language,
            aim: G::PRIMER.first().copied().unwrap_or_default(),
            steps: G::STEPS,
            kinds: G::KINDS,
            pieces: G::PIECES.iter().map(|p| Piece { name: p.name, letter: p.letter }).collect(),
            cell: CELL,
            radius: RADIUS,
            wide: layout(&wide),
            narrow: layout(&narrow),
            grades: Grade::ALL.map(Grade::name).to_vec(),
            puzzles: puzzles.iter().map(entry).collect(),
        };
        let data = serde_json::to_string(&data).expect("plain data can be written as JSON");
        let paragraph = |text: &str| format!("<p>{}</p>", escape(text));
        let primer: String = G::PRIMER.iter().map(|text| paragraph(text)).collect();
        let about = [&pack.description, &pack.author, &pack.license].into_iter().flatten();
        let about: String = about.map(|text| paragraph(text)).collect();
        let fill = |name: &str| match name {
            "lang" => escape(language),
            "version" => env!("CARGO_PKG_VERSION").into(),
            "title" => escape(&pack.title),
            "about" => about.clone(),
            "game" => escape(G::TITLE),
            "primer" => primer.clone(),
            "credit" => escape(G::CREDIT),
            "wide" => wide.wood(),
            "narrow" => narrow.wood(),
            "pieces" => G::PIECES.iter().map(drawn).collect(),
            "style" => [board::STYLE, STYLE].concat(),
            "script" => SCRIPT.into(),
            "data" => inert(&data),
            _ => unreachable!("the template has no other gaps"),
        };
        Self(filled(TEMPLATE, fill))
    }
}

impl Display for Page {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn layout(board: &Board<'_>) -> Layout {
    let points = board.points().map(|(spot, (x, y))| (spot.to_string(), x, y));
    Layout { width: board.width, height: board.height, points: points.collect() }
}

/// A piece at the origin, to be copied.
fn drawn(piece: &crate::game::Piece) -> String {
    let letter = escape(&piece.letter.to_string());
    format!("<g data-letter=\"{letter}\">{}</g>\n", board::piece(piece, (0.0, 0.0)))
}

fn entry<'a>((puzzle, lesson): &'a (&Puzzle, Lesson)) -> Entry<'a> {
    Entry {
        id: &puzzle.id,
        themes: &puzzle.themes,
        difficulty: puzzle.difficulty,
        note: puzzle.note.as_deref(),
        variations: puzzle.variations.iter().map(|v| (&v.line[..], v.note.as_str())).collect(),
        grade: puzzle.difficulty.map(|difficulty| Grade::of(difficulty).name()),
        lesson,
    }
}

/// A template with its gaps, written `{{name}}`, filled in; what is put in is
/// not looked at again.
fn filled(template: &str, fill: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once("}}").expect("every gap of the template is closed");
        text.push_str(&fill(name));
        text.push_str(rest);
    }
    text
}

/// JSON that cannot end the element that it stands in, whatever its strings say.
fn inert(json: &str) -> String {
    json.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::lesson;
    use crate::shobu;
    use crate::solver::Limits;

    fn page(title: &str, note: &str) -> String {
        let text = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
        let plain =
            "title: x\ngame: shobu\npuzzles:\n- {id: a, position: b, turns: 2, key: c, line: [c]}";
        let mut pack: Pack = plain.parse().expect("this is a pack");
        pack.title = title.into();
        pack.puzzles[0].note = Some(note.into());
        let puzzle = &pack.puzzles[0];
        let position = shobu::Position::parse(text, "shobu-standard-v1").expect("it is legal");
        let lesson = lesson(&position, 2, Limits::default()).expect("there is a win");
        let puzzles = [(puzzle, lesson)];
        Page::new::<shobu::Position>(&pack, &puzzles).to_string()
    }

    #[test]
    fn every_gap_is_filled_and_nothing_is_loaded() {
        let page = page("First", "A note.");
        assert!(!page.contains("{{"));
        assert!(page.contains("<title>First</title>"));
        for outside in ["src=", "href=", "@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn texts_of_a_pack_are_never_markup() {
        let evil = "</script><script>alert(1)</script>{{data}}<!--\"'&";
        let (plain, page) = (page("x", "y"), page(evil, evil));
        for tag in ["<script", "</script", "<!--", "alert(1)</"] {
            assert_eq!(plain.matches(tag).count(), page.matches(tag).count(), "{tag}");
        }
    }
}
