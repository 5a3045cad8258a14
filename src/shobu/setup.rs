use super::bitboard::Bitboard;
use super::square::{Board, Square};
use crate::game::Player;

/// Stones and a side to move, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Black's stones.
    pub black: Bitboard,
    /// White's stones.
    pub white: Bitboard,
    /// The side to move; Black is [`Player::First`].
    pub side: Player,
}

/// Why a [`Setup`] cannot arise in a game of SHŌBU.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalSetup {
    /// A square holds two stones.
    #[error("both colours stand on the same square of the {0} board")]
    Overlap(Board),
    /// More stones of a colour than the four it starts with.
    #[error(
        "{} has {} stones on the {board} board, where at most four can be",
        colour(*.player),
        number(*.count)
    )]
    TooMany {
        /// Whose stones they are.
        player: Player,
        /// The board.
        board: Board,
        /// How many there are.
        count: u32,
    },
    /// Both sides would have won.
    #[error("{}, but the game ends with the first board cleared", both_cleared(*.black, *.white))]
    BothCleared {
        /// A board without a black stone.
        black: Board,
        /// A board without a white stone.
        white: Board,
    },
}

/// The name of a side.
pub(super) const fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "Black",
        Player::Second => "White",
    }
}

fn both_cleared(black: Board, white: Board) -> String {
    match black == white {
        true => format!("neither side has a stone on the {black} board"),
        false => {
            format!("Black has no stone on the {black} board and White none on the {white} board")
        }
    }
}

fn number(count: u32) -> String {
    match count {
        5 => "five".into(),
        6 => "six".into(),
        7 => "seven".into(),
        8 => "eight".into(),
        _ => count.to_string(),
    }
}

impl Setup {
    /// The stones of a side.
    #[must_use]
    pub const fn stones(&self, player: Player) -> Bitboard {
        match player {
            Player::First => self.black,
            Player::Second => self.white,
        }
    }

    /// Whose stone stands on a square, if one does.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|&player| self.stones(player).contains(square))
    }

    /// A board on which a side has no stone.
    #[must_use]
    pub fn cleared(&self, player: Player) -> Option<Board> {
        Board::ALL
            .into_iter()
            .rfind(|&board| (self.stones(player) & Bitboard::board(board)).is_empty())
    }

    /// Whether the position can be played on, or has been won by one side.
    ///
    /// # Errors
    /// Names the board and the rule that excludes the position.
    pub fn check(&self) -> Result<(), IllegalSetup> {
        if let Some(square) = (self.black & self.white).next() {
            return Err(IllegalSetup::Overlap(square.board()));
        }
        for player in [Player::First, Player::Second] {
            for board in Board::ALL.into_iter().rev() {
                let count = (self.stones(player) & Bitboard::board(board)).len();
                if count > 4 {
                    return Err(IllegalSetup::TooMany { player, board, count });
                }
            }
        }
        match (self.cleared(Player::First), self.cleared(Player::Second)) {
            (Some(black), Some(white)) => Err(IllegalSetup::BothCleared { black, white }),
            _ => Ok(()),
        }
    }
}
