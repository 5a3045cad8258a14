use std::fmt;

use super::diagram::{diagram, strokes};
use super::legality;
use super::point::Point;
use super::points::Points;
use super::position::Position;
use super::rules::Rules;
use super::setup::{Setup, adjective, colour};
use super::turn::{Action, Turn};
use crate::game::{
    Diagram, Format, Game, IllegalTurn, Mark, Notation, Piece, Player, PositionError, Stroke,
    SyntaxError,
};

impl Notation for Position {
    const NAME: &'static str = "spook";
    const TITLE: &'static str = "SPOOK";
    const RULES: &'static [&'static str] = Rules::NAMES;
    const FORMATS: &'static [Format<Self>] = &[Format { name: "fen", write: Self::to_string }];

    const CREDIT: &'static str = "SPOOK was designed by Dieter Stein: https://spielstein.com.";
    const PRIMER: &'static [&'static str] = &[
        "You win when none of your own balls is left on the pyramid, whoever took the last one.",
        "The four levels lie upon each other: each ball rests on the four below it. White is Spooky, \
         whom both players move.",
        "Drop: remove a ball that Spooky rests on and that carries nothing but him; he falls into \
         its place.",
        "Walk: Spooky goes to a ball beside him, on his level, that carries nothing, and takes it; \
         he may go on over more balls of the same colour.",
        "Only if neither is possible: if no ball is beside Spooky on the lowest level, he is put \
         beside one or on a square of four; otherwise remove a ball of the opponent that carries \
         at most one; it drops what rests on it.",
    ];

    const STEPS: &'static [&'static str] = &[
        "Choose what is marked: Spooky, to walk with him; a ball, to remove it; or an empty point, \
         to put him there.",
        "Choose the next ball that he takes.",
    ];

    const KINDS: &'static [(&'static str, &'static str)] = &[
        ("-", "Spooky, to walk with him"),
        ("^x", "a ball to remove"),
        ("^@", "an empty point for Spooky"),
        ("^..$", "an empty point for a ball"),
    ];

    const PIECES: &'static [Piece] = &[
        Piece {
            name: "Red",
            letter: 'r',
            symbol: '○',
            coloured: '○',
            colour: 124,
            has_ring: false,
        },
        Piece {
            name: "Black",
            letter: 'b',
            symbol: '●',
            coloured: '●',
            colour: 16,
            has_ring: false,
        },
        Piece {
            name: "Spooky",
            letter: 'w',
            symbol: '◎',
            coloured: '◎',
            colour: 231,
            has_ring: true,
        },
    ];
    const MARKS: &'static [Mark] = &[
        Mark { symbol: '*', meaning: "free, beside Spooky" },
        Mark { symbol: '+', meaning: "beside Spooky, supports one" },
        Mark { symbol: '#', meaning: "beside Spooky, pinned" },
        Mark { symbol: 'f', meaning: "free" },
        Mark { symbol: 'p', meaning: "pinned" },
    ];

    fn recognises(text: &str) -> bool {
        let first = text.split_whitespace().next().unwrap_or_default();
        let of_pyramid = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b':' | b'/');
        first.contains(':') && first.bytes().all(of_pyramid)
    }

    fn start(rules: &'static str) -> Self {
        Self::empty(Rules::named(rules))
    }

    fn parse(text: &str, rules: &'static str) -> Result<Self, PositionError> {
        let setup = parse_fen(text)?;
        Self::new(setup, Rules::named(rules)).map_err(|error| PositionError::Illegal(error.into()))
    }

    fn rules(&self) -> &'static str {
        self.ruleset().name()
    }

    fn parse_turn(&self, text: &str) -> Result<Turn, IllegalTurn> {
        legality::parse_turn(self, text)
    }

    fn describe(&self, turn: Turn) -> String {
        describe(self, turn)
    }

    fn idea(&self, turn: Turn) -> String {
        idea(self, turn).into()
    }

    fn ending(&self, turn: Turn) -> String {
        ending(self, turn)
    }

    fn part(&self, turn: Turn) -> String {
        part(self, turn)
    }

    fn verdict(&self) -> Option<String> {
        let winner = self.winner()?;
        let (winner, colour) = (colour(winner), adjective(winner));
        Some(format!("{winner} has won: no {colour} ball is left on the pyramid"))
    }

    fn diagram(&self) -> Diagram {
        diagram(self)
    }

    fn strokes(&self, turn: Turn) -> Vec<Stroke> {
        strokes(turn)
    }
}

