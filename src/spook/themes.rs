//! The ideas in puzzles: what each takes is said with its name, and in
//! `docs/themes.md`.

use super::getaway::Getaway;
use super::points::Points;
use super::position::Position;
use super::turn::{Action, Turn};
use crate::game::{Event, Game, Quietness, Study, Theme, Themed};

impl Themed for Position {
    const THEMES: &'static [Theme<Self>] = &[
        Theme {
            name: "drop",
            meaning: "the key lets Spooky drop",
            is_in: |study| study.key(|position, turn| kind(position, turn) == Kind::Drop),
        },
        Theme {
            name: "long-walk",
            meaning: "the attacker can always walk over three balls of its own or more in one turn",
            is_in: |study| study.play.always(walks_far),
        },
        Theme {
            name: "isolation",
            meaning: "the attacker can always bring about a placement, by either side",
            is_in: |study| comes(study, Kind::Placement),
        },
        Theme {
            name: "forced-removal",
            meaning: "the attacker can always bring about a forced removal, by either side",
            is_in: |study| comes(study, Kind::Removal),
        },
        Theme {
            name: "pass",
            meaning: "the attacker can always bring about a pass, of either side",
            is_in: |study| comes(study, Kind::Pass),
        },
        Theme {
            name: "defender-turn-win",
            meaning: "the defender's own turn ends the game",
            is_in: Study::ends_by_defender,
        },
        Theme {
            name: "sacrifice",
            meaning: "the key takes balls of the defender alone, where it could take own ones",
            is_in: |study| study.key(is_sacrifice),
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
    ];

    fn quietness(&self, turn: Turn) -> Quietness {
        let next = self.play_unchecked(turn);
        // The sides have changed places, unless the same one moves again.
        let (own, enemy) = match next.side() == self.side() {
            true => (next.own, next.enemy),
            false => (next.enemy, next.own),
        };
        match (own.len() < self.own.len(), enemy.len() < self.enemy.len()) {
            (true, _) => Quietness::Loud,
            (false, true) => Quietness::Noticeable,
            (false, false) => Quietness::Quiet,
        }
    }

    /// The levels on which balls, Spooky included, go or come.
    fn areas(&self, turn: Turn) -> u32 {
        let next = self.play_unchecked(turn);
        let spooky = |position: &Self| position.spooky.map_or(Points::EMPTY, Points::of);
        let balls = |position: &Self| position.coloured() | spooky(position);
        let moved = (spooky(self) ^ spooky(&next)) | (balls(self) ^ balls(&next));
        (1..=4)
            .filter(|&level| !(moved & Points::level(level)).is_empty())
            .fold(0, |all, level| all | 1 << level)
    }
}

/// The kinds of turns in the getaway, and those of the visit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Put,
    Drop,
    Walk,
    Placement,
    Removal,
    Pass,
}

fn kind(position: &Position, turn: Turn) -> Kind {
    match turn.action() {
        Action::Put(_) => Kind::Put,
        Action::Walk { .. } => Kind::Walk,
        Action::Place(_) => Kind::Placement,
        Action::Pass => Kind::Pass,
        // Who can drop has nothing else to remove.
        Action::Remove(_) => match Getaway::of(position) {
            Some(getaway) if getaway.drops().is_empty() => Kind::Removal,
            _ => Kind::Drop,
        },
    }
}

fn comes(study: &Study<Position>, wanted: Kind) -> bool {
    study.play.always(|event| kind(&event.before, event.turn) == wanted)
}

fn walks_far(event: &Event<Position>) -> bool {
    match event.attack().map(Turn::action) {
        Some(Action::Walk { taken, .. }) => (taken & event.before.own).len() >= 3,
        _ => false,
    }
}

/// Whether a turn takes balls of the other side alone, although another one
/// would take some of the own.
fn is_sacrifice(position: &Position, turn: Turn) -> bool {
    let quietness = |turn| position.quietness(turn);
    quietness(turn) == Quietness::Noticeable
        && position.turns().into_iter().any(|other| quietness(other) == Quietness::Loud)
}
