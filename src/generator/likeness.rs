use std::collections::HashMap;

use crate::game::{Compose, Player, Record};

/// How many pieces two boards may differ by and still be copies of each other.
const FEW: u32 = 2;
/// Lines that are played alike may differ in one turn of so many.
const ONE_OF: usize = 5;
/// Fewer turns than these say little of a puzzle.
const SHORTEST: usize = 3;

/// Puzzles by what they look like and how they are played, up to the symmetries
/// of the game.
pub(super) struct Likenesses<G: Compose> {
    by_key: HashMap<G::Turn, Vec<Picture>>,
    /// Lines, and ends of lines, that begin with a turn of the attacker: by that
    /// turn and their length.
    tails: HashMap<(G::Turn, usize), Vec<Tail<G>>>,
}

/// What stands on each cell.
type Picture = Vec<Option<usize>>;

/// The end of a line, or all of it.
struct Tail<G: Compose> {
    turns: Vec<G::Turn>,
    is_whole: bool,
}

/// Which of the puzzles known a puzzle is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Likeness {
    /// The same position, up to symmetry.
    Same,
    /// The same key, up to symmetry, on boards that hardly differ; or the same
    /// line, or the end of it.
    Near,
}

impl<G: Compose> Likenesses<G> {
    pub fn new() -> Self {
        Self { by_key: HashMap::new(), tails: HashMap::new() }
    }

    /// What a puzzle is like, if it is like any that is known.
    pub fn find(&self, position: &G, line: &[G::Turn]) -> Option<Likeness> {
        let mut found = None;
        for image in images(position, line) {
            for other in self.by_key.get(&image.line[0]).into_iter().flatten() {
                match difference(&image.picture, other) {
                    0 => return Some(Likeness::Same),
                    1..=FEW => found = Some(Likeness::Near),
                    _ => {}
                }
            }
            if image.tails().any(|tail| self.is_played(&tail)) {
                found = Some(Likeness::Near);
            }
        }
        found
    }

    /// Whether a puzzle is known that is played like this, from its key to its
    /// end; or, if this is a whole line, ends like this.
    fn is_played(&self, tail: &Tail<G>) -> bool {
        let turns = &tail.turns;
        let known = self.tails.get(&(turns[0], turns.len())).into_iter().flatten();
        let differ = |other: &Tail<G>| {
            turns.iter().zip(&other.turns).filter(|(one, other)| one != other).count()
        };
        let alike = |other: &Tail<G>| differ(other) <= turns.len() / ONE_OF;
        known.filter(|other| tail.is_whole || other.is_whole).any(alike)
    }

    /// Adds a puzzle to those known.
    pub fn insert(&mut self, position: &G, line: &[G::Turn]) {
        let Some(image) = images(position, line).next() else { return };
        for tail in image.tails() {
            self.tails.entry((tail.turns[0], tail.turns.len())).or_default().push(tail);
        }
        self.by_key.entry(image.line[0]).or_default().push(image.picture);
    }
}

/// A puzzle as it is under a symmetry, the first player to move if that can be.
struct Image<G: Compose> {
    picture: Picture,
    line: Vec<G::Turn>,
    /// Which turns of the line are the attacker's.
    attacks: Vec<bool>,
}

impl<G: Compose> Image<G> {
    fn tails(&self) -> impl Iterator<Item = Tail<G>> {
        let most = (self.line.len() + 1).saturating_sub(SHORTEST);
        let starts = (0..most).filter(|&start| self.attacks[start]);
        starts.map(|start| Tail { turns: self.line[start..].to_vec(), is_whole: start == 0 })
    }
}

/// The images of a puzzle under all symmetries. Of several turns that lead to the
/// same position, they have the first one.
fn images<G: Compose>(position: &G, line: &[G::Turn]) -> impl Iterator<Item = Image<G>> {
    let game = Record { turns: line.to_vec(), ..Record::new(*position) };
    let reached: Vec<G> = game.positions().skip(1).collect();
    (0..G::SYMMETRIES).filter_map(move |symmetry| {
        let mut at = G::from_code(game.start.image(symmetry).code(), Player::First);
        let (picture, attacker) = (picture(&at), at.side());
        let (mut line, mut attacks) = (Vec::new(), Vec::new());
        for next in &reached {
            let wanted = next.image(symmetry).code();
            let leads = |turn: &G::Turn| at.play_unchecked(*turn).code() == wanted;
            let turn = at.turns().into_iter().find(leads)?;
            line.push(turn);
            attacks.push(at.side() == attacker);
            at = at.play_unchecked(turn);
        }
        (!line.is_empty()).then_some(Image { picture, line, attacks })
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
