//! The notations of other SHŌBU programs.

use serde_json::Value;

use super::bitboard::Bitboard;
use super::notation::{expect_end, fields, letter, parse_side};
use super::position::Position;
use super::setup::Setup;
use super::square::Square;
use crate::game::{Player, SyntaxError, excerpt};

/// How a notation writes an empty square, a black and a white stone.
#[derive(Clone, Copy)]
struct Symbols {
    empty: char,
    black: char,
    white: char,
}

/// JayWalker512's engine: 64 characters, row by row from a8.
const GRID: Symbols = Symbols { empty: '.', black: 'x', white: 'o' };
/// py-shobu and rust-shobu: four boards of 16 characters.
const FIELDS: Symbols = Symbols { empty: '_', black: 'b', white: 'w' };

/// The order of py-shobu's boards and its names for them, with the file and
/// rank of their north-west corners.
const BOARDS: [(&str, u8, u8); 4] = [
    ("Black's dark home", 0, 3),
    ("Black's light home", 4, 3),
    ("White's dark home", 0, 7),
    ("White's light home", 4, 7),
];

impl Symbols {
    /// Puts one symbol on a square.
    fn read(self, symbol: char, square: Square, setup: &mut Setup) -> Option<()> {
        if symbol == self.black {
            setup.black |= Bitboard::of(square);
        } else if symbol == self.white {
            setup.white |= Bitboard::of(square);
        } else if symbol != self.empty {
            return None;
        }
        Some(())
    }

    /// Reads `text` square by square, `field` being its name.
    fn read_all(
        self,
        (column, text): (usize, &str),
        field: &str,
        squares: &[Square],
        setup: &mut Setup,
    ) -> Result<(), SyntaxError> {
        let count = text.chars().count();
        if count != squares.len() {
            let s = if count == 1 { "" } else { "s" };
            let reason = format!("{field} has {count} square{s}, not {}", squares.len());
            return Err(SyntaxError::new(column, reason));
        }
        for (index, (symbol, &square)) in text.chars().zip(squares).enumerate() {
            self.read(symbol, square, setup).ok_or_else(|| {
                let Self { empty, black, white } = self;
                let symbol = symbol.escape_debug();
                let reason = format!(
                    "{field} has `{symbol}`, where `{black}`, `{white}` or `{empty}` can be"
                );
                SyntaxError::new(column + index, reason)
            })?;
        }
        Ok(())
    }

    fn write_all(self, squares: &[Square], setup: &Setup) -> String {
        let symbol = |&square: &Square| match setup.at(square) {
            None => self.empty,
            Some(Player::First) => self.black,
            Some(Player::Second) => self.white,
        };
        squares.iter().map(symbol).collect()
    }
}

/// The squares of a rectangle, row by row from its north-west corner.
fn rows(file: u8, rank: u8, size: u8) -> Vec<Square> {
    (0..size)
        .flat_map(|row| (0..size).filter_map(move |column| Square::new(file + column, rank - row)))
        .collect()
}

const NOTHING: Setup =
    Setup { black: Bitboard::EMPTY, white: Bitboard::EMPTY, side: Player::First };

/// Whether a first field is meant as a 64-character grid: it has a grid's
/// symbols and few others.
pub(super) fn is_grid(field: &str) -> bool {
    let symbols = || field.chars().filter(|c| ['x', 'o', '.'].contains(c)).count();
    !field.contains('/') && symbols() > field.chars().count() / 2
}

/// Whether a text is meant as the five fields: it begins with a side.
pub(super) fn is_fields(text: &str) -> bool {
    let mut fields = text.split_whitespace();
    fields.next().is_some_and(|first| first.len() == 1) && fields.next().is_some()
}

pub(super) fn parse_grid(text: &str) -> Result<Setup, SyntaxError> {
    let mut setup = NOTHING;
    let mut fields = fields(text);
    let grid = fields.next().unwrap_or((1, ""));
    GRID.read_all(grid, "the grid", &rows(0, 7, 8), &mut setup)?;
    setup.side = parse_side(&mut fields, text)?;
    expect_end(&mut fields)?;
    Ok(setup)
}

pub(super) fn write_grid(position: &Position) -> String {
    let setup = position.setup();
    format!("{} {}", GRID.write_all(&rows(0, 7, 8), &setup), letter(setup.side))
}

pub(super) fn parse_json(text: &str) -> Result<Setup, SyntaxError> {
    let message: Value = serde_json::from_str(text).map_err(|error| {
        let reason = format!("the game state is not JSON: {error}");
        SyntaxError::new(error.column().max(1), reason)
    })?;
    let field = |name: &str| {
        let missing =
            || SyntaxError::new(1, format!("the game state has no text `payload.{name}`"));
        message["payload"][name].as_str().ok_or_else(missing)
    };
    let mut setup = NOTHING;
    // Columns are those of the message: the value stands there as it is.
    let board = field("board")?;
    let offset = text.find(board).unwrap_or(0);
    let column = text[..offset].chars().count() + 1;
    GRID.read_all((column, board), "`payload.board`", &rows(0, 7, 8), &mut setup)?;
    setup.side = match field("turn")? {
        "BLACK" => Player::First,
        "WHITE" => Player::Second,
        other => {
            let other = excerpt(other);
            let reason = format!("`payload.turn` is `{other}`, not `BLACK` or `WHITE`");
            return Err(SyntaxError::new(1, reason));
        }
    };
    Ok(setup)
}

pub(super) fn write_json(position: &Position) -> String {
    let setup = position.setup();
    let board = GRID.write_all(&rows(0, 7, 8), &setup);
    let turn = match setup.side {
        Player::First => "BLACK",
        Player::Second => "WHITE",
    };
    format!(
        r#"{{"type":"game_state","payload":{{"board":"{board}","turn":"{turn}","turnNumber":0}}}}"#
    )
}

pub(super) fn parse_fields(text: &str) -> Result<Setup, SyntaxError> {
    let mut setup = NOTHING;
    let mut fields = fields(text);
    setup.side = parse_side(&mut fields, text)?;
    for (name, file, rank) in BOARDS {
        let board = fields.next().ok_or_else(|| {
            let column = text.trim_end().chars().count() + 1;
            SyntaxError::new(column, format!("{name} is missing: four boards follow the side"))
        })?;
        FIELDS.read_all(board, name, &rows(file, rank, 4), &mut setup)?;
    }
    expect_end(&mut fields)?;
    Ok(setup)
}

pub(super) fn write_fields(position: &Position) -> String {
    let setup = position.setup();
    let board = |(_, file, rank)| FIELDS.write_all(&rows(file, rank, 4), &setup);
    format!("{} {}", letter(setup.side), BOARDS.map(board).join(" "))
}
