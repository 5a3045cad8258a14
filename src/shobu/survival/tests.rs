//! The survival game against what can really happen.

use std::ops::ControlFlow::{Break, Continue};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::game::{Game, Notation, Player};
use crate::shobu::{Position, Turn, proofs};

const NO_TURN_WINS: &str = include_str!("../../../tests/data/shobu-no-turn-wins.tsv");

/// A source of positions with A to move.
struct Source(ChaCha8Rng);

impl Source {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    /// One to four stones on the free squares of a board.
    fn stones(&mut self, taken: u16) -> u16 {
        let count = 1 + self.below(4) as u32;
        let mut stones = 0_u16;
        while stones.count_ones() < count {
            stones |= 1 << self.below(16) & !taken;
        }
        stones
    }

    fn with_new_board(&mut self, position: Position, lane: usize) -> Position {
        let enemy = self.stones(0);
        let own = self.stones(enemy);
        let set = |old: Bitboard, stones: u16| {
            old & !Bitboard::of_lane(lane) | Bitboard(u64::from(stones) << (16 * lane))
        };
        let (own, enemy) = (set(position.own, own), set(position.enemy, enemy));
        Position::from_view(own, enemy, Player::First)
    }

    /// Few turns for D, found by changing boards for as long as that takes
    /// turns away.
    fn cornered(&mut self) -> Position {
        let few = self.below(12) as u64;
        let mut best = (0..4).fold(Position::START, |p, lane| self.with_new_board(p, lane));
        for _ in 0..300 {
            if replies(&best) <= few {
                break;
            }
            let lane = self.below(4);
            let changed = self.with_new_board(best, lane);
            if replies(&changed) <= replies(&best) {
                best = changed;
            }
        }
        best
    }

    fn turn(&mut self, position: &Position) -> Option<Turn> {
        let turns = position.turns();
        (!turns.is_empty()).then(|| turns[self.below(turns.len())])
    }

    /// A turn of each side later; the position itself if there is no such.
    fn later(&mut self, position: Position) -> Position {
        let next = |source: &mut Self, position: Position| {
            source.turn(&position).map(|turn| position.play_unchecked(turn))
        };
        let later = next(self, position).and_then(|position| next(self, position));
        later.filter(|position| !position.is_finished()).unwrap_or(position)
    }
}

/// How many turns D would have if it were to move.
fn replies(position: &Position) -> u64 {
    let (own, enemy) = (position.enemy.across_the_rope(), position.own.across_the_rope());
    Position::from_view(own, enemy, Player::Second).count_turns()
}

/// The positions of the file and some that follow from them.
fn from_the_file(source: &mut Source, later: usize) -> Vec<Position> {
    let lines = NO_TURN_WINS.lines().filter(|line| !line.starts_with('#'));
    let text = |line: &'static str| line.split('\t').next().expect("a position");
    let mut positions = Vec::new();
    for line in lines {
        let position = Position::parse(text(line), Position::RULES[0]).expect("legal");
        positions.push(position);
        positions.extend((0..later).map(|_| source.later(position)));
    }
    positions
}

fn survival(position: &Position) -> Survival {
    let board = |lane| Board::known(position.enemy.lane(lane), position.own.lane(lane));
    Survival([0, 1, 2, 3].map(board))
}

/// The stones of A and D as A sees them, in a position with D to move.
fn seen_by_attacker(position: &Position) -> [Bitboard; 2] {
    [position.enemy.across_the_rope(), position.own.across_the_rope()]
}

/// The boards that differ.
fn changed(before: [Bitboard; 2], after: [Bitboard; 2]) -> [usize; 2] {
    let lanes = |stones: [Bitboard; 2], lane| stones.map(|set: Bitboard| set.lane(lane));
    let differs = |lane: &usize| lanes(before, *lane) != lanes(after, *lane);
    (0..4).filter(differs).collect::<Vec<_>>().try_into().expect("a turn changes two boards")
}

/// The type of the turn of A that leads to a position.
fn kind(position: &Position, after: &Position) -> TurnType {
    let boards = changed([position.own, position.enemy], seen_by_attacker(after));
    let kinds = TurnType::ALL.into_iter();
    let mut kinds = kinds.filter(|kind| boards.iter().all(|board| kind.boards().contains(board)));
    kinds.next().expect("every turn has a type")
}

fn visits_any(position: &Position, mut test: impl FnMut(&Position) -> bool) -> bool {
    let visit = |turn| match test(&position.play_unchecked(turn)) {
        true => Break(()),
        false => Continue(()),
    };
    position.visit_turns(visit).is_break()
}

/// Whether D, to move, has a turn now and can see to it that it has one after
/// each of `turns` more turns of A. Clearing a board ends it all.
fn lasts(position: &Position, turns: u32) -> bool {
    position.has_turn()
        && (turns == 0
            || visits_any(position, |next| next.is_finished() || lasts_all(next, turns, None)))
}

/// Whether D lasts `turns` turns of A, who is to move, the first of this type
/// if one is given.
fn lasts_all(position: &Position, turns: u32, first: Option<TurnType>) -> bool {
    !visits_any(position, |after| {
        let chosen = first.is_none_or(|first| kind(position, after) == first);
        chosen && !after.is_finished() && !lasts(after, turns - 1)
    })
}

/// How often there is a proof, and how often there is none.
#[derive(Default, Debug)]
struct Tally {
    proved: usize,
    unproved: usize,
    /// Of those without a proof, how often D does not last.
    lost: usize,
}

