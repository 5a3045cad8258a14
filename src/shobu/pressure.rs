//! How much there is to search when A looks for a win.

use super::bitboard::Bitboard;
use super::catalogue::{Catalogue, Turned};
use super::movegen::{FAR_DARK, FAR_LIGHT, HOME_DARK, HOME_LIGHT};
use super::scene::Scene;
use super::survival::TurnType;
use super::threats::Threats;

/// A board with so many stones of D, or fewer, is in danger.
const FEW: u32 = 2;

/// What A, to move, can bring to bear: a guess at how long it takes to show that
/// it does not win, which says nothing about whether it does.
///
/// If A can remove a stone where D has few, most of its turns leave it that
/// removal and have to be answered one by one. If D threatens to win at once, the
/// turns that overlook it lose without a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pressure {
    /// Whether A threatens to remove a stone.
    threatens: bool,
    /// The types of turns that overlook a threat of D to win.
    overlooked: [bool; 3],
}

impl Pressure {
    /// Whether A threatens something, and D nothing.
    pub fn is_high(&self) -> bool {
        self.threatens && !self.is_relieved()
    }

    fn is_relieved(&self) -> bool {
        self.overlooked.contains(&true)
    }

    /// About how much longer a search takes for each of A's turns to be tried:
    /// measured on positions with three turns left.
    pub fn weight(&self) -> u64 {
        match (self.threatens, self.is_relieved()) {
            (false, true) => 1,
            (false, false) | (true, true) => 3,
            (true, false) => 16,
        }
    }

    /// The boards where the aggressive halves of A's turns may go, as A sees them.
    pub fn targets(&self) -> Bitboard {
        let targets = TurnType::ALL.into_iter().zip(self.overlooked).map(
            |(kind, is_overlooked)| match kind {
                _ if is_overlooked => Bitboard::EMPTY,
                TurnType::Homes => HOME_DARK | HOME_LIGHT,
                TurnType::DarkHome => FAR_LIGHT,
                TurnType::LightHome => FAR_DARK,
            },
        );
        targets.fold(Bitboard::EMPTY, |all, boards| all | boards)
    }
}

impl Scene {
    /// What A can bring to bear if it is to move.
    pub fn pressure(&self) -> Pressure {
        let mut threats = Threats::default();
        for (lane, board) in self.boards.iter().enumerate() {
            threats.set(lane, board.attacks.packed() & Threats::mask(board.defenders(), FEW));
        }
        let overlooked = TurnType::ALL.map(|kind| self.is_overlooked_by(kind));
        Pressure { threatens: threats.are_real(), overlooked }
    }

    /// The same after this turn of D.
    pub fn pressure_after(&self, catalogue: &Catalogue, turn: Turned) -> Pressure {
        let mut after = *self;
        for (lane, half) in turn {
            after.boards[lane] = catalogue.now_after(half);
        }
        after.pressure()
    }
}
