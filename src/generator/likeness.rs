use std::collections::HashMap;

use crate::game::{Compose, Player};

/// How many stones two boards may differ by and still be copies of each other.
const FEW: u32 = 2;

/// Puzzles by what they look like, up to the symmetries of the game.
pub(super) struct Likenesses<G: Compose> {
    by_key: HashMap<G::Turn, Vec<Picture>>,
}

/// What stands on each cell.
type Picture = Vec<Option<usize>>;

/// Which of the puzzles known a puzzle is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Likeness {
    /// The same position, up to symmetry.
    Same,
    /// The same key, up to symmetry, on boards that hardly differ.
    Near,
}

impl<G: Compose> Likenesses<G> {
    pub fn new() -> Self {
        Self { by_key: HashMap::new() }
    }

    /// What a puzzle is like, if it is like any that is known.
    pub fn find(&self, position: &G, key: G::Turn) -> Option<Likeness> {
        let mut found = None;
        for (turn, picture) in images(position, key) {
            for other in self.by_key.get(&turn).into_iter().flatten() {
                match difference(&picture, other) {
                    0 => return Some(Likeness::Same),
                    1..=FEW => found = Some(Likeness::Near),
                    _ => {}
                }
            }
        }
        found
    }

    /// Adds a puzzle to those known.
    pub fn insert(&mut self, position: &G, key: G::Turn) {
        if let Some((turn, picture)) = images(position, key).next() {
            self.by_key.entry(turn).or_default().push(picture);
        }
    }
}

/// The images of a puzzle under all symmetries, in each of which the first
/// player is to move, if that can be.
fn images<G: Compose>(position: &G, key: G::Turn) -> impl Iterator<Item = (G::Turn, Picture)> {
    let after = position.play_unchecked(key);
    (0..G::SYMMETRIES).filter_map(move |symmetry| {
        let image = G::from_code(position.image(symmetry).code(), Player::First);
        let wanted = after.image(symmetry).code();
        let leads = |turn: &G::Turn| image.play_unchecked(*turn).code() == wanted;
        let key = image.turns().into_iter().find(leads)?;
        Some((key, picture(&image)))
    })
}

fn picture<G: Compose>(position: &G) -> Picture {
    let panels = position.diagram().rows.into_iter().flatten();
    panels.flat_map(|panel| panel.cells.into_iter().flatten()).map(|cell| cell.piece).collect()
}

/// How many pieces have to be put or taken away to make one of the other; one
/// that stands elsewhere counts once.
fn difference(one: &Picture, other: &Picture) -> u32 {
    let only = |one: &Picture, other: &Picture| {
        one.iter().zip(other).filter(|(one, other)| one.is_some() && one != other).count() as u32
    };
    only(one, other).max(only(other, one))
}
