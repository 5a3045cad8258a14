//! Reading turns, and saying which rule an illegal one breaks.

use super::bitboard::Bitboard;
use super::position::Position;
use super::setup::{Setup, colour};
use super::square::Square;
use super::turn::Turn;
use super::vector::Vector;
use crate::game::{Game, IllegalTurn, Notation, Player, SyntaxError, excerpt};

/// Reads a turn such as `b1b3+f6f8` and checks it against the rules.
pub(super) fn parse_turn(position: &Position, text: &str) -> Result<Turn, IllegalTurn> {
    let squares =
        parse_squares(text).map_err(|error| IllegalTurn::Syntax { text: excerpt(text), error })?;
    let rule =
        |broken: Broken| IllegalTurn::Rule { text: excerpt(text), reason: broken.to_string() };
    check(position, squares).map_err(rule)
}

/// The four squares of a turn; a comma or spaces may stand for the plus sign.
pub(super) fn parse_squares(text: &str) -> Result<[Square; 4], SyntaxError> {
    match token(text) {
        Some(squares) => Ok(squares),
        None => parse_loosely(text),
    }
}

/// The squares of a turn that is written as the program writes it.
fn token(text: &str) -> Option<[Square; 4]> {
    let square = |name| Square::parse(text.get(name)?);
    let squares = [square(0..2)?, square(2..4)?, square(5..7)?, square(7..9)?];
    (text.len() == 9 && text.as_bytes()[4] == b'+').then_some(squares)
}

fn parse_loosely(text: &str) -> Result<[Square; 4], SyntaxError> {
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

/// The rule that a turn breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error("the game is over ({0})")]
    Finished(String),
    #[error("the {half} move starts on {square}, where {} has no stone", colour(*side))]
    NoStone { half: &'static str, square: Square, side: Player },
    #[error(
        "the {half} move {from}{to} is not one or two squares straight on along a rank, file or \
         diagonal of one board"
    )]
    NotStraight { half: &'static str, from: Square, to: Square },
    #[error("the two moves differ in direction or distance")]
    Vectors { passive: Vector, aggressive: Vector },
    #[error("the passive move must be on a home board of {}", colour(*.0))]
    NotHome(Player),
    #[error("the aggressive move must be on a board of the other wood")]
    SameWood,
    #[error("the passive move runs into the stone on {0}: it cannot push")]
    PassiveBlocked(Square),
    #[error("the aggressive move runs into {}'s own stone on {square}", colour(*side))]
    OwnStone { side: Player, square: Square },
    #[error("the aggressive move would push two stones")]
    TwoStones,
    #[error("the aggressive move pushes a stone that has another one behind it")]
    Chain,
}

/// The turn with these squares, or the rule that it breaks.
pub(super) fn check(position: &Position, squares: [Square; 4]) -> Result<Turn, Broken> {
    let [passive, passive_to, aggressive, aggressive_to] = squares;
    if let Some(verdict) = position.winner().and_then(|_| position.verdict()) {
        return Err(Broken::Finished(verdict));
    }
    let setup = position.setup();
    let (side, own) = (position.side(), setup.stones(position.side()));
    for (square, half) in [(passive, "passive"), (aggressive, "aggressive")] {
        if !own.contains(square) {
            return Err(Broken::NoStone { half, square, side });
        }
    }
    let vector =
        |from, to, half| Vector::between(from, to).ok_or(Broken::NotStraight { half, from, to });
    let passive_vector = vector(passive, passive_to, "passive")?;
    let aggressive_vector = vector(aggressive, aggressive_to, "aggressive")?;
    if passive_vector != aggressive_vector {
        return Err(Broken::Vectors { passive: passive_vector, aggressive: aggressive_vector });
    }
    let turn = Turn { passive, aggressive, vector: passive_vector };
    match position.is_legal(turn) {
        true => Ok(turn),
        false => Err(broken_rule(&setup, turn)),
    }
}

/// Why a turn of two own stones by a common vector is illegal.
fn broken_rule(setup: &Setup, turn: Turn) -> Broken {
    let side = setup.side;
    let Turn { passive, aggressive, vector } = turn;
    let (own, enemy) = (setup.stones(side), setup.stones(side.other()));
    let home = match side {
        Player::First => passive.rank() < 4,
        Player::Second => passive.rank() >= 4,
    };
    let path = |from| Bitboard::of(from).path(vector).1;
    if !home {
        Broken::NotHome(side)
    } else if passive.board().is_dark() == aggressive.board().is_dark() {
        Broken::SameWood
    } else if let Some(square) = (path(passive) & (own | enemy)).next() {
        Broken::PassiveBlocked(square)
    } else if let Some(square) = (path(aggressive) & own).next() {
        Broken::OwnStone { side, square }
    } else if (path(aggressive) & enemy).len() > 1 {
        Broken::TwoStones
    } else {
        Broken::Chain
    }
}