/// Checks all proofs of survival.
fn check_proofs(positions: &[Position], turns: u32) -> Tally {
    let mut tally = Tally::default();
    for position in positions {
        for first in TurnType::ALL {
            let proved = survival(position).outlasts(first, turns);
            let lasts = || lasts_all(position, turns, Some(first));
            match proved {
                true => {
                    assert!(lasts(), "{first:?}, {turns} turns, {position}");
                    tally.proved += 1;
                }
                false => {
                    tally.unproved += 1;
                    tally.lost += usize::from(!lasts());
                }
            }
        }
    }
    tally
}

fn some_cornered(seed: u64, count: usize) -> Vec<Position> {
    let mut source = Source::new(seed);
    let mut positions: Vec<_> = (0..count).map(|_| source.cornered()).collect();
    positions.extend(from_the_file(&mut source, 3));
    positions
}

#[test]
fn proofs_of_survival_for_one_turn_hold() {
    let Tally { proved, unproved, lost } = check_proofs(&some_cornered(1, 2000), 1);
    assert!(proved > 4000 && unproved > 1500 && lost > 800, "{proved} {unproved} {lost}");
}

#[test]
fn proofs_of_survival_for_two_turns_hold() {
    let Tally { proved, unproved, lost } = check_proofs(&some_cornered(2, 1000), 2);
    assert!(proved > 500 && unproved > 2000 && lost > 700, "{proved} {unproved} {lost}");
}

#[test]
fn proofs_of_survival_for_three_turns_hold() {
    let (mut proved, mut unproved) = (0, 0);
    for position in some_cornered(3, 60) {
        for first in TurnType::ALL {
            if survival(&position).outlasts(first, 3) {
                assert!(lasts_all(&position, 3, Some(first)), "{first:?}, {position}");
                proved += 1;
            } else {
                unproved += 1;
            }
        }
    }
    assert!(proved > 20 && unproved > 100, "{proved} {unproved}");
}

/// Proofs from memory are of positions that share the boards which A's turn leaves
/// alone.
#[test]
fn proofs_from_memory_hold() {
    let mut source = Source::new(5);
    let mut catalogue = Catalogue::default();
    let (mut proved, mut only_from_memory) = (0, 0);
    for base in (0..400).map(|_| source.cornered()).collect::<Vec<_>>() {
        for first in TurnType::ALL {
            for _ in 0..8 {
                let [a, b] = first.boards();
                let position = source.with_new_board(base, a);
                let position = source.with_new_board(position, b);
                let scene = Scene::of_attack(&mut catalogue, &position);
                let plain = survival(&position).outlasts(first, HORIZON);
                let remembered = proofs::outlasts(&mut catalogue, &scene, first);
                assert!(remembered || !plain, "{first:?}, {position}");
                proved += usize::from(plain);
                if remembered && !plain {
                    assert!(lasts_all(&position, HORIZON, Some(first)), "{first:?}, {position}");
                    only_from_memory += 1;
                }
            }
        }
    }
    assert!(proved > 200 && only_from_memory > 0, "{proved} {only_from_memory}");
}

/// Asserts that what is sure on each board is legal there; gives the number of
/// sure vectors.
fn check_sure(survival: &Survival, [attacker, defender]: [Bitboard; 2]) -> u32 {
    let mut count = 0;
    for (lane, Board { sure, stones, .. }) in survival.0.iter().enumerate() {
        let actual = (defender.lane(lane), attacker.lane(lane));
        assert!(stones.is_none_or(|stones| stones == actual), "lane {lane}");
        let now = mobility(actual.0, actual.1);
        for (sure, now) in [(sure.quiet, now.quiet), (sure.any, now.any)] {
            assert_eq!(sure & !now, 0, "lane {lane} of {attacker:?} {defender:?}");
            count += sure.count_ones();
        }
    }
    count
}

/// The board after the one of D's moves that leads to these stones.
fn moved(board: Board, vector: Vector, stones: (u16, u16)) -> Board {
    let mut after = None;
    board.any_moved(vector, Half::Aggressive, |moved| {
        if moved.stones.is_none_or(|known| known == stones) {
            after = Some(moved);
        }
        after.is_some()
    });
    after.expect("D's move is among those that are tried")
}

/// Plays a turn of each side `rounds` times and checks what is sure after each;
/// gives the number of sure vectors after turns of A and of D.
fn check_play(source: &mut Source, mut position: Position, rounds: u32) -> [u32; 2] {
    let mut sure = survival(&position);
    let mut counts = [0; 2];
    for _ in 0..rounds {
        let Some(turn) = source.turn(&position) else { break };
        let after = position.play_unchecked(turn);
        sure = sure.touched(kind(&position, &after));
        let before = seen_by_attacker(&after);
        counts[0] += check_sure(&sure, before);
        let Some(turn) = source.turn(&after) else { break };
        position = after.play_unchecked(turn);
        let now = [position.own, position.enemy];
        for lane in changed(before, now) {
            let actual = (now[1].lane(lane), now[0].lane(lane));
            sure.0[lane] = moved(sure.0[lane], turn.vector, actual);
        }
        counts[1] += check_sure(&sure, now);
    }
    counts
}

#[test]
fn sure_moves_are_legal_at_every_step() {
    let mut source = Source::new(4);
    let mut positions: Vec<_> = (0..2000).map(|_| source.cornered()).collect();
    positions.extend(from_the_file(&mut source, 5));
    let mut counts = [0; 2];
    for position in positions {
        let [after_attack, after_defence] = check_play(&mut source, position, 4);
        counts = [counts[0] + after_attack, counts[1] + after_defence];
    }
    assert!(counts.iter().all(|&count| count > 50_000), "{counts:?}");
}
