//! The ideas in puzzles: what each takes is said with its name, and in
//! `docs/themes.md`.

use super::bitboard::Bitboard;
use super::position::Position;
use super::square::{Board, Square};
use super::turn::Turn;
use super::vector::Vector;
use crate::game::{Event, Game, Idea, Player, Quietness, Study, Theme, Themed, WhatIf};

impl Themed for Position {
    const THEMES: &'static [Theme<Self>] = &[
        Theme {
            name: "weakest-board",
            meaning: "the attacker can always clear the board on which the defender had fewest stones",
            is_in: wins_on_weakest_board,
        },
        Theme {
            name: "home-board-finish",
            meaning: "the attacker can always finish by clearing a home board of its own",
            is_in: finishes_at_home,
        },
        Theme {
            name: "multi-board-finish",
            meaning: "a board is always cleared, but which one is up to the defence",
            is_in: finishes_on_several_boards,
        },
        Theme {
            name: "no-turn-win",
            meaning: "the attacker can always finish by leaving the defender without a turn",
            is_in: finishes_without_clearing,
        },
        Theme {
            name: "double-threat",
            meaning: "a turn threatens to clear two boards, of opposite woods, at once",
            is_in: has_double_threat,
        },
        Theme {
            name: "crossing-rope",
            meaning: "the aggressive half of the key goes on a home board of the defender",
            is_in: |study| study.key(crosses_rope),
        },
        Theme {
            name: "quiet-key",
            meaning: "the key pushes no stone",
            is_in: |study| study.key(|position, turn| position.quietness(turn) == Quietness::Quiet),
        },
        Theme {
            name: "sacrifice",
            meaning: "the key removes nothing and lets the defender remove a stone that was safe",
            is_in: |study| study.keys.iter().all(|key| is_sacrifice(study, key)),
        },
        Theme {
            name: "parry",
            meaning: "the defender threatened to win at once, and the key parries that",
            is_in: Study::is_parry,
        },
        Theme {
            name: "counter-threat",
            meaning: "a longest defence threatens to win at once, and the attacker has to parry",
            is_in: Study::has_counter_threat,
        },
        Theme {
            name: "zugzwang",
            meaning: "after the key there would be no win in time if the defender could pass",
            is_in: Study::is_zugzwang,
        },
        Theme {
            name: "passive-block",
            meaning: "the passive half of the key ends where it stops a defence that would work",
            is_in: |study| each_passive(study, |passive| passive.blocks()),
        },
        Theme {
            name: "passive-open",
            meaning: "the passive half of the key is needed to clear the way of what it threatens",
            is_in: |study| each_passive(study, |passive| passive.opens()),
        },
        Theme {
            name: "passive-support",
            meaning: "the passive half of the key is needed to bring a stone that wins next",
            is_in: |study| each_passive(study, |passive| passive.supports()),
        },
        Theme {
            name: "only-passive",
            meaning: "several passive moves go with the aggressive half of the key, and one wins",
            is_in: has_only_passive,
        },
        Theme {
            name: "two-square-shove",
            meaning: "the attacker can always shove a stone by two squares, or over the edge by the second",
            is_in: |study| study.play.always(shoves_twice),
        },
        Theme {
            name: "diagonal",
            meaning: "the key goes diagonally",
            is_in: |study| study.key(|_, turn| is_diagonal(turn)),
        },
    ];

    fn quietness(&self, turn: Turn) -> Quietness {
        match turn.push(self.enemies()) {
            (Some(_), None) => Quietness::Loud,
            (Some(_), Some(_)) => Quietness::Noticeable,
            (None, _) => Quietness::Quiet,
        }
    }

    /// The boards.
    fn areas(&self, turn: Turn) -> u32 {
        1 << turn.passive.board() as u32 | 1 << turn.aggressive.board() as u32
    }

    /// Without the passive half.
    fn without_parts(&self, turn: Turn) -> Vec<Self> {
        let mut setup = self.play_unchecked(turn).setup();
        let moved = turn.vector.target(turn.passive).map_or(Bitboard::EMPTY, Bitboard::of);
        let stones = match self.side() {
            Player::First => &mut setup.black,
            Player::Second => &mut setup.white,
        };
        *stones = *stones & !moved | Bitboard::of(turn.passive);
        Self::try_from(setup).into_iter().collect()
    }
}

