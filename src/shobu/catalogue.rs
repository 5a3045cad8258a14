//! What both sides can do on one board and after each move there, worked out
//! when first asked for.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::answers::Answers;
use super::bitboard::Bitboard;
use super::killers::Killers;
use super::mobility::{BATCH, Lasting, Mobility, Reach, abilities, lasting, mobility};
use super::movegen::Origins;
use super::proofs::Proofs;
use super::threats::Packed;
use super::vector::{Direction, Vector};

/// The number of a board in the [`Catalogue`].
pub(super) type BoardNumber = u32;

/// The number of a move in the [`Catalogue`].
pub(super) type HalfNumber = u32;

/// The number of a list of moves in the [`Catalogue`].
pub(super) type ListNumber = u32;

/// The passive and the aggressive half of a turn: their boards, as A sees them,
/// and their numbers.
pub(super) type Turned = [(usize, HalfNumber); 2];

/// The dark homes of A and D: of twins, the turn with a quiet aggressive half on
/// the mover's goes.
///
/// Two turns reach the same position only if both halves are quiet moves on the
/// two home boards, and the halves change places: boards and stones that moved
/// can be read off the result, and only which half was passive cannot.
pub(super) const DARK_HOMES: [usize; 2] = [0, 2];

/// How A and D can move on a board, and how many stones they have there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Now {
    pub attacks: Mobility,
    pub defences: Mobility,
}

impl Now {
    fn of(attacker: u16, defender: u16) -> Self {
        Self { attacks: mobility(attacker, defender), defences: mobility(defender, attacker) }
    }

    /// How many stones A has.
    pub const fn attackers(&self) -> u32 {
        self.defences.enemies as u32
    }

    /// How many stones D has.
    pub const fn defenders(&self) -> u32 {
        self.attacks.enemies as u32
    }
}

/// What a move does to the other side's stones; moves by the same vector are in
/// this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Quiet,
    Push,
    Removal,
}

/// The first and the last of some effects.
pub(super) type Effects = [Effect; 2];

impl Effect {
    pub const ALL: [Self; 3] = [Self::Quiet, Self::Push, Self::Removal];
    pub const QUIET: Effects = [Self::Quiet, Self::Quiet];
    pub const PUSH: Effects = [Self::Push, Self::Push];
    pub const REMOVAL: Effects = [Self::Removal, Self::Removal];
    /// All but removals.
    pub const KEEPING: Effects = [Self::Quiet, Self::Push];
    /// All but quiet moves.
    pub const LOUD: Effects = [Self::Push, Self::Removal];
    pub const ANY: Effects = [Self::Quiet, Self::Removal];
}

/// A move on one board, A's or D's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    /// The stones of A and D after it.
    pub attacker: u16,
    pub defender: u16,
    pub vector: Vector,
    /// The number of the square, below 16, from which it starts.
    pub from: u8,
    pub effect: Effect,
}

/// The moves of one side on a board, by vector and effect.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct List {
    first: HalfNumber,
    /// Where those by each vector and with each effect begin, counted from
    /// `first`, and where all end.
    starts: [u8; STARTS],
}

/// One for each vector and effect, and the end.
const STARTS: usize = Vector::COUNT as usize * Effect::ALL.len() + 1;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Entry {
    now: Now,
    attacker: u16,
    defender: u16,
    /// The moves of A.
    attacks: ListNumber,
    /// The moves of D.
    defences: ListNumber,
    /// What D can do now and later.
    lasting: Option<Lasting>,
}

/// Stands for a number that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// The boards met so far, as A sees them.
///
/// Exact: boards are told apart by all their squares. Bounded: when the room
/// runs out everything is forgotten.
#[derive(Default)]
pub(super) struct Catalogue {
    numbers: FxHashMap<u32, BoardNumber>,
    boards: Vec<Entry>,
    lists: Vec<List>,
    halves: Vec<Half>,
    /// The numbers of the boards after each move.
    next: Vec<BoardNumber>,
    /// What A can do after each move.
    attacks: Vec<Packed>,
    /// What D can do after each move.
    defences: Vec<Reach>,
    /// The boards after each move.
    after: Vec<Now>,
    /// Turns that decided on these boards.
    pub killers: Killers,
    /// Answers about positions of these boards.
    pub answers: Answers,
    /// Proofs about these boards.
    pub proofs: Proofs,
}

