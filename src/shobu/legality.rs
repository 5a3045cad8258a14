//! Reading turns, and saying which rule an illegal one breaks.

use super::bitboard::Bitboard;
use super::position::Position;
use super::setup::{Setup, colour};
use super::square::Square;
use super::turn::Turn;
use super::vector::Vector;
use crate::game::{Game, IllegalTurn, Notation, SyntaxError, excerpt};

/// Reads a turn such as `b1b3+f6f8` and checks it against the rules.
pub(super) fn parse_turn(position: &Position, text: &str) -> Result<Turn, IllegalTurn> {
    let squares =
        parse_squares(text).map_err(|error| IllegalTurn::Syntax { text: excerpt(text), error })?;
    check(position, squares).map_err(|reason| IllegalTurn::Rule { text: excerpt(text), reason })
}

/// The four squares of a turn; a comma or spaces may stand for the plus sign.
fn parse_squares(text: &str) -> Result<[Square; 4], SyntaxError> {
    let expected = "a turn is written `b1b3+f6f8`: the passive and the aggressive move";
    let characters: Vec<char> = text.chars().collect();
    let square = |start: usize| {
        let name: String = characters.iter().skip(start).take(2).collect();
        Square::parse(&name).ok_or_else(|| {
            let name = name.escape_debug();
            let reason = match characters.len() <= start {
                true => format!("the turn ends here; {expected}"),
                false => format!("`{name}` is not a square from a1 to h8; {expected}"),
            };
            SyntaxError::new(start + 1, reason)
        })
    };
    let passive = [square(0)?, square(2)?];
    let separator: String =
        characters.iter().skip(4).take_while(|c| !c.is_alphanumeric()).collect();
    if !matches!(separator.trim(), "+" | ",")
        && (separator.is_empty() || !separator.trim().is_empty())
    {
        return Err(SyntaxError::new(5, format!("a `+` is missing here; {expected}")));
    }
    let start = 4 + separator.chars().count();
    let aggressive = [square(start)?, square(start + 2)?];
    match characters.get(start + 4) {
        None => Ok([passive[0], passive[1], aggressive[0], aggressive[1]]),
        Some(_) => Err(SyntaxError::new(start + 5, format!("the turn goes on; {expected}"))),
    }
}

/// The turn with these squares, or the rule that it breaks.
fn check(position: &Position, squares: [Square; 4]) -> Result<Turn, String> {
    let [passive, passive_to, aggressive, aggressive_to] = squares;
    if let Some(verdict) = position.winner().and(position.verdict()) {
        return Err(format!("the game is over ({verdict})"));
    }
    let setup = position.setup();
    let vector = |from: Square, to: Square, half: &str| {
        Vector::between(from, to).ok_or_else(|| {
            format!(
                "the {half} move {from}{to} is not one or two squares straight on along \
                 a rank, file or diagonal of one board"
            )
        })
    };
    let (side, own) = (position.side(), setup.stones(position.side()));
    for (from, half) in [(passive, "passive"), (aggressive, "aggressive")] {
        if !own.contains(from) {
            return Err(format!(
                "the {half} move starts on {from}, where {} has no stone",
                colour(side)
            ));
        }
    }
    let step = vector(passive, passive_to, "passive")?;
    if step != vector(aggressive, aggressive_to, "aggressive")? {
        return Err("the two moves differ in direction or distance".into());
    }
    let turn = Turn { passive, aggressive, vector: step };
    match position.is_legal(turn) {
        true => Ok(turn),
        false => Err(broken_rule(&setup, turn)),
    }
}

/// Why a turn of two own stones by a common vector is illegal.
fn broken_rule(setup: &Setup, turn: Turn) -> String {
    let side = setup.side;
    let Turn { passive, aggressive, vector } = turn;
    let (own, enemy) = (setup.stones(side), setup.stones(side.other()));
    let home = match side {
        crate::game::Player::First => passive.rank() < 4,
        crate::game::Player::Second => passive.rank() >= 4,
    };
    let path = |from| Bitboard::of(from).path(vector).1;
    if !home {
        format!("the passive move must be on a home board of {}", colour(side))
    } else if passive.board().is_dark() == aggressive.board().is_dark() {
        "the aggressive move must be on a board of the other wood".into()
    } else if let Some(square) = (path(passive) & (own | enemy)).next() {
        format!("the passive move runs into the stone on {square}: it cannot push")
    } else if let Some(square) = (path(aggressive) & own).next() {
        format!("the aggressive move runs into {}'s own stone on {square}", colour(side))
    } else if (path(aggressive) & enemy).len() > 1 {
        "the aggressive move would push two stones".into()
    } else {
        "the aggressive move pushes a stone that has another one behind it".into()
    }
}