impl Position {
    /// The stones of the side that is not to move.
    fn enemies(&self) -> Bitboard {
        self.setup().stones(self.side().other())
    }

    /// The stones that the side to move can remove at once.
    fn removable(&self) -> Bitboard {
        let enemies = self.enemies();
        let removed = |turn: Turn| match turn.push(enemies) {
            (Some(stone), None) => Bitboard::of(stone),
            _ => Bitboard::EMPTY,
        };
        self.turns().into_iter().map(removed).fold(Bitboard::EMPTY, |all, one| all | one)
    }

    /// The boards that the side to move can clear at once.
    fn clearable(&self) -> Vec<Board> {
        let weak = |board: &Board| (self.enemies() & Bitboard::board(*board)).len() == 1;
        let removable = self.removable();
        let falls = |board: &Board| !(removable & Bitboard::board(*board)).is_empty();
        Board::ALL.into_iter().filter(weak).filter(falls).collect()
    }
}

/// The board that a turn clears.
fn cleared(event: &Event<Position>) -> Option<Board> {
    let defender = event.before.side().other();
    (event.is_last && event.by_attacker).then(|| event.after.setup().cleared(defender)).flatten()
}

/// Whether a board is one of the two on a player's side of the rope.
fn is_home(board: Board, player: Player) -> bool {
    let southern = matches!(board, Board::SouthWest | Board::SouthEast);
    southern == (player == Player::First)
}

fn wins_on_weakest_board(study: &Study<Position>) -> bool {
    let enemies = study.position().enemies();
    let stones = |board: &Board| (enemies & Bitboard::board(*board)).len();
    let fewest = Board::ALL.iter().map(stones).min();
    let mut weakest = Board::ALL.into_iter().filter(|board| Some(stones(board)) == fewest);
    match (weakest.next(), weakest.next()) {
        (Some(board), None) => study.play.always(|event| cleared(event) == Some(board)),
        _ => false,
    }
}

fn finishes_at_home(study: &Study<Position>) -> bool {
    let attacker = study.play.attacker();
    study.play.always(|event| cleared(event).is_some_and(|board| is_home(board, attacker)))
}

fn finishes_on_several_boards(study: &Study<Position>) -> bool {
    let clears = |board| study.play.always(|event| cleared(event) == Some(board));
    study.play.always(|event| cleared(event).is_some()) && !Board::ALL.into_iter().any(clears)
}

fn finishes_without_clearing(study: &Study<Position>) -> bool {
    study.play.always(|event| event.is_last && event.by_attacker && cleared(event).is_none())
}

fn has_double_threat(study: &Study<Position>) -> bool {
    study.play.always(|event| {
        let threatens = |passed: Position| {
            let boards = passed.clearable();
            [true, false].into_iter().all(|dark| boards.iter().any(|b| b.is_dark() == dark))
        };
        event.by_attacker && !event.is_last && event.after.passed().is_some_and(threatens)
    })
}

fn crosses_rope(position: &Position, turn: Turn) -> bool {
    !is_home(turn.aggressive.board(), position.side())
}

/// Whether the key takes nothing, and the defender could take a stone after it
/// that it could not have taken before.
fn is_sacrifice(study: &Study<Position>, key: &Idea<Position>) -> bool {
    let before = study.position().passed().map_or(Bitboard::EMPTY, |passed| passed.removable());
    let turn = key.turns[0];
    let (passive, aggressive) =
        (turn.vector.target(turn.passive), turn.vector.target(turn.aggressive));
    let origin = |stone: Square| match Some(stone) {
        at if at == passive => turn.passive,
        at if at == aggressive => turn.aggressive,
        _ => stone,
    };
    let takes = study.position().quietness(turn) == Quietness::Loud;
    !takes && key.position.removable().any(|stone| !before.contains(origin(stone)))
}