/// With this many boards or moves there is room for no other question. One of
/// three turns adds some ten thousands of moves.
const BOARDS: usize = 1 << 17;
const HALVES: usize = 1 << 20;

impl Catalogue {
    /// The numbers of the four boards with these stones, as A sees them. Makes
    /// all earlier numbers void.
    pub fn position(&mut self, attacker: Bitboard, defender: Bitboard) -> [BoardNumber; 4] {
        if self.boards.len() > BOARDS || self.halves.len() > HALVES {
            self.forget();
        }
        [0, 1, 2, 3].map(|lane| {
            let (attacker, defender) = (attacker.lane(lane), defender.lane(lane));
            self.number(attacker, defender, || Now::of(attacker, defender))
        })
    }

    fn forget(&mut self) {
        self.numbers.clear();
        self.boards.clear();
        self.lists.clear();
        self.halves.clear();
        self.next.clear();
        self.attacks.clear();
        self.defences.clear();
        self.after.clear();
        self.killers.clear();
        self.answers.clear();
        self.proofs.clear();
    }

    #[inline]
    fn number(&mut self, attacker: u16, defender: u16, now: impl FnOnce() -> Now) -> BoardNumber {
        let key = u32::from(attacker) << 16 | u32::from(defender);
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = self.boards.len() as u32;
        let now = now();
        let entry =
            Entry { now, attacker, defender, attacks: UNKNOWN, defences: UNKNOWN, lasting: None };
        self.boards.push(entry);
        self.numbers.insert(key, number);
        number
    }

    /// A board as it is.
    #[inline]
    pub fn now(&self, board: BoardNumber) -> Now {
        self.boards[board as usize].now
    }

    /// The stones of A and D.
    pub fn stones(&self, board: BoardNumber) -> (u16, u16) {
        let Entry { attacker, defender, .. } = self.boards[board as usize];
        (attacker, defender)
    }

    /// What D can do on a board now and after any move there.
    #[inline]
    pub fn lasting(&mut self, board: BoardNumber) -> Lasting {
        let Entry { attacker, defender, lasting: kept, .. } = &mut self.boards[board as usize];
        *kept.get_or_insert_with(|| lasting(*defender, *attacker))
    }

    /// A's moves on a board.
    #[inline]
    pub fn attacks(&mut self, board: BoardNumber) -> ListNumber {
        let entry = self.boards[board as usize];
        if entry.attacks != UNKNOWN {
            return entry.attacks;
        }
        let stones = [entry.attacker, entry.defender];
        let list = self.add_list(stones, |attacker, defender| (attacker, defender));
        self.boards[board as usize].attacks = list;
        list
    }

    /// D's moves on a board.
    #[inline]
    pub fn defences(&mut self, board: BoardNumber) -> ListNumber {
        let entry = self.boards[board as usize];
        if entry.defences != UNKNOWN {
            return entry.defences;
        }
        let stones = [entry.defender, entry.attacker];
        let list = self.add_list(stones, |defender, attacker| (attacker, defender));
        self.boards[board as usize].defences = list;
        list
    }

