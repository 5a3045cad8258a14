use std::fmt::{self, Write};

use super::bitboard::Bitboard;
use super::diagnosis;
use super::diagram::{diagram, strokes};
use super::foreign;
use super::legality;
use super::log;
use super::position::Position;
use super::setup::{Setup, colour};
use super::square::Square;
use super::turn::Turn;
use crate::game::{
    Diagram, Format, Game, IllegalTurn, LogError, Misplay, Notation, Piece, Player, PositionError,
    Record, Stroke, SyntaxError, excerpt,
};

impl Notation for Position {
    const NAME: &'static str = "shobu";
    const TITLE: &'static str = "SHŌBU";
    const RULES: &'static [&'static str] = &["shobu-standard-v1"];
    const FORMATS: &'static [Format<Self>] = &[
        Format { name: "fen", write: Self::to_string },
        Format { name: "grid", write: foreign::write_grid },
        Format { name: "json", write: foreign::write_json },
        Format { name: "fields", write: foreign::write_fields },
    ];

    const CREDIT: &'static str =
        "SHŌBU was designed by Manolis Vranas and Jamie Sajdak and is published by Smirk & Dagger.";
    const PRIMER: &'static [&'static str] = &[
        "You win when one of the four boards holds no stone of your opponent, or when your opponent \
         has no turn.",
        "A turn is two moves with your own stones, both in the same direction (any of the eight) and \
         over the same distance, one square or two.",
        "First the passive move: on one of the two boards on your side of the rope, over empty \
         squares only.",
        "Then the aggressive move: on a board of the other wood, on either side of the rope. It may \
         push one stone of the opponent ahead, also off the board; never two, and never your own.",
    ];

    const STEPS: &'static [&'static str] = &[
        "Passive move first: choose one of your stones on the two boards on your side of the rope.",
        "Choose where it goes: it pushes nothing.",
        "Now the aggressive move, in the same direction and as far: choose one of your stones on a \
         board of the other wood.",
        "Choose where it goes: it may push one stone ahead, also off the board.",
    ];

    const PIECES: &'static [Piece] = &[
        Piece {
            name: "Black",
            letter: 'b',
            symbol: '●',
            coloured: '●',
            colour: 16,
            has_ring: false,
        },
        Piece {
            name: "White",
            letter: 'w',
            symbol: '○',
            coloured: '●',
            colour: 231,
            has_ring: false,
        },
    ];

    fn recognises(text: &str) -> bool {
        let first = text.split_whitespace().next().unwrap_or_default();
        let of_board = |c: u8| matches!(c, b'b' | b'w' | b'1'..=b'8' | b'/');
        let fen = || first.bytes().all(of_board) && first.split('/').count() == 8;
        fen() || first.starts_with('{') || foreign::is_grid(first) || foreign::is_fields(text)
    }

    fn start(_rules: &'static str) -> Self {
        Self::START
    }

    fn parse(text: &str, _rules: &'static str) -> Result<Self, PositionError> {
        let setup = parse_setup(text)?;
        Self::try_from(setup).map_err(|error| PositionError::Illegal(error.into()))
    }

    fn rules(&self) -> &'static str {
        Self::RULES[0]
    }

    fn parse_turn(&self, text: &str) -> Result<Turn, IllegalTurn> {
        legality::parse_turn(self, text)
    }

    fn describe(&self, turn: Turn) -> String {
        let setup = self.setup();
        let (target, pushed) = turn.push(setup.stones(self.side().other()));
        match (target, pushed) {
            (None, _) => String::new(),
            (Some(from), Some(to)) => format!("pushes {from} to {to}"),
            (Some(from), None) => format!("pushes {from} off the {} board", from.board()),
        }
    }

    fn idea(&self, turn: Turn) -> String {
        let does = match turn.push(self.setup().stones(self.side().other())) {
            (None, _) => "is quiet: it pushes nothing",
            (Some(_), Some(_)) => "pushes a stone, but not off its board",
            (Some(_), None) => "pushes a stone off its board",
        };
        format!("The first turn {does}.")
    }

    fn ending(&self, turn: Turn) -> String {
        let end = self.play_unchecked(turn);
        let Some(loser) = end.outcome().map(Player::other) else { return String::new() };
        match end.setup().cleared(loser) {
            Some(board) => format!("In the end the {board} board falls."),
            None => format!("In the end {} has no turn left.", colour(loser)),
        }
    }

    fn part(&self, turn: Turn) -> String {
        let token = turn.to_string();
        let passive = token.split('+').next().unwrap_or_default();
        format!("The passive half of the first turn is {passive}.")
    }

    fn recognises_log(text: &str) -> bool {
        log::is_log(text)
    }

    fn read_log(text: &str) -> Vec<Result<Record<Self>, LogError>> {
        log::read(text)
    }

    fn verdict(&self) -> Option<String> {
        let winner = self.outcome()?;
        let (winner, loser) = (colour(winner), (winner.other(), colour(winner.other())));
        Some(match self.setup().cleared(loser.0) {
            Some(board) => {
                format!("{winner} has won: {} has no stone on the {board} board", loser.1)
            }
            None => format!("{winner} has won: {} has no legal turn", loser.1),
        })
    }

    fn diagnose(&self, missing: &[Turn], extra: &[&str]) -> Vec<String> {
        diagnosis::diagnose(self, missing, extra)
    }

    fn misplays(&self, turn: Turn) -> Vec<Misplay<Self>> {
        diagnosis::misplays(self, turn)
    }

    fn diagram(&self) -> Diagram {
        diagram(&self.setup())
    }

    fn strokes(&self, turn: Turn) -> Vec<Stroke> {
        strokes(self, turn)
    }
}