/// Whether the aggressive half of every key, in some spelling, goes with other
/// passive halves as well, none of which makes a key.
fn has_only_passive(study: &Study<Position>) -> bool {
    let turns = study.position().turns();
    let is_key = |turn| study.keys.iter().any(|key| key.turns.contains(turn));
    study.key(|_, turn| {
        let has_other_passive = |other: &&Turn| {
            other.aggressive == turn.aggressive
                && other.vector == turn.vector
                && other.passive != turn.passive
        };
        let others: Vec<_> = turns.iter().filter(has_other_passive).collect();
        !others.is_empty() && !others.into_iter().any(is_key)
    })
}

fn shoves_twice(event: &Event<Position>) -> bool {
    let shoves = |turn: Turn| {
        let next = Vector::new(turn.vector.direction(), false).target(turn.aggressive);
        let pushed = turn.push(event.before.enemies()).0;
        turn.vector.is_long() && pushed.is_some() && pushed == next
    };
    event.attack().is_some_and(shoves)
}

fn is_diagonal(turn: Turn) -> bool {
    let (files, ranks) = turn.vector.direction().step();
    files != 0 && ranks != 0
}

/// The squares that the stones moved by a turn enter, those pushed included.
fn footprint(position: &Position, turn: Turn) -> Bitboard {
    let path = |from: Square| Bitboard::of(from).path(turn.vector).1;
    let pushed = turn.push(position.enemies()).1.map_or(Bitboard::EMPTY, Bitboard::of);
    path(turn.passive) | path(turn.aggressive) | pushed
}

/// The passive half of a key, without which there would be a defence.
struct Passive<'a> {
    key: &'a Idea<Position>,
    /// If it had not been played.
    what_if: &'a WhatIf<Position>,
    from: Square,
    to: Square,
}

/// Whether every key has, in some spelling, a passive half that makes a
/// difference and has a property.
fn each_passive(study: &Study<Position>, is: impl Fn(&Passive<'_>) -> bool) -> bool {
    study.keys.iter().all(|key| {
        key.turns.iter().zip(&key.what_ifs).any(|(turn, what_ifs)| {
            let Some(to) = turn.vector.target(turn.passive) else { return false };
            let passive = |what_if| Passive { key, what_if, from: turn.passive, to };
            let matters = |what_if: &&WhatIf<Position>| !what_if.refutations.is_empty();
            what_ifs.iter().filter(matters).map(passive).any(|passive| is(&passive))
        })
    })
}

impl Passive<'_> {
    /// A defence that would work runs over the square on which the stone ends.
    fn blocks(&self) -> bool {
        let WhatIf { position, refutations } = self.what_if;
        let stopped = |&turn: &Turn| {
            footprint(position, turn).contains(self.to) && !self.key.position.is_legal(turn)
        };
        refutations.iter().any(stopped)
    }

    /// All that the key threatens runs over the square that the stone left, with
    /// other stones.
    fn opens(&self) -> bool {
        self.threatens(|position, turn| {
            footprint(position, turn).contains(self.from) && !self.is_moved_by(turn)
        })
    }

    /// All that the key threatens moves the stone on.
    fn supports(&self) -> bool {
        self.threatens(|_, turn| self.is_moved_by(turn))
    }

    fn is_moved_by(&self, turn: Turn) -> bool {
        turn.passive == self.to || turn.aggressive == self.to
    }

    fn threatens(&self, is: impl Fn(&Position, Turn) -> bool) -> bool {
        let threat = self.key.threat.as_ref();
        threat.is_some_and(|threat| threat.turns.iter().all(|&turn| is(&threat.position, turn)))
    }
}
