//! Proofs that a side cannot be left without a legal turn.

use super::bitboard::Bitboard;
use super::catalogue::Catalogue;
use super::groups::Groups;
use super::mobility::{Reach, Vectors, lasting, mobility, vectors};
use super::movegen::Origins;
use super::scene::Scene;
use super::vector::Vector;

/// A's turns by the two boards that they touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TurnType {
    /// A's two home boards.
    Homes,
    /// A's dark home and D's light home.
    DarkHome,
    /// A's light home and D's dark home.
    LightHome,
}

impl TurnType {
    pub const ALL: [Self; 3] = [Self::Homes, Self::DarkHome, Self::LightHome];

    /// The boards touched, as A sees them.
    pub const fn boards(self) -> [usize; 2] {
        match self {
            Self::Homes => [A_DARK, A_LIGHT],
            Self::DarkHome => [A_DARK, D_LIGHT],
            Self::LightHome => [A_LIGHT, D_DARK],
        }
    }

    /// The boards of the passive and the aggressive half of A's turns.
    pub const fn turns(self) -> &'static [[usize; 2]] {
        match self {
            Self::Homes => &[[A_DARK, A_LIGHT], [A_LIGHT, A_DARK]],
            Self::DarkHome => &[[A_DARK, D_LIGHT]],
            Self::LightHome => &[[A_LIGHT, D_DARK]],
        }
    }

    /// The same of D's turns on the two boards that these leave alone.
    pub const fn replies(self) -> &'static [[usize; 2]] {
        match self {
            Self::Homes => &[[D_DARK, D_LIGHT], [D_LIGHT, D_DARK]],
            Self::DarkHome => &[[D_DARK, A_LIGHT]],
            Self::LightHome => &[[D_LIGHT, A_DARK]],
        }
    }
}

const A_DARK: usize = 0;
const A_LIGHT: usize = 1;
const D_DARK: usize = 2;
const D_LIGHT: usize = 3;

/// The two boards of D's turns: where the passive half goes, and where the
/// aggressive one.
pub(super) const REPLIES: [[usize; 2]; 4] =
    [[D_DARK, A_LIGHT], [D_LIGHT, A_DARK], [D_DARK, D_LIGHT], [D_LIGHT, D_DARK]];

/// The longest game for which [`Survival::outlasts`] looks for a proof.
pub(super) const HORIZON: u32 = 3;

/// How many of D's moves are tried on each pair of boards before a proof is
/// given up, by the number of turns that A has left after it (1 and 2): the
/// first few nearly always decide.
const TRIES: [usize; 3] = [0, 6, 2];

/// A board as far as D knows it.
#[derive(Clone, Copy)]
struct Board {
    /// What D is sure to be able to do.
    sure: Reach,
    /// What it is after a move of A, as far as that is known.
    left: Option<Reach>,
    /// The stones of D and A, as long as A has not touched the board.
    stones: Option<(u16, u16)>,
}

/// Which half of D's turn a move is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Passive,
    Aggressive,
}

impl Board {
    fn known(own: u16, enemy: u16) -> Self {
        Self { sure: mobility(own, enemy).reach(), left: None, stones: Some((own, enemy)) }
    }

    /// The board after a move of A: after a second one nothing is sure.
    fn touched(self) -> Self {
        let left =
            || self.stones.map_or(Reach::default(), |(own, enemy)| lasting(own, enemy).robust);
        Self { sure: self.left.unwrap_or_else(left), left: Some(Reach::default()), stones: None }
    }

    /// After D has moved by `vector`, quietly or not, on a board of which no
    /// more is known, it is sure of the way back. The stone left its square and
    /// pushed everything ahead of it, so what it crossed is empty.
    fn way_back(vector: Vector) -> Self {
        let back = 1 << (vector.index() ^ 8);
        let sure = Reach { quiet: back, any: back };
        Self { sure, left: Some(Reach::default()), stones: None }
    }