/// Reads any of the notations, told apart by their first field.
fn parse_setup(text: &str) -> Result<Setup, SyntaxError> {
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.starts_with('{') {
        foreign::parse_json(text)
    } else if foreign::is_fields(text) {
        foreign::parse_fields(text)
    } else if foreign::is_grid(first) {
        foreign::parse_grid(text)
    } else {
        parse_fen(text)
    }
}

/// The whitespace-separated fields of a text with their columns, from 1.
pub(super) fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|field| {
        let offset = field.as_ptr().addr() - text.as_ptr().addr();
        (text[..offset].chars().count() + 1, field)
    })
}

fn parse_fen(text: &str) -> Result<Setup, SyntaxError> {
    let mut fields = fields(text);
    let Some((column, stones)) = fields.next() else {
        return Err(SyntaxError::new(1, "the position is empty"));
    };
    let (black, white) = parse_ranks(column, stones)?;
    let side = parse_side(&mut fields, text)?;
    expect_end(&mut fields)?;
    Ok(Setup { black, white, side })
}

fn parse_ranks(mut column: usize, stones: &str) -> Result<(Bitboard, Bitboard), SyntaxError> {
    let count = stones.split('/').count();
    if count != 8 {
        let s = if count == 1 { "" } else { "s" };
        let reason = format!("the board has {count} rank{s}, not 8, separated by `/`");
        return Err(SyntaxError::new(column, reason));
    }
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (rank, row) in (0..8u8).rev().zip(stones.split('/')) {
        let start = column;
        let mut squares = 0;
        for symbol in row.chars() {
            let square = u8::try_from(squares).ok().and_then(|file| Square::new(file, rank));
            let set = square.map_or(Bitboard::EMPTY, Bitboard::of);
            squares += match symbol {
                'b' => {
                    black |= set;
                    1
                }
                'w' => {
                    white |= set;
                    1
                }
                '1'..='8' => symbol as usize - '0' as usize,
                _ => {
                    let reason = format!(
                        "rank {} has `{}`, where `b`, `w` or a number of empty squares \
                         from 1 to 8 can be",
                        rank + 1,
                        symbol.escape_debug()
                    );
                    return Err(SyntaxError::new(column, reason));
                }
            };
            column += 1;
        }
        if squares != 8 {
            let s = if squares == 1 { "" } else { "s" };
            let reason = format!("rank {} describes {squares} square{s}, not 8", rank + 1);
            return Err(SyntaxError::new(start, reason));
        }
        column += 1;
    }
    Ok((black, white))
}

/// Reads the field that says who is to move.
pub(super) fn parse_side<'a>(
    fields: &mut impl Iterator<Item = (usize, &'a str)>,
    text: &str,
) -> Result<Player, SyntaxError> {
    match fields.next() {
        Some((_, "b")) => Ok(Player::First),
        Some((_, "w")) => Ok(Player::Second),
        Some((column, other)) => {
            let reason = format!("side to move is `{}`, not `b` or `w`", excerpt(other));
            Err(SyntaxError::new(column, reason))
        }
        None => {
            let reason = "side to move is missing: add ` b` or ` w`";
            Err(SyntaxError::new(text.trim_end().chars().count() + 1, reason))
        }
    }
}

/// Refuses anything after the last field.
pub(super) fn expect_end<'a>(
    fields: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<(), SyntaxError> {
    match fields.next() {
        Some((column, rest)) => {
            let reason = format!("nothing can follow the position, but `{}` does", excerpt(rest));
            Err(SyntaxError::new(column, reason))
        }
        None => Ok(()),
    }
}

/// Writes the position as FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.setup();
        for rank in (0..8).rev() {
            let mut empty = 0;
            for square in (0..8).filter_map(|file| Square::new(file, rank)) {
                let Some(player) = setup.at(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    f.write_char(char::from(b'0' + empty))?;
                    empty = 0;
                }
                f.write_str(letter(player))?;
            }
            if empty > 0 {
                f.write_char(char::from(b'0' + empty))?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(letter(setup.side))
    }
}

/// The letter for a side.
pub(super) const fn letter(player: Player) -> &'static str {
    match player {
        Player::First => "b",
        Player::Second => "w",
    }
}
