use super::point::Point;
use super::position::Position;
use super::turn::{Action, Turn};
use crate::game::{Cell, Diagram, Panel, Spot, Stroke, Tint};

/// The four levels beside each other, the board first.
pub(super) fn diagram(position: &Position) -> Diagram {
    let setup = position.setup();
    let cell = |point: Point| Cell {
        piece: match setup.at(point) {
            Some(player) => Some(player as usize),
            None => setup.spooky.contains(point).then_some(SPOOKY),
        },
        mark: mark(position, point),
    };
    let panel = |level: u8| {
        let size = Point::size(level);
        let row = |rank| (0..size).filter_map(move |file| Point::new(level, file, rank));
        Panel {
            title: format!("level {level}"),
            tint: Tint::Light,
            files: row(0).map(Point::letter).collect(),
            ranks: (0..size).rev().map(|rank| char::from(b'1' + rank)).collect(),
            cells: (0..size).rev().map(|rank| row(rank).map(cell).collect()).collect(),
        }
    };
    Diagram { rows: vec![(1..=4).map(panel).collect()], divider: None }
}

/// The number of Spooky among the kinds of pieces.
const SPOOKY: usize = 2;

/// What decides whether a ball can be taken, if anything is to be said of it: a
/// ball without a mark supports one other.
fn mark(position: &Position, point: Point) -> Option<char> {
    let free = position.free().contains(point);
    let pinned = position.pinned().contains(point);
    match (position.beside_spooky().contains(point), free, pinned) {
        (true, true, _) => Some('*'),
        (true, _, true) => Some('#'),
        (true, false, false) => Some('+'),
        (false, true, _) => Some('f'),
        (false, _, true) => Some('p'),
        (false, false, false) => None,
    }
}

/// The walk with the balls that it takes, or the ball that is put or taken.
pub(super) fn strokes(turn: Turn) -> Vec<Stroke> {
    match turn.action() {
        Action::Put(point) | Action::Place(point) => vec![Stroke::Put(spot(point))],
        Action::Remove(point) => vec![Stroke::Taken(spot(point))],
        Action::Pass => Vec::new(),
        Action::Walk { from, taken, .. } => {
            let path = std::iter::once(from).chain(turn.stops()).map(spot).collect();
            let walk = Stroke::Move { path, aside: false };
            std::iter::once(walk).chain(taken.map(|point| Stroke::Taken(spot(point)))).collect()
        }
    }
}

fn spot(point: Point) -> Spot {
    Spot { file: point.letter(), rank: char::from(b'1' + point.rank()) }
}
