//! Positions made up, changed and taken back, for puzzles.

use std::ops::RangeInclusive;

use super::bitboard::Bitboard;
use super::movegen::{FAR_DARK, FAR_LIGHT, HOME_DARK, HOME_LIGHT};
use super::position::Position;
use super::turn::Turn;
use super::vector::Vector;
use crate::game::{Compose, Dice, Game, Player};

/// At most so many stones of a colour are on a board.
const MOST: u32 = 4;

impl Compose for Position {
    /// Four boards, eight directions.
    const SCENES: u32 = 32;

    fn composed(_: &'static str, dice: &mut Dice) -> Option<Self> {
        let side = if dice.chance(1, 2) { Player::First } else { Player::Second };
        // Few stones of both, or more of the attacker than of the defender.
        let (own, enemy) = match dice.below(4) {
            0 => (1..=2, 1..=2),
            1 => (1..=4, 1..=4),
            _ => (2..=4, 1..=3),
        };
        let weakest = dice.below(4);
        let [mut stones, mut others] = [Bitboard::EMPTY; 2];
        for lane in 0..4 {
            let enemy = if lane == weakest { 1..=2 } else { enemy.clone() };
            let set = scatter(lane, Bitboard::EMPTY, own.clone(), dice);
            stones |= set;
            others |= scatter(lane, set, enemy, dice);
        }
        Some(Self::from_view(stones, others, side))
    }

    fn mutated(&self, dice: &mut Dice) -> Option<Self> {
        let mut sides = [self.own, self.enemy];
        let all = sides[0] | sides[1];
        let whose = dice.below(2);
        let lane = Bitboard::of_lane(dice.below(4));
        let stones = sides[whose] & lane;
        let taken = Bitboard::of(dice.pick_from(stones)?);
        let put = Bitboard::of(dice.pick_from(lane & !all)?);
        sides[whose] = match dice.below(4) {
            0 if stones.len() > 1 => sides[whose] ^ taken,
            1 if stones.len() < MOST => sides[whose] | put,
            _ => sides[whose] ^ taken | put,
        };
        Some(Self::from_view(sides[0], sides[1], self.side))
    }

    fn predecessors(&self) -> Vec<Self> {
        // As the side sees it that has just moved.
        let after = Self::from_view(
            self.enemy.across_the_rope(),
            self.own.across_the_rope(),
            self.side.other(),
        );
        let mut found = Vec::new();
        for vector in (0..Vector::COUNT).map(Vector::from_index) {
            for (home, partners) in
                [(HOME_DARK, HOME_LIGHT | FAR_LIGHT), (HOME_LIGHT, HOME_DARK | FAR_DARK)]
            {
                for aggressive in attacks_back(&after, vector, after.own & partners) {
                    for passive in retreats(&after, vector, after.own & home) {
                        found.extend(taken_back(&after, &passive, &aggressive));
                    }
                }
            }
        }
        found.sort_unstable_by_key(|position| (position.own.0, position.enemy.0));
        found.dedup();
        debug_assert!(found.iter().all(|before| leads_to(before, self)));
        found
    }

    fn appeal(&self, turn: Turn) -> i32 {
        let enemy = self.setup().stones(self.side.other());
        let left = (enemy & Bitboard::board(turn.aggressive.board())).len() as i32;
        match turn.push(enemy) {
            (Some(_), None) => 20 - 4 * left,
            (Some(_), Some(_)) => 2,
            _ => 0,
        }
    }

    fn scene(&self, turn: Turn) -> u32 {
        let lane = self.turned(turn.aggressive).index() / 16;
        8 * lane + turn.vector.direction() as u32
    }
}

fn leads_to(before: &Position, after: &Position) -> bool {
    before.turns().into_iter().any(|turn| before.play_unchecked(turn) == *after)
}

/// Stones on a board, beside those that are there.
fn scatter(
    lane: usize,
    taken: Bitboard,
    count: RangeInclusive<usize>,
    dice: &mut Dice,
) -> Bitboard {
    let count = dice.between(*count.start(), *count.end());
    let mut free: Vec<_> = (Bitboard::of_lane(lane) & !taken).collect();
    (0..count).fold(Bitboard::EMPTY, |set, _| {
        set | Bitboard::of(free.swap_remove(dice.below(free.len())))
    })
}

/// A move taken back: where the stone stood, where it stands, and what has
/// become of a stone that it pushed.
struct Back {
    from: Bitboard,
    to: Bitboard,
    /// Where the pushed stone stood, and where it stands, if on its board.
    pushed: [Bitboard; 2],
}

/// Where a stone that has just moved to `to` by `vector` came from, and the
/// square between, if all that it crossed is empty now.
fn came_from(after: &Position, to: Bitboard, vector: Vector) -> Option<[Bitboard; 2]> {
    let back = vector.direction().opposite();
    let next = to.shift(back);
    let (from, between) = match vector.is_long() {
        true => (next.shift(back), next),
        false => (next, Bitboard::EMPTY),
    };
    let empty = !(after.own | after.enemy);
    (!from.is_empty() && ((from | between) & !empty).is_empty()).then_some([from, between])
}

/// The passive moves that may have brought one of `stones` where it is.
fn retreats(after: &Position, vector: Vector, stones: Bitboard) -> impl Iterator<Item = Back> {
    stones.map(Bitboard::of).filter_map(move |to| {
        let [from, _] = came_from(after, to, vector)?;
        Some(Back { from, to, pushed: [Bitboard::EMPTY; 2] })
    })
}

/// The aggressive moves that may have brought one of `stones` where it is.
fn attacks_back(after: &Position, vector: Vector, stones: Bitboard) -> Vec<Back> {
    let mut found = Vec::new();
    for square in stones {
        let to = Bitboard::of(square);
        let Some([from, between]) = came_from(after, to, vector) else { continue };
        found.push(Back { from, to, pushed: [Bitboard::EMPTY; 2] });
        let beyond = to.shift(vector.direction());
        // A stone stands there now, or has been pushed off the board there.
        let lane = Bitboard::board(square.board());
        let was_pushed = if beyond.is_empty() {
            (after.enemy & lane).len() < MOST
        } else {
            !(after.enemy & beyond).is_empty()
        };
        let stood = [to, between].into_iter().filter(|square| was_pushed && !square.is_empty());
        found.extend(stood.map(|stood| Back { from, to, pushed: [stood, beyond] }));
    }
    found
}

/// The position before a turn with these halves, if it is legal there.
fn taken_back(after: &Position, passive: &Back, aggressive: &Back) -> Option<Position> {
    let own = after.own ^ passive.to ^ passive.from ^ aggressive.to ^ aggressive.from;
    let [stood, stands] = aggressive.pushed;
    let before = Position::from_view(own, (after.enemy & !stands) | stood, after.side);
    before.winner().is_none().then_some(before)
}