    /// Adds the moves of one side with the stones of the `mover` and the `other`;
    /// `sides` tells from these those of A and D.
    fn add_list(
        &mut self,
        [mover, other]: [u16; 2],
        sides: fn(u16, u16) -> (u16, u16),
    ) -> ListNumber {
        let first = self.halves.len();
        let mut starts = [0; STARTS];
        // Four stones by sixteen vectors.
        self.halves.reserve(64);
        let [mover, other] = [mover, other].map(|set| Bitboard(u64::from(set)));
        for direction in Direction::ALL {
            let Origins { quiet, any, removing } = Origins::new(mover, other, direction);
            for long in [0, 1] {
                let vector = Vector::new(direction, long == 1);
                let pushing = any[long] & !quiet[long] & !removing[long];
                let origins = [quiet[long], pushing, removing[long]];
                let index = vector.index() as usize * Effect::ALL.len();
                for (effect, squares) in Effect::ALL.into_iter().zip(origins) {
                    for square in squares {
                        let start = Bitboard::of(square);
                        let (target, left) = start.shove(other, vector);
                        let moved = mover ^ start ^ target;
                        let (attacker, defender) = sides(moved.lane(0), left.lane(0));
                        let from = square.index() as u8;
                        let half = Half { attacker, defender, vector, from, effect };
                        self.halves.push(half);
                    }
                    starts[index + effect as usize + 1] = (self.halves.len() - first) as u8;
                }
            }
        }
        self.add_abilities(first);
        self.next.resize(self.halves.len(), UNKNOWN);
        self.lists.push(List { first: first as u32, starts });
        self.lists.len() as u32 - 1
    }

    /// Works out what both sides can do after the moves from the `first` on.
    fn add_abilities(&mut self, first: usize) {
        let halves = &self.halves[first..];
        self.attacks.reserve(halves.len());
        self.defences.reserve(halves.len());
        self.after.reserve(halves.len());
        for halves in halves.chunks(BATCH) {
            let (mut attackers, mut defenders) = ([0; BATCH], [0; BATCH]);
            for (board, half) in halves.iter().enumerate() {
                (attackers[board], defenders[board]) = (half.attacker, half.defender);
            }
            let abilities = abilities(&attackers, &defenders);
            for [attacks, defences] in abilities.into_iter().take(halves.len()) {
                self.attacks.push(attacks.packed());
                self.defences.push(defences.reach());
                self.after.push(Now { attacks, defences });
            }
        }
    }

    /// The moves of a list by a vector and with some effects.
    #[inline]
    pub fn moves(
        &self,
        list: ListNumber,
        vector: Vector,
        [first, last]: Effects,
    ) -> Range<HalfNumber> {
        let list = &self.lists[list as usize];
        let index = vector.index() as usize * Effect::ALL.len();
        let number = |effect: usize| list.first + u32::from(list.starts[index + effect]);
        number(first as usize)..number(last as usize + 1)
    }

    /// A move by its number.
    #[inline]
    pub fn half(&self, half: HalfNumber) -> Half {
        self.halves[half as usize]
    }

    /// The board after a move.
    #[inline]
    pub fn next(&mut self, half: HalfNumber) -> BoardNumber {
        let next = self.next[half as usize];
        if next != UNKNOWN {
            return next;
        }
        let Half { attacker, defender, .. } = self.half(half);
        let now = self.after[half as usize];
        let next = self.number(attacker, defender, || now);
        self.next[half as usize] = next;
        next
    }

    /// The board after a move.
    #[inline]
    pub fn now_after(&self, half: HalfNumber) -> Now {
        self.after[half as usize]
    }

    /// What A can do on the board after a move.
    #[inline]
    pub fn attacks_after(&self, half: HalfNumber) -> Packed {
        self.attacks[half as usize]
    }