    /// Calls `visit` with the board after each of D's moves by `vector`, which
    /// is sure, until it says that it has seen enough; tells whether it has. On
    /// a board that A has not touched, D knows what its move leads to.
    fn any_moved(self, vector: Vector, half: Half, mut visit: impl FnMut(Self) -> bool) -> bool {
        let Some((own, enemy)) = self.stones else {
            return visit(Self::way_back(vector));
        };
        let (own, enemy) = (Bitboard(u64::from(own)), Bitboard(u64::from(enemy)));
        let Origins { quiet, any, .. } = Origins::new(own, enemy, vector.direction());
        let origins = if half == Half::Passive { quiet } else { any };
        let mut origins = origins[usize::from(vector.is_long())];
        origins.any(|from| {
            let from = Bitboard::of(from);
            let (target, enemy) = from.shove(enemy, vector);
            visit(Self::known((own ^ from ^ target).lane(0), enemy.lane(0)))
        })
    }

    /// Whether D has cleared the board.
    fn is_cleared(self) -> bool {
        self.stones.is_some_and(|(_, enemy)| enemy == 0)
    }
}

/// A game that favours A: D may only use moves that are sure to be legal
/// whatever A did. If D lasts n turns of A here, then A cannot leave D without
/// a turn within n turns of the real game, by induction: the real moves contain
/// the sure ones after every turn, and the boards that A has not touched are
/// what D takes them for. (If D's turn clears a board, D has won.)
#[derive(Clone, Copy)]
pub(super) struct Survival([Board; 4]);

impl Survival {
    /// The game that begins with A to move.
    pub fn of(catalogue: &mut Catalogue, scene: &Scene) -> Self {
        Self([0, 1, 2, 3].map(|lane| {
            let number = scene.numbers[lane];
            let (attacker, defender) = catalogue.stones(number);
            Board {
                sure: scene.boards[lane].defences.reach(),
                left: Some(catalogue.lasting(number).robust),
                stones: Some((defender, attacker)),
            }
        }))
    }

    /// The game in which a turn of A leaves D this much on a board.
    pub const fn with_left(mut self, lane: usize, left: Reach) -> Self {
        self.0[lane].left = Some(left);
        self
    }

    /// The game with these stones of D and A on a board that A has not touched.
    pub fn with_board(mut self, lane: usize, defender: u16, attacker: u16) -> Self {
        self.0[lane] = Board::known(defender, attacker);
        self
    }

    /// Whether D is proved to have a turn after each of `turns` turns of A (at
    /// least one), the first of which has this type.
    pub fn outlasts(&self, first: TurnType, turns: u32) -> bool {
        let after = self.touched(first);
        match turns {
            1 => !after.groups().is_dead(),
            2..=HORIZON => after.has_lasting_turn(turns - 1),
            _ => false,
        }
    }

    /// Whether D is proved to have a turn after each of `turns` turns of A (at
    /// least one).
    pub fn outlasts_all(&self, turns: u32) -> bool {
        turns == 1 && self.groups().are_all_alive()
            || TurnType::ALL.into_iter().all(|kind| self.outlasts(kind, turns))
    }

    /// The game after a turn of this type.
    pub fn touched(mut self, kind: TurnType) -> Self {
        for board in kind.boards() {
            self.0[board] = self.0[board].touched();
        }
        self
    }

    /// The vectors by which D has a turn on these two boards.
    const fn group(&self, [passive, aggressive]: [usize; 2]) -> Vectors {
        self.0[passive].sure.quiet & self.0[aggressive].sure.any
    }

    fn groups(&self) -> Groups {
        Groups::of_defender(self.0.map(|board| board.sure))
    }

    /// Whether D has a turn after which it outlasts `turns` more turns of A.
    fn has_lasting_turn(&self, turns: u32) -> bool {
        REPLIES.into_iter().any(|boards| self.has_lasting_turn_on(boards, turns))
    }

    fn has_lasting_turn_on(&self, boards: [usize; 2], turns: u32) -> bool {
        let [passive, aggressive] = boards;
        let group = self.group(boards);
        let mut tries = TRIES[turns as usize];
        vectors(group).any(|vector| {
            self.0[passive].any_moved(vector, Half::Passive, |first| {
                self.0[aggressive].any_moved(vector, Half::Aggressive, |second| {
                    if tries == 0 {
                        return false;
                    }
                    tries -= 1;
                    let mut after = *self;
                    after.0[passive] = first;
                    after.0[aggressive] = second;
                    second.is_cleared() || after.outlasts_all(turns)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests;
