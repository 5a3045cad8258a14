//! What a game is to the engines: its rules, and nothing else.
//!
//! [`Game`] is implemented by a game's position type. Counting and solving are
//! written against it alone; [`Notation`] adds what a program needs to talk
//! about positions with people.

mod compose;
mod counter;
mod diagram;
mod dice;
mod error;
mod notation;
mod play;
mod player;
mod record;
mod stroke;
mod symmetry;
mod theme;
#[cfg(test)]
pub(crate) mod tree;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;

pub use compose::Compose;
pub use counter::Counter;
pub use diagram::{Cell, Diagram, Mark, Panel, Piece, Tint};
pub use dice::Dice;
pub use error::{IllegalTurn, PositionError, SyntaxError, excerpt};
pub use notation::{Format, Misplay, Notation};
pub use play::{Event, Moment, Play, Step};
pub use player::Player;
pub use record::{LogError, Record, RecordFault};
pub use stroke::{Spot, Stroke};
pub use symmetry::Symmetry;
pub use theme::{Idea, Quietness, Study, Theme, Themed, Threat, WhatIf};

/// A two-player game of perfect information, as the rules define it.
///
/// The type that implements it is a *legal* position: every method may trust
/// the value it is called on. Turns need not alternate, so callers ask
/// [`side`](Game::side) and never count parity; but no side moves for ever
/// without the other, and who is to move after a number of plies must not
/// depend on which turns were played: the solvers count turns by it.
pub trait Game: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A complete turn. `Ord` is the order of the written turns, which breaks
    /// every tie in the output.
    type Turn: Copy + Ord + Hash + Debug + Display + Send + Sync;

    /// An exact encoding of everything that the rest of the game depends on,
    /// relative to the side to move: two positions with equal keys are the
    /// same for the side to move, possibly with the colours exchanged. Exact,
    /// so that no collision of hashes can fake a proof.
    type Key: Copy + Eq + Hash + Default + Debug + Send + Sync;

    /// Whether a turn can end the game in favour of the side that did not
    /// play it, by leaving its own side to move again without a turn included.
    /// Solvers skip half of their work where it cannot.
    const CAN_LOSE_BY_MOVING: bool = true;

    /// What can be said of a turn beside its effect on the outcome, such as
    /// that it removes a piece: names for statistics, at most 32.
    const TRAITS: &'static [&'static str] = &[];

    /// The side to move.
    fn side(&self) -> Player;

    /// The winner that can be told without generating turns. A position for
    /// which this is `Some` has no turns. A side without a turn has lost too:
    /// [`outcome`](Game::outcome) says so.
    fn winner(&self) -> Option<Player>;

    /// The exact [`Key`](Game::Key) of the position.
    fn key(&self) -> Self::Key;

    /// A key that is exact up to the symmetries of the game: positions that are
    /// images of each other may share it, and positions that share it are worth
    /// the same to the side to move. Solvers that ask for worth alone search
    /// such positions once.
    fn canonical_key(&self) -> Self::Key {
        self.key()
    }

    /// Whether every play from here ends, and the positions that can arise are
    /// few enough to decide the game without a bound on the number of turns.
    fn is_decidable(&self) -> bool {
        false
    }

    /// Calls `visit` with every legal turn once, in no particular order,
    /// until it breaks. A finished game has no turns.
    fn visit_turns<B>(&self, visit: impl FnMut(Self::Turn) -> ControlFlow<B>) -> ControlFlow<B>;

    /// The position after a turn that is known to be legal.
    ///
    /// What an illegal turn leads to is unspecified, but not unsafe.
    #[must_use]
    fn play_unchecked(&self, turn: Self::Turn) -> Self;

    /// The same position with the other side to move, for asking what a side
    /// threatens, or what would happen if the other had to begin: `None` if
    /// that makes no sense in the game, and if this or that position is over.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// Every legal turn, in the order of their notation.
    fn turns(&self) -> Vec<Self::Turn> {
        let mut turns = Vec::new();
        let _ = self.visit_turns::<()>(|turn| {
            turns.push(turn);
            ControlFlow::Continue(())
        });
        turns.sort_unstable();
        turns
    }

    /// Whether `turn` is legal here.
    fn is_legal(&self, turn: Self::Turn) -> bool {
        let search = |legal| match legal == turn {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.visit_turns(search).is_break()
    }

    /// Whether the side to move has any turn at all.
    fn has_turn(&self) -> bool {
        self.visit_turns(ControlFlow::Break).is_break()
    }

    /// The number of legal turns.
    fn count_turns(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_turns::<()>(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Which of the [`TRAITS`](Game::TRAITS) a legal turn has: bit i stands for
    /// the one with number i.
    fn traits(&self, turn: Self::Turn) -> u32 {
        let _ = turn;
        0
    }

    /// Calls `visit` with the positions that the legal turns lead to, each with
    /// a number of turns that lead to it, until it breaks: merging turns that
    /// are easily seen to lead to the same position saves work below them.
    fn visit_children<B>(
        &self,
        mut visit: impl FnMut(Self, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_turns(|turn| visit(self.play_unchecked(turn), 1))
    }

    /// What counts the last plies of many sequences, within about `memory`
    /// bytes.
    fn counter(memory: usize) -> impl Counter<Self> + Send {
        let _ = memory;
        counter::OnePly
    }

    /// Who has won, if the game is over: the [`winner`](Game::winner), or the
    /// opponent of a side that has no turn.
    fn outcome(&self) -> Option<Player> {
        self.winner().or_else(|| (!self.has_turn()).then(|| self.side().other()))
    }

    /// Whether the side to move has a turn that ends the game in its favour,
    /// by leaving the opponent without a turn included.
    fn wins_now(&self) -> bool {
        let search = |turn| match self.play_unchecked(turn).outcome() {
            Some(winner) if winner == self.side() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        self.visit_turns(search).is_break()
    }

    /// Whether the side to move forces a win by its turn with this number (one or
    /// more) at the latest, if the game can tell without a search: a win
    /// [at once](Game::wins_now) included, one by the opponent's reply to the last
    /// turn not. `None` says nothing. The game must not be over.
    fn wins_within(&self, _turns: u32) -> Option<bool> {
        None
    }

    /// Calls `visit` with turns that reach every successor of the position,
    /// the most promising first, until it breaks: of several turns that reach
    /// the same one, all but one may be left out.
    fn visit_distinct<B>(&self, visit: impl FnMut(Self::Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_turns(visit)
    }

    /// Calls `visit` with the turns that a search for a win of the side to
    /// move within `turns` of its own turns (the one visited included), or by
    /// the reply to the last of them, has to try, the most promising first, until it breaks. To be called where the
    /// side to move does not [win at once](Game::wins_now), and `turns` is at
    /// least two.
    ///
    /// Beside what [`visit_distinct`](Game::visit_distinct) leaves out, a turn
    /// may be left out if it is proved not to begin such a win. Visiting
    /// nothing is a proof that there is no such win.
    fn visit_attacks<B>(
        &self,
        turns: u32,
        visit: impl FnMut(Self::Turn) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let _ = turns;
        self.visit_distinct(visit)
    }

    /// Calls `visit` with the turns that a defence has to try, the most
    /// promising first, until it breaks. To be called where the side to move
    /// does not [win at once](Game::wins_now), and the opponent has at least
    /// one turn left to win with.
    ///
    /// Beside what [`visit_distinct`](Game::visit_distinct) leaves out, a turn
    /// may be left out if the opponent wins at once after it.
    fn visit_defences<B>(&self, visit: impl FnMut(Self::Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_distinct(visit)
    }

    /// Whether it is likely to take little to show that the side to move does not
    /// win soon, if it does not. Only the order of a search depends on it.
    fn is_calm(&self) -> bool {
        true
    }
}