fn describe(position: &Position, turn: Turn) -> String {
    let setup = position.setup();
    let ball = |point| setup.at(point).map_or("white", adjective);
    match turn.action() {
        Action::Put(Point::TOP) => "puts Spooky on the top".into(),
        Action::Put(_) => String::new(),
        Action::Place(point) if point.level() > 1 => {
            format!("puts the isolated Spooky on the platform {point}")
        }
        Action::Place(point) => format!("puts the isolated Spooky beside a ball, on {point}"),
        Action::Walk { from, to, taken } => {
            let s = if taken.len() == 1 { "" } else { "s" };
            let level = from.level();
            let (count, colour) = (taken.len(), ball(to));
            format!("takes {count} {colour} ball{s} on level {level}")
        }
        Action::Pass => "has nothing to remove".into(),
        Action::Remove(point) => {
            let column: Vec<_> = super::getaway::Getaway::of(position)
                .map(|g| g.column(point).collect())
                .unwrap_or_default();
            let colour = ball(point);
            match column[..] {
                [] => format!("removes a free {colour} ball"),
                [one] if setup.at(one).is_none() => {
                    format!("removes the {colour} ball under Spooky, who drops to {point}")
                }
                [one] => format!("removes a {colour} ball; the ball on {one} drops"),
                [one, .., last] => {
                    format!("removes a {colour} ball; the column from {one} to {last} drops")
                }
            }
        }
    }
}

/// What kind of turn the first one is.
fn idea(position: &Position, first: Turn) -> &'static str {
    match first.action() {
        Action::Put(_) => "The first turn puts a ball on the pyramid.",
        Action::Place(_) => "The first turn places Spooky.",
        Action::Walk { .. } => "In the first turn Spooky walks.",
        Action::Pass => "The first turn is to pass.",
        Action::Remove(_) if is_drop(position, first) => "In the first turn Spooky drops.",
        Action::Remove(_) => "The first turn removes a ball.",
    }
}

/// Who takes the winner's last ball.
fn ending(position: &Position, last: Turn) -> String {
    let (winner, loser) = match position.play_unchecked(last).winner() {
        Some(winner) => (colour(winner), colour(winner.other())),
        None => return String::new(),
    };
    match colour(position.side) {
        side if side == winner => format!("In the end {winner} takes its own last ball."),
        _ => format!("In the end {loser} has to take {winner}'s last ball."),
    }
}

/// Whether a removal is that of a ball under Spooky.
fn is_drop(position: &Position, turn: Turn) -> bool {
    let drops = super::getaway::Getaway::of(position).map(|getaway| getaway.drops());
    matches!((turn.action(), drops), (Action::Remove(at), Some(drops)) if drops.contains(at))
}

/// Where a turn is played, but not all of what it does.
fn part(position: &Position, turn: Turn) -> String {
    let setup = position.setup();
    let ball = |point| setup.at(point).map_or("white", adjective);
    match turn.action() {
        Action::Put(point) => format!("The ball goes to level {}.", point.level()),
        Action::Place(point) => format!("Spooky is placed on level {}.", point.level()),
        Action::Walk { to, taken, .. } => {
            let (colour, first) = (ball(to), turn.stops().next().unwrap_or(to));
            match taken.len() {
                1 => format!("Spooky takes the {colour} ball on {first}."),
                count => format!("Spooky takes {count} {colour} balls, {first} first."),
            }
        }
        Action::Pass => String::new(),
        Action::Remove(point) => {
            format!("It is a {} ball that goes, on level {}.", ball(point), point.level())
        }
    }
}

/// The whitespace-separated fields of a text with their columns, from 1.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|field| {
        let offset = field.as_ptr().addr() - text.as_ptr().addr();
        (text[..offset].chars().count() + 1, field)
    })
}