    /// What D can do on the board after a move.
    #[inline]
    pub fn defences_after(&self, half: HalfNumber) -> Reach {
        self.defences[half as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shobu::mobility::tests::{Move, boards, moves};
    use crate::shobu::mobility::vectors;

    /// The moves of a list by vector and effect, as the stones after them.
    fn listed(catalogue: &Catalogue, list: ListNumber) -> Vec<(Vector, Effect, u16, u16)> {
        let mut listed = Vec::new();
        for vector in vectors(!0) {
            for effect in Effect::ALL {
                for number in catalogue.moves(list, vector, [effect; 2]) {
                    let half = catalogue.half(number);
                    assert_eq!((half.vector, half.effect), (vector, effect));
                    listed.push((vector, effect, half.attacker, half.defender));
                }
            }
        }
        listed
    }

    fn played(after: &Move, other: u16) -> (Vector, Effect, u16, u16) {
        let effect = match after.other.count_ones() < other.count_ones() {
            true => Effect::Removal,
            false if after.pushes => Effect::Push,
            false => Effect::Quiet,
        };
        (after.vector, effect, after.mover, after.other)
    }

    fn sorted(list: Vec<(Vector, Effect, u16, u16)>) -> Vec<(u32, u8, u16, u16)> {
        let key = |(vector, effect, attacker, defender): (Vector, Effect, u16, u16)| {
            (vector.index(), effect as u8, attacker, defender)
        };
        let mut list: Vec<_> = list.into_iter().map(key).collect();
        list.sort_unstable();
        list
    }

    /// Compares the moves on a board, and what can be done after them, with moves
    /// played out.
    fn check(catalogue: &mut Catalogue, attacker: u16, defender: u16) {
        let number = catalogue.number(attacker, defender, || Now::of(attacker, defender));
        assert_eq!(catalogue.lasting(number), lasting(defender, attacker));
        let [attacks, defences] = [catalogue.attacks(number), catalogue.defences(number)];
        let expected = moves(attacker, defender).into_iter().map(|after| played(&after, defender));
        assert_eq!(sorted(listed(catalogue, attacks)), sorted(expected.collect()));
        let expected = moves(defender, attacker).into_iter().map(|after| {
            let (vector, effect, defender, attacker) = played(&after, attacker);
            (vector, effect, attacker, defender)
        });
        assert_eq!(sorted(listed(catalogue, defences)), sorted(expected.collect()));
        for list in [attacks, defences] {
            for vector in vectors(!0) {
                for number in catalogue.moves(list, vector, Effect::ANY) {
                    let Half { attacker, defender, .. } = catalogue.half(number);
                    let [now, reply] = [mobility(attacker, defender), mobility(defender, attacker)];
                    let after = catalogue.now_after(number);
                    assert_eq!((after.attacks, after.defences), (now, reply));
                    assert_eq!(catalogue.attacks_after(number), now.packed());
                    assert_eq!(catalogue.defences_after(number), reply.reach());
                    let next = catalogue.next(number);
                    assert_eq!(catalogue.stones(next), (attacker, defender));
                    let after = catalogue.now(next);
                    assert_eq!((after.attacks, after.defences), (now, reply));
                    assert_eq!(catalogue.next(number), next);
                }
            }
        }
    }

    #[test]
    fn moves_and_what_they_allow_are_as_played_out() {
        let mut catalogue = Catalogue::default();
        for (attacker, defender) in boards(2, 3_000) {
            check(&mut catalogue, attacker, defender);
        }
    }

    #[test]
    fn when_the_room_runs_out_all_begins_anew() {
        let mut catalogue = Catalogue::default();
        let (mut most, mut forgotten) = (0, 0);
        for (attacker, defender) in boards(3, 60_000) {
            let before = catalogue.halves.len();
            let stones = [attacker, defender].map(|set| Bitboard(u64::from(set)));
            let [number, ..] = catalogue.position(stones[0], stones[1]);
            assert_eq!(catalogue.stones(number), (attacker, defender));
            if catalogue.halves.len() < before {
                forgotten += 1;
                check(&mut catalogue, attacker, defender);
            }
            catalogue.attacks(number);
            catalogue.defences(number);
            most = most.max(catalogue.halves.len());
            assert_eq!(catalogue.halves.len(), catalogue.attacks.len());
            assert_eq!(catalogue.halves.len(), catalogue.defences.len());
        }
        assert!(forgotten > 0 && most < HALVES + (1 << 10), "{forgotten} {most}");
    }
}