fn parse_fen(text: &str) -> Result<Setup, SyntaxError> {
    let mut fields = fields(text);
    let Some((column, levels)) = fields.next() else {
        return Err(SyntaxError::new(1, "the position is empty"));
    };
    let mut setup = parse_levels(column, levels)?;
    setup.side = match fields.next() {
        Some((_, "r")) => Player::First,
        Some((_, "b")) => Player::Second,
        Some((column, other)) => {
            let reason = format!("side to move is `{}`, not `r` or `b`", other.escape_debug());
            return Err(SyntaxError::new(column, reason));
        }
        None => {
            let reason = "side to move is missing: add ` r` or ` b`";
            return Err(SyntaxError::new(text.trim_end().chars().count() + 1, reason));
        }
    };
    match fields.next() {
        None => Ok(setup),
        Some((column, rest)) => {
            let reason =
                format!("nothing can follow the position, but `{}` does", rest.escape_debug());
            Err(SyntaxError::new(column, reason))
        }
    }
}

/// Reads the balls, level by level from the board up.
fn parse_levels(mut column: usize, text: &str) -> Result<Setup, SyntaxError> {
    let none = Points::EMPTY;
    let mut setup = Setup { red: none, black: none, spooky: none, side: Player::First };
    let count = text.split(':').count();
    if count != 4 {
        let s = if count == 1 { "" } else { "s" };
        let reason = format!("the pyramid has {count} level{s}, not 4, separated by `:`");
        return Err(SyntaxError::new(column, reason));
    }
    for (level, ranks) in (1..).zip(text.split(':')) {
        parse_ranks(column, level, ranks, &mut setup)?;
        column += ranks.chars().count() + 1;
    }
    Ok(setup)
}

/// Reads one level, rank by rank from its highest.
fn parse_ranks(
    mut column: usize,
    level: u8,
    text: &str,
    setup: &mut Setup,
) -> Result<(), SyntaxError> {
    let (size, count) = (Point::size(level), text.split('/').count());
    if count != usize::from(size) {
        let s = if count == 1 { "" } else { "s" };
        let reason = format!("level {level} has {count} rank{s}, not {size}, separated by `/`");
        return Err(SyntaxError::new(column, reason));
    }
    for (rank, row) in (0..size).rev().zip(text.split('/')) {
        parse_row(column, (level, rank), row, setup)?;
        column += row.chars().count() + 1;
    }
    Ok(())
}

fn parse_row(
    column: usize,
    (level, rank): (u8, u8),
    row: &str,
    setup: &mut Setup,
) -> Result<(), SyntaxError> {
    let size = Point::size(level);
    let mut points = 0usize;
    for (offset, symbol) in row.chars().enumerate() {
        let point = u8::try_from(points).ok().and_then(|file| Point::new(level, file, rank));
        let set = point.map_or(Points::EMPTY, Points::of);
        match symbol {
            'r' => setup.red |= set,
            'b' => setup.black |= set,
            'w' => setup.spooky |= set,
            '1'..='4' => points += symbol as usize - '1' as usize,
            _ => {
                let reason = format!(
                    "level {level}, rank {} has `{}`, where `r`, `b`, `w` or a number of empty \
                     points from 1 to {size} can be",
                    rank + 1,
                    symbol.escape_debug()
                );
                return Err(SyntaxError::new(column + offset, reason));
            }
        }
        points += 1;
    }
    if points == usize::from(size) {
        return Ok(());
    }
    let s = if points == 1 { "" } else { "s" };
    let reason =
        format!("level {level}, rank {} describes {points} point{s}, not {size}", rank + 1);
    Err(SyntaxError::new(column, reason))
}

/// Writes the position as FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.setup();
        for level in 1..=4 {
            for rank in (0..Point::size(level)).rev() {
                write_row(f, &setup, level, rank)?;
                f.write_str(match (level, rank) {
                    (4, _) => " ",
                    (_, 0) => ":",
                    _ => "/",
                })?;
            }
        }
        f.write_str(if setup.side == Player::First { "r" } else { "b" })
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, setup: &Setup, level: u8, rank: u8) -> fmt::Result {
    let mut empty = 0;
    for point in (0..Point::size(level)).filter_map(|file| Point::new(level, file, rank)) {
        let letter = match setup.at(point) {
            Some(Player::First) => "r",
            Some(Player::Second) => "b",
            None if setup.spooky.contains(point) => "w",
            None => {
                empty += 1;
                continue;
            }
        };
        if empty > 0 {
            write!(f, "{empty}")?;
            empty = 0;
        }
        f.write_str(letter)?;
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}
